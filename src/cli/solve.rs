//! `fuda solve`: the equilibrium of a hand for two, and best responses to bots.

mod more_players;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use super::Surroundings;
use super::args::{OutputArgs, house_rules};

use super::failure::Failure;
use super::index;
use super::interrupt::INTERRUPTED;
use super::numbers;
use super::plan::default_folder;
use super::progress::Progress;
use super::results::print_results;
use crate::bots::{BotRecord, BotSpec, Player, allow_programs};
use crate::game::Game;
use crate::games::NAMES;
use crate::games::kachi_kachi::solve::{
    Against, Model, Solution, SolutionFile, Solved, Solver, Step, Stopped, against,
};
use crate::games::kachi_kachi::{KachiKachi, Rules};
use crate::page::{Source, report_page};
use crate::report::{Record, ResultFolder, Room, csv_file};
use crate::settings::{Assignment, Settings};
use crate::storage::File;
use crate::study::solve::{against_table, solution_table, solve_summary, strategy_table, values_table};
use crate::table::{Shown, Table};

const EXAMPLES: &str = "\
Examples:
  fuda solve kachi-kachi                     the equilibrium for two players
  fuda solve kachi-kachi --against weighing  and what can be won from weighing
  fuda solve kachi-kachi --precision 0.01 --rule zero_hand=false
  fuda solve kachi-kachi --rule players=4 --against weighing
                                             what can be won from three of them

One hand is solved, played until it is won; no other hand follows. Files:
  solution.csv         the value of the hand, with bounds
  values.csv           what a hand is worth to the dealer, by free ante and
                       carried pot: bounds that best responses prove
  strategy.csv         situation, hand, action, probability
  equilibrium.strategy the strategy as a bot: --bots FOLDER/equilibrium.strategy
  against.csv          with --against: what the best response and the
                       equilibrium win from the bot, by role
  best-response-1.strategy ...  the best responses, as bots
With more than two players there is no equilibrium to compute; responses are
learned from sampled deals and measured on others. docs/solve.md explains it.";

/// The precisions that can be requested.
const PRECISIONS: std::ops::RangeInclusive<f64> = 0.0005..=1.0;

/// How far the bounds may lie apart, unless another number is requested.
const PRECISION: f64 = 0.002;

/// About how many bytes the files take, to be kept free.
const ROOM: u64 = 16 << 20;

/// The arguments of `fuda solve`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct SolveArgs {
    /// The game: kachi-kachi
    game: String,

    /// Compute the best response to a bot; can be repeated
    #[arg(long, value_name = "BOT")]
    against: Vec<String>,

    /// Stop when the bounds of the value are at most H points apart; with more
    /// than two players, measure what a response wins to ± H [default: 0.002;
    /// with more than two players 0.02, and more at higher stakes]
    #[arg(long, value_name = "H", value_parser = precision, allow_hyphen_values = true)]
    precision: Option<f64>,

    /// The number of threads with more than two players [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    threads: Option<usize>,

    /// Set a house rule; can be repeated
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    rule: Vec<String>,

    /// Read house rules from a file; --rule overrides it
    #[arg(long, value_name = "FILE.toml")]
    rules: Option<PathBuf>,

    #[command(flatten)]
    output: OutputArgs,
}

fn precision(text: &str) -> Result<f64, String> {
    let wrong = || format!("give a number of points from {} to {}", PRECISIONS.start(), PRECISIONS.end());
    text.parse().ok().filter(|precision| PRECISIONS.contains(precision)).ok_or_else(wrong)
}

/// A bot to play against.
struct Opponent {
    name: String,
    player: Player<KachiKachi>,
}

/// `fuda solve`.
pub fn solve(args: &SolveArgs, surroundings: &Surroundings) -> Result<(), Failure> {
    if !NAMES.contains(&args.game.as_str()) {
        return Err(Failure::unknown_game(&args.game));
    }
    if args.game != KachiKachi::NAME {
        return Err(Failure::Usage(format!(
            "{} cannot be solved: there are too many situations in it; {} for two players can",
            args.game,
            KachiKachi::NAME
        )));
    }
    let rules = rules(&house_rules(args.rules.as_deref(), &args.rule)?)?;
    if rules.players > 2 {
        return more_players::solve(args, &rules, surroundings);
    }
    let model = Model::new(&rules).map_err(Failure::Usage)?;
    let precision = args.precision.unwrap_or(PRECISION);
    let (mut opponents, bots) = opponents(&args.against, &rules)?;
    let record = record(args, precision, &rules, bots);
    let out = args.output.out.clone().unwrap_or_else(|| default_folder(&record));
    (surroundings.listen)()?;
    let storage = Arc::clone(&surroundings.storage);
    let room = Room { files: ROOM, counts: 0 };
    let folder =
        ResultFolder::open(storage, &out, &record, args.output.force, room).map_err(Failure::usage)?;

    let progress = Progress::of_text(args.output.quiet);
    let solved = solve_hand(&model, precision, &progress)?;
    let mut results = Vec::new();
    let mut strategies = vec![equilibrium_file(&model, &solved)];
    for opponent in &mut opponents {
        let mut against = play_against(&model, opponent, &solved.solution, &progress)?;
        // The tables of a response take much more room than its file.
        let response = std::mem::take(&mut against.response);
        strategies.push(response_file(&model, strategies.len(), &opponent.name, &response));
        results.push((opponent.name.clone(), against));
    }
    progress.clear();

    let first = solved.solution.nearest(model.first_pot(false, 0.0));
    let mut tables = vec![
        solution_table(&model, &solved),
        values_table(&model, &solved.values),
        strategy_table(&model, first),
    ];
    if !results.is_empty() {
        tables.push(against_table(&results));
    }
    let summary = solve_summary(&model, &solved, &results);
    write(args, record, folder, surroundings, &tables, strategies, summary)
}

/// Writes the files, and prints what they say.
fn write(
    args: &SolveArgs,
    record: Record,
    mut folder: ResultFolder,
    surroundings: &Surroundings,
    tables: &[Table],
    strategies: Vec<File>,
    summary: Vec<Shown>,
) -> Result<(), Failure> {
    let mut files: Vec<File> = tables.iter().map(csv_file).collect();
    files.extend(strategies);
    let mut record = Record { complete: true, ..record };
    if !args.output.no_report {
        files.push(report_page(&Source::new(&record, &files)));
    }
    record.files = files.iter().map(|file| file.name.clone()).collect();
    folder.write(&files, &record).map_err(|error| Failure::Work(error.to_string()))?;
    let indexed = index::update(&*surroundings.storage, folder.path(), &record);
    print_results(&record, &folder, tables, &[], summary, &args.output)?;
    indexed.map_err(|error| index::not_updated(&error, folder.path()))
}

/// The rules of the hand that is solved.
fn rules(assignments: &[Assignment]) -> Result<Rules, Failure> {
    let given =
        Rules::with(assignments).map_err(|error| Failure::usage(error.of("rule", KachiKachi::NAME)))?;
    let is_set = |key: &str| assignments.iter().any(|assignment| assignment.key == key);
    let players = if is_set("players") { given.players } else { 2 };
    if is_set("hands") && given.hands != 1 {
        let what = if players > 2 {
            "a single hand is played, until its pot is won"
        } else {
            "one hand is solved, and values.csv says what it is worth in a long game"
        };
        return Err(Failure::Usage(format!("hands={}: {what}; leave 'hands' out", given.hands)));
    }
    Ok(Rules { players, hands: 1, ..given })
}

/// The bots to play against.
fn opponents(names: &[String], rules: &Rules) -> Result<(Vec<Opponent>, Vec<BotRecord>), Failure> {
    allow_programs();
    let game = KachiKachi::new(rules.clone());
    let mut opponents = Vec::new();
    let mut records = Vec::new();
    for name in names {
        let (player, record) = BotSpec::new(name).open(&game).map_err(Failure::usage)?;
        match &player {
            Player::Search(_) | Player::Clairvoyant(_) => {
                return Err(Failure::Usage(format!(
                    "--against {name}: it plays by sampling, so that asking it does not tell what it does"
                )));
            }
            Player::External(_) if name.ends_with(".strategy") => {
                return Err(Failure::Usage(format!(
                    "--against {name}: a solved strategy chooses at random, so that asking it does not tell what it \
                     does; solution.csv has the bounds of the equilibrium"
                )));
            }
            Player::External(_) => {
                return Err(Failure::Usage(format!(
                    "--against {name}: a script may remember what went before, so that asking it about single \
                     situations does not tell what it does; give a built-in bot or a strategy in TOML"
                )));
            }
            _ => {}
        }
        opponents.push(Opponent { name: name.clone(), player });
        records.push(record);
    }
    Ok((opponents, records))
}

/// The options of a solution in its record.
#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveOptions {
    /// How far the bounds may lie apart, in points; with more than two players,
    /// the half-width of the interval of what a response wins.
    precision: f64,
}

fn record(args: &SolveArgs, precision: f64, rules: &Rules, bot: Vec<BotRecord>) -> Record {
    let options = SolveOptions { precision };
    Record {
        bots: args.against.clone(),
        options: toml::Table::try_from(options).expect("options have a form in TOML"),
        bot,
        ..Record::new("solve", KachiKachi::NAME, rules.to_table())
    }
}

fn interrupted() -> Failure {
    Failure::Interrupted("interrupted: nothing was written".to_owned())
}

fn solve_hand(model: &Model, precision: f64, progress: &Progress) -> Result<Solved, Failure> {
    let mut report = |step: Step| {
        progress.say(format!(
            "kachi-kachi: pot {:.1}, iteration {}, bounds {:.4} apart (aim {:.4})",
            step.pot, step.iterations, step.gap, step.wanted
        ));
        if INTERRUPTED.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    };
    Solver::solve(model, precision, &mut report).map_err(|Stopped| {
        progress.clear();
        interrupted()
    })
}

fn play_against(
    model: &Model,
    opponent: &mut Opponent,
    solution: &Solution,
    progress: &Progress,
) -> Result<Against, Failure> {
    let name = &opponent.name;
    let mut report = |done: usize, all: usize| {
        progress.say(format!("kachi-kachi: against {name}, pot {} of {all}", done + 1));
        if INTERRUPTED.load(Ordering::Relaxed) { Err(String::new()) } else { Ok(()) }
    };
    against(model, &mut opponent.player, solution, &mut report).map_err(|error| {
        progress.clear();
        if error.is_empty() { interrupted() } else { Failure::Usage(format!("--against {name}: {error}")) }
    })
}

/// The equilibrium as a bot.
fn equilibrium_file(model: &Model, solved: &Solved) -> File {
    let about = "plays the equilibrium of the hand for two";
    File {
        name: "equilibrium.strategy".to_owned(),
        content: SolutionFile::write(about, model, &solved.solution),
    }
}

/// The best response to a bot as a bot.
fn response_file(model: &Model, number: usize, bot: &str, response: &Solution) -> File {
    let about = format!("plays the best response to {bot}, in a single hand for two");
    File {
        name: format!("best-response-{number}.strategy"),
        content: SolutionFile::write(&about, model, response),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules_of(rules: &[&str]) -> Result<Rules, String> {
        let rules: Vec<String> = rules.iter().map(|&rule| rule.to_owned()).collect();
        let message = |failure: Failure| match failure {
            Failure::Usage(message) => message,
            other => panic!("not the user's fault: {other:?}"),
        };
        house_rules(None, &rules).and_then(|given| super::rules(&given)).map_err(message)
    }

    #[test]
    fn one_hand_for_two_is_solved() {
        let rules = rules_of(&["ante=2", "players=2", "hands=1"]).unwrap();
        assert_eq!((rules.players, rules.hands, rules.ante), (2, 1, 2));
        assert_eq!(rules_of(&[]).unwrap().players, 2);
        assert!(rules_of(&["hands=20"]).unwrap_err().contains("leave 'hands' out"));
        let more = rules_of(&["players=3"]).map(|rules| Model::new(&rules).unwrap_err()).unwrap();
        assert!(more.contains("a hand of 3 players cannot be solved"), "{more}");
    }

    #[test]
    fn a_hand_with_too_many_situations_is_refused_with_what_would_help() {
        let rules = rules_of(&["max_wager=40"]).unwrap();
        let error = Model::new(&rules).unwrap_err();
        assert!(error.contains("set a lower max_wager") && error.contains("zero_hand=false"), "{error}");
        assert!(Model::new(&rules_of(&["max_wager=40", "zero_hand=false"]).unwrap()).is_ok());
    }

    #[test]
    fn precisions_are_points_in_a_range() {
        assert_eq!(precision("0.01"), Ok(0.01));
        for text in ["0", "0.0001", "2", "-1", "nan", "x"] {
            assert!(precision(text).unwrap_err().contains("from 0.0005 to 1"), "{text}");
        }
    }

    #[test]
    fn bots_that_choose_at_random_are_refused_but_random() {
        let refused = |bot: &str| match opponents(&[bot.to_owned()], &rules_of(&[]).unwrap()) {
            Ok(_) => None,
            Err(Failure::Usage(message)) => Some(message),
            Err(other) => panic!("not the user's fault: {other:?}"),
        };
        assert!(refused("search").unwrap().contains("plays by sampling"));
        assert!(refused("strategies/kachi-kachi/sober.luau").unwrap().contains("may remember"));
        assert!(refused("serch").unwrap().contains("unknown bot"));
        assert_eq!(
            ["random", "station", "weighing", "weighing:fear=0"].map(refused),
            [None, None, None, None]
        );
    }
}
