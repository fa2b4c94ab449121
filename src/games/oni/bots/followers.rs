//! How many of some cards may follow a discard, for one discard after the
//! other: the cards are counted by type once, and a discard only adds what is
//! of its month alone. The default target has no instruction that counts cards,
//! and this takes less than half of what it takes without one.

use crate::cards::{Card, Hanafuda, IN_FOUR};
use crate::games::oni::special::TYPES;
use crate::games::oni::{Set, fitting};

/// The classes that cards are counted by: what fits on a card of a single type,
/// what fits on the sake cup, which is of two, and all.
const CLASSES: [Set; 6] = {
    let [brights, animals, ribbons, chaff] = TYPES;
    let sake_cup = Set::from_bits(animals.bits() | chaff.bits());
    [brights, animals, ribbons, chaff, sake_cup, Hanafuda::ALL]
};

/// Where the count of each class begins in a word of counts.
const SHIFTS: [u32; CLASSES.len()] = {
    let mut shifts = [0; CLASSES.len()];
    let mut class = 1;
    while class < CLASSES.len() {
        shifts[class] = shifts[class - 1] + width(class - 1);
        class += 1;
    }
    shifts
};

/// The last class, which is that of all cards.
const ALL: usize = CLASSES.len() - 1;
const _: () = assert!(SHIFTS[ALL] + width(ALL) <= u32::BITS, "the counts do not fit in a word");

/// The bits that the count of a class takes.
const fn width(class: usize) -> u32 {
    usize::BITS - CLASSES[class].len().leading_zeros()
}

/// Which cards may follow a discard: a class, and cards of its month.
#[derive(Clone, Copy, Debug)]
pub(super) struct Followers {
    shift: u8,
    mask: u8,
    month: u8,
    /// Those of the month that are not of the class.
    of_month: u8,
}

impl Followers {
    /// Those of a card.
    pub(super) fn new(card: Hanafuda) -> Followers {
        let (fits, month) = (fitting(card), card.same_month());
        let class = CLASSES.iter().position(|&class| class - month == fits - month);
        let class = class.expect("a card is of one type, or the sake cup");
        let first = month.first().index();
        Followers {
            shift: SHIFTS[class] as u8,
            mask: (1 << width(class)) - 1,
            month: first as u8,
            of_month: ((fits - CLASSES[class]).bits() >> first) as u8,
        }
    }
}

/// Cards that were counted.
#[derive(Clone, Copy)]
pub(super) struct Counted {
    cards: Set,
    counts: u32,
}

impl Counted {
    /// How many cards these are.
    #[inline]
    pub(super) fn len(self) -> usize {
        (self.counts >> SHIFTS[ALL]) as usize
    }

    /// How many of them may follow a discard.
    #[inline]
    pub(super) fn following(self, discard: Followers) -> usize {
        let of_class = (self.counts >> discard.shift) as u8 & discard.mask;
        let of_month = (self.cards.bits() >> discard.month) as u8 & discard.of_month;
        usize::from(of_class + IN_FOUR[usize::from(of_month % 16)])
    }
}

/// Counts sets of cards: for each byte of a set, the counts of its cards.
#[derive(Clone, Debug)]
pub(super) struct CardCounter(Box<[[u32; 256]; Hanafuda::COUNT / 8]>);

impl CardCounter {
    pub(super) fn new() -> CardCounter {
        let counts = |cards: Set| {
            let classes = CLASSES.iter().zip(SHIFTS);
            classes.map(|(&class, shift)| ((cards & class).len() as u32) << shift).sum()
        };
        let of_byte = |byte| std::array::from_fn(|bits| counts(Set::from_bits((bits as u64) << (8 * byte))));
        CardCounter(Box::new(std::array::from_fn(of_byte)))
    }

    /// These cards, counted.
    #[inline]
    pub(super) fn count(&self, cards: Set) -> Counted {
        let bytes = cards.bits().to_le_bytes();
        let counts = self.0.iter().zip(bytes).map(|(counts, byte)| counts[usize::from(byte)]).sum();
        Counted { cards, counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_the_cards_that_fit() {
        let counter = CardCounter::new();
        let mut bits: u64 = 0x9e37_79b9_7f4a_7c15;
        for _ in 0..1000 {
            bits = bits.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            for cards in [Set::from_bits(bits >> 16), Set::from_bits(bits >> 16 & bits), Hanafuda::ALL] {
                let counted = counter.count(cards & Hanafuda::ALL);
                assert_eq!(counted.len(), counted.cards.len());
                for discard in Hanafuda::ALL {
                    let following = counted.following(Followers::new(discard));
                    assert_eq!(
                        following,
                        (counted.cards & fitting(discard)).len(),
                        "{discard} among {cards}"
                    );
                }
            }
        }
    }
}
