//! Comparisons of bots: the same deal with a bot in each seat in turn.

mod deals;
mod summary;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use self::deals::DealCounts;
use super::verdict::Verdict;
use super::{Precision, PrecisionError, Study, UnknownMetric};
use crate::bots::{BotSpec, Player};
use crate::game::{Game, NullObserver};
use crate::seat::{BySeat, MAX_SEATS, Seat, WHOLE};
use crate::sim::{BlockCounter, BlockFault, LineUp, LineUpError, Setup};
use crate::standings::Winners;
use crate::stats::{DealDifference, DealSums, Ratio};
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
    deals: DealSums,
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
        self.deals.add(block);
    }

    fn merge(&mut self, other: Sums) {
        self.deals.merge(other.deals);
        self.single += other.single;
    }
}

/// What a game came to for one of its players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GameResult {
    /// How far it is ahead of the mean of the others, in units of 1 / (players - 1).
    pub ahead: i128,
    /// Its part of the win, in units of 1 / [`WHOLE`].
    pub won: i128,
    /// Whether somebody won.
    pub is_decided: bool,
}

/// How a game ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameEnd {
    players: usize,
    scores: BySeat<i64>,
    total: i64,
    winners: Winners,
}

impl GameEnd {
    pub fn new<G: Game>(game: &G, end: &G::State) -> GameEnd {
        let players = game.players();
        let (mut scores, mut total) = (BySeat::default(), 0);
        for seat in Seat::all(players) {
            scores[seat] = game.score(end, seat);
            total += scores[seat];
        }
        GameEnd { players, scores, total, winners: game.winners(end) }
    }

    /// The result of the player at a seat.
    pub fn result(&self, seat: Seat) -> GameResult {
        GameResult {
            ahead: i128::from(self.scores[seat]) * self.players as i128 - i128::from(self.total),
            won: i128::from(self.winners.part_of(seat)),
            is_decided: !self.winners.is_empty(),
        }
    }
}

/// The counts of a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// The number of blocks counted.
    pub blocks: u64,
    /// The number of players, which is the number of games in a block.
    pub players: usize,
    ahead: Sums,
    won: Sums,
    /// Games that somebody won.
    decided: u64,
}

/// How far one round can move the difference of a game by what bots choose to
/// stake: what a seat wins from the others, the others lose. 0 if they choose no
/// stakes.
pub(super) fn largest_stake<G: Game>(game: &G) -> f64 {
    let players = game.players() as f64;
    game.largest_stake().map_or(0.0, |largest| largest as f64 * players / (players - 1.0))
}

/// How a contest went, deal by deal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Course {
    /// How the difference came to its value.
    convergence: Convergence,
    /// How many deals had which difference.
    deals: DealCounts,
}

impl Course {
    fn merge(&mut self, mut other: Course) {
        self.convergence.merge(&mut other.convergence);
        self.deals.merge(other.deals);
    }
}

impl Score {
    /// The score of a table of so many, of which nothing is counted.
    pub(super) fn empty(players: usize) -> Score {
        Score { players, ..Score::default() }
    }

    /// Counts the games of a block, in each of which the bot has another seat.
    pub(super) fn add_block(&mut self, games: &[GameResult]) {
        self.ahead.add(games.iter().map(|game| game.ahead));
        self.won.add(games.iter().map(|game| game.won));
        self.decided += games.iter().filter(|game| game.is_decided).count() as u64;
        self.blocks += 1;
    }

    /// Adds the counts of other blocks.
    pub(super) fn merge(&mut self, add: &Score) {
        self.blocks += add.blocks;
        self.ahead.merge(add.ahead);
        self.won.merge(add.won);
        self.decided += add.decided;
    }

    /// The variance of the difference in a single game; none for a single game.
    pub(super) fn game_variance(&self) -> Option<f64> {
        let (games, unit) = (self.games() as f64, self.players as f64 - 1.0);
        let mean = self.ahead.deals.y as f64 / games;
        let squares = self.ahead.single as f64 - mean * self.ahead.deals.y as f64;
        (self.games() > 1).then(|| squares.max(0.0) / (games - 1.0) / (unit * unit))
    }

    /// The number of games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.blocks * self.players as u64
    }

    /// The mean difference between the bot's final score and the mean of the
    /// others', where one round can move that of a game by this `stake`.
    #[must_use]
    pub(super) fn difference(&self, stake: f64) -> DealDifference {
        DealDifference {
            sums: self.ahead.deals,
            blocks: self.blocks,
            games_per_block: self.players as u64,
            unit: self.players as i64 - 1,
            spread: self.game_variance().unwrap_or(0.0).sqrt(),
            stake,
        }
    }

    /// The share of the games that the bot won; a win shared by k players
    /// counts 1/k.
    #[must_use]
    pub fn win_share(&self) -> Ratio {
        let DealSums { y, yy, .. } = self.won.deals;
        Ratio { is_count: true, ..Ratio::of_sums(self.blocks, y, yy, self.players as u64, WHOLE) }
    }

    /// Whether a game of this size can have these counts.
    pub(super) fn is_possible(&self, players: usize) -> bool {
        self.players == players
            && self.ahead.deals.are_possible(self.blocks)
            && self.won.deals.are_possible(self.blocks)
            && self.decided <= self.blocks.saturating_mul(players as u64)
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
        let single = variance(self.ahead.deals.y, self.ahead.single, games);
        let of_blocks = variance(self.ahead.deals.y, self.ahead.deals.yy, blocks);
        (of_blocks > 0.0).then(|| single * players / of_blocks)
    }
}

/// Plays the blocks of a contest and counts them.
pub struct ContestCounter<'a, G: Game> {
    contest: &'a Contest<G>,
    players: Vec<Player<G>>,
    /// The counts.
    pub score: Score,
    course: Course,
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
        let score = Score::empty(self.setup.game.players());
        ContestCounter {
            contest: self,
            players: self.setup.line_up.players(),
            score,
            course: Course::default(),
        }
    }

    /// The seat of the bot in a rotation.
    #[must_use]
    pub fn seat_of_bot(&self, rotation: usize) -> Seat {
        let players = self.setup.game.players();
        Seat::at((players - rotation) % players)
    }
}

impl<G: Game> ContestCounter<'_, G> {
    /// The mean difference so far.
    #[must_use]
    pub fn difference(&self) -> DealDifference {
        self.score.difference(largest_stake(&self.contest.setup.game))
    }
}

impl<G: Game> BlockCounter for ContestCounter<'_, G> {
    fn prepare(&mut self, blocks: Range<u64>) -> bool {
        self.contest.setup.rehearse(blocks, &mut self.players)
    }

    fn count_block(&mut self, block: u64) -> Result<(), BlockFault> {
        let setup = &self.contest.setup;
        let players = setup.game.players();
        let mut games = [GameResult::default(); MAX_SEATS];
        for (rotation, game) in games[..players].iter_mut().enumerate() {
            let end = setup.play(block, rotation, &mut self.players, &mut NullObserver).map_err(|fault| {
                let table = self.contest.names().join(" against ");
                BlockFault { table: Some(table), ..fault }
            })?;
            *game = GameEnd::new(&setup.game, &end).result(self.contest.seat_of_bot(rotation));
        }
        self.score.add_block(&games[..players]);
        let of_deal: i128 = games[..players].iter().map(|game| game.ahead).sum();
        self.course.convergence.add(block, 1, of_deal as i64, players as i64);
        self.course.deals.add(of_deal as i64, (players * (players - 1)) as i64);
        Ok(())
    }

    fn blocks(&self) -> u64 {
        self.score.blocks
    }

    fn merge(&mut self, other: &mut Self) {
        let empty = Score::empty(other.score.players);
        self.score.merge(&std::mem::replace(&mut other.score, empty));
        self.course.merge(std::mem::take(&mut other.course));
    }

    fn save(&self) -> Vec<u8> {
        to_bytes(&(&self.score, &self.course))
    }

    fn restore(&mut self, saved: &[u8]) -> Result<(), UnreadableCounts> {
        let (score, course): (Score, Course) = from_bytes(saved)?;
        let is_whole = course.convergence.blocks() == score.blocks && course.deals.total() == score.blocks;
        if !score.is_possible(self.score.players) || !is_whole {
            return Err(UnreadableCounts);
        }
        (self.score, self.course) = (score, course);
        Ok(())
    }
}

/// A study of a contest: whether the bot is better than the baseline, and by how
/// much.
pub struct Comparison<G: Game> {
    /// The bot and the baseline.
    pub contest: Contest<G>,
    /// The equivalence margin.
    pub margin: Option<f64>,
    /// Whether to play until the verdict is reached.
    pub until_sure: bool,
}

/// The metrics for which a precision can be requested.
const METRICS: [&str; 2] = ["difference", "win_share"];

impl<G: Game> Study for Comparison<G> {
    type Counter<'a> = ContestCounter<'a, G>;

    fn counter(&self) -> ContestCounter<'_, G> {
        self.contest.counter()
    }

    fn games_per_block(&self) -> u64 {
        self.contest.setup.line_up.rotations() as u64
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

    fn widest(&self, counter: &ContestCounter<'_, G>, precision: &Precision) -> Option<f64> {
        let score = &counter.score;
        if precision.metric == METRICS[0] {
            return self.difference(score).change().half_width_at_looks(score.blocks);
        }
        score.win_share().half_width_at_looks()
    }

    fn awaits_verdict(&self) -> bool {
        self.until_sure
    }

    fn is_decided(&self, counter: &ContestCounter<'_, G>) -> bool {
        self.judge(&counter.score).verdict != Verdict::Undecided
    }

    fn tables(&self, counter: &ContestCounter<'_, G>) -> Vec<Table> {
        let mut table = Table::new("compare", summary::columns());
        table.push(self.row(&counter.score));
        vec![table, self.deals_table(counter), self.convergence_table(counter)]
    }

    fn summary(&self, counter: &ContestCounter<'_, G>) -> Vec<Shown> {
        self.pair(&counter.score)
    }
}

#[cfg(test)]
mod coverage_tests;
#[cfg(test)]
mod tests;
