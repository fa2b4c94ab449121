//! What is believed of hidden hands, and which options are given up.

use std::collections::BTreeMap;

use super::{Rival, Search, SearchParameters, margin_of_best};
use crate::game::Game;
use crate::game::audit::zones_text;
use crate::games::kusuri_gui::{KusuriGui, Rules};
use crate::games::testkit::{stream, watch_house_bots};
use crate::seat::Seat;
use crate::settings::{Assignment, Settings};

fn search(text: &[&str]) -> Search<KusuriGui> {
    let parameters: Vec<_> = text.iter().map(|text| Assignment::parse(text).expect("it is one")).collect();
    let parameters = SearchParameters::with(&parameters).expect("they are allowed");
    Search::new(&KusuriGui::new(Rules::default()), parameters).expect("these bots are there")
}

/// Near the end of a round the opponent holds two of five cards, and has played
/// two: each hand comes up as often as it explains these, and each bot at the
/// opponent's seat as often as it would have played them.
#[test]
fn hands_and_bots_come_up_as_often_as_they_explain_what_was_played() {
    let game = KusuriGui::new(Rules::default());
    let mut late = Vec::new();
    watch_house_bots(&game, 1, |table, seat, _| {
        let view = game.view(table, seat);
        if view.turn == 36 && view.aside.is_empty() {
            late.push(view);
        }
    });
    let mut differs = 0;
    for view in &late[..6] {
        let mut search = search(&["belief=3", "playout=weighing+grabber+random"]);
        let opponent = view.role.opponent().seat(view.dealer);
        let mut rng = stream(5);
        let mut expected = BTreeMap::new();
        for _ in 0..400 {
            let state = game.sample_state(view, &mut rng);
            let likelihood = search.likelihood(&state, opponent, &mut rng).expect("it has played");
            expected.insert(hand(&game, &state), likelihood);
        }
        assert_eq!(expected.len(), 10);
        let total: f64 = expected.values().flatten().sum();

        let (samples, mut walk, mut seen) = (20_000, None, BTreeMap::new());
        for _ in 0..samples {
            let sample = search.believe(view, &mut walk, &mut rng);
            let bot = usize::from(sample.seating[opponent.index()]);
            *seen.entry((hand(&game, &sample.state), bot)).or_insert(0) += 1;
        }
        let mut largest: f64 = 0.0;
        for (hand, likelihood) in &expected {
            for (bot, likelihood) in likelihood.iter().enumerate() {
                let share = f64::from(*seen.get(&(hand.clone(), bot)).unwrap_or(&0)) / f64::from(samples);
                let due = likelihood / total;
                assert!((share - due).abs() < 0.03, "{hand} by bot {bot}: {share} instead of {due}");
                largest = largest.max(due);
            }
        }
        differs += u32::from(largest > 0.1);
    }
    assert!(differs > 2, "what was played said nothing");
}

fn hand(game: &KusuriGui, state: &<KusuriGui as Game>::State) -> String {
    let zones = zones_text(game, state);
    zones.lines().filter(|line| line.contains("hand")).collect()
}

/// Without a belief every bot is as likely as any other, whatever was played.
#[test]
fn without_a_belief_nothing_is_made_of_what_was_played() {
    let game = KusuriGui::new(Rules::default());
    let mut search = search(&["belief=0"]);
    watch_house_bots(&game, 1, |table, seat, _| {
        let state = game.sample_state(&game.view(table, seat), &mut stream(1));
        let believed = search.explained(state, &mut stream(2));
        assert!(Seat::all(2).all(|seat| believed.likelihood[seat].is_none()));
    });
}

#[test]
fn default_stands_for_all_bots_the_best_first() {
    assert_eq!(search(&[]).parameters().playout.as_str(), "weighing+grabber+random");
    assert_eq!(
        search(&["playout=random+default"]).parameters().playout.as_str(),
        "random+weighing+grabber+random"
    );
}

#[test]
fn there_are_not_too_many_bots_for_the_playouts() {
    let names = "playout=default+default+default";
    let parameters = SearchParameters::with(&[Assignment::parse(names).expect("it is one")]);
    let made = Search::new(&KusuriGui::new(Rules::default()), parameters.expect("any name is allowed"));
    let error = made.err().expect("nine are too many").to_string();
    assert_eq!(error, "playout names 9 bots; at most 8 are allowed");
}

#[test]
fn the_best_of_several_has_to_be_further_ahead() {
    assert_eq!(margin_of_best(2.0, 1), 2.0);
    assert!((margin_of_best(2.0, 3) - 2.489).abs() < 0.001);
    assert_eq!(margin_of_best(0.0, 60), 0.0, "whatever looks best is taken");
}

/// An option that is level is given up the later, the more playouts are left to
/// put it ahead.
#[test]
fn hope_goes_with_the_playouts_that_are_left() {
    let rival = |ahead| Rival { index: 0, ahead, squares: 100 };
    let has_hope = |ahead, made| rival(ahead).has_hope(2.0, made);
    assert!(has_hope(0, 0.25) && !has_hope(-5, 0.25), "it may be behind at first");
    assert!(!has_hope(0, 0.5) && has_hope(5, 0.5));
    assert!(!has_hope(5, 0.75) && has_hope(10, 0.75));
    assert!(has_hope(20, 1.0) && !has_hope(19, 1.0), "in the end the margin counts");
    assert!(Rival::default().has_hope(2.0, 0.25), "options that came to the same");
}

#[test]
fn worth_is_a_difference_that_turns_around_with_the_choice() {
    let game = KusuriGui::new(Rules::default());
    let mut views = Vec::new();
    watch_house_bots(&game, 1, |table, seat, _| views.push(game.view(table, seat)));
    let mut search = search(&[]);
    let mut differs = 0;
    for view in views.iter().step_by(7).take(12) {
        let mut worth = |index, choice| search.worth(view, &[choice, index], choice, 30, &mut stream(9));
        let [itself, other] = worth(1, 0)[..] else { panic!("two options were asked for") };
        assert_eq!((itself.mean, itself.error), (0.0, 0.0));
        let back = worth(0, 1)[1];
        assert!((other.mean + back.mean).abs() < 1e-9 && (other.error - back.error).abs() < 1e-9);
        differs += u32::from(other.error > 0.0);
    }
    assert!(differs > 6, "options differ in what they are worth");
}
