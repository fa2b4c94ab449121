//! Special cards: drawing, skipping, and what house rules make of them.

use super::rig::{Scene, Situation, for_two, plain};
use crate::games::oni::Rules;

/// Seat 1 discards a card on one that it fits on, and the round is stopped
/// there.
fn discarded(rules: Rules, what: &str, top: &str) -> Scene {
    let first = format!("{what} boar");
    let hands = [&first, "moon phoenix", "cuckoo deer", "warbler geese"];
    let situation = Situation { hands: &hands[..usize::from(rules.players)], top, ..Situation::default() };
    let mut scene = Scene::of(Rules { max_turns: 1, ..rules }, situation);
    if scene.asks() == "1 discard" {
        scene.choose(what);
    }
    assert!(scene.saw(&format!("Seat 1 discards {what}")));
    scene
}

/// Whose turn would be next.
fn next_turn(scene: &Scene) -> usize {
    scene.table.seat.number()
}

#[test]
fn for_a_poetry_ribbon_the_next_player_draws_two_and_is_skipped() {
    let scene = discarded(plain(), "pine-ribbon", "pine-chaff");
    assert!(scene.saw("Seat 2 is skipped"));
    assert_eq!((scene.draws(2), scene.hand(2).len(), next_turn(&scene)), (2, 4, 3));
}

#[test]
fn for_a_blue_ribbon_the_next_player_draws_one_and_is_skipped() {
    let scene = discarded(plain(), "maple-ribbon", "maple-chaff");
    assert!(scene.saw("Seat 2 is skipped"));
    assert_eq!((scene.draws(2), scene.hand(2).len(), next_turn(&scene)), (1, 3, 3));
}

#[test]
fn for_the_yellow_paulownia_the_next_player_draws_five_and_is_not_skipped() {
    let scene = discarded(plain(), "yellow-paulownia", "paulownia-chaff");
    assert!(!scene.saw("Seat 2 is skipped"));
    assert_eq!((scene.draws(2), next_turn(&scene)), (5, 2));
}

#[test]
fn for_a_plain_ribbon_nothing_happens() {
    let scene = discarded(plain(), "wisteria-ribbon", "iris-ribbon");
    assert!(!scene.saw("is skipped"));
    assert_eq!(next_turn(&scene), 2);
}

#[test]
fn for_any_willow_the_next_player_is_skipped() {
    for (willow, top) in [("rainman", "curtain"), ("swallow", "sake-cup"), ("willow-ribbon", "iris-ribbon")] {
        let scene = discarded(plain(), willow, top);
        assert!(scene.saw("Seat 2 is skipped"), "{willow}");
        assert_eq!((scene.draws(2), next_turn(&scene)), (0, 3), "{willow}");
    }
}

#[test]
fn with_two_players_a_skip_means_that_the_same_player_goes_again() {
    let hands = ["pine-ribbon plum-ribbon plum-chaff warbler", "crane moon"];
    let mut scene =
        Scene::of(for_two(), Situation { hands: &hands, top: "pine-chaff", ..Situation::default() });
    scene.choose("pine-ribbon");
    // The only ribbon left goes without a choice, and then the plums.
    assert!(scene.saw("Seat 1 discards plum-ribbon"));
    assert_eq!((scene.asks().as_str(), scene.options().as_str()), ("1 discard", "warbler plum-chaff"));
    assert_eq!((scene.draws(2), scene.hand(2).len()), (4, 6));
}

#[test]
fn how_many_cards_are_drawn_is_a_house_rule() {
    let rules = Rules { poetry: 4, blue: 3, yellow: 1, ..plain() };
    for (what, top, draws) in [
        ("pine-ribbon", "pine-chaff", 4),
        ("maple-ribbon", "maple-chaff", 3),
        ("yellow-paulownia", "paulownia-chaff", 1),
    ] {
        let scene = discarded(rules.clone(), what, top);
        let forced = scene.told().matches("Seat 2 must draw").count();
        assert_eq!(forced, draws, "{what}");
    }
}

#[test]
fn a_ribbon_for_which_nothing_is_drawn_still_skips() {
    for (ribbon, top) in [("pine-ribbon", "pine-chaff"), ("maple-ribbon", "maple-chaff")] {
        let scene = discarded(Rules { poetry: 0, blue: 0, ..plain() }, ribbon, top);
        assert!(scene.saw("Seat 2 is skipped"), "{ribbon}");
        assert_eq!((scene.draws(2), next_turn(&scene)), (0, 3), "{ribbon}");
    }
}

#[test]
fn a_yellow_paulownia_for_which_nothing_is_drawn_does_nothing() {
    let scene = discarded(Rules { yellow: 0, ..plain() }, "yellow-paulownia", "paulownia-chaff");
    assert!(!scene.saw("must draw") && !scene.saw("is to draw") && !scene.saw("is skipped"));
    assert_eq!((scene.draws(2), next_turn(&scene)), (0, 2));
}
