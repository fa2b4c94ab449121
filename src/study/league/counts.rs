//! What is counted in a league: integers, so that it does not matter who counts
//! what, and in which order it is put together.

use serde::{Deserialize, Serialize};

use crate::seat::WHOLE;
use crate::stats::{DealDifference, DealSums, Ratio};
use crate::study::compare::Score;

/// The pairs of `count` things, each once: (0, 1), (0, 2), ... (1, 2), ...
pub(super) fn pairs_of(count: usize) -> impl Iterator<Item = (usize, usize)> + Clone {
    (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)))
}

/// The counts of a league.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The number of blocks.
    pub blocks: u64,
    /// The pairs of bots.
    pub pairs: Vec<PairCounts>,
    /// The pairs of these pairs, in the blocks that both have played.
    pub(super) common: Vec<CommonCounts>,
    /// The tables of all bots.
    pub(super) mixed: Option<MixedCounts>,
}

/// The counts of two bots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairCounts {
    /// The first bot alone among copies of the second.
    pub first: Score,
    /// The second bot alone among copies of the first.
    pub second: Score,
    /// Sums over blocks of how far the first is ahead, both ways together.
    ahead: DealSums,
}

/// Sums over the blocks that two pairs have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CommonCounts {
    one: i128,
    other: i128,
    product: i128,
}

/// The counts of the tables of all bots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MixedCounts {
    /// For each bot, how far it is ahead of the mean of its tables, in units of
    /// 1 / players.
    y: Vec<i128>,
    /// The products of these in a block, for each two bots.
    products: Vec<Vec<i128>>,
    /// For each bot, what it won of its games, and the sum of its squares.
    won: Vec<(i128, i128)>,
}

/// What the bots did at the mixed tables of a block.
#[derive(Clone, Debug)]
pub(super) struct MixedBlock {
    pub ahead: Vec<i128>,
    pub won: Vec<i128>,
}

impl Counts {
    pub fn new(bots: usize, players: usize, is_mixed: bool) -> Counts {
        let pairs = pairs_of(bots).count();
        let pair = PairCounts {
            first: Score::empty(players),
            second: Score::empty(players),
            ..PairCounts::default()
        };
        Counts {
            blocks: 0,
            pairs: vec![pair; pairs],
            common: vec![CommonCounts::default(); pairs_of(pairs).count()],
            mixed: is_mixed.then(|| MixedCounts {
                y: vec![0; bots],
                products: vec![vec![0; bots]; bots],
                won: vec![(0, 0); bots],
            }),
        }
    }

    /// Whether these counts can be those of the same league as `other`.
    pub fn has_shape_of(&self, other: &Counts) -> bool {
        let players = |counts: &Counts| {
            counts.pairs.iter().flat_map(|pair| [pair.first.players, pair.second.players]).collect::<Vec<_>>()
        };
        let mixed = |counts: &Counts| {
            counts.mixed.as_ref().map(|mixed| {
                let products = mixed.products.iter().map(Vec::len).collect::<Vec<_>>();
                (mixed.y.len(), products, mixed.won.len())
            })
        };
        players(self) == players(other)
            && self.pairs.iter().all(|pair| pair.is_possible(pair.first.players))
            && self.common.len() == other.common.len()
            && mixed(self) == mixed(other)
    }

    /// Ends a block, in which the pairs that played were this far ahead.
    pub fn end_block(&mut self, ahead: &[Option<i128>]) {
        for (pair, ahead) in self.pairs.iter_mut().zip(ahead) {
            if let Some(ahead) = ahead {
                pair.ahead.add(*ahead);
            }
        }
        for (common, (one, other)) in self.common.iter_mut().zip(pairs_of(ahead.len())) {
            if let (Some(one), Some(other)) = (ahead[one], ahead[other]) {
                common.one += one;
                common.other += other;
                common.product += one * other;
            }
        }
        self.blocks += 1;
    }

    /// Adds the counts of other blocks.
    pub fn merge(&mut self, add: &Counts) {
        self.blocks += add.blocks;
        for (pair, add) in self.pairs.iter_mut().zip(&add.pairs) {
            pair.first.merge(&add.first);
            pair.second.merge(&add.second);
            pair.ahead.merge(add.ahead);
        }
        for (common, add) in self.common.iter_mut().zip(&add.common) {
            common.one += add.one;
            common.other += add.other;
            common.product += add.product;
        }
        if let (Some(mixed), Some(add)) = (&mut self.mixed, &add.mixed) {
            mixed.merge(add);
        }
    }

    /// The covariance of the pairs' advantages, which are counted in units of
    /// 1 / `unit`.
    ///
    /// A pair that is settled early plays no more, so that of two pairs the
    /// blocks of the shorter one are those that they have in common.
    pub fn covariance(&self, unit: f64) -> Vec<Vec<f64>> {
        let count = self.pairs.len();
        let mut covariance = vec![vec![0.0; count]; count];
        for (index, pair) in self.pairs.iter().enumerate() {
            covariance[index][index] = deviations(pair.ahead.yy, pair.ahead.y, pair.ahead.y, pair.blocks())
                / pair.blocks() as f64
                / (unit * unit);
        }
        for (common, (one, other)) in self.common.iter().zip(pairs_of(count)) {
            let blocks = [one, other].map(|pair| self.pairs[pair].blocks());
            let [shorter, longer] = [blocks[0].min(blocks[1]), blocks[0].max(blocks[1])];
            let of_blocks = deviations(common.product, common.one, common.other, shorter);
            let cell = of_blocks / longer as f64 / (unit * unit);
            covariance[one][other] = cell;
            covariance[other][one] = cell;
        }
        covariance
    }
}

/// The covariance of two numbers over blocks, from their sums and the sum of
/// their products; none is zero. Exactly zero if one of them never varies.
fn deviations(product: i128, one: i128, other: i128, blocks: u64) -> f64 {
    if blocks < 2 {
        return 0.0;
    }
    let count = i128::from(blocks);
    let exact = || count.checked_mul(product)?.checked_sub(one.checked_mul(other)?);
    // Beyond 38 digits the rounding error is negligible.
    let scaled = exact()
        .map_or_else(|| blocks as f64 * product as f64 - one as f64 * other as f64, |exact| exact as f64);
    scaled / (blocks as f64 * (blocks as f64 - 1.0))
}

impl PairCounts {
    /// The number of blocks that the two have played.
    pub fn blocks(&self) -> u64 {
        self.first.blocks
    }

    /// How far the first bot is ahead of the second in a game, where one round can
    /// move that by this `stake`.
    pub fn advantage(&self, games_per_block: u64, stake: f64) -> DealDifference {
        DealDifference {
            sums: self.ahead,
            blocks: self.blocks(),
            games_per_block,
            unit: self.first.players as i64 - 1,
            spread: self.game_variance().unwrap_or(0.0).sqrt(),
            stake,
        }
    }

    /// The variance of the difference in a single game, mean of both ways; none if
    /// there are fewer than two games.
    fn game_variance(&self) -> Option<f64> {
        Some(f64::midpoint(self.first.game_variance()?, self.second.game_variance()?))
    }

    /// The advantage of a game in standard deviations of a single game; none if
    /// nothing varies.
    pub fn effect(&self, games_per_block: u64) -> Option<f64> {
        let variance = self.game_variance()?;
        (variance > 0.0).then(|| self.advantage(games_per_block, 0.0).value() / variance.sqrt())
    }

    /// Whether a table of so many can have these counts.
    pub fn is_possible(&self, players: usize) -> bool {
        self.first.is_possible(players)
            && self.second.is_possible(players)
            && self.first.blocks == self.second.blocks
            && self.ahead.are_possible(self.blocks())
    }
}

impl MixedCounts {
    pub fn end_block(&mut self, block: &MixedBlock) {
        for (bot, &ahead) in block.ahead.iter().enumerate() {
            self.y[bot] += ahead;
            for (product, other) in self.products[bot].iter_mut().zip(&block.ahead) {
                *product += ahead * other;
            }
            let won = block.won[bot];
            self.won[bot].0 += won;
            self.won[bot].1 += won * won;
        }
    }

    fn merge(&mut self, add: &MixedCounts) {
        for bot in 0..self.y.len() {
            self.y[bot] += add.y[bot];
            self.won[bot].0 += add.won[bot].0;
            self.won[bot].1 += add.won[bot].1;
            for (product, add) in self.products[bot].iter_mut().zip(&add.products[bot]) {
                *product += add;
            }
        }
    }

    /// Each bot's mean over the mean of its tables, with `games` of each bot in a
    /// block.
    pub fn means(&self, blocks: u64, players: usize, games: u64) -> Vec<f64> {
        let divisor = blocks as f64 * games as f64 * players as f64;
        self.y.iter().map(|&sum| sum as f64 / divisor).collect()
    }

    /// The covariance of these means.
    pub fn covariance(&self, blocks: u64, players: usize, games: u64) -> Vec<Vec<f64>> {
        let unit = games as f64 * players as f64;
        let cell = |one: usize, other: usize| {
            deviations(self.products[one][other], self.y[one], self.y[other], blocks)
                / blocks as f64
                / (unit * unit)
        };
        (0..self.y.len()).map(|one| (0..self.y.len()).map(|other| cell(one, other)).collect()).collect()
    }

    /// What a bot won of its games.
    pub fn win_share(&self, bot: usize, blocks: u64, games: u64) -> Ratio {
        let (y, yy) = self.won[bot];
        Ratio { is_count: true, ..Ratio::of_sums(blocks, y, yy, games, WHOLE) }
    }
}
