//! What a player sees, and what stays hidden.

use super::rig::{Scene, hand, without_tips};
use crate::game::Game;
use crate::games::kachi_kachi::{Class, Rules, Seen, View};
use crate::games::testkit::stream;
use crate::seat::Seat;

/// The view of who is asked.
fn view(scene: &Scene) -> View {
    let seat = scene.seat_asked();
    scene.game.view(&scene.table, seat)
}

fn one_bet(players: u8) -> Rules {
    Rules { max_wager: 1, ..without_tips(players) }
}

const UNSEEN: Seen = Seen { dealt: None, draws: 0, drawn: [None; 2] };

#[test]
fn a_player_sees_the_own_hand_and_no_other() {
    let view = view(&Scene::dealt(one_bet(3), &["2 5", "3 6", "8 9"], ""));
    assert_eq!(view.cards[0].dealt.map(|own| own.set()), Some(hand("2 5").set()));
    assert_eq!(view.cards[1..], [UNSEEN; 7]);
    assert_eq!(view.deck, 14);
}

#[test]
fn the_cards_of_a_claim_are_shown_and_the_drawn_card_is_not() {
    let mut scene = Scene::dealt(one_bet(2), &["2 8", "3 6"], "9");
    scene.plays("1 claim");
    let own = view(&scene).cards[0];
    assert!(own.drawn[0].is_some());
    scene.plays("1 open 1");
    let seen = view(&scene).cards[0];
    assert_eq!(seen, Seen { dealt: Some(hand("2 8")), draws: 1, drawn: [None; 2] });
}

#[test]
fn a_ten_that_was_drawn_again_on_is_known_and_the_second_card_is_not() {
    let mut scene = Scene::dealt(one_bet(2), &["2 8", "3 6"], "10 9");
    scene.plays("1 claim, 1 again, 1 open 1");
    let seen = view(&scene).cards[0];
    assert_eq!(seen.drawn.map(|card| card.map(|card| card.to_string())), [Some("10".to_owned()), None]);
}

#[test]
fn a_hand_that_was_shown_is_seen_with_all_its_cards() {
    let mut scene = Scene::dealt(one_bet(2), &["3 7", "2 8"], "9");
    scene.plays("1 claim, 1 open 1, 2 keep, 2 call");
    assert_eq!(scene.asks(), "2 claim");
    let seen = view(&scene).cards[0];
    assert_eq!(seen.drawn[0].map(|card| card.to_string()), Some("9".to_owned()));
}

#[test]
fn folded_cards_stay_hidden() {
    let mut scene = Scene::dealt(one_bet(3), &["2 5", "3 6", "2 8"], "");
    scene.plays("1 fold, 2 open 1, 3 keep, 3 call");
    assert_eq!(scene.asks(), "3 claim");
    let seen = view(&scene).cards;
    assert_eq!((seen[0], seen[1].dealt.map(|hand| hand.class().name())), (UNSEEN, Some("kabu-9")));
}

/// In many worlds that agree with a view everything that is known stays, and
/// every hidden card is somewhere else now and then.
#[test]
fn worlds_agree_with_the_view_and_with_the_rules() {
    let mut scene = Scene::dealt(one_bet(3), &["2 8", "3 7", "5 9"], "10 4 6");
    scene.plays("1 claim, 1 again, 1 open 1, 2 claim, 2 call");
    let seen = view(&scene);
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for number in 0..200 {
        let sampled = scene.game.sample_state(&seen, &mut stream(number));
        assert_eq!(sampled.view(2, seen.decision, &scene.game), seen);
        assert_eq!(sampled.draws.first(2), [2, 1]);
        assert_eq!(sampled.zero & 0b11, 0, "who has claimed cannot claim again");
        assert!(sampled.made.first(2).iter().all(|hand| hand.class() != Class::ZERO));
        first.push(sampled.drawn[Seat::at(0)][1]);
        second.push(sampled.drawn[Seat::at(1)][0]);
    }
    for drawn in [&mut first, &mut second] {
        drawn.sort_unstable();
        drawn.dedup();
        assert!(drawn.len() > 8, "{drawn:?}");
    }
}

#[test]
fn a_seat_has_the_same_cards_whoever_deals() {
    let game = Scene::new(one_bet(4)).game;
    let mut here = game.begin();
    let mut there = game.begin();
    there.dealer = Seat::at(2);
    game.deal(&mut here, &mut stream(1), &mut crate::game::NullObserver);
    game.deal(&mut there, &mut stream(1), &mut crate::game::NullObserver);
    assert_eq!(here.dealt.first(4), there.dealt.first(4));
}
