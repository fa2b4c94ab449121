//! Paired ratios: two ratios over the same blocks, and their difference.

use serde::{Deserialize, Serialize};

use super::deals::{MIN_DIFFERING, degrees_of_freedom};
use super::looks::level_at_looks;
use super::student::t_quantile;
use super::unseen::{UNSEEN, Unseen};
use super::{Interval, LEVEL, Rarity, Ratio, two_sided_p};

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
    /// The number of samples that differ, in y or in n.
    pub differing: u64,
    /// The largest difference in y, without its sign.
    pub largest: u64,
}

impl CrossProducts {
    /// Adds a sample.
    #[inline]
    pub fn add(&mut self, (y, n): (i64, i64), (other_y, other_n): (i64, i64)) {
        self.yy += i128::from(y) * i128::from(other_y);
        self.yn += i128::from(y) * i128::from(other_n);
        self.ny += i128::from(n) * i128::from(other_y);
        self.nn += i128::from(n) * i128::from(other_n);
        self.differing += u64::from((y, n) != (other_y, other_n));
        self.largest = self.largest.max(y.abs_diff(other_y));
    }

    /// Adds the products of other blocks.
    pub fn merge(&mut self, add: CrossProducts) {
        self.yy += add.yy;
        self.yn += add.yn;
        self.ny += add.ny;
        self.nn += add.nn;
        self.differing += add.differing;
        self.largest = self.largest.max(add.largest);
    }

    /// Whether so many samples can have these.
    #[must_use]
    pub fn are_possible(&self, samples: u64) -> bool {
        self.differing <= samples && (self.differing > 0 || self.largest == 0)
    }
}

/// The minimum number of effective samples for a standard error.
pub const MIN_BLOCKS: u64 = 20;

/// So many blocks without a difference end the wait for one: differences in more
/// than one block of 3,000 would have shown with 95 %.
pub const ENOUGH_ALIKE: u64 = 10_000;

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
        let all = (self.effective_samples() - 1.0).max(1.0);
        let differing = self.products.differing;
        let mut unseen = self.ratio.unseen_difference().of_both(self.baseline.unseen_difference());
        let share = self.share_of_largest();
        let is_one_sample = share > 0.5;
        if is_one_sample && unseen.event > 0.0 {
            unseen.event = unseen.event.max(self.products.largest as f64 / self.ratio.unit as f64);
        }
        Change {
            value: self.difference(),
            standard_error: errors.map(|(one, other)| self.standard_error(one, other)),
            independent_error: errors.map(|(one, other)| one.hypot(other)),
            degrees_of_freedom: all.min(degrees_of_freedom(differing)),
            unseen: Some(unseen),
            unseen_degrees: all,
            hidden: 0.0,
            largest_unseen: 0.0,
            differing: Some(differing),
            rarity: (is_one_sample && differing >= MIN_DIFFERING).then_some(Rarity::OneDeal(share)),
            is_same: self.is_same(),
        }
    }

    /// The share of the squared differences that the sample with the largest one
    /// has; 0 if the samples differ in their numbers of observations, too.
    fn share_of_largest(&self) -> f64 {
        let (one, other, cross) = (&self.ratio, &self.baseline, &self.products);
        let squares = one.yy - 2 * cross.yy + other.yy;
        let is_paired = one.nn - 2 * cross.nn + other.nn == 0;
        let largest = cross.largest as f64;
        if is_paired && squares > 0 { largest * largest / squares as f64 } else { 0.0 }
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
        let CrossProducts { yy, yn, ny, nn, .. } = self.products;
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
    /// The degrees of freedom of what was not seen: those of all blocks.
    pub(crate) unseen_degrees: f64,
    /// How far one deal may move it that the rules allow and that is far larger
    /// than all that were seen; 0 if there is none.
    pub(crate) hidden: f64,
    /// The size of an unseen event that may be negligible only if it is no larger; 0
    /// if those that were seen say how large they are.
    pub(crate) largest_unseen: f64,
    /// The number of samples that differ; none if they were not counted.
    pub differing: Option<u64>,
    /// Why it is known less well than its blocks seem to show.
    pub rarity: Option<Rarity>,
    /// Whether every block had the same result in both.
    pub is_same: bool,
}

impl Change {
    /// A change without tests, which has this standard error, and nothing unseen.
    #[must_use]
    pub fn of_estimate(value: f64, standard_error: f64, degrees_of_freedom: f64) -> Change {
        Change {
            value,
            standard_error: Some(standard_error),
            independent_error: None,
            degrees_of_freedom,
            unseen: None,
            unseen_degrees: degrees_of_freedom,
            hidden: 0.0,
            largest_unseen: 0.0,
            differing: None,
            rarity: None,
            is_same: value == 0.0 && standard_error == 0.0,
        }
    }

    /// A mean over blocks of numbers that nearly all blocks have: what was not seen
    /// is a deviation as large as those of the blocks. Fewer than [`MIN_BLOCKS`]
    /// have no standard error.
    #[must_use]
    pub fn of_block_means(value: f64, standard_error: f64, blocks: u64) -> Change {
        let count = blocks as f64;
        let deviation = standard_error * count.sqrt();
        Change {
            standard_error: (blocks >= MIN_BLOCKS).then_some(standard_error),
            unseen: Some(Unseen { weight: 1.0 / count, event: deviation, cluster: 1.0 }),
            ..Change::of_estimate(value, standard_error, (count - 1.0).max(1.0))
        }
    }

    /// A combination of changes over the same blocks, with the standard error that
    /// follows from their covariance.
    ///
    /// What was not seen in one of them was not seen in the others either, so that
    /// it adds up as if they were independent; so do the degrees of freedom (Welch
    /// and Satterthwaite).
    #[must_use]
    pub fn of_combination(standard_error: f64, parts: &[(f64, Change)]) -> Change {
        let sum = |term: &dyn Fn(f64, &Change) -> f64| -> f64 {
            parts.iter().filter(|(weight, _)| *weight != 0.0).map(|(weight, part)| term(*weight, part)).sum()
        };
        let value = sum(&|weight, part| weight * part.value);
        let size = sum(&|weight, part| (weight * part.size_of_unseen()).powi(2)).sqrt();
        let variance = |weight: f64, part: &Change| {
            let error = part.standard_error.unwrap_or(0.0);
            weight * weight * (error * error + UNSEEN * part.size_of_unseen().powi(2))
        };
        let all = sum(&variance);
        let divisor = sum(&|weight, part| variance(weight, part).powi(2) / part.degrees_of_freedom);
        let fewest = parts.iter().map(|(_, part)| part.unseen_degrees).fold(f64::INFINITY, f64::min);
        let is_known = parts.iter().all(|(weight, part)| *weight == 0.0 || part.standard_error.is_some());
        Change {
            value,
            standard_error: is_known.then_some(standard_error),
            independent_error: None,
            degrees_of_freedom: if divisor > 0.0 { (all * all / divisor).min(fewest) } else { fewest },
            unseen: Some(Unseen { weight: 1.0, event: size, cluster: 1.0 }),
            unseen_degrees: fewest,
            hidden: sum(&|weight, part| weight.abs() * part.hidden),
            largest_unseen: 0.0,
            differing: None,
            rarity: None,
            is_same: value == 0.0 && standard_error == 0.0,
        }
    }

    /// How far one unseen event moves it.
    fn size_of_unseen(&self) -> f64 {
        self.unseen.map_or(0.0, |unseen| unseen.weight * unseen.event)
    }

    /// The interval of this level.
    #[must_use]
    pub fn interval_at(&self, level: f64) -> Option<Interval> {
        Some(Interval::around(self.value, self.half_width_at(level)?))
    }

    /// Half the width of that, with what was not seen.
    fn half_width_at(&self, level: f64) -> Option<f64> {
        let error = self.standard_error?;
        let quantile = t_quantile(self.degrees_of_freedom, level);
        let Some(unseen) = self.unseen else { return Some(quantile * error) };
        let of_unseen = t_quantile(self.unseen_degrees, level);
        Some(unseen.half_width(error, quantile, of_unseen) + of_unseen * of_unseen * self.hidden)
    }

    /// The standard error that its interval and its p-values are made of.
    #[must_use]
    pub fn error_with_unseen(&self) -> Option<f64> {
        Some(self.half_width_at(LEVEL)? / t_quantile(self.degrees_of_freedom, LEVEL))
    }

    /// The 95 % interval.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        self.interval_at(LEVEL)
    }

    /// The same change as it has to be to be called negligible: where few samples
    /// differ, they may have shown the small differences only, and one that was not
    /// seen be as large as any.
    #[must_use]
    pub fn at_its_largest(&self) -> Change {
        let unseen = |unseen: Unseen| Unseen { event: unseen.event.max(self.largest_unseen), ..unseen };
        Change { unseen: self.unseen.map(unseen), ..*self }
    }

    /// The 90 % interval [at its largest](Change::at_its_largest). It lies within
    /// some bounds if and only if two one-sided tests at 5 % reject both sides.
    #[must_use]
    pub fn inner_interval(&self) -> Option<Interval> {
        self.at_its_largest().interval_at(2.0 * LEVEL - 1.0)
    }

    /// Half the width of a 95 % interval that is valid at all looks of a study
    /// at once, after this many blocks.
    #[must_use]
    pub fn half_width_at_looks(&self, blocks: u64) -> Option<f64> {
        self.half_width_at(level_at_looks(blocks, 1))
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
        let error = self.at_its_largest().error_with_unseen()?;
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
