//! What is counted in games against the exact odds. Of `station`: everyone
//! stays and nobody claims, so that each hand is a deal of the odds. Of `random`:
//! everyone stays half of the time.

use crate::games::kachi_kachi::{Class, Ending, KachiKachi, Rules};
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

/// With which probability a hand of so many who bet at random ends in each way:
/// by a showdown, or by folds in the first, second or third betting round.
fn endings(players: usize) -> [f64; 4] {
    // By how many remain.
    let mut remaining = [0.0; 9];
    remaining[players] = 1.0;
    let mut by_folds = [0.0; 3];
    for ended in &mut by_folds {
        let mut next = [0.0; 9];
        for (players, probability) in remaining.into_iter().enumerate().skip(2) {
            let mut ways = 1.0;
            for staying in 0..=players {
                // Who is left when all others have folded remains.
                next[staying.max(1)] += probability * ways / f64::from(1 << players);
                ways = ways * (players - staying) as f64 / (staying + 1) as f64;
            }
        }
        *ended = std::mem::take(&mut next[1]);
        remaining = next;
    }
    [remaining.iter().sum(), by_folds[0], by_folds[1], by_folds[2]]
}

#[test]
fn whoever_bets_at_random_stays_half_of_the_time() {
    for players in [2, 3, 4, 7, 8] {
        // So much may be bet that something is left for every round, but once in
        // many thousand hands.
        let rules = Rules { players, max_wager: 100_000, ..Rules::default() };
        let books = Books::of_games::<KachiKachi>(rules, "random", 5, GAMES);
        for (name, exact) in Ending::NAMES.into_iter().zip(endings(usize::from(players))) {
            let found = books.ratio("ended", "all", name);
            agrees(found, exact, &format!("{name} of {players}"));
        }
    }
}
