//! Looks: interim analyses at fixed block counts, at which a study may stop.
//!
//! The error rate of 5 % is spent over the looks (alpha spending): the look
//! number k, from 0, gets `20 α / ((k + 20) (k + 21))`, and all of them together
//! α, however long a study goes on. Each interval is then valid at all looks at
//! once, by the union bound, and takes some three to four standard errors where
//! a single look takes two.

use super::LEVEL;
use super::student::t_quantile;

/// The number of blocks at the first look.
pub const FIRST_LOOK: u64 = 100;

/// The number of blocks at the look after the one at so many.
#[must_use]
pub const fn next_look(blocks: u64) -> u64 {
    blocks.saturating_add(blocks / 4)
}

/// How evenly alpha is spent: most of it on about as many looks.
const EVENNESS: f64 = 20.0;

/// The number of the first look, from 0, with at least this many blocks. A study
/// that is stopped between two looks, for a reason that has nothing to do with
/// its results, takes the place of the look that would have come next.
fn look_number(blocks: u64) -> u32 {
    let (mut look, mut number) = (FIRST_LOOK, 0);
    while look < blocks {
        look = next_look(look);
        number += 1;
    }
    number
}

fn alpha_at(look: u32) -> f64 {
    let look = f64::from(look);
    (1.0 - LEVEL) * EVENNESS / ((look + EVENNESS) * (look + EVENNESS + 1.0))
}

/// Whether there is a look after this many blocks.
#[must_use]
pub fn is_look(blocks: u64) -> bool {
    let mut look = FIRST_LOOK;
    while look < blocks {
        look = next_look(look);
    }
    look == blocks
}

/// The level that each of so many intervals needs at this many blocks, so that
/// all of them are valid at all looks together with 95 %.
#[must_use]
pub fn level_at_looks(blocks: u64, intervals: usize) -> f64 {
    1.0 - alpha_at(look_number(blocks)) / intervals.max(1) as f64
}

/// Half the width of an interval that is valid at all looks, in standard errors
/// with these degrees of freedom, at this many blocks.
pub(super) fn look_quantile(blocks: u64, degrees_of_freedom: f64) -> f64 {
    t_quantile(degrees_of_freedom, 1.0 - alpha_at(look_number(blocks)))
}

#[cfg(test)]
mod tests {
    use rand::Rng;
    use rand::SeedableRng;
    use rand_xoshiro::SplitMix64;

    use super::*;

    #[test]
    fn looks_grow_by_a_quarter() {
        let looks: Vec<u64> =
            std::iter::successors(Some(FIRST_LOOK), |&look| Some(next_look(look))).take(5).collect();
        assert_eq!(looks, [100, 125, 156, 195, 243]);
        assert_eq!([1, 100, 101, 125, 126, 156].map(look_number), [0, 0, 1, 1, 2, 2]);
        assert_eq!(next_look(u64::MAX), u64::MAX);
        let found: Vec<u64> = (0..200).filter(|&blocks| is_look(blocks)).collect();
        assert_eq!(found, [100, 125, 156, 195]);
    }

    #[test]
    fn several_intervals_share_what_is_spent_at_a_look() {
        let alone = 1.0 - level_at_looks(125, 1);
        assert!((alone - alpha_at(1)).abs() < 1e-12);
        assert!((1.0 - level_at_looks(125, 10) - alone / 10.0).abs() < 1e-12);
    }

    #[test]
    fn all_looks_together_spend_alpha() {
        let spent: f64 = (0..1_000_000).map(alpha_at).sum();
        assert!((0.0499..=0.05).contains(&spent), "{spent}");
    }

    #[test]
    fn a_look_takes_three_to_four_standard_errors() {
        for (blocks, expected) in [(100, 3.11), (1_000, 3.28), (10_000, 3.44), (1_000_000, 3.66)] {
            let quantile = look_quantile(blocks, blocks as f64 - 1.0);
            assert!((quantile - expected).abs() < 0.02, "{blocks}: {quantile}");
        }
        assert!(look_quantile(1_000_000_000_000, 1e12) < 4.2);
    }

    /// Of 4,000 studies of nothing at all, looked at up to 60,000 blocks, few are
    /// ever significant. The union bound is not tight: far fewer than 5 %.
    #[test]
    fn studies_of_nothing_are_rarely_significant_at_any_look() {
        let studies = 4_000;
        let is_ever_significant = |study: u64| {
            let mut stream = SplitMix64::seed_from_u64(study);
            let (mut blocks, mut sum, mut look) = (0_u64, 0_i64, FIRST_LOOK);
            while look < 60_000 {
                // The difference of heads and tails in the blocks up to the look.
                while blocks < look {
                    let count = (look - blocks).min(32);
                    let heads = (stream.next_u64() >> (64 - count)).count_ones();
                    sum += 2 * i64::from(heads) - count as i64;
                    blocks += count;
                }
                let z = sum.abs() as f64 / (blocks as f64).sqrt();
                if z > look_quantile(blocks, blocks as f64 - 1.0) {
                    return true;
                }
                look = next_look(look);
            }
            false
        };
        let found = (0..studies).filter(|&study| is_ever_significant(study)).count();
        let share = found as f64 / studies as f64;
        assert!((0.005..0.035).contains(&share), "{share}");
    }
}
