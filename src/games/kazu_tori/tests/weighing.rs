//! How hasty the bot `weighing` is, and why.

use super::rig::{Scene, plain, seat};
use crate::games::kazu_tori::{Haste, Rules};
use crate::settings::OneOf;

/// The haste of seat 2, in quarters, with some weights set or none.
fn haste(scene: &Scene, weights: &str) -> usize {
    assert_eq!(scene.seat_asked(), seat(2));
    scene.place_chosen_by("weighing", weights)
}

/// Every player knows what is in the pile of a seat.
fn knowing(mut scene: Scene, number: usize) -> Scene {
    scene.table.known[number - 1] = scene.table.piles[number - 1].set();
    scene
}

const CALM: usize = Haste::CALM.index();
const RECKLESS: usize = Haste::RECKLESS.index();

/// Piles of even size, in which nothing is known.
const EVEN: [&str; 4] = ["1 2 3 5 6 7", "2 3 4 5 6 8", "7 8 9 10 1 Oni", "3 4 5 6 9 10"];

/// So many cards on the table, which have nothing to do with a One.
fn with_table(rules: Rules, piles: [&str; 4], cards: usize) -> Scene {
    let laid = [(1, "7"), (2, "8"), (3, "9"), (4, "10"), (1, "7"), (2, "8"), (3, "9"), (4, "10")];
    Scene::with_piles(rules, piles).with_table(&laid[..cards])
}

#[test]
fn calm_where_the_card_cannot_fit() {
    let scene = Scene::with_piles(plain(), ["2 3 5", "4 6 7", "1 1 1 Oni", "7 8 9"]);
    assert!(haste(&scene, "") > CALM, "the Ones may be anywhere");
    assert_eq!(haste(&knowing(scene, 3), ""), CALM, "all that would fit is known to be in another pile");
}

#[test]
fn reckless_where_the_card_is_known_to_fit() {
    let scene = knowing(Scene::with_piles(plain(), ["1 1 1 Oni", "4 6 7 8 9", "7 2 3 4", "7 8 9 5"]), 1);
    assert_eq!(haste(&scene, ""), RECKLESS);
}

#[test]
fn the_last_digit_of_the_number_counts() {
    let rules = Rules { limit: OneOf(20), ..plain() };
    let scene =
        knowing(Scene::with_piles(rules, ["1 1 1 Oni", "4 6 7 8 9", "7 2 3 4", "7 8 9 5"]).at(1, 11), 1);
    assert_eq!(haste(&scene, ""), RECKLESS);
}

#[test]
fn the_more_lies_on_the_table_the_hastier() {
    assert!(haste(&with_table(plain(), EVEN, 8), "") > haste(&with_table(plain(), EVEN, 0), ""));
}

#[test]
fn a_wrong_slap_costs_something() {
    let scene = with_table(plain(), EVEN, 0);
    assert!(haste(&scene, "") < RECKLESS);
    assert_eq!(haste(&scene, "wrong=0"), RECKLESS);
}

#[test]
fn a_small_pile_has_little_to_lose_by_a_wrong_slap() {
    let small = ["1 2 3 5 6 7 8 9 10 2", "3 4", "7 8 9 10 1 Oni", "3 4 5 6 9 10"];
    let large = ["1 2 3 5 6 7", "2 3 4 5 6 8 9 10 4 5", "7 8 9 10 1 Oni", "3 6"];
    assert!(haste(&Scene::with_piles(plain(), small), "") > haste(&Scene::with_piles(plain(), large), ""));
}

#[test]
fn the_take_that_ends_the_game_counts_in_points() {
    let last_call = ["1 2 3 5 6 7", "2 3 4 5 6 8", "7 8 9 10 1 Oni", ""];
    let scene = with_table(plain(), last_call, 4);
    assert!(haste(&scene, "") > CALM);
    assert_eq!(haste(&scene, "end=0"), CALM);
}
