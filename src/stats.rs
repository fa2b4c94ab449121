//! Statistics over blocks: standard errors, confidence intervals, and intervals
//! that stay valid under repeated looks.
//!
//! The block is the sample, never the round, the hand or the seat: the games
//! of a block share a deal, and the rounds of a game share their players. A
//! share or a mean is a ratio of two sums over blocks, and its variance comes
//! from the blocks' deviations from it (the delta method). Where there are many
//! blocks, fixed clusters of them take their place, which is as valid (see
//! [`Cluster`](crate::tally::Cluster)). No interval claims to
//! know what has not been seen yet: see `unseen`, and `deals` for bots that differ
//! in few deals.

mod deals;
mod hotelling;
mod jackknife;
mod joint;
mod looks;
mod matrix_game;
mod multiple_testing;
mod noncentral;
mod paired;
mod ratio;
mod student;
mod unseen;

pub use deals::{DealDifference, DealSums, MIN_DIFFERING, Rarity};
pub use hotelling::{SeatTest, SeatVectors};
pub use jackknife::{BATCHES, jackknife};
pub use joint::JointErrors;
pub use looks::{FIRST_LOOK, is_look, level_at_looks, next_look};
pub use matrix_game::equilibrium;
pub use multiple_testing::{Planning, holm, two_sided_p};
pub use noncentral::MeanVector;
pub use paired::{Change, CrossProducts, ENOUGH_ALIKE, MIN_BLOCKS, PairedRatios};
pub use ratio::Ratio;
pub use student::mean_interval;

/// The confidence level of every interval.
pub const LEVEL: f64 = 0.95;

/// A confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval of this half-width around a value.
    #[must_use]
    pub fn around(value: f64, half_width: f64) -> Interval {
        Interval { low: value - half_width, high: value + half_width }
    }

    /// Half the width.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}
