//! What the bot `greedy` chooses.

use super::rig::{Deal, Scene, plain, with_jizo};
use crate::games::kujuroku::Rules;

/// The card that greedy chooses at a table.
fn greedy(scene: &Scene) -> String {
    scene.chosen_by("greedy", "")
}

fn first_play(rules: Rules, dealer: &str, field: &str) -> String {
    greedy(&Scene::dealt(rules, Deal { dealer, field, ..Deal::default() }))
}

#[test]
fn takes_the_most_points() {
    assert_eq!(first_play(plain(), "5 6 9 10 7 8", "5 5 6 6 9 3"), "9");
    assert_eq!(first_play(plain(), "5 6 9 2 7 8", "5 2 6 6 9 3"), "2", "a 2 is worth ten");
}

#[test]
fn takes_rather_than_discards() {
    assert_eq!(first_play(plain(), "5 6 9 10 7 3", "2 2 8 8 3 1"), "3");
}

#[test]
fn the_oni_is_worth_itself_and_what_it_takes() {
    assert_eq!(first_play(plain(), "5 6 9 10 7 Oni", "9 9 8 8 3 10"), "Oni");
    assert_eq!(first_play(plain(), "5 6 9 10 7 Oni", "9 8 8 3 3 7"), "Oni", "21 points, as 12 and 9");
}

#[test]
fn the_jizo_is_worth_twelve_and_a_pair_of_tens_more() {
    assert_eq!(first_play(with_jizo(), "5 6 9 7 8 Jizo", "2 2 4 4 10 5"), "Jizo");
    assert_eq!(first_play(with_jizo(), "5 6 9 10 8 Jizo", "2 2 4 4 10 5"), "10");
}

#[test]
fn discards_what_costs_least() {
    assert_eq!(first_play(plain(), "10 2 9 8 6 7", "3 3 4 4 5 5"), "6");
    assert_eq!(first_play(plain(), "10 2 9 4 3 7", "1 1 6 6 5 5"), "3");
}

#[test]
fn of_equal_costs_keeps_the_cards_of_yaku() {
    assert_eq!(first_play(plain(), "special-1 2 10 10 2 2", "3 3 4 4 5 5"), "2");
}

#[test]
fn keeps_the_cards_of_yaku_even_where_there_are_none() {
    let rules = Rules { yaku: false, ..plain() };
    assert_eq!(first_play(rules, "special-1 2 10 10 2 2", "3 3 4 4 5 5"), "2");
}

/// What the second plays, with the Oni in hand, when the dealer has emptied
/// the field.
fn on_an_empty_field(rules: Rules, second: &str) -> String {
    let deal = Deal { dealer: "5", second, field: "5 5 5 6 6 6", pile: "6", ..Deal::default() };
    let mut scene = Scene::dealt(rules, deal);
    scene.leaves("5").leaves("6").plays("5");
    assert_eq!((scene.field().as_str(), scene.seat_asked().number()), ("nothing", 2));
    greedy(&scene)
}

#[test]
fn keeps_the_oni_on_an_empty_field_unless_it_is_worth_nothing() {
    assert_eq!(on_an_empty_field(plain(), "Oni 9 10 2 8 7"), "7");
    assert_eq!(on_an_empty_field(with_jizo(), "3 9 10 2 8 Oni"), "Oni", "with the Jizo it is worth 0");
    assert_eq!(on_an_empty_field(with_jizo(), "3 9 10 2 Oni Jizo"), "Jizo", "which comes back");
}

#[test]
fn of_equal_points_takes_the_cards_of_yaku() {
    let deal = Deal { dealer: "1", field: "1 special-1 5 7 8 9", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("1");
    assert_eq!(greedy(&scene), "special-1");

    let deal = Deal { dealer: "10", field: "special-4 4 5 7 8 9", pile: "4", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("10");
    assert_eq!(greedy(&scene), "special-4");
}

#[test]
fn of_equal_points_plays_the_card_of_a_yaku() {
    assert_eq!(first_play(plain(), "1 special-1 5 7 8 9", "1 1 6 6 3 3"), "special-1");
    assert_eq!(first_play(plain(), "2 special-1 5 7 8 9", "2 1 6 6 3 3"), "special-1");
}

#[test]
fn the_oni_at_the_deal_takes_the_most_points() {
    let scene = Scene::dealt(plain(), Deal { field: "9 8 special-1 10 2 Oni", ..Deal::default() });
    assert_eq!(greedy(&scene), "special-1", "ten points, and a card of Danjou");
}

#[test]
fn keeps_the_special_card_of_a_triple() {
    let scene = Scene::dealt(plain(), Deal { field: "special-1 1 1 6 7 8", ..Deal::default() });
    assert_eq!(greedy(&scene), "1", "a plain 1 stays");
    let scene = Scene::dealt(plain(), Deal { field: "special-4 4 4 6 7 8", ..Deal::default() });
    assert_eq!(greedy(&scene), "4", "a plain 4 stays");
}
