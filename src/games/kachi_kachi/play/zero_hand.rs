//! Zero Hands: who may claim one, and the cards that are drawn for it.

use super::{Play, is_ten};
use crate::cards::NumberCard;
use crate::game::Observer;
use crate::games::kachi_kachi::KachiKachi;
use crate::games::kachi_kachi::events::{Event, Stage};
use crate::games::kachi_kachi::table::Waits;
use crate::games::kachi_kachi::view::Decision;
use crate::seat::Seat;

impl<L: Observer<KachiKachi>> Play<'_, L> {
    /// Whether the player at a position holds a Zero Hand to claim.
    #[inline(always)]
    pub(super) fn may_claim(&self, position: usize) -> bool {
        self.table.zero >> position & 1 != 0 && self.table.pack.left() > 0
    }

    /// The two cards are shown, and a card is drawn. After a Ten the player may draw
    /// another one, if the deck has any.
    fn claim(&mut self, position: usize, stage: Stage) {
        self.table.zero &= !(1 << position);
        self.table.claimed |= 1 << position;
        let seat = self.seat(position);
        let hand = self.table.dealt[seat];
        self.on_event(Event::Claimed { seat, hand, stage });
        let card = self.draw(seat);
        if is_ten(card) && self.table.pack.left() > 0 {
            self.table.waits = Waits::Choice(Decision::Again);
        } else {
            self.make(seat);
            self.after_claim();
        }
    }

    /// Carries out a choice about a Zero Hand, and goes on with the turn.
    #[cold]
    #[inline(never)]
    pub(super) fn answer_claim(&mut self, decision: Decision, choice: usize) {
        let betting = self.table.betting;
        let position = betting.turn();
        let seat = self.seat(position);
        match (decision, choice) {
            (Decision::Claim, 0) => self.after_claim(),
            (Decision::Claim, _) => {
                self.claim(position, if betting.showdown { Stage::Showdown } else { Stage::Betting });
            }
            _ => {
                if choice != 0 {
                    self.draw(seat);
                }
                self.make(seat);
                self.after_claim();
            }
        }
    }

    /// The turn goes on after the question of a claim: with the bet, or with the
    /// hand that is shown.
    fn after_claim(&mut self) {
        let betting = self.table.betting;
        if betting.showdown {
            self.show();
            self.go_on_showing();
        } else {
            self.table.waits = Waits::Choice(betting.decision());
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
