//! Where cards lie on a table.

use crate::cards::{Card, CardSet};
use crate::seat::Seat;

/// A part of the table, and the cards in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone<C: Card> {
    /// Its name, different from that of every other zone of the table.
    pub name: String,
    /// How its cards lie.
    pub kind: ZoneKind,
    /// Whose it is; none for what lies in the middle.
    pub seat: Option<Seat>,
    /// The cards.
    pub cards: CardSet<C>,
}

/// How the cards of a zone lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneKind {
    /// Held by a player.
    Hand,
    /// Won by a player.
    Captures,
    /// Side by side, face up.
    Field,
    /// On top of each other, face up: the card that was laid last is the top.
    Heap,
    /// On top of each other, face down.
    Stack,
    /// Out of the way.
    Aside,
}

impl ZoneKind {
    /// The kind's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ZoneKind::Hand => "hand",
            ZoneKind::Captures => "captures",
            ZoneKind::Field => "field",
            ZoneKind::Heap => "heap",
            ZoneKind::Stack => "stack",
            ZoneKind::Aside => "aside",
        }
    }
}

impl<C: Card> Zone<C> {
    /// A zone in the middle of the table.
    pub fn new(name: impl Into<String>, kind: ZoneKind, cards: CardSet<C>) -> Zone<C> {
        Zone { name: name.into(), kind, seat: None, cards }
    }

    /// The same zone, in front of a seat.
    #[must_use]
    pub fn of(self, seat: Seat) -> Zone<C> {
        Zone { seat: Some(seat), ..self }
    }
}
