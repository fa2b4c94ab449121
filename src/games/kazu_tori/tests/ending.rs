//! Last cards, the last call, and how a game ends.

use super::rig::{Scene, plain};
use crate::game::Next;
use crate::games::kazu_tori::{Ending, Event, Rules, Score, TieRule};

fn ended(scene: &Scene) -> (Ending, Score) {
    scene.ended().expect("the game is over")
}

#[test]
fn who_lays_the_last_card_is_out_and_begins_the_last_call() {
    let mut scene = Scene::with_piles(plain(), ["2", "4 5", "6 7", "8 9"]).at(1, 3);
    scene.lays("2", &[]);
    assert!(!scene.is_in(1));
    assert_eq!(scene.next_discard(), (2, 4));
    assert_eq!(scene.count(|event| matches!(event, Event::WentOut { last_call: true, .. })), 1);
}

#[test]
fn the_next_to_go_out_does_not_begin_another_last_call() {
    let mut scene = Scene::with_piles(plain(), ["2", "", "6 7", "8 9"]).at(1, 3);
    scene.lays("2", &[]);
    assert_eq!(scene.count(|event| matches!(event, Event::WentOut { last_call: false, .. })), 1);
    assert_eq!(scene.next_discard(), (3, 4));
}

#[test]
fn a_take_in_the_last_call_ends_the_game() {
    let mut scene = Scene::with_piles(plain(), ["2 4", "", "6 7", "8"]).with_table(&[(2, "9")]).at(1, 2);
    scene.lays("2", &[3]);
    let (ending, score) = ended(&scene);
    assert_eq!(ending, Ending::Take);
    // Seat 3 has its own two and the two on the table.
    assert_eq!((score.cards, score.points), ([1, 0, 4, 1], [-1, 0, 2, -1]));
    assert_eq!(scene.next(), Next::Over);
}

#[test]
fn a_last_card_that_is_taken_ends_the_game_at_once() {
    let mut scene = Scene::with_piles(plain(), ["2", "5", "6 7", "8"]).at(1, 2);
    scene.lays("2", &[2]);
    let (ending, score) = ended(&scene);
    assert_eq!((ending, score.cards), (Ending::Take, [0, 2, 2, 1]));
    assert!(score.tie);
}

#[test]
fn the_oni_as_a_last_card_ends_the_game_and_is_paid_for() {
    let mut scene =
        Scene::with_piles(plain(), ["Oni", "5 6", "6 7 8", "8"]).with_table(&[(2, "9"), (3, "9")]).at(1, 2);
    scene.lays("Oni", &[]);
    let (ending, score) = ended(&scene);
    assert_eq!(ending, Ending::Oni);
    assert_eq!((score.cards, score.points), ([1, 2, 3, 1], [-1, -2, 4, -1]), "the table is dead");
    assert_eq!(scene.count(|event| matches!(event, Event::WentOut { .. } | Event::Missed { .. })), 0);
}

#[test]
fn the_oni_as_a_last_card_ends_the_last_call_too() {
    let mut scene = Scene::with_piles(plain(), ["Oni", "", "6 7", "8"]).at(1, 2);
    scene.lays("Oni", &[]);
    let (ending, score) = ended(&scene);
    assert_eq!((ending, score.points), (Ending::Oni, [-1, 0, 2, -1]));
}

#[test]
fn the_oni_that_is_no_last_card_does_not_end_the_game() {
    let mut scene = Scene::with_piles(plain(), ["Oni 2", "5", "6 7", "8"]).at(1, 2);
    scene.lays("Oni", &[3]);
    assert_eq!(scene.next_discard(), (3, 1));
}

#[test]
fn the_last_player_wins_without_a_point() {
    let mut scene = Scene::with_piles(plain(), ["2", "", "6 7", ""]).with_table(&[(3, "9")]).at(1, 3);
    scene.lays("2", &[]);
    let (ending, score) = ended(&scene);
    assert_eq!(ending, Ending::Alone);
    assert_eq!((score.cards, score.points, score.wins), ([0, 0, 2, 0], [0; 4], [false, false, true, false]));
}

#[test]
fn a_last_card_may_be_taken_by_the_last_player() {
    let mut scene = Scene::with_piles(plain(), ["2", "", "6 7", ""]).with_table(&[(3, "9")]).at(1, 2);
    scene.lays("2", &[3]);
    let (ending, score) = ended(&scene);
    assert_eq!((ending, score.cards), (Ending::Take, [0, 0, 4, 0]));
}

#[test]
fn a_last_card_that_the_last_player_misses_leaves_one_alone() {
    let mut scene = Scene::with_piles(plain(), ["2", "", "6 7", ""]).at(1, 2);
    scene.lays("2", &[]);
    assert_eq!(ended(&scene).0, Ending::Alone);
    assert_eq!(scene.count(|event| matches!(event, Event::Missed { .. })), 1);
}

#[test]
fn a_penalty_can_leave_one_alone() {
    let mut scene = Scene::with_piles(plain(), ["2 3", "", "6", ""]).at(1, 3);
    scene.lays("2", &[3]);
    let (ending, score) = ended(&scene);
    assert_eq!((ending, score.cards), (Ending::Alone, [2, 0, 0, 0]));
}

#[test]
fn who_is_left_alone_pays_nobody() {
    let mut scene = Scene::with_piles(plain(), ["2 3", "", "6", ""]).at(1, 3);
    scene.lays("2", &[3, 1]);
    assert_eq!(scene.payments(), [(3, 1)]);
    assert_eq!(ended(&scene).1.cards, [2, 0, 0, 0]);
}

#[test]
fn two_can_go_out_at_one_discard_the_discarder_first() {
    let mut scene = Scene::with_piles(plain(), ["2", "4 5", "6", "8"]).at(1, 3);
    scene.lays("2", &[3]);
    let out = scene.each(|event| match event {
        Event::WentOut { seat, .. } => Some(seat.number()),
        _ => None,
    });
    assert_eq!(out, [1, 3]);
    assert_eq!(scene.next_discard(), (2, 4));
}

#[test]
fn a_game_is_stopped_after_so_many_discards_and_scored_as_it_stands() {
    let rules = Rules { max_discards: 2, ..plain() };
    let mut scene = Scene::with_piles(rules, ["2 3", "4 5", "6 7 8", "8"]).at(1, 3);
    scene.lays("2", &[]);
    assert!(scene.ended().is_none());
    scene.lays("5", &[]);
    let (ending, score) = ended(&scene);
    assert_eq!(ending, Ending::Truncated);
    assert_eq!((score.cards, score.points), ([1, 1, 3, 1], [-1, -1, 3, -1]));
}

#[test]
fn the_last_discard_before_the_stop_is_dealt_with_in_full() {
    let rules = Rules { max_discards: 1, ..plain() };
    let mut scene = Scene::with_piles(rules, ["2 3", "4 5", "6", "8"]).with_table(&[(4, "9")]).at(1, 2);
    scene.lays("2", &[3]);
    let (ending, score) = ended(&scene);
    assert_eq!((ending, score.cards), (Ending::Truncated, [1, 2, 3, 1]));
}

#[test]
fn a_game_that_ends_with_its_last_discard_allowed_was_not_stopped() {
    let rules = || Rules { max_discards: 1, ..plain() };
    let mut take = Scene::with_piles(rules(), ["2 4", "", "6 7", "8"]).at(1, 2);
    take.lays("2", &[3]);
    let mut oni = Scene::with_piles(rules(), ["Oni", "5 6", "6 7 8", "8"]);
    oni.lays("Oni", &[]);
    let mut alone = Scene::with_piles(rules(), ["2", "", "6 7", ""]).at(1, 3);
    alone.lays("2", &[]);
    assert_eq!([take, oni, alone].map(|scene| ended(&scene).0), [Ending::Take, Ending::Oni, Ending::Alone]);
}

/// Seats 2 and 4 take a table each, and have four cards each in the end.
fn two_takes(tie: TieRule, first: usize) -> Score {
    let rules = || Rules { tie, max_discards: 3, ..plain() };
    let mut scene = if first == 2 {
        let mut scene = Scene::with_piles(rules(), ["3 5", "6 7 8 9", "2 8", "10 10"]).at(1, 3);
        scene.lays("3", &[2]);
        scene.lays("6", &[]);
        scene
    } else {
        let mut scene = Scene::with_piles(rules(), ["3 2 5", "10 10", "8", "6 7 8 9"]).at(1, 3);
        scene.lays("3", &[4]);
        scene.lays("6", &[]);
        scene
    };
    scene.lays("2", &[6 - first]);
    let (ending, score) = ended(&scene);
    assert_eq!((ending, score.cards), (Ending::Truncated, [1, 4, 1, 4]));
    assert!(score.tie);
    score
}

#[test]
fn of_two_with_the_most_cards_the_one_who_took_last_wins_where_the_house_says_so() {
    let score = two_takes(TieRule::LastTake, 2);
    assert_eq!((score.points, score.wins), ([-1, -4, -1, 6], [false, false, false, true]));
    let score = two_takes(TieRule::LastTake, 4);
    assert_eq!((score.points, score.wins), ([-1, 6, -1, -4], [false, true, false, false]));
    let score = two_takes(TieRule::Draw, 2);
    assert_eq!((score.points, score.wins), ([0; 4], [false, true, false, true]));
}
