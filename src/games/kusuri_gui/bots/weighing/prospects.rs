//! What captures are expected to be worth at the end of a round, if each card
//! that nobody has yet is captured with a certain chance.

use crate::cards::Hanafuda;
use crate::games::kusuri_gui::yaku::{
    ANIMALS, BLUE, CHAFF, DRY, FEWEST_ANIMALS, FEWEST_CHAFF, FEWEST_RIBBONS, GRASS, POETRY, RIBBONS,
};
use crate::games::kusuri_gui::{DECK, Rules, Set};

/// The parts of the yaku that are counted by themselves.
const PARTS: usize = 8;
/// A part has less than this many different counts.
const COUNTS: usize = 21;
/// In the count of the brights, the rainman: above the four others.
const RAINMAN: usize = 8;
/// In the count of the hot-pot, its animals.
const POT: [(Hanafuda, usize); 3] = [(Hanafuda::BOAR, 1), (Hanafuda::DEER, 2), (Hanafuda::BUTTERFLIES, 4)];
/// Boar and deer.
const CANNON: usize = 3;

/// What is counted of some cards, a byte for each part of the yaku: small
/// numbers side by side, so that cards are added by one addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts(u64);

impl Parts {
    fn counted(cards: Set) -> Parts {
        let rainman = if cards.has(Hanafuda::RAINMAN) { RAINMAN } else { 0 };
        let in_pot = POT.iter().filter(|(card, _)| cards.has(*card)).map(|(_, bit)| bit).sum();
        let of = |part: Set| (cards & part).len();
        let counts =
            [of(DRY) + rainman, in_pot, of(ANIMALS), of(POETRY), of(BLUE), of(GRASS), of(RIBBONS), of(CHAFF)];
        Parts(u64::from_le_bytes(counts.map(|count| count as u8)))
    }

    /// These and those of further cards.
    #[inline]
    pub(super) const fn and(self, further: Parts) -> Parts {
        Parts(self.0 + further.0)
    }
}

/// The expected worth of captures under some house rules.
#[derive(Clone, Debug)]
pub(super) struct Prospects {
    /// The parts of eight cards at a time, by the byte of a set.
    of_bytes: Box<[[u64; 256]; Hanafuda::COUNT / 8]>,
    /// For each part, by the own count and that of the opponent.
    worth: Box<[[[f64; COUNTS]; COUNTS]; PARTS]>,
    /// Whether yaku add up.
    stack: bool,
}

impl Prospects {
    /// The expected worth, if a card that nobody has is captured with the
    /// chance `reach`.
    pub(super) fn new(rules: &Rules, reach: f64) -> Prospects {
        let mut of_bytes = Box::new([[0; 256]; Hanafuda::COUNT / 8]);
        for (place, of_byte) in of_bytes.iter_mut().enumerate() {
            for (byte, parts) in of_byte.iter_mut().enumerate() {
                *parts = Parts::counted(Set::from_bits((byte as u64) << (8 * place))).0;
            }
        }
        let mut worth = Box::new([[[0.0; COUNTS]; COUNTS]; PARTS]);
        for (part, worth) in worth.iter_mut().enumerate() {
            for (own, worth) in worth.iter_mut().enumerate() {
                for (other, worth) in worth.iter_mut().enumerate() {
                    *worth = expected(rules, reach, part, own, other);
                }
            }
        }
        Prospects { of_bytes, worth, stack: rules.yaku_stack }
    }

    /// The parts of some cards.
    #[inline]
    pub(super) fn parts(&self, cards: Set) -> Parts {
        let bytes = cards.bits().to_le_bytes();
        Parts(self.of_bytes.iter().zip(bytes).map(|(of_byte, byte)| of_byte[usize::from(byte)]).sum())
    }

    /// What the own captures are expected to be worth, beside those of the
    /// opponent.
    #[inline]
    pub(super) fn worth(&self, own: Parts, other: Parts) -> f64 {
        let (own, other) = (own.0.to_le_bytes(), other.0.to_le_bytes());
        let of_part = |part: usize| self.worth[part][usize::from(own[part])][usize::from(other[part])];
        let parts = (0..PARTS).map(of_part);
        if self.stack { parts.sum() } else { parts.fold(0.0, f64::max) }
    }
}

/// What a part of the yaku is expected to be worth with these counts; nothing
/// if both cannot be.
fn expected(rules: &Rules, reach: f64, part: usize, own: usize, other: usize) -> f64 {
    let by_count = |cards: Set, worth: &dyn Fn(usize) -> f64| {
        let open = (cards & DECK).len().saturating_sub(own + other);
        mean(open, reach, |captured| worth(own + captured))
    };
    let three =
        |cards: Set, value: u8| by_count(cards, &|count| if count == 3 { f64::from(value) } else { 0.0 });
    let many = |cards: Set, value: u8, fewest: usize| {
        by_count(cards, &|count| {
            if count >= fewest { f64::from(value) + (count - fewest) as f64 } else { 0.0 }
        })
    };
    match part {
        0 => {
            let [own_dry, other_dry] = [own, other].map(|count| count % RAINMAN);
            let [own_rain, other_rain] = [own, other].map(|count| count / RAINMAN);
            let open_rain = 1_usize.saturating_sub(own_rain + other_rain);
            mean(open_rain, reach, |rain| {
                let open = DRY.len().saturating_sub(own_dry + other_dry);
                mean(open, reach, |dry| brights(rules, own_dry + dry, own_rain + rain > 0))
            })
        }
        1 => {
            let open = |bit: usize| usize::from((own | other) & bit == 0);
            let [boar, deer, butterflies] = POT.map(|(_, bit)| bit);
            mean(open(boar), reach, |first| {
                mean(open(deer), reach, |second| {
                    mean(open(butterflies), reach, |third| {
                        hot_pot(rules, own | (first * boar) | (second * deer) | (third * butterflies))
                    })
                })
            })
        }
        2 => many(ANIMALS, rules.animals, FEWEST_ANIMALS),
        3 => three(POETRY, rules.poetry),
        4 => three(BLUE, rules.blue),
        5 => three(GRASS, rules.grass),
        6 => many(RIBBONS, rules.ribbons, FEWEST_RIBBONS),
        _ => many(CHAFF, rules.chaff, FEWEST_CHAFF),
    }
}

/// The mean of a worth over how many of some open cards are captured.
fn mean(open: usize, reach: f64, worth: impl Fn(usize) -> f64) -> f64 {
    let mut odds = [0.0; COUNTS];
    odds[0] = 1.0;
    for cards in 1..=open {
        for captured in (1..=cards).rev() {
            odds[captured] = odds[captured] * (1.0 - reach) + odds[captured - 1] * reach;
        }
        odds[0] *= 1.0 - reach;
    }
    odds[..=open].iter().enumerate().map(|(captured, odds)| odds * worth(captured)).sum()
}

/// The ladder of brights: the first step that is made or, where yaku do not
/// add up, the most valuable one.
fn brights(rules: &Rules, dry: usize, rain: bool) -> f64 {
    let steps = [
        (dry >= 4 && rain, rules.five_brights),
        (dry >= 4, rules.four_brights),
        (dry >= 3, rules.three_brights),
        (dry >= 2 && rain, rules.rainy_three),
    ];
    let mut made = steps.iter().filter(|(made, _)| *made).map(|(_, value)| *value);
    let value = if rules.yaku_stack { made.next() } else { made.max() };
    f64::from(value.unwrap_or(0))
}

fn hot_pot(rules: &Rules, animals: usize) -> f64 {
    let all: usize = POT.iter().map(|(_, bit)| bit).sum();
    f64::from(match animals {
        _ if animals & all == all && rules.yaku_stack => rules.hot_pot,
        _ if animals & all == all => rules.hot_pot.max(rules.hand_cannon),
        _ if animals & CANNON == CANNON => rules.hand_cannon,
        _ => 0,
    })
}
