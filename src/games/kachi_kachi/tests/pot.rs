//! The pot, the ante, the deal, and the end of the game.

use super::rig::{Scene, all_in, without_tips};
use crate::game::Next;
use crate::games::kachi_kachi::{Ending, Event, Rules};

fn one_bet(players: u8) -> Rules {
    Rules { max_wager: 1, ..without_tips(players) }
}

const SECOND_WINS: [&str; 3] = ["2 3", "9 9", "5 6"];
const DRAW: [&str; 3] = ["2 7", "4 5", "5 6"];

#[test]
fn equal_best_hands_are_a_draw_and_the_pot_lies_over() {
    let mut scene = Scene::dealt(one_bet(3), &DRAW, "");
    scene.plays(&all_in(1, 3));
    assert_eq!(scene.hand_over(), (Ending::Showdown, None, 6, vec![-2, -2, -2]));
    assert_eq!((scene.pot(), scene.scores()), (6, vec![-2, -2, -2]));
    scene.deal(&SECOND_WINS, "");
    assert_eq!(scene.pot(), 9);
    scene.plays(&all_in(1, 3));
    assert_eq!(scene.hand_over(), (Ending::Showdown, Some(2), 12, vec![-2, 10, -2]));
    assert_eq!((scene.pot(), scene.scores()), (0, vec![-4, 8, -4]));
}

#[test]
fn a_pot_can_lie_over_several_hands_and_be_won_by_folds() {
    let mut scene = Scene::new(one_bet(3));
    for _ in 0..3 {
        scene.deal(&DRAW, "").plays(&all_in(1, 3));
    }
    scene.deal(&DRAW, "").plays("1 fold, 2 fold");
    assert_eq!(scene.hand_over(), (Ending::Round1, Some(3), 21, vec![-1, -1, 20]));
}

#[test]
fn equal_hands_below_the_best_are_no_draw() {
    let mut scene = Scene::dealt(one_bet(3), &["2 7", "4 5", "9 9"], "");
    scene.plays(&all_in(1, 3));
    assert_eq!(scene.winner(), Some(3));
}

#[test]
fn a_folded_hand_is_not_compared() {
    let mut scene = Scene::dealt(one_bet(3), &["2 3", "9 9", "5 6"], "");
    scene.plays("1 open 1, 2 fold, 3 call");
    assert_eq!(scene.winner(), Some(1));
}

#[test]
fn the_winner_deals_the_next_hand_and_does_not_ante() {
    let mut scene = Scene::dealt(one_bet(3), &SECOND_WINS, "");
    scene.plays(&all_in(1, 3));
    let before = scene.scores();
    scene.deal(&SECOND_WINS, "");
    assert_eq!(scene.asks(), "2 open");
    assert_eq!(scene.pot(), 2);
    assert_eq!(scene.scores(), [before[0] - 1, before[1], before[2] - 1]);
}

#[test]
fn by_house_rule_the_winner_antes_too() {
    let mut scene = Scene::dealt(Rules { winner_antes: true, ..one_bet(3) }, &SECOND_WINS, "");
    scene.plays(&all_in(1, 3)).deal(&SECOND_WINS, "");
    assert_eq!(scene.pot(), 3);
}

#[test]
fn a_winner_by_folds_deals_and_is_free_as_well() {
    let mut scene = Scene::dealt(one_bet(3), &DRAW, "");
    scene.plays("1 fold, 2 fold").deal(&DRAW, "");
    assert_eq!((scene.asks(), scene.pot()), ("3 open".to_owned(), 2));
}

#[test]
fn after_a_draw_the_same_dealer_deals_and_everyone_antes() {
    let mut scene = Scene::dealt(one_bet(3), &SECOND_WINS, "");
    scene.plays(&all_in(1, 3)).deal(&DRAW, "").plays(&all_in(2, 3));
    assert_eq!(scene.winner(), None);
    let pot = scene.pot();
    scene.deal(&DRAW, "");
    assert_eq!((scene.asks(), scene.pot()), ("2 open".to_owned(), pot + 3));
}

#[test]
fn without_an_ante_only_bets_are_in_the_pot() {
    let mut scene = Scene::dealt(Rules { ante: 0, ..one_bet(3) }, &DRAW, "");
    assert_eq!(scene.pot(), 0);
    scene.plays("1 fold, 2 fold");
    assert_eq!(scene.hand_over(), (Ending::Round1, Some(3), 0, vec![0, 0, 0]));
}

#[test]
fn the_game_is_over_after_its_hands() {
    let mut scene = Scene::new(Rules { hands: 2, ..one_bet(3) });
    scene.deal(&SECOND_WINS, "").plays(&all_in(1, 3));
    assert_ne!(scene.next(), Next::Over);
    scene.deal(&SECOND_WINS, "").plays(&all_in(2, 3));
    assert_eq!(scene.next(), Next::Over);
    let Some(Event::GameOver { hands, points, winners }) = scene.events().last() else {
        panic!("no word of the end")
    };
    assert_eq!(*hands, 2);
    // Seat 2 wins four; then seat 3, second after the dealer, five of which
    // one is its own.
    assert_eq!(points.iter().map(|(_, points)| points).collect::<Vec<_>>(), [-4, 3, 1]);
    assert_eq!(winners.to_string(), "seat 2 wins");
}

#[test]
fn a_drawn_last_hand_is_followed_by_more_until_one_is_won() {
    let mut scene = Scene::new(Rules { hands: 1, ..one_bet(3) });
    for _ in 0..3 {
        scene.deal(&DRAW, "").plays(&all_in(1, 3));
        assert_ne!(scene.next(), Next::Over);
    }
    scene.deal(&SECOND_WINS, "").plays(&all_in(1, 3));
    assert_eq!(scene.next(), Next::Over);
    assert_eq!((scene.pot(), scene.scores()), (0, vec![-8, 16, -8]));
    let Some(Event::GameOver { hands, .. }) = scene.events().last() else { panic!("no word of the end") };
    assert_eq!(*hands, 4);
}
