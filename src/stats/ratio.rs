//! Ratios of sums over blocks: shares and means.

use super::looks::{level_at_looks, look_quantile};
use super::student::t_quantile;
use super::unseen::Unseen;
use super::{Interval, LEVEL};

/// A ratio of two sums over blocks, of y and of n, with the sums of squares
/// and cross products over the samples: single blocks, or clusters of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The number of blocks.
    pub blocks: u64,
    /// The sum over the samples of the squared number of their blocks: that of the
    /// blocks, if these are the samples.
    pub block_squares: u128,
    /// Σy.
    pub y: i128,
    /// Σn, not zero.
    pub n: i128,
    /// Σy².
    pub yy: i128,
    /// Σyn.
    pub yn: i128,
    /// Σn².
    pub nn: i128,
    /// y is counted in units of 1 / `unit`.
    pub unit: i64,
    /// The number of games in a block, which share their deal.
    pub games_per_block: u64,
    /// The size of an event that none of the blocks may have shown yet; 0 if
    /// the ratio is a constant by the rules.
    pub event: f64,
    /// The size of a difference from another such ratio that none of the blocks
    /// may have shown yet; 0 if the ratio is a constant by the rules.
    pub swing: f64,
    /// Whether it cannot be negative: a share, or a mean of counts.
    pub is_count: bool,
}

impl Ratio {
    /// The mean over games of a number that is counted in units of 1 / `unit`,
    /// from the sum over blocks and the sum of its squares.
    #[must_use]
    pub fn of_sums(blocks: u64, y: i128, yy: i128, games_per_block: u64, unit: i64) -> Ratio {
        let (all, per_block) = (i128::from(blocks), i128::from(games_per_block));
        Ratio {
            blocks,
            block_squares: blocks.into(),
            y,
            n: all * per_block,
            yy,
            yn: y * per_block,
            nn: all * per_block * per_block,
            unit,
            games_per_block,
            event: 1.0,
            swing: 1.0,
            is_count: false,
        }
    }

    /// The ratio itself.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.y as f64 / (self.n as f64 * self.unit as f64)
    }

    /// The sum over the samples of the squared deviations from the ratio,
    /// (y - r n)². Computed in integers and divided at the end, so that blocks
    /// which all have the same ratio give exactly zero.
    fn squared_deviations(&self) -> f64 {
        let (y, n) = (self.y, self.n);
        let exact = || {
            let squares = n.checked_mul(n)?.checked_mul(self.yy)?;
            let cross = y.checked_mul(n)?.checked_mul(self.yn)?.checked_mul(2)?;
            let size = y.checked_mul(y)?.checked_mul(self.nn)?;
            squares.checked_sub(cross)?.checked_add(size)
        };
        let scaled = match exact() {
            Some(scaled) => scaled as f64 / (n as f64 * n as f64),
            // Beyond 38 digits: the rounding error is negligible there.
            None => {
                let ratio = y as f64 / n as f64;
                self.yy as f64 - 2.0 * ratio * self.yn as f64 + ratio * ratio * self.nn as f64
            }
        };
        scaled.max(0.0)
    }

    /// The number of samples: where they have different numbers of blocks, of
    /// equal ones with as much noise in their squared deviations.
    pub(super) fn samples(&self) -> f64 {
        self.blocks as f64 * self.blocks as f64 / self.block_squares as f64
    }

    /// The standard error of the ratio; none for a single sample.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let samples = self.samples();
        let weight = 1.0 / (self.n as f64 * self.unit as f64);
        (samples > 1.0).then(|| (self.squared_deviations() * samples / (samples - 1.0)).sqrt() * weight)
    }

    /// The effective number of samples (Kish's effective sample size): all of
    /// them if they have equally many observations, one if a single sample has
    /// all observations.
    pub(super) fn effective_samples(&self) -> f64 {
        self.n as f64 * self.n as f64 / self.nn as f64
    }

    /// The degrees of freedom of the standard error: those of the samples that
    /// inform it.
    fn degrees_of_freedom(&self) -> f64 {
        // Student's distribution has no fewer than one.
        (self.effective_samples() - 1.0).max(1.0)
    }

    /// The number of observations that a typical observation has in its block:
    /// Σn² / Σn over blocks. Those of other blocks in a cluster are independent, so
    /// that their mean is known.
    fn in_a_typical_block(&self) -> f64 {
        let (n, blocks) = (self.n as f64, self.blocks as f64);
        let in_a_sample = self.nn as f64 / n;
        let others = (self.block_squares as f64 - blocks) / blocks;
        let mean = n / blocks;
        (in_a_sample - others * mean).max(mean).max(1.0)
    }

    pub(super) fn unseen(&self) -> Unseen {
        let in_a_block = self.in_a_typical_block();
        Unseen::new(self.n as f64, in_a_block, self.games_per_block, self.event)
    }

    pub(super) fn unseen_difference(&self) -> Unseen {
        Unseen { event: self.swing, ..self.unseen() }
    }

    /// The 95 % interval of a mean; none for a single sample.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        self.interval_at(LEVEL)
    }

    fn interval_at(&self, level: f64) -> Option<Interval> {
        let half = self.half_width(t_quantile(self.degrees_of_freedom(), level))?;
        let Interval { low, high } = Interval::around(self.value(), half);
        Some(Interval { low: if self.is_count { low.max(0.0) } else { low }, high })
    }

    fn half_width(&self, quantile: f64) -> Option<f64> {
        Some(quantile * self.unseen().guard(self.standard_error()?, quantile))
    }

    /// The 95 % interval of a share. It stays inside [0, 1].
    #[must_use]
    pub fn share_interval(&self) -> Interval {
        self.share_interval_at(LEVEL)
    }

    /// The interval of a share that is valid at all looks of a study at once.
    #[must_use]
    pub fn share_interval_at_looks(&self) -> Interval {
        self.share_interval_at(level_at_looks(self.blocks, 1))
    }

    fn share_interval_at(&self, level: f64) -> Interval {
        // A single sample may be any other.
        let Some(error) = self.standard_error() else { return Interval { low: 0.0, high: 1.0 } };
        self.unseen().share_interval(self.value(), error, self.degrees_of_freedom(), level)
    }

    /// Half the width of a 95 % interval that is valid at all looks of a study
    /// at once, so that the study may stop for what it shows. None for a single
    /// sample.
    #[must_use]
    pub fn half_width_at_looks(&self) -> Option<f64> {
        self.half_width(look_quantile(self.blocks, self.degrees_of_freedom()))
    }
}

#[cfg(test)]
pub(super) mod tests;
