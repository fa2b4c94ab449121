//! The table: where the cards lie, and who has which points.

use std::hint::select_unpredictable;

use super::Set;
use super::special::fitting;
use super::view::{Choices, View};
use crate::cards::Hanafuda;
use crate::game::{Zone, ZoneKind};
use crate::seat::{BySeat, MAX_SEATS, Seat};

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
    /// More than there are: so a place among them needs no check.
    cards: [Hanafuda; 64],
    next: u8,
    count: u8,
}

impl Pile {
    fn empty() -> Pile {
        Pile { cards: [Hanafuda::CRANE; 64], next: 0, count: 0 }
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

    /// Whether no card is left.
    #[inline]
    pub(super) const fn is_empty(&self) -> bool {
        self.next == self.count
    }

    /// Takes the card on top.
    #[inline]
    pub(super) fn take_top(&mut self) -> Hanafuda {
        debug_assert!(!self.is_empty(), "a draw from no cards");
        let card = self.at(self.next);
        self.next += 1;
        card
    }

    /// The cards on top, which are dealt.
    #[inline]
    fn deal(&mut self, cards: usize) -> &[Hanafuda] {
        let first = usize::from(self.next);
        self.next += cards as u8;
        &self.cards[first..first + cards]
    }

    /// The place of the card on top.
    #[inline]
    pub(super) const fn next(&self) -> u8 {
        self.next
    }

    /// The card at a place; of no meaning if there is none.
    #[inline]
    pub(super) fn at(&self, place: u8) -> Hanafuda {
        self.cards[usize::from(place) % 64]
    }

    /// Takes so many cards from the top, or all that are left: how many, and
    /// which. There is a step for each of the `most` cards that could be asked
    /// for, as a loop that ends with the last one would end where nobody can
    /// foresee it.
    #[inline]
    pub(super) fn take(&mut self, count: u8, most: u8) -> (u8, Set) {
        debug_assert!(count <= most);
        let count = count.min(self.len());
        let mut taken = Set::EMPTY;
        for place in 0..most {
            taken |= Set::of(self.at(self.next + place)).only_if(place < count);
        }
        self.next += count;
        (count, taken)
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

/// A turn that is to be taken, as far as it follows from the table. It is handed on
/// from turn to turn in registers: what was just stored would have to be waited for.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    /// The seat whose turn it is.
    pub(super) seat: Seat,
    /// The cards of the month and the types of the top card.
    pub(super) fitting: Set,
    /// The cards of the hand that may be discarded if they fit.
    pub(super) may_discard: Set,
}

impl Turn {
    /// The cards that the player may discard.
    #[inline]
    pub(super) fn playable(self) -> Set {
        self.may_discard & self.fitting
    }
}

/// A table of Oni in the middle of a game.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) waits: Waits,
    /// Whose turn it is.
    pub(super) seat: Seat,
    pub(super) dealer: Seat,
    /// The cards that a seat may discard if they fit: all, but before its first
    /// turn not the lightning.
    pub(super) allowed: BySeat<Set>,
    /// The discard pile, its top included.
    pub(super) discards: Set,
    pub(super) top: Hanafuda,
    /// What the player who is to discard may choose from.
    pub(super) playable: Set,
    pub(super) hands: BySeat<Set>,
    /// How many cards these are: kept up to date, as every view tells it.
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
            allowed: BySeat::default(),
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

    /// Deals from the draw pile: the hands seat by seat, then the top card of
    /// the discard pile. The lightning is free in a first turn only where
    /// house rules say so.
    #[inline]
    pub(super) fn lay_out(&mut self, players: usize, hand: usize, free_lightning: bool) {
        for seat in Seat::all(players) {
            self.hands[seat] = self.pile.deal(hand).iter().copied().collect();
            self.held[seat] = hand as u8;
        }
        self.lacks = BySeat::default();
        self.allowed = BySeat::all(Hanafuda::ALL - Set::of(Hanafuda::LIGHTNING).only_if(!free_lightning));
        self.top = self.pile.deal(1)[0];
        self.discards = self.top.into();
        self.shuffled = Hanafuda::ALL;
    }

    /// The turn of the seat whose it is.
    #[inline]
    pub(super) fn turn(&self) -> Turn {
        Turn { seat: self.seat, fitting: fitting(self.top), may_discard: self.may_discard(self.seat) }
    }

    /// The cards that a seat may discard if they fit.
    #[inline]
    fn may_discard(&self, seat: Seat) -> Set {
        self.hands[seat] & self.allowed[seat]
    }

    /// The turn passes to one of two seats. Both are looked up, so that nothing waits
    /// until it is known which one it is.
    #[inline]
    pub(super) fn turn_of_either(&mut self, is_first: bool, first: Seat, second: Seat) -> Turn {
        let may_discard = select_unpredictable(is_first, self.may_discard(first), self.may_discard(second));
        let seat = select_unpredictable(is_first, first, second);
        self.seat = seat;
        Turn { seat, fitting: fitting(self.top), may_discard }
    }

    /// The only card that may be discarded, or else the next one of the draw pile,
    /// which is taken. Which of the two it is cannot be foreseen, and is no branch.
    #[inline]
    pub(super) fn only_or_drawn(&mut self, only: Set) -> Hanafuda {
        let draws = only.is_empty();
        let card = select_unpredictable(draws, Set::of(self.pile.at(self.pile.next)), only).first();
        self.pile.next += u8::from(draws);
        card
    }

    /// Moves a card of a seat, from its hand or drawn: onto the discard pile if it
    /// fits, and otherwise into the hand, which is returned. Without a branch, as
    /// which of these it is cannot be foreseen.
    ///
    /// A seat that draws shows that it holds none of the cards that fit. What else it
    /// is known to lack may be the card that it keeps.
    #[inline]
    pub(super) fn put_down_or_keep(&mut self, seat: Seat, card: Hanafuda, drawn: bool, fits: Set) -> Set {
        let kept = !fits.has(card);
        let down = Set::of(card) & fits;
        self.lacks[seat] = select_unpredictable(kept, fits, self.lacks[seat] | fits.only_if(drawn));
        let hand = (self.hands[seat] | card.into()) - down;
        self.hands[seat] = hand;
        self.held[seat] = self.held[seat] + u8::from(drawn) - u8::from(!kept);
        self.discards |= down;
        self.top = select_unpredictable(kept, self.top, card);
        self.allowed[seat] = Hanafuda::ALL;
        hand
    }

    /// The cards under the top of the discard pile.
    #[inline]
    pub(super) fn under_top(&self) -> Set {
        self.discards - self.top.into()
    }

    /// The options of who is to choose.
    #[inline]
    pub(super) fn options(&self) -> Choices {
        if self.waits == Waits::Declare { Choices::Declare } else { Choices::Discard(self.playable) }
    }

    /// The zones of the table.
    pub(super) fn zones(&self, players: usize) -> Vec<Zone<Hanafuda>> {
        let hands = Seat::all(players)
            .map(|seat| Zone::new(format!("hand of seat {seat}"), ZoneKind::Hand, self.hands[seat]).of(seat));
        hands
            .chain([
                Zone::new("draw pile", ZoneKind::Stack, self.pile.set()),
                Zone::new("discard pile", ZoneKind::Heap, self.discards),
            ])
            .collect()
    }

    /// All that a seat knows.
    #[inline]
    pub(super) fn view(&self, seat: Seat) -> View {
        debug_assert!(
            Seat::all(MAX_SEATS).all(|seat| usize::from(self.held[seat]) == self.hands[seat].len())
        );
        View {
            seat,
            hand: self.hands[seat],
            waits: self.waits,
            round: self.round,
            dealer: self.dealer,
            turns: self.turns,
            allowed: self.allowed,
            top: self.top,
            discards: self.under_top(),
            pile: self.pile.len(),
            shuffled: self.shuffled,
            held: self.held,
            lacks: self.lacks,
            scores: self.scores,
            elsewhere: self.elsewhere,
        }
    }
}
