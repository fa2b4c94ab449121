//! Outcomes of yes or no.

/// The outcomes of a question that is answered by yes or no.
pub const YES_NO: [&str; 2] = ["yes", "no"];

/// The index of the answer among [`YES_NO`].
#[must_use]
pub const fn yes_no(yes: bool) -> usize {
    !yes as usize
}
