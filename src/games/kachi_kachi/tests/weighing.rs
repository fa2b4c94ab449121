//! What the bot `weighing` chooses, and why.

use super::rig::{Scene, table_of, without_tips};
use crate::games::kachi_kachi::Rules;

/// What it chooses at a table, with one of its weights set or none.
fn weighing(scene: &Scene, weight: &str) -> String {
    scene.chosen_by("weighing", weight)
}

/// Who sits there beside the player that is asked.
const OTHERS: [&str; 3] = ["special-1 1", "8 7", "9 6"];

/// The hands from kabu-9 down to kabu-2 with which it calls the last bet of a
/// script, as the second player.
fn calls(rules: &Rules, script: &str, weight: &str) -> usize {
    let hands = ["10 9", "10 8", "10 7", "10 6", "10 5", "10 4", "10 3", "10 2"];
    let called = hands.iter().filter(|hand| {
        let mut hands = vec![OTHERS[0], hand];
        hands.extend(&OTHERS[1..usize::from(rules.players) - 1]);
        let mut scene = Scene::dealt(rules.clone(), &hands, "");
        weighing(scene.plays(script), weight) == "call"
    });
    called.count()
}

#[test]
fn calls_with_a_good_hand_and_folds_a_bad_one() {
    for (hand, choice) in [("9 9", "call"), ("1 9", "call"), ("10 2", "fold")] {
        let mut scene = Scene::dealt(without_tips(2), &["3 3", hand], "");
        assert_eq!(weighing(scene.plays("1 open 5"), ""), choice, "{hand}");
    }
}

#[test]
fn the_higher_the_bet_the_better_the_hand_must_be() {
    let rules = without_tips(2);
    assert!(calls(&rules, "1 open 10", "") < calls(&rules, "1 open 1", ""));
}

#[test]
fn the_more_have_bet_the_better_the_hand_must_be() {
    let (two, four) = (Rules { ante: 2, ..without_tips(2) }, without_tips(4));
    assert!(calls(&four, "1 open 4", "") < calls(&two, "1 open 4", ""), "for the same pot");
}

#[test]
fn a_bet_says_something_about_a_hand() {
    let calls_of_all_bets = |weight: &str| -> usize {
        (1..=10).map(|bet| calls(&without_tips(2), &format!("1 open {bet}"), weight)).sum()
    };
    assert!(calls_of_all_bets("") < calls_of_all_bets("trust=0"));
}

#[test]
fn what_is_paid_must_bring_something() {
    let rules = without_tips(2);
    assert!(calls(&rules, "1 open 5", "") < calls(&rules, "1 open 5", "caution=0"));
}

#[test]
fn others_may_fold_so_the_best_hand_bets_not_too_much() {
    let mut scene = Scene::dealt(without_tips(2), &["10 10", "3 5"], "");
    scene.plays("1 open");
    assert_eq!(weighing(&scene, ""), "5");
    assert_eq!(weighing(&scene, "fear=0"), "10", "as if they never did");
}

#[test]
fn a_tip_is_paid_at_the_showdown_so_others_should_stay() {
    let mut scene = Scene::dealt(table_of(2), &["10 10", "3 5"], "");
    scene.plays("1 open");
    assert_eq!(weighing(&scene, ""), "1");
}

#[test]
fn a_zero_hand_is_claimed_at_once() {
    let scene = Scene::dealt(without_tips(4), &["2 8", "3 5", "8 7", "9 4"], "");
    assert_eq!(scene.asked(), Some("claim"));
    assert_eq!(weighing(&scene, ""), "claim");
}

#[test]
fn after_a_ten_draws_again_unless_the_hand_is_good_enough() {
    let mut scene = Scene::dealt(without_tips(2), &["4 6", "3 5"], "10");
    assert_eq!(weighing(scene.plays("1 claim"), ""), "again");
    let one_round = Rules { max_wager: 1, ..without_tips(2) };
    let mut scene = Scene::dealt(one_round, &["10 7", "2 8"], "10");
    scene.plays("1 open 1, 2 keep, 2 call, 2 claim");
    assert_eq!(weighing(&scene, ""), "keep", "a kabu-7 lies open, and Ten and Eight beat it");
}

#[test]
fn a_claim_is_weighed_by_the_cards_that_it_can_draw() {
    for (hand, choice) in [("10 9", "call"), ("10 3", "fold")] {
        let mut scene = Scene::dealt(without_tips(2), &["2 8", hand], "5");
        assert_eq!(weighing(scene.plays("1 claim, 1 open 3"), ""), choice, "{hand}");
    }
}
