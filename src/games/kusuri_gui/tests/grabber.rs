//! What the bot `grabber` chooses.

use super::rig::{Deal, Scene, plain};

/// The card that grabber plays at a table.
fn grabber(scene: &Scene) -> String {
    scene.chosen_by("grabber", "")
}

fn first_card(dealer: &str, field: &str) -> String {
    grabber(&Scene::dealt(plain(), Deal { field, dealer, other: "" }))
}

#[test]
fn captures_when_it_can() {
    assert_eq!(first_card("moon curtain pine-chaff plum-chaff", "crane"), "pine-chaff");
    assert_eq!(first_card("moon curtain lightning plum-chaff", "crane"), "lightning", "with a willow too");
}

#[test]
fn captures_with_the_card_of_most_points() {
    assert_eq!(first_card("pine-chaff pine-ribbon plum-chaff moon", "crane"), "pine-ribbon");
    assert_eq!(first_card("pine-chaff pine-ribbon swallow moon", "crane"), "swallow");
    assert_eq!(first_card("swallow rainman pine-chaff moon", "crane"), "rainman");
}

#[test]
fn lays_the_card_of_fewest_points() {
    assert_eq!(first_card("moon boar iris-ribbon plum-chaff", "crane"), "plum-chaff");
    assert_eq!(first_card("moon boar iris-ribbon phoenix", "crane"), "iris-ribbon");
    assert_eq!(first_card("moon boar curtain phoenix", "crane"), "boar");
}

#[test]
fn of_equal_cards_plays_the_first() {
    assert_eq!(first_card("moon iris-chaff peony-chaff plum-chaff", "crane"), "iris-chaff");
}

#[test]
fn the_last_card_of_the_hand_takes_the_place_of_one_that_was_played() {
    let deal = Deal {
        field: "crane",
        dealer: "moon iris-chaff peony-chaff plum-chaff",
        other: "boar deer cuckoo geese",
    };
    let mut scene = Scene::dealt(plain(), deal);
    scene.play("moon boar");
    assert_eq!(grabber(&scene), "plum-chaff", "of equal cards the first");
}

#[test]
fn lays_a_willow_on_an_empty_pile_as_any_card() {
    let deal = Deal { field: "crane", dealer: "pine-chaff", other: "lightning moon boar iris-ribbon" };
    let mut scene = Scene::dealt(plain(), deal);
    scene.play("pine-chaff");
    assert_eq!(grabber(&scene), "lightning");
}
