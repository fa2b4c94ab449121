//! Who is asked for a haste, and when.

use super::rig::{Scene, plain};
use crate::game::{Game, Next, Options};
use crate::games::kazu_tori::{Haste, Rules};

/// Everyone who is asked before the next card is laid.
fn asked(scene: &mut Scene) -> Vec<usize> {
    let discards = scene.table.discards;
    let mut seats = Vec::new();
    while let Next::Choice(seat) = scene.next() {
        if scene.table.discards > discards {
            break;
        }
        seats.push(seat.number());
        scene.apply(0);
    }
    seats
}

#[test]
fn everyone_is_asked_from_the_discarders_right_on_the_discarder_last() {
    for (discarder, order) in [(1, [2, 3, 4, 1]), (2, [3, 4, 1, 2]), (3, [4, 1, 2, 3]), (4, [1, 2, 3, 4])] {
        let mut scene = Scene::with_piles(plain(), ["2 3", "4 5", "6 7", "8 9"]).at(discarder, 1);
        assert_eq!(asked(&mut scene), order);
    }
}

#[test]
fn who_is_out_is_not_asked() {
    let mut scene = Scene::with_piles(plain(), ["2 3", "4 5", "", "8 9"]).at(2, 1);
    assert_eq!(asked(&mut scene), [4, 1, 2]);
}

#[test]
fn a_discarder_with_one_card_cannot_slap_and_is_not_asked() {
    let mut scene = Scene::with_piles(plain(), ["2", "4 5", "6 7", "8 9"]);
    assert_eq!(asked(&mut scene), [2, 3, 4]);
    let mut scene = Scene::with_piles(plain(), ["2", "", "6 7", ""]);
    assert_eq!(asked(&mut scene), [3]);
}

#[test]
fn the_card_is_drawn_after_all_have_chosen() {
    let mut scene = Scene::with_piles(plain(), ["2 3", "4 5", "6 7", "8 9"]);
    let untouched = scene.rng.clone();
    for _ in 0..3 {
        scene.apply(4);
        assert_eq!((scene.table.discards, &scene.rng), (0, &untouched));
    }
    scene.apply(4);
    assert_eq!(scene.table.discards, 1);
}

#[test]
fn the_options_are_five_degrees_of_haste() {
    let scene = Scene::with_piles(plain(), ["2 3", "4 5", "6 7", "8 9"]);
    let options = scene.game.options(&scene.table);
    assert_eq!(options.decision(), "haste");
    let names: Vec<String> = options.iter().map(|haste| haste.to_string()).collect();
    assert_eq!(names, ["0", "0.25", "0.5", "0.75", "1"]);
}

#[test]
fn everyone_plays_with_the_haste_that_was_chosen() {
    // Certain to be noticed and always the same time: the hastiest is first.
    let rules = Rules { lapse: 0.0, spread: 0.0, ..plain() };
    for hasty in 0..4 {
        let mut scene = Scene::with_piles(rules.clone(), ["1 1", "2 3", "2 3", "2 3"]);
        for asked in 0..4 {
            let choice = usize::from(asked == hasty);
            scene.apply(choice);
        }
        assert_eq!(scene.table.hastes[(hasty + 1) % 4], Haste::at(1));
        assert_eq!(scene.next_discard(), ((hasty + 1) % 4 + 1, 1), "the hasty one took");
    }
}

#[test]
fn calm_keen_and_reckless_players_are_always_equally_hasty() {
    for (name, haste) in [("calm", 0.0), ("keen", 0.5), ("reckless", 1.0)] {
        for number in [1, 10] {
            let scene = Scene::with_piles(plain(), ["2 3", "4 5", "6 7", "8 9"]).at(1, number);
            assert_eq!(Haste::at(scene.place_chosen_by(name, "")).degree(), haste, "{name}");
        }
    }
}
