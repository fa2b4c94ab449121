//! The deal, and what the dealer takes from the field before the first turn.

use super::{JIZO, ONI, Play};
use crate::cards::NumberCard;
use crate::game::Observer;
use crate::games::kujuroku::events::{Event, OniFate};
use crate::games::kujuroku::table::{COMMON_DECK, Hand, Oni, Waits, first_three_alike, has_four_alike};
use crate::games::kujuroku::{Kujuroku, Role, Set};
use crate::random::Stream;
use crate::seat::Seat;

impl<L: Observer<Kujuroku>> Play<'_, L> {
    /// Shuffles and deals a round, again after a misdeal, and takes what the
    /// dealer takes from the field.
    pub(in super::super) fn deal(&mut self, rng: &mut Stream) {
        self.begin_round();
        self.table.pile = self.game.pack;
        loop {
            // The jokers come last: with and without them the same deal.
            rng.shuffle_with_extras(self.table.pile.left(), COMMON_DECK);
            if self.lay_out() {
                break;
            }
            self.table.pile.gather();
        }
        self.take_jokers_from_the_field();
    }

    pub(in super::super) fn begin_round(&mut self) {
        let table = &mut *self.table;
        table.round += 1;
        table.role = Role::Dealer;
        table.turn = 0;
        table.oni = Oni::UNSEEN;
        table.captured = [Set::EMPTY; 3];
        let (dealer, players) = (Seat::at(usize::from(table.deals_lost)), self.game.players);
        let participants = [0, 1, 2].map(|steps| dealer.after(steps, players));
        table.participants = participants;
        let round = table.round;
        let out = (players == 4).then(|| dealer.after(3, players));
        self.on_event(Event::RoundBegan { round, participants, out });
    }

    /// Six cards of the pack to each participant, six to the field; the rest is
    /// the draw pile. Four cards of one number on the field are a misdeal.
    pub(in super::super) fn lay_out(&mut self) -> bool {
        let table = &mut *self.table;
        for hand in &mut table.hands {
            *hand = Hand::full(table.pile.deal());
        }
        table.field = table.pile.deal().iter().copied().collect();
        let misdeal = has_four_alike(table.field);
        let (hands, field) = (table.hands.map(|hand| hand.set()), table.field);
        self.on_event(Event::Dealt { hands, field, misdeal });
        !misdeal
    }

    /// The dealer takes the Oni with a card of choice, or with the Jizo and
    /// no other card, or the Jizo alone.
    pub(in super::super) fn take_jokers_from_the_field(&mut self) {
        let table = &mut *self.table;
        let jokers = table.field & (ONI | JIZO);
        if jokers.is_empty() {
            return self.take_triples();
        }
        table.field -= jokers;
        table.captured[Role::Dealer as usize] |= jokers;
        let seat = self.seat();
        if jokers == ONI {
            self.on_event(Event::TookOni { seat });
            self.on_event(Event::Oni { fate: OniFate::Deal });
            self.table.in_play = NumberCard::ONI;
            self.table.waits = Waits::DealOni;
        } else {
            self.on_event(Event::TookJokers { seat, cards: jokers });
            if jokers.meets(ONI) {
                self.on_event(Event::Oni { fate: OniFate::WithJizo });
            }
            self.take_triples();
        }
    }

    /// Of three cards of one number on the field the dealer takes two. A
    /// second triple waits for the first.
    pub(super) fn take_triples(&mut self) {
        if !first_three_alike(self.table.field).is_empty() {
            self.table.waits = Waits::DealTriple;
        } else if !self.look_for_yaku(0) {
            self.table.waits = Waits::Play;
        }
    }
}
