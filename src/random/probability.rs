//! Chances that come true or not.

use rand::Rng;

use super::Stream;

/// How likely something is, in steps of 2^-64.
///
/// In two parts, so that four of them can be tried with one random word: its
/// upper 16 bits, and the 48 that are needed only if those are hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probability {
    upper: u32,
    lower: u64,
}

impl Probability {
    /// What does not happen.
    pub const NEVER: Probability = Probability { upper: 0, lower: 0 };

    /// The probability `p`.
    ///
    /// # Panics
    /// Outside 0 to 1.
    #[must_use]
    pub fn new(p: f64) -> Probability {
        assert!((0.0..=1.0).contains(&p), "a probability of {p}");
        // To multiply by a power of two is exact.
        let steps = (p * (1_u128 << 64) as f64) as u128;
        Probability { upper: (steps >> 48) as u32, lower: steps as u64 & ((1 << 48) - 1) }
    }
}

impl Stream {
    /// Which of four independent chances come true: a bit for each of them,
    /// the first one lowest.
    #[inline]
    pub fn random_bools(&mut self, chances: &[Probability; 4]) -> u8 {
        let word = self.next_u64();
        let (mut true_ones, mut open) = (0, 0);
        for (place, chance) in chances.iter().enumerate() {
            let part = (word >> (16 * place)) as u32 & 0xFFFF;
            true_ones |= u8::from(part < chance.upper) << place;
            open |= u8::from(part == chance.upper) << place;
        }
        if open == 0 { true_ones } else { true_ones | self.settle(chances, open) }
    }

    /// Of the chances whose upper bits were hit, those that come true by the
    /// lower bits.
    #[cold]
    fn settle(&mut self, chances: &[Probability; 4], open: u8) -> u8 {
        let mut true_ones = 0;
        for (place, chance) in chances.iter().enumerate().filter(|(place, _)| open >> place & 1 == 1) {
            true_ones |= u8::from(self.next_u64() >> 16 < chance.lower) << place;
        }
        true_ones
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
    fn what_is_certain_happens_and_what_is_impossible_does_not() {
        let (mut stream, one) = (stream(), Probability::new(1.0));
        for _ in 0..200_000 {
            assert_eq!(stream.random_bools(&[one, Probability::NEVER, one, Probability::NEVER]), 0b0101);
        }
    }

    #[test]
    fn four_chances_come_true_as_often_as_they_should_and_independently() {
        let p = [0.02, 0.3, 0.97, 2.0_f64.powi(-17)];
        let chances = p.map(Probability::new);
        let (mut stream, tries) = (stream(), 4_000_000);
        let mut seen = [0_u32; 16];
        for _ in 0..tries {
            seen[usize::from(stream.random_bools(&chances))] += 1;
        }
        for (ones, &seen) in seen.iter().enumerate() {
            let likely: f64 = (0..4).map(|k| if ones >> k & 1 == 1 { p[k] } else { 1.0 - p[k] }).product();
            let expected = likely * f64::from(tries);
            let error = (expected * (1.0 - likely)).sqrt();
            assert!((f64::from(seen) - expected).abs() < 4.5 * error + 1.0, "{ones:04b}: {seen}, {expected}");
        }
    }

    #[test]
    fn draws_are_pinned() {
        let chances = [0.1, 0.5, 0.9, 0.3].map(Probability::new);
        let mut stream = stream();
        let draws: Vec<u8> = (0..8).map(|_| stream.random_bools(&chances)).collect();
        assert_eq!(draws, PINNED);
    }

    // Computed independently of this program.
    const PINNED: [u8; 8] = [6, 14, 12, 12, 4, 6, 14, 4];
}
