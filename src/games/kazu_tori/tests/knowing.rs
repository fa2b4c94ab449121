//! What a player knows.

use super::rig::{Scene, plain, seat, stream};
use crate::game::Game;
use crate::games::kazu_tori::Table;

fn known(scene: &Scene, number: usize) -> String {
    scene.game.view(&scene.table, seat(2)).known[number - 1].to_string()
}

#[test]
fn the_haste_of_who_was_asked_before_does_not_show() {
    let after = |choice: usize| -> Table {
        let mut scene = Scene::with_piles(plain(), ["2 3", "4 5", "6 7", "8 9"]);
        scene.apply(choice);
        scene.table
    };
    let scene = Scene::with_piles(plain(), ["2 3", "4 5", "6 7", "8 9"]);
    let views: Vec<_> = (0..5).map(|choice| scene.game.view(&after(choice), seat(3))).collect();
    assert!(views.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn in_worlds_those_asked_before_have_any_haste_and_piles_any_cards() {
    let mut scene = Scene::with_piles(plain(), ["2 3", "4 5", "6 7", "8 9"]).with_table(&[
        (1, "1"),
        (1, "1"),
        (1, "1"),
        (2, "2"),
        (2, "2"),
        (2, "2"),
        (3, "3"),
        (3, "3"),
        (3, "3"),
        (4, "4"),
        (4, "4"),
        (4, "5"),
        (4, "5"),
        (4, "5"),
        (1, "6"),
        (1, "6"),
        (1, "6"),
        (2, "7"),
        (2, "7"),
        (2, "7"),
        (3, "8"),
        (3, "8"),
        (3, "8"),
        (4, "9"),
        (4, "9"),
        (4, "9"),
        (1, "10"),
        (1, "10"),
        (1, "10"),
        (1, "10"),
        (2, "Oni"),
        (3, "Jizo"),
    ]);
    scene.apply(4);
    let view = scene.game.view(&scene.table, seat(3));
    let (mut hastes, mut eights) = ([0_u32; 5], [0_u32; 4]);
    for number in 0..2_000 {
        let sampled = scene.game.sample_state(&view, &mut stream(number));
        assert_eq!(sampled.chooser(), seat(3));
        hastes[sampled.hastes[1].index()] += 1;
        for (pile, count) in sampled.piles.iter().zip(&mut eights) {
            *count += u32::from(pile.set().to_string().contains('8'));
        }
    }
    assert!(hastes.iter().all(|&times| (320..480).contains(&times)), "{hastes:?}");
    assert!(
        eights.iter().all(|&times| (420..580).contains(&times)),
        "{eights:?}: the own pile is hidden too"
    );
}

#[test]
fn taken_cards_are_known_until_they_are_laid_again() {
    let mut scene = Scene::with_piles(plain(), ["3 5", "6", "7 8", "9"]).with_table(&[(4, "2")]).at(1, 3);
    scene.lays("3", &[3]);
    assert_eq!(known(&scene, 3), "2 3");
    scene.lays("3", &[]);
    assert_eq!(known(&scene, 3), "2");
}

#[test]
fn a_payers_cards_are_no_longer_known() {
    let mut scene = Scene::with_piles(plain(), ["3 5", "6", "7 8", "9 10"]).with_table(&[(4, "2")]).at(1, 3);
    scene.lays("3", &[3]);
    scene.lays("7", &[3]);
    assert_eq!([1, 2, 3, 4].map(|number| known(&scene, number)), ["nothing"; 4].map(str::to_owned));
}

#[test]
fn a_payers_only_card_is_known_to_have_gone_if_it_was_known() {
    let mut scene =
        Scene::with_piles(plain(), ["Jizo 5", "6 7", "8", "9 10"]).with_table(&[(4, "2")]).at(1, 3);
    // The Jizo goes to seat 2 and the 2 to seat 3, who has nothing else after
    // the next discard.
    scene.lays("Jizo", &[]);
    scene.lays("6", &[]);
    scene.lays("8", &[]);
    assert_eq!(known(&scene, 3), "2");
    scene.lays("9", &[3]);
    assert_eq!(scene.payments(), [(3, 4)]);
    assert_eq!([3, 4].map(|number| known(&scene, number)), ["nothing", "2"].map(str::to_owned));
    let view = scene.game.view(&scene.table, seat(2));
    let two = scene.table.known[3].first();
    for number in 0..50 {
        let sampled = scene.game.sample_state(&view, &mut stream(number));
        assert!(sampled.piles[3].cards().contains(&two), "so it is in all worlds");
    }
}

#[test]
fn a_penalty_card_does_not_show_its_face() {
    let mut scene = Scene::with_piles(plain(), ["2 5", "6 7", "8", "9 10"]).at(1, 3);
    scene.lays("2", &[3]);
    assert_eq!((scene.payments(), scene.is_in(3)), (vec![(3, 4)], false));
    assert_eq!(known(&scene, 4), "nothing", "not even if it was the only one");
}

#[test]
fn what_is_given_back_to_the_only_player_who_laid_cards_is_known() {
    let mut scene =
        Scene::with_piles(plain(), ["Jizo 5", "6", "7 8", "9 10"]).with_table(&[(4, "2")]).at(1, 9);
    scene.lays("Jizo", &[]);
    assert_eq!([2, 3].map(|number| known(&scene, number)), ["Jizo", "2"].map(str::to_owned));
    scene.lays("6", &[]);
    assert_eq!(scene.sizes(), [1, 2, 3, 2], "given back at the limit");
    assert_eq!(known(&scene, 2), "6 Jizo");
    let view = scene.game.view(&scene.table, seat(4));
    for number in 0..50 {
        let sampled = scene.game.sample_state(&view, &mut stream(number));
        assert_eq!(sampled.piles[1].set().to_string(), "6 Jizo", "in all worlds");
    }
}

#[test]
fn what_the_jizo_gives_is_known_and_what_is_given_back_to_several_is_not() {
    let mut scene =
        Scene::with_piles(plain(), ["Jizo 5", "6", "7 8", "9 10"]).with_table(&[(4, "2")]).at(1, 8);
    scene.lays("Jizo", &[]);
    assert_eq!([2, 3].map(|number| known(&scene, number)), ["Jizo", "2"].map(str::to_owned));
    scene.lays("6", &[]);
    scene.lays("7", &[]);
    assert_eq!(scene.sizes(), [1, 2, 3, 2], "given back at the limit");
    assert_eq!([2, 3].map(|number| known(&scene, number)), ["Jizo", "2"].map(str::to_owned));
}
