//! Several means over the same blocks at once: simultaneous intervals, and draws
//! of what the means may be.
//!
//! Intervals of 95 % each are all right together less often than that. Bonferroni
//! would widen them as if they had nothing to do with each other; the means of a
//! league share most of their games. So the joint distribution of the largest
//! deviation is drawn (the *max-t* method), and each interval gets the level at
//! which all of them hold in 95 % of the draws.

use statrs::distribution::{ContinuousCDF, Normal};

use super::LEVEL;
use crate::random::{BlockStreams, Purpose, Stream};

/// The seed of the draws, which are the same in every result: no game is played
/// with them.
const SEED: u64 = 0x6a6f_696e_7400;

/// The number of draws for a level. The quantile is then right to 1 %.
const DRAWS: usize = 20_000;

/// A pivot below this part of its variance is rounding: the mean is a combination
/// of those before it.
const ROUNDING: f64 = 1e-10;

/// The covariance of several means, ready for draws from it.
#[derive(Clone, Debug)]
pub struct JointErrors {
    covariance: Vec<Vec<f64>>,
    /// The lower triangle whose product with its transpose is the covariance.
    factor: Vec<Vec<f64>>,
}

impl JointErrors {
    /// The errors of means with this covariance, which may be singular: means
    /// may be combinations of others, or constants.
    #[must_use]
    pub fn new(covariance: Vec<Vec<f64>>) -> JointErrors {
        let factor = cholesky(&covariance);
        JointErrors { covariance, factor }
    }

    /// The covariance of two combinations of the means.
    #[must_use]
    pub fn covariance_of(&self, one: &[f64], other: &[f64]) -> f64 {
        self.covariance.iter().zip(one).map(|(row, weight)| weight * dot(row, other)).sum()
    }

    /// The standard error of a combination of the means.
    #[must_use]
    pub fn standard_error(&self, weights: &[f64]) -> f64 {
        let variance = self.covariance_of(weights, weights);
        // What is left of a difference of equal means is rounding.
        let largest = self.covariance.iter().enumerate().map(|(index, row)| row[index]).fold(0.0, f64::max);
        if variance <= ROUNDING * largest { 0.0 } else { variance.sqrt() }
    }

    /// The level that the interval of each of these combinations needs, so that
    /// all intervals hold together with 95 %.
    #[must_use]
    pub fn simultaneous_level(&self, combinations: &[Vec<f64>]) -> f64 {
        let rows: Vec<Vec<f64>> =
            combinations.iter().filter_map(|weights| self.standardised(weights)).collect();
        if rows.len() < 2 {
            return LEVEL;
        }
        let mut stream = draws();
        let mut largest: Vec<f64> = (0..DRAWS)
            .map(|_| {
                let normals = self.normals(&mut stream);
                rows.iter().map(|row| dot(row, &normals).abs()).fold(0.0, f64::max)
            })
            .collect();
        largest.sort_by(f64::total_cmp);
        let critical = largest[(LEVEL * DRAWS as f64).ceil() as usize - 1];
        let single = 2.0 * Normal::standard().cdf(critical) - 1.0;
        // The draws must not make it less strict than a single interval.
        single.max(LEVEL)
    }

    /// Draws of the deviations of the means from what they estimate.
    #[must_use]
    pub fn deviations(&self, count: usize) -> Vec<Vec<f64>> {
        let mut stream = draws();
        (0..count)
            .map(|_| {
                let normals = self.normals(&mut stream);
                self.factor.iter().map(|row| dot(row, &normals)).collect()
            })
            .collect()
    }

    fn normals(&self, stream: &mut Stream) -> Vec<f64> {
        self.factor.iter().map(|_| stream.normal()).collect()
    }

    /// The coefficients of a combination in independent normals, in standard
    /// errors; none if it does not vary.
    fn standardised(&self, weights: &[f64]) -> Option<Vec<f64>> {
        if self.standard_error(weights) == 0.0 {
            return None;
        }
        let count = weights.len();
        let row: Vec<f64> = (0..count)
            .map(|column| (column..count).map(|index| weights[index] * self.factor[index][column]).sum())
            .collect();
        let length = dot(&row, &row).sqrt();
        (length > 0.0).then(|| row.into_iter().map(|cell| cell / length).collect())
    }
}

fn draws() -> Stream {
    BlockStreams::new(SEED, 0).stream(0, Purpose::Game)
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Cholesky's factor of a covariance that may be singular: a mean without a
/// variance of its own gets none.
fn cholesky(covariance: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let count = covariance.len();
    let mut factor = vec![vec![0.0; count]; count];
    for column in 0..count {
        let explained = dot(&factor[column][..column], &factor[column][..column]);
        let pivot = covariance[column][column] - explained;
        if pivot <= ROUNDING * covariance[column][column] {
            continue;
        }
        factor[column][column] = pivot.sqrt();
        for row in column + 1..count {
            let explained = dot(&factor[row][..column], &factor[column][..column]);
            factor[row][column] = (covariance[row][column] - explained) / factor[column][column];
        }
    }
    factor
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The critical value of a level, in standard errors.
    fn critical(level: f64) -> f64 {
        Normal::standard().inverse_cdf(0.5 + level / 2.0)
    }

    fn unit(count: usize) -> Vec<Vec<f64>> {
        (0..count).map(|row| (0..count).map(|column| f64::from(row == column)).collect()).collect()
    }

    fn of_correlation(correlation: f64, count: usize) -> JointErrors {
        let cell = |row, column| if row == column { 4.0 } else { 4.0 * correlation };
        JointErrors::new((0..count).map(|row| (0..count).map(|column| cell(row, column)).collect()).collect())
    }

    #[test]
    fn independent_means_get_sidaks_level() {
        for count in [2, 5, 10] {
            let level = of_correlation(0.0, count).simultaneous_level(&unit(count));
            let sidak = LEVEL.powf(1.0 / count as f64);
            assert!((critical(level) - critical(sidak)).abs() < 0.03, "{count}: {level} {sidak}");
        }
    }

    #[test]
    fn means_that_always_move_together_get_the_level_of_one() {
        let level = of_correlation(1.0, 6).simultaneous_level(&unit(6));
        assert!((critical(level) - 1.96).abs() < 0.02, "{level}");
    }

    #[test]
    fn all_pairs_of_three_means_get_tukeys_level() {
        let pairs = [vec![1.0, -1.0, 0.0], vec![1.0, 0.0, -1.0], vec![0.0, 1.0, -1.0]];
        // The studentized range of three with many degrees of freedom, over √2.
        let tukey = 3.314 / 2_f64.sqrt();
        let level = of_correlation(0.0, 3).simultaneous_level(&pairs);
        assert!((critical(level) - tukey).abs() < 0.03, "{}", critical(level));
        // Three means that add up to zero have the same differences.
        let cell = |row, column| if row == column { 2.0 } else { -1.0 };
        let covariance = (0..3).map(|row| (0..3).map(|column| cell(row, column)).collect()).collect();
        let level = JointErrors::new(covariance).simultaneous_level(&pairs);
        assert!((critical(level) - tukey).abs() < 0.03, "{}", critical(level));
    }

    #[test]
    fn what_does_not_vary_has_no_error_and_no_say() {
        let errors = JointErrors::new(vec![vec![1.0, 1.0, 0.0], vec![1.0, 1.0, 0.0], vec![0.0, 0.0, 0.0]]);
        assert_eq!(errors.standard_error(&[1.0, -1.0, 0.0]), 0.0);
        assert_eq!(errors.standard_error(&[0.0, 0.0, 1.0]), 0.0);
        assert_eq!(errors.standard_error(&[1.0, 1.0, 7.0]), 2.0);
        let level =
            errors.simultaneous_level(&[vec![1.0, -1.0, 0.0], vec![0.0, 0.0, 1.0], vec![1.0, 0.0, 0.0]]);
        assert_eq!(level, LEVEL);
    }

    #[test]
    fn draws_have_the_covariance() {
        let covariance = vec![vec![4.0, 1.0, 3.0], vec![1.0, 9.0, -2.0], vec![3.0, -2.0, 5.0]];
        let drawn = JointErrors::new(covariance.clone()).deviations(40_000);
        for (row, cells) in covariance.iter().enumerate() {
            for (column, expected) in cells.iter().enumerate() {
                let found =
                    drawn.iter().map(|draw| draw[row] * draw[column]).sum::<f64>() / drawn.len() as f64;
                assert!((found - expected).abs() < 0.15, "{row} {column}: {found}");
            }
        }
    }
}
