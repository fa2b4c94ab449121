//! Bernoulli trials.

use rand::Rng;

use super::Stream;

/// A probability, in steps of 2^-64.
///
/// It has two parts, so that four trials can be made with one random word: the
/// upper 16 bits, and the lower 48, which are needed only if the upper ones are
/// equal to those of the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probability {
    upper: u32,
    lower: u64,
}

impl Probability {
    /// The probability 0.
    pub const NEVER: Probability = Probability { upper: 0, lower: 0 };

    /// The probability `p`.
    ///
    /// # Panics
    /// If `p` is not in [0, 1].
    #[must_use]
    pub fn new(p: f64) -> Probability {
        assert!((0.0..=1.0).contains(&p), "a probability of {p}");
        // Multiplication by a power of two is exact.
        let steps = (p * (1_u128 << 64) as f64) as u128;
        Probability { upper: (steps >> 48) as u32, lower: steps as u64 & ((1 << 48) - 1) }
    }

    /// Whether four trials with this probability, or lower ones, all fail if
    /// they are made with a word: none of its parts is so low.
    #[must_use]
    #[inline]
    pub fn fails_in(self, word: u64) -> bool {
        (0..4).fold(true, |fails, index| fails & (part(word, index) > self.upper))
    }
}

/// The part of a word that decides a trial.
#[inline]
const fn part(word: u64, index: usize) -> u32 {
    (word >> (16 * index)) as u32 & 0xFFFF
}

impl Stream {
    /// Four independent Bernoulli trials: a bit for each success, the first in
    /// the lowest bit.
    #[inline]
    pub fn random_bools(&mut self, probabilities: &[Probability; 4]) -> u8 {
        let word = self.next_u64();
        self.random_bools_from(word, probabilities)
    }

    /// [`random_bools`](Stream::random_bools) with a word that was drawn
    /// already.
    #[inline]
    pub fn random_bools_from(&mut self, word: u64, probabilities: &[Probability; 4]) -> u8 {
        let (mut successes, mut equal) = (0, 0);
        for (index, probability) in probabilities.iter().enumerate() {
            let part = part(word, index);
            successes |= u8::from(part < probability.upper) << index;
            equal |= u8::from(part == probability.upper) << index;
        }
        if equal == 0 { successes } else { successes | self.settle(probabilities, equal) }
    }

    /// Of the trials whose upper bits are equal, the successes by the lower bits.
    #[cold]
    fn settle(&mut self, probabilities: &[Probability; 4], equal: u8) -> u8 {
        let mut successes = 0;
        for (index, probability) in
            probabilities.iter().enumerate().filter(|(index, _)| equal >> index & 1 == 1)
        {
            successes |= u8::from(self.next_u64() >> 16 < probability.lower) << index;
        }
        successes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{BlockStreams, Purpose};

    fn stream() -> Stream {
        BlockStreams::new(1, 0).stream(1, Purpose::Game)
    }

    #[test]
    fn a_probability_is_kept_to_the_last_bit() {
        let in_steps = |p: f64| {
            let Probability { upper, lower } = Probability::new(p);
            (upper, lower)
        };
        assert_eq!(in_steps(0.0), (0, 0));
        assert_eq!(in_steps(1.0), (1 << 16, 0));
        assert_eq!(in_steps(0.5), (1 << 15, 0));
        assert_eq!(in_steps(2.0_f64.powi(-17)), (0, 1 << 47));
        assert_eq!(in_steps(2.0_f64.powi(-64)), (0, 1));
        assert_eq!(in_steps(0.75 + 2.0_f64.powi(-53)), (3 << 14, 1 << 11));
    }

    #[test]
    fn a_probability_of_1_always_succeeds_and_one_of_0_never() {
        let (mut stream, one) = (stream(), Probability::new(1.0));
        for _ in 0..200_000 {
            assert_eq!(stream.random_bools(&[one, Probability::NEVER, one, Probability::NEVER]), 0b0101);
        }
    }

    #[test]
    fn four_trials_have_their_probabilities_and_are_independent() {
        let p = [0.02, 0.3, 0.97, 2.0_f64.powi(-17)];
        let probabilities = p.map(Probability::new);
        let (mut stream, tries) = (stream(), 4_000_000);
        let mut seen = [0_u32; 16];
        for _ in 0..tries {
            seen[usize::from(stream.random_bools(&probabilities))] += 1;
        }
        for (ones, &seen) in seen.iter().enumerate() {
            let likely: f64 = (0..4).map(|k| if ones >> k & 1 == 1 { p[k] } else { 1.0 - p[k] }).product();
            let expected = likely * f64::from(tries);
            let error = (expected * (1.0 - likely)).sqrt();
            assert!((f64::from(seen) - expected).abs() < 4.5 * error + 1.0, "{ones:04b}: {seen}, {expected}");
        }
    }

    #[test]
    fn trials_that_must_fail_do() {
        let (mut stream, highest) = (stream(), Probability::new(0.1));
        let probabilities = [0.1, 0.02, 0.1, 0.0999].map(Probability::new);
        let mut failed = 0;
        for _ in 0..100_000 {
            let word = stream.next_u64();
            if highest.fails_in(word) {
                failed += 1;
                assert_eq!(stream.random_bools_from(word, &probabilities), 0);
            }
        }
        assert!((64_900..66_300).contains(&failed), "{failed} of 100,000 are not 0.9^4");
    }

    #[test]
    fn draws_are_pinned() {
        let probabilities = [0.1, 0.5, 0.9, 0.3].map(Probability::new);
        let mut stream = stream();
        let draws: Vec<u8> = (0..8).map(|_| stream.random_bools(&probabilities)).collect();
        assert_eq!(draws, PINNED);
    }

    // Computed independently of this program.
    const PINNED: [u8; 8] = [6, 14, 12, 12, 4, 6, 14, 4];
}
