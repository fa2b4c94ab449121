//! Command lines: they are parsed, and what plays is prepared up to the first
//! game.

use std::path::Path;

use clap::{ArgAction, CommandFactory as _, Parser as _};

use super::edits::Corpus;
use super::files::message;
use super::rules::Words;
use super::runner::{Outcome, Target};
use super::strategies::starts_program;
use crate::cli::{Cli, Command, compare, league, run, sweep};
use crate::games::{self, NAMES};

/// Command lines of all kinds.
const LINES: &[&str] = &[
    "run",
    "run kujuroku oni --games 1k --seed 7 --bots greedy,random --threads 2 --quiet",
    "run oni --rule players=2 --bot search:iterations=10,playout=random --for 1ms --checkpoint 1s --format json",
    "run kazu-tori --precision win:win=0.01 --games 2.5M --out x --force --no-report --no-plot",
    "run kusuri-gui --games 1e6 --shard 3/8",
    "run kachi-kachi --blocks 10..20k --rules house.toml",
    "run --from reports/run.toml",
    "compare kujuroku weighing greedy --games 20k --margin 0.5 --until-sure",
    "compare oni weighing shedder --each-decision --rule goal=500",
    "league kachi-kachi weighing random station --mixed --margin 5 --games 160 --until-sure",
    "sweep kujuroku --vary jizo=false,true --vary players=3,4 --one-at-a-time --margin rounds=0.1",
    "sweep kazu-tori --vary handicap=[1,1,1,1],[1,1,1,2] --bots weighing --bots random,weighing",
    "odds kachi-kachi --players 2,3 --rule extra_cards=true",
    "solve kachi-kachi --precision 0.5 --against station --rule max_wager=3",
    "replay kujuroku --block 12 --rotation 1 --games 100 --bots greedy,random --format jsonl --thoughts",
    "merge a b c --partial --out d",
    "cluster slurm --shards 4 -- run oni --games 1k",
    "report a b --figure card_score --out x.svg",
    "bots oni --check random --games 5 --seed 3",
    "bots oni --new mine.luau",
    "rules oni --format json",
    "metrics oni",
    "schema fuda.run.1",
    "completions bash",
    "man pages",
    "games --help",
    "--version",
];

pub fn target() -> Target {
    let documents = LINES.iter().map(|line| line.as_bytes().to_vec()).collect();
    let mut words: Vec<String> = NAMES.iter().map(|game| format!(" {game}")).collect();
    for game in NAMES {
        let rules = games::visit(game, Words).expect("a game of the list");
        words.extend(
            rules.into_iter().filter(|rule| rule.contains('=')).map(|rule| format!(" --rule {rule}")),
        );
    }
    let command = Cli::command();
    for command in command.get_subcommands() {
        words.push(format!("{} ", command.get_name()));
        for option in command.get_arguments().filter(|option| option.get_long().is_some()) {
            let name = option.get_long().expect("it has a name");
            let value = if matches!(option.get_action(), ArgAction::SetTrue) { "" } else { "=" };
            words.push(format!(" --{name}{value}"));
        }
    }
    let values = "random weighing greedy search:iterations=4 10k 1/2 0..5 30s 1.5h 1T 0.5 win=0.1 table json html - -- -h";
    words.extend(values.split(' ').map(|value| format!(" {value}")));
    Target { corpus: Corpus { documents, words }, check: Box::new(check) }
}

fn check(document: &[u8]) -> Result<Outcome, String> {
    let text = String::from_utf8_lossy(document);
    let words = ["fuda"].into_iter().chain(text.split_ascii_whitespace());
    let command = match Cli::try_parse_from(words) {
        Ok(cli) => cli.command,
        Err(error) if error.to_string().is_empty() => return Err("no message".to_owned()),
        Err(_) => return Ok(Outcome::Refused),
    };
    // What the words name is not read, unless it is a regular file.
    let is_risky = |word: &str| Path::new(word).is_absolute();
    if starts_program(document) {
        return Ok(Outcome::Refused);
    }
    if text.split(|letter: char| letter.is_ascii_whitespace() || "=,".contains(letter)).any(is_risky) {
        return Ok(Outcome::Refused);
    }
    let prepared = match &command {
        Command::Run(args) => run::jobs(args).map(|_| ()),
        Command::Compare(args) => compare::prepared(args).map(|_| ()),
        Command::League(args) => league::prepared(args).map(|_| ()),
        Command::Sweep(args) => sweep::prepared(args).map(|_| ()),
        // The others do at once what is asked for.
        _ => Ok(()),
    };
    Ok(match prepared {
        Ok(()) => Outcome::Accepted,
        Err(failure) => {
            message(failure);
            Outcome::Refused
        }
    })
}
