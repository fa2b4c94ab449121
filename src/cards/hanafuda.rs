//! Hanafuda: twelve months of four cards.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::{Card, CardSet, card_schema};

/// A month, from 1 for pine to 12 for paulownia.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month(u8);

impl Month {
    /// The month whose cards are wild in some games.
    pub const WILLOW: Month = Month(11);

    /// The flowers, in the order of the months.
    const NAMES: [&'static str; 12] = [
        "pine",
        "plum",
        "cherry",
        "wisteria",
        "iris",
        "peony",
        "bush-clover",
        "susuki",
        "chrysanthemum",
        "maple",
        "willow",
        "paulownia",
    ];

    /// All twelve, in order.
    pub fn all() -> impl Iterator<Item = Month> {
        (1..=12).map(Month)
    }

    /// The month's number, from 1.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The flower.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Month::NAMES[self.0 as usize - 1]
    }

    /// The four cards of the month.
    #[must_use]
    #[inline]
    pub const fn cards(self) -> CardSet<Hanafuda> {
        CardSet::from_bits(0xF << ((self.0 - 1) * 4))
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a card shows beside its flower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One of the five brights.
    Bright,
    /// One of the nine animals, which are not all animals.
    Animal,
    /// A ribbon with a poem on it.
    PoetryRibbon,
    /// A blue ribbon.
    BlueRibbon,
    /// A ribbon without anything on it.
    PlainRibbon,
    /// Nothing else.
    Chaff,
}

impl Kind {
    /// The kind's name: all ribbons are of one.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Bright => "bright",
            Kind::Animal => "animal",
            Kind::PoetryRibbon | Kind::BlueRibbon | Kind::PlainRibbon => "ribbon",
            Kind::Chaff => "chaff",
        }
    }

    /// Which ribbon it is; none for a card without a ribbon.
    #[must_use]
    pub const fn ribbon(self) -> Option<&'static str> {
        match self {
            Kind::PoetryRibbon => Some("poetry"),
            Kind::BlueRibbon => Some("blue"),
            Kind::PlainRibbon => Some("plain"),
            Kind::Bright | Kind::Animal | Kind::Chaff => None,
        }
    }
}

/// A card of the hanafuda deck. The four cards of a month stand next to each
/// other, so that a set of cards has a nibble for each month.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hanafuda(u8);

/// The deck, month by month: each card's kind, and its own name if it has one.
const DECK: [[(Kind, &str); 4]; 12] = {
    use Kind::{Animal, BlueRibbon, Bright, Chaff, PlainRibbon, PoetryRibbon};
    const CHAFF: (Kind, &str) = (Chaff, "");
    [
        [(Bright, "crane"), (PoetryRibbon, ""), CHAFF, CHAFF],
        [(Animal, "warbler"), (PoetryRibbon, ""), CHAFF, CHAFF],
        [(Bright, "curtain"), (PoetryRibbon, ""), CHAFF, CHAFF],
        [(Animal, "cuckoo"), (PlainRibbon, ""), CHAFF, CHAFF],
        [(Animal, "bridge"), (PlainRibbon, ""), CHAFF, CHAFF],
        [(Animal, "butterflies"), (BlueRibbon, ""), CHAFF, CHAFF],
        [(Animal, "boar"), (PlainRibbon, ""), CHAFF, CHAFF],
        [(Bright, "moon"), (Animal, "geese"), CHAFF, CHAFF],
        [(Animal, "sake-cup"), (BlueRibbon, ""), CHAFF, CHAFF],
        [(Animal, "deer"), (BlueRibbon, ""), CHAFF, CHAFF],
        [(Bright, "rainman"), (Animal, "swallow"), (PlainRibbon, ""), (Chaff, "lightning")],
        [(Bright, "phoenix"), (Chaff, "yellow-paulownia"), CHAFF, CHAFF],
    ]
};

impl Hanafuda {
    /// How many cards the deck has.
    pub const COUNT: usize = 48;
    /// The whole deck.
    pub const ALL: CardSet<Hanafuda> = CardSet::from_bits((1 << 48) - 1);

    /// Bright of pine.
    pub const CRANE: Hanafuda = Hanafuda(0);
    /// Bright of cherry.
    pub const CURTAIN: Hanafuda = Hanafuda(8);
    /// Animal of iris.
    pub const BRIDGE: Hanafuda = Hanafuda(16);
    /// Animal of peony.
    pub const BUTTERFLIES: Hanafuda = Hanafuda(20);
    /// Animal of bush clover.
    pub const BOAR: Hanafuda = Hanafuda(24);
    /// Bright of susuki.
    pub const MOON: Hanafuda = Hanafuda(28);
    /// Animal of chrysanthemum.
    pub const SAKE_CUP: Hanafuda = Hanafuda(32);
    /// Animal of maple.
    pub const DEER: Hanafuda = Hanafuda(36);
    /// Bright of willow.
    pub const RAINMAN: Hanafuda = Hanafuda(40);
    /// Chaff of willow.
    pub const LIGHTNING: Hanafuda = Hanafuda(43);
    /// Bright of paulownia.
    pub const PHOENIX: Hanafuda = Hanafuda(44);
    /// Yellow chaff of paulownia.
    pub const YELLOW_PAULOWNIA: Hanafuda = Hanafuda(45);

    /// The card's month.
    #[must_use]
    #[inline]
    pub const fn month(self) -> Month {
        Month(self.0 / 4 + 1)
    }

    /// What the card shows.
    #[must_use]
    #[inline]
    pub const fn kind(self) -> Kind {
        DECK[self.0 as usize / 4][self.0 as usize % 4].0
    }

    /// The set of this card.
    #[must_use]
    #[inline]
    pub const fn alone(self) -> CardSet<Hanafuda> {
        CardSet::from_bits(1 << self.0)
    }

    /// The four cards of this card's month, itself among them.
    #[must_use]
    #[inline]
    pub const fn same_month(self) -> CardSet<Hanafuda> {
        CardSet::from_bits(0xF << (self.0 & !3))
    }

    /// All cards of a kind.
    #[must_use]
    pub const fn of_kind(kind: Kind) -> CardSet<Hanafuda> {
        let mut bits = 0;
        let mut index = 0;
        while index < Hanafuda::COUNT {
            if DECK[index / 4][index % 4].0 as u8 == kind as u8 {
                bits |= 1 << index;
            }
            index += 1;
        }
        CardSet::from_bits(bits)
    }

    /// All ribbons.
    #[must_use]
    pub const fn ribbons() -> CardSet<Hanafuda> {
        CardSet::from_bits(
            Hanafuda::of_kind(Kind::PoetryRibbon).bits()
                | Hanafuda::of_kind(Kind::BlueRibbon).bits()
                | Hanafuda::of_kind(Kind::PlainRibbon).bits(),
        )
    }

    /// The card that a name from [`fmt::Display`] stands for; of two alike the
    /// first.
    #[must_use]
    pub fn named(name: &str) -> Option<Hanafuda> {
        Hanafuda::ALL.iter().find(|card| card.to_string() == name)
    }
}

impl Card for Hanafuda {
    const COUNT: usize = Hanafuda::COUNT;

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    fn at(index: usize) -> Hanafuda {
        debug_assert!(index < Hanafuda::COUNT, "no hanafuda card at {index}");
        Hanafuda(index as u8)
    }
}

/// The card's own name, or its month and kind: `crane`, `pine-ribbon`,
/// `pine-chaff`.
impl fmt::Display for Hanafuda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, name) = DECK[self.index() / 4][self.index() % 4];
        match kind {
            _ if !name.is_empty() => f.pad(name),
            Kind::Chaff => f.pad(&format!("{}-chaff", self.month())),
            _ => f.pad(&format!("{}-ribbon", self.month())),
        }
    }
}

impl fmt::Debug for Hanafuda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Hanafuda {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Hanafuda {
    fn schema_name() -> Cow<'static, str> {
        "Hanafuda".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        card_schema::<Hanafuda>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deck_has_its_kinds() {
        let count = |kind| Hanafuda::of_kind(kind).len();
        assert_eq!(count(Kind::Bright), 5);
        assert_eq!(count(Kind::Animal), 9);
        assert_eq!(count(Kind::PoetryRibbon), 3);
        assert_eq!(count(Kind::BlueRibbon), 3);
        assert_eq!(count(Kind::PlainRibbon), 4);
        assert_eq!(count(Kind::Chaff), 24);
        assert_eq!(Hanafuda::ribbons().len(), 10);
    }

    #[test]
    fn kinds_and_ribbons_have_their_names() {
        let of = |name| Hanafuda::named(name).map(|card| (card.kind().name(), card.kind().ribbon()));
        assert_eq!(of("moon"), Some(("bright", None)));
        assert_eq!(of("geese"), Some(("animal", None)));
        assert_eq!(of("plum-ribbon"), Some(("ribbon", Some("poetry"))));
        assert_eq!(of("maple-ribbon"), Some(("ribbon", Some("blue"))));
        assert_eq!(of("willow-ribbon"), Some(("ribbon", Some("plain"))));
        assert_eq!(of("lightning"), Some(("chaff", None)));
    }

    #[test]
    fn named_cards_are_where_their_names_say() {
        for (card, name, month, kind) in [
            (Hanafuda::CRANE, "crane", 1, Kind::Bright),
            (Hanafuda::CURTAIN, "curtain", 3, Kind::Bright),
            (Hanafuda::BRIDGE, "bridge", 5, Kind::Animal),
            (Hanafuda::BUTTERFLIES, "butterflies", 6, Kind::Animal),
            (Hanafuda::BOAR, "boar", 7, Kind::Animal),
            (Hanafuda::MOON, "moon", 8, Kind::Bright),
            (Hanafuda::SAKE_CUP, "sake-cup", 9, Kind::Animal),
            (Hanafuda::DEER, "deer", 10, Kind::Animal),
            (Hanafuda::RAINMAN, "rainman", 11, Kind::Bright),
            (Hanafuda::LIGHTNING, "lightning", 11, Kind::Chaff),
            (Hanafuda::PHOENIX, "phoenix", 12, Kind::Bright),
            (Hanafuda::YELLOW_PAULOWNIA, "yellow-paulownia", 12, Kind::Chaff),
        ] {
            assert_eq!(card.to_string(), name);
            assert_eq!(card.month().number(), month);
            assert_eq!(card.kind(), kind);
            assert_eq!(Hanafuda::named(name), Some(card));
        }
    }

    #[test]
    fn months_have_four_cards() {
        for month in Month::all() {
            assert_eq!(month.cards().len(), 4);
            assert!(
                month.cards().iter().all(|card| card.month() == month && card.same_month() == month.cards())
            );
        }
        assert_eq!(Month::WILLOW.name(), "willow");
        assert_eq!(Hanafuda::named("bush-clover-ribbon").map(Hanafuda::kind), Some(Kind::PlainRibbon));
        assert_eq!(Hanafuda::named("plum-ribbon").map(Hanafuda::kind), Some(Kind::PoetryRibbon));
    }
}
