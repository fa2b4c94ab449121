//! Student's quantiles.

use std::cell::RefCell;

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::{Interval, LEVEL};

/// The 95 % interval of an estimate, from its standard error and the degrees
/// of freedom of that.
#[must_use]
pub fn mean_interval(value: f64, error: f64, degrees_of_freedom: f64) -> Interval {
    Interval::around(value, t_quantile(degrees_of_freedom, LEVEL) * error)
}

/// Student's quantile that bounds a two-sided interval.
///
/// It takes some ten thousand instructions, and the rows of a result ask for the
/// same few again and again: each thread remembers the last ones.
pub(super) fn t_quantile(degrees_of_freedom: f64, level: f64) -> f64 {
    type Key = (u64, u64);
    thread_local! {
        static LAST: RefCell<[(Key, f64); 8]> = const { RefCell::new([((0, 0), 0.0); 8]) };
    }
    let key = (degrees_of_freedom.to_bits(), level.to_bits());
    LAST.with_borrow_mut(|last| {
        if let Some((_, quantile)) = last.iter().find(|(known, _)| *known == key) {
            return *quantile;
        }
        let quantile = quantile(degrees_of_freedom, 0.5 + level / 2.0);
        last.rotate_right(1);
        last[0] = (key, quantile);
        quantile
    })
}

/// With more degrees of freedom, the first two terms of the expansion about the
/// normal quantile are exact to six digits; the search for the quantile takes
/// long there.
const MANY: f64 = 1e4;

fn quantile(degrees_of_freedom: f64, probability: f64) -> f64 {
    if degrees_of_freedom > MANY {
        let z = Normal::standard().inverse_cdf(probability);
        return z + (z.powi(3) + z) / (4.0 * degrees_of_freedom);
    }
    let student = StudentsT::new(0.0, 1.0, degrees_of_freedom).expect("one degree of freedom or more");
    student.inverse_cdf(probability)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (degrees_of_freedom, expected) in
            [(1.0, 12.706_205), (7.0, 2.364_624), (99.0, 1.984_217), (1e12, 1.959_964)]
        {
            let found = t_quantile(degrees_of_freedom, LEVEL);
            assert!((found - expected).abs() < 1e-5, "{degrees_of_freedom}: {found}");
        }
    }

    #[test]
    fn the_expansion_joins_smoothly() {
        for probability in [0.95, 0.975, 0.999, 0.999_99] {
            let (below, above) = (quantile(MANY, probability), quantile(MANY * 1.000_001, probability));
            assert!((below / above - 1.0).abs() < 1e-6, "{below} {above}");
        }
    }
}
