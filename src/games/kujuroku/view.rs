//! What a participant knows, and the options of a decision.

use super::table::{Hand, Oni, Waits};
use super::{Role, Set};
use crate::cards::NumberCard;
use crate::game::Options;
use crate::seat::{BySeat, Seat};

/// All that a participant knows: the own hand, and what lies open.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The round, from 1.
    pub round: u32,
    /// How many seats have lost the deal.
    pub deals_lost: u8,
    /// The seats of dealer, second and third.
    pub participants: [Seat; 3],
    /// The chips of all seats; without a limit, what they have won or lost.
    pub chips: BySeat<i32>,
    /// The own role.
    pub role: Role,
    /// Turns that are over in this round.
    pub turn: u8,
    /// What is to be decided.
    pub waits: Waits,
    /// The card for which something is to be taken, if that is asked.
    pub in_play: NumberCard,
    /// The own hand.
    pub hand: Hand,
    /// The field.
    pub field: Set,
    /// The captures of dealer, second and third.
    pub captured: [Set; 3],
    /// How many cards dealer, second and third hold.
    pub held: [u8; 3],
    /// How many cards are left in the draw pile.
    pub pile: u8,
    /// What became of the Oni.
    pub oni: Oni,
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Which card of the hand to play.
    Play,
    /// Which field card the card from the hand takes.
    TakeHand,
    /// Which field card the card from the draw pile takes.
    TakeDraw,
    /// Which field card the Oni takes that was dealt to the field.
    DealOni,
    /// Which of three alike stays on the field.
    DealTriple,
}

/// The options of a decision: each a card, of the hand or of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    asked_by: Waits,
    hand: Hand,
    field: Set,
    count: usize,
}

impl Choices {
    #[inline]
    pub(super) fn of_hand(hand: Hand) -> Choices {
        Choices { asked_by: Waits::Play, hand, field: Set::EMPTY, count: hand.len() }
    }

    #[inline]
    pub(super) fn of_field(asked_by: Waits, field: Set) -> Choices {
        Choices { asked_by, hand: Hand::EMPTY, field, count: field.len() }
    }

    /// What is to be decided.
    #[must_use]
    pub fn asked(&self) -> Decision {
        match self.asked_by {
            Waits::Play => Decision::Play,
            Waits::TakeHand => Decision::TakeHand,
            Waits::TakeDraw => Decision::TakeDraw,
            Waits::DealOni => Decision::DealOni,
            Waits::DealTriple => Decision::DealTriple,
            Waits::Deal | Waits::Over => unreachable!("nobody is to choose"),
        }
    }

    /// The cards to choose from, if they are of the field.
    #[must_use]
    pub fn of_the_field(&self) -> Set {
        self.field
    }
}

impl Options for Choices {
    type Move = NumberCard;

    fn decision(&self) -> &'static str {
        match self.asked() {
            Decision::Play => "play",
            Decision::TakeHand => "take_hand",
            Decision::TakeDraw => "take_draw",
            Decision::DealOni => "deal_oni",
            Decision::DealTriple => "deal_triple",
        }
    }

    #[inline]
    fn count(&self) -> usize {
        self.count
    }

    #[inline]
    fn at(&self, place: usize) -> NumberCard {
        if self.asked_by == Waits::Play { self.hand.at(place) } else { self.field.nth(place) }
    }
}
