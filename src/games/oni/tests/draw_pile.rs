//! The draw pile runs out.

use super::rig::{Rest, Scene, Situation, cards, for_two, plain};
use crate::cards::Hanafuda;
use crate::games::oni::{Ending, Rules};
use crate::seat::Seat;

#[test]
fn when_it_is_empty_all_discards_but_the_top_are_shuffled() {
    let hands = ["plum-chaff", "moon phoenix"];
    let situation = Situation { hands: &hands, top: "crane", rest: Rest::Discards, ..Situation::default() };
    let scene = Scene::of(for_two(), situation);
    assert!(scene.saw("The draw pile is empty: 44 discards are shuffled."));
    assert!(scene.saw("Seat 1 cannot discard, draws"));
}

#[test]
fn it_is_shuffled_only_when_a_card_is_to_be_drawn() {
    let hands = ["plum-chaff warbler", "moon phoenix boar"];
    let situation = Situation {
        hands: &hands,
        top: "crane",
        pile: "cuckoo",
        rest: Rest::Discards,
        ..Situation::default()
    };
    let scene = Scene::of(for_two(), situation);
    assert!(scene.saw("draws cuckoo and keeps it."));
    assert!(!scene.saw("shuffled"), "the last card was drawn, and no other is asked for");
}

#[test]
fn it_is_shuffled_in_the_middle_of_a_forced_draw() {
    let hands = ["yellow-paulownia warbler deer", "moon"];
    let situation = Situation {
        hands: &hands,
        top: "paulownia-chaff",
        pile: "boar geese",
        rest: Rest::Discards,
        ..Situation::default()
    };
    let scene = Scene::of(for_two(), situation);
    let told = scene.told();
    let forced = told.split_once("Seat 1 discards yellow-paulownia.").expect("it is discarded").1;
    let lines: Vec<&str> = forced.trim_start().lines().take(6).map(str::trim).collect();
    assert_eq!(&lines[..2], ["Seat 2 must draw boar.", "Seat 2 must draw geese."]);
    // 41 cards, and the top that the yellow paulownia was put on.
    assert_eq!(lines[2], "The draw pile is empty: 42 discards are shuffled.");
    assert!(lines[3..].iter().all(|line| line.starts_with("Seat 2 must draw")), "{told}");
    assert_eq!(scene.told().matches("Seat 2 must draw").count(), 5);
}

#[test]
fn the_top_stays_where_it_is() {
    let hands = ["plum-chaff", "moon phoenix geese"];
    let situation = Situation {
        hands: &hands,
        top: "crane",
        discards: "warbler",
        rest: Rest::Hand(2),
        ..Situation::default()
    };
    let scene = Scene::of(for_two(), situation);
    assert!(scene.saw("1 discard is shuffled.\n  Seat 1 cannot discard, draws warbler and keeps it."));
    assert_eq!(scene.table.top.to_string(), "crane");
}

#[test]
fn with_nothing_to_shuffle_nothing_is_drawn_and_the_turn_is_over() {
    let hands = ["plum-chaff", ""];
    let situation = Situation { hands: &hands, top: "crane", rest: Rest::Hand(2), ..Situation::default() };
    let scene = Scene::of(for_two(), situation);
    assert!(scene.saw("Seat 1 is to draw, and there is no card."));
    assert_eq!((scene.asks().as_str(), scene.draws(1)), ("2 discard", 0));
    assert_eq!(scene.hand(1), cards("plum-chaff"));
    assert_eq!(scene.table.turns, 2, "it was a turn");
}

#[test]
fn a_turn_in_which_nothing_could_be_drawn_was_a_first_turn() {
    let hands = ["plum-chaff", ""];
    let situation = Situation {
        hands: &hands,
        top: "crane",
        rest: Rest::Hand(2),
        first_turns: true,
        ..Situation::default()
    };
    let scene = Scene::of(for_two(), situation);
    assert!(scene.saw("Seat 1 is to draw, and there is no card."));
    let lightning = |seat: usize| scene.table.allowed[Seat::at(seat - 1)].has(Hanafuda::LIGHTNING);
    assert_eq!([1, 2].map(lightning), [true, false]);
}

#[test]
fn a_forced_draw_ends_with_the_last_card_that_there_is() {
    // Under the yellow paulownia lies one card, and one more is in the pile.
    let hands = ["yellow-paulownia deer", "moon", ""];
    let situation = Situation {
        hands: &hands,
        top: "paulownia-chaff",
        pile: "boar",
        rest: Rest::Hand(3),
        ..Situation::default()
    };
    let scene = Scene::of(Rules { players: 3, ..plain() }, situation);
    assert_eq!(scene.told().matches("Seat 2 must draw").count(), 2);
    assert!(scene.saw("Seat 2 is to draw, and there is no card."));
    assert!(scene.saw("Seat 2 discards paulownia-chaff"), "it has its turn: {}", scene.told());
}

#[test]
fn a_ribbon_skips_even_if_there_is_too_little_to_draw() {
    // All that can be drawn is the card under the ribbon.
    let hands = ["pine-ribbon boar", "moon", ""];
    let situation =
        Situation { hands: &hands, top: "pine-chaff", rest: Rest::Hand(3), ..Situation::default() };
    let scene = Scene::of(Rules { players: 3, ..plain() }, situation);
    assert!(scene.saw("Seat 2 must draw pine-chaff.\n    Seat 2 is to draw, and there is no card."));
    assert!(scene.saw("and there is no card.\n    Seat 2 is skipped."), "{}", scene.told());
    assert_eq!((scene.asks().as_str(), scene.draws(2)), ("3 discard", 1));
}

/// Two players draw and discard the same two willows for ever, and skip the
/// two who could play.
#[test]
fn a_round_that_goes_in_circles_is_void() {
    let hands = ["crane pine-chaff", "", "moon", "phoenix geese"];
    let situation = Situation {
        hands: &hands,
        top: "swallow",
        discards: "willow-ribbon",
        rest: Rest::Hand(2),
        ..Situation::default()
    };
    let scene = Scene::of(plain(), situation);
    assert_eq!((scene.result().ending, scene.result().turns), (Ending::Void, 10_000));
    assert!(!scene.saw("Seat 2 discards") && !scene.saw("Seat 4 discards"));
    assert!(scene.saw("Seat 1 cannot discard, draws willow-ribbon and discards it.\n    Seat 2 is skipped."));
    assert!(scene.saw("Seat 3 cannot discard, draws swallow and discards it.\n    Seat 4 is skipped."));
}

/// One player draws and discards the yellow paulownia; for it another one gets
/// the lightning, discards it and so skips the third, who could play.
#[test]
fn the_yellow_paulownia_can_go_in_circles_as_well() {
    let situation = Situation {
        hands: &["lightning deer", "", "moon geese"],
        top: "yellow-paulownia",
        rest: Rest::Hand(2),
        ..Situation::default()
    };
    let rules = Rules { players: 3, lightning_first_turn: true, declare_lightning: false, ..plain() };
    let scene = Scene::of(rules, situation);
    assert_eq!((scene.result().ending, scene.result().turns), (Ending::Void, 10_000));
    assert!(!scene.saw("Seat 2 discards") && !scene.saw("Seat 2 cannot discard"));
    assert!(scene.saw("Seat 1 discards lightning.\n    Seat 2 is skipped."), "{}", scene.told());
    assert!(scene.saw("Seat 3 cannot discard, draws yellow-paulownia and discards it."));
    assert!(scene.saw("Seat 1 must draw lightning."));
}

/// One player draws and discards the yellow paulownia; the other one gets the
/// phoenix for it, and prefers it to all that would end this.
#[test]
fn two_players_can_choose_to_go_in_circles() {
    let situation = Situation {
        hands: &["deer boar", ""],
        top: "phoenix",
        discards: "yellow-paulownia",
        rest: Rest::Hand(2),
        ..Situation::default()
    };
    let mut scene = Scene::of(Rules { max_turns: 1_000, ..for_two() }, situation);
    while scene.asks() == "2 discard" {
        scene.choose("phoenix");
    }
    assert_eq!((scene.result().ending, scene.result().turns), (Ending::Void, 1_000));
    assert_eq!(scene.draws(1), 500);
}
