//! Worlds: tables that agree with what a player knows.

use super::Set;
use super::table::{Pile, Table};
use super::view::View;
use crate::cards::Hanafuda;
use crate::random::Stream;
use crate::seat::{BySeat, MAX_SEATS};

/// A place for cards that a player does not see: the draw pile, or the hand of
/// another player.
#[derive(Clone, Copy, Default)]
struct Place {
    /// What may be there.
    may_hold: Set,
    cards: Set,
    /// How many cards are to be there.
    size: usize,
}

impl Place {
    fn is_full(&self) -> bool {
        self.cards.len() == self.size
    }
}

/// All places for cards that a player does not see: the draw pile, then the
/// other hands in playing order.
struct Unseen {
    places: [Place; MAX_SEATS],
    count: usize,
}

/// How often every two places share out their cards anew. The cards that are
/// dealt first have the free choice of places; sharing out wears that off.
const SWEEPS: usize = 3;

impl Unseen {
    /// The places of a view, all empty.
    fn new(view: &View, players: usize) -> Unseen {
        let mut places = [Place::default(); MAX_SEATS];
        let place = |may_hold, size: u8| Place { may_hold, cards: Set::EMPTY, size: size.into() };
        places[0] = place(view.shuffled, view.pile);
        for (empty, seat) in places[1..].iter_mut().zip(view.seat.others(players)) {
            *empty = place(Hanafuda::ALL - view.lacks[seat], view.held[seat]);
        }
        Unseen { places, count: players }
    }

    fn fill(&mut self, cards: Set, rng: &mut Stream) {
        self.deal(cards, rng);
        if self.places[..self.count].iter().all(|place| place.may_hold.includes(cards)) {
            // Every deal agrees with the view.
            return;
        }
        for _ in 0..SWEEPS {
            for one in 0..self.count {
                for other in one + 1..self.count {
                    self.share_out(one, other, rng);
                }
            }
        }
    }

    /// Deals the cards, each to a place where it may be. Those that find their
    /// place taken have others make room for them.
    fn deal(&mut self, cards: Set, rng: &mut Stream) {
        let (mut pack, count) = list(cards);
        rng.shuffle(&mut pack[..count]);
        let mut rest = &pack[..count];
        let mut left_over = Set::EMPTY;
        for place in &mut self.places[..self.count] {
            let (dealt, others) = rest.split_at(place.size);
            rest = others;
            let dealt: Set = dealt.iter().copied().collect();
            place.cards = dealt & place.may_hold;
            left_over |= dealt - place.may_hold;
        }
        for card in left_over {
            let placed = self.put(card);
            debug_assert!(placed, "no place for {card}");
        }
    }

    /// Puts a card where it may be: there is such a place, as there is a table
    /// that agrees with the view.
    fn put(&mut self, card: Hanafuda) -> bool {
        let mut tried = [false; MAX_SEATS];
        for place in 0..self.count {
            if self.places[place].may_hold.has(card) && self.make_room(place, &mut tried) {
                self.places[place].cards.insert(card);
                return true;
            }
        }
        false
    }

    /// Makes room for a card, if need be by moving another one on, for which
    /// room has to be made in turn (an augmenting path).
    fn make_room(&mut self, place: usize, tried: &mut [bool; MAX_SEATS]) -> bool {
        if !self.places[place].is_full() {
            return true;
        }
        tried[place] = true;
        for other in 0..self.count {
            let movable = self.places[place].cards & self.places[other].may_hold;
            if !tried[other] && !movable.is_empty() && self.make_room(other, tried) {
                let card = movable.first();
                self.places[place].cards.remove(card);
                self.places[other].cards.insert(card);
                return true;
            }
        }
        false
    }

    /// Two places share out the cards that may be in either, all ways being
    /// equally likely: which leaves tables that are equally likely so.
    fn share_out(&mut self, one: usize, other: usize, rng: &mut Stream) {
        let (first, second) = (self.places[one], self.places[other]);
        let free = (first.cards & second.may_hold) | (second.cards & first.may_hold);
        let bound = first.cards - free;
        let chosen = choose(first.size - bound.len(), free, rng);
        self.places[one].cards = bound | chosen;
        self.places[other].cards = (second.cards - free) | (free - chosen);
    }
}

/// The cards of a set, and their number.
fn list(cards: Set) -> ([Hanafuda; Hanafuda::COUNT], usize) {
    let mut list = [Hanafuda::CRANE; Hanafuda::COUNT];
    let mut count = 0;
    for card in cards {
        list[count] = card;
        count += 1;
    }
    (list, count)
}

/// So many of some cards, at random.
fn choose(number: usize, cards: Set, rng: &mut Stream) -> Set {
    // The fewer are drawn: those that are chosen, or those that are not.
    let left_over = cards.len() - number;
    if left_over < number {
        return cards - choose(left_over, cards, rng);
    }
    let (mut list, count) = list(cards);
    let mut settled = 0;
    while settled < number {
        settled = rng.shuffle_ahead(&mut list[..count], settled);
    }
    list[..number].iter().copied().collect()
}

/// A table that agrees with a view, with what it hides in random order. A
/// seat holds nothing that it has shown to lack, and the draw pile has nothing
/// that was not shuffled into it.
pub(super) fn from_view(view: &View, players: usize, rng: &mut Stream) -> Table {
    let seen = view.hand | view.discards | view.top.into();
    let mut unseen = Unseen::new(view, players);
    unseen.fill(Hanafuda::ALL - seen, rng);
    let [pile, others @ ..] = unseen.places;
    let mut hands = BySeat::default();
    hands[view.seat] = view.hand;
    for (seat, place) in view.seat.others(players).zip(others) {
        hands[seat] = place.cards;
    }
    let mut pile = Pile::of(pile.cards.iter());
    rng.shuffle(pile.left());
    let mut table = Table {
        waits: view.waits,
        seat: view.seat,
        dealer: view.dealer,
        allowed: view.allowed,
        top: view.top,
        discards: view.discards | view.top.into(),
        playable: Set::EMPTY,
        hands,
        held: view.held,
        lacks: view.lacks,
        pile,
        shuffled: view.shuffled,
        turns: view.turns,
        round: view.round,
        scores: view.scores,
        elsewhere: view.elsewhere,
    };
    table.playable = table.turn().playable();
    table
}
