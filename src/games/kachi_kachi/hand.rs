//! Hands of two cards, and how they rank.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::Set;
use crate::cards::{Card, Number, NumberCard};
use crate::seat::{BySeat, Seat};

/// The rank of a hand. The order is that of the places: the best is the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Class(u8);

impl Class {
    /// How many there are.
    pub const COUNT: usize = 25;
    /// Their names, best first.
    pub const NAMES: [&'static str; Class::COUNT] = [
        "pair-10", "pair-9", "pair-8", "pair-7", "pair-6", "one-four", "pair-5", "pair-4", "pair-3",
        "pair-2", "pair-1", "one-ten", "one-nine", "one-six", "one-five", "kabu-9", "kabu-8", "kabu-7",
        "kabu-6", "kabu-5", "kabu-4", "kabu-3", "kabu-2", "kabu-1", "kabu-0",
    ];
    /// A pair of Tens, the best hand.
    pub const TENS: Class = Class(0);
    /// A One and a Four.
    pub const SHIPPIN: Class = Class(5);
    /// A pair of Ones.
    pub const ONES: Class = Class(10);
    /// A Zero Hand, the lowest hand. Only 2-8, 3-7 and 4-6 come to it: the
    /// other hands that sum to a zero rank higher.
    pub const ZERO: Class = Class(24);

    /// The class of two numbers.
    #[must_use]
    pub const fn of(one: Number, other: Number) -> Class {
        let (low, high) =
            if one.get() < other.get() { (one.get(), other.get()) } else { (other.get(), one.get()) };
        Class(match (low, high) {
            (6.., _) if low == high => 10 - low,
            _ if low == high => 11 - low,
            (1, 4) => 5,
            (1, 10) => 11,
            (1, 9) => 12,
            (1, 6) => 13,
            (1, 5) => 14,
            _ => 24 - (low + high) % 10,
        })
    }

    /// The place among all classes, from 0 for the best.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The name in the files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Class::NAMES[self.0 as usize]
    }
}

/// The classes of the hands of all seats, a byte each: in one word, because what
/// was just stored in pieces is slow to load as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes(u64);

impl Classes {
    /// None that means anything.
    pub const NONE: Classes = Classes(0);
    /// Nothing but Zero Hands.
    const ALL_ZERO: Classes = Classes(0x0101_0101_0101_0101 * Class::ZERO.0 as u64);

    /// That of a seat.
    #[must_use]
    #[inline]
    pub const fn of(self, seat: Seat) -> Class {
        Class((self.0 >> (8 * seat.index())) as u8)
    }

    /// Changes that of a seat.
    #[inline]
    pub const fn set(&mut self, seat: Seat, class: Class) {
        let shift = 8 * seat.index();
        self.0 = self.0 & !(0xFF << shift) | (class.0 as u64) << shift;
    }

    /// Those of the hands of the first `players` seats; the others have none that
    /// means anything.
    #[must_use]
    #[inline]
    pub fn of_hands(hands: &BySeat<Hand>, players: usize) -> Classes {
        let mut classes = 0;
        for seat in Seat::all(players) {
            classes |= u64::from(hands[seat].class().0) << (8 * seat.index());
        }
        Classes(classes)
    }

    /// The seats that have a Zero Hand, a bit for each.
    #[must_use]
    #[inline]
    pub const fn zero_hands(self) -> u8 {
        // All bytes at once. They are less than 0x80: what is left of that has its
        // highest bit only where nothing was taken away. These bits are then moved
        // together.
        let differences = self.0 ^ Classes::ALL_ZERO.0;
        let equal = (0x8080_8080_8080_8080 - differences) >> 7 & 0x0101_0101_0101_0101;
        (equal.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The classes by the numbers of both cards, four bits each: a look instead of
/// a chain of questions.
const CLASSES: [Class; 256] = {
    let mut classes = [Class::ZERO; 256];
    let mut one = 1;
    while one <= 10 {
        let mut other = 1;
        while other <= 10 {
            let place = ((one - 1) << 4 | (other - 1)) as usize;
            classes[place] = Class::of(Number::new(one), Number::new(other));
            other += 1;
        }
        one += 1;
    }
    classes
};

/// Two cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "HandFields")]
pub struct Hand(pub [NumberCard; 2]);

impl Hand {
    /// Its rank.
    #[must_use]
    #[inline]
    pub fn class(self) -> Class {
        // The four cards of a number stand next to each other.
        let [one, other] = self.0.map(|card| card.index() >> 2);
        CLASSES[(one << 4 | other) & 0xFF]
    }

    /// The cards as a set.
    #[must_use]
    #[inline]
    pub fn set(self) -> Set {
        Set::of(self.0[0]) | Set::of(self.0[1])
    }

    /// The best hand of a card and one of some others. Of the cards that a
    /// Zero Hand can come to, no two make hands that are equal.
    ///
    /// # Panics
    /// If there are no others.
    #[must_use]
    pub fn best(card: NumberCard, others: &[NumberCard]) -> Hand {
        let hands = others.iter().map(|&other| Hand([other, card]));
        hands.min_by_key(|hand| hand.class()).expect("there is another card")
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({})", self.0[0], self.0[1], self.class())
    }
}

/// By its name.
impl Serialize for Class {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl JsonSchema for Class {
    fn schema_name() -> Cow<'static, str> {
        "Class".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "the rank of a hand", "type": "string", "enum": Class::NAMES })
    }
}

/// A hand as two fields.
#[derive(Serialize, JsonSchema)]
pub(super) struct HandFields {
    /// The two cards.
    cards: [NumberCard; 2],
    /// Their class.
    class: Class,
}

impl From<Hand> for HandFields {
    fn from(hand: Hand) -> HandFields {
        HandFields { cards: hand.0, class: hand.class() }
    }
}
