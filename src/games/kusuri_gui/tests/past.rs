//! What the opponent chose before, and the tables that agree with a view.

use std::collections::BTreeMap;

use crate::game::Game;
use crate::games::kusuri_gui::table::TURNS_OF_HANDS;
use crate::games::kusuri_gui::{KusuriGui, Rules, View};
use crate::games::testkit::{stream, watch_house_bots};

/// The order of a hand is not known, and does not matter.
fn without_order(view: &View) -> View {
    let mut cards: Vec<_> = view.hand.cards().collect();
    cards.sort_unstable();
    View { hand: crate::games::kusuri_gui::Hand::of(&cards), ..view.clone() }
}

#[test]
fn plays_from_the_present_hands_are_told_with_what_they_were_chosen_from() {
    for chips in [0, 30] {
        let game = KusuriGui::new(Rules { chips, ..Rules::default() });
        let mut told = 0;
        watch_house_bots(&game, 4, |table, chooser, made| {
            let opponent = chooser.after(1, 2);
            let since = table.turn - table.turn % TURNS_OF_HANDS;
            let mut plays = made[opponent].iter().filter(|made| made.view.turn >= since);
            game.past_choices(table, opponent, &mut |view, options, choice| {
                use crate::game::Options;
                let made = plays.next().expect("no more is told than was chosen");
                assert_eq!(without_order(view), without_order(&made.view));
                assert_eq!(options.at(choice), made.options.at(made.choice));
                told += 1;
            });
            assert!(plays.next().is_none(), "all plays are told");
        });
        assert!(told > 500, "{told}");
    }
}

/// Near the end of a round the opponent holds two of five cards that are not
/// seen: ten hands, each as likely as any other, with any order of the rest.
#[test]
fn every_world_is_as_likely_as_any_other() {
    let game = KusuriGui::new(Rules::default());
    let mut late = None;
    watch_house_bots(&game, 1, |table, seat, _| {
        let view = game.view(table, seat);
        if view.turn == 36 && view.aside.is_empty() && late.is_none() {
            late = Some(view);
        }
    });
    let (view, mut rng) = (late.expect("a round comes to its end"), stream(3));
    let (draws, mut seen) = (20_000, BTreeMap::new());
    for _ in 0..draws {
        let sampled = game.sample_state(&view, &mut rng);
        let hand = sampled.hands[view.role.opponent() as usize];
        *seen.entry(hand.set().to_string()).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 10, "{seen:?}");
    assert!(seen.values().all(|times| (1_790..=2_210).contains(times)), "{seen:?}");
}
