//! Chance: from a seed to streams of random numbers, and what is drawn from
//! them.
//!
//! All randomness of the project comes from here. A stream is made from
//! (seed, block, round, purpose), hashed into the full state of a
//! Xoshiro256++ generator: so a bot that draws more numbers changes no deal,
//! the deal of round 7 is the same whatever happened in rounds 1 to 6, and a
//! block can be played again alone. The shuffle and all other draws are the
//! project's own, and the tests pin their values: an upgrade of a library
//! must not change a result.

mod normal;
mod probability;
mod xoshiro;

pub use normal::ln;
pub use probability::Probability;

use self::xoshiro::Xoshiro;
use crate::seat::Seat;

/// What a stream is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The game's own shuffles and draws.
    Game,
    /// The choices of the bot that sits here.
    Bot(Seat),
}

/// The source of all randomness of one block: one deal, in all its rotations.
#[derive(Clone, Copy, Debug)]
pub struct BlockStreams {
    lanes: [u64; 4],
}

impl BlockStreams {
    /// The randomness of a block under a seed.
    #[must_use]
    pub fn new(seed: u64, block: u64) -> BlockStreams {
        // Digits of pi: four lanes that differ in nothing but these words, so
        // that two blocks share a state only if four hashes collide at once.
        const LANES: [u64; 4] =
            [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0, 0x082e_fa98_ec4e_6c89];
        BlockStreams { lanes: LANES.map(|lane| mix(mix(lane ^ seed).wrapping_add(block))) }
    }

    /// The stream for a purpose in a round, from its beginning.
    #[must_use]
    #[inline]
    pub fn stream(&self, round: u32, purpose: Purpose) -> Stream {
        let purpose = match purpose {
            Purpose::Game => 0,
            Purpose::Bot(seat) => seat.number() as u64,
        };
        let tag = (u64::from(round) << 8 | purpose).wrapping_mul(GOLDEN);
        Stream(Xoshiro(self.lanes.map(|lane| mix(lane.wrapping_add(tag)))))
    }
}

/// 2^64 over the golden ratio, odd: steps that spread evenly over the words.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Steele, Lea and Flood's SplitMix64 finaliser: a bijection in which each
/// bit of the input moves half of the output.
#[inline]
const fn mix(mut word: u64) -> u64 {
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// How many swaps of a shuffle one random word pays for. Eight bounds of at
/// most 64 multiply to less than 2^48, so that all but one word in 2^16 or
/// more is taken without a division.
const BATCH: usize = 8;

/// The most cards that a shuffle takes.
const MAX_CARDS: usize = 64;

/// For each number of cards still to be settled, the product of the bounds
/// of the next batch of swaps.
const BATCH_PRODUCT: [u64; MAX_CARDS + 1] = {
    let mut products = [1; MAX_CARDS + 1];
    let mut unsettled = 2;
    while unsettled <= MAX_CARDS {
        let mut bound = unsettled;
        while bound > 1 && bound > unsettled.saturating_sub(BATCH) {
            products[unsettled] *= bound as u64;
            bound -= 1;
        }
        unsettled += 1;
    }
    products
};

/// A stream of random numbers for one purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream(Xoshiro);

impl Stream {
    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next()
    }

    /// A stream that goes its own way from here, for something that is to be
    /// played several times with the same luck.
    #[must_use]
    pub fn fork(&mut self) -> Stream {
        // Mixed, so that it is no later part of this stream.
        Stream(Xoshiro([(); 4].map(|()| mix(self.next_u64()))))
    }

    /// A uniform draw from `0..bound`, exact: Lemire's multiplication, with
    /// the few words rejected that would favour a value.
    ///
    /// # Panics
    /// In debug builds, if `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "a draw from nothing");
        let bound = u64::from(bound);
        loop {
            let (draw, rest) = scale(self.next_u64(), bound);
            if accept(rest, bound) {
                return draw as u32;
            }
        }
    }

    /// Puts cards in a uniformly random order.
    ///
    /// Fisher and Yates' swaps from the last place down, several bounded
    /// draws out of each word (Brackett-Rozinsky and Lemire, *Batched Ranged
    /// Random Integer Generation*, 2024): a third of the instructions of one
    /// word a draw.
    ///
    /// # Panics
    /// If there are more than 64 cards.
    #[inline]
    pub fn shuffle<T: Copy>(&mut self, cards: &mut [T]) {
        let mut unsettled = cards.len();
        while unsettled > BATCH {
            // A slice of this length, so that only the drawn places need be
            // checked.
            let cards = &mut cards[..unsettled];
            let places = self.batch(BATCH_PRODUCT[unsettled], |step| unsettled - step);
            for (settled, place) in places.into_iter().enumerate() {
                cards.swap(unsettled - 1 - settled, place);
            }
            unsettled -= BATCH;
        }
        if unsettled > 1 {
            // The last batch is a short one: bounds of 1 draw nothing but 0
            // and leave the word as it is.
            let places = self.batch(BATCH_PRODUCT[unsettled], |step| unsettled.saturating_sub(step).max(1));
            for (settled, place) in places.into_iter().take(unsettled - 1).enumerate() {
                cards.swap(unsettled - 1 - settled, place);
            }
        }
    }

    /// Uniform draws below bounds with this product, out of one word.
    #[inline]
    fn batch(&mut self, product: u64, bound: impl Fn(usize) -> usize) -> [usize; BATCH] {
        loop {
            let mut rest = self.next_u64();
            let draws = std::array::from_fn(|step| {
                let (draw, left) = scale(rest, bound(step) as u64);
                rest = left;
                draw as usize
            });
            if accept(rest, product) {
                return draws;
            }
        }
    }
}

/// A word as a fraction of 2^64, times `bound`: the whole part, which is
/// below `bound`, and the rest, again as a fraction.
#[inline]
const fn scale(word: u64, bound: u64) -> (u64, u64) {
    let product = word as u128 * bound as u128;
    ((product >> 64) as u64, product as u64)
}

/// Whether a word whose rest is this may be used for a draw with `outcomes`
/// outcomes: rests below 2^64 mod `outcomes` are one too many for some of
/// them.
#[inline]
const fn accept(rest: u64, outcomes: u64) -> bool {
    rest >= outcomes || rest >= surplus(outcomes)
}

/// 2^64 mod `outcomes`.
#[cold]
const fn surplus(outcomes: u64) -> u64 {
    outcomes.wrapping_neg() % outcomes
}

#[cfg(test)]
mod tests;
