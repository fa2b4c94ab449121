//! The runner, on a toy game of one decision.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    BlockCounter, Controls, Counter, KeepNothing, LineUp, Setup, StopReason, StopRule, Stopped, read_settled,
};
use crate::bots::{Bot, BotKind, BotSpec, NoParameters};
use crate::cards::{CardSet, NumberCard};
use crate::game::{
    CommonEvent, Dealing, Game, Ledger, Narrate, Narration, Next, Observer, Options, RowFacts,
};
use crate::metric::{Distribution, GroupKey, MetricList, Panel, Shares, SplitBy, WORDS, Words, YES_NO};
use crate::random::Stream;
use crate::rows::{RowCollector, RowList};
use crate::script_value::Fields;
use crate::seat::Seat;
use crate::standings::Winners;
use crate::study::{Precision, Run, Study, carry_out};
use crate::tally::Tally;

/// One player calls a coin.
#[derive(Clone, Debug)]
struct Coin(Rules);

crate::settings! {
    /// None.
    pub struct Rules {}
    check |_| Ok(());
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Tossed {
    heads: bool,
    called: Option<bool>,
}

#[derive(Clone)]
struct Calls;

impl Options for Calls {
    type Move = bool;

    fn decision(&self) -> &'static str {
        "call"
    }

    fn count(&self) -> usize {
        2
    }

    fn at(&self, index: usize) -> bool {
        index == 0
    }
}

#[derive(Serialize, JsonSchema)]
struct Called {
    right: bool,
}

impl Narrate for Called {
    fn narrate(&self) -> Narration {
        Narration::Silent
    }
}

impl CommonEvent for Called {
    fn begins(&self) -> Option<Dealing> {
        None
    }

    fn turns(&self) -> u32 {
        1
    }

    fn acted(&self) -> Option<Seat> {
        Some(Seat::FIRST)
    }
}

/// A bot that fails about once in a hundred calls.
#[derive(Clone)]
pub struct Clumsy;

impl BotKind<Coin> for Clumsy {
    const NAME: &'static str = "clumsy";
    const DESCRIPTION: &'static str = "calls the edge now and then";
    type Parameters = NoParameters;

    fn new(_: &Coin, _: NoParameters) -> Clumsy {
        Clumsy
    }
}

impl Bot<Coin> for Clumsy {
    fn choose(&mut self, (): &(), _options: &Calls, rng: &mut Stream) -> usize {
        if rng.random_range(0..100) == 0 { 2 } else { 0 }
    }
}

crate::bots! {
    /// Who calls.
    pub enum Bots for Coin, playouts ["random", "clumsy"] { Clumsy(Clumsy) }
}

#[derive(Clone)]
struct CoinRows;

impl RowFacts<Coin> for CoinRows {
    fn declare(_: &Coin, _: &mut RowList) -> CoinRows {
        CoinRows
    }

    fn on_event(&mut self, _: &Called, rows: &mut RowCollector) {
        rows.round(Seat::FIRST, |_| 0);
    }
}

#[derive(Clone)]
struct CoinLedger {
    right: Shares,
    worth: Distribution,
}

impl Ledger<Coin> for CoinLedger {
    fn declare(_: &Coin, metrics: &mut MetricList) -> CoinLedger {
        CoinLedger {
            right: metrics.shares(
                &YES_NO,
                &[SplitBy::All],
                Words { name: "right", unit: "calls", meaning: "whether the call was right", ..WORDS },
            ),
            worth: metrics.distribution(
                0..=1,
                &[SplitBy::All],
                Words { name: "worth", unit: "coins", meaning: "what it won", ..WORDS },
            ),
        }
    }

    fn panels(&self) -> Vec<Panel> {
        Vec::new()
    }

    fn on_event(&mut self, event: &Called, tally: &mut Tally) {
        tally.outcome(&self.right, GroupKey::all(), usize::from(!event.right));
        // Ten is outside the window.
        tally.value(&self.worth, GroupKey::all(), if event.right { 10 } else { 0 });
    }
}

impl Game for Coin {
    const NAME: &'static str = "coin";
    const TITLE: &'static str = "Coin";
    const ABOUT: &'static str = "a toy";
    const HOUSE_BOT: &'static str = "random";
    const SCORE: &'static str = "coins";
    type Rules = Rules;
    type State = Tossed;
    type Options = Calls;
    type View = ();
    type Event = Called;
    type Bots = Bots;
    type Ledger = CoinLedger;
    type Rows = CoinRows;
    type Card = NumberCard;

    fn new(rules: Rules) -> Coin {
        Coin(rules)
    }

    fn rules(&self) -> &Rules {
        &self.0
    }

    fn players(&self) -> usize {
        1
    }

    fn deck(&self) -> CardSet<NumberCard> {
        CardSet::EMPTY
    }

    fn begin(&self) -> Tossed {
        Tossed { heads: false, called: Some(false) }
    }

    fn deal(&self, state: &mut Tossed, rng: &mut Stream, _: &mut impl Observer<Coin>) {
        *state = Tossed { heads: rng.random_range(0..2) == 0, called: None };
    }

    fn to_act(&self, state: &Tossed) -> Next {
        match *state {
            Tossed { heads: false, called: Some(false) } => Next::Deal,
            Tossed { called: None, .. } => Next::Choice(Seat::FIRST),
            _ => Next::Over,
        }
    }

    fn options(&self, _: &Tossed) -> Calls {
        Calls
    }

    fn apply(&self, state: &mut Tossed, choice: usize, _: &mut Stream, observer: &mut impl Observer<Coin>) {
        let call = choice == 0;
        observer.on_event(&Called { right: call == state.heads });
        // Whatever was called, it is over.
        *state = Tossed { heads: true, called: Some(call) };
    }

    fn view(&self, _: &Tossed, _: Seat) {}

    fn sample_state(&self, (): &(), rng: &mut Stream) -> Tossed {
        Tossed { heads: rng.random_range(0..2) == 0, called: None }
    }

    fn score(&self, _: &Tossed, _: Seat) -> i64 {
        0
    }

    fn winners(&self, _: &Tossed) -> Winners {
        Winners::default()
    }

    fn script_card(&self, _: NumberCard, _: &mut impl Fields) {}

    fn script_view(&self, (): &(), _: &Calls, _: &mut impl Fields) {}
}

fn table(bot: &str, seed: u64) -> Run<Coin> {
    let game = Coin::new(Rules::default());
    let line_up = LineUp::new(&game, &[BotSpec::new(bot)]).unwrap();
    Run::new(Setup::new(game, line_up, seed))
}

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

/// Plays until a stop rule holds or the precision is reached.
fn go<'a>(
    run: &'a Run<Coin>,
    threads: usize,
    stop: StopRule,
    precision: Option<&str>,
) -> (Counter<'a, Coin>, Stopped) {
    let controls = Controls { pool: &pool(threads), interrupted: &AtomicBool::new(false), progress: &|_| {} };
    let precision = precision.map(|text| Precision::parse(text).unwrap());
    let mut counter = run.counter();
    let stopped = carry_out(run, &mut counter, &stop, precision.as_ref(), &mut KeepNothing, &controls);
    (counter, stopped)
}

fn blocks(count: u64) -> StopRule {
    StopRule { blocks: Some(count), ..StopRule::default() }
}

#[test]
fn search_plays_out_with_the_bots_that_the_game_lists_and_records_their_names() {
    for bot in ["search", "search:playout=default"] {
        let run = table(bot, 1);
        let records = run.setup.line_up.records();
        assert_eq!(records[0].parameters["playout"].as_str(), Some("random+clumsy"));
        assert_eq!(go(&run, 1, blocks(3), None).1.reason, StopReason::Games);
    }
}

#[test]
fn a_run_ends_after_its_blocks() {
    let run = table("random", 1);
    let (counter, stopped) = go(&run, 3, blocks(12_345), None);
    assert_eq!(stopped, StopReason::Games.into());
    assert_eq!(counter.blocks(), 12_345);
}

#[test]
fn a_failing_bot_ends_the_run_at_the_same_block_on_any_number_of_threads() {
    for seed in 1..=20 {
        let run = table("clumsy", seed);
        let (alone, stopped) = go(&run, 1, blocks(10_000), None);
        let fault = stopped.fault.as_ref().expect("clumsy fails sooner or later");
        assert_eq!(stopped.reason, StopReason::Failed);
        assert_eq!(alone.blocks(), fault.block, "the blocks before the fault are kept");
        assert_eq!(fault.bot, "clumsy");
        assert_eq!(fault.fault.what, "chose option 2, and there are 2");
        for threads in [2, 3] {
            let (together, also) = go(&run, threads, blocks(10_000), None);
            assert_eq!(also, stopped);
            assert_eq!(together.save(), alone.save());
        }
    }
}

#[test]
fn a_precision_is_reached_at_the_same_block_on_any_number_of_threads() {
    let precision = "right:yes=0.02";
    let run = table("random", 1);
    let (mut alone, stopped) = go(&run, 1, StopRule::default(), Some(precision));
    assert_eq!(stopped, StopReason::Precision.into());
    let widest = |counter: &Counter<'_, Coin>| run.widest(counter, &Precision::parse(precision).unwrap());
    assert!(read_settled(&mut alone, widest).unwrap() <= 0.02);
    // A fair coin needs 2,401 tosses for ±0.02 at one look.
    assert!((3_000..20_000).contains(&alone.blocks()), "{}", alone.blocks());
    for threads in [2, 3] {
        assert_eq!(go(&run, threads, StopRule::default(), Some(precision)).0.save(), alone.save());
    }
}

#[test]
fn a_run_that_does_not_reach_its_precision_ends_after_its_blocks() {
    let run = table("random", 1);
    let (counter, stopped) = go(&run, 2, blocks(500), Some("worth=0.0001"));
    assert_eq!((stopped.reason, counter.blocks()), (StopReason::Games, 500));
}

#[test]
fn a_run_ends_when_its_time_is_up() {
    let run = table("random", 1);
    let stop = StopRule { time: Some(Duration::from_millis(50)), ..StopRule::default() };
    let (counter, stopped) = go(&run, 2, stop, None);
    assert_eq!(stopped.reason, StopReason::Time);
    assert!(counter.blocks() > 0);
}

#[test]
fn an_interrupted_run_keeps_all_blocks_from_the_first_on() {
    let run = table("random", 1);
    let interrupted = AtomicBool::new(false);
    let progress = |played: u64| {
        if played > 2_000 {
            interrupted.store(true, Ordering::Relaxed);
        }
    };
    let controls = Controls { pool: &pool(3), interrupted: &interrupted, progress: &progress };
    let mut counter = run.counter();
    let stopped = carry_out(&run, &mut counter, &blocks(1_000_000_000), None, &mut KeepNothing, &controls);
    assert_eq!(stopped.reason, StopReason::Interrupted);
    let (again, _) = go(&run, 1, blocks(counter.blocks()), None);
    assert_eq!(again.save(), counter.save());
}

#[test]
fn a_run_is_resumed_from_what_was_saved() {
    let run = table("random", 1);
    let saved = go(&run, 2, blocks(700), None).0.save();
    let controls = Controls { pool: &pool(2), interrupted: &AtomicBool::new(false), progress: &|_| {} };
    let mut counter = run.counter();
    counter.restore(&saved).unwrap();
    assert_eq!(counter.blocks(), 700);
    // To the middle of a cluster, and on from there.
    for count in [2_000, 4_500, 6_000] {
        let _ = carry_out(&run, &mut counter, &blocks(count), None, &mut KeepNothing, &controls);
        assert_eq!(counter.save(), go(&run, 1, blocks(count), None).0.save());
    }
}

/// Blocks beyond 4,096 come in clusters, which threads and parts may cut.
#[test]
fn clusters_are_the_same_from_any_threads_and_parts() {
    let run = table("random", 1);
    // Where they grow.
    let part = |threads, first_block, count| {
        let stop = StopRule { first_block, blocks: Some(count), time: None };
        go(&run, threads, stop, None).0
    };
    let (late, mut parts) = (part(1, 65_500, 300), part(2, 65_700, 100));
    assert_eq!(part(3, 65_500, 300).save(), late.save());
    parts.merge(&mut part(2, 65_500, 200));
    assert_eq!(parts.save(), late.save());
    let (mut whole, _) = go(&run, 1, blocks(5_003), None);
    assert!(!whole.is_settled());
    for threads in [2, 3] {
        assert_eq!(go(&run, threads, blocks(5_003), None).0.save(), whole.save());
    }
    for cuts in [[0, 4_099, 4_100, 4_600, 5_003], [0, 10, 4_096, 4_111, 5_003]] {
        let mut sum = run.counter();
        for part in [2, 0, 3, 1] {
            let count = cuts[part + 1] - cuts[part];
            let stop = StopRule { first_block: cuts[part], blocks: Some(count), time: None };
            sum.merge(&mut go(&run, 2, stop, None).0);
        }
        assert_eq!(sum.save(), whole.save());
    }
    // Reading leaves it as it was.
    let saved = whole.save();
    let tables = read_settled(&mut whole, |counter| run.tables(counter));
    assert!(whole.save() == saved);
    whole.settle();
    assert!(whole.is_settled() && run.tables(&whole) == tables);
}

#[test]
fn precisions_are_read_and_checked() {
    let run = table("random", 1);
    let check = |text: &str| Precision::parse(text).and_then(|precision| run.check_precision(&precision));
    assert_eq!(check("right=0.01"), Ok(()));
    assert_eq!(check("right:no=0.01"), Ok(()));
    assert_eq!(check("worth=1e-3"), Ok(()));
    for (text, message) in [
        ("right", "not of the form"),
        ("right=0", "not of the form"),
        ("right=-1", "not of the form"),
        ("right=nan", "not of the form"),
        ("=1", "not of the form"),
        ("rihgt=1", "did you mean 'right'?"),
        ("right:maybe=1", "known: yes, no"),
        ("worth:yes=1", "has a mean and no outcomes"),
    ] {
        let error = check(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn a_precision_has_its_nominal_coverage() {
    // Runs that stop as soon as the share of heads is known to ±0.05: in at
    // least 95 % of them it is then within 0.05 of one half.
    let runs = 400;
    let missed = (0..runs)
        .filter(|&seed| {
            let run = table("random", seed);
            let (counter, _) = go(&run, 1, StopRule::default(), Some("right:yes=0.05"));
            let metric = run.setup.metrics().find("right").unwrap();
            let share = counter.counts.tally.share(metric, 0, 0, 0).unwrap().value();
            (share - 0.5).abs() > 0.05
        })
        .count();
    assert!(missed * 20 <= runs as usize, "{missed} of {runs}");
}
