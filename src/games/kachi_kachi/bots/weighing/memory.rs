//! Answers that were reckoned before.

/// The last answers that were reckoned, 2 to the power of `BITS` of them, each
/// under a key of all that it depends on. What is remembered changes no answer.
#[derive(Clone, Debug)]
pub(super) struct Memory<T, const BITS: u32>(Box<[(u64, T)]>);

impl<T: Copy + Default, const BITS: u32> Memory<T, BITS> {
    /// No key is 0.
    const NO_KEY: u64 = 0;

    /// Nothing to remember yet.
    pub(super) fn new() -> Memory<T, BITS> {
        Memory(vec![(Self::NO_KEY, T::default()); 1 << BITS].into_boxed_slice())
    }

    /// Where the answer to a key is kept.
    #[inline]
    fn slot(key: u64) -> usize {
        debug_assert_ne!(key, Self::NO_KEY);
        // The upper bits of a multiple of an odd number depend on all bits.
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
    }

    /// The answer to a key, if it is remembered.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<T> {
        let (known, answer) = self.0[Self::slot(key)];
        (known == key).then_some(answer)
    }

    /// Remembers the answer to a key.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, answer: T) {
        self.0[Self::slot(key)] = (key, answer);
    }

    /// The answer to a key, reckoned if it is not remembered.
    #[inline]
    pub(super) fn recall(&mut self, key: u64, reckon: impl FnOnce() -> T) -> T {
        self.get(key).unwrap_or_else(|| {
            let answer = reckon();
            self.keep(key, answer);
            answer
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_not_reckoned_again() {
        let mut memory = Memory::<f64, 12>::new();
        assert_eq!(memory.recall(7, || 0.5), 0.5);
        assert_eq!(memory.recall(7, || unreachable!("it is remembered")), 0.5);
    }

    #[test]
    fn every_key_has_its_own_chance_even_in_a_full_memory() {
        let mut memory = Memory::<f64, 12>::new();
        for _ in 0..2 {
            for key in 1..10_000_u64 {
                assert_eq!(memory.recall(key, || key as f64), key as f64);
            }
        }
    }
}
