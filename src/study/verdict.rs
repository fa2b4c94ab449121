//! What can be said of a difference: better, worse, equal, or not yet decided.

use std::fmt;

use crate::stats::{FEWEST_BLOCKS, Interval, Ratio};

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

/// The standard errors that a difference lies from zero with which it is found
/// at 95 % in four of five attempts.
const FOUND: f64 = 1.960 + 0.842;

/// The same for a test that a difference is within a margin, which has two
/// sides of 5 % each.
const FOUND_EQUAL: f64 = 1.645 + 1.282;

/// What can be said of a mean difference over blocks.
///
/// With a margin, *equal* is said first: if the whole interval at 90 % lies
/// within the margin either way, which is two one-sided tests at 5 %, it does
/// not matter whether it is above zero. Without one, only a difference that was
/// zero in every block is *equal*. *Better* and *worse* are said if the
/// interval at 95 % leaves out zero, also if it reaches into the margin. Fewer
/// than [`FEWEST_BLOCKS`] decide nothing.
#[must_use]
pub fn judge(difference: &Ratio, margin: Option<f64>, looking: Looking) -> Judged {
    let value = difference.value();
    let (interval, inner) = match looking {
        Looking::Once => (difference.interval(), difference.inner_interval()),
        Looking::Repeatedly => {
            let sequence = difference
                .sequence_half_width()
                .map(|half| Interval { low: value - half, high: value + half });
            (sequence, sequence)
        }
    };
    let verdict = match (interval, inner, margin) {
        _ if difference.blocks < FEWEST_BLOCKS => Verdict::Undecided,
        (Some(Interval { low, high }), ..) if low == 0.0 && high == 0.0 => Verdict::Equal,
        (_, Some(inner), Some(margin)) if -margin < inner.low && inner.high < margin => Verdict::Equal,
        (Some(interval), ..) if interval.low > 0.0 => Verdict::Better,
        (Some(interval), ..) if interval.high < 0.0 => Verdict::Worse,
        _ => Verdict::Undecided,
    };
    let needed = |found: f64, distance: f64| {
        let error = difference.standard_error()?;
        let blocks = difference.blocks as f64 * (found * error / distance).powi(2);
        (distance > 0.0 && blocks < 1e15).then_some(blocks.ceil() as u64)
    };
    let blocks_to_decide = match verdict {
        Verdict::Undecided => {
            let differs = needed(FOUND, value.abs());
            let equal = margin.and_then(|margin| needed(FOUND_EQUAL, margin - value.abs()));
            let fewest = FEWEST_BLOCKS.max(difference.blocks + 1);
            differs.into_iter().chain(equal).min().map(|blocks| blocks.max(fewest))
        }
        _ => None,
    };
    Judged { interval, verdict, blocks_to_decide }
}

#[cfg(test)]
mod tests;
