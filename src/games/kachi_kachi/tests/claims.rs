//! Zero Hands: when they may be claimed, and what comes of it.

use super::rig::{Scene, hand, without_tips};
use crate::cards::{Card, NumberCard};
use crate::games::kachi_kachi::{Class, Event, Hand, Rules, Stage};

fn one_bet(players: u8) -> Rules {
    Rules { max_wager: 1, ..without_tips(players) }
}

fn claims(scene: &Scene) -> Vec<Stage> {
    let stages = scene.events().iter().filter_map(|event| match event {
        Event::Claimed { stage, .. } => Some(*stage),
        _ => None,
    });
    stages.collect()
}

#[test]
fn it_may_be_claimed_at_a_turn_to_bet_before_anything_else() {
    let mut scene = Scene::dealt(one_bet(2), &["3 7", "2 8"], "9 5");
    assert_eq!((scene.asks(), scene.options()), ("1 claim".to_owned(), "keep claim".to_owned()));
    scene.plays("1 claim");
    assert_eq!(scene.asks(), "1 open");
    scene.plays("1 open 1");
    assert_eq!(scene.asks(), "2 claim");
    scene.plays("2 claim");
    assert_eq!(scene.asks(), "2 call");
    assert_eq!(claims(&scene), [Stage::Betting; 2]);
}

#[test]
fn it_is_asked_once_at_each_turn_to_bet_and_to_show() {
    let mut scene = Scene::dealt(without_tips(2), &["3 7", "2 9"], "");
    for _ in 0..3 {
        assert_eq!(scene.asks(), "1 claim");
        scene.plays("1 keep, 1 open 1, 2 call");
    }
    assert_eq!(scene.asks(), "1 claim");
    scene.plays("1 keep");
    assert_eq!(scene.shown(), ["1 kabu-0", "2 kabu-1"]);
}

#[test]
fn it_may_be_claimed_at_the_turn_to_show_after_others_have_shown() {
    let mut scene = Scene::dealt(one_bet(3), &["2 9", "3 7", "9 10"], "7");
    scene.plays("1 open 1, 2 keep, 2 call, 3 call");
    assert_eq!((scene.asks(), scene.shown()), ("2 claim".to_owned(), vec!["1 kabu-1".to_owned()]));
    scene.plays("2 claim");
    assert_eq!(scene.shown(), ["1 kabu-1", "2 pair-7", "3 kabu-9"]);
    assert_eq!((claims(&scene), scene.winner()), (vec![Stage::Showdown], Some(2)));
}

#[test]
fn it_is_claimed_once_in_a_hand() {
    let mut scene = Scene::dealt(without_tips(2), &["3 7", "2 9"], "5");
    scene.plays("1 claim, 1 open 1, 2 call");
    assert_eq!(scene.asks(), "1 open");
    scene.plays("1 open 1, 2 call, 1 open 1, 2 call");
    assert_eq!(scene.shown(), ["1 kabu-8", "2 kabu-1"]);
}

#[test]
fn one_nine_a_pair_of_fives_and_a_pair_of_tens_are_no_zero_hands() {
    for zero in ["1 9", "5 5", "10 10"] {
        assert_eq!(Scene::dealt(one_bet(2), &[zero, "2 9"], "").asks(), "1 open", "{zero}");
    }
}

#[test]
fn by_house_rule_there_is_no_claim() {
    let scene = Scene::dealt(Rules { zero_hand: false, ..one_bet(2) }, &["3 7", "2 8"], "");
    assert_eq!(scene.asks(), "1 open");
}

#[test]
fn who_has_folded_is_not_asked() {
    let mut scene = Scene::dealt(without_tips(3), &["3 7", "2 9", "6 10"], "");
    scene.plays("1 keep, 1 fold, 2 open 1, 3 call");
    assert_eq!(scene.asks(), "2 open");
}

#[test]
fn the_card_and_one_of_the_two_make_the_best_hand() {
    for (zero, card, made) in [
        ("2 8", "2", "pair-2"),
        ("2 8", "8", "pair-8"),
        ("2 8", "1", "kabu-9"),
        ("2 8", "9", "kabu-7"),
        ("3 7", "1", "kabu-8"),
        ("3 7", "9", "kabu-6"),
        ("4 6", "1", "one-four"),
        ("4 6", "7", "kabu-3"),
        ("4 6", "6", "pair-6"),
    ] {
        let mut scene = Scene::dealt(one_bet(2), &[zero, "5 9"], card);
        scene.plays("1 claim");
        assert_eq!(scene.made().map(Class::name), Some(made), "{zero} and {card}");
        assert_eq!(scene.asks(), "1 open");
    }
}

#[test]
fn after_a_ten_the_player_may_keep_it() {
    let mut scene = Scene::dealt(one_bet(2), &["2 8", "5 9"], "10 8");
    scene.plays("1 claim");
    assert_eq!((scene.asks(), scene.options()), ("1 again".to_owned(), "keep again".to_owned()));
    scene.plays("1 keep");
    assert_eq!(scene.made().map(Class::name), Some("kabu-8"));
    assert_eq!(scene.asks(), "1 open");
}

#[test]
fn or_draw_once_more_and_use_that_card() {
    for (zero, second, made) in [
        ("2 8", "8", "pair-8"),
        ("2 8", "10", "pair-10"),
        ("2 8", "1", "one-ten"),
        ("4 6", "1", "one-four"),
        // Ten and Nine are the best of 10-9, 9-4 and 9-6.
        ("4 6", "9", "kabu-9"),
        ("4 6", "5", "kabu-9"),
        ("3 7", "8", "kabu-8"),
        // The second card must be used, though 10 and 8 would be 8.
        ("2 8", "3", "kabu-5"),
    ] {
        let mut scene = Scene::dealt(one_bet(2), &[zero, "5 7"], &format!("10 {second}"));
        scene.plays("1 claim, 1 again");
        assert_eq!(scene.made().map(Class::name), Some(made), "{zero}, 10 and {second}");
        assert_eq!(scene.asks(), "1 open");
    }
}

#[test]
fn there_is_no_third_draw() {
    let rules = Rules { extra_cards: true, ..one_bet(2) };
    let mut scene = Scene::dealt(rules, &["2 8", "5 7"], "10 10 10");
    scene.plays("1 claim, 1 again");
    assert_eq!((scene.asks(), scene.made()), ("1 open".to_owned(), Some(Class::TENS)));
}

#[test]
fn a_ten_at_the_turn_to_show_may_be_drawn_again_on_too() {
    let mut scene = Scene::dealt(one_bet(2), &["2 8", "5 9"], "10 8");
    scene.plays("1 keep, 1 open 1, 2 call, 1 claim");
    assert_eq!(scene.asks(), "1 again");
    scene.plays("1 again");
    assert_eq!(scene.shown(), ["1 pair-8", "2 kabu-4"]);
}

/// Six Zero Hands of eight hands leave four cards in the deck: 1 9 10 10.
const SIX_ZEROES: [&str; 8] = ["2 8", "2 8", "3 7", "3 7", "special-4 6", "4 6", "5 9", "special-1 5"];

#[test]
fn nobody_is_asked_when_the_deck_is_empty() {
    let mut scene = Scene::dealt(one_bet(8), &SIX_ZEROES, "9 1 10 10");
    scene.plays("1 claim, 1 open 1, 2 claim, 2 call, 3 claim, 3 keep, 3 call, 4 claim");
    // The last card was a Ten: there is no other one to draw.
    assert_eq!((scene.asks(), scene.made().map(Class::name)), ("4 call".to_owned(), Some("kabu-7")));
    scene.plays("4 call");
    assert_eq!(scene.asks(), "5 call");
    scene.plays("5 call, 6 call, 7 call, 8 call");
    assert_eq!(scene.shown().len(), 8);
}

#[test]
fn drawing_again_can_take_the_last_card() {
    let mut scene = Scene::dealt(one_bet(8), &SIX_ZEROES, "9 1 10 10");
    scene.plays("1 claim, 1 open 1, 2 claim, 2 call, 3 claim, 3 again");
    assert_eq!(scene.made(), Some(Class::TENS));
    scene.plays("3 call");
    assert_eq!(scene.asks(), "4 call");
}

#[test]
fn a_claim_touches_neither_pot_nor_bets() {
    let mut scene = Scene::dealt(one_bet(2), &["2 8", "5 9"], "7");
    let before = (scene.pot(), scene.scores());
    scene.plays("1 claim");
    assert_eq!((scene.pot(), scene.scores()), before);
}

#[test]
fn who_has_claimed_may_still_fold() {
    let mut scene = Scene::dealt(one_bet(2), &["2 8", "5 9"], "7");
    scene.plays("1 claim, 1 fold");
    assert_eq!(scene.winner(), Some(2));
}

#[test]
fn no_claim_makes_a_zero_hand_again_and_no_two_ways_are_equal() {
    let deck = super::super::deck(true);
    for zero in ["2 8", "3 7", "4 6"] {
        let Hand([one, other]) = hand(zero);
        let ten = NumberCard::named("10").expect("a Ten");
        for card in deck.iter().filter(|card| !hand(zero).0.contains(card) && *card != ten) {
            for others in [&[one, other][..], &[one, other, ten]] {
                let mut classes: Vec<Class> = others.iter().map(|&with| Hand([with, card]).class()).collect();
                classes.sort_unstable();
                assert_eq!(Hand::best(card, others).class(), classes[0]);
                assert_ne!(classes[0], Class::ZERO, "{zero} and {card}");
                assert_ne!(classes[0], classes[1], "{zero} and {}", card.index());
            }
        }
    }
}
