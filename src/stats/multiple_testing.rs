//! p-values, their adjustment for multiple testing, and sample sizes for a
//! given power.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::looks::look_quantile;

/// The two-sided p-value of a t statistic, by Student's distribution.
#[must_use]
pub fn two_sided_p(t: f64, degrees_of_freedom: f64) -> f64 {
    if t.is_infinite() {
        return 0.0;
    }
    let student =
        StudentsT::new(0.0, 1.0, degrees_of_freedom.max(1.0)).expect("one degree of freedom or more");
    (2.0 * student.cdf(-t.abs())).min(1.0)
}

/// Holm's adjusted p-values: rejecting those of at most alpha keeps the
/// familywise error rate at alpha under any dependence.
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&one, &other| p_values[one].total_cmp(&p_values[other]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut running_max: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        running_max = running_max.max((p_values.len() - rank) as f64 * p_values[index]).min(1.0);
        adjusted[index] = running_max;
    }
    adjusted
}

/// So many degrees of freedom that Student's distribution is the normal one.
const NORMAL: f64 = 1e9;

/// The power that sample sizes are planned for.
const POWER: f64 = 0.8;

/// The effect, in standard errors, that a one-sided test at alpha detects with
/// that power.
#[must_use]
fn z_for_power(alpha: f64) -> f64 {
    let normal = Normal::standard();
    normal.inverse_cdf(1.0 - alpha) + normal.inverse_cdf(POWER)
}

/// Sample size planning: how many blocks would decide a question, if the true
/// difference is the estimated one.
#[derive(Clone, Copy, Debug)]
pub struct Planning {
    /// The estimated difference.
    pub value: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The blocks that it was estimated from.
    pub blocks: u64,
}

impl Planning {
    /// The blocks it takes to detect the difference with a power of 80 %, by a
    /// two-sided test at alpha; none if no run can have that many.
    #[must_use]
    pub fn blocks_for_difference(&self, alpha: f64) -> Option<u64> {
        self.blocks_at(z_for_power(alpha / 2.0) * self.standard_error / self.value.abs())
    }

    /// The blocks it takes to show with a power of 80 % that the difference
    /// lies within a margin, by two one-sided tests at alpha; none if it does
    /// not, or if no run can have that many.
    #[must_use]
    pub fn blocks_for_equivalence(&self, margin: f64, alpha: f64) -> Option<u64> {
        if self.value.abs() >= margin {
            return None;
        }
        let normal = Normal::standard();
        let critical = normal.inverse_cdf(1.0 - alpha);
        // Both tests have to reject. `scale` multiplies the standard error.
        let power = |scale: f64| {
            let side = |distance: f64| normal.cdf(distance / (scale * self.standard_error) - critical);
            side(margin - self.value) + side(margin + self.value) - 1.0
        };
        let (mut enough, mut too_much) = (0.0, 1.0);
        while power(too_much) >= POWER {
            too_much *= 2.0;
        }
        for _ in 0..60 {
            let middle = f64::midpoint(enough, too_much);
            if power(middle) >= POWER { enough = middle } else { too_much = middle }
        }
        self.blocks_at(1.0 / enough)
    }

    /// To show with a power of 80 % that it lies beyond zero or within a margin,
    /// from which it is this far, by an interval that is valid at all looks.
    #[must_use]
    pub fn blocks_with_looks(&self, distance: f64) -> Option<u64> {
        let power = Normal::standard().inverse_cdf(POWER);
        let mut needed = self.blocks;
        // The quantile changes slowly with the blocks: a fixed point.
        for _ in 0..20 {
            let errors = look_quantile(needed, NORMAL) + power;
            needed = self.blocks_at(errors * self.standard_error / distance)?;
        }
        Some(needed)
    }

    /// The blocks at which the standard error is 1 / `factor` of the present
    /// one: it shrinks with their square root.
    fn blocks_at(&self, factor: f64) -> Option<u64> {
        let blocks = self.blocks as f64 * factor * factor;
        // More than any run can have, or a division by zero.
        (blocks < 1e15).then_some(blocks.ceil() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_standard_errors_have_a_p_value_of_five_percent() {
        assert!((two_sided_p(1.959_964, 1e9) - 0.05).abs() < 1e-6);
        // With one degree of freedom it is Cauchy's distribution.
        assert!((two_sided_p(1.0, 1.0) - 0.5).abs() < 1e-9);
        assert_eq!((two_sided_p(0.0, 10.0), two_sided_p(f64::INFINITY, 10.0)), (1.0, 0.0));
    }

    #[test]
    fn holm_multiplies_the_smallest_p_value_by_their_number_and_is_monotone() {
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
    fn a_difference_of_two_standard_errors_takes_twice_the_blocks() {
        let plan = Planning { value: 2.0, standard_error: 1.0, blocks: 1000 };
        // (1.95996 + 0.84162)^2 / 2^2 = 1.9622.
        assert_eq!(plan.blocks_for_difference(0.05), Some(1963));
        assert_eq!(Planning { value: 0.0, ..plan }.blocks_for_difference(0.05), None);
    }

    #[test]
    fn looks_take_more_blocks_and_reaches_its_power() {
        let plan = Planning { value: 1.0, standard_error: 1.0, blocks: 1000 };
        let blocks = plan.blocks_with_looks(1.0).unwrap();
        assert!(blocks > plan.blocks_for_difference(0.05).unwrap());
        let standard_error = (1000.0 / blocks as f64).sqrt();
        let power = Normal::standard().cdf(1.0 / standard_error - look_quantile(blocks, NORMAL));
        assert!((power - POWER).abs() < 0.001, "{power}");
        assert_eq!(plan.blocks_with_looks(0.0), None);
    }

    #[test]
    fn equivalence_takes_the_textbook_number_of_blocks() {
        // At the centre of the margin both tests need a power of 90 %:
        // (1.64485 + 1.28155)^2 = 8.5639; near an edge only one of them counts:
        // (1.64485 + 0.84162)^2 = 6.1826.
        let centred = Planning { value: 0.0, standard_error: 1.0, blocks: 1000 };
        assert_eq!(centred.blocks_for_equivalence(1.0, 0.05), Some(8564));
        let near = Planning { value: 100.0, ..centred };
        assert_eq!(near.blocks_for_equivalence(101.0, 0.05), Some(6183));
        assert_eq!(near.blocks_for_equivalence(100.0, 0.05), None);
    }

    #[test]
    fn a_power_of_80_percent_takes_2_8_standard_errors() {
        assert!((z_for_power(0.025) - 2.8016).abs() < 1e-3);
    }
}
