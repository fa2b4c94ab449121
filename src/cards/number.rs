//! Number cards: Daini and Kabufuda, four each of the numbers 1 to 10 in one
//! suit, and two jokers.
//!
//! Two cards are told apart from their siblings: the special One (*I-tsun*,
//! the red One of Kabufuda) and the special Four (*I-shi*, the marked Four).
//! The jokers are the *Oni* (demon) and the *Jizo* (buddha).

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::{Card, CardSet, card_schema};

/// A number on a card, 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(u8);

impl Number {
    /// The number `n`.
    ///
    /// # Panics
    /// Outside 1 to 10.
    #[must_use]
    pub const fn new(n: u8) -> Number {
        assert!(1 <= n && n <= 10, "card numbers go from 1 to 10");
        Number(n)
    }

    /// The plain number.
    #[must_use]
    #[inline]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// All ten, ascending.
    pub fn all() -> impl Iterator<Item = Number> {
        (1..=10).map(Number)
    }

    /// The four cards of this number.
    #[must_use]
    #[inline]
    pub const fn cards(self) -> CardSet<NumberCard> {
        CardSet::from_bits(0xF << ((self.0 - 1) * 4))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A card of the Daini or Kabufuda deck, or a joker.
///
/// The four cards of a number stand next to each other, so that a set of
/// number cards has a nibble for each number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NumberCard(u8);

impl NumberCard {
    /// I-tsun, the red One.
    pub const SPECIAL_ONE: NumberCard = NumberCard(0);
    /// I-shi, the marked Four.
    pub const SPECIAL_FOUR: NumberCard = NumberCard(12);
    /// The demon.
    pub const ONI: NumberCard = NumberCard(40);
    /// The buddha.
    pub const JIZO: NumberCard = NumberCard(41);
    /// How many cards the family has.
    pub const COUNT: usize = 42;
    /// The forty cards with a number.
    pub const NUMBERED: CardSet<NumberCard> = CardSet::from_bits((1 << 40) - 1);

    /// One of the four cards of a number. Copy 0 of One and Four is the
    /// special one.
    ///
    /// # Panics
    /// If `copy` is not below 4.
    #[must_use]
    pub const fn of(number: Number, copy: u8) -> NumberCard {
        assert!(copy < 4);
        NumberCard((number.0 - 1) * 4 + copy)
    }

    /// The card's number; none for a joker.
    #[must_use]
    #[inline]
    pub const fn number(self) -> Option<Number> {
        if self.is_joker() { None } else { Some(Number(self.0 / 4 + 1)) }
    }

    /// Whether this is the Oni or the Jizo.
    #[must_use]
    #[inline]
    pub const fn is_joker(self) -> bool {
        self.0 >= NumberCard::ONI.0
    }

    /// Whether this is the red One or the marked Four.
    #[must_use]
    #[inline]
    pub const fn is_special(self) -> bool {
        self.0 == NumberCard::SPECIAL_ONE.0 || self.0 == NumberCard::SPECIAL_FOUR.0
    }

    /// The four cards of this card's number, itself among them; for a joker
    /// the jokers.
    #[must_use]
    #[inline]
    pub const fn alike(self) -> CardSet<NumberCard> {
        CardSet::from_bits(0xF << (self.0 & !3))
    }

    /// The card that a name from [`fmt::Display`] stands for: the plain names
    /// stand for the first plain card of the number.
    #[must_use]
    pub fn named(name: &str) -> Option<NumberCard> {
        (0..NumberCard::COUNT).map(NumberCard::at).find(|card| card.to_string() == name)
    }
}

impl Card for NumberCard {
    const COUNT: usize = NumberCard::COUNT;

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    fn at(index: usize) -> NumberCard {
        debug_assert!(index < NumberCard::COUNT, "no number card at {index}");
        NumberCard(index as u8)
    }
}

impl fmt::Display for NumberCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self, self.number()) {
            (NumberCard::SPECIAL_ONE, _) => f.pad("special-1"),
            (NumberCard::SPECIAL_FOUR, _) => f.pad("special-4"),
            (NumberCard::ONI, _) => f.pad("Oni"),
            (NumberCard::JIZO, _) => f.pad("Jizo"),
            (_, Some(number)) => number.fmt(f),
            (_, None) => unreachable!("a joker has a name"),
        }
    }
}

impl fmt::Debug for NumberCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for NumberCard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for NumberCard {
    fn schema_name() -> Cow<'static, str> {
        "NumberCard".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        card_schema::<NumberCard>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_cards_of_each_number_and_two_jokers() {
        for number in Number::all() {
            assert_eq!(number.cards().len(), 4);
            for card in number.cards() {
                assert_eq!(card.number(), Some(number));
                assert_eq!(card.alike(), number.cards());
            }
        }
        for joker in [NumberCard::ONI, NumberCard::JIZO] {
            assert_eq!(joker.number(), None);
            assert!(!joker.alike().meets(NumberCard::NUMBERED));
        }
    }

    #[test]
    fn special_cards_are_told_apart_by_name() {
        assert_eq!(NumberCard::SPECIAL_ONE.number(), Some(Number::new(1)));
        assert_eq!(NumberCard::SPECIAL_FOUR.number(), Some(Number::new(4)));
        let special = (0..NumberCard::COUNT).map(NumberCard::at).filter(|card| card.is_special());
        assert_eq!(special.collect::<Vec<_>>(), [NumberCard::SPECIAL_ONE, NumberCard::SPECIAL_FOUR]);
        assert_eq!(NumberCard::named("special-4"), Some(NumberCard::SPECIAL_FOUR));
        assert_eq!(NumberCard::named("1"), Some(NumberCard(1)));
        assert_eq!(NumberCard::named("3"), Some(NumberCard(8)));
        assert_eq!(NumberCard::named("11"), None);
    }
}
