//! Comparisons of bots: the same deal with a bot in each seat in turn.

mod deals;
mod summary;

use serde::{Deserialize, Serialize};

use self::deals::DealCounts;
use super::verdict::Verdict;
use super::{Precision, PrecisionError, Study, UnknownMetric};
use crate::bots::{BotSpec, Player};
use crate::game::{Game, NullObserver};
use crate::seat::{MAX_SEATS, Seat, WHOLE};
use crate::sim::{BlockCounter, BlockFault, LineUp, LineUpError, Setup};
use crate::stats::Ratio;
use crate::table::{Shown, Table};
use crate::tally::{Convergence, UnreadableCounts, from_bytes, to_bytes};

/// A bot, and the baseline in all other seats.
#[derive(Clone)]
pub struct Contest<G: Game> {
    /// The table: the bot comes first in the line-up, so that each rotation has
    /// it in another seat.
    pub setup: Setup<G>,
}

/// Sums over blocks of one number per game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Sums {
    y: i128,
    yy: i128,
    /// The sum of the squares of the single games.
    single: i128,
}

impl Sums {
    fn add(&mut self, games: impl Iterator<Item = i128>) {
        let mut block = 0;
        for game in games {
            block += game;
            self.single += game * game;
        }
        self.y += block;
        self.yy += block * block;
    }

    fn merge(&mut self, other: Sums) {
        self.y += other.y;
        self.yy += other.yy;
        self.single += other.single;
    }

    /// The mean over games, of numbers counted in units of 1 / `unit`.
    fn mean(&self, blocks: u64, games: usize, unit: i64) -> Ratio {
        let (all, per_block) = (i128::from(blocks), games as i128);
        Ratio {
            blocks,
            y: self.y,
            n: all * per_block,
            yy: self.yy,
            yn: self.y * per_block,
            nn: all * per_block * per_block,
            unit,
            games_per_block: games as u64,
            event: 1.0,
        }
    }
}

/// The counts of a contest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// The number of blocks counted.
    pub blocks: u64,
    /// The number of players, which is the number of games in a block.
    pub players: usize,
    ahead: Sums,
    won: Sums,
    /// Games that somebody won.
    decided: u64,
    /// How the difference came to its value.
    convergence: Convergence,
    /// How many deals had which difference.
    deals: DealCounts,
}

impl Score {
    /// The number of games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.blocks * self.players as u64
    }

    /// The mean difference between the bot's final score and the mean of the
    /// others'.
    #[must_use]
    pub fn difference(&self) -> Ratio {
        self.ahead.mean(self.blocks, self.players, self.players as i64 - 1)
    }

    /// The difference after more and more blocks.
    fn differences(&self) -> impl Iterator<Item = Ratio> {
        self.convergence.ratios(self.difference())
    }

    /// The share of the games that the bot won; a win shared by k players
    /// counts 1/k.
    #[must_use]
    pub fn win_share(&self) -> Ratio {
        self.won.mean(self.blocks, self.players, WHOLE)
    }

    /// The win share of a bot that is as good as the others: an equal share of
    /// the games that somebody won.
    #[must_use]
    pub fn fair_share(&self) -> f64 {
        self.decided as f64 / self.games() as f64 / self.players as f64
    }

    /// The variance reduction by duplicate deals: how many times as many games
    /// independent deals would have taken for the same interval of the
    /// difference. None if nothing varies.
    #[must_use]
    pub fn duplicate_gain(&self) -> Option<f64> {
        let games = self.games() as f64;
        let (blocks, players) = (self.blocks as f64, self.players as f64);
        let variance = |sum: i128, square: i128, count: f64| {
            let mean = sum as f64 / count;
            (square as f64 - mean * sum as f64) / (count - 1.0)
        };
        if self.blocks < 2 {
            return None;
        }
        let single = variance(self.ahead.y, self.ahead.single, games);
        let of_blocks = variance(self.ahead.y, self.ahead.yy, blocks);
        (of_blocks > 0.0).then(|| single * players / of_blocks)
    }
}

/// Plays the blocks of a contest and counts them.
pub struct ContestCounter<'a, G: Game> {
    contest: &'a Contest<G>,
    players: Vec<Player<G>>,
    /// The counts.
    pub score: Score,
}

impl<G: Game> Contest<G> {
    /// A contest of a bot against a baseline.
    ///
    /// # Errors
    /// If one of them cannot play.
    pub fn new(game: G, bot: &BotSpec, baseline: &BotSpec, seed: u64) -> Result<Contest<G>, LineUpError> {
        let line_up = LineUp::versus(&game, bot, baseline)?;
        Ok(Contest { setup: Setup::new(game, line_up, seed) })
    }

    /// The bot and the baseline, as they were named.
    #[must_use]
    pub fn names(&self) -> [String; 2] {
        [0, 1].map(|bot| self.setup.line_up.bots()[bot].to_string())
    }

    /// A counter that has counted nothing.
    #[must_use]
    pub fn counter(&self) -> ContestCounter<'_, G> {
        let score = Score { players: self.setup.game.players(), ..Score::default() };
        ContestCounter { contest: self, players: self.setup.line_up.players(), score }
    }

    /// The seat of the bot in a rotation.
    #[must_use]
    pub fn seat_of_bot(&self, rotation: usize) -> Seat {
        let players = self.setup.game.players();
        Seat::at((players - rotation) % players)
    }
}

impl<G: Game> BlockCounter for ContestCounter<'_, G> {
    fn count_block(&mut self, block: u64) -> Result<(), BlockFault> {
        let setup = &self.contest.setup;
        let players = setup.game.players();
        let (mut ahead, mut won) = ([0; MAX_SEATS], [0; MAX_SEATS]);
        for rotation in 0..players {
            let end = setup.play(block, rotation, &mut self.players, &mut NullObserver).map_err(|fault| {
                let table = self.contest.names().join(" against ");
                BlockFault { table: Some(table), ..fault }
            })?;
            let bot = self.contest.seat_of_bot(rotation);
            let total: i64 = Seat::all(players).map(|seat| setup.game.score(&end, seat)).sum();
            ahead[rotation] = i128::from(setup.game.score(&end, bot)) * players as i128 - i128::from(total);
            let winners = setup.game.winners(&end);
            won[rotation] = i128::from(winners.part_of(bot));
            self.score.decided += u64::from(!winners.is_empty());
        }
        let of_deal: i128 = ahead.iter().sum();
        self.score.convergence.add(block, of_deal as i64, players as i64);
        self.score.deals.add(of_deal as i64, (players * (players - 1)) as i64);
        self.score.ahead.add(ahead.into_iter().take(players));
        self.score.won.add(won.into_iter().take(players));
        self.score.blocks += 1;
        Ok(())
    }

    fn blocks(&self) -> u64 {
        self.score.blocks
    }

    fn merge(&mut self, other: &mut Self) {
        let players = other.score.players;
        let mut add = std::mem::replace(&mut other.score, Score { players, ..Score::default() });
        self.score.blocks += add.blocks;
        self.score.ahead.merge(add.ahead);
        self.score.won.merge(add.won);
        self.score.decided += add.decided;
        self.score.convergence.merge(&mut add.convergence);
        self.score.deals.merge(add.deals);
    }

    fn save(&self) -> Vec<u8> {
        to_bytes(&self.score)
    }

    fn restore(&mut self, saved: &[u8]) -> Result<(), UnreadableCounts> {
        let score: Score = from_bytes(saved)?;
        let is_whole = score.convergence.blocks() == score.blocks && score.deals.total() == score.blocks;
        if score.players != self.score.players || !is_whole {
            return Err(UnreadableCounts);
        }
        self.score = score;
        Ok(())
    }
}

/// A study of contests on the same deals: whether the bot of each is better than
/// its baseline, and by how much.
pub struct Comparison<G: Game> {
    /// The pairs.
    pub contests: Vec<Contest<G>>,
    /// The equivalence margin.
    pub margin: Option<f64>,
    /// Whether to play until every verdict is reached.
    pub until_sure: bool,
}

/// The metrics for which a precision can be requested.
const METRICS: [&str; 2] = ["difference", "win_share"];

impl<G: Game> Study for Comparison<G> {
    type Counter<'a> = Vec<ContestCounter<'a, G>>;

    fn counter(&self) -> Vec<ContestCounter<'_, G>> {
        self.contests.iter().map(Contest::counter).collect()
    }

    fn games_per_block(&self) -> u64 {
        self.contests[0].setup.line_up.rotations() as u64
    }

    fn all_games_per_block(&self) -> u64 {
        self.games_per_block() * self.contests.len() as u64
    }

    fn check_precision(&self, precision: &Precision) -> Result<(), PrecisionError> {
        if !METRICS.contains(&precision.metric.as_str()) {
            return Err(UnknownMetric::new("metric", &precision.metric, &METRICS).into());
        }
        match &precision.outcome {
            Some(outcome) => Err(UnknownMetric::new("outcome", outcome, &[]).into()),
            None => Ok(()),
        }
    }

    fn widest(&self, counter: &Vec<ContestCounter<'_, G>>, precision: &Precision) -> Option<f64> {
        let widths: Option<Vec<f64>> = counter
            .iter()
            .map(|contest| {
                if precision.metric == METRICS[0] {
                    contest.score.difference().half_width_at_looks()
                } else {
                    contest.score.win_share().half_width_at_looks()
                }
            })
            .collect();
        widths?.into_iter().reduce(f64::max)
    }

    fn awaits_verdict(&self) -> bool {
        self.until_sure
    }

    fn is_decided(&self, counter: &Vec<ContestCounter<'_, G>>) -> bool {
        counter.iter().all(|contest| self.judge(&contest.score).verdict != Verdict::Undecided)
    }

    fn tables(&self, counter: &Vec<ContestCounter<'_, G>>) -> Vec<Table> {
        let mut table = Table::new("compare", summary::columns());
        for (contest, counter) in self.contests.iter().zip(counter) {
            table.push(self.row(contest, &counter.score));
        }
        vec![table, self.deals_table(counter), self.convergence_table(counter)]
    }

    fn summary(&self, counter: &Vec<ContestCounter<'_, G>>) -> Vec<Shown> {
        match (&self.contests[..], &counter[..]) {
            ([contest], [counter]) => self.pair(contest, &counter.score),
            _ => self.matrix(counter),
        }
    }
}

#[cfg(test)]
mod tests;
