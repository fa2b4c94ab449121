//! The deck, the deal, and the deals in the middle of a round.

use super::rig::{Deal, Scene, plain, set};
use crate::cards::{Hanafuda, Kind, Month};
use crate::game::Next;
use crate::games::kusuri_gui::table::{CARDS, WILLOWS};
use crate::games::kusuri_gui::{DECK, Event, Role};
use crate::random::{BlockStreams, Purpose};
use crate::seat::Seat;

#[test]
fn the_deck_is_44_cards_without_the_chaff_of_bush_clover_and_maple() {
    assert_eq!(DECK.len(), CARDS);
    let out = Hanafuda::ALL - DECK;
    assert_eq!(out.to_string(), "bush-clover-chaff bush-clover-chaff maple-chaff maple-chaff");
    for month in Month::all() {
        let cards = (DECK & month.cards()).len();
        assert_eq!(cards, if ["bush-clover", "maple"].contains(&month.name()) { 2 } else { 4 }, "{month}");
    }
}

#[test]
fn the_deck_has_5_brights_9_animals_10_ribbons_and_20_chaff() {
    let count = |kind| (DECK & Hanafuda::of_kind(kind)).len();
    assert_eq!([count(Kind::Bright), count(Kind::Animal), count(Kind::Chaff)], [5, 9, 20]);
    assert_eq!((DECK & Hanafuda::ribbons()).len(), 10);
}

#[test]
fn four_cards_to_each_hand_one_face_up_three_face_down_and_32_in_the_pile() {
    let scene = Scene::dealt(plain(), Deal { field: "moon crane curtain phoenix", ..Deal::default() });
    assert_eq!(scene.table.hands.map(|hand| hand.len()), [4, 4]);
    assert_eq!(scene.pile(), "moon");
    assert_eq!(scene.table.face_down, set("crane curtain phoenix"));
    assert_eq!(scene.table.undealt().len(), 32);
}

#[test]
fn seat_1_deals_first_and_the_dealer_plays_first() {
    let mut scene = Scene::dealt(plain(), Deal::default());
    assert_eq!(scene.seat_asked(), Seat::FIRST);
    scene.choose_at(0);
    assert_eq!(scene.seat_asked(), Seat::at(1));
    scene.choose_at(0);
    assert_eq!(scene.seat_asked(), Seat::FIRST, "turns alternate");
}

#[test]
fn a_willow_that_lies_face_up_is_set_aside_and_the_next_card_begins_the_pile() {
    let scene = Scene::dealt(plain(), Deal { field: "swallow crane curtain phoenix", ..Deal::default() });
    assert_eq!(scene.table.aside, set("swallow"));
    assert_eq!(scene.pile(), "crane");
    assert_eq!(scene.table.face_down, set("curtain phoenix"));
}

#[test]
fn willows_are_set_aside_until_a_card_is_none() {
    let scene = Scene::dealt(plain(), Deal { field: "swallow rainman curtain phoenix", ..Deal::default() });
    assert_eq!(scene.table.aside, set("swallow rainman"));
    assert_eq!(scene.pile(), "curtain");
    assert_eq!(scene.table.face_down, set("phoenix"));

    let scene = Scene::dealt(plain(), Deal { field: "swallow rainman lightning phoenix", ..Deal::default() });
    assert_eq!(scene.table.aside, set("swallow rainman lightning"));
    assert_eq!(scene.pile(), "phoenix");
    assert!(scene.table.face_down.is_empty());
}

#[test]
fn a_willow_face_down_stays_face_down_under_a_card_that_is_none() {
    let scene = Scene::dealt(plain(), Deal { field: "crane swallow rainman lightning", ..Deal::default() });
    assert!(scene.table.aside.is_empty());
    assert_eq!(scene.pile(), "crane");
    assert_eq!(scene.table.face_down, set("swallow rainman lightning"));
}

#[test]
fn willows_set_aside_and_cards_face_down_are_out_of_the_round() {
    let field = "swallow crane curtain willow-ribbon";
    let mut scene = Scene::dealt(plain(), Deal { field, ..Deal::default() });
    scene.play_on();
    let [dealer, other] = scene.table.captured;
    let used = dealer | other | scene.table.discards.cards;
    assert_eq!(used, DECK - set("swallow curtain willow-ribbon"));
}

#[test]
fn both_players_see_the_willows_that_are_set_aside() {
    let scene = Scene::dealt(plain(), Deal { field: "swallow rainman curtain phoenix", ..Deal::default() });
    for role in Role::ALL {
        assert_eq!(scene.table.view(role).aside, set("swallow rainman"));
    }
}

#[test]
fn nothing_but_willows_on_the_field_is_a_misdeal() {
    let mut scene = Scene::new(plain());
    scene.table.pack = Deal { field: "rainman swallow willow-ribbon lightning", ..Deal::default() }.pack();
    let mut play = scene.at_play();
    play.begin_round();
    assert!(!play.lay_out());
    assert!(matches!(scene.events().last(), Some(Event::Dealt { misdeal: true, .. })));
}

#[test]
fn a_misdeal_is_shuffled_and_dealt_again() {
    // Looked for among streams: the shuffle is the project's own, so the
    // first one that begins with a misdeal stays the first.
    let mut found = 0;
    for block in 0..2_000_000 {
        let mut scene = Scene::new(plain());
        let mut rng = BlockStreams::new(44, block).stream(1, Purpose::Game);
        let mut pack = scene.game.pack;
        rng.clone().shuffle(&mut pack);
        if !pack[..4].iter().all(|&card| WILLOWS.has(card)) {
            continue;
        }
        found += 1;
        scene.deal_at_random(&mut rng);
        let misdeals = scene.each(|event| match event {
            Event::Dealt { misdeal, .. } => Some(*misdeal),
            _ => None,
        });
        assert_eq!(misdeals, [true, false]);
        assert_eq!(scene.table.round, 1, "it is still the first round");
        assert_eq!(scene.next(), Next::Choice(Seat::FIRST), "by the same dealer");
        assert!(!scene.table.discards.cards.meets(WILLOWS));
        if found == 2 {
            return;
        }
    }
    panic!("no misdeal was found");
}

#[test]
fn when_both_hands_are_empty_four_more_are_dealt_to_each_four_times() {
    let deal = Deal {
        field: "crane",
        dealer: "warbler cuckoo bridge boar curtain",
        other: "phoenix moon deer geese sake-cup",
    };
    let mut scene = Scene::dealt(plain(), deal);
    assert_eq!(scene.hands(), ["warbler cuckoo bridge boar", "moon geese deer phoenix"]);
    for _ in 0..6 {
        assert_eq!(scene.table.undealt().len(), 32);
        scene.choose_at(0);
    }
    assert_eq!(scene.table.turn, 8, "the last cards of both hands are no choice");
    assert_eq!(scene.table.hands.map(|hand| hand.len()), [4, 4]);
    assert!(scene.table.hands[0].set().has(Hanafuda::CURTAIN));
    assert!(scene.table.hands[1].set().has(Hanafuda::SAKE_CUP));
    assert_eq!(scene.seat_asked(), Seat::FIRST, "the dealer goes on");
    scene.play_on();
    let more = scene.count(|event| matches!(event, Event::DealtMore { .. }));
    assert_eq!(more, 4);
    assert_eq!(scene.table.turn, 40);
    assert_eq!(scene.next(), Next::Deal);
}

#[test]
fn a_player_is_asked_as_long_as_there_is_a_choice() {
    let mut scene = Scene::dealt(plain(), Deal::default());
    let mut asked = 0;
    while scene.asked().is_some() {
        assert!(scene.turns_with_these_hands() > 2);
        scene.choose_at(0);
        asked += 1;
    }
    assert_eq!(asked, 30, "three cards of four, ten hands");
}
