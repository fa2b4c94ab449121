//! Random numbers for guests: bots that are not built in.
//!
//! A guest sees the numbers themselves, and knows this source. The generator of a
//! [`Stream`] can be inverted: from one of its words follow the state of the
//! stream, that of the game's own stream, and so the deal. What a guest gets is
//! therefore a SHA-256 of a word, under a key that no deal depends on.

use std::convert::Infallible;
use std::ops::Range;

use rand::rand_core::utils::fill_bytes_via_next_word;
use rand::{Rng, SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};

use super::bounded::below;
use super::{BlockStreams, Stream};

/// The key of the random numbers of all guests in one block.
///
/// It follows from seed and block one-way: a guest cannot compute the seed from
/// what it gets. It can try seeds that it considers likely, such as 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuestKey([u8; 32]);

impl GuestKey {
    /// The key of a block.
    #[must_use]
    pub fn new(streams: &BlockStreams) -> GuestKey {
        let mut hash = Sha256::new_with_prefix("fuda: random numbers of guests");
        hash.update(streams.seed.to_le_bytes());
        hash.update(streams.block.to_le_bytes());
        GuestKey(hash.finalize().into())
    }

    /// The random numbers of a guest's next decision, for which its stream moves
    /// on by one word.
    #[must_use]
    pub fn next_decision(&self, stream: &mut Stream) -> GuestRandom {
        GuestRandom { key: *self, word: stream.next_u64(), generator: None }
    }
}

/// The random numbers of one decision of a guest: as a single seed, or as a
/// generator for `rand`. Nothing is hashed before it is asked for.
#[derive(Clone, Debug)]
pub struct GuestRandom {
    key: GuestKey,
    word: u64,
    generator: Option<Xoshiro256PlusPlus>,
}

impl GuestRandom {
    /// Whether the generator was used.
    #[must_use]
    pub const fn has_drawn(&self) -> bool {
        self.generator.is_some()
    }

    /// The decision as a seed of 64 bits.
    #[must_use]
    pub fn seed(&self) -> u64 {
        let hash = self.hash();
        u64::from_le_bytes(*hash.first_chunk().expect("a hash has 32 bytes"))
    }

    /// An exactly uniform draw from a range.
    ///
    /// # Panics
    /// In debug builds, if the range is empty.
    pub fn random_range(&mut self, range: Range<u32>) -> u32 {
        below(self, range)
    }

    fn hash(&self) -> [u8; 32] {
        let mut hash = Sha256::new_with_prefix(self.key.0);
        hash.update(self.word.to_le_bytes());
        hash.finalize().into()
    }
}

impl TryRng for GuestRandom {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.next_u64() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut generator =
            self.generator.take().unwrap_or_else(|| Xoshiro256PlusPlus::from_seed(self.hash()));
        let word = generator.next_u64();
        self.generator = Some(generator);
        Ok(word)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        fill_bytes_via_next_word(bytes, || self.try_next_u64())
    }
}
