//! What can be said of a difference: better, worse, equal, or not yet decided.

use std::fmt;

use crate::stats::{Interval, LEVEL, MIN_BLOCKS, Planning, Ratio};

/// A verdict on a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is above zero.
    Better,
    /// It is below zero.
    Worse,
    /// It is within the margin that was given, or was zero in every block.
    Equal,
    /// None of these can be said yet.
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
            Verdict::Undecided => "undecided",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How one looks at the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looking {
    /// Once, after a number of blocks that was fixed before.
    Once,
    /// Again and again, until the verdict stands.
    Repeatedly,
}

/// A difference with what can be said of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// Its 95 % interval; one that holds under repeated looks, if these were
    /// taken.
    pub interval: Option<Interval>,
    /// The verdict.
    pub verdict: Verdict,
    /// How many blocks it would take to decide, if the difference is what it
    /// seems; none if it is decided, or would never be.
    pub blocks_to_decide: Option<u64>,
}

/// What can be said of a mean difference over blocks.
///
/// With a margin, *equal* is said first: if the whole interval at 90 % lies
/// within the margin either way, which is two one-sided tests at 5 %, it does
/// not matter whether it is above zero. Without one, only a difference that was
/// zero in every block is *equal*. *Better* and *worse* are said if the
/// interval at 95 % leaves out zero, also if it reaches into the margin. Fewer
/// than [`MIN_BLOCKS`] decide nothing.
#[must_use]
pub fn judge(difference: &Ratio, margin: Option<f64>, looking: Looking) -> Judged {
    let value = difference.value();
    let (interval, inner) = match looking {
        Looking::Once => (difference.interval(), difference.inner_interval()),
        Looking::Repeatedly => {
            let sequence = difference
                .confidence_sequence_half_width()
                .map(|half| Interval { low: value - half, high: value + half });
            (sequence, sequence)
        }
    };
    let verdict = match (interval, inner, margin) {
        _ if difference.blocks < MIN_BLOCKS => Verdict::Undecided,
        (Some(Interval { low, high }), ..) if low == 0.0 && high == 0.0 => Verdict::Equal,
        (_, Some(inner), Some(margin)) if -margin < inner.low && inner.high < margin => Verdict::Equal,
        (Some(interval), ..) if interval.low > 0.0 => Verdict::Better,
        (Some(interval), ..) if interval.high < 0.0 => Verdict::Worse,
        _ => Verdict::Undecided,
    };
    let blocks_to_decide = (verdict == Verdict::Undecided)
        .then(|| {
            let planning =
                Planning { value, standard_error: difference.standard_error()?, blocks: difference.blocks };
            let tests = [1.0 - LEVEL; 2];
            blocks_to_decide(&planning, margin, tests).map(|blocks| blocks.max(MIN_BLOCKS))
        })
        .flatten();
    Judged { interval, verdict, blocks_to_decide }
}

/// How many blocks would decide whether there is a difference, at the first
/// alpha, or that it is within the margin, at the second one; whichever is
/// sooner, and more than there are. None if it would never be decided.
pub(super) fn blocks_to_decide(planning: &Planning, margin: Option<f64>, alphas: [f64; 2]) -> Option<u64> {
    let differs = planning.blocks_for_difference(alphas[0]);
    let equal = margin.and_then(|margin| planning.blocks_for_equivalence(margin, alphas[1]));
    differs.into_iter().chain(equal).min().map(|blocks| blocks.max(planning.blocks + 1))
}

#[cfg(test)]
mod tests;
