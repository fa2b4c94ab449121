//! Chances that were reckoned before.

/// The number of chances that are kept, as a power of two.
const BITS: u32 = 12;

/// The last chances that were reckoned, each under a key of all that it depends
/// on: so few things can be known of a player that most questions have been
/// answered before. What is remembered changes no answer.
#[derive(Clone, Debug)]
pub(super) struct Memory(Box<[(u64, f64)]>);

impl Memory {
    /// No key is 0.
    const NO_KEY: u64 = 0;

    /// Nothing to remember yet.
    pub(super) fn new() -> Memory {
        Memory(vec![(Memory::NO_KEY, 0.0); 1 << BITS].into_boxed_slice())
    }

    /// The chance of a key, reckoned if it is not remembered.
    #[inline]
    pub(super) fn recall(&mut self, key: u64, reckon: impl FnOnce() -> f64) -> f64 {
        debug_assert_ne!(key, Memory::NO_KEY);
        // The upper bits of a multiple of an odd number depend on all bits.
        let slot = &mut self.0[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize];
        if slot.0 != key {
            *slot = (key, reckon());
        }
        slot.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_not_reckoned_again() {
        let mut memory = Memory::new();
        assert_eq!(memory.recall(7, || 0.5), 0.5);
        assert_eq!(memory.recall(7, || unreachable!("it is remembered")), 0.5);
    }

    #[test]
    fn every_key_has_its_own_chance_even_in_a_full_memory() {
        let mut memory = Memory::new();
        for _ in 0..2 {
            for key in 1..10_000_u64 {
                assert_eq!(memory.recall(key, || key as f64), key as f64);
            }
        }
    }
}
