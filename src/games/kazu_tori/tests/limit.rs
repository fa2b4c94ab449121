//! The counting limit.

use super::rig::{Scene, plain, stream};
use crate::games::kazu_tori::{Event, Rules};
use crate::settings::{Assignment, OneOf, Settings};

#[test]
fn at_the_limit_everyone_gets_back_as_many_cards_as_they_laid() {
    let mut scene = Scene::with_piles(plain(), ["2 3", "4 5 6", "5", "7"])
        .with_table(&[(3, "8"), (4, "9"), (1, "8"), (2, "8"), (4, "9"), (1, "9")])
        .at(1, 10);
    scene.lays("2", &[]);
    assert_eq!(scene.sizes(), [4, 4, 2, 3]);
    assert_eq!(scene.on_the_table(), "nothing");
    assert_eq!(scene.next_discard(), (2, 1));
    assert_eq!(scene.count(|event| matches!(event, Event::GaveBack { .. })), 1);
}

#[test]
fn the_cards_that_are_given_back_are_shuffled() {
    // The 2 is one of two cards on the table: half the time seat 1 gets it.
    let mut own = 0;
    for number in 0..4_000 {
        let mut scene = Scene::with_piles(plain(), ["2 3", "4", "5", "7"]).with_table(&[(3, "8")]).at(1, 10);
        scene.rng = stream(number);
        scene.lays("2", &[]);
        own += u32::from(scene.pile(1) == "2 3");
    }
    assert!((1874..=2126).contains(&own), "{own} of 4000");
}

#[test]
fn a_card_that_might_have_been_taken_at_the_limit_is_given_back_too() {
    let mut scene = Scene::with_piles(plain(), ["10 3", "4", "5", "7"]).at(1, 10);
    scene.lays("10", &[]);
    assert_eq!((scene.pile(1).as_str(), scene.next_discard()), ("3 10", (2, 1)));
}

#[test]
fn in_the_last_call_the_table_stays_and_the_count_begins_again() {
    let mut scene = Scene::with_piles(plain(), ["2 3", "", "5", "7"]).with_table(&[(3, "8")]).at(1, 10);
    scene.lays("2", &[]);
    assert_eq!((scene.on_the_table().as_str(), scene.next_discard()), ("2 8", (3, 1)));
}

#[test]
fn a_last_card_at_the_limit_begins_the_last_call_so_that_the_table_stays() {
    let mut scene = Scene::with_piles(plain(), ["2", "4", "5", "7"]).with_table(&[(3, "8")]).at(1, 10);
    scene.lays("2", &[]);
    assert_eq!((scene.on_the_table().as_str(), scene.next_discard()), ("2 8", (2, 1)));
}

#[test]
fn the_limit_is_ten_fifteen_or_twenty() {
    for (limit, last) in [(10, 10), (15, 15), (20, 20)] {
        let rules = Rules { limit: OneOf(limit), ..plain() };
        let mut scene = Scene::with_piles(rules, ["2 3", "4", "6", "7"]).at(1, last);
        scene.lays("3", &[]);
        assert_eq!(scene.next_discard(), (2, 1));
        let mut before = Scene::with_piles(Rules { limit: OneOf(limit), ..plain() }, ["2 3", "4", "6", "7"])
            .at(1, last - 1);
        before.lays("2", &[]);
        assert_eq!(before.next_discard(), (2, last));
    }
    let error = Rules::with(&[Assignment::parse("limit=12").expect("an assignment")]).expect_err("not 12");
    assert_eq!(error.to_string(), "'limit' cannot be 12; allowed: 10, 15 or 20");
}

#[test]
fn the_empty_table_after_the_jizo_is_not_given_back() {
    let mut scene = Scene::with_piles(plain(), ["Jizo 3", "4", "6", "7"]).at(1, 10);
    scene.lays("Jizo", &[]);
    assert_eq!(scene.count(|event| matches!(event, Event::GaveBack { .. })), 0);
}
