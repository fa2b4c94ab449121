//! Statistics over blocks: standard errors, confidence intervals, and
//! confidence sequences, which stay valid under repeated looks.
//!
//! The block is the sample, never the round, the hand or the seat: the games
//! of a block share a deal, and the rounds of a game share their players. A
//! share or a mean is a ratio of two sums over blocks, and its variance comes
//! from the blocks' deviations from it (the delta method).

mod hotelling;
mod jackknife;
mod multiple_testing;
mod paired;

use std::cell::RefCell;

use statrs::distribution::{ContinuousCDF, StudentsT};

pub use hotelling::{SeatTest, SeatVectors};
pub use jackknife::{BATCHES, jackknife};
pub use multiple_testing::{Planning, holm, two_sided_p};
pub use paired::{Change, CrossProducts, MIN_BLOCKS, PairedRatios};

/// The confidence level of every interval.
pub const LEVEL: f64 = 0.95;

/// A ratio of two sums over blocks, of y and of n, with the sums of squares
/// and cross products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    /// The number of blocks.
    pub blocks: u64,
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
}

/// A confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Half the width.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl Ratio {
    /// The same ratio for a y that was counted in units of 1 / `denominator`.
    #[must_use]
    pub fn over(self, denominator: i64) -> Ratio {
        let times = i128::from(denominator);
        Ratio { n: self.n * times, yn: self.yn * times, nn: self.nn * times * times, ..self }
    }

    /// The ratio itself.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.y as f64 / self.n as f64
    }

    /// The sum over the blocks of the squared deviations from the ratio,
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
                let ratio = self.value();
                self.yy as f64 - 2.0 * ratio * self.yn as f64 + ratio * ratio * self.nn as f64
            }
        };
        scaled.max(0.0)
    }

    /// The standard error of the ratio; none for a single block.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let blocks = self.blocks as f64;
        (self.blocks > 1)
            .then(|| (self.squared_deviations() * blocks / (blocks - 1.0)).sqrt() / (self.n as f64).abs())
    }

    /// The 95 % interval of a mean; none for a single block.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        self.interval_at(LEVEL)
    }

    /// The 90 % interval of a mean; none for a single block. It lies within
    /// some bounds if and only if two one-sided tests at 5 % reject both sides.
    #[must_use]
    pub fn inner_interval(&self) -> Option<Interval> {
        self.interval_at(2.0 * LEVEL - 1.0)
    }

    fn interval_at(&self, level: f64) -> Option<Interval> {
        let half = quantile(self.blocks, level) * self.standard_error()?;
        Some(Interval { low: self.value() - half, high: self.value() + half })
    }

    /// The 95 % interval of a share: Wilson's score interval at the effective
    /// sample size, which is the number of independent trials that would have
    /// the same standard error. It stays inside [0, 1]; for a share of 0 or 1
    /// the sample size is the number of blocks.
    #[must_use]
    pub fn share_interval(&self) -> Interval {
        let share = self.value();
        let variance = share * (1.0 - share);
        let samples = match self.standard_error() {
            Some(0.0) if variance > 0.0 => {
                return Interval { low: share, high: share };
            }
            Some(error) if variance > 0.0 => variance / (error * error),
            _ => (self.blocks as f64).min(self.n as f64),
        };
        let z = quantile(self.blocks, LEVEL);
        let weight = z * z / samples;
        let centre = (share + weight / 2.0) / (1.0 + weight);
        let half = z / (1.0 + weight) * (variance / samples + weight / (4.0 * samples)).sqrt();
        Interval {
            low: if self.y == 0 { 0.0 } else { (centre - half).max(0.0) },
            high: if self.y == self.n { 1.0 } else { (centre + half).min(1.0) },
        }
    }

    /// Half the width of a 95 % confidence sequence for the ratio: an interval
    /// that is valid at all block counts at once, so that a run may be looked
    /// at as often as one likes and stopped for what it shows. None for a
    /// single block.
    #[must_use]
    pub fn confidence_sequence_half_width(&self) -> Option<f64> {
        Some(confidence_sequence_boundary(self.blocks) * self.standard_error()?)
    }

    /// The same for a share. A share of 0 or 1 shows no deviations: it is
    /// treated as if one block had the other outcome.
    #[must_use]
    pub fn share_confidence_sequence_half_width(&self) -> Option<f64> {
        let observed = self.confidence_sequence_half_width()?;
        if 0 < self.y && self.y < self.n {
            return Some(observed);
        }
        let blocks = i128::from(self.blocks);
        let one_off = Ratio { blocks: self.blocks, y: 1, n: blocks, yy: 1, yn: 1, nn: blocks };
        one_off.confidence_sequence_half_width()
    }
}

/// The block count at which the confidence sequence is tightest relative to
/// the interval for a single look.
const TIGHTEST_AT: f64 = 10_000.0;

/// Half the width of a 95 % confidence sequence at this many blocks, in standard
/// errors.
///
/// Robbins' normal mixture in its asymptotic form (Waudby-Smith, Arbour, Sinha,
/// Kennedy and Ramdas, *Time-uniform central limit theory*), tightest around ten
/// thousand blocks.
fn confidence_sequence_boundary(blocks: u64) -> f64 {
    let alpha = 1.0 - LEVEL;
    let tuning = (-2.0 * alpha.ln() + (1.0 - 2.0 * alpha.ln()).ln()) / TIGHTEST_AT;
    let blocks = blocks as f64 * tuning;
    let scale = blocks + 1.0;
    (2.0 * scale / blocks * (scale.sqrt() / alpha).ln()).sqrt()
}

/// Student's quantile for a two-sided interval over this many blocks.
fn quantile(blocks: u64, level: f64) -> f64 {
    // Student's distribution has no fewer than one degree of freedom.
    t_quantile(blocks.saturating_sub(1).max(1) as f64, level)
}

/// The 95 % interval of an estimate, from its standard error and the degrees
/// of freedom of that.
#[must_use]
pub fn mean_interval(value: f64, error: f64, degrees_of_freedom: f64) -> Interval {
    let half = t_quantile(degrees_of_freedom, LEVEL) * error;
    Interval { low: value - half, high: value + half }
}

/// Student's quantile that bounds a two-sided interval.
///
/// It takes some ten thousand instructions, and the rows of a result ask for the
/// same few again and again: each thread remembers the last ones.
fn t_quantile(degrees_of_freedom: f64, level: f64) -> f64 {
    type Key = (u64, u64);
    thread_local! {
        static LAST: RefCell<[(Key, f64); 4]> = const { RefCell::new([((0, 0), 0.0); 4]) };
    }
    let key = (degrees_of_freedom.to_bits(), level.to_bits());
    LAST.with_borrow_mut(|last| {
        if let Some((_, quantile)) = last.iter().find(|(known, _)| *known == key) {
            return *quantile;
        }
        let student = StudentsT::new(0.0, 1.0, degrees_of_freedom).expect("one degree of freedom or more");
        let quantile = student.inverse_cdf(0.5 + level / 2.0);
        last.rotate_right(1);
        last[0] = (key, quantile);
        quantile
    })
}

#[cfg(test)]
mod tests;
