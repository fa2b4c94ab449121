//! Random numbers: from a seed to streams, and the draws that games make.
//!
//! All randomness of the project comes from here. A stream is made from
//! (seed, block, round, purpose): so a bot that draws more numbers changes no
//! deal, the deal of round 7 is the same whatever happened in rounds 1 to 6,
//! and a block can be replayed on its own. A [`Stream`] is a generator for
//! `rand`. The shuffle and the other draws that games make are the project's
//! own, and the tests pin their values: an upgrade of a library must not
//! change a result.
//!
//! # The generator
//!
//! Streams are short and many: a round of a game makes one for every seat and
//! draws a handful of words from each. So the time to make one matters most.
//! Making one and drawing three words (`cargo bench --bench pieces -- streams`,
//! the shortest of 400 samples) takes
//!
//! | generator of `rand_xoshiro` | ns |
//! | --- | --- |
//! | `SplitMix64`, eight streams from one key a round: what is done here | 3.2 |
//! | the same, a single stream | 4.9 |
//! | `SplitMix64`, a key hashed for each stream, no word ahead | 3.9 |
//! | `Xoshiro256PlusPlus`, four words hashed for each stream | 7.5 |
//!
//! A stream hashes its next word ahead. That is one more word to hash for each
//! stream, and still made games up to a tenth faster: the game waits for the
//! choice of a bot, and with it for the hash of the word that it depends on.
//!
//! The key of a round is hashed from that of its block, which is hashed from
//! seed and block. A `SplitMix64` counts up in steps of 2^64 over the golden
//! ratio, through all 2^64 states, and hashes each of them to a word. The
//! streams of a round start at least 2^59 words apart on this cycle, and so never
//! overlap.
//!
//! # What leaves the program
//!
//! The generator is a bijection, and all streams of a round lie on one cycle: one
//! word in the hands of an adversary gives away every card. So no word of a
//! stream leaves built-in code. Scripts and programs get [`GuestRandom`] numbers,
//! which follow from a word one-way, under a key of their own.
//!
//! # Its limits
//!
//! The state has 64 bits, so there are 2^64 different streams for all seeds,
//! blocks, rounds and purposes together, and fewer shuffles than orders of 41
//! cards; a run sees a vanishing part of either. Streams of different rounds
//! start at pseudo-random states, and two of them may overlap. With nine streams
//! of at most a hundred words a round, a given pair of rounds overlaps somewhere
//! with a probability of 16,200 in 2^64. In a billion games of ten rounds some
//! 44,000 pairs of the 10^10 rounds do: one round in 110,000 shares words with
//! another, most of them at another position or for another purpose. If each of
//! these pairs played exactly the same round twice, the variance of a mean would
//! grow by a hundred-thousandth; for 10^12 games by one hundredth. The expected
//! number of pairs that are identical is 2.7 among the 10^10 rounds. Two seeds
//! share blocks with a probability of twice the number of blocks in 2^64.

mod bounded;
mod guest;
mod normal;
mod probability;
mod shuffle;
mod stream;

pub use guest::{GuestKey, GuestRandom};
pub use probability::Probability;
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
pub use stream::Stream;

use crate::seat::Seat;

/// What a stream is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The game's own shuffles and draws.
    Game,
    /// The choices of the bot that sits here.
    Bot(Seat),
}

/// The source of all random numbers of one block: one deal, in all its
/// rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockStreams {
    seed: u64,
    block: u64,
    key: u64,
}

impl BlockStreams {
    /// The random numbers of a block under a seed.
    #[must_use]
    pub fn new(seed: u64, block: u64) -> BlockStreams {
        BlockStreams { seed, block, key: hash(hash(seed).wrapping_add(block)) }
    }

    /// The stream for a purpose in a round, from its start.
    #[must_use]
    #[inline]
    pub fn stream(&self, round: u32, purpose: Purpose) -> Stream {
        self.round(round).stream(purpose)
    }

    /// The random numbers of a round.
    #[must_use]
    #[inline]
    pub fn round(&self, round: u32) -> RoundStreams {
        RoundStreams { key: hash(self.key.wrapping_add(u64::from(round))) }
    }
}

/// The source of all random numbers of one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundStreams {
    key: u64,
}

impl RoundStreams {
    /// The stream for a purpose, from its start.
    #[must_use]
    #[inline]
    pub fn stream(&self, purpose: Purpose) -> Stream {
        let purpose = match purpose {
            Purpose::Game => 0,
            Purpose::Bot(seat) => seat.number(),
        };
        let mut generator = SplitMix64::seed_from_u64(purpose_key(self.key, purpose));
        let word = generator.next_u64();
        Stream { generator, word }
    }
}

/// The key of a purpose in a round.
#[inline]
const fn purpose_key(round_key: u64, purpose: usize) -> u64 {
    round_key.wrapping_add((purpose as u64).wrapping_mul(PURPOSE_STRIDE))
}

/// 2^64 over the golden ratio, odd: the step of `SplitMix64`. Its multiples
/// spread evenly over the words.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The distance between the states of successive purposes: `GOLDEN` steps of the
/// generator, so that any two of the nine purposes are at least 2^59
/// steps apart. A power of two would also space them, but their states would then
/// be equal except for the upper bits, which the generator's hash does not hide
/// completely: some bits of the words would differ in 50.06 % of cases.
const PURPOSE_STRIDE: u64 = GOLDEN.wrapping_mul(GOLDEN);

/// A hash in which each bit of the key flips half of the bits.
#[inline]
fn hash(key: u64) -> u64 {
    SplitMix64::seed_from_u64(key).next_u64()
}

#[cfg(test)]
mod tests;
