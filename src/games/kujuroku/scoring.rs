//! Counting: card points, chip bands, and who pays whom.

use schemars::JsonSchema;
use serde::Serialize;

use super::Set;
use super::rules::Rules;
use crate::cards::{Card, NumberCard};

/// The points of captured cards, looked up a byte of the set at a time.
#[derive(Clone, Debug)]
pub struct PointTable {
    points: [[u8; 256]; 6],
}

impl PointTable {
    /// The table for some house rules.
    #[must_use]
    pub fn new(rules: &Rules) -> PointTable {
        let mut points = [[0; 256]; 6];
        for card in (0..NumberCard::COUNT).map(NumberCard::at) {
            let (byte, bit) = (card.index() / 8, card.index() % 8);
            for entry in (0..256).filter(|entry| entry >> bit & 1 == 1) {
                points[byte][entry] += card_points(card, rules);
            }
        }
        PointTable { points }
    }

    /// The points of some cards.
    #[inline]
    #[must_use]
    pub fn points(&self, cards: Set) -> u16 {
        let bytes = cards.bits().to_le_bytes();
        self.points.iter().zip(bytes).map(|(table, byte)| u16::from(table[usize::from(byte)])).sum()
    }
}

/// Ones, twos and tens are worth ten, the others their number. The Oni is
/// worth 12, or nothing where the Jizo is in the deck, which has them then.
fn card_points(card: NumberCard, rules: &Rules) -> u8 {
    match card.number().map(|number| number.get()) {
        Some(1 | 2 | 10) => 10,
        Some(number) => number,
        None if (card == NumberCard::JIZO) == rules.jizo => 12,
        None => 0,
    }
}

/// The chip band of a card score: +3, +2, +1, -1, -2 or -3.
#[inline]
pub fn band(score: u16, par: u16) -> i32 {
    let above = i32::from(score) - i32::from(par);
    if above >= 0 { (above / 10 + 1).min(3) } else { ((above - 9) / 10).max(-3) }
}

/// How a counted round was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Settlement {
    /// One at or above par: it receives what the others' bands say.
    OneWinner,
    /// Two at or above par: each receives its own band from the third.
    TwoWinners,
    /// All or none at or above par: no chips move.
    Draw,
}

/// What each participant receives for a counted round.
#[inline]
pub fn settle(bands: [i32; 3]) -> (Settlement, [i32; 3]) {
    let winners = bands.iter().filter(|&&band| band > 0).count();
    match winners {
        1 => {
            let losses: i32 = bands.iter().filter(|&&band| band < 0).sum();
            (Settlement::OneWinner, bands.map(|band| if band > 0 { -losses } else { band }))
        }
        2 => {
            let wins: i32 = bands.iter().filter(|&&band| band > 0).sum();
            (Settlement::TwoWinners, bands.map(|band| if band > 0 { band } else { -wins }))
        }
        _ => (Settlement::Draw, [0; 3]),
    }
}

/// What each participant receives if nobody pays more than they have. Who owes
/// to two and cannot pay in full pays them in proportion, and the odd chip to
/// the one who comes first after the payer.
pub fn within_means(owed: [i32; 3], chips: [i32; 3]) -> [i32; 3] {
    let paid: [i32; 3] = std::array::from_fn(|role| (-owed[role]).max(0).min(chips[role]));
    let all_paid: i32 = paid.iter().sum();
    let all_owed: i32 = owed.iter().map(|chips| chips.max(&0)).sum();
    let mut received = owed.map(|owed| if owed > 0 { owed * all_paid / all_owed } else { 0 });
    let odd = all_paid - received.iter().sum::<i32>();
    // Only a single payer owes to two, so whoever comes next is one of them.
    if let Some(payer) = paid.iter().position(|&paid| paid > 0) {
        received[(payer + 1) % 3] += odd;
    }
    std::array::from_fn(|role| received[role] - paid[role])
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONI: Set = Set::from_bits(1 << 40);
    const JIZO: Set = Set::from_bits(1 << 41);

    #[test]
    fn the_deck_is_worth_300_and_288_without_the_oni() {
        let plain = PointTable::new(&Rules::default());
        assert_eq!(plain.points(NumberCard::NUMBERED), 288);
        assert_eq!(plain.points(NumberCard::NUMBERED | ONI), 300);
    }

    #[test]
    fn with_the_jizo_the_oni_is_worth_nothing_and_the_jizo_twelve() {
        let table = PointTable::new(&Rules { jizo: true, ..Rules::default() });
        assert_eq!((table.points(ONI), table.points(JIZO)), (0, 12));
        assert_eq!(table.points(NumberCard::NUMBERED | JIZO), 300);
    }

    #[test]
    fn ones_twos_and_tens_are_worth_ten_and_others_their_number() {
        let table = PointTable::new(&Rules::default());
        for (number, points) in (1..=10).zip([10, 10, 3, 4, 5, 6, 7, 8, 9, 10]) {
            assert_eq!(table.points(crate::cards::Number::new(number).cards()), 4 * points);
        }
    }

    #[test]
    fn the_bands_at_par_96() {
        for (scores, chips) in
            [(116..=300, 3), (106..=115, 2), (96..=105, 1), (86..=95, -1), (76..=85, -2), (0..=75, -3)]
        {
            for score in scores {
                assert_eq!(band(score, 96), chips, "{score}");
            }
        }
    }

    #[test]
    fn the_bands_keep_their_width_around_another_par() {
        assert_eq!([130, 120, 119, 110, 109, 100].map(|score| band(score, 100)), [3, 3, 2, 2, 1, 1]);
        assert_eq!([99, 90, 89, 80, 79].map(|score| band(score, 100)), [-1, -1, -2, -2, -3]);
        assert_eq!([0, 1].map(|score| band(score, 1)), [-1, 1]);
    }

    #[test]
    fn one_winner_receives_what_the_others_bands_say() {
        assert_eq!(settle([1, -2, -3]), (Settlement::OneWinner, [5, -2, -3]));
        assert_eq!(settle([-1, 3, -1]), (Settlement::OneWinner, [-1, 2, -1]));
    }

    #[test]
    fn two_winners_receive_their_own_bands_from_the_third() {
        assert_eq!(settle([1, 2, -3]), (Settlement::TwoWinners, [1, 2, -3]));
        assert_eq!(settle([3, -1, 1]), (Settlement::TwoWinners, [3, -4, 1]));
    }

    #[test]
    fn nobody_pays_more_than_they_have() {
        assert_eq!(within_means([5, -2, -3], [0, 2, 3]), [5, -2, -3]);
        assert_eq!(within_means([5, -2, -3], [9, 1, 3]), [4, -1, -3]);
        assert_eq!(within_means([-8, 16, -8], [8, 1, 2]), [-8, 10, -2]);
        assert_eq!(within_means([0; 3], [1, 2, 3]), [0; 3]);
    }

    #[test]
    fn a_short_payment_to_two_is_divided_in_proportion() {
        assert_eq!(within_means([2, 2, -4], [9, 9, 2]), [1, 1, -2]);
        assert_eq!(within_means([1, -4, 3], [9, 3, 9]), [0, -3, 3], "three quarters of 3, and the odd chip");
        assert_eq!(within_means([-5, 3, 2], [4, 9, 9]), [-4, 3, 1]);
    }

    #[test]
    fn the_odd_chip_goes_to_the_one_who_comes_first_after_the_payer() {
        assert_eq!(within_means([-2, 1, 1], [1, 9, 9]), [-1, 1, 0]);
        assert_eq!(within_means([1, -2, 1], [9, 1, 9]), [0, -1, 1]);
        assert_eq!(within_means([1, 1, -2], [9, 9, 1]), [1, 0, -1]);
        assert_eq!(within_means([-4, 1, 3], [1, 9, 9]), [-1, 1, 0], "whatever they are owed");
    }

    #[test]
    fn short_payments_neither_make_nor_lose_chips_nor_pay_more_than_is_owed() {
        for bands in (0..216)
            .map(|index| [index / 36, index / 6 % 6, index % 6].map(|band| [-3, -2, -1, 1, 2, 3][band]))
        {
            let (_, owed) = settle(bands);
            for chips in (0..343).map(|index| [index / 49, index / 7 % 7, index % 7]) {
                let moved = within_means(owed, chips);
                assert_eq!(moved.iter().sum::<i32>(), 0);
                for role in 0..3 {
                    assert!(chips[role] + moved[role] >= 0);
                    assert!(moved[role] * owed[role] >= 0 && moved[role].abs() <= owed[role].abs());
                    assert!(chips[role] < -owed[role] || moved[role] == owed[role] || owed[role] > 0);
                }
            }
        }
    }

    #[test]
    fn three_of_a_kind_is_a_draw() {
        assert_eq!(settle([1, 1, 1]), (Settlement::Draw, [0, 0, 0]));
        assert_eq!(settle([-1, -3, -2]), (Settlement::Draw, [0, 0, 0]));
    }
}
