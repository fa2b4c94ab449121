//! Xoshiro256++, Blackman and Vigna's generator.
//!
//! Written out, as a round of a game makes a generator for every seat: that of
//! `rand_xoshiro` checks its seed for zeros byte by byte, in memory, which
//! takes as long as several bounded draws. A test holds the two against each
//! other.

/// The generator's 256 bits. They must not all be 0: it would give nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Xoshiro(pub(super) [u64; 4]);

impl Xoshiro {
    /// The next 64 random bits.
    #[inline]
    pub(super) fn next(&mut self) -> u64 {
        let [a, b, c, d] = self.0;
        let word = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.0 = [a ^ d, b ^ c, c ^ b << 17, d.rotate_left(45)];
        word
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::Xoshiro;

    #[test]
    fn it_gives_what_rand_xoshiro_gives() {
        for seed in [[1, 2, 3, 4], [u64::MAX; 4], [0, 0, 0, 1 << 63], [0x0123_4567_89ab_cdef, 0, 42, 7]] {
            let bytes: Vec<u8> = seed.iter().flat_map(|word: &u64| word.to_le_bytes()).collect();
            let mut theirs = Xoshiro256PlusPlus::from_seed(bytes.try_into().expect("256 bits"));
            let mut ours = Xoshiro(seed);
            for _ in 0..10_000 {
                assert_eq!(ours.next(), theirs.next_u64());
            }
        }
    }
}
