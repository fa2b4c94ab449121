//! A turn with number cards: a card from the hand, then one from the pile.

use super::rig::{Deal, Scene, plain};
use crate::games::kujuroku::{Event, Role};

#[test]
fn any_card_of_the_hand_may_be_played() {
    let scene =
        Scene::dealt(plain(), Deal { dealer: "1 1 5 6 Oni 10", field: "2 2 3 7 8 9", ..Deal::default() });
    assert_eq!(scene.asked(), Some("play"));
    assert_eq!(scene.options(), "1 1 5 6 Oni 10");
}

#[test]
fn a_card_takes_the_one_that_it_matches() {
    let deal = Deal { dealer: "7", field: "2 3 5 7 8 9", pile: "6", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("7");
    assert_eq!(scene.captured(Role::Dealer), "7 7");
    assert_eq!(scene.field(), "2 3 5 6 8 9");
}

#[test]
fn capturing_is_not_optional() {
    // No decision lies between the card and its capture, and of two matches
    // one must be taken: to lay the card is not among the options.
    let deal = Deal { dealer: "7 1", field: "special-1 1 5 7 8 9", pile: "6", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("7");
    assert_eq!(scene.captured(Role::Dealer), "7 7");

    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("1");
    assert_eq!((scene.asked(), scene.options().as_str()), (Some("take_hand"), "special-1 1"));
}

#[test]
fn of_two_matches_the_player_picks_one() {
    let deal = Deal { dealer: "1", field: "special-1 1 5 7 8 9", pile: "6", ..Deal::default() };
    for (pick, captured, field) in
        [("special-1", "special-1 1", "1 5 6 7 8 9"), ("1", "1 1", "special-1 5 6 7 8 9")]
    {
        let mut scene = Scene::dealt(plain(), deal);
        scene.plays("1").takes(pick);
        assert_eq!(scene.captured(Role::Dealer), captured);
        assert_eq!(scene.field(), field);
    }
}

#[test]
fn a_card_without_a_match_stays_on_the_field() {
    let deal = Deal { dealer: "10", field: "2 3 5 7 8 9", pile: "6", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("10");
    assert_eq!(scene.captured(Role::Dealer), "nothing");
    assert_eq!(scene.field(), "2 3 5 6 7 8 9 10");
}

#[test]
fn the_drawn_card_captures_as_the_played_one_does() {
    let deal = Deal { dealer: "10", field: "2 3 5 7 8 9", pile: "8", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("10");
    assert_eq!(scene.captured(Role::Dealer), "8 8");
    assert_eq!(scene.field(), "2 3 5 7 9 10");

    let deal = Deal { dealer: "10", field: "special-4 4 5 7 8 9", pile: "4", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("10");
    assert_eq!((scene.asked(), scene.options().as_str()), (Some("take_draw"), "special-4 4"));
    scene.takes("special-4");
    assert_eq!(scene.captured(Role::Dealer), "special-4 4");
    assert_eq!(scene.field(), "4 5 7 8 9 10");
}

#[test]
fn the_drawn_card_can_take_the_card_just_laid() {
    let deal = Deal { dealer: "10", field: "2 3 5 7 8 9", pile: "10", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("10");
    assert_eq!(scene.captured(Role::Dealer), "10 10");
    assert_eq!(scene.field(), "2 3 5 7 8 9");
}

#[test]
fn a_played_card_that_captured_is_not_there_for_the_drawn_card() {
    let deal = Deal { dealer: "1", field: "special-1 2 5 7 8 9", pile: "1", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("1");
    assert_eq!(scene.captured(Role::Dealer), "special-1 1");
    assert_eq!(scene.field(), "1 2 5 7 8 9");
}

#[test]
fn a_captured_number_can_be_captured_again_by_the_other_two() {
    let deal = Deal { dealer: "2", second: "2", field: "2 2 5 7 8 9", pile: "6 10", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("2").takes("2").plays("2");
    assert_eq!(scene.captured(Role::Dealer), "2 2");
    assert_eq!(scene.captured(Role::Second), "2 2");
}

#[test]
fn turns_go_from_the_dealer_to_second_and_third_and_round_again() {
    let mut scene = Scene::dealt(plain(), Deal { field: "2 2 5 6 7 8", ..Deal::default() });
    scene.play_on();
    let seats = scene.each(|event| match event {
        Event::Played { seat, .. } => Some(seat.number()),
        _ => None,
    });
    assert!(seats.len() > 3);
    assert!(seats.iter().zip([1, 2, 3].iter().cycle()).all(|(seat, expected)| seat == expected));
}

#[test]
fn the_field_is_never_refilled() {
    let deal = Deal { dealer: "5", second: "9", field: "5 5 5 6 6 6", pile: "6 10", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.leaves("5").leaves("6").plays("5");
    assert_eq!(scene.field(), "nothing");
    scene.plays("9");
    assert_eq!(scene.field(), "9 10");
}
