//! What the yaku of a group are expected to be worth at the end of a round, if
//! each card that nobody has yet is captured with a certain chance.

use super::places::{Group, SORTS};
use crate::games::kusuri_gui::yaku::{ANIMALS, FEWEST_ANIMALS, FEWEST_CHAFF, FEWEST_RIBBONS, RIBBONS};
use crate::games::kusuri_gui::{Brights, Rules};

/// Chaff in the deck: the most cards that yaku are made of.
const MOST: usize = 20;

/// How likely it is that a player captures how many of some open cards.
pub(super) struct Chances([[f64; MOST + 1]; MOST + 1]);

impl Chances {
    /// The chances, if each card is captured with the chance `reach`.
    pub(super) fn new(reach: f64) -> Chances {
        let mut chances = [[0.0; MOST + 1]; MOST + 1];
        chances[0][0] = 1.0;
        for open in 1..=MOST {
            for captured in 0..=open {
                let before = if captured > 0 { chances[open - 1][captured - 1] * reach } else { 0.0 };
                chances[open][captured] = chances[open - 1][captured] * (1.0 - reach) + before;
            }
        }
        Chances(chances)
    }

    /// The mean of a worth over how many of some open cards are captured.
    fn mean(&self, open: usize, worth: impl Fn(usize) -> f64) -> f64 {
        self.0[open][..=open].iter().enumerate().map(|(captured, chance)| chance * worth(captured)).sum()
    }

    /// What the yaku of a group are expected to be worth, each by itself, with
    /// how many cards of each sort a player and the other one have.
    pub(super) fn expected(
        &self,
        rules: &Rules,
        group: Group,
        own: [usize; SORTS],
        other: [usize; SORTS],
    ) -> [f64; SORTS] {
        let sum = |counts: [usize; SORTS]| counts.iter().sum::<usize>();
        let three = |sort: usize, value: u8| {
            let open = 3 - own[sort] - other[sort];
            self.mean(open, |captured| if own[sort] + captured == 3 { f64::from(value) } else { 0.0 })
        };
        let many = |cards: usize, value: u8, fewest: usize| {
            self.mean(cards - sum(own) - sum(other), |captured| {
                let count = sum(own) + captured;
                if count >= fewest { f64::from(value) + (count - fewest) as f64 } else { 0.0 }
            })
        };
        let open = |sort: usize, cards: usize| cards - own[sort] - other[sort];
        match group {
            Group::Brights => {
                let worth = self.mean(open(1, 1), |rain| {
                    self.mean(open(0, 4), |dry| brights(rules, own[0] + dry, own[1] + rain > 0))
                });
                [worth, 0.0, 0.0, 0.0]
            }
            Group::Animals => {
                let pot = self.mean(open(0, 1), |boar| {
                    self.mean(open(1, 1), |deer| {
                        self.mean(open(2, 1), |butterflies| {
                            hot_pot(rules, own[0] + boar + own[1] + deer == 2, own[2] + butterflies == 1)
                        })
                    })
                });
                [pot, many(ANIMALS.len(), rules.animals, FEWEST_ANIMALS), 0.0, 0.0]
            }
            Group::Ribbons => [
                three(0, rules.poetry),
                three(1, rules.blue),
                three(2, rules.grass),
                many(RIBBONS.len(), rules.ribbons, FEWEST_RIBBONS),
            ],
            Group::Chaff => [many(MOST, rules.chaff, FEWEST_CHAFF), 0.0, 0.0, 0.0],
        }
    }
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

/// The hot-pot or, without its butterflies, the hand cannon.
fn hot_pot(rules: &Rules, boar_and_deer: bool, butterflies: bool) -> f64 {
    f64::from(match (boar_and_deer, butterflies) {
        (true, true) if rules.yaku_stack => rules.hot_pot,
        (true, true) => rules.hot_pot.max(rules.hand_cannon),
        (true, false) => rules.hand_cannon,
        (false, _) => 0,
    })
}
