//! The table: where the cards lie, and who has which points.

use super::Set;
use super::special::fitting;
use super::view::{Choices, View};
use crate::cards::Hanafuda;
use crate::seat::{BySeat, Seat};

/// A bit for every seat.
const EVERY_SEAT: u8 = u8::MAX;

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// The deal of a round.
    Deal,
    /// A card from the hand.
    Discard,
    /// Whether the lightning ends the round.
    Declare,
    /// Nothing: the game is over.
    Over,
}

/// The points that no seat has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Elsewhere {
    /// What declarers' own hands cost, which nobody gets.
    pub own_hands: i32,
    /// What losers owed and did not write down.
    pub unwritten: i32,
}

/// The cards that lie face down, in the order in which they are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pile {
    cards: [Hanafuda; Hanafuda::COUNT],
    next: u8,
    count: u8,
}

impl Pile {
    fn empty() -> Pile {
        Pile { cards: [Hanafuda::CRANE; Hanafuda::COUNT], next: 0, count: 0 }
    }

    /// The cards of a pack from some place on.
    #[inline]
    pub(super) fn rest_of(pack: [Hanafuda; Hanafuda::COUNT], dealt: usize) -> Pile {
        Pile { cards: pack, next: dealt as u8, count: Hanafuda::COUNT as u8 }
    }

    /// These cards, in this order.
    pub(super) fn of(cards: impl Iterator<Item = Hanafuda>) -> Pile {
        let mut pile = Pile::empty();
        for card in cards {
            pile.cards[usize::from(pile.count)] = card;
            pile.count += 1;
        }
        pile
    }

    /// The next card, if there is one.
    #[inline]
    pub(super) fn draw(&mut self) -> Option<Hanafuda> {
        if self.next == self.count {
            return None;
        }
        let card = self.cards[usize::from(self.next)];
        self.next += 1;
        Some(card)
    }

    /// The cards that are left, to be put in order.
    pub(super) fn left(&mut self) -> &mut [Hanafuda] {
        &mut self.cards[usize::from(self.next)..usize::from(self.count)]
    }

    /// How many cards are left.
    pub(super) const fn len(&self) -> u8 {
        self.count - self.next
    }

    /// The cards that are left, as a set.
    pub(super) fn set(&self) -> Set {
        self.cards[usize::from(self.next)..usize::from(self.count)].iter().copied().collect()
    }
}

/// A table of Oni in the middle of a game.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) waits: Waits,
    /// Whose turn it is.
    pub(super) seat: Seat,
    pub(super) dealer: Seat,
    /// Seats that may discard the lightning, a bit for each.
    pub(super) lightning_free: u8,
    /// The top of the discard pile, and the cards under it.
    pub(super) top: Hanafuda,
    pub(super) discards: Set,
    /// What the player who is to discard may choose from.
    pub(super) playable: Set,
    pub(super) hands: BySeat<Set>,
    pub(super) held: BySeat<u8>,
    /// Cards that everybody knows a seat not to hold.
    pub(super) lacks: BySeat<Set>,
    pub(super) pile: Pile,
    /// The cards that the draw pile was shuffled from.
    pub(super) shuffled: Set,
    /// Turns begun in this round.
    pub(super) turns: u32,
    /// Rounds begun, this one included.
    pub(super) round: u32,
    pub(super) scores: BySeat<i32>,
    pub(super) elsewhere: Elsewhere,
}

impl Table {
    /// A table before the first deal.
    pub(super) fn new() -> Table {
        Table {
            waits: Waits::Deal,
            seat: Seat::FIRST,
            dealer: Seat::FIRST,
            lightning_free: EVERY_SEAT,
            top: Hanafuda::CRANE,
            discards: Set::EMPTY,
            playable: Set::EMPTY,
            hands: BySeat::default(),
            held: BySeat::default(),
            lacks: BySeat::default(),
            pile: Pile::empty(),
            shuffled: Set::EMPTY,
            turns: 0,
            round: 0,
            scores: BySeat::default(),
            elsewhere: Elsewhere::default(),
        }
    }

    /// Lays out a shuffled pack: the hands seat by seat, then the top card of
    /// the discard pile, then the draw pile. The lightning is free in a first
    /// turn only where house rules say so.
    #[inline]
    pub(super) fn lay_out(
        &mut self,
        pack: [Hanafuda; Hanafuda::COUNT],
        players: usize,
        hand: usize,
        free_lightning: bool,
    ) {
        for (seat, cards) in Seat::all(players).zip(pack.chunks_exact(hand)) {
            self.hands[seat] = cards.iter().copied().collect();
            self.held[seat] = hand as u8;
        }
        self.lacks = BySeat::default();
        self.lightning_free = if free_lightning { EVERY_SEAT } else { 0 };
        self.top = pack[players * hand];
        self.discards = Set::EMPTY;
        self.shuffled = Hanafuda::ALL;
        self.pile = Pile::rest_of(pack, players * hand + 1);
    }

    /// The cards that the player whose turn it is may discard, held or not.
    #[inline]
    pub(super) fn discardable(&self) -> Set {
        let barred = self.lightning_free >> self.seat.index() & 1 == 0;
        fitting(self.top) - Set::of(Hanafuda::LIGHTNING).only_if(barred)
    }

    /// The cards of the hand among them.
    #[inline]
    pub(super) fn find_playable(&self) -> Set {
        self.hands[self.seat] & self.discardable()
    }

    /// The options of who is to choose.
    #[inline]
    pub(super) fn options(&self) -> Choices {
        if self.waits == Waits::Declare { Choices::Declare } else { Choices::Discard(self.playable) }
    }

    /// Every place where cards lie, by name.
    pub(super) fn places(&self, players: usize) -> Vec<(String, Set)> {
        let hands = Seat::all(players).map(|seat| (format!("hand of seat {seat}"), self.hands[seat]));
        hands
            .chain([
                ("draw pile".to_owned(), self.pile.set()),
                ("top".to_owned(), Set::of(self.top)),
                ("discards".to_owned(), self.discards),
            ])
            .collect()
    }

    /// All that a seat knows.
    pub(super) fn view(&self, seat: Seat) -> View {
        View {
            seat,
            hand: self.hands[seat],
            waits: self.waits,
            round: self.round,
            dealer: self.dealer,
            turns: self.turns,
            lightning_free: self.lightning_free,
            top: self.top,
            discards: self.discards,
            pile: self.pile.len(),
            shuffled: self.shuffled,
            held: self.held,
            lacks: self.lacks,
            scores: self.scores,
            elsewhere: self.elsewhere,
        }
    }
}
