//! What holds in every round, tried on many random ones.

use super::rig::{Scene, plain, with_jizo};
use crate::cards::NumberCard;
use crate::game::{Game, Observer, Options};
use crate::games::kujuroku::table::first_three_alike;
use crate::games::kujuroku::{Choices, Decision, Event, Kujuroku, Rules, Set, Waits, Yaku};
use crate::games::testkit::{cards_are_picked_evenly, watch_games};
use crate::random::{BlockStreams, Purpose};
use crate::seat::Seat;

/// Deals random rounds under some rules, and hands each to a test.
fn rounds(rules: &Rules, mut test: impl FnMut(&mut Scene)) {
    for block in 0..3_000 {
        let streams = BlockStreams::new(96, block);
        let mut scene = Scene::new(rules.clone());
        scene.deal_at_random(&mut streams.stream(1, Purpose::Game));
        test(&mut scene);
    }
}

/// The same, played to the end.
fn played(rules: &Rules, mut test: impl FnMut(&Scene)) {
    let mut rng = BlockStreams::new(96, 0).stream(1, Purpose::Bot(Seat::FIRST));
    rounds(rules, |scene| {
        scene.play_on_at_random(&mut rng);
        test(scene);
    });
}

#[test]
fn three_alike_never_lie_on_the_field_after_the_deal() {
    let mut rng = BlockStreams::new(96, 0).stream(1, Purpose::Bot(Seat::FIRST));
    for rules in [plain(), with_jizo(), Rules { oni: false, ..plain() }] {
        rounds(&rules, |scene| {
            while scene.asked().is_some() {
                if !matches!(scene.table.waits, Waits::DealOni | Waits::DealTriple) {
                    assert!(first_three_alike(scene.table.field).is_empty(), "{}", scene.field());
                }
                let options = scene.game.options(&scene.table).count();
                assert!(options >= 2, "nobody is asked who has no choice");
                scene.choose_at(rng.random_range(0..options as u32) as usize);
            }
        });
    }
}

/// The sums of the card points that were counted, with the rounds in which
/// the Oni was removed apart from the others.
fn sums(rules: Rules) -> [Vec<u16>; 2] {
    let mut sums = [Vec::new(), Vec::new()];
    played(&Rules { yaku: false, ..rules }, |scene| {
        let (scores, _) = scene.counted().expect("every round is counted");
        sums[usize::from(scene.table.oni.removed)].push(scores.iter().sum());
    });
    for sums in &mut sums {
        sums.sort_unstable();
        sums.dedup();
    }
    sums
}

#[test]
fn card_points_add_up_to_300_and_to_288_without_the_oni() {
    assert_eq!(sums(plain()), [vec![300], vec![288]]);
    assert_eq!(sums(Rules { oni: false, ..plain() }), [vec![288], vec![]]);
}

#[test]
fn with_the_jizo_card_points_always_add_up_to_300() {
    assert_eq!(sums(with_jizo()), [vec![300], vec![300]]);
}

#[test]
fn without_the_jizo_a_drawn_oni_always_finds_a_card() {
    // The field has an even number of cards at the beginning of each turn, so
    // an odd one when a card is turned up: until the Oni changes that.
    let mut drawn = 0;
    played(&Rules { yaku: false, ..plain() }, |scene| {
        drawn += scene.count(|event| matches!(event, Event::Drew { card: NumberCard::ONI, .. }));
        let lost = scene.events().windows(2).any(|events| {
            matches!(
                events,
                [Event::Drew { card: NumberCard::ONI, .. }, Event::Laid { card: NumberCard::ONI, .. }]
            )
        });
        assert!(!lost);
    });
    assert!(drawn > 0);
}

#[test]
fn all_that_is_left_on_the_field_is_the_fourth_card() {
    for rules in [plain(), with_jizo(), Rules { oni: false, ..plain() }] {
        played(&Rules { yaku: false, ..rules }, |scene| {
            let (_, fourth) = scene.counted().expect("every round is counted");
            assert_eq!(scene.field(), fourth);
        });
    }
}

#[test]
fn in_another_players_turn_only_danjou_is_formed() {
    let mut formed = 0;
    played(&plain(), |scene| {
        let mut turn = Seat::FIRST;
        for event in scene.events() {
            match *event {
                Event::Played { seat, .. } => turn = seat,
                Event::Formed { seat, yaku, .. } => {
                    formed += 1;
                    assert!(seat == turn || yaku == Yaku::Danjou);
                }
                _ => {}
            }
        }
    });
    assert!(formed > 0);
}

/// Counts, of those who pick at random, which card of the hand they play: by how
/// many they hold, and how many of these are lower.
#[derive(Default)]
struct Played {
    hands: [Set; 3],
    participants: Vec<Seat>,
    by_held_and_lower: [[u64; 6]; 7],
    decisions: u64,
}

impl Observer<Kujuroku> for Played {
    fn on_event(&mut self, event: &Event) {
        match event {
            Event::RoundBegan { participants, .. } => self.participants = participants.to_vec(),
            Event::Dealt { hands, .. } => self.hands = *hands,
            Event::Played { seat, card } => {
                let role = self.participants.iter().position(|participant| participant == seat);
                let hand = &mut self.hands[role.expect("a participant")];
                let lower = hand.iter().filter(|held| held < card).count();
                self.by_held_and_lower[hand.len()][lower] += 1;
                hand.remove(*card);
            }
            _ => {}
        }
    }

    fn on_decision(&mut self, _: Seat, options: &Choices, _: usize) {
        self.decisions += u64::from(options.asked() == Decision::Play);
    }
}

#[test]
fn every_card_of_a_hand_is_as_likely_to_be_played_as_any_other() {
    let mut played = Played::default();
    watch_games(&Kujuroku::new(Rules::default()), 5, 4_000, &mut played);
    let choices = cards_are_picked_evenly(&played.by_held_and_lower);
    assert_eq!(choices, played.decisions, "each of these is a decision");
}
