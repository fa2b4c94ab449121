//! Arguments that commands share, and what they ask for: typed, or read from
//! the record of a result.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::failure::Failure;
use super::numbers;
use crate::bots::BotSpec;
use crate::game::Game;
use crate::report::Record;
use crate::settings::{Assignment, Settings};
use crate::sim::{LineUp, Setup};
use crate::study::Precision;

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Table,
    /// For programs
    Json,
}

/// The options that say by which rules and with which luck is played.
#[derive(Args, Clone, Debug)]
pub struct HouseArgs {
    /// The seed that all randomness comes from [default: 1]
    #[arg(long, value_name = "N", value_parser = numbers::whole, allow_hyphen_values = true)]
    pub seed: Option<u64>,

    /// Set a house rule
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    pub rule: Vec<String>,

    /// Read house rules from a file; --rule wins over it
    #[arg(long, value_name = "FILE.toml")]
    pub rules: Option<PathBuf>,
}

/// The options that say who sits at a table.
#[derive(Args, Clone, Debug)]
pub struct BotsArgs {
    /// The line-up in seat order; shorter than the table: repeated
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', conflicts_with = "from")]
    pub bots: Vec<String>,

    /// One more bot of the line-up, for a bot with a comma in it
    #[arg(long = "bot", value_name = "SPEC", conflicts_with = "from")]
    pub bot: Vec<String>,
}

impl BotsArgs {
    /// The line-up, as it was named.
    pub fn names(&self) -> Vec<String> {
        self.bots.iter().chain(&self.bot).cloned().collect()
    }
}

/// Where results go, and what is printed of them.
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// The folder for the files [default: one of its own under reports/]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Overwrite what the folder holds
    #[arg(long)]
    pub force: bool,

    /// Print no progress, and no results but JSON
    #[arg(long)]
    pub quiet: bool,

    /// What to print at the end
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
}

/// The options of everything that is played block by block.
#[derive(Args, Clone, Debug)]
pub struct StudyArgs {
    /// How many games, rounded up to whole blocks: 500, 10k, 2.5M, 1_000_000
    #[arg(long, value_name = "N", value_parser = numbers::games, allow_hyphen_values = true)]
    pub games: Option<u64>,

    #[command(flatten)]
    pub house: HouseArgs,

    /// How many threads play [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    pub threads: Option<usize>,

    /// Stop after this time, at a whole block: 30s, 5m, 1.5h
    #[arg(long = "for", value_name = "TIME", value_parser = read_time, allow_hyphen_values = true)]
    pub time: Option<(String, Duration)>,

    /// Stop when the 95 % interval of METRIC is at most ± H
    #[arg(long, value_name = "METRIC=H", value_parser = read_precision)]
    pub precision: Option<Precision>,

    /// Do a result again, or resume one that was interrupted
    #[arg(long, value_name = "RECORD.toml",
        conflicts_with_all = ["games", "seed", "rule", "rules", "time", "precision"])]
    pub from: Option<PathBuf>,

    #[command(flatten)]
    pub output: OutputArgs,
}

/// Reads a time, and keeps it as it was written.
fn read_time(text: &str) -> Result<(String, Duration), String> {
    numbers::time(text).map(|time| (text.to_owned(), time))
}

fn read_precision(text: &str) -> Result<Precision, String> {
    Precision::parse(text).map_err(|error| error.to_string())
}

impl HouseArgs {
    /// Whether anything was asked for.
    pub fn is_set(&self) -> bool {
        self.seed.is_some() || !self.rule.is_empty() || self.rules.is_some()
    }

    /// The seed that was asked for.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The house rules that were set, those of the file first.
    pub fn assignments(&self) -> Result<Vec<Assignment>, Failure> {
        house_rules(self.rules.as_deref(), &self.rule)
    }

    /// The game by these rules.
    pub fn game<G: Game>(&self) -> Result<G, Failure> {
        rules::<G>(&self.assignments()?).map(G::new)
    }
}

/// House rules as they were asked for: those of a file, then those that were
/// typed, which win over it.
pub fn house_rules(file: Option<&Path>, typed: &[String]) -> Result<Vec<Assignment>, Failure> {
    let mut rules = match file {
        Some(path) => Assignment::read_file(path).map_err(Failure::usage)?,
        None => Vec::new(),
    };
    for rule in typed {
        rules.push(Assignment::parse(rule).map_err(|error| Failure::usage(format!("--rule: {error}")))?);
    }
    Ok(rules)
}

/// The rules of a game with these assignments.
pub fn rules<G: Game>(assignments: &[Assignment]) -> Result<G::Rules, Failure> {
    G::Rules::with(assignments).map_err(|error| Failure::usage(error.of("rule", G::NAME)))
}

/// What is asked for, whatever the command: typed, or read from a record.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The game.
    pub game: String,
    /// The seed.
    pub seed: u64,
    /// The house rules that are set.
    pub rules: Vec<Assignment>,
    /// The bots as they were named; what they are is for the command to say.
    pub bots: Vec<String>,
    /// How many games.
    pub games: Option<u64>,
    /// For how long, also as it was written.
    pub time: Option<(String, Duration)>,
    /// The precision to be reached.
    pub precision: Option<Precision>,
    /// What else the command was asked for.
    pub options: toml::Table,
    /// The file that it was read from, and what that says.
    pub from: Option<(PathBuf, Record)>,
}

impl Asked {
    /// What a command of one game is asked: typed, with its own options, or read
    /// from the record of its result.
    pub fn new(
        args: &StudyArgs,
        command: &str,
        game: Option<&String>,
        bots: Vec<String>,
        options: &impl Serialize,
    ) -> Result<Asked, Failure> {
        if let Some(path) = &args.from {
            return Asked::from_record(path, command);
        }
        let asked = Asked::typed(args, game.expect("clap asks for a game"), bots)?;
        Ok(Asked { options: toml::Table::try_from(options).expect("options have a form in TOML"), ..asked })
    }

    /// The options of the command.
    pub fn options<O: DeserializeOwned>(&self) -> Result<O, Failure> {
        self.options.clone().try_into().map_err(|error: toml::de::Error| {
            Failure::Usage(format!("wrong 'options': {}", error.message())).within(self.file())
        })
    }

    /// What was typed for a game.
    pub fn typed(args: &StudyArgs, game: &str, bots: Vec<String>) -> Result<Asked, Failure> {
        Ok(Asked {
            game: game.to_owned(),
            seed: args.house.seed(),
            rules: args.house.assignments()?,
            bots,
            games: args.games,
            time: args.time.clone(),
            precision: args.precision.clone(),
            ..Asked::default()
        })
    }

    /// What the record of a command's result says.
    pub fn from_record(path: &Path, command: &str) -> Result<Asked, Failure> {
        let record = Record::read(path).map_err(Failure::usage)?;
        let within = |failure: Failure| failure.within(Some(path));
        if record.command != command {
            let text = format!("this is the record of fuda {}, not of fuda {command}", record.command);
            return Err(within(Failure::Usage(text)));
        }
        let wrong = |key: &str, error: String| within(Failure::Usage(format!("wrong '{key}': {error}")));
        let seed = record.seed.ok_or_else(|| within(Failure::Usage("'seed' is missing".to_owned())))?;
        let time = record.time.as_deref().map(read_time).transpose();
        let precision = record.precision.as_deref().map(read_precision).transpose();
        let in_rules = |mut line: Assignment| {
            line.key = line.key.strip_prefix("rules.")?.to_owned();
            Some(line)
        };
        let rules = Assignment::read_file(path).map_err(Failure::usage)?;
        Ok(Asked {
            game: record.game.clone(),
            seed,
            rules: rules.into_iter().filter_map(in_rules).collect(),
            bots: record.bots.clone(),
            games: record.games,
            time: time.map_err(|error| wrong("for", error))?,
            precision: precision.map_err(|error| wrong("precision", error))?,
            options: record.options.clone(),
            from: Some((path.to_owned(), record)),
        })
    }

    /// The same, with so many games if nothing else is to stop it.
    #[must_use]
    pub fn or_games(mut self, games: u64, has_own_stop: bool) -> Asked {
        let stops = has_own_stop || self.time.is_some() || self.precision.is_some() || self.from.is_some();
        self.games = self.games.or((!stops).then_some(games));
        self
    }

    /// The file that it was read from.
    pub fn file(&self) -> Option<&Path> {
        self.from.as_ref().map(|(path, _)| path.as_path())
    }

    /// A table of the game's own choice of bots, if none are named.
    pub fn setup<G: Game>(&self) -> Result<Setup<G>, Failure> {
        let game = G::new(rules::<G>(&self.rules)?);
        let house_bot = [BotSpec::new(G::HOUSE_BOT)];
        let bots: Vec<BotSpec> = self.bots.iter().map(|bot| BotSpec::new(bot)).collect();
        let bots = if bots.is_empty() { &house_bot[..] } else { &bots };
        let line_up = LineUp::new(&game, bots).map_err(|error| Failure::usage(error).within(self.file()))?;
        Ok(Setup::new(game, line_up, self.seed))
    }
}
