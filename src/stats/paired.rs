//! Two ratios over the same blocks: what differs between them.

use super::{Interval, Ratio, mean_interval, two_sided_p};

/// The sums of cross products of two ratios over the same blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cross {
    /// Σ y y'.
    pub yy: i128,
    /// Σ y n'.
    pub yn: i128,
    /// Σ n y'.
    pub ny: i128,
    /// Σ n n'.
    pub nn: i128,
}

impl Cross {
    /// Adds a block.
    #[inline]
    pub fn add(&mut self, (y, n): (i64, i64), (other_y, other_n): (i64, i64)) {
        self.yy += i128::from(y) * i128::from(other_y);
        self.yn += i128::from(y) * i128::from(other_n);
        self.ny += i128::from(n) * i128::from(other_y);
        self.nn += i128::from(n) * i128::from(other_n);
    }

    /// The same, if both y are so many times too large.
    #[must_use]
    pub fn in_parts(self, times: i64) -> Cross {
        let times = i128::from(times);
        Cross { yy: self.yy, yn: self.yn * times, ny: self.ny * times, nn: self.nn * times * times }
    }

    /// Adds other blocks.
    pub fn merge(&mut self, add: Cross) {
        self.yy += add.yy;
        self.yn += add.yn;
        self.ny += add.ny;
        self.nn += add.nn;
    }
}

/// Fewer blocks than this in effect say nothing of how blocks vary.
pub const FEWEST_BLOCKS: u64 = 20;

/// A ratio, and another one over the same blocks that it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The ratio.
    pub ratio: Ratio,
    /// What it is compared with.
    pub baseline: Ratio,
    /// The cross products.
    pub cross: Cross,
}

impl Pair {
    /// What changed.
    #[must_use]
    pub fn change(&self) -> Change {
        let errors = self.errors();
        Change {
            value: self.difference(),
            error: errors.map(|(one, other)| self.standard_error(one, other)),
            apart: errors.map(|(one, other)| one.hypot(other)),
            degrees_of_freedom: (self.effective_blocks() - 1.0).max(1.0),
            is_same: self.is_same(),
        }
    }

    /// Exactly nothing if the ratios are the same, whatever their sums.
    fn difference(&self) -> f64 {
        let (one, other) = (&self.ratio, &self.baseline);
        match (one.y.checked_mul(other.n), other.y.checked_mul(one.n)) {
            (Some(left), Some(right)) if left == right => 0.0,
            _ => one.value() - other.value(),
        }
    }

    /// Whether the squared differences of all blocks are zero.
    fn is_same(&self) -> bool {
        let (one, other, cross) = (&self.ratio, &self.baseline, &self.cross);
        one.yy - 2 * cross.yy + other.yy == 0 && one.nn - 2 * cross.nn + other.nn == 0
    }

    /// From the blocks' deviations d = y - r n in both: the variance of the
    /// difference is that of d/Σn - d'/Σn'.
    fn standard_error(&self, one: f64, other: f64) -> f64 {
        if self.is_same() {
            return 0.0;
        }
        // What does not vary does not vary together with anything.
        if one == 0.0 || other == 0.0 {
            return one.max(other);
        }
        let blocks = self.ratio.blocks as f64;
        let (r, s) = (self.ratio.value(), self.baseline.value());
        let Cross { yy, yn, ny, nn } = self.cross;
        let together = yy as f64 - r * ny as f64 - s * yn as f64 + r * s * nn as f64;
        let covariance = blocks / (blocks - 1.0) * together / (self.ratio.n as f64 * self.baseline.n as f64);
        (one * one + other * other - 2.0 * covariance).max(0.0).sqrt()
    }

    fn errors(&self) -> Option<(f64, f64)> {
        if self.effective_blocks() < FEWEST_BLOCKS as f64 {
            return None;
        }
        Some((self.ratio.standard_error()?, self.baseline.standard_error()?))
    }

    /// In how many blocks the observations are, in effect: as many as there
    /// are if all have the same number, and one if a single block has all.
    fn effective_blocks(&self) -> f64 {
        let effective = |ratio: &Ratio| ratio.n as f64 * ratio.n as f64 / ratio.nn as f64;
        effective(&self.ratio).min(effective(&self.baseline))
    }
}

/// A difference between two results over the same blocks, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The difference.
    pub value: f64,
    /// Its standard error; none if too few blocks tell.
    pub error: Option<f64>,
    /// The standard error that it would have on deals apart.
    pub apart: Option<f64>,
    /// The degrees of freedom of the standard error.
    pub degrees_of_freedom: f64,
    /// Whether every block had the same in both.
    pub is_same: bool,
}

impl Change {
    /// The 95 % interval.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        Some(mean_interval(self.value, self.error?, self.degrees_of_freedom))
    }

    /// The chance of such a difference by luck, if there is none.
    #[must_use]
    pub fn chance(&self) -> Option<f64> {
        self.error.map(|error| self.chance_of(self.value, error))
    }

    /// The chance that a difference of this size or more looks so small by
    /// luck, on the side where that is likelier: two one-sided tests.
    #[must_use]
    pub fn chance_within(&self, margin: f64) -> Option<f64> {
        let inside = margin - self.value.abs();
        let error = self.error?;
        Some(if inside <= 0.0 { 1.0 } else { self.chance_of(inside, error) / 2.0 })
    }

    fn chance_of(&self, value: f64, error: f64) -> f64 {
        if value == 0.0 { 1.0 } else { two_sided_p(value / error, self.degrees_of_freedom) }
    }

    /// How many times as wide its interval is as on deals apart; none if
    /// nothing varies.
    #[must_use]
    pub fn width_ratio(&self) -> Option<f64> {
        let apart = self.apart.filter(|apart| *apart > 0.0)?;
        Some(self.error? / apart)
    }
}

#[cfg(test)]
mod tests;
