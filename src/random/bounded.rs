//! Draws below a bound.

use std::ops::Range;

use rand::Rng;

use super::Stream;

impl Stream {
    /// An exactly uniform draw from a range: Lemire's multiplication, with
    /// rejection of the few words that would bias it.
    ///
    /// This is the project's own method, with pinned values, and shadows that of
    /// `rand` on a stream; `RngExt::random_range(&mut stream, range)` calls the
    /// other, for ranges of other types.
    ///
    /// # Panics
    /// In debug builds, if the range is empty.
    #[inline]
    pub fn random_range(&mut self, range: Range<u32>) -> u32 {
        below(self, range)
    }
}

/// An exactly uniform draw from a range, by any generator.
#[inline]
pub(super) fn below(rng: &mut impl Rng, range: Range<u32>) -> u32 {
    debug_assert!(!range.is_empty(), "the range is empty");
    let count = u64::from(range.end - range.start);
    loop {
        let (draw, rest) = scale(rng.next_u64(), count);
        if accept(rest, count) {
            return range.start + draw as u32;
        }
    }
}

/// A word as a fraction of 2^64, times `bound`: the integer part, which is below
/// `bound`, and the remainder, again as a fraction.
#[inline]
pub(super) const fn scale(word: u64, bound: u64) -> (u64, u64) {
    let product = word as u128 * bound as u128;
    ((product >> 64) as u64, product as u64)
}

/// Whether a word with this remainder may be used for a draw with `outcomes`
/// outcomes: words with a remainder below 2^64 mod `outcomes` are rejected, as
/// they would bias some of them.
#[inline]
pub(super) const fn accept(rest: u64, outcomes: u64) -> bool {
    rest >= outcomes || rest >= surplus(outcomes)
}

/// 2^64 mod `outcomes`.
#[cold]
const fn surplus(outcomes: u64) -> u64 {
    outcomes.wrapping_neg() % outcomes
}
