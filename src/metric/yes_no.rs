//! Outcomes of metrics that ask whether something was so.

/// Yes and no, as outcomes.
pub const YES_NO: [&str; 2] = ["yes", "no"];

/// The place of yes or no among [`YES_NO`].
#[must_use]
pub const fn yes_no(yes: bool) -> usize {
    !yes as usize
}
