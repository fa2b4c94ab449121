//! Verdicts on a difference: better, worse, equal or undecided.

use std::fmt;

use crate::stats::{Interval, LEVEL, MIN_BLOCKS, Planning, Ratio};

/// A verdict on a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is positive.
    Better,
    /// It is negative.
    Worse,
    /// It lies within the margin.
    Equal,
    /// It is zero in every block.
    Same,
    /// None of these is shown yet.
    Undecided,
}

impl Verdict {
    /// The name in the files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Better => "better",
            Verdict::Worse => "worse",
            Verdict::Equal => "equal",
            Verdict::Same => "same",
            Verdict::Undecided => "undecided",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How often the difference is looked at, which decides the kind of interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looking {
    /// Once, after a number of blocks that was fixed in advance.
    Once,
    /// Repeatedly, until the verdict is reached.
    Repeatedly,
}

/// The interval of a difference and the verdict on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// Its 95 % interval; under repeated looks, one that is valid at all of them.
    pub interval: Option<Interval>,
    /// The verdict.
    pub verdict: Verdict,
    /// The number of blocks that would decide it, if the true difference is the
    /// estimated one; none if it is decided, or would never be.
    pub blocks_to_decide: Option<u64>,
}

/// So many blocks without a difference end the wait for one: differences in more
/// than one block of 3,000 would have shown with 95 %.
pub const ENOUGH_ALIKE: u64 = 10_000;

/// The verdict on a mean difference over blocks.
///
/// With a margin, *equal* takes precedence: if the whole 90 % interval lies
/// within the margin on both sides, which is two one-sided tests at 5 %, it does
/// not matter whether it excludes zero. The difference is *better* or *worse* if
/// the 95 % interval excludes zero, even if it overlaps the margin. A difference
/// that is zero in every block is the *same* so far; under repeated looks only
/// after [`ENOUGH_ALIKE`] blocks, as a difference may be rare. Fewer than
/// [`MIN_BLOCKS`] are always *undecided*.
#[must_use]
pub fn judge(difference: &Ratio, margin: Option<f64>, looking: Looking) -> Judged {
    let value = difference.value();
    let (interval, inner) = match looking {
        Looking::Once => (difference.interval(), difference.inner_interval()),
        Looking::Repeatedly => {
            let at_looks = difference.half_width_at_looks().map(|half| Interval::around(value, half));
            (at_looks, at_looks)
        }
    };
    let verdict = match (interval, inner, margin) {
        _ if difference.blocks < MIN_BLOCKS => Verdict::Undecided,
        (_, Some(inner), Some(margin)) if -margin < inner.low && inner.high < margin => Verdict::Equal,
        _ if difference.yy == 0 && (looking == Looking::Once || difference.blocks >= ENOUGH_ALIKE) => {
            Verdict::Same
        }
        (Some(interval), ..) if interval.low > 0.0 => Verdict::Better,
        (Some(interval), ..) if interval.high < 0.0 => Verdict::Worse,
        _ => Verdict::Undecided,
    };
    let blocks_to_decide = (verdict == Verdict::Undecided)
        .then(|| {
            let planning =
                Planning { value, standard_error: difference.standard_error()?, blocks: difference.blocks };
            let blocks = match looking {
                Looking::Once => blocks_to_decide(&planning, margin, [1.0 - LEVEL; 2]),
                Looking::Repeatedly => {
                    let inside = margin.map(|margin| margin - value.abs()).filter(|inside| *inside > 0.0);
                    let distances = [Some(value.abs()), inside].into_iter().flatten();
                    distances.filter_map(|distance| planning.blocks_with_looks(distance)).min()
                }
            };
            blocks.map(|blocks| blocks.max(MIN_BLOCKS).max(difference.blocks + 1))
        })
        .flatten();
    Judged { interval, verdict, blocks_to_decide }
}

/// The number of blocks that would show a difference, at the first alpha, or
/// that it lies within the margin, at the second: the smaller of the two, and
/// more than there are. None if it would never be decided.
pub(super) fn blocks_to_decide(planning: &Planning, margin: Option<f64>, alphas: [f64; 2]) -> Option<u64> {
    let differs = planning.blocks_for_difference(alphas[0]);
    let equal = margin.and_then(|margin| planning.blocks_for_equivalence(margin, alphas[1]));
    differs.into_iter().chain(equal).min().map(|blocks| blocks.max(planning.blocks + 1))
}

#[cfg(test)]
mod tests;
