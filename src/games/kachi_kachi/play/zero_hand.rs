//! Zero Hands: who may claim one, and the cards that are drawn for it.

use super::{Play, is_ten};
use crate::cards::NumberCard;
use crate::game::{BlindChooser, Observer};
use crate::games::kachi_kachi::KachiKachi;
use crate::games::kachi_kachi::events::{Event, Stage};
use crate::games::kachi_kachi::table::Waits;
use crate::games::kachi_kachi::view::{Choices, Decision};
use crate::seat::Seat;

impl<L: Observer<KachiKachi>, C: BlindChooser> Play<'_, L, C> {
    /// Whether the player at a position holds a Zero Hand to claim.
    #[inline(always)]
    pub(super) fn may_claim(&self, position: usize) -> bool {
        self.table.zero >> position & 1 != 0 && self.table.pack.left() > 0
    }

    /// The player at a position may claim a Zero Hand. What the player has to
    /// be asked, if anything.
    #[cold]
    #[inline(never)]
    pub(super) fn offer_claim(&mut self, position: usize, stage: Stage) -> Option<Decision> {
        match self.decide(self.seat(position), &Choices::of_two(Decision::Claim)) {
            None => Some(Decision::Claim),
            Some(0) => None,
            Some(_) => self.claim(position, stage),
        }
    }

    /// The two cards are shown, and a card is drawn; after a Ten perhaps
    /// another one. What the player has to be asked, if anything.
    fn claim(&mut self, position: usize, stage: Stage) -> Option<Decision> {
        self.table.zero &= !(1 << position);
        self.table.claimed |= 1 << position;
        let seat = self.seat(position);
        let hand = self.table.dealt[seat];
        self.on_event(Event::Claimed { seat, hand, stage });
        let card = self.draw(seat);
        if is_ten(card) && self.table.pack.left() > 0 {
            match self.decide(seat, &Choices::of_two(Decision::Again)) {
                None => return Some(Decision::Again),
                Some(0) => {}
                Some(_) => {
                    self.draw(seat);
                }
            }
        }
        self.make(seat);
        None
    }

    /// Carries out a choice about a Zero Hand, and goes on with the turn.
    #[cold]
    #[inline(never)]
    pub(super) fn answer_claim(&mut self, decision: Decision, choice: usize) {
        let betting = self.table.betting;
        let (position, is_yes) = (betting.turn(), choice != 0);
        let (seat, showdown) = (self.seat(position), betting.showdown);
        let to_ask = match decision {
            Decision::Claim if is_yes => {
                self.claim(position, if showdown { Stage::Showdown } else { Stage::Betting })
            }
            Decision::Again => {
                if is_yes {
                    self.draw(seat);
                }
                self.make(seat);
                None
            }
            _ => None,
        };
        match to_ask {
            Some(decision) => self.table.waits = Waits::Choice(decision),
            None if showdown => {
                self.show();
                self.go_on_showing();
            }
            None => self.table.waits = Waits::Choice(betting.decision()),
        }
    }

    fn draw(&mut self, seat: Seat) -> NumberCard {
        let table = &mut *self.table;
        let card = table.pack.draw(self.rng).expect("who may draw finds a card");
        table.drawn[seat][usize::from(table.draws[seat])] = card;
        table.draws[seat] += 1;
        self.on_event(Event::Drew { seat, card });
        card
    }

    fn make(&mut self, seat: Seat) {
        self.table.make(seat);
        let hand = self.table.made[seat];
        self.on_event(Event::Made { seat, hand });
    }
}
