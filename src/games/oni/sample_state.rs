//! Worlds: tables that agree with what a player knows.

use super::Set;
use super::table::{Pile, Table};
use super::view::View;
use crate::cards::Hanafuda;
use crate::random::Stream;
use crate::seat::{BySeat, Seat};

/// A place for one card that a player does not see, and the cards that may be
/// there.
#[derive(Clone, Copy)]
struct Slot {
    /// A hand, or none for the draw pile.
    hand: Option<Seat>,
    may_hold: Set,
    card: Option<Hanafuda>,
}

/// The places for all cards that a player does not see.
struct Unseen {
    slots: [Slot; Hanafuda::COUNT],
    count: usize,
}

/// How often two slots are tried to be exchanged, for each slot. The first
/// cards that are put down have the free choice of slots; exchanges wear that
/// off.
const EXCHANGES: usize = 8;

impl Unseen {
    /// The slots of a view, all empty.
    fn new(view: &View, players: usize) -> Unseen {
        let nowhere = Slot { hand: None, may_hold: Set::EMPTY, card: None };
        let mut unseen = Unseen { slots: [nowhere; Hanafuda::COUNT], count: 0 };
        unseen.add(view.pile, None, view.shuffled);
        for seat in view.seat.others(players) {
            unseen.add(view.held[seat], Some(seat), Hanafuda::ALL - view.lacks[seat]);
        }
        unseen
    }

    fn add(&mut self, slots: u8, hand: Option<Seat>, may_hold: Set) {
        for _ in 0..slots {
            self.slots[self.count] = Slot { hand, may_hold, card: None };
            self.count += 1;
        }
    }

    /// Puts a card into a slot that it may be in, and what was there into
    /// another one (Kuhn's augmenting paths): this finds a place for every
    /// card, as there is a table that agrees with the view. `tried` has a bit
    /// for each slot.
    fn put(&mut self, card: Hanafuda, tried: &mut u64) -> bool {
        for place in 0..self.count {
            let slot = self.slots[place];
            if *tried >> place & 1 != 0 || !slot.may_hold.has(card) {
                continue;
            }
            *tried |= 1 << place;
            let free = match slot.card {
                None => true,
                Some(other) => self.put(other, tried),
            };
            if free {
                self.slots[place].card = Some(card);
                return true;
            }
        }
        false
    }

    /// Exchanges the cards of two slots if each may be where the other is.
    fn exchange(&mut self, one: usize, other: usize) {
        let may_move = |from: &Slot, to: &Slot| from.card.is_some_and(|card| to.may_hold.has(card));
        let (first, second) = (self.slots[one], self.slots[other]);
        if may_move(&first, &second) && may_move(&second, &first) {
            self.slots[one].card = second.card;
            self.slots[other].card = first.card;
        }
    }

    fn fill(&mut self, cards: Set, rng: &mut Stream) {
        rng.shuffle(&mut self.slots[..self.count]);
        for card in cards {
            let placed = self.put(card, &mut 0);
            debug_assert!(placed, "no place for {card}");
        }
        for _ in 0..EXCHANGES * self.count {
            let pair = rng.random_range(0..(self.count * self.count) as u32) as usize;
            self.exchange(pair / self.count, pair % self.count);
        }
    }

    fn cards_of(&self, hand: Option<Seat>) -> impl Iterator<Item = Hanafuda> + '_ {
        self.slots[..self.count].iter().filter(move |slot| slot.hand == hand).filter_map(|slot| slot.card)
    }
}

/// A table that agrees with a view, with what it hides in random order. A
/// seat holds nothing that it has shown to lack, and the draw pile has nothing
/// that was not shuffled into it.
pub(super) fn from_view(view: &View, players: usize, rng: &mut Stream) -> Table {
    let seen = view.hand | view.discards | view.top.into();
    let mut unseen = Unseen::new(view, players);
    unseen.fill(Hanafuda::ALL - seen, rng);
    let mut hands = BySeat::default();
    for seat in Seat::all(players) {
        hands[seat] = if seat == view.seat { view.hand } else { unseen.cards_of(Some(seat)).collect() };
    }
    let mut table = Table {
        waits: view.waits,
        seat: view.seat,
        dealer: view.dealer,
        allowed: view.allowed,
        top: view.top,
        discards: view.discards | view.top.into(),
        playable: Set::EMPTY,
        hands,
        lacks: view.lacks,
        pile: Pile::of(unseen.cards_of(None)),
        shuffled: view.shuffled,
        turns: view.turns,
        round: view.round,
        scores: view.scores,
        elsewhere: view.elsewhere,
    };
    table.playable = table.turn().playable();
    table
}
