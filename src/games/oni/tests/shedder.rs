//! The bot `shedder`.

use super::rig::{Scene, Situation, for_two, plain};
use crate::games::oni::{LosersScore, Rules};

/// What it chooses.
#[track_caller]
fn chooses(scene: &Scene) -> String {
    scene.chosen_by("shedder", "")
}

fn discards(hand: &str, top: &str) -> String {
    let hands = [hand, "moon phoenix"];
    chooses(&Scene::of(for_two(), Situation { hands: &hands, top, ..Situation::default() }))
}

#[test]
fn it_gets_rid_of_the_most_points() {
    assert_eq!(discards("crane pine-ribbon pine-chaff warbler", "pine-chaff"), "crane");
}

#[test]
fn it_gets_rid_of_the_lightning_that_doubles_the_rest() {
    assert_eq!(discards("lightning rainman geese deer", "swallow"), "lightning");
}

#[test]
fn it_sees_that_the_rainman_alone_is_worth_twenty() {
    // Left with the rainman it would owe 20, left with the deer 10.
    assert_eq!(discards("rainman deer", "swallow"), "rainman");
}

#[test]
fn of_equal_points_it_discards_what_it_can_follow() {
    // Both are animals; only the deer is followed by a maple.
    assert_eq!(discards("boar deer maple-ribbon", "geese"), "deer");
    assert_eq!(discards("boar deer bush-clover-ribbon", "geese"), "boar");
}

#[test]
fn of_equal_cards_it_discards_the_first() {
    let hands = ["pine-chaff pine-chaff warbler", "moon"];
    let scene = Scene::of(for_two(), Situation { hands: &hands, top: "crane", ..Situation::default() });
    assert_eq!(scene.place_chosen_by("shedder", ""), 0);
}

fn declares(rules: Rules, own: &str, others: &[&str]) -> bool {
    declares_under(rules, None, own, others)
}

/// Whether it declares where this seat deals, or the last one.
fn declares_under(rules: Rules, dealer: Option<usize>, own: &str, others: &[&str]) -> bool {
    let own = format!("lightning {own}");
    let mut hands = vec![own.as_str()];
    hands.extend(others);
    let situation = Situation { hands: &hands, top: "swallow", dealer, ..Situation::default() };
    let mut scene = Scene::of(rules, situation);
    if scene.asks() == "1 discard" {
        scene.choose("lightning");
    }
    assert_eq!(scene.asks(), "1 declare");
    chooses(&scene) == "end the round"
}

#[test]
fn it_declares_with_little_left_against_full_hands() {
    assert!(declares(plain(), "pine-chaff", &["plum-chaff cherry-chaff deer", "boar geese", "crane moon"]));
}

#[test]
fn it_plays_on_with_much_left_against_one_card_each() {
    assert!(!declares(for_two(), "crane moon phoenix", &["plum-chaff"]));
}

/// An unseen card is worth 5 on average: three of them are worth 15, and the
/// own hand 10. Declaring is worth 5; playing on 3/4 of 15, less 1/4 of 10
/// where losers write down their debt.
#[test]
fn it_weighs_what_it_could_lose() {
    let others = ["plum-chaff cherry-chaff boar"];
    let rules = Rules { double_lightning: false, ..for_two() };
    assert!(!declares(rules.clone(), "deer", &others));
    // Doubled, declaring is worth 10, which beats 11.25 - 2.5.
    assert!(declares(for_two(), "deer", &others));
    let zero = Rules { losers_score: LosersScore::Zero, ..for_two() };
    assert!(!declares(zero, "deer", &others));
}

/// The 43 unseen cards are worth 223: three of them 15.56, and the own hand
/// 15. Declaring is worth twice 0.56, which beats half of 15.56 less half of
/// 15: by less than a point, so that fractions of a point count.
const CLOSE: &str = "wisteria-ribbon iris-ribbon bush-clover-ribbon";

#[test]
fn it_counts_fractions_of_a_point() {
    assert!(declares(for_two(), CLOSE, &["plum-chaff cherry-chaff boar"]));
}

#[test]
fn as_the_dealer_it_would_gain_twice_as_much_later_and_lose_no_more() {
    let others = ["plum-chaff cherry-chaff boar"];
    // Four times 0.56 does not beat half of 31.12 less half of 15.
    assert!(!declares_under(for_two(), Some(1), CLOSE, &others));
    let rules = Rules { double_dealer: false, ..for_two() };
    assert!(declares_under(rules, Some(1), CLOSE, &others), "the deal is worth nothing there");
}
