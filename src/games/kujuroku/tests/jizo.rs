//! The Jizo, and how it meets the Oni.

use super::rig::{Deal, Scene, with_jizo};
use crate::games::kujuroku::{Ending, OniFate, Role, Rules, Yaku, YakuCheck};

/// The game with the Jizo in which every round is counted.
fn counted() -> Rules {
    Rules { yaku: false, ..with_jizo() }
}

#[test]
fn played_from_the_hand_it_captures_nothing_and_is_its_players_after_the_turn() {
    let deal = Deal { dealer: "Jizo", field: "2 2 3 7 8 9", pile: "10", ..Deal::default() };
    let mut scene = Scene::dealt(with_jizo(), deal);
    scene.plays("Jizo");
    assert!(scene.saw("1 lays Jizo"));
    assert_eq!(scene.captured(Role::Dealer), "Jizo");
    assert_eq!(scene.field(), "2 2 3 7 8 9 10");
}

#[test]
fn drawn_it_captures_nothing_and_is_its_players_after_the_turn() {
    let deal = Deal { dealer: "10", field: "2 2 3 7 8 9", pile: "Jizo", ..Deal::default() };
    let mut scene = Scene::dealt(with_jizo(), deal);
    scene.plays("10");
    assert_eq!(scene.captured(Role::Dealer), "Jizo");
    assert_eq!(scene.field(), "2 2 3 7 8 9 10");
}

#[test]
fn drawn_after_the_oni_took_a_card_it_frees_that_card_and_takes_the_oni() {
    let deal = Deal { dealer: "Oni", field: "2 2 3 7 8 9", pile: "Jizo", ..Deal::default() };
    let mut scene = Scene::dealt(with_jizo(), deal);
    scene.plays("Oni").takes("7");
    assert!(scene.saw("1 frees 7"));
    assert_eq!(scene.captured(Role::Dealer), "Oni Jizo");
    assert_eq!(scene.field(), "2 2 3 7 8 9");
    assert_eq!(scene.oni_fate(), Some(OniFate::WithJizo));
}

#[test]
fn an_oni_that_was_subdued_has_no_fourth_card() {
    let deal = Deal { dealer: "Oni", field: "2 2 3 7 8 9", pile: "Jizo", ..Deal::default() };
    let mut scene = Scene::dealt(counted(), deal);
    scene.plays("Oni").takes("7");
    assert!(scene.table.oni.number.is_empty(), "it has captured nothing");
    scene.play_on();
    let (scores, fourth) = scene.counted().expect("every round is counted");
    assert_eq!((scores.iter().sum::<u16>(), fourth.as_str()), (300, "nothing"));
    assert_eq!(scene.field(), "nothing", "all four 7s were captured in pairs");
}

#[test]
fn drawn_after_the_oni_was_laid_on_an_empty_field_it_takes_the_oni() {
    let deal = Deal { dealer: "5", second: "Oni", field: "5 5 5 6 6 6", pile: "6 Jizo", ..Deal::default() };
    let mut scene = Scene::dealt(counted(), deal);
    scene.leaves("5").leaves("6").plays("5").plays("Oni");
    assert_eq!(scene.captured(Role::Second), "Oni Jizo");
    assert_eq!(scene.field(), "nothing");
    assert_eq!(scene.oni_fate(), Some(OniFate::WithJizo));
    assert!(!scene.table.oni.removed);
    assert_eq!(scene.play_on().counted().expect("counted").1, "nothing");
}

#[test]
fn laid_from_the_hand_it_is_taken_by_the_oni_that_is_drawn() {
    let deal = Deal { dealer: "Jizo", field: "2 2 3 7 8 9", pile: "Oni", ..Deal::default() };
    let mut scene = Scene::dealt(counted(), deal);
    scene.plays("Jizo");
    assert_eq!(scene.asked(), Some("play"), "the Oni has no choice");
    assert_eq!(scene.captured(Role::Dealer), "Oni Jizo");
    assert_eq!(scene.field(), "2 2 3 7 8 9");
    assert_eq!(scene.oni_fate(), Some(OniFate::TookJizo));
    assert!(scene.table.oni.number.is_empty());
    assert_eq!(scene.play_on().counted().expect("counted").1, "nothing", "the Oni captured no number");
}

#[test]
fn the_jokers_meet_only_within_one_turn() {
    // The dealer's Oni took its card; the second turns up the Jizo.
    let deal = Deal { dealer: "Oni", second: "10", field: "2 2 3 7 8 9", pile: "6 Jizo", ..Deal::default() };
    let mut scene = Scene::dealt(with_jizo(), deal);
    scene.plays("Oni").takes("7").plays("10");
    assert_eq!(scene.captured(Role::Dealer), "7 Oni");
    assert_eq!(scene.captured(Role::Second), "Jizo");

    // The dealer's Jizo is off the field when the second plays the Oni.
    let deal = Deal { dealer: "Jizo", second: "Oni", field: "2 2 3 7 8 9", pile: "6 10", ..Deal::default() };
    let mut scene = Scene::dealt(with_jizo(), deal);
    scene.plays("Jizo").plays("Oni").takes("7");
    assert_eq!(scene.captured(Role::Dealer), "Jizo");
    assert_eq!(scene.captured(Role::Second), "7 Oni");
}

#[test]
fn an_oni_that_came_with_the_jizo_still_makes_danjou() {
    let deal = Deal {
        dealer: "special-1 special-4",
        second: "2",
        third: "2",
        field: "1 4 7 8 Oni Jizo",
        pile: "9 10 6 5",
    };
    let mut scene = Scene::dealt(with_jizo(), deal);
    scene.plays("special-1").plays("2").plays("2").plays("special-4");
    assert_eq!(
        scene.round_end().map(|end| (end.ending, end.turns)),
        Some((Ending::Yaku(Role::Dealer, Yaku::Danjou), 4))
    );
}

/// The dealer has the special 4; the Oni takes the special 1, which makes
/// Danjou, and the Jizo is next in the pile.
const DANJOU_BEFORE_THE_JIZO: Deal<'static> =
    Deal { dealer: "Oni", second: "", third: "", field: "special-4 4 4 special-1 7 8", pile: "Jizo" };

#[test]
fn the_jizo_undoes_a_danjou_before_it_is_looked_for() {
    let mut scene = Scene::dealt(with_jizo(), DANJOU_BEFORE_THE_JIZO);
    scene.leaves("4").plays("Oni").takes("special-1");
    assert_eq!(scene.round_end(), None);
    assert_eq!(scene.captured(Role::Dealer), "special-4 4 Oni Jizo");
    assert_eq!(scene.field(), "special-1 4 7 8");
}

#[test]
fn looked_for_at_the_capture_danjou_comes_before_the_jizo() {
    let rules = Rules { yaku_check: YakuCheck::Capture, ..with_jizo() };
    let mut scene = Scene::dealt(rules, DANJOU_BEFORE_THE_JIZO);
    scene.leaves("4").plays("Oni").takes("special-1");
    assert_eq!(
        scene.round_end().map(|end| (end.ending, end.turns)),
        Some((Ending::Yaku(Role::Dealer, Yaku::Danjou), 1))
    );
}

#[test]
fn the_card_that_goes_back_can_be_captured_by_the_next_player() {
    let deal = Deal { dealer: "Oni", second: "7", field: "2 2 3 7 8 9", pile: "Jizo 10", ..Deal::default() };
    let mut scene = Scene::dealt(with_jizo(), deal);
    scene.plays("Oni").takes("7").plays("7");
    assert_eq!(scene.captured(Role::Second), "7 7");
}
