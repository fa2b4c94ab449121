//! How hands rank.

use super::rig::{Scene, all_in, hand, without_tips};
use crate::cards::{Number, NumberCard};
use crate::games::kachi_kachi::{Class, Hand, Rules, deck};

#[test]
fn the_hands_rank_in_this_order() {
    let best_first = [
        "10 10",
        "9 9",
        "8 8",
        "7 7",
        "6 6",
        "1 4",
        "5 5",
        "4 special-4",
        "3 3",
        "2 2",
        "1 special-1",
        "1 10",
        "1 9",
        "1 6",
        "1 5",
        "4 5",
        "10 8",
        "8 9",
        "2 4",
        "2 3",
        "6 8",
        "5 8",
        "5 7",
        "5 6",
        "3 7",
    ];
    let classes: Vec<Class> = best_first.iter().map(|names| hand(names).class()).collect();
    assert!(classes.is_sorted_by(|better, worse| better < worse));
    assert_eq!(classes.iter().map(|class| class.index()).collect::<Vec<_>>(), (0..25).collect::<Vec<_>>());
}

#[test]
fn shippin_stands_between_the_sixes_and_the_fives() {
    let [sixes, shippin, fives] = ["6 6", "special-1 special-4", "5 5"].map(|names| hand(names).class());
    assert!(sixes < shippin && shippin < fives);
}

#[test]
fn every_class_has_the_hands_of_its_name() {
    for one in Number::all() {
        for other in Number::all() {
            let (low, high) = (one.min(other).get(), one.max(other).get());
            let name = match (low, high) {
                _ if low == high => format!("pair-{low}"),
                (1, 4) => "one-four".to_owned(),
                (1, 5) => "one-five".to_owned(),
                (1, 6) => "one-six".to_owned(),
                (1, 9) => "one-nine".to_owned(),
                (1, 10) => "one-ten".to_owned(),
                _ => format!("kabu-{}", (low + high) % 10),
            };
            assert_eq!(Class::of(one, other).name(), name);
            let cards = Hand([NumberCard::of(one, 0), NumberCard::of(other, 1)]);
            assert_eq!(cards.class().name(), name);
        }
    }
}

#[test]
fn only_two_eight_three_seven_and_four_six_are_zero_hands() {
    let mut found: Vec<(u8, u8)> = Vec::new();
    for one in Number::all() {
        for other in Number::all().filter(|other| *other >= one) {
            if Class::of(one, other) == Class::ZERO {
                found.push((one.get(), other.get()));
            }
        }
    }
    assert_eq!(found, [(2, 8), (3, 7), (4, 6)]);
}

#[test]
fn the_decks_have_twenty_and_twenty_two_cards() {
    for (extra_cards, size, ones_and_tens) in [(false, 20, 2), (true, 22, 3)] {
        let cards = deck(extra_cards);
        assert_eq!(cards.len(), size);
        for number in Number::all() {
            let copies = (cards & number.cards()).len();
            assert_eq!(copies, if [1, 10].contains(&number.get()) { ones_and_tens } else { 2 });
        }
        assert!(cards.has(NumberCard::SPECIAL_ONE) && cards.has(NumberCard::SPECIAL_FOUR));
    }
}

#[test]
fn the_best_hand_takes_the_pot() {
    for (hands, winner) in [
        (["1 4", "6 6"], 2),
        (["1 4", "5 5"], 1),
        (["1 5", "4 5"], 1),
        (["2 9", "5 7"], 2),
        (["10 9", "1 9"], 2),
    ] {
        let rules = Rules { max_wager: 1, zero_hand: false, ..without_tips(2) };
        let mut scene = Scene::dealt(rules, &hands, "");
        scene.plays(&all_in(1, 2));
        assert_eq!(scene.winner(), Some(winner), "{hands:?}");
    }
}
