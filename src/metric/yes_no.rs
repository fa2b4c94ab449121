//! Outcomes of yes or no.

/// The outcomes of a metric that is either true or false.
pub const YES_NO: [&str; 2] = ["yes", "no"];

/// The index of an answer in [`YES_NO`].
#[must_use]
pub const fn yes_no(yes: bool) -> usize {
    !yes as usize
}
