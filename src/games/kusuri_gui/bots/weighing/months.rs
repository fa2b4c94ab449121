//! Cards counted by month.

use std::hint::select_unpredictable;

use crate::cards::{Card, Hanafuda, Month};
use crate::games::kusuri_gui::Set;

/// One in the four bits of every month.
const EVERY_MONTH: u64 = 0x1111_1111_1111;
/// All bits of the month whose cards are wild.
const WILLOW: u64 = Month::WILLOW.cards().bits();

/// How many cards of each month there are among some, in four bits each: those
/// that the month's cards have in a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ByMonth(u64);

impl ByMonth {
    /// The counts of some cards.
    #[inline]
    pub(super) const fn of(cards: Set) -> ByMonth {
        let cards = cards.bits();
        let pairs = cards - ((cards >> 1) & (5 * EVERY_MONTH));
        ByMonth((pairs & (3 * EVERY_MONTH)) + ((pairs >> 2) & (3 * EVERY_MONTH)))
    }

    /// How many are of a card's month.
    #[inline]
    pub(super) fn month_of(self, card: Hanafuda) -> u8 {
        (self.0 >> (card.index() & !3)) as u8 % 16
    }

    /// How many there are in all.
    #[inline]
    pub(super) const fn total(self) -> u8 {
        const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
        let bytes = (self.0 & (0xF * EVERY_BYTE)) + ((self.0 >> 4) & (0xF * EVERY_BYTE));
        (bytes.wrapping_mul(EVERY_BYTE) >> 56) as u8
    }

    /// The counts of the months that some cards are of.
    #[inline]
    pub(super) const fn in_months_of(self, cards: Set) -> ByMonth {
        let pairs = cards.bits() | cards.bits() >> 1;
        let months = (pairs | pairs >> 2) & EVERY_MONTH;
        ByMonth(self.0 & (0xF * months))
    }

    /// With the willows among them counted to every other month as well.
    #[inline]
    pub(super) fn with_willows(self) -> ByMonth {
        let willows = u64::from(self.month_of(Hanafuda::RAINMAN));
        ByMonth(self.0 + willows * (EVERY_MONTH & !WILLOW))
    }

    /// The counts of the months, but that of the willows, of which there is one
    /// of some others.
    #[inline]
    pub(super) const fn where_single(self, others: ByMonth) -> ByMonth {
        let singles = others.0 & !(others.0 >> 1) & EVERY_MONTH & !WILLOW;
        ByMonth(self.0 & (0xF * singles))
    }

    /// These counts if `keep`, else none.
    #[inline]
    pub(super) fn only_if(self, keep: bool) -> ByMonth {
        ByMonth(select_unpredictable(keep, self.0, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kusuri_gui::DECK;

    #[test]
    fn cards_are_counted_by_month() {
        let mut cards = DECK;
        cards.remove(Hanafuda::CRANE);
        let counts = ByMonth::of(cards);
        assert_eq!(counts.total(), 43);
        for card in DECK {
            assert_eq!(usize::from(counts.month_of(card)), (cards & card.same_month()).len(), "{card}");
        }
        let some = counts.in_months_of(Set::of(Hanafuda::CRANE) | Set::of(Hanafuda::BOAR));
        assert_eq!((some.total(), some.month_of(Hanafuda::CRANE), some.month_of(Hanafuda::MOON)), (5, 3, 0));
    }

    #[test]
    fn willows_match_every_month_but_count_once_in_their_own() {
        let mut cards = DECK;
        cards.remove(Hanafuda::LIGHTNING);
        let counts = ByMonth::of(cards).with_willows();
        for (card, count) in [(Hanafuda::CRANE, 7), (Hanafuda::BOAR, 5), (Hanafuda::RAINMAN, 3)] {
            assert_eq!(counts.month_of(card), count, "{card}");
        }
    }

    #[test]
    fn the_only_card_of_a_month_loses_what_it_matches() {
        let set = |cards: &[Hanafuda]| ByMonth::of(cards.iter().copied().collect());
        let held = set(&[Hanafuda::CRANE, Hanafuda::MOON, Hanafuda::at(29), Hanafuda::RAINMAN]);
        let lost = ByMonth::of(DECK).where_single(held);
        let months = [Hanafuda::CRANE, Hanafuda::MOON, Hanafuda::RAINMAN, Hanafuda::BOAR];
        assert_eq!(months.map(|card| lost.month_of(card)), [4, 0, 0, 0]);
        assert_eq!((lost.only_if(true), lost.only_if(false).total()), (lost, 0));
    }
}
