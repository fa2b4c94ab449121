//! Chances that can be computed, against the deals and against random play.

use super::rig::{Scene, plain};
use crate::cards::Hanafuda;
use crate::game::{Game, Observer};
use crate::games::kusuri_gui::table::{CARDS, HAND, WILLOWS};
use crate::games::kusuri_gui::{Choices, DECK, Discards, Event, KusuriGui, Set};
use crate::games::testkit::{agrees, cards_are_picked_evenly, watch_games};
use crate::random::{BlockStreams, Purpose};
use crate::seat::Seat;

/// All ways to deal four cards in order: 44 x 43 x 42 x 41.
const FIELDS: u64 = 3_258_024;

/// For each number of willows set aside, from 0 to 3, how many of the
/// [`FIELDS`]; then the misdeals.
const ASIDE: [u64; 5] = [40 * 43 * 42 * 41, 4 * 40 * 42 * 41, 4 * 3 * 40 * 41, 4 * 3 * 2 * 40, 24];

#[test]
fn every_field_sets_aside_as_many_willows_as_a_count_says() {
    assert_eq!(ASIDE.iter().sum::<u64>(), FIELDS);
    let mut scene = Scene::new(plain());
    scene.table.pack = scene.game.pack;
    let mut counted = [0; 5];
    // Each place of the field in turn gets each card that is left.
    for first in 0..CARDS {
        scene.table.pack.swap(0, first);
        for second in 1..CARDS {
            scene.table.pack.swap(1, second);
            for third in 2..CARDS {
                scene.table.pack.swap(2, third);
                for fourth in 3..CARDS {
                    scene.table.pack.swap(3, fourth);
                    scene.table.aside = Set::EMPTY;
                    let stands = scene.at_play().lay_out();
                    counted[if stands { scene.table.aside.len() } else { 4 }] += 1;
                    scene.recorder.0.clear();
                    scene.table.pack.swap(3, fourth);
                }
                scene.table.pack.swap(2, third);
            }
            scene.table.pack.swap(1, second);
        }
        scene.table.pack.swap(0, first);
    }
    assert_eq!(counted, ASIDE);
}

/// Counts deals.
#[derive(Default)]
struct Deals {
    all: u64,
    misdeals: u64,
}

impl Observer<KusuriGui> for Deals {
    fn on_event(&mut self, event: &Event) {
        if let Event::Dealt { misdeal, .. } = event {
            self.all += 1;
            self.misdeals += u64::from(*misdeal);
        }
    }
}

#[test]
fn misdeals_and_willows_aside_come_as_often_as_they_should() {
    let game = KusuriGui::new(plain());
    let mut deals = Deals::default();
    let mut aside = [0; 4];
    let rounds = 5_000_000;
    let mut rng = BlockStreams::new(44, 0).stream(1, Purpose::Game);
    for _ in 0..rounds {
        let mut table = game.begin();
        game.deal(&mut table, &mut rng, &mut deals);
        aside[table.aside.len()] += 1;
    }
    agrees(deals.misdeals, deals.all, ASIDE[4] as f64 / FIELDS as f64);
    for (hits, ways) in aside.into_iter().zip(ASIDE) {
        agrees(hits, rounds, ways as f64 / (FIELDS - ASIDE[4]) as f64);
    }
}

/// How often the first card played captures, and how often the third is a
/// kusuri-gui, when all cards are played at random: of every order of the
/// first card of the pile and the next three, given so many willows aside.
fn openings(willows_aside: usize) -> [f64; 2] {
    let deck: Vec<Hanafuda> = (DECK - WILLOWS).iter().chain(WILLOWS.iter().skip(willows_aside)).collect();
    let (mut orders, mut captures, mut kusuri) = (0_u64, 0_u64, 0_u64);
    for &pile in deck.iter().filter(|&&card| !WILLOWS.has(card)) {
        for &first in deck.iter().filter(|&&card| card != pile) {
            let takes = Discards::matching(pile).has(first);
            for &second in deck.iter().filter(|&&card| card != pile && card != first) {
                let used = [pile, first, second];
                let lone = takes && !WILLOWS.has(second);
                for &third in deck.iter().filter(|card| !used.contains(card)) {
                    orders += 1;
                    captures += u64::from(takes);
                    kusuri += u64::from(lone && Discards::matching(second).has(third));
                }
            }
        }
    }
    [captures, kusuri].map(|hits| hits as f64 / orders as f64)
}

/// Counts what happens in the first and third turn of a round.
#[derive(Default)]
struct Opening {
    turn: u8,
    rounds: u64,
    captures: u64,
    kusuri: u64,
}

impl Observer<KusuriGui> for Opening {
    fn on_event(&mut self, event: &Event) {
        match event {
            Event::RoundBegan { .. } => {
                self.turn = 0;
                self.rounds += 1;
            }
            Event::Played { took, kusuri_gui, .. } => {
                self.turn += 1;
                self.captures += u64::from(self.turn == 1 && !took.is_empty());
                self.kusuri += u64::from(self.turn == 3 && kusuri_gui.is_some());
            }
            _ => {}
        }
    }
}

#[test]
fn random_play_opens_as_an_enumeration_says() {
    // The deals that stand, by how many willows were set aside.
    let stand = (FIELDS - ASIDE[4]) as f64;
    let mut expected = [0.0; 2];
    for (willows_aside, &ways) in ASIDE[..4].iter().enumerate() {
        let of_deals = ways as f64 / stand;
        for (chance, share) in expected.iter_mut().zip(openings(willows_aside)) {
            *chance += of_deals * share;
        }
    }
    // The first by hand: 2.8 other cards of the month on average, and the
    // willows that are left, of 43 cards or fewer.
    let by_hand: f64 =
        (0..4).map(|aside| ASIDE[aside] as f64 / stand * (6.8 - aside as f64) / (43.0 - aside as f64)).sum();
    assert!((expected[0] - by_hand).abs() < 1e-12);

    let mut opening = Opening::default();
    watch_games(&KusuriGui::new(plain()), 44, 40_000, &mut opening);
    agrees(opening.captures, opening.rounds, expected[0]);
    agrees(opening.kusuri, opening.rounds, expected[1]);
    // As the page has them.
    assert_eq!(expected.map(|chance| format!("{:.3} %", 100.0 * chance)), ["15.618 %", "2.121 %"]);
}

/// Counts which card of the hand is played: by how many there are, and how many of
/// these are lower.
#[derive(Default)]
struct Played {
    dealer: Option<Seat>,
    hands: [Set; 2],
    by_held_and_lower: [[u64; HAND]; HAND + 1],
    decisions: u64,
}

impl Observer<KusuriGui> for Played {
    fn on_event(&mut self, event: &Event) {
        match event {
            Event::RoundBegan { dealer, .. } => self.dealer = Some(*dealer),
            Event::Dealt { hands, .. } | Event::DealtMore { hands } => self.hands = *hands,
            Event::Played { seat, card, .. } => {
                let hand = &mut self.hands[usize::from(Some(*seat) != self.dealer)];
                let lower = hand.iter().filter(|held| held < card).count();
                self.by_held_and_lower[hand.len()][lower] += 1;
                hand.remove(*card);
            }
            _ => {}
        }
    }

    fn on_decision(&mut self, _: Seat, _: &Choices, _: usize) {
        self.decisions += 1;
    }
}

#[test]
fn every_card_of_a_hand_is_as_likely_to_be_played_as_any_other() {
    let mut played = Played::default();
    watch_games(&KusuriGui::new(plain()), 45, 4_000, &mut played);
    let choices = cards_are_picked_evenly(&played.by_held_and_lower);
    assert_eq!(choices, played.decisions, "each of these is a decision");
}
