//! Script values: what a bot sees, as numbers, strings, cards, lists and
//! records, for scripts.
//!
//! A game declares the fields of its view once, with values and meanings.
//! Scripts get the values; the list of fields and meanings follows from the same
//! declaration.

use crate::cards::{Card, CardSet, Hanafuda, NumberCard};
use crate::seat::Seat;

/// A value that scripts can read.
#[derive(Clone, Debug, PartialEq)]
pub enum ScriptValue {
    /// No value.
    Nil,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A string.
    Text(&'static str),
    /// A card, by its index.
    Card(usize),
    /// A list of values.
    List(Vec<ScriptValue>),
    /// Values by name.
    Record(Vec<(&'static str, ScriptValue)>),
}

/// A value with its name and meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The name, as a script writes it.
    pub name: &'static str,
    /// What it is, in one line.
    pub meaning: &'static str,
    /// The value.
    pub value: ScriptValue,
}

/// A field with this name, meaning and value.
#[must_use]
pub fn field(name: &'static str, meaning: &'static str, value: impl Into<ScriptValue>) -> Field {
    Field { name, meaning, value: value.into() }
}

/// The fields that scripts of a game can read.
pub struct ScriptInterface {
    /// The fields of a view.
    pub view: Vec<Field>,
    /// The fields of a card, beside its name.
    pub card: Vec<Field>,
}

impl ScriptValue {
    /// A list of values.
    pub fn list<T: Into<ScriptValue>>(values: impl IntoIterator<Item = T>) -> ScriptValue {
        ScriptValue::List(values.into_iter().map(Into::into).collect())
    }

    /// One value for each name.
    pub fn record<T: Into<ScriptValue>>(
        names: &[&'static str],
        values: impl IntoIterator<Item = T>,
    ) -> ScriptValue {
        ScriptValue::Record(names.iter().copied().zip(values.into_iter().map(Into::into)).collect())
    }
}

macro_rules! plain_numbers {
    ($($number:ty),*) => {$(
        #[allow(clippy::cast_lossless, reason = "not all of them go into a float without loss")]
        impl From<$number> for ScriptValue {
            fn from(number: $number) -> ScriptValue {
                ScriptValue::Number(number as f64)
            }
        }
    )*};
}
plain_numbers!(u8, u16, u32, i32, i64, usize, f64);

impl From<bool> for ScriptValue {
    fn from(flag: bool) -> ScriptValue {
        ScriptValue::Bool(flag)
    }
}

impl From<&'static str> for ScriptValue {
    fn from(word: &'static str) -> ScriptValue {
        ScriptValue::Text(word)
    }
}

/// As its number, from 1.
impl From<Seat> for ScriptValue {
    fn from(seat: Seat) -> ScriptValue {
        seat.number().into()
    }
}

impl From<NumberCard> for ScriptValue {
    fn from(card: NumberCard) -> ScriptValue {
        ScriptValue::Card(card.index())
    }
}

impl From<Hanafuda> for ScriptValue {
    fn from(card: Hanafuda) -> ScriptValue {
        ScriptValue::Card(card.index())
    }
}

impl<C: Card> From<CardSet<C>> for ScriptValue {
    fn from(cards: CardSet<C>) -> ScriptValue {
        ScriptValue::List(cards.iter().map(|card| ScriptValue::Card(card.index())).collect())
    }
}

impl<T: Into<ScriptValue>> From<Option<T>> for ScriptValue {
    fn from(value: Option<T>) -> ScriptValue {
        value.map_or(ScriptValue::Nil, Into::into)
    }
}

/// The fields of a number card.
#[must_use]
pub fn number_card(card: NumberCard) -> Vec<Field> {
    vec![
        field("number", "1 to 10; nil for a joker", card.number().map(|number| number.get())),
        field("special", "whether it is the red One or the marked Four", card.is_special()),
        field("oni", "whether it is the Oni", card == NumberCard::ONI),
        field("jizo", "whether it is the Jizo", card == NumberCard::JIZO),
    ]
}

/// The fields of a flower card.
#[must_use]
pub fn flower_card(card: Hanafuda) -> Vec<Field> {
    vec![
        field("month", "1 to 12", card.month().number()),
        field("flower", "the month's flower: pine, plum, ...", card.month().name()),
        field("kind", "bright, animal, ribbon or chaff", card.kind().name()),
        field("ribbon", "poetry, blue or plain; nil for a card without a ribbon", card.kind().ribbon()),
    ]
}
