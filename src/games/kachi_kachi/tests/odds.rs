//! What is counted in games of `station` against the exact odds: everyone
//! stays and nobody claims, so that each hand is a deal of the odds.

use crate::bots::BotSpec;
use crate::game::Game;
use crate::games::kachi_kachi::{Class, KachiKachi, Rules};
use crate::sim::{Counter, LineUp, Setup};
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
            let game = KachiKachi::new(rules);
            let line_up = LineUp::new(&game, &[BotSpec::new("station")]).expect("the bots can sit down");
            let setup = Setup::new(game, line_up, 5);
            let metrics = setup.metrics();
            let mut counter = Counter::new(&setup);
            (0..GAMES).for_each(|block| counter.count_block(block).expect("station is legal"));

            let players = usize::from(players);
            let odds = Odds::of_kachi_kachi(extra_cards, &[players]);
            let dealt = metrics.find("hand_dealt").expect("it is counted");
            let results = metrics.find("hand_result").expect("it is counted");
            for class in &odds.classes {
                let name = format!("{} of {players} with {}", Class::NAMES[class.class], odds.deck);
                let share = |part: u64, whole: u64| part as f64 / whole as f64;
                let found = counter.tally.share(dealt, 0, 0, class.class);
                agrees(found, share(class.ways, odds.deals(players)), &format!("{name} dealt"));
                for (place, part) in [class.wins, class.draws, class.losses].into_iter().enumerate() {
                    let found = counter.tally.share(results, 0, class.class, place);
                    agrees(found, share(part, class.ways), &format!("{name}, result {place}"));
                }
            }
        }
    }
}
