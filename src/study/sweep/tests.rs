//! Sweeps of real games: equal rules are found equal, and verdicts keep their
//! error rates.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::judged::judge;
use super::row::RowWords;
use super::*;
use crate::bots::{BotSpec, Player};
use crate::game::Game;
use crate::games::kachi_kachi::KachiKachi;
use crate::games::kazu_tori::KazuTori;
use crate::games::kujuroku::Kujuroku;
use crate::games::kusuri_gui::KusuriGui;
use crate::games::oni::Oni;
use crate::metric::Importance;
use crate::settings::{Assignment, Settings};
use crate::sim::{BlockCounter, Controls, Counter, KeepNothing, LineUp, Setup, StopReason, StopRule};
use crate::stats::Change;
use crate::study::carry_out;
use crate::table::Scale;

fn setup<G: Game>(bots: &[&str], rules: &str, seed: u64) -> Setup<G> {
    let rules: Vec<Assignment> =
        rules.split_whitespace().map(|rule| Assignment::parse(rule).unwrap()).collect();
    let game = G::new(G::Rules::with(&rules).unwrap());
    let bots: Vec<BotSpec> = bots.iter().map(|bot| BotSpec::new(bot)).collect();
    let line_up = LineUp::new(&game, &bots).unwrap();
    Setup::new(game, line_up, seed)
}

/// A sweep over some tables, of which the first is the baseline.
fn sweep_of<G: Game>(tables: Vec<Setup<G>>) -> Sweep {
    let mut cells = tables.into_iter().enumerate().map(|(index, setup)| {
        let variant = if index == 0 { BASELINE.to_owned() } else { format!("variant {index}") };
        SweepCell::new(CellName { variant, bots: String::new(), folder: String::new() }, setup)
    });
    let baseline = cells.next().unwrap();
    Sweep {
        line_ups: vec![SweptLineUp { baseline, variants: cells.collect() }],
        margins: Vec::new(),
        baseline: String::new(),
        rule: None,
        left_out: Vec::new(),
    }
}

fn sweep<G: Game>(bots: &[&str], rules: &[&str], seed: u64) -> Sweep {
    sweep_of(rules.iter().map(|rules| setup::<G>(bots, rules, seed)).collect())
}

fn play(sweep: &Sweep, blocks: u64) -> SweepCounter<'_> {
    let mut counter = sweep.counter();
    (0..blocks).for_each(|block| counter.count_block(block).unwrap());
    counter
}

/// Whether any verdict is a change.
fn finds_change(sweep: &Sweep, blocks: u64) -> bool {
    let rows = sweep.rows(&play(sweep, blocks));
    rows.iter().any(|row| row.judgement.is_some_and(|judgement| judgement.verdict.changes()))
}

#[test]
fn the_same_rules_differ_by_exactly_zero() {
    let sweep = sweep::<Kujuroku>(&["greedy", "random"], &["", "", "jizo=true"], 3);
    let rows = sweep.rows(&play(&sweep, 100));
    let of = |variant: &'static str| rows.iter().filter(move |row| row.cell.variant == variant);
    assert!(of("variant 1").count() > 50);
    for row in of("variant 1") {
        let judgement = row.judgement.unwrap_or_else(|| panic!("{:?} is not compared", row.key));
        assert_eq!(judgement.verdict, ChangeVerdict::Same, "{:?}", row.key);
        assert_eq!(row.change.unwrap().value, 0.0);
    }
    let mut other = of("variant 2").filter_map(|row| row.judgement);
    assert!(other.any(|judgement| judgement.verdict != ChangeVerdict::Same));
}

#[test]
fn a_rule_without_effect_never_changes_anything() {
    // Without yaku it does not matter what one is worth.
    for seed in 0..200 {
        let sweep = sweep::<Kujuroku>(&["random"], &["yaku=false", "yaku=false yaku_value.shi=9"], seed);
        assert!(!finds_change(&sweep, 25), "seed {seed}");
    }
}

#[test]
fn the_familywise_error_rate_is_at_most_5_percent() {
    // The same rules on independent deals: the null hypothesis holds.
    let alarms = (0..200)
        .filter(|seed| {
            let tables = [1000 + seed, 2000 + seed].map(|seed| setup::<Kujuroku>(&["random"], "", seed));
            finds_change(&sweep_of(tables.into()), 150)
        })
        .count();
    assert!(alarms <= 10, "{alarms} of 200");
}

/// The median width of the intervals of differences, relative to that on
/// independent deals.
fn median_width<G: Game>(rules: [&str; 2]) -> f64 {
    let sweep = sweep::<G>(&[G::HOUSE_BOT], &rules, 1);
    let rows = sweep.rows(&play(&sweep, 400));
    let mut widths: Vec<f64> = rows.iter().filter_map(|row| row.change?.width_ratio()).collect();
    widths.sort_by(f64::total_cmp);
    widths[widths.len() / 2]
}

#[test]
fn common_deals_make_intervals_much_narrower() {
    for (game, width) in [
        ("kujuroku", median_width::<Kujuroku>(["yaku_stack=false", "yaku_stack=true"])),
        ("kazu-tori", median_width::<KazuTori>(["tie=draw", "tie=pay_each"])),
        ("kusuri-gui", median_width::<KusuriGui>(["kusuri=1", "kusuri=2"])),
        ("oni", median_width::<Oni>(["last_card_effect=false", "last_card_effect=true"])),
        ("kachi-kachi", median_width::<KachiKachi>(["tips=showdown", "tips=off"])),
    ] {
        assert!(width < 0.6, "{game}: {width}");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_result() {
    let sweep = sweep::<KusuriGui>(&["grabber", "random"], &["", "rounds=6", "kusuri=2"], 9);
    let [alone, two, three] = [1, 2, 3].map(|threads| {
        let mut counter = sweep.counter();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let controls = Controls { pool: &pool, interrupted: &AtomicBool::new(false), progress: &|_| {} };
        let stop = StopRule { blocks: Some(150), ..StopRule::default() };
        let stopped = carry_out(&sweep, &mut counter, &stop, None, &mut KeepNothing, &controls);
        assert_eq!(stopped.reason, StopReason::Games);
        (counter.save(), sweep.tables(&counter))
    });
    assert!(alone == two && alone == three);
}

#[test]
fn saved_counts_are_restored_and_others_are_rejected() {
    let one = sweep::<Kujuroku>(&["greedy", "random"], &["", "jizo=true"], 3);
    let saved = play(&one, 12).save();
    let mut counter = one.counter();
    counter.restore(&saved).unwrap();
    (12..30).for_each(|block| counter.count_block(block).unwrap());
    let whole = play(&one, 30);
    assert_eq!((counter.blocks(), counter.save()), (30, whole.save()));
    assert_eq!(one.tables(&counter), one.tables(&whole));
    let other = sweep::<Kujuroku>(&["greedy", "random"], &["", "jizo=true", "players=3"], 3);
    assert!(other.counter().restore(&saved).is_err());
    assert!(one.counter().restore(&saved[..saved.len() - 1]).is_err());
}

#[test]
fn a_fault_names_its_table() {
    let bots = ["greedy", "random"];
    let mut sweep = sweep::<Kujuroku>(&bots, &["", "jizo=true"], 3);
    let cell = &mut sweep.line_ups[0].variants[0];
    let game =
        Kujuroku::new(<Kujuroku as Game>::Rules::with(&[Assignment::parse("jizo=true").unwrap()]).unwrap());
    let players = [Player::External(Box::new(Broken)), Player::Random];
    let line_up = LineUp::versus_players(&game, ["broken", "random"], players);
    *cell = SweepCell::new(cell.name.clone(), Setup::new(game, line_up, 3));
    let fault = sweep.counter().count_block(0).unwrap_err();
    assert_eq!(fault.table.as_deref(), Some("variant variant 1, bots "));
    assert!(fault.to_string().starts_with("bot 'broken' failed in block 0, rotation 0 (variant variant 1"));
}

/// A bot that never chooses an option.
struct Broken;

impl crate::bots::Bot<Kujuroku> for Broken {
    fn choose(
        &mut self,
        _: &<Kujuroku as Game>::View,
        _: &<Kujuroku as Game>::Options,
        _: &mut crate::random::Stream,
    ) -> usize {
        usize::MAX
    }
}

impl crate::bots::ExternalBot<Kujuroku> for Broken {
    fn boxed_clone(&self) -> Box<dyn crate::bots::ExternalBot<Kujuroku>> {
        Box::new(Broken)
    }

    fn begin_game(&mut self, _game: &crate::bots::GameKey) {}

    fn failure(&self) -> Option<&str> {
        None
    }
}

/// Cross products are those of the same clusters, wherever these were cut.
#[test]
fn variants_and_baseline_share_their_clusters() {
    let sweep = sweep::<KachiKachi>(&["random"], &["hands=1", "hands=2"], 9);
    let from = |blocks: Range<u64>| {
        let mut counter = sweep.counter();
        blocks.for_each(|block| counter.count_block(block).unwrap());
        counter
    };
    let setup = setup::<KachiKachi>(&["random"], "hands=2", 9);
    // Where clusters begin, and where they grow.
    for first in [4_090, 65_500] {
        let mut whole = from(first..first + 140);
        let mut sum = from(first + 11..first + 60);
        sum.merge(&mut from(first + 60..first + 140));
        sum.merge(&mut from(first..first + 11));
        assert!(sum.save() == whole.save());
        let mut run = Counter::new(&setup);
        (first..first + 140).for_each(|block| run.count_block(block).unwrap());
        assert_eq!(whole[0].variants[0].cell.counts.save(), run.counts.save());
        whole.settle();
        sum.settle();
        assert_eq!(sweep.tables(&sum), sweep.tables(&whole));
    }
}

#[test]
fn a_variant_is_counted_as_in_a_run() {
    let sweep = sweep::<Oni>(&["shedder", "random"], &["", "goal=150"], 4);
    let counter = play(&sweep, 20);
    let setup = setup::<Oni>(&["shedder", "random"], "goal=150", 4);
    let mut run = Counter::new(&setup);
    (0..20).for_each(|block| run.count_block(block).unwrap());
    assert_eq!(counter[0].variants[0].cell.counts.save(), run.counts.save());
}

#[test]
fn figures_that_the_baseline_does_not_have_are_not_compared() {
    let sweep = sweep::<KachiKachi>(&["random"], &["players=2", "players=3"], 4);
    let rows = sweep.rows(&play(&sweep, 30));
    let seat = |part: &str| {
        let mut of_variant = rows.iter().filter(|row| !row.is_baseline() && row.key.metric == "seat_score");
        of_variant.find(|row| row.key.part == part).expect("three sit there")
    };
    assert!(seat("seat-2").change.is_some() && seat("seat-3").change.is_none());
}

fn row(metric: &'static str, value: f64, error: f64) -> Row<'static> {
    static CELL: CellName = CellName { variant: String::new(), bots: String::new(), folder: String::new() };
    Row {
        cell: &CELL,
        games_per_block: 1,
        key: RowKey { metric, split: "all", part: "all".to_owned(), outcome: None },
        words: RowWords {
            unit: "points".to_owned(),
            scale: Scale::Plain,
            label: metric.to_owned(),
            phrase: metric.to_owned(),
            is_shown: true,
            importance: Importance::Detail,
        },
        value,
        interval: None,
        baseline: Some(0.0),
        change: Some(Change { independent_error: Some(1.0), ..Change::of_estimate(value, error, 1e6) }),
        size: value,
        judgement: None,
    }
}

fn judged(mut rows: Vec<Row<'static>>, margins: &[Margin]) -> Vec<Judgement> {
    judge(&mut rows, margins, 1000);
    rows.iter().map(|row| row.judgement.unwrap()).collect()
}

#[test]
fn p_values_are_adjusted_for_the_whole_table() {
    // Three standard errors are enough for one row, but not for a hundred.
    let verdicts = |rows| -> Vec<ChangeVerdict> {
        judged(rows, &[]).iter().map(|judgement| judgement.verdict).collect()
    };
    assert_eq!(verdicts(vec![row("a", -3.0, 1.0)]), [ChangeVerdict::Down]);
    let hundred = |first| std::iter::once(first).chain((1..100).map(|_| row("b", 0.1, 1.0))).collect();
    let many = verdicts(hundred(row("a", 3.0, 1.0)));
    assert!(many.iter().all(|verdict| *verdict == ChangeVerdict::Undecided));
    let surer = verdicts(hundred(row("a", 5.0, 1.0)));
    assert_eq!(surer[..2], [ChangeVerdict::Up, ChangeVerdict::Undecided]);
}

#[test]
fn no_change_needs_a_margin_and_a_narrow_interval() {
    let margins = [Margin { metric: "a".to_owned(), max: 0.5 }];
    let verdict = |value, error| judged(vec![row("a", value, error)], &margins)[0].verdict;
    assert_eq!(verdict(0.1, 0.1), ChangeVerdict::NoChange);
    assert_eq!(verdict(0.1, 0.4), ChangeVerdict::Undecided);
    assert_eq!(verdict(0.45, 0.1), ChangeVerdict::Up);
    // A change that is significant but within the margin is no change.
    assert_eq!(verdict(0.2, 0.05), ChangeVerdict::NoChange);
}

#[test]
fn an_undecided_row_has_the_number_of_blocks_that_would_decide_it() {
    let blocks = |value| judged(vec![row("a", value, 1.0)], &[])[0].blocks_to_decide;
    // 2.8 standard errors are detected with a power of 80 %: 2.8² times the
    // blocks.
    assert_eq!(blocks(1.0), Some(7849));
    assert_eq!(blocks(3.0), None);
}

#[test]
fn margins_are_read_and_checked() {
    assert_eq!(Margin::parse("win = 0.01"), Ok(Margin { metric: "win".to_owned(), max: 0.01 }));
    for text in ["win", "win=", "win=0", "win=-1", "=1", "win=nan"] {
        assert!(Margin::parse(text).is_err(), "{text}");
    }
    let parse_all = |texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        Margin::parse_all(&texts, &["win", "truncated"]).map_err(|error| error.to_string())
    };
    assert_eq!(parse_all(&["win=1", "truncated=2"]).unwrap().len(), 2);
    assert_eq!(parse_all(&["wim=1"]), Err("unknown metric 'wim'; did you mean 'win'?".to_owned()));
    assert_eq!(parse_all(&["win=1", "win=2"]), Err("'win' is given twice".to_owned()));
}
