//! The play: the deal, the discard and what comes of it, the end.

use std::hint::select_unpredictable;

use super::body::Palms;
use super::events::{Ending, Event};
use super::haste::Haste;
use super::rules::WrongSlap;
use super::scoring::Score;
use super::table::{Stack, Table, Waits};
use super::{Circle, DECK, KazuTori, SEATS, Set, deck};
use crate::cards::{Number, NumberCard};
use crate::game::{Game, Observer};
use crate::random::Stream;
use crate::seat::Seat;
use rand::Rng;

/// A table that is being played at.
pub(super) struct Play<'a, L> {
    pub(super) game: &'a KazuTori,
    pub(super) table: &'a mut Table,
    pub(super) observer: &'a mut L,
}

/// Whether a card may be taken: the Oni always, a number card if its last
/// digit is that of the declared number.
#[inline]
pub(super) fn may_take(card: NumberCard, number: u8) -> bool {
    // Whether it is the Oni cannot be foreseen: no branch.
    (card == NumberCard::ONI) | SAME_DIGIT[usize::from(number) % SAME_DIGIT.len()].has(card)
}

/// For each number that can be declared, the cards with its last digit.
static SAME_DIGIT: [Set; 32] = {
    let mut same = [Set::EMPTY; 32];
    let mut number = 1;
    while number < same.len() {
        same[number] = Number::new((number as u8 - 1) % 10 + 1).cards();
        number += 1;
    }
    same
};

impl<L: Observer<KazuTori>> Play<'_, L> {
    #[inline(always)]
    fn on_event(&mut self, event: Event) {
        self.observer.on_event(&event);
    }

    /// Ten cards to each player.
    pub(super) fn deal(&mut self, rng: &mut Stream) {
        let mut pack = [NumberCard::ONI; DECK];
        for (place, card) in pack.iter_mut().zip(deck()) {
            *place = card;
        }
        rng.shuffle(&mut pack);
        for (pile, cards) in self.table.piles.iter_mut().zip(pack.chunks_exact(DECK / SEATS)) {
            pile.extend(cards);
        }
        let piles = self.table.piles.each_ref().map(Stack::set);
        self.on_event(Event::Dealt { piles });
        self.table.ask();
    }

    /// Notes a player's haste; once that of all is noted, the card is laid.
    #[inline]
    pub(super) fn choose(&mut self, haste: Haste, rng: &mut Stream) {
        let table = &mut *self.table;
        table.hastes[table.chooser().index() % SEATS] = haste;
        table.asked += 1;
        if table.asked == table.asking {
            self.discard(rng);
        }
    }

    /// Lays a card of the discarder's pile and plays on to the next discard.
    ///
    /// Not inlined: most often only a haste is noted, which is short.
    #[inline(never)]
    fn discard(&mut self, rng: &mut Stream) {
        let seat = self.table.discarder;
        let card = self.table.pile(seat).draw(rng);
        if self.lay(card) {
            let may_take = may_take(card, self.table.number);
            let palms = self.palms(may_take, rng);
            self.settle(card, may_take, &palms, rng);
        }
    }

    /// Lays the card that the discarder drew. False if that ends the game.
    pub(super) fn lay(&mut self, card: NumberCard) -> bool {
        let table = &mut *self.table;
        let (seat, number) = (table.discarder, table.number);
        table.discards += 1;
        table.laid.push(card);
        table.laid_by[seat.index()] += 1;
        table.known[seat.index()].remove(card);
        let left = table.piles[seat.index()].len();
        self.on_event(Event::Discarded { seat, number, card, left: left as u8 });
        if left > 0 {
            return true;
        }
        if card != NumberCard::ONI {
            self.go_out(seat);
            return true;
        }
        self.table.laid.pop();
        self.table.pile(seat).push(card);
        self.end(Ending::Oni);
        false
    }

    fn go_out(&mut self, seat: Seat) {
        let last_call = self.table.circle == Circle::FULL;
        self.table.circle.lose(seat);
        self.on_event(Event::WentOut { seat, last_call });
    }

    /// Who slaps the card in time.
    #[inline]
    pub(super) fn palms(&mut self, may_take: bool, rng: &mut Stream) -> Palms {
        let word = rng.next_u64();
        // Most often not even the hastiest would slap.
        if !may_take && self.game.body.nobody_is_alarmed(word) {
            return Palms::NONE;
        }
        let table = &*self.table;
        let chances = self.game.body.slap_chances(may_take, table.circle, &table.hastes);
        let slaps = rng.random_bools_from(word, &chances);
        if slaps == 0 { Palms::NONE } else { self.race(slaps, may_take, rng) }
    }

    /// The times of the slaps, drawn from the discarder's right on. Of two
    /// equal ones the first in that order is the faster.
    fn race(&mut self, slaps: u8, may_take: bool, rng: &mut Stream) -> Palms {
        // Who is out does not slap.
        let round = Circle::FULL.round(self.table.discarder);
        let mut lateness = [Palms::TOO_LATE; SEATS];
        for place in from_right(slaps, self.table.discarder) {
            let seat = round.at(place);
            let late = self.game.body.lateness(seat, self.table.hastes[seat.index()], rng.normal());
            lateness[place] = select_unpredictable(late > 0.0, Palms::TOO_LATE, late);
            if late > 0.0 {
                self.on_event(Event::Slapped { seat, may_take, in_time: false });
            }
        }
        let palms = Palms::new(round, &lateness);
        for seat in palms.iter() {
            self.on_event(Event::Slapped { seat, may_take, in_time: true });
        }
        palms
    }

    /// What comes of a card on the table and the palms on it.
    pub(super) fn settle(&mut self, card: NumberCard, may_take: bool, palms: &Palms, rng: &mut Stream) {
        let number = self.table.number;
        if may_take {
            if let Some(taker) = palms.fastest() {
                return self.take(taker, card);
            }
            self.on_event(Event::Missed { number, card });
        } else {
            let payers = match self.game.rules.wrong_slap {
                WrongSlap::First => 1,
                WrongSlap::All => SEATS,
            };
            for payer in palms.iter().take(payers) {
                self.pay(payer, rng);
            }
            if card == NumberCard::JIZO {
                self.use_jizo();
            }
        }
        if self.table.circle.is_one() {
            return self.end(Ending::Alone);
        }
        let next = self.count_on(card, rng);
        self.turn(self.table.circle.next(self.table.discarder), next);
    }

    /// The fastest palm takes the table, which ends the game in the last call.
    fn take(&mut self, seat: Seat, card: NumberCard) {
        let table = &mut *self.table;
        let (cards, number) = (table.laid.len() as u8, table.number);
        table.known[seat.index()] |= table.laid.set();
        table.piles[seat.index()].extend(table.laid.cards());
        table.clear();
        table.last_takes[seat.index()] = table.discards;
        self.on_event(Event::Took { seat, number, oni: card == NumberCard::ONI, cards });
        if self.table.circle == Circle::FULL { self.turn(seat, 1) } else { self.end(Ending::Take) }
    }

    /// One card to each other player still in the game, from the right on, as
    /// far as the pile reaches.
    fn pay(&mut self, from: Seat, rng: &mut Stream) {
        let table = &mut *self.table;
        // Whose only card everybody knows, pays it for everybody to know.
        let known = table.known[from.index()].only_if(table.pile(from).len() == 1);
        let mut given = [Set::EMPTY; SEATS];
        for to in table.circle.round(from).iter().take_while(|&to| to != from) {
            if table.pile(from).is_empty() {
                break;
            }
            let card = table.pile(from).draw(rng);
            table.pile(to).push(card);
            table.known[to.index()] |= known;
            given[to.index()] = card.into();
        }
        if table.circle.is_one() {
            return;
        }
        // Any of its cards may be among those that went.
        table.known[from.index()] = Set::EMPTY;
        let left = table.pile(from).len() as u8;
        self.on_event(Event::Paid { from, given, left });
        if left == 0 {
            self.go_out(from);
        }
    }

    /// The Jizo and the cards under it go round, face up.
    fn use_jizo(&mut self) {
        let table = &mut *self.table;
        let jizo = table.laid.pop().expect("the Jizo lies on top");
        table.jizo_used += 1;
        let uses = self.game.rules.jizo_uses;
        let leaves = uses > 0 && table.jizo_used == u32::from(uses);
        table.jizo_gone = leaves;
        let round = table.circle.round(table.discarder);
        let mut given = [Set::EMPTY; SEATS];
        let cards = (!leaves).then_some(jizo).into_iter();
        let cards = cards.chain(table.laid.cards().iter().rev().copied());
        for (card, to) in cards.zip(round.iter().cycle()) {
            table.piles[to.index()].push(card);
            given[to.index()].insert(card);
        }
        for (known, given) in table.known.iter_mut().zip(given) {
            *known |= given;
        }
        table.clear();
        let uses = table.jizo_used;
        self.on_event(Event::JizoUsed { uses, leaves, given });
    }

    /// The number to be declared after a card that nobody took. At the limit
    /// the table is given back, unless it is the last call.
    fn count_on(&mut self, card: NumberCard, rng: &mut Stream) -> u8 {
        let table = &*self.table;
        if table.number == self.game.rules.limit.0 {
            if table.circle == Circle::FULL && !table.laid.is_empty() {
                self.give_back(rng);
            }
            return 1;
        }
        let restarts = card == NumberCard::JIZO && self.game.rules.jizo_restarts_count;
        if restarts { 1 } else { table.number + 1 }
    }

    /// As many cards to each as they laid, out of the shuffled table. Where
    /// they go is known if all of them were laid by one player.
    fn give_back(&mut self, rng: &mut Stream) {
        let table = &mut *self.table;
        table.laid.shuffle(rng);
        let mut rest = table.laid.cards();
        let mut given = [Set::EMPTY; SEATS];
        for ((pile, given), laid) in table.piles.iter_mut().zip(&mut given).zip(table.laid_by) {
            let (cards, others) = rest.split_at(usize::from(laid));
            pile.extend(cards);
            *given = cards.iter().copied().collect();
            rest = others;
        }
        if given.iter().filter(|cards| !cards.is_empty()).count() == 1 {
            for (known, given) in table.known.iter_mut().zip(given) {
                *known |= given;
            }
        }
        table.clear();
        self.on_event(Event::GaveBack { given });
    }

    /// The next discard, unless the game is stopped here.
    #[inline(always)]
    fn turn(&mut self, discarder: Seat, number: u8) {
        if self.table.discards >= self.game.rules.max_discards {
            return self.end(Ending::Truncated);
        }
        self.table.discarder = discarder;
        self.table.number = number;
        self.table.ask();
    }

    fn end(&mut self, ending: Ending) {
        let table = &mut *self.table;
        let cards = table.piles.each_ref().map(|pile| pile.len() as u8);
        let score = Score::new(cards, table.last_takes, self.game.rules().tie);
        table.points = score.points;
        table.winners = score.winners();
        table.waits = Waits::Over;
        let discards = table.discards;
        self.on_event(Event::GameOver { ending, discards, score });
    }
}

/// The places of some seats, a bit for each, from the right of another one on.
#[inline]
fn from_right(seats: u8, of: Seat) -> impl Iterator<Item = usize> {
    // Twice round the table, from the right on, and then once.
    let twice = u32::from(seats) << SEATS | u32::from(seats);
    let mut places = twice >> (of.index() + 1) & ((1 << SEATS) - 1);
    std::iter::from_fn(move || {
        let place = places.trailing_zeros() as usize;
        places &= places.checked_sub(1)?;
        Some(place % SEATS)
    })
}
