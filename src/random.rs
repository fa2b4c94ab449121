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
//! overlap. What is [thrown](Throws) for all bots at once starts from a word as far
//! apart from the streams.
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

mod normal;
mod probability;

use std::convert::Infallible;
use std::ops::Range;

pub use probability::Probability;
use rand::rand_core::utils::fill_bytes_via_next_word;
use rand::{Rng, SeedableRng, TryRng};
use rand_xoshiro::SplitMix64;

use crate::seat::{MAX_SEATS, Seat};

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
    key: u64,
}

impl BlockStreams {
    /// The random numbers of a block under a seed.
    #[must_use]
    pub fn new(seed: u64, block: u64) -> BlockStreams {
        BlockStreams { key: hash(hash(seed).wrapping_add(block)) }
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
        RoundStreams::new(hash(self.key.wrapping_add(u64::from(round))))
    }
}

/// The source of all random numbers of one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundStreams {
    key: u64,
    throws: Throws,
}

impl RoundStreams {
    #[inline]
    fn new(key: u64) -> RoundStreams {
        RoundStreams { key, throws: Throws(hash(purpose_key(key, PURPOSES))) }
    }

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
        Stream { generator, word, throws: self.throws, purpose }
    }

    /// What is thrown for all bots at once.
    #[must_use]
    #[inline]
    pub fn throws(&self) -> Throws {
        self.throws
    }
}

/// Coins and dice that are thrown for all bots of a round at once, those of each
/// throw from one word: for choices that many make at a time. To look at them
/// draws nothing, so that what nobody looks at costs nothing.
///
/// A bot finds its own in its stream as well ([`Stream::coin`], [`Stream::die`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throws(u64);

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

/// How many purposes there are: the game's and those of the bots at eight seats.
const PURPOSES: usize = 1 + MAX_SEATS;

/// The key of a purpose in a round.
#[inline]
const fn purpose_key(round_key: u64, purpose: usize) -> u64 {
    round_key.wrapping_add((purpose as u64).wrapping_mul(PURPOSE_STRIDE))
}

/// 2^64 over the golden ratio, odd: the step of `SplitMix64`. Its multiples
/// spread evenly over the words.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The distance between the states of successive purposes: `GOLDEN` steps of the
/// generator, so that any two of the nine purposes and the coins are at least 2^59
/// steps apart. A power of two would also space them, but their states would then
/// be equal except for the upper bits, which the generator's hash does not hide
/// completely: some bits of the words would differ in 50.06 % of cases.
const PURPOSE_STRIDE: u64 = GOLDEN.wrapping_mul(GOLDEN);

/// A hash in which each bit of the key flips half of the bits.
#[inline]
fn hash(key: u64) -> u64 {
    SplitMix64::seed_from_u64(key).next_u64()
}

/// The number of swaps of a shuffle that are drawn from one random word. Eight
/// bounds of at most 64 multiply to at most 2^48, so that at most one word in
/// 2^16 needs a division.
const BATCH: usize = 8;

/// The maximum number of cards in a shuffle.
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
///
/// It is a generator for `rand`: through `rand::Rng` and `rand::RngExt` it has
/// all of their methods, and every distribution can be drawn from it. Only
/// [`BlockStreams`] makes streams.
///
/// ```
/// use fuda::random::{BlockStreams, Purpose};
/// use rand::RngExt;
/// use rand::distr::{Distribution, Uniform};
///
/// let mut stream = BlockStreams::new(1, 0).stream(1, Purpose::Game);
/// let seconds = Uniform::new(0.5, 2.5)?.sample(&mut stream);
/// assert!((0.5..2.5).contains(&seconds));
///
/// let heads: bool = stream.random();
/// let one_in_ten = stream.random_bool(0.1);
/// # let _ = (heads, one_in_ten);
/// # Ok::<(), rand::distr::uniform::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    generator: SplitMix64,
    /// The next word, hashed ahead: after a mispredicted branch it is available
    /// immediately.
    word: u64,
    /// The round's coins and dice, and for which purpose this stream is.
    throws: Throws,
    purpose: usize,
}

impl TryRng for Stream {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.next_u64() >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(std::mem::replace(&mut self.word, self.generator.next_u64()))
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        fill_bytes_via_next_word(bytes, || self.try_next_u64())
    }
}

impl Stream {
    /// A new stream, seeded from this one, for something that is to be played
    /// several times with the same random numbers.
    #[must_use]
    pub fn fork(&mut self) -> Stream {
        // Seeded with the next word, it starts at a random state.
        RoundStreams::new(self.next_u64()).stream(Purpose::Game)
    }

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
        debug_assert!(!range.is_empty(), "the range is empty");
        let count = u64::from(range.end - range.start);
        loop {
            let (draw, rest) = scale(self.next_u64(), count);
            if accept(rest, count) {
                return range.start + draw as u32;
            }
        }
    }

    /// Puts cards in a uniformly random order.
    ///
    /// A Fisher-Yates shuffle from the last index down, with several bounded
    /// draws from each word (Brackett-Rozinsky and Lemire, *Batched Ranged
    /// Random Integer Generation*, 2024): a third of the instructions of one
    /// word per draw.
    ///
    /// # Panics
    /// If there are more than 64 cards.
    #[inline]
    pub fn shuffle<T: Copy>(&mut self, cards: &mut [T]) {
        let mut unsettled = cards.len();
        while unsettled >= BATCH {
            // A slice of this length, so that only the drawn indices need a
            // bounds check.
            let cards = &mut cards[..unsettled];
            let indices = self.batch(BATCH_PRODUCT[unsettled], |step| unsettled - step);
            for (settled, index) in indices.into_iter().enumerate() {
                cards.swap(unsettled - 1 - settled, index);
            }
            unsettled -= BATCH;
        }
        if unsettled > 1 {
            // The last batch is shorter: bounds of 1 draw only 0 and leave the
            // word unchanged.
            let indices = self.batch(BATCH_PRODUCT[unsettled], |step| unsettled.saturating_sub(step).max(1));
            for (settled, index) in indices.into_iter().take(unsettled - 1).enumerate() {
                cards.swap(unsettled - 1 - settled, index);
            }
        }
    }

    /// Continues a shuffle from the front, as far as its cards are needed: of a
    /// pack whose first `settled` cards are in place, settles up to eight more,
    /// from one word. The number of cards that are settled then.
    ///
    /// Whenever it is called, equal streams settle equal cards.
    ///
    /// # Panics
    /// If there are more than 64 cards, or fewer than are settled.
    // Always inlined: at the deal both numbers are constants.
    #[inline(always)]
    pub fn shuffle_ahead<T: Copy>(&mut self, cards: &mut [T], settled: usize) -> usize {
        self.deal_ahead(cards, settled, |_, _| ())
    }

    /// [`shuffle_ahead`](Stream::shuffle_ahead), which tells of each card that it
    /// settles, with its index.
    #[inline(always)]
    pub fn deal_ahead<T: Copy>(
        &mut self,
        cards: &mut [T],
        settled: usize,
        mut tell: impl FnMut(usize, T),
    ) -> usize {
        let unsettled = cards.len() - settled;
        let indices = self.batch(BATCH_PRODUCT[unsettled], |step| unsettled.saturating_sub(step).max(1));
        let steps = unsettled.min(BATCH);
        for (step, index) in indices.into_iter().take(steps).enumerate() {
            cards.swap(settled + step, settled + step + index);
            tell(settled + step, cards[settled + step]);
        }
        settled + steps
    }

    /// Puts a deck in a uniformly random order that is mostly the same for decks
    /// with fewer or more of the extra cards, which are those after the first
    /// `common` ones.
    ///
    /// The common cards are shuffled; then each extra card takes a uniformly
    /// drawn index, whose card goes to the end. So from equal streams, decks with
    /// and without an extra card have the same card at every index except the one
    /// that it took, and the end.
    ///
    /// # Panics
    /// If there are fewer cards than `common`, or `common` is more than 64.
    #[inline]
    pub fn shuffle_with_extras<T: Copy>(&mut self, cards: &mut [T], common: usize) {
        self.shuffle(&mut cards[..common]);
        for end in common..cards.len() {
            let index = self.random_range(0..end as u32 + 1) as usize;
            cards.swap(end, index);
        }
    }

    /// Uniform draws below bounds with this product, from one word.
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

/// A word as a fraction of 2^64, times `bound`: the integer part, which is below
/// `bound`, and the remainder, again as a fraction.
#[inline]
const fn scale(word: u64, bound: u64) -> (u64, u64) {
    let product = word as u128 * bound as u128;
    ((product >> 64) as u64, product as u64)
}

/// Whether a word with this remainder may be used for a draw with `outcomes`
/// outcomes: words with a remainder below 2^64 mod `outcomes` are rejected, as
/// they would bias some of them.
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
