//! The pack: the cards of a hand in the order in which they are dealt.

use super::hand::Hand;
use super::table::{COMMON_DECK, DECK};
use crate::cards::{Card, NumberCard};
use crate::random::Stream;
use crate::seat::BySeat;

/// A pack that is shuffled only as far as its cards are needed: two for each
/// player at the deal, which for four players takes one random word, and those
/// of the deck when somebody looks at them, which is rare.
#[derive(Clone, Copy, Debug)]
pub struct Pack {
    cards: [NumberCard; DECK],
    size: u8,
    /// How many cards are in their final order.
    settled: u8,
    /// How many are dealt or drawn.
    dealt: u8,
}

impl Pack {
    /// A pack of these cards, the extra ones last, with none of them dealt.
    pub(super) fn unshuffled(cards: impl IntoIterator<Item = NumberCard>) -> Pack {
        let mut pack = Pack { cards: [NumberCard::ONI; DECK], size: 0, settled: 0, dealt: 0 };
        for card in cards {
            pack.cards[usize::from(pack.size)] = card;
            pack.size += 1;
        }
        pack
    }

    /// A pack in the order of these cards, of which so many are dealt.
    pub(super) fn stacked(cards: impl IntoIterator<Item = NumberCard>, dealt: u8) -> Pack {
        let pack = Pack::unshuffled(cards);
        Pack { settled: pack.size, dealt, ..pack }
    }

    /// Shuffles the pack, and deals two of its first cards to each player.
    ///
    /// Those of up to four players are collected as they are settled: to load
    /// them after that is to wait until all of them are stored.
    #[inline(always)]
    pub(super) fn deal(&mut self, players: usize, rng: &mut Stream) -> BySeat<Hand> {
        let count = 2 * players;
        let mut first = 0;
        // By itself, because the compiler knows all sizes of this first step.
        self.settled = rng.deal_ahead(&mut self.cards[..COMMON_DECK], 0, |index, card| {
            first |= (card.index() as u64) << (8 * index);
        }) as u8;
        self.dealt = count as u8;
        if usize::from(self.settled) >= count && usize::from(self.size) == COMMON_DECK {
            let cards = first.to_le_bytes().map(|index| NumberCard::at(index.into()));
            return BySeat::from_fn(|seat| Hand(cards.as_chunks().0[seat.index() % 4]));
        }
        self.deal_more(count, rng);
        BySeat::from_fn(|seat| Hand(self.cards.as_chunks().0[seat.index()]))
    }

    /// Goes on with a deal of more than eight cards, or of a deck with extra
    /// cards.
    #[inline(never)]
    fn deal_more(&mut self, count: usize, rng: &mut Stream) {
        // Each extra card takes the place of another one: with and without
        // them the same deal.
        let common = if usize::from(self.size) == COMMON_DECK { count } else { COMMON_DECK };
        self.settle(common, rng);
        for extra in COMMON_DECK..usize::from(self.size) {
            let place = rng.random_range(0..extra as u32 + 1) as usize;
            self.cards.swap(extra, place);
            self.settled = self.size;
        }
    }

    /// Settles at least so many cards.
    #[inline]
    fn settle(&mut self, count: usize, rng: &mut Stream) {
        if usize::from(self.settled) < count {
            self.settle_more(count, rng);
        }
    }

    #[cold]
    fn settle_more(&mut self, count: usize, rng: &mut Stream) {
        while usize::from(self.settled) < count {
            self.settled = rng.shuffle_ahead(&mut self.cards[..COMMON_DECK], usize::from(self.settled)) as u8;
        }
    }

    /// Exchanges some cards for as many, at random, out of these and the deck,
    /// all of which is settled.
    pub(super) fn exchange(&mut self, cards: &mut [NumberCard], rng: &mut Stream) {
        debug_assert_eq!(self.settled, self.size);
        let mut pool = [NumberCard::ONI; DECK];
        let (some, all) = (cards.len(), cards.len() + self.deck().len());
        pool[..some].copy_from_slice(cards);
        pool[some..all].copy_from_slice(self.deck());
        rng.shuffle_ahead(&mut pool[..all], 0);
        cards.copy_from_slice(&pool[..some]);
        self.cards[usize::from(self.dealt)..usize::from(self.size)].copy_from_slice(&pool[some..all]);
    }

    /// Puts the cards drawn last back on the deck.
    pub(super) const fn put_back(&mut self, count: u8) {
        self.dealt -= count;
    }

    /// How many cards the deck has left.
    #[inline]
    pub(super) const fn left(&self) -> u8 {
        self.size - self.dealt
    }

    /// The top card of the deck; none if it is empty.
    #[cold]
    pub(super) fn top(&mut self, rng: &mut Stream) -> Option<NumberCard> {
        if self.left() == 0 {
            return None;
        }
        self.settle(usize::from(self.dealt) + 1, rng);
        Some(self.cards[usize::from(self.dealt)])
    }

    /// Draws the top card of the deck; none if it is empty.
    pub(super) fn draw(&mut self, rng: &mut Stream) -> Option<NumberCard> {
        let card = self.top(rng);
        self.dealt += u8::from(card.is_some());
        card
    }

    /// The cards of the deck, of which only the settled ones are in order.
    pub(super) fn deck(&self) -> &[NumberCard] {
        &self.cards[usize::from(self.dealt)..usize::from(self.size)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kachi_kachi::deck;
    use crate::games::testkit::stream;

    fn pack(extra_cards: bool) -> Pack {
        let common = deck(false);
        Pack::unshuffled(common.iter().chain(deck(extra_cards) - common))
    }

    /// All cards, in the order in which they come from a pack.
    fn cards_of(mut pack: Pack, players: usize) -> Vec<NumberCard> {
        let mut rng = stream(3);
        let hands = pack.deal(players, &mut rng);
        let mut cards: Vec<NumberCard> = hands.first(players).iter().flat_map(|hand| hand.0).collect();
        while let Some(card) = pack.draw(&mut rng) {
            cards.push(card);
        }
        cards
    }

    #[test]
    fn the_order_is_the_same_however_many_players_are_dealt_cards() {
        for extra_cards in [false, true] {
            let all = cards_of(pack(extra_cards), 2);
            assert_eq!(all.iter().copied().collect::<crate::games::kachi_kachi::Set>(), deck(extra_cards));
            assert!((3..=8).all(|players| cards_of(pack(extra_cards), players) == all));
        }
    }

    #[test]
    fn extra_cards_take_the_places_of_two_others() {
        let (without, with) = (cards_of(pack(false), 4), cards_of(pack(true), 4));
        let other = without.iter().zip(&with).filter(|(one, other)| one != other).count();
        assert!(other <= 2, "{other} places differ");
    }

    #[test]
    fn the_top_card_is_the_one_that_is_drawn_next() {
        let (mut pack, mut rng) = (pack(false), stream(5));
        pack.deal(4, &mut rng);
        while let Some(top) = pack.top(&mut rng) {
            assert_eq!(pack.draw(&mut rng), Some(top));
        }
        assert_eq!((pack.left(), pack.draw(&mut rng)), (0, None));
    }
}
