//! Sweeps of real games: what has to be the same is, and what is said is true.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::bots::BotSpec;
use crate::games::kachi_kachi::KachiKachi;
use crate::games::kazu_tori::KazuTori;
use crate::games::kujuroku::Kujuroku;
use crate::games::kusuri_gui::KusuriGui;
use crate::games::oni::Oni;
use crate::settings::{Assignment, Settings};
use crate::sim::{Controls, Counter, Ended, Enough, LineUp, count_blocks};
use crate::stats::Change;

fn setup<G: Game>(bots: &[&str], rules: &str, seed: u64) -> Setup<G> {
    let rules: Vec<Assignment> =
        rules.split_whitespace().map(|rule| Assignment::parse(rule).unwrap()).collect();
    let game = G::new(G::Rules::with(&rules).unwrap());
    let bots: Vec<BotSpec> = bots.iter().map(|bot| BotSpec::new(bot)).collect();
    let line_up = LineUp::new(&game, &bots).unwrap();
    Setup { game, line_up, seed }
}

fn sweep<G: Game>(bots: &[&str], rules: &[&str], seed: u64) -> Sweep<G> {
    Sweep { tables: vec![rules.iter().map(|rules| setup(bots, rules, seed)).collect()] }
}

fn play<G: Game>(sweep: &Sweep<G>, blocks: u64) -> SweepCounter<'_, G> {
    let mut counter = sweep.counter();
    (0..blocks).for_each(|block| counter.count_block(block).unwrap());
    counter
}

/// Whether anything is said to change.
fn says_changes(rows: &[Row], blocks: u64) -> bool {
    find(rows, &[], blocks).iter().flatten().any(|found| found.finding.changes())
}

#[test]
fn the_same_rules_differ_by_exactly_nothing() {
    let sweep = sweep::<Kujuroku>(&["greedy", "random"], &["", "", "jizo=true"], 3);
    let rows = play(&sweep, 100).rows();
    let found = find(&rows, &[], 100);
    let same: Vec<_> = rows.iter().zip(&found).filter(|(row, _)| row.variant == 1).collect();
    assert!(same.len() > 50);
    for (row, found) in same {
        let found = found.unwrap_or_else(|| panic!("{:?} is not compared", row.key));
        assert_eq!(found.finding, Finding::Same, "{:?}", row.key);
        assert_eq!(row.change.unwrap().value, 0.0);
    }
    let other = rows.iter().zip(&found).filter(|(row, _)| row.variant == 2);
    assert!(other.flat_map(|(_, found)| found).any(|found| found.finding != Finding::Same));
}

#[test]
fn a_rule_that_cannot_matter_is_never_said_to_change_anything() {
    // Without yaku it does not matter what one is worth.
    for seed in 0..200 {
        let sweep = sweep::<Kujuroku>(&["random"], &["yaku=false", "yaku=false yaku_value.shi=9"], seed);
        assert!(!says_changes(&play(&sweep, 25).rows(), 25), "seed {seed}");
    }
}

#[test]
fn luck_alone_is_called_a_change_in_one_sweep_of_twenty_at_most() {
    // The same rules on deals apart: nothing differs but the luck.
    let alarms = (0..200)
        .filter(|seed| {
            let tables = [1000 + seed, 2000 + seed].map(|seed| setup::<Kujuroku>(&["random"], "", seed));
            let sweep = Sweep { tables: vec![tables.into()] };
            says_changes(&play(&sweep, 150).rows(), 150)
        })
        .count();
    assert!(alarms <= 10, "{alarms} of 200");
}

/// How wide the intervals of the figures' differences are, against deals
/// apart: the middle one.
fn middle_width<G: Game>(rules: [&str; 2]) -> f64 {
    let sweep = sweep::<G>(&[G::HOUSE_BOT], &rules, 1);
    let mut widths: Vec<f64> =
        play(&sweep, 400).rows().iter().filter_map(|row| row.change?.width_ratio()).collect();
    widths.sort_by(f64::total_cmp);
    widths[widths.len() / 2]
}

#[test]
fn the_same_deals_make_intervals_much_narrower() {
    for (game, width) in [
        ("kujuroku", middle_width::<Kujuroku>(["yaku_stack=false", "yaku_stack=true"])),
        ("kazu-tori", middle_width::<KazuTori>(["tie=draw", "tie=pay_each"])),
        ("kusuri-gui", middle_width::<KusuriGui>(["kusuri=1", "kusuri=2"])),
        ("oni", middle_width::<Oni>(["last_card_effect=false", "last_card_effect=true"])),
        ("kachi-kachi", middle_width::<KachiKachi>(["tips=showdown", "tips=off"])),
    ] {
        assert!(width < 0.6, "{game}: {width}");
    }
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let sweep = sweep::<KusuriGui>(&["grabber", "random"], &["", "rounds=6", "kusuri=2"], 9);
    let rows = |threads: usize| {
        let mut counter = sweep.counter();
        let controls = Controls { threads, interrupted: &AtomicBool::new(false), progress: &|_| {} };
        let enough = Enough { blocks: Some(150), time: None, look: None };
        assert_eq!(count_blocks(&mut counter, || sweep.counter(), &enough, &controls), Ended::Blocks);
        counter.rows()
    };
    let alone = rows(1);
    assert!(alone == rows(2) && alone == rows(3));
}

#[test]
fn a_variant_is_counted_as_in_a_run() {
    let sweep = sweep::<Oni>(&["shedder", "random"], &["", "goal=150"], 4);
    let counter = play(&sweep, 20);
    let mut run = Counter::new(&sweep.tables[0][1]);
    (0..20).for_each(|block| run.count_block(block).unwrap());
    assert_eq!(counter.tables[0][1].tally.save(), run.tally.save());
}

#[test]
fn figures_that_the_baseline_does_not_have_are_not_compared() {
    let sweep = sweep::<KachiKachi>(&["random"], &["players=2", "players=3"], 4);
    let rows = play(&sweep, 30).rows();
    let seat = |group: &str| {
        let is_it = |row: &&Row| row.variant == 1 && row.key.metric == "seat_score" && row.key.group == group;
        rows.iter().find(is_it).expect("three sit there")
    };
    assert!(seat("2").change.is_some() && seat("3").change.is_none());
}

fn row(metric: &'static str, value: f64, error: f64) -> Row {
    Row {
        line_up: 0,
        variant: 1,
        key: RowKey { metric, by: "all", group: "all".to_owned(), outcome: None },
        unit: "points",
        value,
        interval: None,
        baseline: Some(0.0),
        change: Some(Change {
            value,
            error: Some(error),
            apart: Some(1.0),
            degrees_of_freedom: 1e6,
            is_same: false,
        }),
        size: value,
    }
}

#[test]
fn what_is_said_holds_for_the_whole_table() {
    // Three errors are enough for one row, and not for a hundred.
    let findings = |rows: &[Row]| -> Vec<Finding> {
        find(rows, &[], 1000).iter().map(|found| found.unwrap().finding).collect()
    };
    assert_eq!(findings(&[row("a", -3.0, 1.0)]), [Finding::Down]);
    let many: Vec<Row> =
        std::iter::once(row("a", 3.0, 1.0)).chain((1..100).map(|_| row("b", 0.1, 1.0))).collect();
    assert!(findings(&many).iter().all(|finding| *finding == Finding::Undecided));
    let surer: Vec<Row> =
        std::iter::once(row("a", 5.0, 1.0)).chain((1..100).map(|_| row("b", 0.1, 1.0))).collect();
    assert_eq!(findings(&surer)[..2], [Finding::Up, Finding::Undecided]);
}

#[test]
fn no_change_needs_a_margin_and_a_narrow_interval() {
    let margins = [Margin { metric: "a".to_owned(), most: 0.5 }];
    let finding = |value, error| find(&[row("a", value, error)], &margins, 1000)[0].unwrap().finding;
    assert_eq!(finding(0.1, 0.1), Finding::NoChange);
    assert_eq!(finding(0.1, 0.4), Finding::Undecided);
    assert_eq!(finding(0.45, 0.1), Finding::Up);
    // A change that is sure and small is none, by the margin.
    assert_eq!(finding(0.2, 0.05), Finding::NoChange);
}

#[test]
fn what_is_undecided_says_how_many_blocks_would_decide() {
    let found = find(&[row("a", 1.0, 1.0)], &[], 1000)[0].unwrap();
    // 2.8 errors are found in four of five attempts: 2.8² times the blocks.
    assert_eq!(found.blocks_to_decide, Some(7849));
    assert_eq!(find(&[row("a", 3.0, 1.0)], &[], 1000)[0].unwrap().blocks_to_decide, None);
}

#[test]
fn margins_are_read_and_checked() {
    assert_eq!(Margin::parse("win = 0.01"), Ok(Margin { metric: "win".to_owned(), most: 0.01 }));
    for text in ["win", "win=", "win=0", "win=-1", "=1", "win=nan"] {
        assert!(Margin::parse(text).is_err(), "{text}");
    }
    let wrong = Margin::parse("wim=1").unwrap().check(&["win", "truncated"]).unwrap_err();
    assert_eq!(wrong.to_string(), "unknown metric 'wim'; did you mean 'win'?");
}
