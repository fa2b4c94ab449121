//! What captures are expected to be worth at the end of a round, if each card
//! that nobody has yet is captured with a certain chance.

use crate::cards::{Card, Hanafuda};
use crate::games::kusuri_gui::yaku::{
    ANIMALS, BLUE, CHAFF, DRY, FEWEST_ANIMALS, FEWEST_CHAFF, FEWEST_RIBBONS, GRASS, POETRY, RIBBONS,
};
use crate::games::kusuri_gui::{Brights, DECK, Rules, Set};

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

/// For each part, how many bits a word of [`Parts`] has for it: enough for its
/// highest count `COUNTS` times. All of them fill 59 bits.
const WIDTHS: [usize; PARTS] = [8, 8, 8, 6, 6, 6, 8, 9];
/// Where the bits of each part begin.
const SHIFTS: [usize; PARTS] = {
    let mut shifts = [0; PARTS];
    let mut part = 1;
    while part < PARTS {
        shifts[part] = shifts[part - 1] + WIDTHS[part - 1];
        part += 1;
    }
    shifts
};
/// Where the worth of each part begins in the table of all of them.
const FROM: [usize; PARTS + 1] = {
    let mut from = [0; PARTS + 1];
    let mut part = 0;
    while part < PARTS {
        from[part + 1] = from[part] + (1 << WIDTHS[part]);
        part += 1;
    }
    from
};

/// What is counted of some cards, side by side in a word: cards are added by
/// one addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts(u64);

impl Parts {
    fn counted(cards: Set) -> Parts {
        let rainman = if cards.has(Hanafuda::RAINMAN) { RAINMAN } else { 0 };
        let in_pot = POT.iter().filter(|(card, _)| cards.has(*card)).map(|(_, bit)| bit).sum();
        let of = |part: Set| (cards & part).len();
        let counts =
            [of(DRY) + rainman, in_pot, of(ANIMALS), of(POETRY), of(BLUE), of(GRASS), of(RIBBONS), of(CHAFF)];
        Parts(counts.iter().zip(SHIFTS).map(|(&count, shift)| (count as u64) << shift).sum())
    }

    /// These and those of further cards.
    #[inline]
    pub(super) const fn and(self, further: Parts) -> Parts {
        Parts(self.0 + further.0)
    }

    /// These of the own cards, beside those of the opponent's.
    #[inline]
    pub(super) const fn beside(self, theirs: Parts) -> Captures {
        Captures(self.0 + COUNTS as u64 * theirs.0)
    }
}

/// The captures of both: for each part of the yaku the own count, and
/// `COUNTS` times that of the opponent. So its bits are the place of the part
/// in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Captures(u64);

impl Captures {
    /// With further cards that the player captures.
    #[inline]
    pub(super) const fn and_own(self, further: Parts) -> Captures {
        Captures(self.0 + further.0)
    }

    /// With further cards that the opponent captures.
    #[inline]
    pub(super) const fn and_theirs(self, further: Parts) -> Captures {
        Captures(self.0 + COUNTS as u64 * further.0)
    }

    /// The place of a part in the table of all of them.
    #[inline]
    const fn place(self, part: usize) -> usize {
        FROM[part] + (self.0 >> SHIFTS[part]) as usize % (1 << WIDTHS[part])
    }
}

/// What something is worth to a player, and to the opponent: two numbers that
/// are added by one instruction, which reads them from where they are if they
/// are aligned.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(16))]
pub(super) struct ToBoth(pub(super) [f64; 2]);

impl ToBoth {
    #[inline(always)]
    fn with(self, more: ToBoth, join: impl Fn(f64, f64) -> f64) -> ToBoth {
        ToBoth([join(self.0[0], more.0[0]), join(self.0[1], more.0[1])])
    }
}

/// The expected worth of captures under some house rules.
#[derive(Clone, Debug)]
pub(super) struct Prospects {
    /// The parts of eight cards at a time, by the byte of a set.
    of_bytes: Box<[[Parts; 256]; Hanafuda::COUNT / 8]>,
    /// The parts of each card.
    of_cards: Box<[Parts; Hanafuda::COUNT]>,
    /// The worth of each part by the counts of both, part after part.
    worth: Box<[ToBoth; FROM[PARTS]]>,
}

impl Prospects {
    /// The expected worth, if a card that nobody has is captured with the
    /// chance `reach`.
    #[allow(clippy::large_stack_arrays, reason = "made once, and then boxed")]
    pub(super) fn new(rules: &Rules, reach: f64) -> Prospects {
        let mut of_bytes = Box::new([[Parts::default(); 256]; Hanafuda::COUNT / 8]);
        for (place, of_byte) in of_bytes.iter_mut().enumerate() {
            for (byte, parts) in of_byte.iter_mut().enumerate() {
                *parts = Parts::counted(Set::from_bits((byte as u64) << (8 * place)));
            }
        }
        let mut worth = Box::new([ToBoth::default(); FROM[PARTS]]);
        for part in 0..PARTS {
            let of_part = &mut worth[FROM[part]..FROM[part + 1]];
            for (place, worth) in of_part.iter_mut().enumerate() {
                let (own, theirs) = (place % COUNTS, place / COUNTS);
                let to = |own, theirs| expected(rules, reach, part, own, theirs);
                *worth = ToBoth([to(own, theirs), to(theirs, own)]);
            }
        }
        Prospects {
            of_bytes,
            of_cards: Box::new(std::array::from_fn(|card| Parts::counted(Hanafuda::at(card).into()))),
            worth,
        }
    }

    /// The parts of some cards.
    #[inline]
    pub(super) fn parts(&self, cards: Set) -> Parts {
        let bytes = cards.bits().to_le_bytes();
        let of_bytes = self.of_bytes.iter().zip(bytes).map(|(of_byte, byte)| of_byte[usize::from(byte)]);
        of_bytes.fold(Parts::default(), Parts::and)
    }

    /// The parts of one card.
    #[inline]
    pub(super) fn parts_of(&self, card: Hanafuda) -> Parts {
        self.of_cards[card.index()]
    }

    /// What captures are expected to be worth to the player and to the
    /// opponent, if yaku add up (`STACK`) or only the most valuable one counts.
    #[inline(always)]
    pub(super) fn worth<const STACK: bool>(&self, captures: Captures) -> ToBoth {
        let mut worth = self.worth[captures.place(0)];
        for part in 1..PARTS {
            let part = self.worth[captures.place(part)];
            worth = if STACK { worth.with(part, |sum, more| sum + more) } else { worth.with(part, f64::max) };
        }
        worth
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

/// The ladder of brights: the first step that is made, with the rainy three
/// beside the three brights where the house tells them apart; or, where yaku
/// do not add up, the most valuable one.
fn brights(rules: &Rules, dry: usize, rain: bool) -> f64 {
    if rules.yaku_stack && rules.brights == Brights::Apart && dry == 3 && rain {
        return f64::from(rules.three_brights) + f64::from(rules.rainy_three);
    }
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
