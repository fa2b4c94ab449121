//! Paired ratios: two ratios over the same blocks, and their difference.

use serde::{Deserialize, Serialize};

use super::looks::look_quantile;
use super::student::t_quantile;
use super::unseen::Unseen;
use super::{Interval, LEVEL, Ratio, two_sided_p};

/// The sums of cross products of two ratios over the same samples: single
/// blocks, or clusters of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CrossProducts {
    /// Σ y y'.
    pub yy: i128,
    /// Σ y n'.
    pub yn: i128,
    /// Σ n y'.
    pub ny: i128,
    /// Σ n n'.
    pub nn: i128,
}

impl CrossProducts {
    /// Adds a sample.
    #[inline]
    pub fn add(&mut self, (y, n): (i64, i64), (other_y, other_n): (i64, i64)) {
        self.yy += i128::from(y) * i128::from(other_y);
        self.yn += i128::from(y) * i128::from(other_n);
        self.ny += i128::from(n) * i128::from(other_y);
        self.nn += i128::from(n) * i128::from(other_n);
    }

    /// Adds the products of other blocks.
    pub fn merge(&mut self, add: CrossProducts) {
        self.yy += add.yy;
        self.yn += add.yn;
        self.ny += add.ny;
        self.nn += add.nn;
    }
}

/// The minimum number of effective samples for a standard error.
pub const MIN_BLOCKS: u64 = 20;

/// A ratio and its baseline, over the same blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedRatios {
    /// The ratio.
    pub ratio: Ratio,
    /// The ratio that it is compared with.
    pub baseline: Ratio,
    /// The cross products.
    pub products: CrossProducts,
}

impl PairedRatios {
    /// The difference from the baseline.
    #[must_use]
    pub fn change(&self) -> Change {
        let errors = self.errors();
        Change {
            value: self.difference(),
            standard_error: errors.map(|(one, other)| self.standard_error(one, other)),
            independent_error: errors.map(|(one, other)| one.hypot(other)),
            degrees_of_freedom: (self.effective_samples() - 1.0).max(1.0),
            unseen: Some(self.ratio.unseen().of_both(self.baseline.unseen())),
            is_same: self.is_same(),
        }
    }

    /// Exactly zero if the ratios are equal, whatever their sums.
    fn difference(&self) -> f64 {
        let (one, other) = (&self.ratio, &self.baseline);
        match (one.y.checked_mul(other.n), other.y.checked_mul(one.n)) {
            (Some(left), Some(right)) if left == right => 0.0,
            _ => one.value() - other.value(),
        }
    }

    /// Whether the squared differences of all blocks are zero.
    fn is_same(&self) -> bool {
        let (one, other, cross) = (&self.ratio, &self.baseline, &self.products);
        one.yy - 2 * cross.yy + other.yy == 0 && one.nn - 2 * cross.nn + other.nn == 0
    }

    /// From the samples' deviations d = y - r n in both: the variance of the
    /// difference is that of d/Σn - d'/Σn'.
    fn standard_error(&self, one: f64, other: f64) -> f64 {
        if self.is_same() {
            return 0.0;
        }
        // A constant has no covariance with anything.
        if one == 0.0 || other == 0.0 {
            return one.max(other);
        }
        let samples = self.ratio.samples();
        // In the units in which y is counted.
        let unit = self.ratio.unit as f64;
        let (r, s) = (self.ratio.value() * unit, self.baseline.value() * unit);
        let CrossProducts { yy, yn, ny, nn } = self.products;
        let cross_deviations = yy as f64 - r * ny as f64 - s * yn as f64 + r * s * nn as f64;
        let weights = self.ratio.n as f64 * self.baseline.n as f64 * unit * unit;
        let covariance = samples / (samples - 1.0) * cross_deviations / weights;
        (one * one + other * other - 2.0 * covariance).max(0.0).sqrt()
    }

    fn errors(&self) -> Option<(f64, f64)> {
        if self.effective_samples() < MIN_BLOCKS as f64 {
            return None;
        }
        Some((self.ratio.standard_error()?, self.baseline.standard_error()?))
    }

    fn effective_samples(&self) -> f64 {
        self.ratio.effective_samples().min(self.baseline.effective_samples())
    }
}

/// A difference between two estimates over the same blocks, with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The difference.
    pub value: f64,
    /// Its standard error; none for too few effective blocks.
    pub standard_error: Option<f64>,
    /// The standard error that it would have on independent deals; none for too
    /// few effective blocks.
    pub independent_error: Option<f64>,
    /// The degrees of freedom of the standard error.
    pub degrees_of_freedom: f64,
    /// The events that no block may have shown yet; none for an estimate that is
    /// not made of events.
    pub(crate) unseen: Option<Unseen>,
    /// Whether every block had the same result in both.
    pub is_same: bool,
}

impl Change {
    /// A mean over blocks of differences, by its standard error. Fewer than
    /// [`MIN_BLOCKS`] have none.
    #[must_use]
    pub fn of_mean(value: f64, standard_error: f64, blocks: u64) -> Change {
        let count = blocks as f64;
        Change {
            value,
            standard_error: (blocks >= MIN_BLOCKS).then_some(standard_error),
            independent_error: None,
            degrees_of_freedom: (count - 1.0).max(1.0),
            // An unseen deal may move it by a point in all of its games.
            unseen: Some(Unseen::new(count, 1.0, 1, 1.0)),
            is_same: value == 0.0 && standard_error == 0.0,
        }
    }

    /// The interval of this level.
    #[must_use]
    pub fn interval_at(&self, level: f64) -> Option<Interval> {
        let quantile = t_quantile(self.degrees_of_freedom, level);
        Some(Interval::around(self.value, quantile * self.guarded_error(quantile)?))
    }

    /// The standard error with the events that were not seen yet, as an interval
    /// with this quantile needs it.
    fn guarded_error(&self, quantile: f64) -> Option<f64> {
        let error = self.standard_error?;
        Some(self.unseen.map_or(error, |unseen| unseen.guard(error, quantile)))
    }

    /// The standard error that its interval and its p-values are made of.
    #[must_use]
    pub fn error_with_unseen(&self) -> Option<f64> {
        self.guarded_error(t_quantile(self.degrees_of_freedom, LEVEL))
    }

    /// The 95 % interval.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        self.interval_at(LEVEL)
    }

    /// Half the width of a 95 % interval that is valid at all looks of a study
    /// at once, after this many blocks.
    #[must_use]
    pub fn half_width_at_looks(&self, blocks: u64) -> Option<f64> {
        let quantile = look_quantile(blocks, self.degrees_of_freedom);
        Some(quantile * self.guarded_error(quantile)?)
    }

    /// The two-sided p-value under no difference.
    #[must_use]
    pub fn p(&self) -> Option<f64> {
        self.error_with_unseen().map(|error| self.p_at(self.value, error))
    }

    /// The p-value of equivalence within a margin: the larger p-value of two
    /// one-sided tests (TOST).
    #[must_use]
    pub fn equivalence_p(&self, margin: f64) -> Option<f64> {
        let inside = margin - self.value.abs();
        let error = self.error_with_unseen()?;
        Some(if inside <= 0.0 { 1.0 } else { self.p_at(inside, error) / 2.0 })
    }

    fn p_at(&self, value: f64, error: f64) -> f64 {
        if value == 0.0 { 1.0 } else { two_sided_p(value / error, self.degrees_of_freedom) }
    }

    /// The width of its interval relative to that on independent deals; none
    /// if nothing varies.
    #[must_use]
    pub fn width_ratio(&self) -> Option<f64> {
        let independent = self.independent_error.filter(|error| *error > 0.0)?;
        Some(self.standard_error? / independent)
    }
}

#[cfg(test)]
mod tests;
