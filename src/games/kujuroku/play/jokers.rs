//! The jokers, which a house rule adds: the Oni, which takes any card, and the
//! Jizo, which subdues it.

use super::{JIZO, ONI, Play, Source};
use crate::cards::NumberCard;
use crate::game::Observer;
use crate::games::kujuroku::events::{Event, OniFate};
use crate::games::kujuroku::{Kujuroku, Set};

impl<L: Observer<Kujuroku>> Play<'_, L> {
    /// A joker goes down: the Oni takes a card of choice, or a Jizo that was laid
    /// in this turn; the Jizo frees what the Oni took from the hand.
    #[cold]
    pub(super) fn put_down_joker(&mut self, card: NumberCard, from: Source) -> bool {
        let seat = self.seat();
        let field = self.table.field;
        if card == NumberCard::JIZO {
            self.lay(card);
            if from == Source::Pile && !self.table.oni.prey.is_empty() {
                self.subdue();
            } else if from == Source::Pile && field.meets(ONI) {
                self.on_event(Event::Oni { fate: OniFate::WithJizo });
            }
        } else if field.meets(JIZO) {
            // The Jizo was laid in this turn: the Oni takes it and no other.
            self.table.field -= JIZO;
            self.table.captured[self.table.role as usize] |= ONI | JIZO;
            self.table.oni.holder = self.table.role;
            self.on_event(Event::Captured { seat, with: card, card: NumberCard::JIZO });
            self.on_event(Event::Oni { fate: OniFate::TookJizo });
        } else if field.is_empty() {
            self.lay(card);
        } else if field.is_single() {
            self.oni_takes(0, from);
        } else {
            return self.ask(card, from);
        }
        true
    }

    /// The Oni takes a card of the field.
    #[cold]
    pub(super) fn oni_takes(&mut self, choice: usize, from: Source) {
        let prey = self.table.field.nth(choice);
        self.capture(NumberCard::ONI, prey.into());
        let oni = &mut self.table.oni;
        oni.holder = self.table.role;
        oni.number = prey.alike();
        let fate = match from {
            Source::Hand => {
                oni.prey = prey.into();
                OniFate::Hand
            }
            Source::Pile => OniFate::Draw,
        };
        self.on_event(Event::Oni { fate });
    }

    /// The Jizo, drawn in the turn in which the Oni captured from the hand,
    /// frees what it captured.
    fn subdue(&mut self) {
        let seat = self.seat();
        let table = &mut *self.table;
        let freed = table.oni.prey;
        table.captured[table.role as usize] -= freed;
        table.field |= freed;
        table.oni.number = Set::EMPTY;
        table.oni.prey = Set::EMPTY;
        self.on_event(Event::Subdued { seat, freed: freed.first() });
        self.on_event(Event::Oni { fate: OniFate::WithJizo });
    }

    /// At the end of a turn a Jizo on the field is the player's, with an Oni
    /// that lies there; an Oni alone is removed.
    #[cold]
    pub(super) fn clear_jokers(&mut self) {
        let seat = self.seat();
        let table = &mut *self.table;
        let jokers = table.field & (ONI | JIZO);
        table.field -= jokers;
        if jokers == ONI {
            table.oni.removed = true;
            self.on_event(Event::Oni { fate: OniFate::Removed });
        } else {
            table.captured[table.role as usize] |= jokers;
            if jokers.meets(ONI) {
                table.oni.holder = table.role;
            }
            self.on_event(Event::Kept { seat, cards: jokers });
        }
    }
}
