//! Palms on cards that may not be taken.

use super::rig::{Scene, plain, stream};
use crate::games::kazu_tori::{Event, Rules, WrongSlap};

#[test]
fn one_card_to_each_other_player_from_the_right_on_and_the_card_stays() {
    let mut scene = Scene::with_piles(plain(), ["2 5 6", "6 7", "7 8 9 10", "8 9"]).at(1, 3);
    scene.lays("2", &[3]);
    assert_eq!(scene.payments(), [(3, 4), (3, 1), (3, 2)]);
    assert_eq!(scene.sizes(), [3, 3, 1, 3]);
    assert_eq!((scene.on_the_table().as_str(), scene.next_discard()), ("2", (2, 4)));
}

#[test]
fn the_discarder_pays_too() {
    let mut scene = Scene::with_piles(plain(), ["2 5 6 7 8", "6", "7", "8"]).at(1, 3);
    scene.lays("2", &[1]);
    assert_eq!(scene.payments(), [(1, 2), (1, 3), (1, 4)]);
    assert_eq!(scene.sizes(), [1, 2, 2, 2]);
}

#[test]
fn a_short_pile_pays_as_far_as_it_reaches_and_begins_the_last_call() {
    let mut scene = Scene::with_piles(plain(), ["2 5 6", "6 7", "7 8", "8 9"]).at(1, 3);
    scene.lays("2", &[3]);
    assert_eq!(scene.payments(), [(3, 4), (3, 1)]);
    assert!(!scene.is_in(3));
    assert_eq!(scene.count(|event| matches!(event, Event::WentOut { last_call: true, .. })), 1);
    assert_eq!(scene.next_discard(), (2, 4));
}

#[test]
fn a_pile_that_just_reaches_is_empty_and_out() {
    let mut scene = Scene::with_piles(plain(), ["2 5", "6 7", "7 8 9", "8 9"]).at(1, 3);
    scene.lays("2", &[3]);
    assert_eq!(scene.sizes(), [2, 3, 0, 3]);
    assert!(!scene.is_in(3));
}

#[test]
fn everyone_who_slapped_pays_the_fastest_first() {
    let mut scene = Scene::with_piles(plain(), ["2 5", "6 7 8 9", "7", "8 9 10 10"]).at(1, 3);
    scene.lays("2", &[4, 2]);
    assert_eq!(scene.payments(), [(4, 1), (4, 2), (4, 3), (2, 3), (2, 4), (2, 1)]);
    assert_eq!(scene.sizes(), [3, 2, 3, 2]);
}

#[test]
fn by_the_other_rule_the_fastest_pays_alone() {
    let rules = Rules { wrong_slap: WrongSlap::First, ..plain() };
    let mut scene = Scene::with_piles(rules, ["2 5", "6 7 8 9", "7", "8 9 10 10"]).at(1, 3);
    scene.lays("2", &[4, 2]);
    assert_eq!(scene.payments(), [(4, 1), (4, 2), (4, 3)]);
}

#[test]
fn who_went_out_by_paying_gets_nothing_from_the_next_payer() {
    let mut scene = Scene::with_piles(plain(), ["2 5", "6 7 8 9", "7", "8 9"]).at(1, 3);
    scene.lays("2", &[3, 2]);
    // Seat 3 pays its only card to seat 4 and is out.
    assert_eq!(scene.payments(), [(3, 4), (2, 4), (2, 1)]);
    assert!(!scene.is_in(3) && scene.is_in(2));
}

#[test]
fn who_received_from_the_first_payer_has_that_card_to_pay_with() {
    let mut scene = Scene::with_piles(plain(), ["2 5", "6", "7 8 9 10", "8 9"]).at(1, 3);
    scene.lays("2", &[3, 2]);
    assert_eq!(scene.payments(), [(3, 4), (3, 1), (3, 2), (2, 3), (2, 4)]);
    assert!(!scene.is_in(2));
}

#[test]
fn who_is_out_is_not_paid() {
    let mut scene = Scene::with_piles(plain(), ["2 5", "", "7 8 9 10", "8 9"]).at(1, 3);
    scene.lays("2", &[3]);
    assert_eq!(scene.payments(), [(3, 4), (3, 1)]);
    assert_eq!(scene.next_discard(), (3, 4), "the next player is the next one still in the game");
}

#[test]
fn a_discarder_who_is_out_by_the_discard_is_not_paid() {
    let mut scene = Scene::with_piles(plain(), ["2", "6 7 8 9", "7", "8 9"]).at(1, 3);
    scene.lays("2", &[2]);
    assert_eq!(scene.payments(), [(2, 3), (2, 4)]);
}

#[test]
fn a_wrong_palm_at_the_limit_pays_before_the_table_is_given_back() {
    let mut scene = Scene::with_piles(plain(), ["2 5", "6 7", "7", "8 9"]).at(1, 10);
    scene.lays("2", &[3]);
    // Its last card went to seat 4: in the last call the table stays.
    assert_eq!(scene.payments(), [(3, 4)]);
    assert_eq!((scene.on_the_table().as_str(), scene.next_discard()), ("2", (2, 1)));
}

#[test]
fn every_card_of_the_pile_is_as_likely_to_be_paid() {
    let mut paid = [0_u32; 4];
    let mut rng = stream(2);
    for _ in 0..40_000 {
        let mut scene = Scene::with_piles(plain(), ["2 5", "", "6 7 8 9", ""]).at(1, 3);
        scene.rng = rng.clone();
        scene.lays("2", &[3]);
        rng = scene.rng.clone();
        let number: usize = scene.pile(1).trim_start_matches("5 ").parse().expect("seat 1 got a number card");
        paid[number - 6] += 1;
    }
    // Three degrees of freedom: above 21 once in ten thousand seeds.
    let chi_squared: f64 = paid.iter().map(|&paid| (f64::from(paid) - 1e4).powi(2) / 1e4).sum();
    assert!(chi_squared < 21.1, "{paid:?}");
}
