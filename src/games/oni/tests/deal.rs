//! The deal, and the card turned up.

use super::rig::{Scene, for_two, plain};
use crate::game::Audit;
use crate::games::oni::{Oni, Rules};
use crate::random::{BlockStreams, Purpose};

const HANDS: [&str; 4] = [
    "crane moon geese boar",
    "warbler cuckoo deer phoenix",
    "butterflies plum-chaff curtain pine-chaff",
    "sake-cup cherry-chaff maple-chaff susuki-chaff",
];

fn dealt(rules: Rules, top: &str) -> Scene {
    let mut scene = Scene::new(rules);
    scene.deal(&HANDS, top, "iris-chaff iris-chaff peony-chaff peony-chaff paulownia-chaff");
    scene
}

#[test]
fn every_seat_gets_its_cards_at_any_table() {
    for players in 2..=8 {
        for hand in 1..=5 {
            let mut scene = Scene::new(Rules { players, hand, ..plain() });
            let mut rng = BlockStreams::new(3, 0).stream(1, Purpose::Game);
            scene.deal_at_random(&mut rng);
            let dealt = scene.events().iter().find_map(Oni::dealt).expect("it was dealt");
            let sizes: Vec<usize> = dealt.iter().map(|(_, cards)| cards.len()).collect();
            let mut expected = vec![usize::from(hand); usize::from(players)];
            expected.push(1);
            assert_eq!(sizes, expected, "{players} players");
        }
    }
}

#[test]
fn seat_1_deals_first_and_the_seat_after_the_dealer_begins() {
    let scene = dealt(plain(), "rainman");
    assert!(scene.saw("Round 1. Seat 1 deals."));
    assert!(scene.saw("Seat 2 discards phoenix"), "{}", scene.told());
    assert!(!scene.saw("Seat 2 is skipped"), "a card turned up does nothing");
}

#[test]
fn a_willow_turned_up_skips_the_first_player_in_some_houses() {
    // Stopped after the first turn, before anybody is made to draw.
    let rules = Rules { first_card_effect: true, max_turns: 1, ..plain() };
    for willow in ["rainman", "swallow", "willow-ribbon", "lightning"] {
        let scene = dealt(rules.clone(), willow);
        assert!(scene.saw("Seat 2 is skipped"), "{willow}");
        assert!(!scene.saw("must draw"), "{willow}");
        assert_ne!(scene.asks(), "1 declare", "{willow}");
    }
}

#[test]
fn a_drawing_card_turned_up_makes_the_first_player_draw_in_some_houses() {
    let rules = Rules { first_card_effect: true, ..plain() };
    for (top, draws, skipped) in
        [("plum-ribbon", 2, true), ("peony-ribbon", 1, true), ("yellow-paulownia", 5, false)]
    {
        let scene = dealt(rules.clone(), top);
        assert_eq!(scene.told().matches("Seat 2 must draw").count(), draws, "{top}");
        assert_eq!(scene.saw("Seat 2 is skipped"), skipped, "{top}");
        let scene = dealt(plain(), top);
        assert!(!scene.saw("must draw") && !scene.saw("is skipped"), "{top} by default");
    }
}

#[test]
fn a_ribbon_turned_up_skips_even_if_nothing_is_drawn_for_it() {
    let nothing = Rules { poetry: 0, blue: 0, yellow: 0, ..plain() };
    let rules = Rules { first_card_effect: true, max_turns: 1, ..nothing };
    for (top, skipped) in [("plum-ribbon", true), ("peony-ribbon", true), ("yellow-paulownia", false)] {
        let scene = dealt(rules.clone(), top);
        assert!(!scene.saw("must draw"), "{top}");
        assert_eq!(scene.saw("Seat 2 is skipped"), skipped, "{top}");
    }
}

#[test]
fn with_two_players_a_skip_at_the_deal_has_the_dealer_begin() {
    let mut scene = Scene::new(Rules { first_card_effect: true, ..for_two() });
    scene.deal(&["crane moon geese boar", "warbler cuckoo deer phoenix"], "rainman", "");
    assert!(scene.saw("Seat 2 is skipped"));
    assert_eq!(scene.asks(), "1 discard");
}

#[test]
fn a_skip_at_the_deal_is_no_first_turn() {
    let mut scene = Scene::new(Rules { first_card_effect: true, ..for_two() });
    let hands = ["geese boar deer pine-chaff", "lightning warbler cuckoo moon"];
    scene.deal(&hands, "swallow", "crane");
    scene.choose("geese");
    // Seat 2 takes its first turn only now: the lightning has to wait.
    assert_eq!((scene.asks().as_str(), scene.options().as_str()), ("2 discard", "warbler cuckoo moon"));
}
