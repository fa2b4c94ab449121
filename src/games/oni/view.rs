//! What a player knows, and the options of a decision.

use std::fmt;

use super::Set;
use super::table::{Elsewhere, Waits};
use crate::cards::Hanafuda;
use crate::game::Options;
use crate::seat::{BySeat, Seat};

/// All that a player knows: the own hand, what lies open, and what the others
/// have shown by their play.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The own seat.
    pub seat: Seat,
    /// The own hand.
    pub hand: Set,
    /// What is to be decided.
    pub waits: Waits,
    /// The round, from 1.
    pub round: u32,
    /// Who deals it.
    pub dealer: Seat,
    /// Turns begun in this round, this one included.
    pub turns: u32,
    /// The cards that a seat may discard if they fit: all, but before its first
    /// turn not the lightning, unless the house allows it.
    pub allowed: BySeat<Set>,
    /// The top of the discard pile.
    pub top: Hanafuda,
    /// The cards under it.
    pub discards: Set,
    /// How many cards are left in the draw pile.
    pub pile: u8,
    /// The cards that the draw pile was shuffled from: all that nobody saw at
    /// the deal, and later the discards.
    pub shuffled: Set,
    /// How many cards each seat holds.
    pub held: BySeat<u8>,
    /// Cards that a seat has shown not to hold: a player draws only for want
    /// of a card that fits.
    pub lacks: BySeat<Set>,
    /// The totals of all seats.
    pub scores: BySeat<i32>,
    /// Where points went that no seat has.
    pub elsewhere: Elsewhere,
}

/// One option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// To discard a card.
    Discard(Hanafuda),
    /// To play on after the lightning.
    PlayOn,
    /// To end the round with the lightning.
    EndRound,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Discard(card) => card.fmt(f),
            Move::PlayOn => f.pad("play on"),
            Move::EndRound => f.pad("end the round"),
        }
    }
}

/// The options of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choices {
    /// Which card of the hand to discard.
    Discard(Set),
    /// Whether the lightning ends the round.
    Declare,
}

impl Options for Choices {
    type Move = Move;

    fn decision(&self) -> &'static str {
        match self {
            Choices::Discard(_) => "discard",
            Choices::Declare => "declare",
        }
    }

    #[inline]
    fn count(&self) -> usize {
        match self {
            Choices::Discard(cards) => cards.len(),
            Choices::Declare => 2,
        }
    }

    #[inline]
    fn has(&self, place: usize) -> bool {
        match self {
            // Found sooner than the cards are counted, unless a broken bot has
            // chosen a place that is far away.
            Choices::Discard(cards) => place < Hanafuda::COUNT && !cards.nth_alone(place).is_empty(),
            Choices::Declare => place < 2,
        }
    }

    #[inline]
    fn at(&self, place: usize) -> Move {
        match self {
            Choices::Discard(cards) => Move::Discard(cards.nth(place)),
            Choices::Declare if place == 0 => Move::PlayOn,
            Choices::Declare => Move::EndRound,
        }
    }
}
