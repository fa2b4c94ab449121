//! The chance of a difference by luck, and many of them at once.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The chance that a mean lies so many standard errors from zero or further,
/// on either side, if nothing is there: by Student's distribution.
#[must_use]
pub fn two_sided_p(errors: f64, degrees_of_freedom: f64) -> f64 {
    if errors.is_infinite() {
        return 0.0;
    }
    let student =
        StudentsT::new(0.0, 1.0, degrees_of_freedom.max(1.0)).expect("one degree of freedom or more");
    (2.0 * student.cdf(-errors.abs())).min(1.0)
}

/// Holm's adjustment: what is at most 0.05 afterwards holds together at 5 %,
/// however the numbers hang together.
#[must_use]
pub fn holm(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|&one, &other| chances[one].total_cmp(&chances[other]));
    let mut adjusted = vec![1.0; chances.len()];
    let mut least: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        least = least.max((chances.len() - rank) as f64 * chances[index]).min(1.0);
        adjusted[index] = least;
    }
    adjusted
}

/// How many standard errors away something has to lie to be found in four of
/// five attempts, by a test on one side with this chance of a false alpha.
#[must_use]
pub fn z_for_power(alpha: f64) -> f64 {
    let normal = Normal::standard();
    normal.inverse_cdf(1.0 - alpha) + normal.inverse_cdf(0.8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_standard_errors_are_one_chance_in_twenty() {
        assert!((two_sided_p(1.959_964, 1e9) - 0.05).abs() < 1e-6);
        // With one degree of freedom it is Cauchy's distribution.
        assert!((two_sided_p(1.0, 1.0) - 0.5).abs() < 1e-9);
        assert_eq!((two_sided_p(0.0, 10.0), two_sided_p(f64::INFINITY, 10.0)), (1.0, 0.0));
    }

    #[test]
    fn holm_multiplies_the_least_by_all_and_never_goes_back() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        assert!(
            adjusted.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-12),
            "{adjusted:?}"
        );
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn four_of_five_attempts_take_almost_three_errors() {
        assert!((z_for_power(0.025) - 2.8016).abs() < 1e-3);
    }
}
