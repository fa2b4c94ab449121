//! Learned responses against exact ones, and in what they must not differ.

use super::*;
use crate::bots::BotSpec;
use crate::games::kachi_kachi::Rules;
use crate::games::kachi_kachi::solve::table_response::{Learning, learn};
use crate::games::kachi_kachi::solve::{Model, Solution, StrategyTable, against};

/// A hand that is learned in moments.
fn game(players: u8) -> KachiKachi {
    let rules = Rules { players, hands: 1, zero_hand: false, max_wager: 3, ..Rules::default() };
    KachiKachi::new(rules)
}

fn bot(game: &KachiKachi, name: &str) -> Player<KachiKachi> {
    BotSpec::new(name).player(game).expect("a built-in bot")
}

fn learned(game: &KachiKachi, bot: &Player<KachiKachi>, deals: u64) -> Arc<Vec<Policy>> {
    let learn = |position| learn(&Learning { game, bot, position, deals }, &|| false);
    Arc::new((0..game.players()).map(|position| learn(position).expect("nobody stops it")).collect())
}

/// What the best response of each role wins at a table for two, exactly.
fn exact(game: &KachiKachi, bot: &mut Player<KachiKachi>) -> [f64; 2] {
    let model = Model::new(game.rules()).expect("a hand for two");
    let mut any = Solution::default();
    any.put(2.0, StrategyTable::empty(&model.hand_tree.tree, 1));
    against(&model, bot, &any, &mut |_, _| Ok(())).expect("a bot that can be asked").best
}

#[test]
fn at_a_table_for_two_the_learned_response_comes_near_the_exact_one_and_not_beyond() {
    let game = game(2);
    for name in ["station", "random", "weighing"] {
        let mut bot = bot(&game, name);
        let policies = learned(&game, &bot, 3_000);
        for (position, exact) in exact(&game, &mut bot).into_iter().enumerate() {
            let won = measure(&game, &bot, &policies, position, 0.04, &|| false).expect("nobody stops it");
            assert!(won.interval.half_width() < 0.045 && won.games >= FIRST, "{won:?}");
            let error = won.interval.half_width() / QUANTILE;
            assert!(won.mean < exact + 4.0 * error, "{name} {position}: {won:?}, exact {exact}");
            assert!(won.mean > exact - 0.05 - 4.0 * error, "{name} {position}: {won:?}, exact {exact}");
        }
    }
}

#[test]
fn the_same_is_learned_and_measured_on_any_number_of_threads() {
    let game = game(3);
    let bot = bot(&game, "random");
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let policies = learned(&game, &bot, 500);
            let won = measure(&game, &bot, &policies, 1, 0.2, &|| false).expect("nobody stops it");
            (policies, won)
        })
    };
    assert!(on(1) == on(3));
}

#[test]
fn more_is_won_than_by_playing_as_the_bot_does() {
    let game = game(4);
    for name in ["station", "random", "weighing"] {
        let bot = bot(&game, name);
        let policies = learned(&game, &bot, 1_000);
        // All together win what all lose: nothing.
        let won =
            |position| measure(&game, &bot, &policies, position, 0.1, &|| false).expect("nobody stops it");
        let sum: f64 = (0..4).map(|position| won(position).mean).sum();
        assert!(sum > 0.8, "{name}: {sum}");
    }
}

#[test]
fn who_stops_it_gets_nothing() {
    let game = game(3);
    let bot = bot(&game, "station");
    let learning = Learning { game: &game, bot: &bot, position: 0, deals: 100 };
    assert_eq!(learn(&learning, &|| true).map(|_| ()), Err(Stopped));
    let policies = Arc::new(vec![Policy::default(); 3]);
    assert_eq!(measure(&game, &bot, &policies, 0, 0.1, &|| true), Err(Stopped));
}

#[test]
fn the_tables_name_every_position() {
    let won = Measured { mean: 1.5, interval: Interval::around(1.5, 0.1), games: 20_000 };
    let responses = [Response { bot: "station".to_owned(), deals: 2_000, won: vec![won; 3] }];
    let table = responses_table(&responses);
    let roles: Vec<String> = (0..3).map(role).collect();
    assert_eq!(roles, ["dealer", "position-2", "position-3"]);
    assert_eq!(table.rows.len(), 3);
    assert_eq!(table.rows[2][1], Cell::Text("position-3".to_owned()));
    let says = |precision: f64, words: &str| {
        let shown = response_summary(3, precision, &responses);
        shown.iter().any(|shown| matches!(shown, Shown::Text(text, _) if text.contains(words)))
    };
    assert!(says(0.1, "No equilibrium is computed"));
    assert!(says(0.05, "wider than requested") && !says(0.1, "wider than requested"));
}
