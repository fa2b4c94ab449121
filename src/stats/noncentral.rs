//! The length of a mean vector, and an interval for it.

use statrs::distribution::{ContinuousCDF, Normal};

use super::{Interval, LEVEL};

/// The estimated mean of a vector, as far as the length of the mean is
/// concerned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanVector {
    /// The squared length of the sample mean.
    pub squared_length: f64,
    /// The trace of its covariance matrix C.
    pub trace: f64,
    /// The trace of C², over the square of that of C: one over the number of
    /// dimensions, if C is the same in all of them.
    pub concentration: f64,
}

impl MeanVector {
    /// The noise of a single dimension.
    fn scale(&self) -> f64 {
        self.trace * self.concentration
    }

    /// The squared length of the true mean, in units of the noise of a single
    /// dimension: how far it is out of the noise.
    #[must_use]
    pub fn signal(&self) -> f64 {
        (self.squared_length - self.trace) / self.scale()
    }

    /// The 95 % interval of the squared length of the true mean. The lower end is
    /// 0 if the mean may be zero.
    ///
    /// The squared length of the sample mean has nearly a noncentral chi-squared
    /// distribution (Satterthwaite's approximation); the interval is that of its
    /// noncentrality.
    #[must_use]
    pub fn interval(&self) -> Interval {
        let (scale, degrees_of_freedom) = (self.scale(), 1.0 / self.concentration);
        let x = self.squared_length / scale;
        let z = Normal::standard().inverse_cdf(0.5 + LEVEL / 2.0);
        // Below its expectation without any signal the upper end would vanish.
        let upper_x = x.max(degrees_of_freedom);
        Interval {
            low: scale * noncentrality(x, degrees_of_freedom, z),
            high: scale * noncentrality(upper_x, degrees_of_freedom, -z),
        }
    }
}

/// The noncentrality for which a value is this many standard deviations up its
/// distribution, in normal scores; 0 if it is less far up without any.
fn noncentrality(x: f64, degrees_of_freedom: f64, score: f64) -> f64 {
    let is_too_small = |noncentrality: f64| normal_score(x, degrees_of_freedom, noncentrality) > score;
    if !is_too_small(0.0) {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    while is_too_small(high) {
        high *= 2.0;
    }
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        if is_too_small(middle) { low = middle } else { high = middle }
    }
    low
}

/// The normal score of a value of the noncentral chi-squared distribution, by
/// Sankaran's approximation.
fn normal_score(x: f64, degrees_of_freedom: f64, noncentrality: f64) -> f64 {
    let mean = degrees_of_freedom + noncentrality;
    let half_variance = degrees_of_freedom + 2.0 * noncentrality;
    let power = 1.0 - 2.0 / 3.0 * mean * (mean + 2.0 * noncentrality) / half_variance.powi(2);
    let p = half_variance / mean.powi(2);
    let m = (power - 1.0) * (1.0 - 3.0 * power);
    let centre = 1.0 + power * p * (power - 1.0 - 0.5 * (2.0 - power) * m * p);
    ((x / mean).powf(power) - centre) / (power * (2.0 * p).sqrt() * (1.0 + 0.5 * m * p))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_scores_are_those_of_the_tables() {
        // Quantiles of the noncentral chi-squared distribution: degrees of
        // freedom, noncentrality, probability, quantile.
        for (n, l, probability, x) in [
            (3.0, 0.0, 0.95, 7.814_73),
            (3.0, 0.0, 0.025, 0.215_80),
            (4.0, 5.0, 0.975, 21.675_92),
            (1.0, 100.0, 0.5, 100.0),
        ] {
            let found = Normal::standard().cdf(normal_score(x, n, l));
            assert!((found - probability).abs() < 0.006, "{n} {l}: {found}");
        }
    }

    #[test]
    fn without_a_signal_the_interval_begins_at_zero() {
        let noise = MeanVector { squared_length: 3.0, trace: 3.0, concentration: 1.0 / 3.0 };
        let Interval { low, high } = noise.interval();
        assert!(low == 0.0 && (5.0..12.0).contains(&high), "{low} {high}");
        // Less than noise is no reason for a shorter one.
        let quiet = MeanVector { squared_length: 0.01, ..noise };
        assert_eq!(quiet.interval(), noise.interval());
    }

    #[test]
    fn a_strong_signal_has_a_normal_interval_of_its_length() {
        // A length of 1,000 with an error of 1.
        let strong = MeanVector { squared_length: 1e6, trace: 3.0, concentration: 1.0 / 3.0 };
        let Interval { low, high } = strong.interval();
        assert!((low.sqrt() - 998.04).abs() < 0.01 && (high.sqrt() - 1001.96).abs() < 0.01, "{low} {high}");
    }
}
