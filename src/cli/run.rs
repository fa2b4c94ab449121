//! `fuda run`: plays games and writes the statistics.

use clap::Args;

use super::Surroundings;
use super::args::{BotsArgs, OutputArgs, Request, StudyArgs};
use super::conduct::{Job, Prepare, conduct, job};
use super::failure::Failure;
use super::plan::JobPlan;
use crate::game::{Audit, Game};
use crate::games::NAMES;
use crate::settings::Settings;
use crate::sim::Setup;
use crate::study::Run;

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
--precision, it extends a complete result.";

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

    #[command(flatten)]
    pub study: StudyArgs,
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
    args.study.programs.apply();
    let output = &args.study.output;
    if let Some(path) = &args.study.from {
        return Ok(vec![(Request::from_record(path, COMMAND, args.study.shard)?, output.clone())]);
    }
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
        let plan = JobPlan::new(
            COMMAND,
            request,
            output,
            setup.game.rules().to_table(),
            setup.line_up.seats().map(ToString::to_string).collect(),
            setup.line_up.records().to_vec(),
        )?;
        Ok(Box::new(plan.job(Run { setup })?))
    }
}
