//! Cards, sets of cards, and the families that the decks are made of.

mod hanafuda;
mod number;
mod set;

pub use hanafuda::{Hanafuda, Kind, Month};
pub use number::{Number, NumberCard};
pub use set::CardSet;
pub(crate) use set::IN_FOUR;

use schemars::{Schema, json_schema};

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

/// The schema of a card in JSON: one of the names of its family.
fn card_schema<C: Card>() -> Schema {
    let mut names: Vec<String> = (0..C::COUNT).map(|index| C::at(index).to_string()).collect();
    names.dedup();
    json_schema!({ "description": "the name of a card", "type": "string", "enum": names })
}
