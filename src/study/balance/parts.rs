//! Variance components of a score: the seat, the deal and the play.
//!
//! A score here is a seat's score less the mean of its table. Its variance over
//! all games and seats has three components:
//! - the *seat*: the covariance of two games on different deals at a seat;
//! - the *deal*: what the covariance of two games on the same deal, with other
//!   bots at the seat, has beyond that;
//! - the *play*: the remainder.
//!
//! Each is a mean of products of two different games, so that the estimates are
//! unbiased. A line-up that is the same in every rotation plays a deal once:
//! deal and play are then confounded, and are one component.

use serde::{Deserialize, Serialize};

use crate::seat::MAX_SEATS;
use crate::stats::{BATCHES, Change, jackknife};

/// A variance component of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The seat.
    Seat,
    /// The cards.
    Deal,
    /// The bots and their choices.
    Play,
    /// Deal and play, where they are confounded.
    DealAndPlay,
}

impl Part {
    /// The name in the files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Part::Seat => "seat",
            Part::Deal => "deal",
            Part::Play => "play",
            Part::DealAndPlay => "deal_and_play",
        }
    }
}

/// The sums of a batch of blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Batch {
    blocks: u64,
    /// For each seat, the sum of its scores.
    seats: [i128; MAX_SEATS],
    /// The sum of the squares of all scores.
    squares: i128,
    /// The sum of the squares of a seat's total score in a block.
    block_squares: i128,
}

impl Batch {
    fn merge(&mut self, add: &Batch) {
        self.blocks += add.blocks;
        self.squares += add.squares;
        self.block_squares += add.block_squares;
        self.seats.iter_mut().zip(add.seats).for_each(|(seat, add)| *seat += add);
    }
}

/// The sums from which the variance components of a score are estimated, in
/// batches of blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreParts {
    players: usize,
    rotations: usize,
    /// The sum of squares of the block that is being played.
    now: i128,
    batches: Vec<Batch>,
}

impl ScoreParts {
    pub(super) fn new(players: usize, rotations: usize) -> ScoreParts {
        ScoreParts { players, rotations, now: 0, batches: vec![Batch::default(); BATCHES] }
    }

    /// Counts the score of a seat at the end of a game.
    pub(super) fn add(&mut self, ahead: i64) {
        self.now += i128::from(ahead) * i128::from(ahead);
    }

    /// Folds in a block, with the sums of the seats' scores in it.
    pub(super) fn end_block(&mut self, block: u64, seats: &[i64]) {
        let batch = &mut self.batches[(block % BATCHES as u64) as usize];
        batch.blocks += 1;
        batch.squares += std::mem::take(&mut self.now);
        for (sum, &seat) in batch.seats.iter_mut().zip(seats) {
            *sum += i128::from(seat);
            batch.block_squares += i128::from(seat) * i128::from(seat);
        }
    }

    pub(super) fn merge(&mut self, other: &mut ScoreParts) {
        for (batch, add) in self.batches.iter_mut().zip(&mut other.batches) {
            batch.merge(&std::mem::take(add));
        }
    }

    /// Whether both are of the same kind of table.
    pub(super) fn fits(&self, other: &ScoreParts) -> bool {
        (self.players, self.rotations, self.batches.len())
            == (other.players, other.rotations, other.batches.len())
    }

    /// The components that can be estimated.
    #[must_use]
    pub fn parts(&self) -> &'static [Part] {
        if self.rotations > 1 {
            &[Part::Seat, Part::Deal, Part::Play]
        } else {
            &[Part::Seat, Part::DealAndPlay]
        }
    }

    /// The share of a component in the variance, with its standard error; none
    /// if no score ever varies, or there are too few blocks.
    #[must_use]
    pub fn share(&self, part: Part) -> Option<(f64, f64)> {
        jackknife(|without| self.share_without(part, without))
    }

    /// The difference of a component's share from that of a baseline on the same
    /// blocks.
    #[must_use]
    pub fn change(&self, part: Part, baseline: &ScoreParts) -> Option<Change> {
        let (_, own) = self.share(part)?;
        let (_, other) = baseline.share(part)?;
        let (value, error) = jackknife(|without| {
            Some(self.share_without(part, without)? - baseline.share_without(part, without)?)
        })?;
        Some(Change {
            value,
            standard_error: Some(error),
            independent_error: Some(own.hypot(other)),
            degrees_of_freedom: BATCHES as f64 - 1.0,
            unseen: None,
            is_same: self.batches == baseline.batches && self.rotations == baseline.rotations,
        })
    }

    fn share_without(&self, part: Part, without: Option<usize>) -> Option<f64> {
        let mut sum = Batch::default();
        let kept = self.batches.iter().enumerate().filter(|(index, _)| Some(*index) != without);
        kept.for_each(|(_, batch)| sum.merge(batch));
        if sum.blocks < 2 || sum.squares == 0 {
            return None;
        }
        let (blocks, games) = (sum.blocks as f64, self.rotations as f64);
        let players = self.players as f64;
        let whole = sum.squares as f64 / (blocks * games * players);
        let of_seats: i128 = sum.seats.iter().map(|seat| seat * seat).sum();
        let seat =
            (of_seats - sum.block_squares) as f64 / (blocks * (blocks - 1.0) * games * games * players);
        let same_deal =
            || (sum.block_squares - sum.squares) as f64 / (blocks * games * (games - 1.0) * players);
        Some(match part {
            Part::Seat => seat / whole,
            Part::Deal => (same_deal() - seat) / whole,
            Part::Play => 1.0 - same_deal() / whole,
            Part::DealAndPlay => 1.0 - seat / whole,
        })
    }
}
