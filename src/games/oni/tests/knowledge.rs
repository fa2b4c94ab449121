//! What a player knows of the others, and the tables that agree with it.

use std::collections::BTreeMap;

use super::rig::{Rest, Scene, Situation, cards, for_two, plain};
use crate::cards::Hanafuda;
use crate::game::{Game, Next, NullObserver, Options};
use crate::games::oni::{Oni, Rules, Set, Table, fitting};
use crate::games::testkit::stream;
use crate::random::{BlockStreams, Purpose};
use crate::seat::{BySeat, Seat};

#[test]
fn who_draws_shows_what_the_hand_lacks() {
    let hands = ["plum-chaff warbler", "moon pine-chaff"];
    let situation = Situation { hands: &hands, top: "crane", pile: "cuckoo", ..Situation::default() };
    let scene = Scene::of(for_two(), situation);
    let view = scene.game.view(&scene.table, Seat::at(1));
    let crane = Hanafuda::CRANE;
    assert_eq!(view.lacks[Seat::FIRST], fitting(crane), "no bright and no pine");
    assert_eq!(view.hand, cards("moon pine-chaff"));
}

#[test]
fn in_a_first_turn_the_lightning_may_be_there_all_the_same() {
    let hands = ["lightning warbler", "maple-ribbon deer"];
    let situation = Situation {
        hands: &hands,
        top: "maple-chaff",
        pile: "crane",
        first_turns: true,
        ..Situation::default()
    };
    let scene = Scene::of(for_two(), situation);
    let lacks = scene.game.view(&scene.table, Seat::at(1)).lacks[Seat::FIRST];
    assert!(lacks.has(Hanafuda::DEER) && !lacks.has(Hanafuda::LIGHTNING));
}

#[test]
fn who_is_made_to_draw_may_hold_anything_again() {
    let hands = ["plum-chaff warbler", "pine-ribbon moon pine-chaff", "geese"];
    let situation = Situation { hands: &hands, top: "crane", pile: "cuckoo", ..Situation::default() };
    let mut scene = Scene::of(Rules { players: 3, ..plain() }, situation);
    let view = scene.game.view(&scene.table, Seat::at(1));
    assert_ne!(view.lacks[Seat::FIRST], Set::EMPTY);
    scene.choose("pine-ribbon");
    assert_eq!(scene.table.lacks[Seat::at(2)], Set::EMPTY);
}

#[test]
fn after_a_reshuffle_it_is_known_what_the_draw_pile_was_made_of() {
    let hands = ["plum-chaff", "moon phoenix"];
    let situation = Situation {
        hands: &hands,
        top: "crane",
        discards: "warbler cuckoo deer",
        rest: Rest::Hand(2),
        ..Situation::default()
    };
    let scene = Scene::of(for_two(), situation);
    let view = scene.game.view(&scene.table, Seat::at(1));
    assert_eq!(view.shuffled, cards("warbler cuckoo deer"));
    assert_eq!(view.pile, 2);
    for number in 0..50 {
        let sampled = scene.game.sample_state(&view, &mut stream(number));
        assert_eq!(sampled.hands[Seat::FIRST].len(), 2);
        assert!(sampled.hands[Seat::FIRST].has(Hanafuda::named("plum-chaff").expect("a card")));
    }
}

/// Plays random games, and shows every table at which somebody is to choose.
fn walk(rules: Rules, mut look: impl FnMut(&Oni, &Table, Seat)) {
    let game = Oni::new(rules);
    for block in 0..20 {
        let streams = BlockStreams::new(5, block);
        let mut table = game.begin();
        for round in 1..=15 {
            if game.to_act(&table) != Next::Deal {
                break;
            }
            let mut stream = streams.stream(round, Purpose::Game);
            game.deal(&mut table, &mut stream, &mut NullObserver);
            while let Next::Choice(seat) = game.to_act(&table) {
                look(&game, &table, seat);
                let choice = stream.random_range(0..game.options(&table).count() as u32) as usize;
                game.apply(&mut table, choice, &mut stream, &mut NullObserver);
            }
        }
    }
}

#[test]
fn what_is_known_is_true() {
    for players in [2, 4, 8] {
        let (mut looks, mut known) = (0, 0);
        walk(Rules { players, ..plain() }, |game, table, _| {
            assert!(table.shuffled.includes(table.pile.set()));
            let view = game.view(table, Seat::FIRST);
            for seat in Seat::all(game.players()) {
                assert!(!table.hands[seat].meets(table.lacks[seat]), "seat {seat}");
                assert_eq!(table.hands[seat].len(), usize::from(view.held[seat]));
                known += usize::from(!table.lacks[seat].is_empty());
                looks += 1;
            }
        });
        assert!(known > looks / 20, "{known} of {looks}");
    }
}

#[test]
fn worlds_agree_with_what_is_known() {
    for players in [2, 4, 8] {
        let mut number = 0;
        walk(Rules { players, ..plain() }, |game, table, seat| {
            number += 1;
            let view = game.view(table, seat);
            let sampled = game.sample_state(&view, &mut stream(number));
            assert_eq!(game.view(&sampled, seat), view);
            assert!(view.shuffled.includes(sampled.pile.set()));
            assert_eq!(sampled.pile.len(), table.pile.len());
            for other in Seat::all(game.players()) {
                assert!(!sampled.hands[other].meets(view.lacks[other]), "seat {other}");
                assert_eq!(sampled.hands[other].len(), usize::from(view.held[other]));
            }
        });
    }
}

/// Two hands of one card each and a pile of one, of which one hand lacks one
/// of the three cards: of the four worlds each is as likely as the others.
#[test]
fn every_world_is_about_as_likely_as_any_other() {
    let hands = ["crane", "geese", "boar"];
    let situation = Situation { hands: &hands, top: "curtain", ..Situation::default() };
    let scene = Scene::of(Rules { players: 3, ..plain() }, situation);
    let mut view = scene.game.view(&scene.table, Seat::FIRST);
    let hidden = cards("geese boar deer");
    view.hand = cards("crane");
    view.held = BySeat::from_fn(|_| 1);
    view.top = Hanafuda::CURTAIN;
    view.discards = Hanafuda::ALL - hidden - cards("crane curtain");
    view.pile = 1;
    view.shuffled = Hanafuda::ALL;
    view.lacks = BySeat::default();
    view.lacks[Seat::at(1)] = cards("deer");
    let mut seen = BTreeMap::new();
    for number in 0..4_000 {
        let sampled = scene.game.sample_state(&view, &mut stream(number));
        let key = (sampled.hands[Seat::at(1)].to_string(), sampled.hands[Seat::at(2)].to_string());
        *seen.entry(key).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
    assert!(seen.values().all(|&times| (890..=1110).contains(&times)), "{seen:?}");
}

/// Cards that may not be anywhere: two hands that lack some, and a draw pile that
/// was shuffled from others. Every world, in every order of the draw pile, is as
/// likely as any other.
#[test]
fn worlds_with_many_constraints_are_equally_likely() {
    let hands = ["crane", "geese", "boar"];
    let situation = Situation { hands: &hands, top: "curtain", ..Situation::default() };
    let scene = Scene::of(Rules { players: 3, ..plain() }, situation);
    let mut view = scene.game.view(&scene.table, Seat::FIRST);
    let hidden = cards("geese boar deer moon warbler cuckoo");
    view.hand = cards("crane");
    view.held = BySeat::from_fn(|seat| if seat == Seat::FIRST { 1 } else { 2 });
    view.top = Hanafuda::CURTAIN;
    view.discards = Hanafuda::ALL - hidden - cards("crane curtain");
    view.pile = 2;
    view.shuffled = cards("geese boar deer moon");
    view.lacks = BySeat::default();
    view.lacks[Seat::at(1)] = cards("geese warbler");
    view.lacks[Seat::at(2)] = cards("boar");

    let all: Vec<Hanafuda> = hidden.iter().collect();
    let mut worlds = BTreeMap::new();
    for places in 0..3_u32.pow(6) {
        // The place of each card: the draw pile, the second seat or the third.
        let place = |card: usize| places / 3_u32.pow(card as u32) % 3;
        let at = |wanted: u32| -> Set {
            (0..6).filter(|&card| place(card) == wanted).map(|card| all[card]).collect()
        };
        let [pile, second, third] = [at(0), at(1), at(2)];
        let is_world = [pile, second, third].iter().all(|cards| cards.len() == 2)
            && view.shuffled.includes(pile)
            && !second.meets(view.lacks[Seat::at(1)])
            && !third.meets(view.lacks[Seat::at(2)]);
        if is_world {
            for next in pile {
                worlds.insert((second.to_string(), third.to_string(), next.to_string()), 0);
            }
        }
    }
    assert!(worlds.len() > 10, "{worlds:?}");
    let draws = 2_000 * worlds.len() as u32;
    let mut rng = stream(9);
    for _ in 0..draws {
        let mut sampled = scene.game.sample_state(&view, &mut rng);
        let next = sampled.pile.take_top();
        let key = (
            sampled.hands[Seat::at(1)].to_string(),
            sampled.hands[Seat::at(2)].to_string(),
            next.to_string(),
        );
        *worlds.get_mut(&key).expect("only worlds that agree") += 1;
    }
    assert!(worlds.values().all(|times| (1_780..=2_220).contains(times)), "{worlds:?}");
}
