//! Coins and dice for all bots at once.

use super::bounded::{accept, scale};
use super::{GOLDEN, PURPOSES, Stream, hash};
use crate::seat::MAX_SEATS;

/// Coins and dice that are thrown for all bots of a round at once, those of each
/// throw from one word: for choices that many make at a time. To look at them
/// draws nothing, so that what nobody looks at costs nothing.
///
/// A bot finds its own in its stream as well ([`Stream::coin`], [`Stream::die`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throws(pub(super) u64);

impl Throws {
    /// How many coins each bot has. They are the bits of this very word.
    pub const COINS: usize = 7;

    /// The seats whose coin at this index shows heads, a bit for each.
    ///
    /// # Panics
    /// If there are fewer coins.
    #[must_use]
    #[inline]
    pub const fn heads(self, index: usize) -> u8 {
        assert!(index < Throws::COINS, "there are seven coins in a round");
        (self.0 >> (PURPOSES * index + 1)) as u8
    }

    /// The dice of all seats in a throw, with so many sides, from 0: uniform and
    /// independent, exactly.
    #[must_use]
    #[inline]
    pub fn dice(self, throw: u32, sides: u8) -> [u8; MAX_SEATS] {
        const HALF: usize = MAX_SEATS / 2;
        let sides = u64::from(sides);
        // The dice of four seats are the digits of one number.
        let powers: [u64; HALF] = std::array::from_fn(|index| sides.pow((HALF - 1 - index) as u32));
        let outcomes = sides.pow(HALF as u32);
        let mut word = hash(self.0.wrapping_add(u64::from(throw).wrapping_mul(GOLDEN)));
        loop {
            let (first, rest) = scale(word, outcomes);
            let (second, rest) = scale(rest, outcomes);
            if accept(rest, outcomes * outcomes) {
                return std::array::from_fn(|seat| {
                    let digits = if seat < HALF { first } else { second };
                    (digits / powers[seat % HALF] % sides) as u8
                });
            }
            word = hash(word);
        }
    }
}

impl Stream {
    /// Whether one of the seven coins that were thrown with the stream shows
    /// heads. To look at it draws nothing.
    ///
    /// # Panics
    /// If there are fewer coins.
    #[must_use]
    #[inline]
    pub const fn coin(&self, index: usize) -> bool {
        assert!(index < Throws::COINS, "there are seven coins in a round");
        self.throws.0 >> (PURPOSES * index + self.purpose) & 1 != 0
    }

    /// A die in a throw of the round, from 0: that of the seat whose bot's stream
    /// this is. To look at it draws nothing.
    #[must_use]
    #[inline]
    pub fn die(&self, throw: u32, sides: u8) -> u8 {
        self.throws.dice(throw, sides)[self.purpose.saturating_sub(1)]
    }
}
