//! What the bot `weighing` chooses, and why.

use super::rig::{Deal, Scene, plain, set};
use crate::games::kusuri_gui::{Brights, Role, Rules};

/// The card that it plays at a table, with one of its weights set or none.
fn weighing(scene: &Scene, weight: &str) -> String {
    scene.chosen_by("weighing", weight)
}

fn first_card(dealer: &str, field: &str, weight: &str) -> String {
    weighing(&Scene::dealt(plain(), Deal { field, dealer, other: "" }), weight)
}

/// The other player's first card, on the pile that the dealer captured empty.
fn on_the_empty_pile(rules: Rules, other: &str, weight: &str) -> String {
    let mut scene = Scene::dealt(rules, Deal { field: "plum-chaff", dealer: "plum-chaff", other });
    weighing(scene.play("plum-chaff"), weight)
}

#[test]
fn captures_with_the_card_that_is_worth_most() {
    assert_eq!(first_card("pine-chaff crane plum-chaff boar", "pine-chaff", ""), "crane");
}

#[test]
fn a_willow_is_kept_if_another_card_captures() {
    assert_eq!(first_card("lightning pine-chaff boar moon", "crane", ""), "pine-chaff");
}

#[test]
fn a_willow_is_not_spent_on_a_small_pile() {
    let hand = "lightning boar iris-chaff iris-chaff";
    assert_ne!(first_card(hand, "plum-chaff", ""), "lightning");
    assert_eq!(first_card(hand, "plum-chaff", "willow=0"), "lightning");
}

#[test]
fn captures_with_the_card_of_a_yaku_in_reach() {
    let hand = "pine-chaff pine-ribbon boar moon";
    assert_eq!(first_card(hand, "crane", ""), "pine-ribbon");
    assert_eq!(first_card(hand, "crane", "reach=0"), "pine-chaff", "no yaku is made yet: the first card");
}

#[test]
fn a_laid_card_should_be_of_little_use_to_the_opponent() {
    let hand = "moon plum-chaff plum-chaff plum-ribbon";
    assert_eq!(first_card(hand, "crane", ""), "plum-chaff", "and three of the plums are in the hand");
    assert_eq!(first_card(hand, "crane", "danger=0"), "plum-ribbon", "as if it was sure to come back");
}

#[test]
fn the_opponents_yaku_are_not_fed() {
    let dealer = "cherry-ribbon peony-ribbon chrysanthemum-ribbon crane";
    let mut scene = Scene::dealt(plain(), Deal { field: "plum-chaff", dealer, other: "" });
    scene.table.captured[Role::Other as usize] = set("pine-ribbon plum-ribbon");
    assert_ne!(weighing(&scene, "hope=0"), "cherry-ribbon");
    assert_eq!(weighing(&scene, "hope=0,denial=0"), "cherry-ribbon", "of the least use to oneself");
}

#[test]
fn what_a_willow_in_the_hand_may_take_next_is_worth_laying() {
    let hand = "iris-chaff plum-chaff plum-ribbon swallow";
    assert_eq!(first_card(hand, "crane", ""), "plum-ribbon");
    assert_eq!(first_card(hand, "crane", "hope=0"), "plum-chaff");
}

#[test]
fn the_more_a_kusuri_gui_pays_the_less_should_a_lone_card_be_matched() {
    let rules = |kusuri: u8| Rules { kusuri, ..plain() };
    let hand = "iris-chaff peony-chaff boar pine-chaff";
    assert_eq!(on_the_empty_pile(rules(0), hand, ""), "iris-chaff");
    assert_eq!(on_the_empty_pile(rules(10), hand, ""), "boar", "there are but two of the bush clover");
}

#[test]
fn a_willow_pays_no_kusuri_gui_unless_the_house_says_so() {
    let rules = |willow_kusuri: bool| Rules { kusuri: 10, willow_kusuri, ..plain() };
    let hand = "lightning peony-chaff iris-chaff pine-chaff";
    assert_eq!(on_the_empty_pile(rules(false), hand, ""), "lightning");
    assert_ne!(on_the_empty_pile(rules(true), hand, ""), "lightning");
}

#[test]
fn the_rainman_beside_three_brights_is_worth_what_the_house_pays_for_it() {
    let choice = |brights: Brights| {
        let deal = Deal { field: "plum-chaff", dealer: "plum-chaff rainman boar deer", other: "" };
        let mut scene = Scene::dealt(Rules { brights, ..plain() }, deal);
        scene.table.captured = [set("crane curtain moon"), set("phoenix")];
        weighing(&scene, "willow=0,hope=0")
    };
    assert_eq!(choice(Brights::Ladder), "plum-chaff");
    assert_eq!(choice(Brights::Apart), "rainman");
}
