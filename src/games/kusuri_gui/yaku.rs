//! Yaku: what captured cards are worth at the end of a round.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::Set;
use super::rules::{Brights, Rules};
use crate::cards::{Hanafuda, Kind};

/// A yaku, in the order of the table that players go by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yaku {
    /// All five brights.
    FiveBrights,
    /// The four brights without the rainman.
    FourBrights,
    /// Three of those four.
    ThreeBrights,
    /// The rainman and at least two of those four.
    RainyThree,
    /// Boar, deer and butterflies.
    HotPot,
    /// Boar and deer.
    HandCannon,
    /// Five animals or more.
    Animals,
    /// The three poetry ribbons.
    Poetry,
    /// The three blue ribbons.
    Blue,
    /// The plain ribbons of wisteria, iris and bush clover.
    Grass,
    /// Five ribbons or more.
    Ribbons,
    /// Ten chaff or more.
    Chaff,
}

/// How many yaku there are.
const COUNT: usize = 12;

const BRIGHTS: Set = Hanafuda::of_kind(Kind::Bright);
/// The brights without the rainman.
pub(super) const DRY: Set = Set::from_bits(BRIGHTS.bits() & !(1 << 40));
pub(super) const ANIMALS: Set = Hanafuda::of_kind(Kind::Animal);
pub(super) const POETRY: Set = Hanafuda::of_kind(Kind::PoetryRibbon);
pub(super) const BLUE: Set = Hanafuda::of_kind(Kind::BlueRibbon);
/// The plain ribbons but that of the willow.
pub(super) const GRASS: Set = Set::from_bits(Hanafuda::of_kind(Kind::PlainRibbon).bits() & !(1 << 42));
pub(super) const RIBBONS: Set = Hanafuda::ribbons();
pub(super) const CHAFF: Set = Hanafuda::of_kind(Kind::Chaff);
/// Boar and deer.
const GAME: Set = Set::from_bits(1 << 24 | 1 << 36);

/// How many animals, ribbons and chaff make a yaku.
pub(super) const FEWEST_ANIMALS: usize = 5;
pub(super) const FEWEST_RIBBONS: usize = 5;
pub(super) const FEWEST_CHAFF: usize = 10;

impl Yaku {
    /// All twelve, in order.
    pub const ALL: [Yaku; COUNT] = [
        Yaku::FiveBrights,
        Yaku::FourBrights,
        Yaku::ThreeBrights,
        Yaku::RainyThree,
        Yaku::HotPot,
        Yaku::HandCannon,
        Yaku::Animals,
        Yaku::Poetry,
        Yaku::Blue,
        Yaku::Grass,
        Yaku::Ribbons,
        Yaku::Chaff,
    ];

    /// Their names in the files, in the same order.
    pub const NAMES: &'static [&'static str] = &[
        "five_brights",
        "four_brights",
        "three_brights",
        "rainy_three",
        "hot_pot",
        "hand_cannon",
        "animals",
        "poetry",
        "blue",
        "grass",
        "ribbons",
        "chaff",
    ];

    /// The name in the files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Yaku::NAMES[self as usize]
    }

    /// The name that players use.
    #[must_use]
    pub const fn spoken(self) -> &'static str {
        match self {
            Yaku::FiveBrights => "five brights",
            Yaku::FourBrights => "four brights",
            Yaku::ThreeBrights => "three brights",
            Yaku::RainyThree => "rainy three",
            Yaku::HotPot => "hot-pot",
            Yaku::HandCannon => "hand cannon",
            Yaku::Animals => "animals",
            Yaku::Poetry => "poetry ribbons",
            Yaku::Blue => "blue ribbons",
            Yaku::Grass => "grass ribbons",
            Yaku::Ribbons => "ribbons",
            Yaku::Chaff => "chaff",
        }
    }

    /// What it pays, before the chips for further cards.
    #[must_use]
    pub const fn value(self, rules: &Rules) -> u8 {
        match self {
            Yaku::FiveBrights => rules.five_brights,
            Yaku::FourBrights => rules.four_brights,
            Yaku::ThreeBrights => rules.three_brights,
            Yaku::RainyThree => rules.rainy_three,
            Yaku::HotPot => rules.hot_pot,
            Yaku::HandCannon => rules.hand_cannon,
            Yaku::Animals => rules.animals,
            Yaku::Poetry => rules.poetry,
            Yaku::Blue => rules.blue,
            Yaku::Grass => rules.grass,
            Yaku::Ribbons => rules.ribbons,
            Yaku::Chaff => rules.chaff,
        }
    }
}

/// A set of yaku: bit n is the nth of [`Yaku::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct YakuSet(u16);

impl YakuSet {
    /// The four yaku of brights: a ladder, of which one step counts.
    const LADDER: YakuSet = YakuSet(0b1111);

    #[inline]
    const fn of(yaku: Yaku, made: bool) -> YakuSet {
        YakuSet((made as u16) << yaku as u16)
    }

    /// Whether the yaku is in the set.
    #[must_use]
    #[inline]
    pub const fn has(self, yaku: Yaku) -> bool {
        self.0 >> yaku as u16 & 1 != 0
    }

    /// The yaku of the set, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Yaku> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let yaku = Yaku::ALL.get(left.trailing_zeros() as usize).copied();
            left &= left.wrapping_sub(1);
            yaku
        })
    }

    /// Every yaku among captured cards, parts of bigger ones too.
    #[must_use]
    #[inline]
    pub fn made(captured: Set) -> YakuSet {
        let dry = (captured & DRY).len();
        let rainy = captured.has(Hanafuda::RAINMAN);
        let boar_and_deer = captured.includes(GAME);
        let of = YakuSet::of;
        YakuSet(
            of(Yaku::FiveBrights, dry == 4 && rainy).0
                | of(Yaku::FourBrights, dry == 4).0
                | of(Yaku::ThreeBrights, dry >= 3).0
                | of(Yaku::RainyThree, dry >= 2 && rainy).0
                | of(Yaku::HotPot, boar_and_deer && captured.has(Hanafuda::BUTTERFLIES)).0
                | of(Yaku::HandCannon, boar_and_deer).0
                | of(Yaku::Animals, (captured & ANIMALS).len() >= FEWEST_ANIMALS).0
                | of(Yaku::Poetry, captured.includes(POETRY)).0
                | of(Yaku::Blue, captured.includes(BLUE)).0
                | of(Yaku::Grass, captured.includes(GRASS)).0
                | of(Yaku::Ribbons, (captured & RIBBONS).len() >= FEWEST_RIBBONS).0
                | of(Yaku::Chaff, (captured & CHAFF).len() >= FEWEST_CHAFF).0,
        )
    }

    /// The yaku that are not part of a bigger one: the first step of the
    /// ladder of brights, the hot-pot without its hand cannon, and the others.
    /// Where the house tells them apart, a rainy three stands beside three
    /// brights.
    #[must_use]
    #[inline]
    pub const fn without_parts(self, brights: Brights) -> YakuSet {
        let ladder = self.0 & YakuSet::LADDER.0;
        let first_step = YakuSet(ladder & ladder.wrapping_neg());
        let apart = matches!(brights, Brights::Apart) && first_step.has(Yaku::ThreeBrights);
        let beside = YakuSet::of(Yaku::RainyThree, apart && self.has(Yaku::RainyThree)).0;
        let swallowed = YakuSet::of(Yaku::HandCannon, self.has(Yaku::HotPot)).0;
        YakuSet((self.0 & !YakuSet::LADDER.0 | first_step.0 | beside) & !swallowed)
    }
}

/// The names in the files.
impl Serialize for YakuSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Yaku::name))
    }
}

impl JsonSchema for YakuSet {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "YakuSet".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": { "type": "string", "enum": Yaku::NAMES } })
    }
}

/// What a player's captures are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Score {
    /// The yaku that count.
    pub yaku: YakuSet,
    /// For each yaku that counts, what it pays; 0 for the others.
    #[serde(skip)]
    pub values: [u16; COUNT],
    /// All of that together.
    pub points: u16,
}

/// The worth of captured cards under some house rules.
#[derive(Clone, Debug)]
pub struct Scoring {
    values: [u16; COUNT],
    stack: bool,
    brights: Brights,
}

impl Scoring {
    /// The worth of yaku under these house rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Scoring {
        Scoring {
            values: Yaku::ALL.map(|yaku| u16::from(yaku.value(rules))),
            stack: rules.yaku_stack,
            brights: rules.brights,
        }
    }

    /// What captured cards are worth.
    #[must_use]
    pub fn score(&self, captured: Set) -> Score {
        let made = YakuSet::made(captured);
        let mut values = self.values;
        // A further card counts only with the yaku itself: where it is not
        // made, the value is not looked at.
        let further = |cards: Set, fewest: usize| (captured & cards).len().wrapping_sub(fewest) as u16;
        for (yaku, cards, fewest) in [
            (Yaku::Animals, ANIMALS, FEWEST_ANIMALS),
            (Yaku::Ribbons, RIBBONS, FEWEST_RIBBONS),
            (Yaku::Chaff, CHAFF, FEWEST_CHAFF),
        ] {
            let value = &mut values[yaku as usize];
            *value = value.wrapping_add(further(cards, fewest));
        }
        let yaku = if self.stack { made.without_parts(self.brights) } else { most_valuable(made, &values) };
        let mut points = 0;
        for (place, value) in values.iter_mut().enumerate() {
            *value &= (yaku.0 >> place & 1).wrapping_neg();
            points += *value;
        }
        Score { yaku, values, points }
    }
}

/// The most valuable of some yaku, and of equal ones the first.
fn most_valuable(made: YakuSet, values: &[u16; COUNT]) -> YakuSet {
    let best = made.iter().reduce(
        |best, yaku| {
            if values[yaku as usize] > values[best as usize] { yaku } else { best }
        },
    );
    best.map_or(YakuSet::default(), |yaku| YakuSet::of(yaku, true))
}
