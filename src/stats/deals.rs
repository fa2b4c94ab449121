//! Differences between bots, deal by deal, most of which may be zero.
//!
//! Bots that choose alike in most deals differ in few of them, and by much: the
//! difference of a deal is zero with some probability, and else of an unknown
//! spread. Its mean is known from the deals that differ alone, so the interval
//! takes from them what it can, and from the scores what it cannot:
//!
//! - Two deals that were not seen are added to the squared deviations, as in
//!   every estimate (see `unseen`). Their size is the root mean square of the
//!   differing deals, pooled with [`OF_THE_GAME`] more that differ by as much as
//!   the scores of single games do: one other choice moves a game about so far.
//! - Student's quantile has two degrees of freedom for each deal of that pool,
//!   where that is fewer than the deals have: the variance of a Poisson number of
//!   terms is about as well known (Satterthwaite).
//! - If one deal holds most of the squared differences, another one like it is
//!   what was not seen.
//! - If the rules let a seat stake far more than was ever at stake, a deal of that
//!   size may hide in the next third of as many deals (the *rule of three*).
//!
//! Simulations in `deals/tests.rs` say what that covers. With hundreds of
//! differing deals the interval is Student's, to less than a percent.

use serde::{Deserialize, Serialize};

use super::unseen::Unseen;
use super::{Change, MIN_BLOCKS, Ratio};

/// The deals that differ by as much as single games do, in the pool that says how
/// large a difference may be that no deal has shown.
const OF_THE_GAME: f64 = 4.0;

/// A stake beyond so many times what was seen has not been at stake.
const BEYOND_SEEN: f64 = 10.0;

/// Sums over deals of a difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealSums {
    /// The sum of the differences.
    pub y: i128,
    /// The sum of their squares.
    pub yy: i128,
    /// The number of deals whose difference is not zero.
    pub differing: u64,
    /// The largest difference, without its sign.
    pub largest: u64,
}

impl DealSums {
    /// Adds the difference of a deal.
    #[inline]
    pub fn add(&mut self, y: i128) {
        self.y += y;
        self.yy += y * y;
        self.differing += u64::from(y != 0);
        self.largest = self.largest.max(y.unsigned_abs() as u64);
    }

    /// Adds the deals of others.
    pub fn merge(&mut self, add: DealSums) {
        self.y += add.y;
        self.yy += add.yy;
        self.differing += add.differing;
        self.largest = self.largest.max(add.largest);
    }

    /// Whether so many deals can have these sums.
    #[must_use]
    pub fn are_possible(&self, blocks: u64) -> bool {
        let largest = i128::from(self.largest);
        let Some(square) = largest.checked_mul(largest) else { return false };
        let others = i128::from(self.differing.saturating_sub(1));
        let most = square.saturating_mul(others + 1);
        self.differing <= blocks
            && (self.differing == 0) == (self.largest == 0)
            && (self.differing == 0) == (self.yy == 0)
            && (square.saturating_add(others)..=most).contains(&self.yy)
    }
}

/// The mean over deals of a difference, in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DealDifference {
    /// The sums over deals.
    pub sums: DealSums,
    /// The number of deals.
    pub blocks: u64,
    /// The number of games of a deal.
    pub games_per_block: u64,
    /// What is summed is counted in units of 1 / `unit`.
    pub unit: i64,
    /// The standard deviation of the difference in a single game.
    pub spread: f64,
    /// How far one round can move the difference in a game by what bots choose to
    /// stake; 0 if they choose no stakes.
    pub stake: f64,
}

/// Why a mean over deals is known less well than its deals seem to show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rarity {
    /// One deal holds most of the squared differences: this share of them.
    OneDeal(f64),
    /// The rules let one deal move the mean by as much, and no deal has shown
    /// anything near it.
    Stake(f64),
}

impl DealDifference {
    /// The mean as a ratio.
    #[must_use]
    pub fn ratio(&self) -> Ratio {
        Ratio::of_sums(self.blocks, self.sums.y, self.sums.yy, self.games_per_block, self.unit)
    }

    /// The mean.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.ratio().value()
    }

    /// The standard error of the mean, by what was seen alone; none for one deal.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        self.ratio().standard_error()
    }

    /// The same after the first deals, of which `ratio` is the mean: the share of
    /// those that differ is that of all.
    #[must_use]
    pub fn after(&self, ratio: &Ratio) -> DealDifference {
        let differing = u128::from(self.sums.differing) * u128::from(ratio.blocks);
        let differing = differing.div_ceil(u128::from(self.blocks)) as u64;
        let sums = DealSums { y: ratio.y, yy: ratio.yy, differing, largest: self.sums.largest };
        DealDifference { sums, blocks: ratio.blocks, ..*self }
    }

    /// The share of the squared differences that the largest one has.
    fn share_of_largest(&self) -> f64 {
        let largest = self.sums.largest as f64;
        if self.sums.yy == 0 { 0.0 } else { largest * largest / self.sums.yy as f64 }
    }

    /// How far one deal that was not seen may move the mean, if the rules let it
    /// move a game far more than any deal did.
    fn hidden(&self, weight: f64) -> f64 {
        let seen = (self.sums.largest as f64 / self.unit as f64).max(self.spread);
        if self.stake > BEYOND_SEEN * seen { self.stake * weight } else { 0.0 }
    }

    /// The mean as a change from zero, with its interval and its tests. Fewer than
    /// [`MIN_BLOCKS`] deals have none.
    #[must_use]
    pub fn change(&self) -> Change {
        let standard_error = self.standard_error().filter(|_| self.blocks >= MIN_BLOCKS);
        let weight = 1.0 / (self.blocks as f64 * self.games_per_block as f64);
        let differing = self.sums.differing as f64;
        let squares = standard_error.map_or(0.0, |error| (error / weight).powi(2));
        let pool = squares + OF_THE_GAME * self.spread * self.spread;
        let size = (pool / (differing + OF_THE_GAME)).sqrt();
        let share = self.share_of_largest();
        let is_one_deal = share > 0.5;
        let largest = if is_one_deal { self.sums.largest as f64 / self.unit as f64 } else { 0.0 };
        let hidden = self.hidden(weight);
        let rarity = if hidden > 0.0 {
            Some(Rarity::Stake(hidden))
        } else {
            // Where hardly any deal differs, there is no other.
            (is_one_deal && self.sums.differing >= MIN_DIFFERING).then_some(Rarity::OneDeal(share))
        };
        let all = (self.blocks as f64 - 1.0).max(1.0);
        Change {
            value: self.value(),
            standard_error,
            independent_error: None,
            degrees_of_freedom: all.min(degrees_of_freedom(self.sums.differing)),
            unseen: Some(Unseen { weight, event: size.max(largest), cluster: 1.0 }),
            unseen_degrees: all,
            hidden,
            largest_unseen: if self.sums.differing < MIN_DIFFERING { self.spread } else { 0.0 },
            differing: Some(self.sums.differing),
            rarity,
            is_same: self.sums.differing == 0,
        }
    }
}

/// The degrees of freedom of a variance to which so many deals contribute.
pub(super) fn degrees_of_freedom(differing: u64) -> f64 {
    2.0 * (differing as f64 + OF_THE_GAME)
}

/// Fewer differing deals may have shown the small differences only: then one is
/// negligible only if it may differ by as much as single games do.
pub const MIN_DIFFERING: u64 = 20;

#[cfg(test)]
mod tests;
