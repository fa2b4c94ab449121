//! Verdicts on a difference: better, worse, equal or undecided.

mod doubt;

use std::fmt;

pub(super) use self::doubt::doubt;
pub use self::doubt::{DOUBT, Doubt};
use crate::stats::{Change, DealDifference, Interval, LEVEL, MIN_BLOCKS, Planning, level_at_looks};
pub use crate::stats::{ENOUGH_ALIKE, MIN_DIFFERING};

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
    /// What stands in the way of a verdict besides the width of the interval.
    pub doubt: Option<Doubt>,
    /// The number of blocks that would decide it, if the true difference is the
    /// estimated one; none if it is decided, or would never be.
    pub blocks_to_decide: Option<u64>,
}

/// The verdict on a mean difference over blocks.
///
/// With a margin, *equal* takes precedence: if the whole 90 % interval lies
/// within the margin on both sides, which is two one-sided tests at 5 %, it does
/// not matter whether it excludes zero. The difference is *better* or *worse* if
/// the 95 % interval excludes zero, even if it overlaps the margin. A difference
/// that is zero in every block is the *same* so far, and not *equal*; under
/// repeated looks only after [`ENOUGH_ALIKE`] blocks, as a difference may be
/// rare. If fewer than [`MIN_DIFFERING`] differ, *equal* takes a margin that one as
/// large as single games differ would not leave. Fewer than [`MIN_BLOCKS`] are
/// always *undecided*.
#[must_use]
pub fn judge(difference: &DealDifference, margin: Option<f64>, looking: Looking) -> Judged {
    let (change, blocks) = (difference.change(), difference.blocks);
    let (interval, inner) = match looking {
        Looking::Once => (change.interval(), change.inner_interval()),
        Looking::Repeatedly => {
            let level = level_at_looks(blocks, 1);
            (change.interval_at(level), change.at_its_largest().interval_at(level))
        }
    };
    let verdict = verdict_by_intervals(&change, blocks, margin, looking, interval, inner);
    // A few deals have no interval, and yet say how many more it takes.
    let error = change.error_with_unseen().or_else(|| difference.standard_error());
    let error = error.filter(|_| verdict == Verdict::Undecided);
    let planning = error.map(|standard_error| Planning { value: change.value, standard_error, blocks });
    let blocks_to_decide = planning.and_then(|planning| match looking {
        Looking::Once => blocks_to_decide(&planning, margin, [1.0 - LEVEL; 2]),
        Looking::Repeatedly => blocks_with_looks(&planning, margin),
    });
    Judged {
        interval,
        verdict,
        doubt: doubt(&change, blocks, verdict),
        blocks_to_decide: blocks_to_decide.map(|blocks| blocks.max(MIN_BLOCKS)),
    }
}

/// The verdict by the interval of a change and, for *equal*, by an inner one.
pub(super) fn verdict_by_intervals(
    change: &Change,
    blocks: u64,
    margin: Option<f64>,
    looking: Looking,
    interval: Option<Interval>,
    inner: Option<Interval>,
) -> Verdict {
    let is_long = looking == Looking::Once || blocks >= ENOUGH_ALIKE;
    match (interval, inner, margin) {
        _ if blocks < MIN_BLOCKS => Verdict::Undecided,
        _ if change.is_same => {
            if is_long {
                Verdict::Same
            } else {
                Verdict::Undecided
            }
        }
        (_, Some(inner), Some(margin)) if -margin < inner.low && inner.high < margin => Verdict::Equal,
        (Some(interval), ..) if interval.low > 0.0 => Verdict::Better,
        (Some(interval), ..) if interval.high < 0.0 => Verdict::Worse,
        _ => Verdict::Undecided,
    }
}

/// How a change is planned to be decided: by the error with what was not seen.
pub(super) fn planning(change: &Change, blocks: u64) -> Option<Planning> {
    let standard_error = change.error_with_unseen()?;
    Some(Planning { value: change.value, standard_error, blocks })
}

/// The number of blocks after which an interval that is valid at all looks would
/// lie beyond zero or within the margin.
pub(super) fn blocks_with_looks(planning: &Planning, margin: Option<f64>) -> Option<u64> {
    let value = planning.value.abs();
    let inside = margin.map(|margin| margin - value).filter(|inside| *inside > 0.0);
    let distances = [Some(value).filter(|value| *value > 0.0), inside].into_iter().flatten();
    let blocks = distances.filter_map(|distance| planning.blocks_with_looks(distance)).min();
    blocks.map(|blocks| blocks.max(planning.blocks + 1))
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
