//! `fuda sweep`: what a house rule changes.

mod variants;

use std::collections::BTreeMap;

use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Surroundings;
use super::args::{OutputArgs, Request, StudyArgs};
use super::conduct::{Job, Prepare, conduct, job};
use super::failure::Failure;
use super::plan::JobPlan;
use crate::bots::BotSpec;
use crate::game::{Audit, Game};
use crate::settings::Settings;
use crate::sim::{LineUp, LineUpError, Setup};
use crate::study::any_study;
use crate::study::sweep::{BASELINE, CellName, Margin, MarginError, Sweep, SweepCell, SweptLineUp};

use variants::{MAX_TABLES, Variant, Variants, parse_vary};

/// The name of the command.
pub const COMMAND: &str = "sweep";

const EXAMPLES: &str = "\
Examples:
  fuda sweep kujuroku --vary jizo=false,true      what the Jizo changes
  fuda sweep oni --vary goal                      the goals known to be played
  fuda sweep kusuri-gui                           all house rules, one at a time
  fuda sweep oni --vary players=3,4,5 --vary goal=270,570
  fuda sweep kujuroku --vary jizo=false,true --bots greedy --bots weighing
  fuda sweep kazu-tori --vary limit --margin seat_wins=0.01
  fuda sweep --from reports/oni-sweep-0123456789/sweep.toml

Every variant is played on the same blocks: the same deals, the same bots and
the same random numbers. The baseline is the value set by --rule, or else the
default if --vary lists it, or else the first value that it lists. Several
--vary make all combinations; --one-at-a-time changes one rule at a time.
--games is the number of games of each variant, by default 20k. --precision
applies to the differences from the baseline.

sweep.csv has a row for each variant, metric and part: the value, its difference
from the baseline, the p-value of that, and the p-value adjusted for the whole
table (Holm). Verdicts: 'changes up' and 'changes down' have a familywise error
rate of 5 % over all rows; 'no change' is within --margin by two one-sided
tests; 'same' is the same in every deal; 'undecided' is none of these, which
does not mean equal. The part of a share is PART:OUTCOME.
variants.csv has the rules of each variant, seats.csv a test that all seats are
equal, metrics.csv the meaning of each metric. Each variant has a folder with
its own run, as 'fuda run' writes it.";

/// The default number of games of each variant.
const GAMES: u64 = 20_000;

/// The arguments of `fuda sweep`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct SweepArgs {
    /// The game
    #[arg(required_unless_present = "from", conflicts_with = "from")]
    game: Option<String>,

    /// A house rule and its values, or KEY for all values known to be played;
    /// can be repeated [default: every house rule, one at a time]
    #[arg(long, value_name = "KEY=V1,V2,...", conflicts_with = "from")]
    vary: Vec<String>,

    /// Change one rule of the baseline at a time, instead of all combinations
    #[arg(long, conflicts_with = "from")]
    one_at_a_time: bool,

    /// A line-up in seat order, repeated if it is shorter than the table; can be
    /// given several times
    #[arg(long, value_name = "A,B,...", conflicts_with = "from")]
    bots: Vec<String>,

    /// Add one bot to the line-up, if there is only one; for a bot with a comma
    /// in it
    #[arg(long = "bot", value_name = "SPEC", conflicts_with = "from")]
    bot: Vec<String>,

    /// Call METRIC unchanged if its difference is shown to be within ±D
    #[arg(long, value_name = "METRIC=D", conflicts_with = "from")]
    margin: Vec<String>,

    #[command(flatten)]
    pub study: StudyArgs,
}

/// The options of a sweep in its record.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SweepOptions {
    one_at_a_time: bool,
    /// The values of each rule; none stands for all that are known to be played.
    #[schemars(with = "BTreeMap<String, Vec<serde_json::Value>>")]
    vary: toml::Table,
    /// The margin of each metric that has one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    margin: BTreeMap<String, f64>,
}

/// `fuda sweep`.
pub fn sweep(args: &SweepArgs, surroundings: &Surroundings) -> Result<(), Failure> {
    conduct(vec![prepared(args)?], &args.study, surroundings)
}

/// The job for the arguments.
pub fn prepared(args: &SweepArgs) -> Result<Box<dyn Job>, Failure> {
    let options = SweepOptions {
        one_at_a_time: args.one_at_a_time,
        vary: parse_vary(&args.vary)?,
        margin: parse_margins(&args.margin).map_err(wrong_margin)?,
    };
    let line_ups = named_line_ups(&args.bots, &args.bot)?;
    let request = Request::new(&args.study, COMMAND, args.game.as_ref(), line_ups, &options)?;
    job::<PrepareSweep>(request.or_games(GAMES, false), &args.study.output)
}

/// The margins by metric, with which metrics there are left to be checked.
fn parse_margins(texts: &[String]) -> Result<BTreeMap<String, f64>, MarginError> {
    let mut margins = BTreeMap::new();
    for text in texts {
        let margin =
            text.split_once('=').and_then(|(metric, max)| Some((metric.trim(), max.trim().parse().ok()?)));
        let (metric, max) = margin.ok_or_else(|| MarginError::Form(text.clone()))?;
        if margins.insert(metric.to_owned(), max).is_some() {
            return Err(MarginError::Twice(metric.to_owned()));
        }
    }
    Ok(margins)
}

fn wrong_margin(error: MarginError) -> Failure {
    Failure::Usage(format!("--margin: {error}"))
}

/// The line-ups as text: those of `--bots`, or a single one to which `--bot` adds.
fn named_line_ups(line_ups: &[String], added: &[String]) -> Result<Vec<String>, Failure> {
    if added.is_empty() {
        return Ok(line_ups.to_vec());
    }
    if line_ups.len() > 1 {
        return Err(Failure::Usage(
            "--bot adds to one line-up, and --bots is given several times; give --bots once, or only --bot"
                .to_owned(),
        ));
    }
    let bots = line_ups.iter().flat_map(|line_up| parse_line_up(line_up));
    let bots: Vec<BotSpec> = bots.chain(added.iter().map(|bot| BotSpec::new(bot))).collect();
    let line_up = bots.iter().map(BotSpec::as_str).collect::<Vec<_>>().join(",");
    if parse_line_up(&line_up) != bots {
        return Err(Failure::Usage(format!(
            "--bot: '{line_up}' cannot be told apart at its commas; use a path without a comma"
        )));
    }
    Ok(vec![line_up])
}

/// How a sweep is prepared.
pub struct PrepareSweep;

impl Prepare for PrepareSweep {
    fn prepare<G: Game + Audit>(request: Request, output: &OutputArgs) -> Result<Box<dyn Job>, Failure> {
        let options: SweepOptions = request.options()?;
        let variants: Variants<G::Rules> =
            Variants::new(G::NAME, &request.rules, &options.vary, options.one_at_a_time)?;
        let bots = if request.bots.is_empty() { vec![G::HOUSE_BOT.to_owned()] } else { request.bots.clone() };
        let line_ups = line_ups::<G>(&variants, &bots, &request)?;
        let rules = variants.list[0].rules.to_table();
        let mut sweep = Sweep {
            line_ups,
            margins: Vec::new(),
            baseline: variants.baseline,
            rule: variants.rule,
            left_out: variants.left_out,
        };
        let margins: Vec<String> =
            options.margin.iter().map(|(metric, max)| format!("{metric}={max}")).collect();
        sweep.margins = Margin::parse_all(&margins, &sweep.metric_names()).map_err(wrong_margin)?;
        let records = sweep.cells().flat_map(|cell| cell.bot_records()).cloned();
        let plan = JobPlan::new(COMMAND, request, output, rules, bots, records)?;
        Ok(Box::new(plan.job(any_study(sweep))?))
    }
}

/// The tables of a sweep: every variant with every line-up.
fn line_ups<G: Game>(
    variants: &Variants<G::Rules>,
    bots: &[String],
    request: &Request,
) -> Result<Vec<SweptLineUp>, Failure> {
    if let Some((_, twice)) = bots.iter().enumerate().find(|(index, one)| bots[..*index].contains(one)) {
        return Err(Failure::Usage(format!("--bots: '{twice}' is given twice; give each line-up once")));
    }
    if variants.list.len() * bots.len() > MAX_TABLES {
        return Err(Failure::Usage(format!(
            "{} variants with {} line-ups are more than {MAX_TABLES} tables; give fewer",
            variants.list.len(),
            bots.len()
        )));
    }
    bots.iter()
        .enumerate()
        .map(|(index, line_up)| {
            let specs: Vec<BotSpec> =
                parse_line_up(line_up).iter().map(|bot| request.bot(bot.as_str())).collect();
            let mut cells = variants.list.iter().enumerate().map(|(number, variant)| {
                let setup: Setup<G> = setup(variant, &variants.baseline, &specs, request.seed)?;
                let variant = if variant.name.is_empty() { BASELINE } else { &variant.name }.to_owned();
                let bots = if bots.len() > 1 { format!("-bots{}", index + 1) } else { String::new() };
                let folder = format!("{number:03}-{}{bots}", folder_name(&variant));
                Ok(SweepCell::new(CellName { variant, bots: line_up.clone(), folder }, setup))
            });
            let baseline = cells.next().expect("there is a baseline")?;
            Ok(SweptLineUp { baseline, variants: cells.collect::<Result<_, Failure>>()? })
        })
        .collect()
}

/// Parses a line-up. A comma that is followed by KEY=VALUE separates parameters
/// of a bot, not bots.
fn parse_line_up(text: &str) -> Vec<BotSpec> {
    let mut names: Vec<String> = Vec::new();
    for part in text.split(',') {
        match names.last_mut() {
            Some(last) if last.contains(':') && part.contains('=') && !part.contains(':') => {
                last.push(',');
                last.push_str(part);
            }
            _ => names.push(part.to_owned()),
        }
    }
    names.iter().map(|name| BotSpec::new(name)).collect()
}

/// A folder name for a variant that is valid on every file system.
fn folder_name(variant: &str) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() || "=._-".contains(letter) { letter } else { '_' };
    variant.chars().map(plain).take(60).collect()
}

fn setup<G: Game>(
    variant: &Variant<G::Rules>,
    baseline: &str,
    bots: &[BotSpec],
    seed: u64,
) -> Result<Setup<G>, Failure> {
    let game = G::new(variant.rules.clone());
    let line_up = LineUp::new(&game, bots).map_err(|error| {
        let name = if variant.name.is_empty() { baseline } else { &variant.name };
        match error {
            LineUpError::TooMany { .. } => {
                Failure::Usage(format!("the variant {name} cannot be played: {error}"))
            }
            error => Failure::usage(error),
        }
    })?;
    Ok(Setup::new(game, line_up, seed))
}
