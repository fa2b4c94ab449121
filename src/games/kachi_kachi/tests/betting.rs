//! The betting: who is asked, what may be bet, and how a hand ends by folds.

use super::rig::{Scene, without_tips};
use crate::game::Options;
use crate::games::kachi_kachi::{Choices, Ending, Move, Rules};

const HANDS: [&str; 4] = ["2 3", "2 5", "3 6", "8 9"];

fn four() -> Scene {
    Scene::dealt(without_tips(4), &HANDS, "")
}

#[test]
fn everyone_antes_and_the_dealer_begins() {
    let scene = Scene::dealt(Rules { ante: 7, ..without_tips(4) }, &HANDS, "");
    assert_eq!((scene.scores(), scene.pot()), (vec![-7; 4], 28));
    assert_eq!(scene.asks(), "1 open");
    assert_eq!(scene.options(), "fold open");
}

#[test]
fn the_opener_chooses_any_whole_bet_up_to_the_cap() {
    let rules = Rules { min_bet: 3, max_wager: 8, ..without_tips(4) };
    let mut scene = Scene::dealt(rules, &HANDS, "");
    scene.plays("1 open");
    assert_eq!((scene.asks(), scene.options()), ("1 amount".to_owned(), "3 4 5 6 7 8".to_owned()));
}

#[test]
fn very_many_amounts_are_a_range_and_not_a_list() {
    let amounts = Choices::of_amounts(1, 100_000);
    assert_eq!(amounts.count(), 100_000);
    assert_eq!((amounts.at(0), amounts.at(99_999)), (Move::Bet(1), Move::Bet(100_000)));
    assert!(size_of::<Choices>() <= 16);
}

#[test]
fn each_other_player_calls_or_folds() {
    let mut scene = four();
    scene.plays("1 open 3");
    assert_eq!((scene.asks(), scene.options()), ("2 call".to_owned(), "fold call".to_owned()));
    scene.plays("2 call, 3 fold");
    assert_eq!(scene.scores(), [-4, -4, -1, -1]);
    scene.plays("4 call");
    assert_eq!((scene.scores(), scene.pot()), (vec![-4, -4, -1, -4], 13));
}

#[test]
fn if_the_dealer_folds_the_next_player_may_open() {
    let mut scene = four();
    scene.plays("1 fold");
    assert_eq!(scene.asks(), "2 open");
    scene.plays("2 fold, 3 open 2");
    assert_eq!(scene.asks(), "4 call");
}

#[test]
fn the_next_rounds_begin_with_the_dealer_or_the_next_who_remains() {
    let mut scene = four();
    scene.plays("1 open 1, 2 call, 3 call, 4 call");
    assert_eq!(scene.asks(), "1 open");
    scene.plays("1 fold, 2 open 1, 3 fold, 4 call");
    assert_eq!(scene.asks(), "2 open");
    scene.plays("2 open 1, 4 call");
    assert_eq!(scene.hand_over().0, Ending::Showdown);
}

#[test]
fn there_are_three_betting_rounds() {
    let mut scene = four();
    for _ in 0..3 {
        assert_eq!(scene.asks(), "1 open");
        scene.plays("1 open 1, 2 call, 3 call, 4 call");
    }
    assert_eq!(scene.hand_over(), (Ending::Showdown, Some(3), 16, vec![-4, -4, 12, -4]));
}

#[test]
fn the_last_player_left_takes_the_pot_without_showing() {
    let mut scene = four();
    scene.plays("1 open 3, 2 fold, 3 fold, 4 fold");
    assert_eq!(scene.hand_over(), (Ending::Round1, Some(1), 7, vec![3, -1, -1, -1]));
    assert!(scene.shown().is_empty());
}

#[test]
fn who_is_left_when_all_fold_before_an_opening_takes_the_antes() {
    let mut scene = four();
    scene.plays("1 fold, 2 fold, 3 fold");
    assert_eq!(scene.hand_over(), (Ending::Round1, Some(4), 4, vec![-1, -1, -1, 3]));
}

#[test]
fn folds_end_a_hand_in_the_second_and_third_round_too() {
    let round = "1 open 1, 2 call, 3 call, 4 call";
    let mut second = four();
    second.plays(round).plays("1 fold, 2 fold, 3 open 2, 4 fold");
    assert_eq!((second.hand_over().0, second.winner()), (Ending::Round2, Some(3)));
    let mut third = four();
    third.plays(round).plays(round).plays("1 fold, 2 open 5, 3 fold, 4 fold");
    assert_eq!(third.hand_over(), (Ending::Round3, Some(2), 17, vec![-3, 9, -3, -3]));
}

#[test]
fn the_cap_holds_over_all_rounds() {
    let mut scene = four();
    scene.plays("1 open 4, 2 call, 3 call, 4 call, 1 open");
    assert_eq!(scene.options(), "1 2 3 4 5 6");
    scene.plays("1 4, 2 call, 3 call, 4 call, 1 open");
    assert_eq!(scene.options(), "1 2");
}

#[test]
fn if_the_cap_leaves_just_one_amount_it_is_no_choice() {
    let rules = Rules { min_bet: 2, max_wager: 6, ..without_tips(4) };
    let mut scene = Scene::dealt(rules, &HANDS, "");
    scene.plays("1 open 4, 2 call, 3 call, 4 call, 1 open");
    assert_eq!(scene.asks(), "2 call");
    assert_eq!(scene.scores()[0], -7);
}

#[test]
fn rounds_without_anything_left_to_bet_are_passed_over() {
    let rules = Rules { min_bet: 2, max_wager: 6, ..without_tips(4) };
    for amount in ["5", "6"] {
        let mut scene = Scene::dealt(rules.clone(), &HANDS, "");
        scene.plays(&format!("1 open {amount}, 2 call, 3 call, 4 call"));
        assert_eq!(scene.hand_over().0, Ending::Showdown);
    }
    let mut scene = Scene::dealt(rules, &HANDS, "");
    scene.plays("1 open 3, 2 call, 3 fold, 4 call, 1 open 2, 2 call, 4 call");
    assert_eq!(scene.hand_over().0, Ending::Showdown);
}

#[test]
fn a_cap_below_the_least_bet_is_refused() {
    use crate::settings::{Assignment, Settings};
    let error = |rules: &[&str]| {
        let rules: Vec<Assignment> =
            rules.iter().map(|text| Assignment::parse(text).expect("an assignment")).collect();
        Rules::with(&rules).expect_err("nobody could bet").to_string()
    };
    let both = error(&["min_bet=5", "max_wager=4"]);
    assert!(both.contains("max_wager=4 is less than min_bet=5"), "{both}");
    // Who sets only one of them has to hear of the other.
    let one = error(&["min_bet=20"]);
    assert!(one.ends_with("max_wager goes from min_bet (20) to 100000"), "{one}");
}

#[test]
fn the_hands_are_shown_from_the_dealer_on() {
    let mut scene = Scene::dealt(Rules { max_wager: 1, ..without_tips(4) }, &HANDS, "");
    scene.plays("1 open 1, 2 call, 3 fold, 4 call");
    assert_eq!(scene.shown(), ["1 kabu-5", "2 kabu-7", "4 kabu-7"]);
}

#[test]
fn the_hands_are_shown_from_the_dealer_on_also_if_that_is_not_seat_1() {
    let mut scene = Scene::dealt(Rules { max_wager: 1, ..without_tips(4) }, &HANDS, "");
    scene.plays("1 fold, 2 fold, 3 open 1, 4 fold");
    // Seat 3 has won, and deals: the first hand is its own.
    scene.deal(&["3 7", "2 5", "2 8", "8 9"], "9 5");
    scene.plays("3 keep, 3 open 1, 4 call, 1 keep, 1 call, 2 fold");
    assert_eq!((scene.asks(), scene.shown().len()), ("3 claim".to_owned(), 0), "the dealer is first");
    scene.plays("3 claim");
    assert_eq!(scene.asks(), "1 claim", "seat 4 has shown, and seat 1 is next");
    scene.plays("1 claim");
    assert_eq!(scene.shown(), ["3 kabu-6", "4 kabu-7", "1 kabu-7"]);
}

#[test]
fn eight_can_play_with_either_deck() {
    for extra_cards in [false, true] {
        let hands = ["1 2", "special-1 3", "2 3", "5 7", "5 8", "6 6", "8 9", "9 10"];
        let rules = Rules { extra_cards, max_wager: 1, ..without_tips(8) };
        let mut scene = Scene::dealt(rules, &hands, "");
        scene.plays(&super::rig::all_in(1, 8));
        assert_eq!((scene.winner(), scene.shown().len()), (Some(6), 8));
        assert_eq!(scene.hand_over().2, 16);
    }
}
