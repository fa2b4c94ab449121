//! The Oni in play: it captures any card, and is lost on an empty field.

use super::rig::{Deal, Scene, plain, with_jizo};
use crate::cards::NumberCard;
use crate::games::kujuroku::{OniFate, Role, Rules};

/// A deal after which the dealer can empty the field in the first turn:
/// leaves a 5 and a 6, plays the 5, and turns up a 6.
const EMPTIED: Deal<'static> = Deal { dealer: "5", second: "", third: "", field: "5 5 5 6 6 6", pile: "6" };

/// Plays that deal to the second's turn, with an empty field.
fn on_an_empty_field(rules: Rules, second: &str, pile: &str) -> Scene {
    let pile = format!("6 {pile}");
    let mut scene = Scene::dealt(rules, Deal { second, pile: &pile, ..EMPTIED });
    scene.leaves("5").leaves("6").plays("5");
    assert_eq!(scene.field(), "nothing");
    scene
}

#[test]
fn from_the_hand_it_takes_any_card_of_the_field() {
    let deal = Deal { dealer: "Oni", field: "2 2 3 7 8 9", pile: "6", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("Oni");
    assert_eq!((scene.asked(), scene.options().as_str()), (Some("take_hand"), "2 2 3 7 8 9"));
    scene.takes("8");
    assert_eq!(scene.captured(Role::Dealer), "8 Oni");
    assert_eq!(scene.field(), "2 2 3 6 7 9");
    assert_eq!(scene.oni_fate(), Some(OniFate::Hand));
}

#[test]
fn drawn_it_takes_any_card_the_one_just_laid_too() {
    let deal = Deal { dealer: "10", field: "2 2 3 7 8 9", pile: "Oni", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("10");
    assert_eq!((scene.asked(), scene.options().as_str()), (Some("take_draw"), "2 2 3 7 8 9 10"));
    scene.takes("10");
    assert_eq!(scene.captured(Role::Dealer), "10 Oni");
    assert_eq!(scene.field(), "2 2 3 7 8 9");
    assert_eq!(scene.oni_fate(), Some(OniFate::Draw));
}

#[test]
fn it_takes_the_only_card_of_the_field_unasked() {
    let deal = Deal { dealer: "5", field: "5 5 5 6 6 6", pile: "Oni", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.leaves("5").leaves("6").plays("5");
    assert_eq!(scene.captured(Role::Dealer), "5 5 5 5 6 6 6 Oni");
    assert_eq!(scene.field(), "nothing");
}

#[test]
fn laid_on_an_empty_field_it_is_removed_at_the_end_of_the_turn() {
    let mut scene = on_an_empty_field(plain(), "Oni", "9");
    scene.plays("Oni");
    assert!(scene.saw("2 lays Oni"));
    assert_eq!(scene.oni_fate(), Some(OniFate::Removed));
    assert!(scene.table.oni.removed);
    assert_eq!(scene.field(), "9");
    assert_eq!(scene.captured(Role::Second), "nothing");
}

#[test]
fn a_drawn_card_cannot_capture_the_oni_that_was_laid() {
    let mut scene = on_an_empty_field(plain(), "Oni", "9");
    scene.plays("Oni");
    assert!(scene.saw("2 draws 9") && scene.saw("2 lays 9"));
    assert!(!scene.table.captured.iter().any(|captured| captured.has(NumberCard::ONI)));
    assert_eq!(scene.asked(), Some("play"), "nor is anybody asked");
}

#[test]
fn once_removed_it_scores_for_nobody() {
    let rules = Rules { yaku: false, ..plain() };
    let mut scene = on_an_empty_field(rules, "Oni", "9");
    scene.plays("Oni").play_on();
    let (scores, fourth) = scene.counted().expect("a round without yaku is counted");
    assert_eq!(scores.iter().sum::<u16>(), 288);
    assert_eq!(fourth, "nothing");
}

#[test]
fn after_it_was_removed_every_number_card_is_captured() {
    let mut scene = on_an_empty_field(Rules { yaku: false, ..plain() }, "Oni", "9");
    scene.plays("Oni").play_on();
    assert_eq!(scene.field(), "nothing");
}

#[test]
fn drawn_on_an_empty_field_it_is_laid_and_removed() {
    // Without the Jizo the field has an odd number of cards whenever the Oni
    // is turned up. The Jizo at the deal leaves one card less.
    let deal = Deal { dealer: "5", second: "6", field: "5 5 5 6 6 Jizo", pile: "6 Oni 9", ..Deal::default() };
    let mut scene = Scene::dealt(with_jizo(), deal);
    scene.leaves("5").plays("5").takes("6");
    assert_eq!(scene.field(), "6");
    scene.plays("6");
    assert_eq!(scene.captured(Role::Second), "6 6");
    assert_eq!(scene.oni_fate(), Some(OniFate::Removed));
    assert_eq!(scene.field(), "nothing");
}

#[test]
fn it_may_be_kept_while_the_hand_has_other_cards() {
    let mut scene = on_an_empty_field(plain(), "Oni 9", "10");
    scene.plays("9");
    assert!(scene.table.hands[Role::Second as usize].set().has(NumberCard::ONI));
    assert_eq!(scene.oni_fate(), None);
}

#[test]
fn as_the_last_card_of_a_hand_it_is_played_unasked() {
    let rules = Rules { yaku: false, ..plain() };
    let deal = Deal { third: "2 2 5 6 7 Oni", field: "3 3 7 8 9 10", ..Deal::default() };
    let mut scene = Scene::dealt(rules, deal);
    let mut asked = 0;
    while scene.asked().is_some() {
        let first_is_oni = scene.options().starts_with("Oni");
        asked += usize::from(scene.asked() == Some("play") && scene.table.role == Role::Third);
        scene.choose_at(usize::from(first_is_oni));
    }
    assert_eq!(asked, 5, "the third never chose the Oni");
    assert!(scene.saw("3 plays Oni"));
    assert!(matches!(scene.oni_fate(), Some(OniFate::Hand | OniFate::Removed)));
}
