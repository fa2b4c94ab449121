//! The end of the draw pile, and of a round that is played out.

use super::rig::{Deal, Scene, plain, with_jizo};
use crate::games::kujuroku::{Event, Rules};

/// Plays a round out. For each turn: whether a card was drawn.
fn draws(rules: Rules) -> Vec<bool> {
    let mut scene = Scene::dealt(rules, Deal { field: "2 2 5 6 7 8", ..Deal::default() });
    scene.play_on();
    assert_eq!(scene.round_end().expect("played out").turns, 18);
    let mut turns = Vec::new();
    for event in scene.events() {
        match event {
            Event::Played { .. } => turns.push(false),
            Event::Drew { .. } => *turns.last_mut().expect("a card is played before one is drawn") = true,
            _ => {}
        }
    }
    turns
}

#[test]
fn with_41_cards_the_last_turn_has_no_draw() {
    let drawn = draws(Rules { yaku: false, ..plain() });
    assert_eq!(drawn, [[true; 17].as_slice(), &[false]].concat());
}

#[test]
fn with_40_cards_the_last_two_turns_have_no_draw() {
    let drawn = draws(Rules { yaku: false, oni: false, ..plain() });
    assert_eq!(drawn, [[true; 16].as_slice(), &[false; 2]].concat());
}

#[test]
fn with_42_cards_every_turn_has_a_draw() {
    let drawn = draws(Rules { yaku: false, ..with_jizo() });
    assert_eq!(drawn, [true; 18]);
}

#[test]
fn the_last_card_of_a_hand_is_played_unasked() {
    let rules = Rules { yaku: false, ..plain() };
    let mut scene = Scene::dealt(rules, Deal { field: "2 2 5 6 7 8", ..Deal::default() });
    let mut played = 0;
    while scene.asked().is_some() {
        played += usize::from(scene.asked() == Some("play"));
        scene.choose_at(0);
    }
    assert_eq!(played, 15, "five cards of each hand are a choice");
}

#[test]
fn a_round_that_is_played_out_leaves_no_card_in_hand_or_pile() {
    let rules = Rules { yaku: false, ..plain() };
    let mut scene = Scene::dealt(rules, Deal { field: "2 2 5 6 7 8", ..Deal::default() });
    scene.play_on();
    assert!(scene.table.hands.iter().all(|hand| hand.is_empty()));
    assert_eq!(scene.table.pile.draw(), None);
}
