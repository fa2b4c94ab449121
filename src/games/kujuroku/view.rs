//! What a participant knows, and the options of a decision.

use super::table::{Hand, Oni, Waits};
use super::{Role, Set};
use crate::cards::NumberCard;
use crate::game::Options;
use crate::seat::BySeat;

/// All that a participant knows: the own hand, and what lies open.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The round, from 1.
    pub round: u32,
    /// Seats that have lost the deal, which is the index of the dealer's seat.
    pub deals_lost: u8,
    /// The chips of all seats.
    pub chips: BySeat<i32>,
    /// The own role.
    pub role: Role,
    /// Turns that are over in this round.
    pub turn: u8,
    /// What is to be decided, and with which card.
    pub waits: Waits,
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

/// The options of a decision: each a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choices {
    /// *Decision `play`*: the cards of the hand.
    Play(Hand),
    /// *Decision `take_hand`*: what the card from the hand may take.
    TakeHand(Set),
    /// *Decision `take_draw`*: what the card from the draw pile may take.
    TakeDraw(Set),
    /// *Decision `deal_oni`*: what the Oni on the field may take.
    DealOni(Set),
    /// *Decision `deal_triple`*: which of three alike stays.
    DealTriple(Set),
}

impl Options for Choices {
    type Move = NumberCard;

    fn decision(&self) -> &'static str {
        match self {
            Choices::Play(_) => "play",
            Choices::TakeHand(_) => "take_hand",
            Choices::TakeDraw(_) => "take_draw",
            Choices::DealOni(_) => "deal_oni",
            Choices::DealTriple(_) => "deal_triple",
        }
    }

    #[inline]
    fn count(&self) -> usize {
        match self {
            Choices::Play(hand) => hand.len(),
            Choices::TakeHand(set)
            | Choices::TakeDraw(set)
            | Choices::DealOni(set)
            | Choices::DealTriple(set) => set.len(),
        }
    }

    #[inline]
    fn at(&self, place: usize) -> NumberCard {
        match self {
            Choices::Play(hand) => hand.cards()[place],
            Choices::TakeHand(set)
            | Choices::TakeDraw(set)
            | Choices::DealOni(set)
            | Choices::DealTriple(set) => set.nth(place),
        }
    }
}
