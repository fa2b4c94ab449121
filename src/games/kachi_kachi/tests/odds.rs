//! What is counted in games of `station` against the exact odds: everyone
//! stays and nobody claims, so that each hand is a deal of the odds.

use crate::games::kachi_kachi::{Class, KachiKachi, Rules};
use crate::games::testkit::Books;
use crate::stats::Ratio;
use crate::study::odds::Odds;

const GAMES: u64 = 4_000;

/// How far a share may lie from the exact one, in standard errors: a thousand
/// shares are compared.
const BOUND: f64 = 5.0;

#[track_caller]
fn agrees(found: Option<Ratio>, exact: f64, what: &str) {
    let Some(found) = found else { panic!("{what} was never seen") };
    let error = found.standard_error().expect("there are several blocks");
    // What is rare has no error of its own to speak of.
    let expected = (exact * (1.0 - exact) / found.n as f64).sqrt();
    let off = (found.value() - exact).abs();
    assert!(off <= BOUND * error.max(expected), "{what}: {} for {exact}", found.value());
}

#[test]
fn dealt_hands_and_results_agree_with_the_exact_odds() {
    for extra_cards in [false, true] {
        for players in [2, 4, 8] {
            let rules = Rules { players, extra_cards, zero_hand: false, ..Rules::default() };
            let books = Books::of_games::<KachiKachi>(rules, "station", 5, GAMES);
            let players = usize::from(players);
            let odds = Odds::of_kachi_kachi(extra_cards, &[players]);
            for class in &odds.classes {
                let hand = Class::NAMES[class.class];
                let name = format!("{hand} of {players} with {}", odds.deck);
                let share = |part: u64, whole: u64| part as f64 / whole as f64;
                let found = books.ratio("hand_dealt", "all", hand);
                agrees(found, share(class.ways, odds.deals(players)), &format!("{name} dealt"));
                for (result, part) in [("won", class.wins), ("drawn", class.draws), ("lost", class.losses)] {
                    let found = books.ratio("hand_result", hand, result);
                    agrees(found, share(part, class.ways), &format!("{name}, {result}"));
                }
            }
        }
    }
}
