//! Cards, sets of cards, and the families that the decks are made of.

mod hanafuda;
mod number;
mod set;

pub use hanafuda::{Hanafuda, Kind, Month};
pub use number::{Number, NumberCard};
pub use set::CardSet;

/// A card of some family: a small value with an index below 64.
pub trait Card: Copy + Eq + Ord + std::fmt::Debug + std::fmt::Display {
    /// How many cards the family has.
    const COUNT: usize;

    /// The card's place in a [`CardSet`], below 64.
    fn index(self) -> usize;

    /// The card with this index.
    ///
    /// # Panics
    /// In debug builds, if the family has no such card.
    fn at(index: usize) -> Self;
}
