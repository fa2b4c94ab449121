//! Statistics of whole runs, against exact values.
//!
//! With `max_turns = 1` a round is its first turn, of which everything can be
//! worked out; with a hand of one card as well, that turn may win it. A round
//! that it does not win is void, and is read from the events.

use super::moves::Moves;
use super::rig::Scene;
use crate::cards::{Card, Hanafuda};
use crate::games::oni::{Bonus, Ending, Event, HandPoints, Oni, Rules, Set, Special, fitting};
use crate::games::testkit::{Books, ways};

/// The mean of a metric's group, within four standard errors of its exact
/// value; the seed is fixed, so this is passed for good or not at all.
#[track_caller]
fn mean_is(books: &Books, name: &str, group: &str, exact: f64) {
    let mean = books.mean(name, group).unwrap_or_else(|| panic!("{name} was not observed"));
    let error = mean.standard_error().expect("there are many blocks");
    let off = (mean.value() - exact).abs();
    assert!(off <= 4.0 * error, "{name} {group}: {} is not {exact} ± {error}", mean.value());
}

/// The same for the share of an outcome.
#[track_caller]
fn share_is(books: &Books, name: &str, outcome: &str, exact: f64) {
    let ratio = books.ratio(name, "all", outcome).expect("it was tried");
    let error = (exact * (1.0 - exact) / ratio.n as f64).sqrt();
    let off = (ratio.value() - exact).abs();
    assert!(off <= 4.0 * error, "{name} {outcome}: {} is not {exact} ± {error}", ratio.value());
}

/// The same for what is read from each round's moves.
#[track_caller]
fn mean_of_rounds_is(rounds: &[Moves], name: &str, of: impl Fn(&Moves) -> i128, exact: f64) {
    let values: Vec<f64> = rounds.iter().map(|moves| of(moves) as f64).collect();
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let error = (variance / count).sqrt();
    assert!((mean - exact).abs() <= 4.0 * error, "{name}: {mean} is not {exact} ± {error}");
}

/// For each card, the chance that the first turn discards it, and in the last
/// place the chance that the first player holds nothing that fits.
///
/// Of `m` cards that fit on the top each is as likely as the others: chosen
/// from the hand, or, if the hand has none, drawn as one of the cards that are
/// left.
pub fn first_turn(rules: &Rules) -> ([f64; Hanafuda::COUNT], f64) {
    let hand = u64::from(rules.hand);
    let mut discarded = [0.0; Hanafuda::COUNT];
    let mut no_match = 0.0;
    for top in Hanafuda::ALL {
        let barred = Set::of(Hanafuda::LIGHTNING).only_if(!rules.lightning_first_turn);
        let fits = fitting(top) - top.into() - barred;
        let none = ways(47 - fits.len() as u64, hand) as f64 / ways(47, hand) as f64;
        no_match += none / 48.0;
        for card in fits {
            let chance = (1.0 - none) / fits.len() as f64 + none / (47 - hand) as f64;
            discarded[card.index()] += chance / 48.0;
        }
    }
    (discarded, no_match)
}

fn one_turn(players: u8, lightning_first_turn: bool) -> Rules {
    Rules { players, lightning_first_turn, max_turns: 1, max_rounds: 100, goal: 10_000, ..Rules::default() }
}

#[test]
fn special_cards_of_a_first_turn_are_as_likely_as_the_cards_say() {
    for (players, free) in [(4, false), (2, true), (8, false)] {
        // Nobody declares, so that every round is void after its first turn.
        let rules = Rules { declare_lightning: false, max_rounds: 20_000, ..one_turn(players, free) };
        let (discarded, no_match) = first_turn(&rules);
        let mut scene = Scene::new(rules);
        scene.play_at_random();
        let mut rounds: Vec<Moves> = Vec::new();
        for event in scene.events() {
            if let Event::RoundBegan { .. } = event {
                rounds.push(Moves::default());
            }
            rounds.last_mut().expect("a round begins first").on_event(event);
        }
        let of = |wanted: &[Special]| -> f64 {
            Hanafuda::ALL
                .iter()
                .filter(|&card| wanted.contains(&Special::of(card)))
                .map(|card| discarded[card.index()])
                .sum()
        };
        let (poetry, blue, yellow) = (of(&[Special::Poetry]), of(&[Special::Blue]), of(&[Special::Yellow]));
        let willow = of(&[Special::Willow, Special::Lightning]);
        let others = [Special::Bridge, Special::SakeCup, Special::Lightning].map(|special| of(&[special]));
        let exact = [poetry, blue, yellow, others[0], willow, others[1], others[2]];
        let groups = ["poetry", "blue", "yellow", "bridge", "willow", "sake_cup", "lightning"];
        for (group, exact) in groups.into_iter().zip(exact) {
            mean_of_rounds_is(&rounds, group, |moves| moves.discards_of(group), exact);
        }
        let drawn = no_match + 2.0 * poetry + blue + 5.0 * yellow;
        mean_of_rounds_is(&rounds, "drawn", |moves| moves.drawn, drawn);
        assert!(rounds.iter().all(|moves| moves.reshuffles == 0));
        assert!(scene.results().iter().all(|result| (result.ending, result.turns) == (Ending::Void, 1)));
    }
}

/// Two players with a card each: the first one wins at once with a card that
/// fits, unless it is the bridge. All deals are gone through.
#[test]
fn rounds_of_one_card_are_worth_what_all_deals_say() {
    let rules = Rules { hand: 1, ..one_turn(2, true) };
    let points = HandPoints::new();
    let deals = f64::from(48 * 47 * 46);
    let (mut won, mut winners, mut losers) = (0.0, 0.0, 0.0);
    let mut endings = [0.0; Ending::NAMES.len()];
    let mut bonuses = [0.0; Bonus::NAMES.len()];
    for top in Hanafuda::ALL {
        for last in fitting(top) - top.into() {
            for left in Hanafuda::ALL - top.into() - last.into() {
                if last == Hanafuda::BRIDGE {
                    continue;
                }
                let hand = f64::from(points.of(left.into()));
                let (ending, bonus, debt) = match last {
                    Hanafuda::RAINMAN => (1, 1, hand + 5.0),
                    Hanafuda::LIGHTNING => (2, 2, 2.0 * hand),
                    _ => (0, 0, hand),
                };
                won += 1.0;
                losers += hand;
                winners += debt;
                endings[ending] += 1.0;
                bonuses[bonus] += 1.0;
            }
        }
    }
    // The rounds that the first card does not win are void, but for a drawn
    // lightning, which may be declared: that is left out here.
    let rules = Rules { declare_lightning: false, ..rules };
    let books = Books::of_games::<Oni>(rules, "random", 12, 1_000);
    for (ending, name) in ["plain", "rainman", "lightning_last"].into_iter().enumerate() {
        share_is(&books, "ending", name, endings[ending] / deals);
    }
    share_is(&books, "ending", "void", 1.0 - won / deals);
    share_is(&books, "bonus", "rainman", bonuses[1] / won);
    share_is(&books, "bonus", "lightning", bonuses[2] / won);
    // The first player does not deal: the dealer never wins in one turn.
    share_is(&books, "dealer_wins", "yes", 0.0);
    mean_is(&books, "hand_points", "all", losers / won);
    mean_is(&books, "round_points", "all", winners / won);
    mean_is(&books, "hand_cards", "all", 1.0);
}
