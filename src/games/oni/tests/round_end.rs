//! The end of a round: who wins, who deals next, and rounds that end for
//! nobody.

use super::rig::{Rest, Scene, Situation, for_two};
use crate::games::oni::{Ending, Rules};

/// A round that seat 1 wins by its last card: 20 points.
const WON: Situation<'_> = Situation {
    hands: &["iris-chaff", "moon"],
    top: "iris-ribbon",
    pile: "",
    discards: "",
    rest: Rest::Pile,
    dealer: None,
    first_turns: false,
};

#[test]
fn a_player_without_cards_wins_and_deals_next() {
    let mut scene = Scene::of(for_two(), WON);
    assert_eq!(scene.written(), [20, -20]);
    assert!(!scene.result().dealer_wins);
    assert_eq!(scene.table.dealer.number(), 1);
    scene.deal(&["crane moon geese boar", "warbler cuckoo deer phoenix"], "curtain", "");
    assert!(scene.saw("Round 2. Seat 1 deals."));
    assert!(scene.saw("Seat 2 discards phoenix"), "the seat after the dealer begins");
}

#[test]
fn a_player_who_ran_out_of_cards_has_no_effect_on_the_next() {
    let hands = ["pine-ribbon", "moon"];
    let scene = Scene::of(for_two(), Situation { hands: &hands, top: "crane", ..WON });
    assert!(!scene.saw("must draw") && !scene.saw("is skipped"));
    assert_eq!(scene.written(), [20, -20]);
}

#[test]
fn each_last_card_has_its_ending() {
    for (last, top, ending) in [
        ("iris-chaff", "iris-ribbon", Ending::Plain),
        ("swallow", "deer", Ending::Plain),
        ("rainman", "crane", Ending::Rainman),
        ("lightning", "iris-chaff", Ending::LightningLast),
    ] {
        let hands = [last, "moon"];
        let scene = Scene::of(for_two(), Situation { hands: &hands, top, ..WON });
        assert_eq!(scene.result().ending, ending, "{last}");
    }
}

#[test]
fn a_round_not_over_within_max_turns_is_void_and_the_same_dealer_deals_again() {
    let hands = ["crane pine-chaff", "moon geese"];
    let situation = Situation { hands: &hands, top: "curtain", dealer: Some(1), ..WON };
    let mut scene = Scene::of(Rules { max_turns: 2, ..for_two() }, situation);
    assert!(scene.saw("Seat 1 discards crane.\n  Seat 2 discards moon."));
    let result = scene.result();
    assert_eq!((result.ending, result.turns, result.winner), (Ending::Void, 2, None));
    assert_eq!((scene.written(), scene.scores()), (vec![0, 0], vec![0, 0]));
    assert!(!result.dealer_wins);
    scene.deal(&["crane moon geese boar", "warbler cuckoo deer phoenix"], "curtain", "");
    assert!(scene.saw("Round 2. Seat 1 deals."), "{}", scene.told());
}

#[test]
fn of_a_void_round_it_is_told_what_was_left_in_the_hands() {
    let hands = ["crane pine-chaff plum-chaff", "moon geese"];
    let situation = Situation { hands: &hands, top: "curtain", ..WON };
    let result = Scene::of(Rules { max_turns: 2, ..for_two() }, situation).result();
    assert_eq!(result.ending, Ending::Void);
    assert_eq!(result.hand_cards.iter().map(|(_, cards)| cards).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(result.hand_points.iter().map(|(_, points)| points).collect::<Vec<_>>(), [2, 10]);
    assert_eq!(result.own_hand, 0);
}

#[test]
fn a_round_that_is_over_in_the_last_turn_allowed_is_not_void() {
    let scene = Scene::of(Rules { max_turns: 1, ..for_two() }, WON);
    assert_eq!((scene.result().ending, scene.result().turns), (Ending::Plain, 1));
}

#[test]
fn the_lightning_of_the_last_turn_allowed_may_still_be_declared() {
    let hands = ["lightning pine-chaff", "moon"];
    let situation = Situation { hands: &hands, top: "swallow", ..WON };
    let rules = Rules { max_turns: 1, ..for_two() };
    let mut scene = Scene::of(rules.clone(), situation);
    scene.choose("end the round");
    assert_eq!(scene.result().ending, Ending::LightningDeclared);
    let mut scene = Scene::of(rules, situation);
    scene.choose("play on");
    assert_eq!(scene.result().ending, Ending::Void);
}

#[test]
fn a_skipped_turn_is_not_counted() {
    let hands = ["swallow iris-chaff crane", "moon pine-chaff"];
    let situation = Situation { hands: &hands, top: "willow-ribbon", pile: "phoenix", ..WON };
    // The swallow skips seat 2; seat 1 goes again, draws the phoenix and keeps
    // it, and the round is void after two turns.
    let scene = Scene::of(Rules { max_turns: 2, ..for_two() }, situation);
    assert_eq!(scene.result().turns, 2);
    assert_eq!((scene.draws(1), scene.saw("Seat 2 discards")), (1, false));
}
