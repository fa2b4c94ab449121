//! `fuda sweep`: what does a house rule change?

mod tables;
mod variants;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::ended::{ending, interrupted_after, nothing_played};
use super::failure::{Failure, print};
use super::interrupt::{self, INTERRUPTED, games_ended};
use super::list::Format;
use super::numbers;
use super::progress::bar;
use super::request::HouseArgs;
use super::run::{all_cores, check_threads, read_time};
use crate::game::{Audit, Game};
use crate::games::{self, GameVisitor};
use crate::metric::MetricList;
use crate::report::{Kind, Request, grouped, sweep_files, sweep_json, sweep_text, write_files};
use crate::settings::Settings;
use crate::sim::{BlockFault, Controls, CountBlocks, Ended, Enough, count_blocks};
use crate::study::balance::SCORE_PARTS;
use crate::study::sweep::{Margin, SweepCounter};

use tables::Plan;

const EXAMPLES: &str = "\
Examples:
  fuda sweep kujuroku --vary jizo=false,true      what does the Jizo change?
  fuda sweep oni --vary goal                      the goals known to be played
  fuda sweep kusuri-gui                           every house rule, one at a time
  fuda sweep oni --vary players=3,4,5 --vary goal=270,570
  fuda sweep kujuroku --vary jizo=false,true --bots greedy --bots weighing
  fuda sweep kazu-tori --vary limit --margin seat_wins=0.01

Every variant is played on the same blocks: same deals, same bots, same luck.
The first value of each --vary is the baseline, or what --rule says. Several
--vary make all combinations; --one-at-a-time changes one rule at a time.

sweep.csv has a row for each variant, metric and group: the value, how it
differs from the baseline, the chance p of that by luck, and p adjusted for the
whole table (Holm). Verdicts: 'changes up' and 'changes down' are sure at 95 %
for all rows together; 'no change' is within --margin by two one-sided tests;
'same' is the same in every deal; 'undecided' is none of these, which does not
mean balanced. A group of a share is GROUP:OUTCOME.
variants.csv has the rules of each variant, seats.csv a test that all seats are
equal, columns.csv what each metric is. Each variant has a folder with its own
run, as 'fuda run' writes it.";

/// The default number of games of each variant.
const GAMES: u64 = 20_000;

/// What `fuda sweep` takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct SweepArgs {
    /// The game
    game: String,

    /// A house rule and its values; KEY alone: those known to be played
    /// [default: every house rule, one at a time]
    #[arg(long, value_name = "KEY=V1,V2,...")]
    vary: Vec<String>,

    /// Change one rule of the baseline at a time, instead of all combinations
    #[arg(long)]
    one_at_a_time: bool,

    /// A line-up in seat order, shorter than the table: repeated; may be given
    /// several times
    #[arg(long, value_name = "A,B,...")]
    bots: Vec<String>,

    /// Say 'no change' of METRIC if the difference is within ±D for sure
    #[arg(long, value_name = "METRIC=D")]
    margin: Vec<String>,

    /// How many games of each variant, rounded up to whole blocks
    /// [default: 20k; no limit with --for]
    #[arg(long, value_name = "N", value_parser = numbers::games, allow_hyphen_values = true)]
    games: Option<u64>,

    #[command(flatten)]
    house: HouseArgs,

    /// How many threads play [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    threads: Option<usize>,

    /// Stop after this time, at a whole block: 30s, 5m, 1.5h
    #[arg(long = "for", value_name = "TIME", value_parser = read_time, allow_hyphen_values = true)]
    time: Option<(String, Duration)>,

    /// The folder for the files [default: reports/GAME-sweep-HASH]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Overwrite what the folder holds
    #[arg(long)]
    force: bool,

    /// Print nothing but errors
    #[arg(long)]
    quiet: bool,

    /// What to print
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// `fuda sweep`.
pub fn sweep(args: &SweepArgs) -> Result<(), Failure> {
    games::visit(&args.game, Sweeping(args)).unwrap_or_else(|| Err(Failure::unknown_game(&args.game)))
}

struct Sweeping<'a>(&'a SweepArgs);

impl GameVisitor for Sweeping<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game + Audit>(self) -> Result<(), Failure> {
        let args = self.0;
        let plan: Plan<G> = Plan::new(&args.house, &args.vary, args.one_at_a_time, &args.bots)?;
        let mut counter = plan.sweep.counter();
        let margins = read_margins(args, &counter)?;
        let threads = args.threads.unwrap_or_else(all_cores);
        check_threads(threads)?;
        interrupt::listen()?;
        let games = args.games.or(args.time.is_none().then_some(GAMES));
        let request = request(args, &plan, games);
        let out = args
            .out
            .clone()
            .unwrap_or_else(|| PathBuf::from(format!("reports/{}-sweep-{}", G::NAME, request.hash())));
        request.take(&out, args.force).map_err(Failure::usage)?;

        let a_block = plan.sweep.games_a_block();
        let blocks = games.map(|games| games.div_ceil(plan.fewest_rotations()));
        let progress = bar(G::NAME, blocks.map(|blocks| blocks * a_block), args.quiet);
        let controls = Controls {
            threads,
            interrupted: &INTERRUPTED,
            progress: &|blocks| progress.set_position(blocks * a_block),
        };
        let enough = Enough { blocks, time: args.time.as_ref().map(|(_, time)| *time), look: None };
        let ended = count_blocks(&mut counter, || plan.sweep.counter(), &enough, &controls);
        progress.finish_and_clear();

        let failed =
            |fault: &BlockFault| Failure::Work(format!("{}: {fault}{}", G::NAME, plan.which_table(fault)));
        let writing = games_ended();
        let played = counter.blocks();
        if played == 0 {
            return Err(nothing_played(&ended, failed));
        }
        plan.write_runs(&out, &counter, &ended, blocks)?;
        let swept = plan.swept(&counter, &margins);
        let mut files = sweep_files(&swept, &lists(&counter));
        files.push(request.ended(played * a_block, ending(&ended)));
        write_files(&out, &files).map_err(|error| Failure::Work(error.to_string()))?;
        drop(writing);
        let saved = |failure: Failure| failure.but(format!("the results are in {}", out.display()));
        if !args.quiet {
            let text = match args.format {
                Format::Table => format!("{}The files are in {}\n", sweep_text(&swept), out.display()),
                Format::Json => {
                    let json = json!({ "folder": out.display().to_string(), "rows": sweep_json(&swept) });
                    format!("{json}\n")
                }
            };
            print(&text).map_err(saved)?;
        }
        match ended {
            Ended::Blocks | Ended::Time | Ended::Enough => Ok(()),
            Ended::Interrupted => Err(interrupted_after(format!("{} deals", grouped(played)), &out)),
            Ended::Failed(fault) => Err(saved(failed(&fault))),
        }
    }
}

/// All metrics that a sweep counts.
fn lists<'a, G: Game>(counter: &'a SweepCounter<'_, G>) -> Vec<&'a MetricList> {
    let tables = || counter.tables.iter().flatten();
    tables().map(|table| &table.balance_metrics).chain(tables().map(|table| &table.metrics)).collect()
}

fn read_margins<G: Game>(args: &SweepArgs, counter: &SweepCounter<'_, G>) -> Result<Vec<Margin>, Failure> {
    let mut known: Vec<&str> = Vec::new();
    for metric in lists(counter).iter().flat_map(|list| list.metrics()) {
        if !known.contains(&metric.name) {
            known.push(metric.name);
        }
    }
    known.push(SCORE_PARTS);
    let mut margins: Vec<Margin> = Vec::new();
    for text in &args.margin {
        let wrong = |error: &dyn std::fmt::Display| Failure::Usage(format!("--margin: {error}"));
        let margin = Margin::parse(text).map_err(|error| wrong(&error))?;
        margin.check(&known).map_err(|error| wrong(&error))?;
        if margins.iter().any(|before| before.metric == margin.metric) {
            return Err(wrong(&format!("'{}' is given twice", margin.metric)));
        }
        margins.push(margin);
    }
    Ok(margins)
}

/// Everything that decides the result.
fn request<G: Game>(args: &SweepArgs, plan: &Plan<G>, games: Option<u64>) -> Request {
    let mut table = toml::Table::new();
    let mut put = |key: &str, value: toml::Value| table.insert(key.to_owned(), value);
    put("version", env!("CARGO_PKG_VERSION").into());
    put("game", G::NAME.into());
    put("seed", args.house.seed().to_string().into());
    if let Some(games) = games {
        put("games", games.to_string().into());
    }
    if let Some((time, _)) = &args.time {
        put("for", time.clone().into());
    }
    if !args.margin.is_empty() {
        put("margin", args.margin.clone().into());
    }
    put("bots", plan.line_ups.clone().into());
    let named = |(name, rules): (&str, toml::Table)| {
        toml::Table::from_iter([("name".to_owned(), name.into()), ("rules".to_owned(), rules.into())])
    };
    let variants = plan.variants().map(|(name, rules)| named((name, rules.to_table())));
    put("variant", variants.map(toml::Value::Table).collect::<Vec<_>>().into());
    let bots = toml::Value::try_from(plan.bot_records()).expect("bots have a form in TOML");
    put("bot", bots);
    Request::new(Kind::Sweep, table)
}
