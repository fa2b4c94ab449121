//! What sets scores apart: the variance components of final scores.
//!
//! A score here is a seat's score less the mean of its table, and its variance
//! over all games and seats has four components:
//! - the *seat*: the variance of the means of the seats;
//! - the *bots*: what the means of the seats in each rotation, when other bots
//!   sit there, vary beyond that;
//! - the *deal*: the covariance of two games on the same deal, at the same seat
//!   and with other bots there, each less its mean: what a deal gives to a seat,
//!   whoever sits there;
//! - the *play*: the remainder, which is what the bots make of their cards, and
//!   what chance decides after the deal.
//!
//! Products of two different games or blocks estimate the first three, so that
//! the estimates are unbiased. A line-up that is the same in every rotation plays
//! a deal once: deal and play are then one component, and bots are none.

use serde::{Deserialize, Serialize};

use crate::seat::Seat;
use crate::stats::{BATCHES, Change, Interval, MeanVector, jackknife, mean_interval};

/// A variance component of scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Who sits where.
    Bots,
    /// The seat, and with it the first deal.
    Seat,
    /// The cards.
    Deal,
    /// The choices, and the chance after the deal.
    Play,
    /// Deal and play, where they are one.
    DealAndPlay,
}

impl Part {
    /// The name in the files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Part::Bots => "bots",
            Part::Seat => "seat",
            Part::Deal => "deal",
            Part::Play => "play",
            Part::DealAndPlay => "deal_and_play",
        }
    }

    /// The name in sentences.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Part::Bots => "the bots",
            Part::Seat => "the seat",
            Part::Deal => "the deal",
            Part::Play => "the play",
            Part::DealAndPlay => "deal and play",
        }
    }
}

/// The share of a component in the variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartShare {
    /// The share, from 0 to 1.
    pub value: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Its 95 % interval, within 0 and 1.
    pub interval: Interval,
}

/// The sums of a batch of blocks. A cell is a seat in a rotation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Batch {
    blocks: u64,
    /// For each cell, the sum of its scores.
    cells: Vec<i128>,
    /// The sum of the squares of all scores.
    squares: i128,
    /// The sum of the squares of a seat's total score in a block.
    block_squares: i128,
}

impl Batch {
    fn new(cells: usize) -> Batch {
        Batch { cells: vec![0; cells], ..Batch::default() }
    }

    fn merge(&mut self, add: &Batch) {
        self.blocks += add.blocks;
        self.squares += add.squares;
        self.block_squares += add.block_squares;
        self.cells.iter_mut().zip(&add.cells).for_each(|(cell, add)| *cell += add);
    }

    fn clear(&mut self) {
        (self.blocks, self.squares, self.block_squares) = (0, 0, 0);
        self.cells.fill(0);
    }
}

/// The sums from which the variance components of scores are estimated, in
/// batches of blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreParts {
    players: usize,
    rotations: usize,
    /// The scores of the block that is being played, by cell.
    #[serde(skip)]
    now: Vec<i64>,
    batches: Vec<Batch>,
}

/// The variance components, not yet divided by their sum.
#[derive(Clone, Copy, Debug)]
struct Components {
    seat: f64,
    bots: f64,
    deal: f64,
    play: f64,
    /// The variances of the means of the seats, and of those of the cells within
    /// a seat, summed over all of them.
    trace_of_seats: f64,
    trace_of_bots: f64,
}

impl Components {
    fn share(&self, part: Part) -> f64 {
        let of = match part {
            Part::Bots => self.bots,
            Part::Seat => self.seat,
            Part::Deal => self.deal,
            Part::Play => self.play,
            Part::DealAndPlay => self.deal + self.play,
        };
        of / self.total()
    }

    /// The share of a component in what varies within cells.
    fn share_within(&self, part: Part) -> f64 {
        self.share(part) * self.total() / (self.deal + self.play)
    }

    /// The share of a variance of means.
    fn share_of_means(&self, means: VaryingMeans) -> f64 {
        match means {
            VaryingMeans::Seats => self.seat / self.total(),
            VaryingMeans::CellsInSeats => self.bots / self.total(),
            VaryingMeans::Cells => (self.seat + self.bots) / self.total(),
        }
    }

    fn total(&self) -> f64 {
        self.seat + self.bots + self.deal + self.play
    }
}

/// Means that vary: of the seats, of the cells around those of their seats, or
/// of the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VaryingMeans {
    Seats,
    CellsInSeats,
    Cells,
}

/// A mean vector that is this far out of the noise has a component whose error
/// the jackknife knows better, as it includes that of the total.
const STRONG_SIGNAL: f64 = 60.0;

impl ScoreParts {
    /// Empty sums for a table with so many players, and games in a block.
    #[must_use]
    pub fn new(players: usize, rotations: usize) -> ScoreParts {
        let cells = players * rotations;
        ScoreParts { players, rotations, now: vec![0; cells], batches: vec![Batch::new(cells); BATCHES] }
    }

    /// Counts the scores at the end of a game.
    #[inline]
    pub fn add_game(&mut self, rotation: usize, score: impl Fn(Seat) -> i64) {
        let total: i64 = Seat::all(self.players).map(&score).sum();
        for seat in Seat::all(self.players) {
            // Over the mean of the table, times the players.
            self.now[seat.index() * self.rotations + rotation] = score(seat) * self.players as i64 - total;
        }
    }

    /// Folds in a block.
    pub fn end_block(&mut self, block: u64) {
        let batch = &mut self.batches[(block % BATCHES as u64) as usize];
        batch.blocks += 1;
        for (sums, seat) in
            batch.cells.chunks_exact_mut(self.rotations).zip(self.now.chunks_exact(self.rotations))
        {
            let mut total = 0;
            for (sum, &score) in sums.iter_mut().zip(seat) {
                let score = i128::from(score);
                *sum += score;
                batch.squares += score * score;
                total += score;
            }
            batch.block_squares += total * total;
        }
    }

    /// Adds the blocks of another table of the same kind, and empties it.
    pub fn merge(&mut self, other: &mut ScoreParts) {
        for (batch, add) in self.batches.iter_mut().zip(&mut other.batches) {
            batch.merge(add);
            add.clear();
        }
    }

    /// Replaces the sums by saved ones; false if they are of another kind of
    /// table.
    #[must_use]
    pub(super) fn restore(&mut self, saved: ScoreParts) -> bool {
        let fits = (saved.players, saved.rotations, saved.batches.len())
            == (self.players, self.rotations, self.batches.len())
            && saved.batches.iter().all(|batch| batch.cells.len() == self.now.len());
        if fits {
            self.batches = saved.batches;
        }
        fits
    }

    /// The components that can be estimated.
    #[must_use]
    pub fn parts(&self) -> &'static [Part] {
        if self.rotations > 1 {
            &[Part::Bots, Part::Seat, Part::Deal, Part::Play]
        } else {
            &[Part::Seat, Part::DealAndPlay]
        }
    }

    /// The share of a component in the variance; none if no score ever varies,
    /// or there are too few blocks.
    #[must_use]
    pub fn share(&self, part: Part) -> Option<PartShare> {
        if part == Part::DealAndPlay {
            // All that the seat leaves.
            let PartShare { value, standard_error, interval } = self.share(Part::Seat)?;
            let interval = Interval { low: 1.0 - interval.high, high: 1.0 - interval.low };
            return Some(PartShare { value: 1.0 - value, standard_error, interval });
        }
        let (raw, standard_error) = jackknife(|without| self.share_without(part, without))?;
        let by_jackknife = || mean_interval(raw, standard_error, BATCHES as f64 - 1.0);
        let (interval, most) = match part {
            Part::Bots => {
                (self.share_of_means(VaryingMeans::CellsInSeats)?, Interval { low: 1.0, high: 1.0 })
            }
            Part::Seat => (self.share_of_means(VaryingMeans::Seats)?, Interval { low: 1.0, high: 1.0 }),
            Part::Deal | Part::Play | Part::DealAndPlay => {
                let left = self.left_by_means()?;
                let interval = if self.mean_vector(VaryingMeans::Cells)?.0.signal() < STRONG_SIGNAL {
                    self.share_within_cells(part, raw, left)?
                } else {
                    by_jackknife()
                };
                (interval, Interval { low: left.value, high: left.interval.high })
            }
        };
        // Beyond what is possible, an estimate says that the share is near the
        // end, and no more. (A deal that suits a bot as much as a seat makes the
        // covariance negative.)
        let value = raw.clamp(0.0, most.low);
        let half = by_jackknife().half_width() / 2.0;
        let low = interval.low.min(if raw > most.low { value - half } else { value });
        let high = interval.high.max(if raw < 0.0 { value + half } else { value });
        let interval = Interval { low: low.clamp(0.0, 1.0), high: high.clamp(0.0, most.high) };
        Some(PartShare { value, standard_error, interval })
    }

    /// The share of what varies within cells, which their means leave.
    fn left_by_means(&self) -> Option<PartShare> {
        let Interval { low, high } = self.share_of_means(VaryingMeans::Cells)?;
        let interval = Interval { low: (1.0 - high).clamp(0.0, 1.0), high: (1.0 - low).clamp(0.0, 1.0) };
        let value = 1.0 - self.components(None)?.share_of_means(VaryingMeans::Cells);
        Some(PartShare { value: value.clamp(interval.low, interval.high), standard_error: 0.0, interval })
    }

    /// The interval for the share of a variance of means.
    fn share_of_means(&self, means: VaryingMeans) -> Option<Interval> {
        let (vector, scale) = self.mean_vector(means)?;
        if vector.trace <= 0.0 {
            // Without any noise, by the rule of three.
            let blocks: u64 = self.batches.iter().map(|batch| batch.blocks).sum();
            return Some(Interval { low: 0.0, high: 3.0 / blocks as f64 });
        }
        if vector.signal() < STRONG_SIGNAL {
            let Interval { low, high } = vector.interval();
            return Some(Interval { low: low * scale, high: high * scale });
        }
        let share = |without: Option<usize>| Some(self.components(without)?.share_of_means(means));
        let (value, error) = jackknife(share)?;
        Some(mean_interval(value, error, BATCHES as f64 - 1.0))
    }

    /// The interval for the share of a component of what varies within cells:
    /// the product of its share there, and of what is left by the means of the
    /// cells. The two are combined by the method of variance estimates recovery
    /// (MOVER), as the second one may be next to certain on one side. Where the
    /// means are out of the noise the two are correlated, and the jackknife knows
    /// better.
    fn share_within_cells(&self, part: Part, value: f64, left: PartShare) -> Option<Interval> {
        let within = |without: Option<usize>| Some(self.components(without)?.share_within(part));
        let (within, error) = jackknife(within)?;
        let half = mean_interval(within, error, BATCHES as f64 - 1.0).half_width();
        let distance = |of_left: f64| (half * left.value).hypot(within * of_left);
        Some(Interval {
            low: value - distance(left.value - left.interval.low),
            high: value + distance(left.interval.high - left.value),
        })
    }

    /// The difference of a component's share from that of a baseline on the same
    /// blocks.
    #[must_use]
    pub fn change(&self, part: Part, baseline: &ScoreParts) -> Option<Change> {
        let (own, other) = (self.share(part)?, baseline.share(part)?);
        let (_, error) = jackknife(|without| {
            Some(self.share_without(part, without)? - baseline.share_without(part, without)?)
        })?;
        Some(Change {
            independent_error: Some(own.standard_error.hypot(other.standard_error)),
            is_same: self.batches == baseline.batches && self.rotations == baseline.rotations,
            ..Change::of_estimate(own.value - other.value, error, BATCHES as f64 - 1.0)
        })
    }

    fn share_without(&self, part: Part, without: Option<usize>) -> Option<f64> {
        self.components(without).map(|components| components.share(part))
    }

    /// The components, of all batches or of all but one; none if no score ever
    /// varies, or there are too few blocks.
    fn components(&self, without: Option<usize>) -> Option<Components> {
        let mut sum = Batch::new(self.now.len());
        let kept = self.batches.iter().enumerate().filter(|(index, _)| Some(*index) != without);
        kept.for_each(|(_, batch)| sum.merge(batch));
        if sum.blocks < 2 || sum.squares == 0 {
            return None;
        }
        let (blocks, games, players) = (sum.blocks as f64, self.rotations as f64, self.players as f64);
        let square = |sum: i128| sum as f64 * sum as f64;
        let of_cells: f64 = sum.cells.iter().map(|&cell| square(cell)).sum();
        let of_seats: f64 =
            sum.cells.chunks_exact(self.rotations).map(|seat| square(seat.iter().sum())).sum();
        // The variances of single games, and of a seat's total in a block, summed
        // over cells and seats.
        let single = (sum.squares as f64 - of_cells / blocks) / (blocks - 1.0);
        let total = (sum.block_squares as f64 - of_seats / blocks) / (blocks - 1.0);
        let trace_of_cells = single / blocks;
        let trace_of_seats = total / (games * games * blocks);
        // A squared sample mean exceeds that of the true mean by its variance.
        let cells = (of_cells / (blocks * blocks) - trace_of_cells) / (players * games);
        let seat = (of_seats / (games * games * blocks * blocks) - trace_of_seats) / players;
        let within = single / (players * games);
        let deal = if games > 1.0 { (total - single) / (players * games * (games - 1.0)) } else { 0.0 };
        Some(Components {
            seat,
            bots: cells - seat,
            deal,
            play: within - deal,
            trace_of_seats,
            trace_of_bots: trace_of_cells - games * trace_of_seats,
        })
    }

    /// A vector of means, and the share in the variance of a squared length of 1.
    fn mean_vector(&self, means: VaryingMeans) -> Option<(MeanVector, f64)> {
        let components = self.components(None)?;
        let (trace, dimensions) = match means {
            VaryingMeans::Seats => (components.trace_of_seats, self.players),
            VaryingMeans::CellsInSeats => (components.trace_of_bots, self.now.len()),
            VaryingMeans::Cells => {
                let games = self.rotations as f64;
                (components.trace_of_bots + games * components.trace_of_seats, self.now.len())
            }
        };
        let batches: Vec<(f64, Vec<f64>)> = self
            .batches
            .iter()
            .filter(|batch| batch.blocks > 0)
            .map(|batch| (batch.blocks as f64, self.means(means, batch)))
            .collect();
        let blocks: f64 = batches.iter().map(|(blocks, _)| blocks).sum();
        let mean: Vec<f64> = (0..dimensions)
            .map(|index| batches.iter().map(|(blocks, means)| blocks * means[index]).sum::<f64>() / blocks)
            .collect();
        let squared_length = mean.iter().map(|mean| mean * mean).sum();
        let concentration = concentration(&batches, &mean)?;
        let scale = 1.0 / (dimensions as f64 * components.total());
        Some((MeanVector { squared_length, trace, concentration }, scale))
    }

    /// The means in a batch.
    fn means(&self, of: VaryingMeans, batch: &Batch) -> Vec<f64> {
        let (blocks, games) = (batch.blocks as f64, self.rotations as f64);
        let seats = batch.cells.chunks_exact(self.rotations);
        let mean = |seat: &[i128]| seat.iter().sum::<i128>() as f64 / (blocks * games);
        let cells = |seat: &[i128], around: f64| -> Vec<f64> {
            seat.iter().map(|&cell| cell as f64 / blocks - around).collect()
        };
        match of {
            VaryingMeans::Seats => seats.map(mean).collect(),
            VaryingMeans::CellsInSeats => seats.flat_map(|seat| cells(seat, mean(seat))).collect(),
            VaryingMeans::Cells => seats.flat_map(|seat| cells(seat, 0.0)).collect(),
        }
    }
}

/// The trace of C² over the square of that of C, where C is the covariance
/// matrix of a mean, from the means of batches.
fn concentration(batches: &[(f64, Vec<f64>)], mean: &[f64]) -> Option<f64> {
    let freedom = batches.len() as f64 - 1.0;
    if freedom < 3.0 {
        return None;
    }
    let deviations: Vec<Vec<f64>> = batches
        .iter()
        .map(|(blocks, means)| means.iter().zip(mean).map(|(own, all)| blocks.sqrt() * (own - all)).collect())
        .collect();
    let product = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
    let trace: f64 = deviations.iter().map(|one| product(one, one)).sum();
    let squares: f64 =
        deviations.iter().flat_map(|one| deviations.iter().map(|other| product(one, other).powi(2))).sum();
    let found = squares / (trace * trace);
    // Solved for its expectation under Wishart's distribution.
    let unbiased = (found * freedom - 1.0) / (freedom + 1.0 - 2.0 * found);
    let least = 1.0 / (mean.len() as f64 - 1.0);
    Some(if trace > 0.0 { unbiased.clamp(least, 1.0) } else { 1.0 })
}

#[cfg(test)]
mod tests;
