//! Willows, in every position.

use super::rig::{Deal, Scene, plain};
use crate::games::kusuri_gui::{Role, Rules};

/// The dealer takes the first card, so that the other player finds no pile.
fn with_an_empty_pile(rules: Rules, dealer: &str, other: &str) -> Scene {
    let dealer = format!("pine-chaff {dealer}");
    let mut scene = Scene::dealt(rules, Deal { field: "crane", dealer: &dealer, other });
    scene.play("pine-chaff");
    assert_eq!(scene.pile(), "nothing");
    scene
}

#[test]
fn a_willow_captures_a_pile_whatever_lies_on_top() {
    for willow in ["rainman", "swallow", "willow-ribbon", "lightning"] {
        let deal = Deal { field: "crane", dealer: "warbler", other: willow };
        let mut scene = Scene::dealt(plain(), deal);
        scene.play("warbler").play(willow);
        let all = scene.captured(Role::Other);
        assert!(["crane", "warbler", willow].iter().all(|card| all.contains(card)), "{all}");
        assert_eq!(scene.pile(), "nothing");
    }
}

#[test]
fn a_willow_captures_the_card_that_the_round_begins_with() {
    let mut scene = Scene::dealt(plain(), Deal { field: "crane", dealer: "lightning", other: "" });
    scene.play("lightning");
    assert_eq!(scene.captured(Role::Dealer), "crane lightning");
    assert!(scene.kusuri_gui().is_empty(), "nobody laid that card");
}

#[test]
fn a_willow_on_an_empty_pile_is_laid() {
    let mut scene = with_an_empty_pile(plain(), "moon", "rainman");
    scene.play("rainman");
    assert_eq!(scene.pile(), "rainman");
    assert_eq!(scene.captured(Role::Other), "nothing");
}

#[test]
fn a_willow_on_top_is_matched_by_a_willow() {
    let mut scene = with_an_empty_pile(plain(), "swallow", "rainman");
    scene.play("rainman swallow");
    assert_eq!(scene.captured(Role::Dealer), "crane pine-chaff rainman swallow");
    assert_eq!(scene.pile(), "nothing");
}

#[test]
fn a_willow_on_top_is_matched_by_nothing_else() {
    let mut scene = with_an_empty_pile(plain(), "moon", "rainman");
    scene.play("rainman moon");
    assert_eq!(scene.pile(), "moon rainman");
    assert_eq!(scene.captured(Role::Dealer), "crane pine-chaff");
}

#[test]
fn a_covered_willow_is_captured_with_the_pile() {
    let mut scene = with_an_empty_pile(plain(), "moon", "rainman geese");
    scene.play("rainman moon geese");
    assert_eq!(scene.captured(Role::Other), "moon geese rainman");
}

#[test]
fn a_willow_captures_a_pile_with_a_covered_willow() {
    let mut scene = with_an_empty_pile(plain(), "moon", "rainman swallow");
    scene.play("rainman moon swallow");
    assert_eq!(scene.captured(Role::Other), "moon rainman swallow");
}

#[test]
fn with_the_willows_set_aside_or_captured_nothing_matches_a_willow_on_top() {
    // Two are set aside, the third is laid, the fourth is face down.
    let deal = Deal {
        field: "swallow lightning crane willow-ribbon",
        dealer: "pine-chaff moon curtain deer",
        other: "rainman boar cuckoo bridge",
    };
    let mut scene = Scene::dealt(plain(), deal);
    scene.play("pine-chaff rainman moon boar curtain cuckoo");
    assert_eq!(scene.captured(Role::Dealer), "crane pine-chaff");
    assert!(scene.pile().contains("rainman"));
}

#[test]
fn a_laid_willow_that_a_willow_captures_is_no_kusuri_gui() {
    let mut scene = with_an_empty_pile(plain(), "swallow", "rainman");
    scene.play("rainman swallow");
    assert!(scene.kusuri_gui().is_empty());
    assert_eq!(scene.scores(), [0, 0]);
}

#[test]
fn with_willow_kusuri_it_is_one() {
    let mut scene = with_an_empty_pile(Rules { willow_kusuri: true, ..plain() }, "swallow", "rainman");
    scene.play("rainman swallow");
    assert_eq!(scene.kusuri_gui(), ["1 with swallow for 1"]);
    assert_eq!(scene.scores(), [1, -1]);
}

#[test]
fn a_willow_that_captures_a_lone_card_makes_a_kusuri_gui() {
    let mut scene = with_an_empty_pile(plain(), "swallow", "moon");
    scene.play("moon swallow");
    assert_eq!(scene.kusuri_gui(), ["1 with swallow for 1"]);
}

#[test]
fn a_covered_lone_willow_is_no_kusuri_gui_under_any_rules() {
    for willow_kusuri in [false, true] {
        let mut scene = with_an_empty_pile(Rules { willow_kusuri, ..plain() }, "moon", "rainman geese");
        scene.play("rainman moon geese");
        assert!(scene.kusuri_gui().is_empty());
    }
}
