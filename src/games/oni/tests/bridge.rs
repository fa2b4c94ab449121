//! The bridge: another turn, and a card that must follow.

use super::rig::{Rest, Scene, Situation, for_two, plain};
use crate::games::oni::{Ending, Rules};

#[test]
fn who_discards_the_bridge_goes_again_and_chooses_among_what_fits_on_it() {
    let hands = ["bridge iris-chaff deer crane", "maple-chaff maple-ribbon"];
    let situation = Situation { hands: &hands, top: "cuckoo", ..Situation::default() };
    let mut scene = Scene::of(for_two(), situation);
    scene.choose("bridge");
    assert_eq!((scene.asks().as_str(), scene.options().as_str()), ("1 discard", "iris-chaff deer"));
    scene.choose("deer");
    assert_eq!((scene.asks().as_str(), scene.draws(1)), ("2 discard", 0));
}

#[test]
fn a_single_card_that_fits_on_the_bridge_follows_without_a_choice() {
    let hands = ["bridge deer crane", "moon phoenix maple-chaff"];
    let situation = Situation { hands: &hands, top: "iris-chaff", ..Situation::default() };
    let scene = Scene::of(for_two(), situation);
    assert!(scene.saw("Seat 1 discards bridge.\n  Seat 1 discards deer."), "{}", scene.told());
}

#[test]
fn who_cannot_follow_the_bridge_draws_until_a_card_fits() {
    let hands = ["bridge crane", "maple-chaff maple-ribbon"];
    let pile = "pine-chaff curtain plum-chaff deer geese";
    let situation = Situation { hands: &hands, top: "cuckoo", pile, ..Situation::default() };
    let scene = Scene::of(for_two(), situation);
    assert!(scene.saw("cannot follow the bridge, draws plum-chaff and keeps it."));
    assert!(scene.saw("cannot follow the bridge, draws deer and discards it"));
    assert_eq!(scene.draws(1), 4);
    assert_eq!(scene.hand(1).to_string(), "crane pine-chaff plum-chaff curtain");
}

#[test]
fn a_bridge_and_the_card_on_it_are_two_turns() {
    let hands = ["bridge deer crane", "moon phoenix"];
    let rules = Rules { max_turns: 1, ..for_two() };
    let situation = Situation { hands: &hands, top: "iris-chaff", ..Situation::default() };
    let scene = Scene::of(rules, situation);
    assert!(scene.saw("Seat 1 discards bridge") && !scene.saw("Seat 1 discards deer"));
    assert_eq!((scene.result().ending, scene.result().turns), (Ending::Void, 1));
}

#[test]
fn without_a_turn_left_to_follow_the_bridge_the_round_is_void_even_with_an_empty_hand() {
    let situation = Situation { hands: &["bridge", "moon phoenix"], top: "cuckoo", ..Situation::default() };
    let scene = Scene::of(Rules { max_turns: 1, ..for_two() }, situation);
    assert!(scene.hand(1).is_empty());
    assert_eq!((scene.result().ending, scene.result().winner), (Ending::Void, None));
}

#[test]
fn a_bridge_that_was_drawn_must_be_followed_as_well() {
    let hands = ["crane", "moon phoenix"];
    let situation = Situation { hands: &hands, top: "cuckoo", pile: "bridge geese", ..Situation::default() };
    let scene = Scene::of(for_two(), situation);
    assert!(scene.saw("draws bridge and discards it"), "{}", scene.told());
    assert!(scene.saw("cannot follow the bridge, draws geese and discards it"), "{}", scene.told());
}

#[test]
fn the_bridge_as_the_last_card_does_not_end_the_round() {
    let hands = ["bridge", "moon phoenix"];
    let pile = "pine-chaff geese";
    let situation = Situation { hands: &hands, top: "cuckoo", pile, ..Situation::default() };
    let scene = Scene::of(for_two(), situation);
    assert!(scene.saw("draws pine-chaff and keeps it.") && scene.saw("draws geese and discards it"));
    assert_eq!(scene.hand(1).to_string(), "pine-chaff");
    assert!(!scene.results().iter().any(|result| result.turns <= 2), "the round goes on");
}

#[test]
fn after_the_bridge_as_the_last_card_a_first_draw_that_fits_ends_the_round() {
    let hands = ["bridge", "moon phoenix"];
    let situation = Situation { hands: &hands, top: "cuckoo", pile: "geese", ..Situation::default() };
    let scene = Scene::of(for_two(), situation);
    assert_eq!((scene.result().ending, scene.result().turns), (Ending::Plain, 2));
    assert_eq!(scene.written(), [40, -40]);
}

#[test]
fn the_card_that_follows_may_be_the_last_of_the_hand() {
    let hands = ["bridge swallow", "moon phoenix"];
    let situation = Situation { hands: &hands, top: "iris-chaff", ..Situation::default() };
    let scene = Scene::of(for_two(), situation);
    assert_eq!((scene.result().ending, scene.result().turns), (Ending::Plain, 2));
}

#[test]
fn the_card_that_follows_has_its_own_effect() {
    let hands = ["bridge swallow crane", "moon phoenix", "pine-chaff willow-ribbon plum-ribbon"];
    let situation = Situation { hands: &hands, top: "iris-chaff", ..Situation::default() };
    let scene = Scene::of(Rules { players: 3, ..plain() }, situation);
    assert!(scene.saw("Seat 1 discards swallow.\n    Seat 2 is skipped."), "{}", scene.told());
}

/// The card under the bridge fits on it: whoever must follow finds it in the
/// end, be everything else in the hands.
#[test]
fn the_card_under_the_bridge_can_always_follow_it() {
    let hands = ["bridge", ""];
    let situation = Situation { hands: &hands, top: "cuckoo", rest: Rest::Hand(2), ..Situation::default() };
    let scene = Scene::of(for_two(), situation);
    assert!(scene.saw("1 discard is shuffled"));
    assert!(scene.saw("Seat 1 cannot follow the bridge, draws cuckoo and discards it"));
    assert_eq!(scene.result().winner.map(|seat| seat.number()), Some(1));
}

#[test]
fn a_bridge_turned_up_asks_nobody_to_follow() {
    let mut scene = Scene::new(Rules { first_card_effect: true, ..for_two() });
    scene.deal(&["moon phoenix geese boar", "crane pine-chaff plum-chaff curtain"], "bridge", "maple-chaff");
    assert!(scene.saw("Seat 2 cannot discard, draws maple-chaff and keeps it."));
    assert_eq!((scene.draws(2), scene.asks().as_str()), (1, "1 discard"));
}
