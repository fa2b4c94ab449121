//! The lightning: not in a first turn, and the end of the round if its player
//! wants it.

use super::rig::{Scene, Situation, for_two, plain};
use crate::games::oni::{Ending, Rules};

#[test]
fn it_may_not_be_discarded_in_a_first_turn() {
    let hands = ["lightning willow-ribbon plum-chaff", "moon crane"];
    let situation =
        Situation { hands: &hands, top: "maple-chaff", first_turns: true, ..Situation::default() };
    // The only other card that fits goes without a choice.
    let scene = Scene::of(for_two(), situation);
    assert!(scene.saw("Seat 1 discards plum-chaff"));
    let scene = Scene::of(Rules { lightning_first_turn: true, ..for_two() }, situation);
    assert_eq!(scene.options(), "plum-chaff lightning");
    let scene = Scene::of(for_two(), Situation { first_turns: false, ..situation });
    assert_eq!(scene.options(), "plum-chaff lightning");
}

#[test]
fn who_holds_nothing_else_that_fits_draws_in_a_first_turn() {
    let hands = ["lightning crane", "moon phoenix"];
    let situation = Situation {
        hands: &hands,
        top: "maple-chaff",
        pile: "curtain",
        first_turns: true,
        ..Situation::default()
    };
    let scene = Scene::of(for_two(), situation);
    assert!(scene.saw("Seat 1 cannot discard, draws curtain and keeps it."));
}

#[test]
fn drawn_in_a_first_turn_it_is_kept() {
    let hands = ["plum-ribbon crane", "moon phoenix"];
    let situation = Situation {
        hands: &hands,
        top: "maple-chaff",
        pile: "lightning",
        first_turns: true,
        ..Situation::default()
    };
    let scene = Scene::of(for_two(), situation);
    assert!(scene.saw("Seat 1 cannot discard, draws lightning and keeps it."));
    let scene = Scene::of(Rules { lightning_first_turn: true, ..for_two() }, situation);
    assert!(scene.saw("draws lightning and discards it"));
    assert_eq!(scene.asks(), "1 declare");
}

#[test]
fn a_turn_in_which_a_card_was_drawn_and_kept_was_a_first_turn() {
    let hands = ["lightning crane", "maple-chaff moon"];
    let situation =
        Situation { hands: &hands, top: "deer", pile: "curtain", first_turns: true, ..Situation::default() };
    let scene = Scene::of(for_two(), situation);
    assert!(scene.saw("Seat 1 cannot discard, draws curtain and keeps it."));
    assert!(scene.saw("Seat 2 discards maple-chaff.\n  Seat 1 discards lightning."), "{}", scene.told());
    assert_eq!(scene.asks(), "1 declare");
}

#[test]
fn a_turn_with_a_discard_was_a_first_turn() {
    let hands = ["bridge sake-cup lightning pine-ribbon", "moon plum-chaff"];
    let situation = Situation { hands: &hands, top: "iris-chaff", first_turns: true, ..Situation::default() };
    let mut scene = Scene::of(for_two(), situation);
    scene.choose("bridge");
    assert!(
        scene.saw("Seat 1 discards sake-cup.\n  Seat 2 discards plum-chaff.\n  Seat 1 discards lightning.")
    );
}

#[test]
fn its_player_is_asked_whether_to_end_the_round() {
    let hands = ["lightning crane", "moon phoenix"];
    let situation = Situation { hands: &hands, top: "maple-chaff", ..Situation::default() };
    let scene = Scene::of(for_two(), situation);
    assert_eq!((scene.asks().as_str(), scene.options().as_str()), ("1 declare", "play on end the round"));
}

#[test]
fn drawn_and_discarded_it_may_end_the_round_too() {
    let hands = ["plum-ribbon crane", "moon phoenix"];
    let situation =
        Situation { hands: &hands, top: "maple-chaff", pile: "lightning", ..Situation::default() };
    let mut scene = Scene::of(for_two(), situation);
    assert_eq!(scene.asks(), "1 declare");
    scene.choose("end the round");
    // Twice forty for the loser, less twice twenty-five of the own hand.
    assert_eq!(scene.written(), [30, -80]);
}

#[test]
fn who_plays_on_has_played_a_willow() {
    let hands = ["lightning crane curtain", "moon phoenix", "boar geese"];
    let situation = Situation { hands: &hands, top: "maple-chaff", ..Situation::default() };
    let mut scene = Scene::of(Rules { players: 3, ..plain() }, situation);
    scene.choose("play on");
    let told =
        "Seat 1 discards lightning.\n  Seat 1 plays on.\n    Seat 2 is skipped.\n  Seat 3 cannot discard";
    assert!(scene.saw(told), "{}", scene.told());
}

#[test]
fn where_it_cannot_be_declared_it_is_a_willow() {
    let hands = ["lightning crane curtain", "moon phoenix", "boar geese"];
    let situation = Situation { hands: &hands, top: "maple-chaff", ..Situation::default() };
    let rules = Rules { players: 3, declare_lightning: false, ..plain() };
    let scene = Scene::of(rules, situation);
    assert!(scene.saw("Seat 1 discards lightning.\n    Seat 2 is skipped."), "nobody was asked");
}

#[test]
fn as_the_last_card_it_ends_the_round_without_a_question() {
    let hands = ["lightning", "moon phoenix"];
    let situation = Situation { hands: &hands, top: "maple-chaff", ..Situation::default() };
    let scene = Scene::of(for_two(), situation);
    assert_eq!(scene.result().ending, Ending::LightningLast);
    assert_eq!(scene.written(), [80, -80]);
}
