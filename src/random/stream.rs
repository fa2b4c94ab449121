//! The stream of one purpose, as a generator for `rand`.

use std::convert::Infallible;

use rand::rand_core::utils::fill_bytes_via_next_word;
use rand::{Rng, TryRng};
use rand_xoshiro::SplitMix64;

use super::{Purpose, RoundStreams};

/// A stream of random numbers for one purpose.
///
/// It is a generator for `rand`: through `rand::Rng` and `rand::RngExt` it has
/// all of their methods, and every distribution can be drawn from it. Only
/// [`BlockStreams`](super::BlockStreams) makes streams.
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
    pub(super) generator: SplitMix64,
    /// The next word, hashed ahead: after a mispredicted branch it is available
    /// immediately.
    pub(super) word: u64,
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
        RoundStreams { key: self.next_u64() }.stream(Purpose::Game)
    }
}
