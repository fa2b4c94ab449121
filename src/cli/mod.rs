//! The command line: what was typed, and what it means.

mod args;
mod check;
mod compare;
mod conduct;
mod failure;
mod interrupt;
mod list;
mod numbers;
mod odds;
mod progress;
mod replay;
mod run;
mod shell;
mod sweep;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What fuda is, and how it begins.
const EXAMPLES: &str = "\
Examples:
  fuda run                                   a million games of every game
  fuda run kujuroku --games 1M --bots greedy,random --seed 7
  fuda run kujuroku --rule jizo=true --rule players=3
  fuda replay kujuroku --block 12            one of those games, move by move
  fuda compare kujuroku weighing greedy      is it better, by how much, how sure
  fuda sweep kujuroku --vary jizo=false,true  what does a house rule change
  fuda rules kujuroku                        the house rules that can be set
  fuda bots kujuroku                         who can play";

#[derive(Parser)]
#[command(name = "fuda", version, after_help = EXAMPLES, max_term_width = 80)]
#[command(about = "A laboratory for traditional Japanese card games: plays millions of games \
                   between bots and writes the statistics to CSV.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games and write the statistics
    Run(run::RunArgs),
    /// Narrate one game of a run, move by move
    Replay(replay::ReplayArgs),
    /// Say whether a bot is better than another, by how much, and how sure
    Compare(compare::CompareArgs),
    /// Say what house rules change, on the same deals
    Sweep(sweep::SweepArgs),
    /// Count the exact odds of hands, without sampling
    Odds(odds::OddsArgs),
    /// List the games
    Games(list::ListArgs),
    /// List the house rules of a game: values, default and meaning
    Rules(list::GameListArgs),
    /// List the bots of a game and their parameters, or check one
    Bots(check::BotsArgs),
    /// List what is counted in a game
    Metrics(list::GameListArgs),
}

/// Reads the command line, does what it says, and gives the exit code: 0 done,
/// 1 the run failed, 2 the command is wrong, 130 interrupted.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let done = match cli.command {
        Command::Run(args) => run::run(&args),
        Command::Replay(args) => replay::replay(&args),
        Command::Compare(args) => compare::compare(&args),
        Command::Sweep(args) => sweep::sweep(&args),
        Command::Odds(args) => odds::odds(&args),
        Command::Games(args) => list::games(&args),
        Command::Rules(args) => list::rules(&args),
        Command::Bots(args) => check::bots(&args),
        Command::Metrics(args) => list::metrics(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
