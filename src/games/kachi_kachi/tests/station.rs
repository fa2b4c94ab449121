//! The bot `station`.

use super::rig::{Scene, table_of};
use crate::games::kachi_kachi::Rules;

/// What it chooses.
#[track_caller]
fn chooses(scene: &Scene) -> String {
    scene.chosen_by("station", "")
}

#[test]
fn it_never_claims() {
    let mut scene = Scene::dealt(Rules { max_wager: 1, ..table_of(2) }, &["2 8", "3 7"], "10 8");
    assert_eq!((scene.asks(), chooses(&scene)), ("1 claim".to_owned(), "keep".to_owned()));
    scene.plays("1 keep, 1 open 1");
    assert_eq!((scene.asks(), chooses(&scene)), ("2 claim".to_owned(), "keep".to_owned()));
    scene.plays("2 keep, 2 call");
    assert_eq!((scene.asks(), chooses(&scene)), ("1 claim".to_owned(), "keep".to_owned()), "nor to show");
}

#[test]
fn it_opens_with_the_least_bet_whatever_its_cards() {
    for hand in ["10 10", "2 9"] {
        let mut scene = Scene::dealt(Rules { min_bet: 3, ..table_of(2) }, &[hand, "5 6"], "");
        assert_eq!((scene.asks(), chooses(&scene)), ("1 open".to_owned(), "open".to_owned()));
        scene.plays("1 open");
        assert_eq!((scene.asks(), chooses(&scene)), ("1 amount".to_owned(), "3".to_owned()));
    }
}

#[test]
fn it_calls_whatever_its_cards_and_the_bet() {
    for hand in ["10 10", "2 9"] {
        let mut scene = Scene::dealt(table_of(2), &["5 6", hand], "");
        scene.plays("1 open 10");
        assert_eq!((scene.asks(), chooses(&scene)), ("2 call".to_owned(), "call".to_owned()));
    }
}
