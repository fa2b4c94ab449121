//! What has not been seen yet.
//!
//! The deviations of the blocks say nothing about events that none of them has
//! shown. A share of 0, a mean of values that happen to be equal, or a handful
//! of events have small standard errors, or none, and are yet not known that
//! well: three events may be expected and none seen in one run of twenty (the
//! *rule of three*). So every estimate gets the uncertainty of a few events
//! more than were seen. With many events that makes no difference.

use statrs::distribution::{ContinuousCDF, Normal};
use statrs::function::gamma::{gamma_lr, ln_gamma};

use super::Interval;
use super::student::t_quantile;

/// The unseen events that are added to the variance: half of the square of the
/// normal quantile, rounded up, as in the score interval for a rare event.
pub(super) const UNSEEN: f64 = 2.0;

/// The seats that one event may concern: a draw is one of two players.
const SEATS_OF_AN_EVENT: u64 = 2;

/// What is known of the events behind an estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Unseen {
    /// The weight of a single observation in the estimate.
    pub(super) weight: f64,
    /// The size of an event; 0 if the rules make the estimate a constant.
    pub(super) event: f64,
    /// The largest number of events that one unseen deal may bring.
    pub(super) cluster: f64,
}

impl Unseen {
    /// Of an estimate from `n` observations, with so many in a typical block. A
    /// deal that brings an event may bring it in each game of its block, and to
    /// several seats.
    pub(super) fn new(n: f64, in_a_block: f64, games_per_block: u64, event: f64) -> Unseen {
        let cluster = ((SEATS_OF_AN_EVENT * games_per_block) as f64).min(in_a_block);
        Unseen { weight: 1.0 / n, event, cluster }
    }

    /// Of a difference of two estimates.
    pub(super) fn of_both(self, other: Unseen) -> Unseen {
        Unseen {
            weight: (f64::midpoint(self.weight * self.weight, other.weight * other.weight)).sqrt(),
            event: self.event.max(other.event),
            cluster: self.cluster.max(other.cluster),
        }
    }

    /// The standard error with the unseen events added, as an interval with this
    /// quantile needs it.
    pub(super) fn guard(self, standard_error: f64, quantile: f64) -> f64 {
        self.half_width(standard_error, quantile, quantile) / quantile
    }

    /// Half the width of an interval, with the unseen events added. With hardly any
    /// events, it is at least that for none, which has a quantile of its own.
    pub(super) fn half_width(self, standard_error: f64, quantile: f64, of_unseen: f64) -> f64 {
        if self.event == 0.0 {
            return quantile * standard_error;
        }
        let size = self.weight * self.event;
        let seen = (standard_error / size).powi(2);
        let with_unseen = quantile * (seen + UNSEEN).sqrt();
        let with_none_seen = of_unseen * of_unseen * self.cluster - seen;
        size * with_unseen.max(with_none_seen)
    }

    /// The interval of a share: Wilson's score interval at the effective sample
    /// size, which is the number of independent trials with the same standard
    /// error. It stays inside [0, 1]. Near 0 or 1 the inner bound is that of
    /// Poisson's distribution, where Wilson's is too bold with an event or two
    /// (Brown, Cai and DasGupta, *Interval estimation for a binomial
    /// proportion*), and the outer one is at least that for no event.
    pub(super) fn share_interval(
        self,
        share: f64,
        standard_error: f64,
        degrees_of_freedom: f64,
        level: f64,
    ) -> Interval {
        let trials = 1.0 / self.weight;
        let variance = share * (1.0 - share);
        let seen = (standard_error * trials).powi(2);
        let samples = trials * (trials * variance + UNSEEN / self.cluster) / (seen + UNSEEN);
        let z = t_quantile(degrees_of_freedom, level);
        let added = z * z / samples;
        let centre = (share + added / 2.0) / (1.0 + added);
        let half = z / (1.0 + added) * (variance / samples + added / (4.0 * samples)).sqrt();
        let none_seen = z * z / (trials / self.cluster + z * z);
        // Of the rarer of the two, that it happens or that it does not.
        let few =
            |share: f64| if share < 0.5 { poisson_bound(share * samples, level) / samples } else { share };
        Interval {
            low: (centre - half).min(few(share)).clamp(0.0, 1.0 - none_seen),
            high: (centre + half).max(1.0 - few(1.0 - share)).clamp(none_seen, 1.0),
        }
    }
}

/// Beyond so many events Wilson's bound is the lower one.
const FEW_EVENTS: f64 = 12.0;

/// The lower bound of this level for the mean of Poisson's distribution of which so
/// many events were seen: the quantile of a gamma distribution of this shape.
///
/// By Halley's method, from a rough guess (Press and others,
/// *Numerical Recipes*, 6.2.1). The search of `statrs` for the quantile of any gamma
/// distribution takes several times as long.
fn poisson_bound(events: f64, level: f64) -> f64 {
    if events == 0.0 || events > FEW_EVENTS {
        return events;
    }
    let (shape, probability) = (events, 1.0 - level);
    let ln_gamma = ln_gamma(shape);
    let mut bound = if shape > 1.0 {
        let z = Normal::standard().inverse_cdf(probability);
        shape * (1.0 - 1.0 / (9.0 * shape) + z / (3.0 * shape.sqrt())).powi(3).max(1e-3)
    } else {
        (probability / (1.0 - shape * (0.253 + shape * 0.12))).powf(1.0 / shape)
    };
    for _ in 0..MAX_STEPS {
        if bound < f64::MIN_POSITIVE {
            return 0.0;
        }
        let density = ((shape - 1.0) * bound.ln() - bound - ln_gamma).exp();
        let newton = (gamma_lr(shape, bound) - probability) / density;
        let curvature = newton * ((shape - 1.0) / bound - 1.0);
        let step = newton / (1.0 - 0.5 * curvature.min(1.0));
        bound = if step < bound { bound - step } else { bound / 2.0 };
        if step.abs() < PRECISE * bound {
            break;
        }
    }
    bound
}

/// A step of Halley's method that is smaller, relative to the bound, is the last
/// one: what is wrong after it is the cube of that.
const PRECISE: f64 = 1e-5;

/// Two or three steps are the rule, and four the most.
const MAX_STEPS: usize = 20;

#[cfg(test)]
mod tests {
    use statrs::distribution::Gamma;

    use super::*;
    use crate::stats::LEVEL;

    #[test]
    fn poisson_bounds_are_those_of_the_tables() {
        for (events, expected) in [(1.0, 0.051_293), (2.0, 0.355_362), (3.0, 0.817_691), (10.0, 5.425_406)] {
            let found = poisson_bound(events, LEVEL);
            assert!((found - expected).abs() < 1e-6, "{events}: {found}");
        }
    }

    #[test]
    fn poisson_bounds_are_quantiles_of_gamma_distributions() {
        for hundredths in 1..=1_200 {
            let events = f64::from(hundredths) / 100.0;
            let gamma = Gamma::new(events, 1.0).expect("a positive number of events");
            let below = gamma.cdf(poisson_bound(events, LEVEL));
            assert!((below - (1.0 - LEVEL)).abs() < 1e-9, "{events}: {below}");
        }
        assert_eq!(poisson_bound(1e-5, LEVEL), 0.0);
    }
}
