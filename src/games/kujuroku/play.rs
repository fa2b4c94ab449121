//! The play: a turn, decision by decision.

mod deal;
mod jokers;
mod round_end;

use super::events::Event;
use super::rules::YakuCheck;
use super::table::{TURNS, Table, Waits, first_three_alike};
use super::yaku::Yaku;
use super::{Kujuroku, Role, Set};
use crate::cards::NumberCard;
use crate::game::Observer;
use crate::seat::Seat;

const ONI: Set = Set::from_bits(1 << 40);
const JIZO: Set = Set::from_bits(1 << 41);

/// Where a card comes from in a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Hand,
    Pile,
}

impl Source {
    /// What the table waits for while such a card may take one of several.
    #[inline]
    const fn waits(self) -> Waits {
        match self {
            Source::Hand => Waits::TakeHand,
            Source::Pile => Waits::TakeDraw,
        }
    }
}

/// A table that is being played at.
pub(super) struct Play<'a, L> {
    pub(super) game: &'a Kujuroku,
    pub(super) table: &'a mut Table,
    pub(super) observer: &'a mut L,
}

impl<L: Observer<Kujuroku>> Play<'_, L> {
    #[inline(always)]
    fn on_event(&mut self, event: Event) {
        self.observer.on_event(&event);
    }

    /// The same table, for what is seldom done in functions of its own. They
    /// get a copy: what they got a reference to would have to lie in memory,
    /// and be put there at every turn.
    #[inline(always)]
    fn apart(&mut self) -> Play<'_, L> {
        Play { game: self.game, table: self.table, observer: self.observer }
    }

    /// Who has the turn.
    #[inline]
    fn seat(&self) -> Seat {
        self.table.seat(self.table.role)
    }

    /// Carries out a choice, and plays on to the next one: turn after turn, as
    /// long as nobody has to be asked for a card.
    #[inline]
    pub(super) fn choose(&mut self, choice: usize) {
        let mut goes_on = if self.table.waits == Waits::Play {
            let card = self.table.hands[self.table.role as usize].take(choice);
            self.take_turn(card)
        } else {
            match self.apart().choose_prey(choice) {
                Some(Source::Hand) => self.go_on_to_draw(),
                Some(Source::Pile) => self.end_turn(),
                None => false,
            }
        };
        while goes_on && let Some(card) = self.last_card() {
            goes_on = self.take_turn(card);
        }
    }

    /// The only card of the hand, which has to be played; none if the player has a
    /// choice, and is asked.
    #[inline(always)]
    fn last_card(&mut self) -> Option<NumberCard> {
        let hand = &mut self.table.hands[self.table.role as usize];
        if hand.len() > 1 {
            self.table.waits = Waits::Play;
            return None;
        }
        Some(hand.take(0))
    }

    /// Carries out a choice among cards of the field. In the middle of a turn,
    /// where the card came from that takes one. Kept apart: nine of ten
    /// decisions are about the hand.
    #[inline(never)]
    fn choose_prey(&mut self, choice: usize) -> Option<Source> {
        match self.table.waits {
            Waits::TakeHand => {
                self.take(choice, Source::Hand);
                Some(Source::Hand)
            }
            Waits::TakeDraw => {
                self.take(choice, Source::Pile);
                Some(Source::Pile)
            }
            Waits::DealOni => {
                let prey = self.table.field.nth(choice);
                self.capture(NumberCard::ONI, prey.into());
                self.table.oni.number = prey.alike();
                self.take_triples();
                None
            }
            Waits::DealTriple => {
                let triple = first_three_alike(self.table.field);
                let stays = triple.nth(choice);
                let taken = triple - stays.into();
                self.table.field -= taken;
                self.table.captured[Role::Dealer as usize] |= taken;
                let seat = self.seat();
                self.on_event(Event::TookTwoOfThree { seat, cards: taken, stays });
                self.take_triples();
                None
            }
            Waits::Play | Waits::Deal | Waits::Over => unreachable!("no card of the field is asked for"),
        }
    }

    /// A turn: a card from the hand, and one from the draw pile. Whether
    /// another turn follows; not if somebody is to choose, or the round is over.
    #[inline(always)]
    fn take_turn(&mut self, card: NumberCard) -> bool {
        self.assert_no_three_alike();
        let seat = self.seat();
        self.on_event(Event::Played { seat, card });
        self.put_down(card, Source::Hand) && self.go_on_to_draw()
    }

    /// The rest of a turn: a card from the draw pile, if there is one.
    #[inline(always)]
    fn go_on_to_draw(&mut self) -> bool {
        // A turn that a yaku ends before the draw counts as a turn.
        let look_now = self.game.rules.yaku_check == YakuCheck::Capture;
        if look_now && self.look_for_yaku(self.table.turn + 1) {
            return false;
        }
        let Some(card) = self.table.pile.draw() else {
            return self.end_turn();
        };
        let seat = self.seat();
        self.on_event(Event::Drew { seat, card });
        self.put_down(card, Source::Pile) && self.end_turn()
    }

    /// A card takes the one that it matches, or one of two by choice, or
    /// stays on the field. Whether the turn goes on; not if somebody is to be
    /// asked.
    #[inline(always)]
    fn put_down(&mut self, card: NumberCard, from: Source) -> bool {
        if card.is_joker() {
            return self.apart().put_down_joker(card, from);
        }
        let matches = self.table.field & card.alike();
        if matches.has_several() {
            debug_assert_eq!(matches.len(), 2, "three alike can never lie on the field");
            return self.ask(card, from);
        }
        // Whether a card matches is as good as random: one path for both
        // saves a third of the time.
        let hit = !matches.is_empty();
        let table = &mut *self.table;
        table.captured[table.role as usize] |= (matches | card.into()).only_if(hit);
        table.field = (table.field - matches) | Set::of(card).only_if(!hit);
        let seat = self.seat();
        if hit {
            self.on_event(Event::Captured { seat, with: card, card: matches.first() });
        } else {
            self.on_event(Event::Laid { seat, card });
        }
        true
    }

    /// Somebody is to choose what a card takes: the turn does not go on.
    #[inline]
    fn ask(&mut self, card: NumberCard, from: Source) -> bool {
        self.table.in_play = card;
        self.table.waits = from.waits();
        false
    }

    fn lay(&mut self, card: NumberCard) {
        let seat = self.seat();
        self.table.field |= card.into();
        self.on_event(Event::Laid { seat, card });
    }

    /// A card takes another one from the field.
    #[inline]
    fn capture(&mut self, card: NumberCard, prey: Set) {
        let seat = self.seat();
        let table = &mut *self.table;
        table.field -= prey;
        table.captured[table.role as usize] |= prey | card.into();
        self.on_event(Event::Captured { seat, with: card, card: prey.first() });
    }

    /// A card takes one of the two that it matches, and the Oni any.
    #[inline]
    fn take(&mut self, choice: usize, from: Source) {
        let card = self.table.in_play;
        if card.is_joker() {
            return self.oni_takes(choice, from);
        }
        self.capture(card, self.table.matches().nth_of_two(choice));
    }

    /// Whether another turn follows.
    #[inline(always)]
    fn end_turn(&mut self) -> bool {
        self.assert_no_three_alike();
        if self.table.field.meets(ONI | JIZO) {
            self.apart().clear_jokers();
        }
        self.table.oni.prey = Set::EMPTY;
        self.table.turn += 1;
        if self.look_for_yaku(self.table.turn) {
            return false;
        }
        if self.table.turn == TURNS {
            self.apart().count();
            return false;
        }
        self.table.role = self.table.role.next();
        true
    }

    /// After the deal a third card alike always takes one of two: captures go
    /// by pairs.
    #[inline(always)]
    fn assert_no_three_alike(&self) {
        debug_assert!(first_three_alike(self.table.field).is_empty(), "three alike lie on the field");
    }

    /// Whether somebody has a yaku, which then ends the round: the player
    /// whose turn it is, or the holder of the Oni, whose fourth card any
    /// capture can make known.
    #[inline(always)]
    fn look_for_yaku(&mut self, turns: u8) -> bool {
        let table = &*self.table;
        let role = table.role;
        // Seven of ten numbers that the Oni captures are of no yaku.
        if table.oni.number.meets(Yaku::CARDS) {
            return self.apart().look_for_yaku_with_fourth(turns);
        }
        let formed = self.game.yaku.formed(table.captured[role as usize]);
        if formed {
            self.apart().pay_yaku(role, turns);
        }
        formed
    }

    /// The same where the fourth card may be of a yaku.
    #[inline(never)]
    fn look_for_yaku_with_fourth(&mut self, turns: u8) -> bool {
        let (table, yaku) = (&*self.table, &self.game.yaku);
        let (role, holder, fourth) = (table.role, table.oni.holder, table.fourth());
        let own = yaku.formed(table.holdings(role, fourth));
        let holders = yaku.formed(table.holdings(holder, fourth));
        if own | holders {
            self.pay_yaku(if own { role } else { holder }, turns);
        }
        own | holders
    }
}
