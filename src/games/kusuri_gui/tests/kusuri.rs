//! Kusuri-gui: capturing the single card that the opponent has just laid.

use super::rig::{Deal, Scene, plain};
use crate::games::kusuri_gui::{Role, Rules};

/// The dealer captures, the other player lays the moon, the dealer has the
/// geese.
pub const LONE_MOON: Deal<'static> =
    Deal { field: "crane", dealer: "pine-chaff geese boar", other: "moon curtain deer" };

#[test]
fn capturing_the_card_that_the_opponent_laid_on_the_empty_pile_pays_at_once() {
    let mut scene = Scene::dealt(plain(), LONE_MOON);
    scene.play("pine-chaff moon");
    assert_eq!(scene.scores(), [0, 0]);
    scene.play("geese");
    assert_eq!(scene.kusuri_gui(), ["1 with geese for 1"]);
    assert_eq!(scene.scores(), [1, -1]);
    assert_eq!(scene.captured(Role::Dealer), "crane pine-chaff moon geese");
}

#[test]
fn the_house_says_what_it_pays() {
    for kusuri in [0, 2, 100] {
        let mut scene = Scene::dealt(Rules { kusuri, ..plain() }, LONE_MOON);
        scene.play("pine-chaff moon geese");
        assert_eq!(scene.kusuri_gui(), [format!("1 with geese for {kusuri}")]);
        assert_eq!(scene.scores(), [i64::from(kusuri), -i64::from(kusuri)]);
    }
}

#[test]
fn the_card_that_the_round_begins_with_was_laid_by_nobody() {
    let mut scene = Scene::dealt(plain(), LONE_MOON);
    scene.play("pine-chaff");
    assert!(scene.kusuri_gui().is_empty());
}

#[test]
fn nor_is_it_one_after_willows_were_set_aside() {
    let deal = Deal { field: "rainman swallow crane", dealer: "pine-chaff", other: "" };
    let mut scene = Scene::dealt(plain(), deal);
    scene.play("pine-chaff");
    assert!(scene.kusuri_gui().is_empty());
}

#[test]
fn a_pile_of_two_cards_is_no_kusuri_gui() {
    // The other player captures two cards at the first opportunity: the one
    // that the round began with, and the dealer's.
    let deal = Deal { field: "crane", dealer: "moon", other: "geese" };
    let mut scene = Scene::dealt(plain(), deal);
    scene.play("moon geese");
    assert_eq!(scene.captured(Role::Other), "crane moon geese");
    assert!(scene.kusuri_gui().is_empty());
}

#[test]
fn a_lone_card_that_was_covered_is_no_kusuri_gui() {
    let deal = Deal { field: "crane", dealer: "pine-chaff boar", other: "moon bush-clover-ribbon" };
    let mut scene = Scene::dealt(plain(), deal);
    scene.play("pine-chaff moon boar bush-clover-ribbon");
    assert_eq!(scene.captured(Role::Other), "boar bush-clover-ribbon moon");
    assert!(scene.kusuri_gui().is_empty());
}

#[test]
fn the_other_player_makes_them_as_well() {
    let deal = Deal { field: "crane", dealer: "moon curtain", other: "geese cherry-chaff" };
    let mut scene = Scene::dealt(plain(), deal);
    scene.play("moon geese curtain cherry-chaff");
    assert_eq!(scene.kusuri_gui(), ["2 with cherry-chaff for 1"]);
    assert_eq!(scene.scores(), [-1, 1]);
}

#[test]
fn they_can_follow_each_other() {
    let deal = Deal {
        field: "crane",
        dealer: "pine-chaff geese boar cherry-chaff",
        other: "moon bush-clover-ribbon curtain deer",
    };
    let mut scene = Scene::dealt(plain(), deal);
    // The dealer's last card, and the other player's, are played by themselves.
    scene.play("pine-chaff moon geese bush-clover-ribbon boar curtain");
    assert_eq!(scene.kusuri_gui(), ["1 with geese for 1", "1 with boar for 1", "1 with cherry-chaff for 1"]);
    assert_eq!(scene.scores(), [3, -3]);
    assert_eq!(scene.pile(), "deer");
}

#[test]
fn a_deal_of_new_hands_in_between_changes_nothing() {
    let deal = Deal {
        field: "crane",
        dealer: "pine-chaff geese boar cherry-chaff  maple-ribbon",
        other: "moon bush-clover-ribbon curtain deer",
    };
    let mut scene = Scene::dealt(plain(), deal);
    scene.play("pine-chaff moon geese bush-clover-ribbon boar curtain");
    assert_eq!(scene.table.turn, 8, "new hands were dealt");
    scene.play("maple-ribbon");
    assert_eq!(scene.kusuri_gui().last().map(String::as_str), Some("1 with maple-ribbon for 1"));
    assert_eq!(scene.scores(), [4, -4]);
}

#[test]
fn a_new_round_begins_without_a_lone_card() {
    let mut scene = Scene::new(plain());
    scene.round_with_captures("", "");
    scene.table.discards.lone = true;
    scene.deal(LONE_MOON);
    scene.play("pine-chaff");
    assert!(scene.kusuri_gui().is_empty());
}
