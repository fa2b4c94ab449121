//! The command line: arguments, and the requests that they make.

mod args;
mod check;
mod checkpoint;
mod cluster;
mod compare;
mod completions;
mod conduct;
mod documents;
mod endings;
mod failure;
#[cfg(test)]
mod fault_tests;
#[cfg(test)]
mod fuzz_tests;
mod index;
mod interrupt;
mod league;
mod list;
mod merge;
mod numbers;
mod odds;
mod plan;
mod progress;
mod replay;
mod report;
mod results;
mod run;
mod schema;
mod seed;
mod shell;
mod solve;
mod study_job;
mod sweep;
mod terminal;
mod timing;

use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, Subcommand};

use crate::storage::{Disk, Storage};
use failure::{Failure, print_help};

/// What a command works with, besides its arguments.
struct Surroundings {
    /// Where results are kept.
    storage: Arc<dyn Storage>,
    /// Begins to listen for signals, before games are played.
    listen: fn() -> Result<(), Failure>,
}

/// The examples below the help of `fuda`.
const EXAMPLES: &str = "\
Examples:
  fuda run                                   a million games of every game
  fuda run kujuroku --games 1M --bots greedy,random --seed 7
  fuda run kujuroku --rule jizo=true --rule players=3
  fuda replay kujuroku --block 12            one of those games, move by move
  fuda compare kujuroku weighing greedy      which bot is better, by how much
  fuda league kujuroku                       which bots of all, with their ranks
  fuda sweep kujuroku --vary jizo=false,true  what a house rule changes
  fuda rules kujuroku                        the house rules that can be set
  fuda bots kujuroku                         the bots that can play";

#[derive(Parser)]
#[command(name = "fuda", version, max_term_width = 80, after_help = EXAMPLES)]
#[command(about = "A laboratory for traditional Japanese card games: plays millions of games \
                   between bots and writes the statistics to CSV.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Lists the commands once: help, arguments, and the function that runs them.
/// `/// Play games` over `Run(run::RunArgs) => run::run, surroundings;` becomes
///
/// ```ignore
/// #[derive(Subcommand)]
/// enum Command {
///     /// Play games
///     Run(run::RunArgs),
/// }
/// impl Command {
///     fn run(&self, surroundings: &Surroundings) -> Result<(), Failure> {
///         match self { Command::Run(args) => run::run(args, surroundings) }
///     }
/// }
/// ```
///
/// Without `surroundings`, for commands that write no results, the function
/// gets the arguments alone.
macro_rules! commands {
    ($($(#[$help:meta])* $name:ident($args:ty) => $run:path $(, $surroundings:ident)?;)*) => {
        #[derive(Subcommand)]
        enum Command { $($(#[$help])* $name($args),)* }

        impl Command {
            fn run(&self, given: &Surroundings) -> Result<(), Failure> {
                match self { $(Command::$name(args) => {
                    $(let $surroundings = given;)?
                    $run(args $(, $surroundings)?)
                })* }
            }
        }
    };
}

commands! {
    /// Play games and write the statistics
    Run(run::RunArgs) => run::run, surroundings;
    /// Show one game of a run, move by move
    Replay(replay::ReplayArgs) => replay::replay;
    /// Compare bots on the same deals: which is better, and by how much
    Compare(compare::CompareArgs) => compare::compare, surroundings;
    /// Rank bots: every pair on the same deals, with what is certain
    League(league::LeagueArgs) => league::league, surroundings;
    /// Compare house rules on the same deals: what a rule changes
    Sweep(sweep::SweepArgs) => sweep::sweep, surroundings;
    /// Compute the exact odds of hands, without sampling
    Odds(odds::OddsArgs) => odds::odds, surroundings;
    /// Solve a hand: the equilibrium for two players, best responses to bots
    Solve(solve::SolveArgs) => solve::solve, surroundings;
    /// Merge the parts of a run, comparison, league or sweep into one result
    Merge(merge::MergeArgs) => merge::merge, surroundings;
    /// Write the job files that play a command in shards on a cluster
    Cluster(cluster::ClusterArgs) => cluster::cluster, surroundings;
    /// Make the page of a result again, or one page of several
    Report(report::ReportArgs) => report::report, surroundings;
    /// List the games
    Games(list::ListArgs) => list::games;
    /// List the house rules of a game: values, defaults and meanings
    Rules(list::GameListArgs) => list::rules;
    /// List the bots of a game and their parameters, or check one
    Bots(check::BotsCommandArgs) => check::bots;
    /// List what is counted in a game
    Metrics(list::GameListArgs) => list::metrics;
    /// Print the schemas of what is printed as JSON
    Schema(schema::SchemaArgs) => schema::schema;
    /// Print the script by which a shell completes what is typed
    Completions(completions::CompletionsArgs) => completions::completions;
    /// Write the manual pages
    Man(completions::ManArgs) => completions::man, surroundings;
}

/// Runs the command line and returns the exit code: 0 for success, 1 if the run
/// failed, 2 if the command is wrong, 130 if it was interrupted.
#[must_use]
pub fn main() -> ExitCode {
    match completions::answer() {
        Ok(true) => return ExitCode::SUCCESS,
        Ok(false) => {}
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(2);
        }
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            let _ = error.print();
            return ExitCode::from(2);
        }
        // Help and versions are what was asked for.
        Err(error) => return print_help(&error).map_or_else(Failure::report, |()| ExitCode::SUCCESS),
    };
    crate::bots::before_programs(interrupt::guard_programs);
    crate::bots::when_stuck(interrupt::give_up_script);
    let surroundings = Surroundings { storage: Arc::new(Disk::default()), listen: interrupt::listen };
    match cli.command.run(&surroundings) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
