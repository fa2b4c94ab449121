//! The Jizo: who gets what, how often, and when it leaves.

use super::rig::{Scene, plain};
use crate::games::kazu_tori::{Ending, Event, Rules};

/// Seat 1 lays the Jizo at six, on five cards.
fn scene(rules: Rules) -> Scene {
    Scene::with_piles(rules, ["Jizo 1", "1", "1", "2"])
        .with_table(&[(4, "5"), (1, "6"), (2, "7"), (3, "8"), (4, "9")])
        .at(1, 6)
}

#[test]
fn the_jizo_goes_to_the_right_and_the_cards_under_it_to_the_following_top_card_first() {
    let mut scene = scene(plain());
    scene.lays("Jizo", &[]);
    // 9 lay on top: to seat 3, 8 to seat 4, 7 to seat 1, 6 to seat 2, 5 to 3.
    assert_eq!(
        [1, 2, 3, 4].map(|number| scene.pile(number)),
        ["1 7", "1 6 Jizo", "1 5 9", "2 8"].map(str::to_owned)
    );
    assert_eq!(scene.on_the_table(), "nothing");
    assert_eq!(scene.next_discard(), (2, 7), "the count goes on");
}

#[test]
fn by_the_other_rule_the_next_player_declares_one() {
    let mut scene = scene(Rules { jizo_restarts_count: true, ..plain() });
    scene.lays("Jizo", &[]);
    assert_eq!(scene.next_discard(), (2, 1));
}

#[test]
fn with_its_last_use_it_leaves_and_the_cards_start_with_the_next_player() {
    let mut scene = scene(plain());
    scene.table.jizo_used = 2;
    scene.lays("Jizo", &[]);
    assert_eq!(
        [1, 2, 3, 4].map(|number| scene.pile(number)),
        ["1 6", "1 5 9", "1 8", "2 7"].map(str::to_owned)
    );
    assert!(scene.table.jizo_gone);
    let zones = scene.table.zones();
    assert!(zones.iter().any(|zone| zone.name == "out of the game" && zone.cards.to_string() == "Jizo"));
}

#[test]
fn with_one_use_it_leaves_at_once_and_with_none_it_stays_for_ever() {
    let mut once = scene(Rules { jizo_uses: 1, ..plain() });
    once.lays("Jizo", &[]);
    assert!(once.table.jizo_gone);
    let mut ever = scene(Rules { jizo_uses: 0, ..plain() });
    ever.table.jizo_used = 99;
    ever.lays("Jizo", &[]);
    assert!(!ever.table.jizo_gone);
    assert_eq!(ever.pile(2), "1 6 Jizo");
}

#[test]
fn a_wrong_palm_is_paid_before_the_effect() {
    let mut scene = scene(plain());
    scene.lays("Jizo", &[4]);
    // Seat 4 pays its only card to seat 1 and is out: it gets nothing back.
    assert_eq!(scene.payments(), [(4, 1)]);
    assert_eq!(
        [1, 2, 3, 4].map(|number| scene.pile(number)),
        ["1 2 5 8", "1 7 Jizo", "1 6 9", "nothing"].map(str::to_owned)
    );
}

#[test]
fn as_a_last_card_it_puts_its_player_out_who_gets_nothing() {
    let mut scene = Scene::with_piles(plain(), ["Jizo", "1", "1", "2"])
        .with_table(&[(2, "7"), (3, "8"), (4, "9")])
        .at(1, 6);
    scene.lays("Jizo", &[]);
    assert!(!scene.is_in(1));
    assert_eq!(
        [1, 2, 3, 4].map(|number| scene.pile(number)),
        ["nothing", "1 7 Jizo", "1 9", "2 8"].map(str::to_owned)
    );
    assert_eq!(scene.next_discard(), (2, 7));
}

#[test]
fn it_skips_who_is_out() {
    let mut scene =
        Scene::with_piles(plain(), ["Jizo 3", "", "1", "2"]).with_table(&[(3, "8"), (4, "9")]).at(1, 6);
    scene.lays("Jizo", &[]);
    assert_eq!([1, 3, 4].map(|number| scene.pile(number)), ["3 8", "1 Jizo", "2 9"].map(str::to_owned));
}

#[test]
fn on_an_empty_table_it_just_moves_on() {
    let mut scene = Scene::with_piles(plain(), ["Jizo 3", "1", "1", "2"]);
    scene.lays("Jizo", &[]);
    assert_eq!((scene.pile(2).as_str(), scene.next_discard()), ("1 Jizo", (2, 2)));
}

#[test]
fn at_the_limit_there_is_no_table_left_to_give_back() {
    let mut scene = scene(plain()).at(1, 10);
    scene.lays("Jizo", &[]);
    assert_eq!(scene.next_discard(), (2, 1));
    assert_eq!(scene.count(|event| matches!(event, Event::GaveBack { .. })), 0);
}

#[test]
fn what_it_gave_is_not_laid_any_more_when_the_table_is_given_back() {
    let mut scene = scene(plain()).at(1, 9);
    scene.lays("Jizo", &[]);
    scene.lays("1", &[]);
    assert_eq!(scene.sizes().iter().sum::<usize>(), 10);
    assert_eq!(scene.sizes(), [2, 3, 3, 2], "seat 2 alone had a card on the table");
}

#[test]
fn its_effect_is_completed_before_the_last_player_wins() {
    let mut scene =
        Scene::with_piles(plain(), ["Jizo", "", "1", ""]).with_table(&[(3, "8"), (1, "9")]).at(1, 6);
    scene.lays("Jizo", &[]);
    let (ending, score) = scene.ended().expect("one player is left");
    assert_eq!((ending, score.cards), (Ending::Alone, [0, 0, 4, 0]));
}

#[test]
fn its_last_use_too_is_completed_before_the_last_player_wins() {
    let mut scene =
        Scene::with_piles(plain(), ["Jizo", "", "1", ""]).with_table(&[(3, "8"), (1, "9")]).at(1, 6);
    scene.table.jizo_used = 2;
    scene.lays("Jizo", &[3]);
    let (ending, score) = scene.ended().expect("one player is left");
    assert_eq!((ending, score.cards), (Ending::Alone, [0, 0, 3, 0]));
    assert_eq!(scene.payments(), [], "there is nobody to pay to");
}
