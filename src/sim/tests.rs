//! The runner, tried on a toy: a game of one decision.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Serialize;

use super::{Controls, Ended, LineUp, Outcome, Precision, Setup, Stop, run};
use crate::bots::{Bot, BotKind, BotSpec, NoParameters};
use crate::cards::{CardSet, NumberCard};
use crate::game::{CommonEvent, Dealing, Game, Ledger, Narrate, Narration, Next, Observer, Options};
use crate::metric::{Distribution, GroupKey, MetricList, Panel, Shares, SplitBy};
use crate::random::Stream;
use crate::script_value::Field;
use crate::seat::Seat;
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

#[derive(Serialize)]
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

/// Fails once in a hundred calls or so.
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
    fn choose(&mut self, (): &(), _options: &Calls, own: &mut Stream) -> usize {
        if own.below(100) == 0 { 2 } else { 0 }
    }
}

crate::bots! {
    /// Who calls.
    pub enum Bots for Coin { Clumsy(Clumsy) }
}

#[derive(Clone)]
struct Counts {
    right: Shares,
    worth: Distribution,
}

impl Ledger<Coin> for Counts {
    fn declare(_: &Coin, metrics: &mut MetricList) -> Counts {
        Counts {
            right: metrics.shares(
                "right",
                &["yes", "no"],
                &[SplitBy::All],
                "calls",
                "whether the call was right",
            ),
            worth: metrics.distribution("worth", 0..=1, &[SplitBy::All], "coins", "what it won"),
        }
    }

    fn on_event(&mut self, event: &Called, tally: &mut Tally) {
        tally.outcome(&self.right, GroupKey::all(), usize::from(!event.right));
        // Ten is outside the window.
        tally.value(&self.worth, GroupKey::all(), if event.right { 10 } else { 0 });
    }

    fn panels() -> Vec<Panel> {
        Vec::new()
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
    type Ledger = Counts;
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
        *state = Tossed { heads: rng.below(2) == 0, called: None };
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
        Tossed { heads: rng.below(2) == 0, called: None }
    }

    fn score(&self, _: &Tossed, _: Seat) -> i64 {
        0
    }

    fn script_card(&self, _: NumberCard) -> Vec<Field> {
        Vec::new()
    }

    fn script_view(&self, (): &(), _: &Calls) -> Vec<Field> {
        Vec::new()
    }
}

fn setup(bot: &str, seed: u64) -> Setup<Coin> {
    let game = Coin::new(Rules::default());
    let line_up = LineUp::new(&game, &[BotSpec::new(bot)]).unwrap();
    Setup { game, line_up, seed }
}

fn go(setup: &Setup<Coin>, threads: usize, stop: &Stop) -> Outcome {
    run(setup, None, stop, &Controls { threads, interrupted: &AtomicBool::new(false), progress: &|_| {} })
}

fn blocks(count: u64) -> Stop {
    Stop { blocks: Some(count), ..Stop::default() }
}

#[test]
fn a_run_ends_after_its_blocks() {
    let outcome = go(&setup("random", 1), 3, &blocks(12_345));
    assert_eq!(outcome.ended, Ended::Blocks);
    assert_eq!(outcome.tally.blocks(), 12_345);
}

#[test]
fn a_failing_bot_ends_the_run_at_the_same_block_on_any_number_of_threads() {
    for seed in 1..=20 {
        let setup = setup("clumsy", seed);
        let alone = go(&setup, 1, &blocks(10_000));
        let Ended::Failed(fault) = &alone.ended else { panic!("clumsy fails sooner or later") };
        assert_eq!(alone.tally.blocks(), fault.block, "the blocks before the fault are kept");
        assert_eq!(fault.bot, "clumsy");
        assert_eq!(fault.fault.what, "chose option 2, and there are 2");
        for threads in [2, 3] {
            let together = go(&setup, threads, &blocks(10_000));
            assert_eq!(together.ended, alone.ended);
            assert_eq!(together.tally.save(), alone.tally.save());
        }
    }
}

#[test]
fn a_precision_is_reached_at_the_same_block_on_any_number_of_threads() {
    let precision = Precision::parse("right:yes=0.02").unwrap();
    let stop = Stop { precision: Some(precision.clone()), ..Stop::default() };
    let setup = setup("random", 1);
    let alone = go(&setup, 1, &stop);
    assert_eq!(alone.ended, Ended::Enough);
    assert!(precision.widest(&alone.metrics, &alone.tally).unwrap() <= 0.02);
    // A fair coin needs 2,401 tosses for ±0.02 at one look.
    assert!((3_000..20_000).contains(&alone.tally.blocks()), "{}", alone.tally.blocks());
    for threads in [2, 3] {
        assert_eq!(go(&setup, threads, &stop).tally.save(), alone.tally.save());
    }
}

#[test]
fn a_precision_that_is_not_reached_ends_with_the_blocks() {
    let stop = Stop { precision: Some(Precision::parse("worth=0.0001").unwrap()), ..blocks(500) };
    let outcome = go(&setup("random", 1), 2, &stop);
    assert_eq!((outcome.ended, outcome.tally.blocks()), (Ended::Blocks, 500));
}

#[test]
fn a_run_ends_when_its_time_is_up() {
    let stop = Stop { time: Some(Duration::from_millis(50)), ..Stop::default() };
    let outcome = go(&setup("random", 1), 2, &stop);
    assert_eq!(outcome.ended, Ended::Time);
    assert!(outcome.tally.blocks() > 0);
}

#[test]
fn an_interrupted_run_keeps_a_whole_run_of_blocks() {
    let setup = setup("random", 1);
    let interrupted = AtomicBool::new(false);
    let progress = |played: u64| {
        if played > 2_000 {
            interrupted.store(true, Ordering::Relaxed);
        }
    };
    let controls = Controls { threads: 3, interrupted: &interrupted, progress: &progress };
    let outcome = run(&setup, None, &blocks(1_000_000_000), &controls);
    assert_eq!(outcome.ended, Ended::Interrupted);
    let again = go(&setup, 1, &blocks(outcome.tally.blocks()));
    assert_eq!(again.tally.save(), outcome.tally.save());
}

#[test]
fn a_run_goes_on_from_a_tally() {
    let setup = setup("random", 1);
    let part = go(&setup, 2, &blocks(700)).tally;
    let controls = Controls { threads: 2, interrupted: &AtomicBool::new(false), progress: &|_| {} };
    let rest = run(&setup, Some(part), &blocks(2_000), &controls);
    assert_eq!(rest.tally.save(), go(&setup, 1, &blocks(2_000)).tally.save());
}

#[test]
fn precisions_are_read_and_checked() {
    let (metrics, _) = setup("random", 1).metrics();
    let check = |text: &str| Precision::parse(text).and_then(|precision| precision.check(&metrics));
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
fn a_precision_holds_as_often_as_it_says() {
    // Runs that stop as soon as the share of heads seems known to ±0.05: the
    // share is then within that of one half in at least 95 % of them.
    let precision = Precision::parse("right:yes=0.05").unwrap();
    let stop = Stop { precision: Some(precision), ..Stop::default() };
    let runs = 400;
    let missed = (0..runs)
        .filter(|&seed| {
            let outcome = go(&setup("random", seed), 1, &stop);
            let metric = outcome.metrics.find("right").unwrap();
            let share = outcome.tally.share(metric, 0, 0, 0).unwrap().value();
            (share - 0.5).abs() > 0.05
        })
        .count();
    assert!(missed * 20 <= runs as usize, "{missed} of {runs}");
}
