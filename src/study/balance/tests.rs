//! The measures of balance, compared with what the games count themselves.

use crate::bots::BotSpec;
use crate::game::Game;
use crate::games::kachi_kachi::KachiKachi;
use crate::games::kazu_tori::KazuTori;
use crate::games::kujuroku::Kujuroku;
use crate::games::kusuri_gui::KusuriGui;
use crate::games::oni::Oni;
use crate::settings::{Assignment, Settings};
use crate::sim::{BlockCounter, LineUp, Setup};
use crate::study::Study;
use crate::study::sweep::{BASELINE, CellName, RowKey, Sweep, SweepCell, SweptLineUp};

/// The figures of a game over some blocks.
fn figures<G: Game>(bots: &[&str], rules: &[&str], blocks: u64) -> Vec<(RowKey, f64)> {
    let rules: Vec<Assignment> = rules.iter().map(|rule| Assignment::parse(rule).unwrap()).collect();
    let game = G::new(G::Rules::with(&rules).unwrap());
    let bots: Vec<BotSpec> = bots.iter().map(|bot| BotSpec::new(bot)).collect();
    let line_up = LineUp::new(&game, &bots).unwrap();
    let name = CellName { variant: BASELINE.to_owned(), bots: String::new(), folder: String::new() };
    let baseline = SweepCell::new(name, Setup::new(game, line_up, 5));
    let sweep = Sweep {
        line_ups: vec![SweptLineUp { baseline, variants: Vec::new() }],
        margins: Vec::new(),
        baseline: String::new(),
        rule: None,
        left_out: Vec::new(),
    };
    let mut counter = sweep.counter();
    (0..blocks).for_each(|block| counter.count_block(block).unwrap());
    sweep.rows(&counter).into_iter().map(|row| (row.key, row.value)).collect()
}

fn value(rows: &[(RowKey, f64)], metric: &str, part: &str) -> f64 {
    let row = rows.iter().find(|(key, _)| key.metric == metric && key.part == part);
    row.unwrap_or_else(|| panic!("there is no {metric} of {part}")).1
}

fn assert_near(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-9, "{one} and {other}");
}

#[test]
fn kujuroku_counts_the_dealer_and_the_length_itself() {
    let rows = figures::<Kujuroku>(&["greedy", "random"], &[], 300);
    assert_near(value(&rows, "dealer_score", "all"), value(&rows, "round_chips", "dealer"));
    assert_near(value(&rows, "rounds_a_game", "all"), value(&rows, "game_rounds", "all"));
    let turns = value(&rows, "round_turns", "all") * value(&rows, "game_rounds", "all");
    assert_near(value(&rows, "turns_a_game", "all"), turns);
    // Chips only change hands, so the mean of the table is zero.
    assert_near(value(&rows, "seat_score", "seat-2"), value(&rows, "game_chips", "seat-2"));
}

#[test]
fn oni_counts_the_length_itself() {
    let rows = figures::<Oni>(&["shedder", "random"], &[], 60);
    assert_near(value(&rows, "rounds_a_game", "all"), value(&rows, "game_rounds", "all"));
    let turns = value(&rows, "round_turns", "all") * value(&rows, "game_rounds", "all");
    assert_near(value(&rows, "turns_a_game", "all"), turns);
}

#[test]
fn kusuri_gui_has_forty_turns_a_round_of_which_those_with_one_card_are_forced() {
    let rows = figures::<KusuriGui>(&["random"], &["rounds=6"], 100);
    assert_near(value(&rows, "rounds_a_game", "all"), 6.0);
    assert_near(value(&rows, "turns_a_game", "all"), 240.0);
    assert_near(value(&rows, "decisions_a_game", "all"), 180.0);
    assert_near(value(&rows, "free_acts", "all"), 0.75);
    assert_near(value(&rows, "first_to_last", "all"), value(&rows, "first_to_second", "all"));
}

#[test]
fn kazu_tori_is_one_round_in_which_everybody_always_chooses() {
    let rows = figures::<KazuTori>(&["keen", "random"], &[], 100);
    assert_near(value(&rows, "rounds_a_game", "all"), 1.0);
    assert_near(value(&rows, "turns_a_game", "all"), value(&rows, "discards", "all"));
    assert_near(value(&rows, "free_acts", "all"), 1.0);
    assert!(value(&rows, "lead_changes", "all") > 0.5, "who leads is seen before the end");
}

#[test]
fn kachi_kachi_plays_its_hands() {
    let rows = figures::<KachiKachi>(&["random"], &["players=3"], 200);
    assert!(value(&rows, "rounds_a_game", "all") >= 20.0);
    let seats: f64 = ["seat-1", "seat-2", "seat-3"].iter().map(|seat| value(&rows, "seat_score", seat)).sum();
    assert!(seats.abs() < 1e-9, "{seats}");
    let wins: f64 = ["seat-1", "seat-2", "seat-3"].iter().map(|seat| value(&rows, "seat_wins", seat)).sum();
    assert!(wins.abs() < 1e-9, "{wins}");
}

#[test]
fn a_game_that_nobody_wins_is_open_to_the_end_and_gives_no_seat_an_edge() {
    let rows = figures::<Oni>(&["shedder", "random"], &["max_rounds=1", "goal=10000"], 60);
    for seat in ["seat-1", "seat-2", "seat-3", "seat-4"] {
        assert_near(value(&rows, "seat_wins", seat), 0.0);
        assert_near(value(&rows, "win", seat), 0.0);
    }
    assert_near(value(&rows, "shared_wins", "all"), 0.0);
    assert_near(value(&rows, "open_decisions", "all"), 1.0);
    assert!(value(&rows, "first_to_second", "all") > 0.0);
}

#[test]
fn the_edge_in_wins_is_over_an_equal_share_of_the_games_that_somebody_won() {
    let rows = figures::<Oni>(&["shedder", "random"], &["max_rounds=8"], 60);
    let seats = ["seat-1", "seat-2", "seat-3", "seat-4"];
    let mean = seats.iter().map(|seat| value(&rows, "win", seat)).sum::<f64>() / 4.0;
    assert!(mean > 0.02 && mean < 0.23, "some are won, and some are stopped: {mean}");
    for seat in seats {
        assert_near(value(&rows, "seat_wins", seat), value(&rows, "win", seat) - mean);
    }
}

#[test]
fn a_tie_in_kazu_tori_is_shared_by_those_with_the_most_cards() {
    let rows = figures::<KazuTori>(&["keen", "random"], &[], 400);
    let ties = value(&rows, "tie", "all");
    assert!(ties > 0.0);
    assert_near(value(&rows, "shared_wins", "all"), ties);
}

#[test]
fn a_void_round_counts_as_a_round_and_as_nothing_else() {
    let rows = figures::<Oni>(&["random"], &["max_turns=1", "max_rounds=7"], 20);
    assert_near(value(&rows, "rounds_a_game", "all"), 7.0);
    assert_near(value(&rows, "turns_a_game", "all"), 0.0);
    for metric in ["dealer_score", "dealer_best", "drawn_rounds"] {
        assert!(rows.iter().all(|(key, _)| key.metric != metric), "{metric}");
    }
}
