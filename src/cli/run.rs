//! `fuda run`: plays games and writes the statistics.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};

use super::Surroundings;
use super::args::{BotsArgs, OutputArgs, Request, StudyArgs};
use super::conduct::{Job, Prepare, conduct, job};
use super::failure::Failure;
use super::plan::JobPlan;
use crate::game::{Audit, Game};
use crate::games::NAMES;
use crate::report::{RowsFormat, RowsOptions};
use crate::rows::RowKind;
use crate::settings::Settings;
use crate::sim::Setup;
use crate::study::{Run, any_study};

/// The name of the command.
pub const COMMAND: &str = "run";

const EXAMPLES: &str = "\
Examples:
  fuda run                                     a million games of every game
  fuda run kujuroku --games 2.5M --seed 7      the same files on any machine
  fuda run kujuroku --bots greedy,random       greedy and random in turn
  fuda run kujuroku --rule jizo=true --for 30s
  fuda run kujuroku --precision at_par:yes=0.002
  fuda run --from reports/kujuroku-0123456789/run.toml
  fuda run oni --rows games,rounds             every game and round, as Parquet

--games defaults to 100k, or to 1M for each game if none is named. A block is
one deal, played once for each distinct rotation of the line-up.

--precision takes METRIC=H for the mean of a metric, or METRIC:OUTCOME=H for a
share; without an outcome it applies to all outcomes. It applies to the first
split in the metric's file: the whole, or else each seat, role or bot. Its
interval is valid under repeated looks. If several of --games, --for and
--precision are given, the first one reached stops the run. Ctrl-C stops it at
the end of a block and keeps the finished blocks; a second one keeps what is
finished and ends at once. Whatever else ends it, --checkpoint has saved what
was finished by then. The same command resumes it; with more --games, or with
--precision, it extends a complete result.

--rows games writes a row for each game and seat to games.parquet, --rows rounds
one for each round and seat to rounds.parquet, in the order of the blocks;
rows.csv says what each column is. A run with rows is another result than one
without, in a folder of its own.";

/// The default number of games, and that of each game if none is named.
const GAMES: u64 = 100_000;
const GAMES_OF_ALL: u64 = 1_000_000;

/// The arguments of `fuda run`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RunArgs {
    /// The games to play [default: all of them]
    #[arg(value_name = "GAME", conflicts_with = "from")]
    names: Vec<String>,

    #[command(flatten)]
    table: BotsArgs,

    /// Write a row for each game, or for each round, and seat as well
    #[arg(long, value_name = "KIND,...", value_delimiter = ',', value_parser = row_kinds(),
        conflicts_with = "from")]
    rows: Vec<RowKind>,

    /// The format of the rows [default: parquet]
    #[arg(long, value_name = "FORMAT", requires = "rows", value_parser = rows_formats())]
    rows_format: Option<RowsFormat>,

    #[command(flatten)]
    pub study: StudyArgs,
}

fn row_kinds() -> impl clap::builder::TypedValueParser<Value = RowKind> {
    PossibleValuesParser::new(RowKind::ALL.map(RowKind::name)).map(|name| {
        let kind = RowKind::ALL.into_iter().find(|kind| kind.name() == name);
        kind.expect("only these names are allowed")
    })
}

fn rows_formats() -> impl clap::builder::TypedValueParser<Value = RowsFormat> {
    PossibleValuesParser::new(["parquet", "csv"]).map(|name| match name.as_str() {
        "csv" => RowsFormat::Csv,
        _ => RowsFormat::Parquet,
    })
}

/// The options of the rows, as the record has them: in one order, whatever was
/// typed.
fn rows_options(args: &RunArgs) -> toml::Table {
    let rows: Vec<RowKind> = RowKind::ALL.into_iter().filter(|kind| args.rows.contains(kind)).collect();
    let rows_format = (!rows.is_empty()).then(|| args.rows_format.unwrap_or_default());
    toml::Table::try_from(RowsOptions { rows, rows_format }).expect("options have a form in TOML")
}

/// `fuda run`.
pub fn run(args: &RunArgs, surroundings: &Surroundings) -> Result<(), Failure> {
    conduct(jobs(args)?, &args.study, surroundings)
}

/// The jobs for all games that are named.
pub fn jobs(args: &RunArgs) -> Result<Vec<Box<dyn Job>>, Failure> {
    requests(args)?.into_iter().map(|(request, output)| job::<PrepareRun>(request, &output)).collect()
}

/// The requests for all games, with where each is written.
fn requests(args: &RunArgs) -> Result<Vec<(Request, OutputArgs)>, Failure> {
    let output = &args.study.output;
    if let Some(path) = &args.study.from {
        args.study.programs.apply();
        let request = Request::from_record(path, COMMAND, args.study.shard, args.study.allow_programs)?;
        return Ok(vec![(request, output.clone())]);
    }
    args.study.programs.apply_and_allow(args.study.allow_programs)?;
    let (names, games) = if args.names.is_empty() {
        (NAMES.iter().map(|&name| name.to_owned()).collect(), GAMES_OF_ALL)
    } else {
        (args.names.clone(), GAMES)
    };
    if let Some((_, twice)) = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
        return Err(Failure::Usage(format!("'{twice}' is named twice; name each game once")));
    }
    let bots = args.table.names()?;
    let several = names.len() > 1;
    names
        .into_iter()
        .map(|name| {
            let request = Request::typed(&args.study, &name, bots.clone())?.or_games(games, false);
            let request = Request { options: rows_options(args), ..request };
            let mut output = output.clone();
            if several {
                output.out = output.out.map(|out| out.join(&name));
            }
            Ok((request, output))
        })
        .collect()
}

/// How a run is prepared.
pub struct PrepareRun;

impl Prepare for PrepareRun {
    fn prepare<G: Game + Audit>(request: Request, output: &OutputArgs) -> Result<Box<dyn Job>, Failure> {
        let setup: Setup<G> = request.setup()?;
        let RowsOptions { rows, .. } = request.options()?;
        let plan = JobPlan::new(
            COMMAND,
            request,
            output,
            setup.game.rules().to_table(),
            setup.line_up.seats().map(ToString::to_string).collect(),
            setup.line_up.records().to_vec(),
        )?;
        Ok(Box::new(plan.job(any_study(Run { setup, rows }))?))
    }
}
