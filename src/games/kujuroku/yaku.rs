//! Yaku: the sets of captured cards that end a round at once.

use schemars::JsonSchema;
use serde::Serialize;

use super::Set;
use super::rules::Rules;
use crate::cards::{Number, NumberCard};

/// A yaku, in the order of their value at most tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Yaku {
    /// Four 4s.
    Shi,
    /// Four 3s.
    San,
    /// The Oni, the special 1 and the special 4.
    Danjou,
    /// Four 4s and the Oni.
    ShiDan,
    /// Four 4s, the Oni and four 3s.
    ShiDanSan,
}

impl Yaku {
    /// All five, in order.
    pub const ALL: [Yaku; 5] = [Yaku::Shi, Yaku::San, Yaku::Danjou, Yaku::ShiDan, Yaku::ShiDanSan];

    /// The cards that are of some yaku: the four 3s, the four 4s, the special 1
    /// and the Oni.
    pub const CARDS: Set = Set::from_bits(0xFF << 8 | 1 | 1 << 40);

    /// The cards it takes.
    #[must_use]
    pub fn cards(self) -> Set {
        let (threes, fours) = (Number::new(3).cards(), Number::new(4).cards());
        let oni = Set::of(NumberCard::ONI);
        match self {
            Yaku::Shi => fours,
            Yaku::San => threes,
            Yaku::Danjou => oni | NumberCard::SPECIAL_ONE.into() | NumberCard::SPECIAL_FOUR.into(),
            Yaku::ShiDan => fours | oni,
            Yaku::ShiDanSan => fours | oni | threes,
        }
    }

    /// The name that players use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Yaku::Shi => "Shi",
            Yaku::San => "San",
            Yaku::Danjou => "Danjou",
            Yaku::ShiDan => "Shi-Dan",
            Yaku::ShiDanSan => "Shi-Dan-San",
        }
    }

    /// What each of the two other participants pays for it.
    #[must_use]
    pub fn value(self, rules: &Rules) -> i32 {
        i32::from(match self {
            Yaku::Shi => rules.shi,
            Yaku::San => rules.san,
            Yaku::Danjou => rules.danjou,
            Yaku::ShiDan => rules.shi_dan,
            Yaku::ShiDanSan => rules.shi_dan_san,
        })
    }
}

/// What a player is paid for the yaku formed at one look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// The yaku that paid; of several, the most valuable, and of equal ones
    /// the later in the list.
    pub yaku: Yaku,
    /// What each of the two others pays.
    pub each: i32,
}

/// The yaku among captured cards, looked up by the ten cards that matter:
/// looking every turn by a table is quicker than looking when a turn took a
/// card of some yaku.
#[derive(Clone, Debug)]
pub struct YakuTable {
    formed: [bool; 1 << 10],
    payment: Vec<Option<Payment>>,
}

/// The ten cards of yaku that were captured, as ten bits: one multiplication shifts
/// the 3s and 4s, the special 1 and the Oni side by side to the top of the
/// word. What else it makes falls below, and nothing carries.
#[inline]
const fn key(captured: Set) -> usize {
    const SIDE_BY_SIDE: u64 = 1 << (54 - 8) | 1 << 62 | 1 << (63 - 40);
    ((captured.bits() & Yaku::CARDS.bits()).wrapping_mul(SIDE_BY_SIDE) >> 54) as usize
}

impl YakuTable {
    /// The table for some house rules.
    #[must_use]
    pub fn new(rules: &Rules) -> YakuTable {
        let mut table = YakuTable { formed: [false; 1 << 10], payment: vec![None; 1 << 10] };
        if !rules.yaku {
            return table;
        }
        for entry in 0..1 << 10_u64 {
            let captured = Set::from_bits((entry & 0xFF) << 8 | entry >> 8 & 1 | (entry >> 9 & 1) << 40);
            let payment = payment(captured, rules);
            table.formed[key(captured)] = payment.is_some();
            table.payment[key(captured)] = payment;
        }
        table
    }

    /// Whether some yaku is among the captured cards.
    #[inline]
    pub fn formed(&self, captured: Set) -> bool {
        self.formed[key(captured)]
    }

    /// What the yaku among the captured cards pay; none if there is none.
    pub fn payment(&self, captured: Set) -> Option<Payment> {
        self.payment[key(captured)]
    }
}

fn payment(captured: Set, rules: &Rules) -> Option<Payment> {
    let formed: Vec<Yaku> = Yaku::ALL.into_iter().filter(|yaku| captured.includes(yaku.cards())).collect();
    let part_of_another =
        |yaku: Yaku| formed.iter().any(|&other| other != yaku && other.cards().includes(yaku.cards()));
    let paying: Vec<Yaku> =
        formed.iter().copied().filter(|&yaku| !(rules.yaku_stack && part_of_another(yaku))).collect();
    // The last of equal maxima, which is the later in the list.
    let yaku = paying.iter().copied().max_by_key(|yaku| yaku.value(rules))?;
    let each =
        if rules.yaku_stack { paying.iter().map(|yaku| yaku.value(rules)).sum() } else { yaku.value(rules) };
    Some(Payment { yaku, each })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cards: &[Set]) -> Set {
        cards.iter().fold(Set::EMPTY, |all, &more| all | more)
    }

    fn paid(captured: Set, rules: &Rules) -> Option<(Yaku, i32)> {
        YakuTable::new(rules).payment(captured).map(|payment| (payment.yaku, payment.each))
    }

    #[test]
    fn each_yaku_pays_its_value() {
        let rules = Rules::default();
        for (yaku, value) in Yaku::ALL.into_iter().zip([4, 6, 8, 12, 18]) {
            let others = NumberCard::NUMBERED
                - Number::new(3).cards()
                - Number::new(4).cards()
                - NumberCard::SPECIAL_ONE.into();
            assert_eq!(paid(yaku.cards() | others, &rules), Some((yaku, value)));
            for card in yaku.cards() {
                let one_less = yaku.cards() - card.into();
                assert_ne!(paid(one_less, &rules).map(|(yaku, _)| yaku), Some(yaku), "{one_less}");
            }
        }
    }

    #[test]
    fn the_cards_of_yaku_are_those_of_all_of_them() {
        assert_eq!(set(&Yaku::ALL.map(Yaku::cards)), Yaku::CARDS);
    }

    #[test]
    fn only_the_most_valuable_yaku_pays_unless_they_stack() {
        let everything = set(&[Yaku::ShiDanSan.cards(), Yaku::Danjou.cards()]);
        assert_eq!(paid(everything, &Rules::default()), Some((Yaku::ShiDanSan, 18)));
        let stacked = Rules { yaku_stack: true, ..Rules::default() };
        // Shi-Dan-San swallows Shi, San and Shi-Dan; Danjou has the special 1.
        assert_eq!(paid(everything, &stacked), Some((Yaku::ShiDanSan, 26)));
        let shi_and_san = set(&[Yaku::Shi.cards(), Yaku::San.cards()]);
        assert_eq!(paid(shi_and_san, &Rules::default()), Some((Yaku::San, 6)));
        assert_eq!(paid(shi_and_san, &stacked), Some((Yaku::San, 10)));
        let shi_dan_and_danjou = set(&[Yaku::ShiDan.cards(), Yaku::Danjou.cards()]);
        assert_eq!(paid(shi_dan_and_danjou, &stacked), Some((Yaku::ShiDan, 20)));
    }

    #[test]
    fn without_stacking_a_part_that_is_worth_more_pays_alone() {
        let rules = Rules { shi: 99, ..Rules::default() };
        assert_eq!(paid(Yaku::ShiDan.cards(), &rules), Some((Yaku::Shi, 99)));
        let stacked = Rules { yaku_stack: true, ..rules };
        assert_eq!(paid(Yaku::ShiDan.cards(), &stacked), Some((Yaku::ShiDan, 12)));
    }

    #[test]
    fn of_equal_values_the_later_yaku_is_named() {
        let rules = Rules { shi: 6, ..Rules::default() };
        assert_eq!(paid(set(&[Yaku::Shi.cards(), Yaku::San.cards()]), &rules), Some((Yaku::San, 6)));
    }

    #[test]
    fn a_yaku_worth_nothing_is_still_formed() {
        let rules = Rules { shi: 0, ..Rules::default() };
        assert_eq!(paid(Yaku::Shi.cards(), &rules), Some((Yaku::Shi, 0)));
        assert!(YakuTable::new(&rules).formed(Yaku::Shi.cards()));
    }

    #[test]
    fn without_yaku_nothing_is_formed() {
        let rules = Rules { yaku: false, ..Rules::default() };
        assert!(!YakuTable::new(&rules).formed(Yaku::ShiDanSan.cards()));
    }

    #[test]
    fn the_oni_captured_with_the_jizo_counts_as_an_oni() {
        let captured = set(&[Yaku::Danjou.cards(), NumberCard::JIZO.into()]);
        assert_eq!(paid(captured, &Rules::default()), Some((Yaku::Danjou, 8)));
    }
}
