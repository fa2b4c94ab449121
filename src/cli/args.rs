//! Arguments that commands share, and the request that they make: typed, or
//! read from the record of a result.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::failure::Failure;
use super::merge::Merge;
use super::numbers;
use super::seed::{self, SeedArg};
use crate::bots::{BotRecord, BotSpec, ProgramLimits, allow_programs, programs_in, set_program_limits};
use crate::game::Game;
use crate::report::{Part, Record};
use crate::settings::{Assignment, Settings};
use crate::sim::{LineUp, Setup};
use crate::study::Precision;
use crate::text::printable;

/// The format of what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Tables for people
    Table,
    /// JSON for programs
    Json,
}

/// The seed if none is given.
const DEFAULT_SEED: u64 = 1;

/// The options for the seed and the house rules.
#[derive(Args, Clone, Debug)]
pub struct HouseArgs {
    /// The seed of all random numbers, or 'secret': one is drawn, which no bot
    /// can guess, and recorded with the result [default: 1]
    #[arg(long, value_name = "N", value_parser = SeedArg::parse, allow_hyphen_values = true)]
    pub seed: Option<SeedArg>,

    /// Set a house rule; can be repeated
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    pub rule: Vec<String>,

    /// Read house rules from a file; --rule overrides it
    #[arg(long, value_name = "FILE.toml")]
    pub rules: Option<PathBuf>,
}

/// The options for the line-up of a table.
#[derive(Args, Clone, Debug)]
pub struct BotsArgs {
    /// The line-up in seat order, repeated if it is shorter than the table:
    /// names, strategy files, programs ('exec:python3 mine.py')
    #[arg(long, value_name = "A,B,...", conflicts_with = "from")]
    pub bots: Vec<String>,

    /// Add one bot to the line-up; for a bot with a comma in it
    #[arg(long = "bot", value_name = "SPEC", conflicts_with = "from")]
    pub bot: Vec<String>,
}

impl BotsArgs {
    /// The line-up, as it was named.
    ///
    /// # Errors
    /// If several line-ups are given.
    pub fn names(&self) -> Result<Vec<String>, Failure> {
        if let [one, other, ..] = &self.bots[..] {
            return Err(Failure::Usage(format!(
                "--bots is given twice, and there is one table: name its line-up once, --bots {one},{other}; 'fuda \
                 sweep' compares house rules with several line-ups, --bots {one} --bots {other}"
            )));
        }
        let named = self.bots.iter().flat_map(|bots| bots.split(',')).map(str::to_owned);
        Ok(named.chain(self.bot.iter().cloned()).collect())
    }
}

/// The options for bots that are programs. They can end a run, and change no
/// result.
#[derive(Args, Clone, Debug)]
pub struct ProgramArgs {
    /// The time that a program has for what it is asked at once
    #[arg(long, value_name = "TIME", value_parser = numbers::time, default_value = "10s",
        allow_hyphen_values = true)]
    bot_timeout: Duration,

    /// The time that a program has to start
    #[arg(long, value_name = "TIME", value_parser = numbers::time, default_value = "30s",
        allow_hyphen_values = true)]
    bot_start_timeout: Duration,
}

impl ProgramArgs {
    /// Sets the limits, before any program is started.
    pub fn apply(&self) {
        set_program_limits(ProgramLimits { start: self.bot_start_timeout, decision: self.bot_timeout });
    }

    /// The same, for a command line that names the bots: those among them that are
    /// programs may be started.
    ///
    /// # Errors
    /// If that is allowed once more.
    pub fn apply_and_allow(&self, is_allowed: bool) -> Result<(), Failure> {
        if is_allowed {
            let text = "--allow-programs is for the programs that the record of --from names; leave it out";
            return Err(Failure::Usage(text.to_owned()));
        }
        self.apply();
        allow_programs();
        Ok(())
    }

    /// Whether these are the limits that hold without the options.
    pub fn is_default(&self) -> bool {
        let limits = ProgramLimits { start: self.bot_start_timeout, decision: self.bot_timeout };
        limits == ProgramLimits::DEFAULT
    }
}

/// The options for where results are written, and what is printed.
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// The folder for the files [default: one per request in reports/]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Overwrite the contents of the folder
    #[arg(long)]
    pub force: bool,

    /// Write no page with pictures (report.html)
    #[arg(long)]
    pub no_report: bool,

    /// Print no pictures
    #[arg(long)]
    pub no_plot: bool,

    /// Print no progress, and no results except JSON
    #[arg(long)]
    pub quiet: bool,

    /// How to print the results
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
}

/// The options of every command that plays blocks.
#[derive(Args, Clone, Debug)]
pub struct StudyArgs {
    /// The number of games, rounded up to whole blocks: 500, 10k, 2.5M, 1e6
    #[arg(long, value_name = "N", value_parser = numbers::games, allow_hyphen_values = true)]
    pub games: Option<u64>,

    #[command(flatten)]
    pub house: HouseArgs,

    /// The number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    pub threads: Option<usize>,

    /// Stop after this time, at the end of a block: 30s, 5m, 1.5h
    #[arg(long = "for", value_name = "TIME", value_parser = read_time, allow_hyphen_values = true)]
    pub time: Option<(String, Duration)>,

    /// Stop when the 95 % interval of METRIC is at most ± H
    #[arg(long, value_name = "METRIC=H", value_parser = read_precision)]
    pub precision: Option<Precision>,

    /// Play one of N parts of the games, to be put together by 'fuda merge'
    #[arg(long, value_name = "K/N", value_parser = Part::parse_shard, allow_hyphen_values = true)]
    pub shard: Option<Part>,

    /// Play the blocks from A to B - 1, to be put together by 'fuda merge'
    #[arg(long, value_name = "A..B", value_parser = read_blocks, allow_hyphen_values = true,
        conflicts_with_all = ["games", "shard", "from"])]
    pub blocks: Option<Part>,

    #[command(flatten)]
    pub programs: ProgramArgs,

    /// How often finished work is saved
    #[arg(long, value_name = "TIME", value_parser = numbers::time, default_value = "10s",
        allow_hyphen_values = true)]
    pub checkpoint: Duration,

    /// Repeat a result, or resume an interrupted one, from its record
    #[arg(long, value_name = "RECORD.toml",
        conflicts_with_all = ["games", "seed", "rule", "rules", "time", "precision"])]
    pub from: Option<PathBuf>,

    /// Start the programs that the record of --from names
    #[arg(long)]
    pub allow_programs: bool,

    #[command(flatten)]
    pub output: OutputArgs,
}

/// Parses a time, and keeps its text for the record.
fn read_time(text: &str) -> Result<(String, Duration), String> {
    numbers::time(text).map(|time| (text.to_owned(), time))
}

/// Parses a range of blocks, with the numbers as people write them.
fn read_blocks(text: &str) -> Result<Part, String> {
    let number = |text: &str| match numbers::games(text) {
        Ok(number) => number.to_string(),
        Err(_) => text.to_owned(),
    };
    let plain = text.split_once("..").map(|(first, end)| format!("{}..{}", number(first), number(end)));
    Part::parse_blocks(&plain.unwrap_or_default()).map_err(|error| error.to_string())
}

fn read_precision(text: &str) -> Result<Precision, String> {
    Precision::parse(text).map_err(|error| error.to_string())
}

impl HouseArgs {
    /// Whether any of the options was given.
    pub fn is_set(&self) -> bool {
        self.seed.is_some() || !self.rule.is_empty() || self.rules.is_some()
    }

    /// The seed, or the default one, of a command that writes no result.
    pub fn known_seed(&self) -> Result<u64, Failure> {
        self.seed.map_or(Ok(DEFAULT_SEED), SeedArg::known)
    }

    /// The house rules that were set, those of the file first.
    ///
    /// # Errors
    /// If the file cannot be read, or an option is not of the form KEY=VALUE.
    pub fn assignments(&self) -> Result<Vec<Assignment>, Failure> {
        house_rules(self.rules.as_deref(), &self.rule)
    }

    /// The game with these house rules.
    pub fn game<G: Game>(&self) -> Result<G, Failure> {
        rules::<G>(&self.assignments()?).map(G::new)
    }
}

/// The house rules of a file, followed by those that were typed, which override
/// it.
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

/// A request for a study, of any command: typed, or read from a record.
#[derive(Clone, Default)]
pub struct Request {
    /// The game.
    pub game: String,
    /// The seed.
    pub seed: u64,
    /// Whether it was drawn, so that no bot can guess it.
    pub secret_seed: bool,
    /// The house rules that are set.
    pub rules: Vec<Assignment>,
    /// The bots as they were named; their meaning depends on the command.
    pub bots: Vec<String>,
    /// The number of games.
    pub games: Option<u64>,
    /// The time limit, with its text.
    pub time: Option<(String, Duration)>,
    /// The precision at which to stop.
    pub precision: Option<Precision>,
    /// The part to play, if it is not the whole.
    pub part: Option<Part>,
    /// The parts to merge, instead of playing.
    pub merge: Option<Merge>,
    /// The bots as they were recorded, if nothing is going to be played.
    pub recorded: Vec<BotRecord>,
    /// The command's own options.
    pub options: toml::Table,
    /// The record that it was read from, with its path.
    pub from: Option<(PathBuf, Record)>,
}

/// What is said of programs that only a record names.
fn not_allowed(programs: &[String]) -> String {
    const SHOWN: usize = 10;
    let mut shown: Vec<String> =
        programs.iter().take(SHOWN).map(|command| format!("'{}'", printable(command, 300))).collect();
    if programs.len() > SHOWN {
        shown.push(format!("{} more", programs.len() - SHOWN));
    }
    let (them, would) = if programs.len() == 1 { ("a program", "it") } else { ("programs", "they") };
    format!(
        "this record names {them} that fuda would start, and {would} could do all that you can: {}; look at the \
         command, and give --allow-programs to start it",
        shown.join(", ")
    )
}

impl Request {
    /// What a command of one game is request: typed, with its own options, or read
    /// from the record of its result.
    pub fn new(
        args: &StudyArgs,
        command: &str,
        game: Option<&String>,
        bots: Vec<String>,
        options: &impl Serialize,
    ) -> Result<Request, Failure> {
        if let Some(path) = &args.from {
            args.programs.apply();
            return Request::from_record(path, command, args.shard, args.allow_programs);
        }
        args.programs.apply_and_allow(args.allow_programs)?;
        let request = Request::typed(args, game.expect("clap asks for a game"), bots)?;
        Ok(Request {
            options: toml::Table::try_from(options).expect("options have a form in TOML"),
            ..request
        })
    }

    /// The options of the command.
    pub fn options<O: DeserializeOwned>(&self) -> Result<O, Failure> {
        self.options.clone().try_into().map_err(|error: toml::de::Error| {
            Failure::Usage(format!("wrong 'options': {}", error.message())).within(self.file())
        })
    }

    /// What was typed for a game.
    pub fn typed(args: &StudyArgs, game: &str, bots: Vec<String>) -> Result<Request, Failure> {
        let (seed, secret_seed) = match args.house.seed {
            None => (DEFAULT_SEED, false),
            Some(SeedArg::Number(seed)) => (seed, false),
            Some(SeedArg::Secret) if args.shard.is_some() || args.blocks.is_some() => {
                return Err(Failure::Usage(
                    "--seed secret draws a seed for this command alone, and all parts need the same: give a \
                     number to each, or let 'fuda cluster' write the job files, which draws one for all"
                        .to_owned(),
                ));
            }
            Some(SeedArg::Secret) => (seed::drawn()?, true),
        };
        Ok(Request {
            game: game.to_owned(),
            seed,
            secret_seed,
            rules: args.house.assignments()?,
            bots,
            games: args.games,
            time: args.time.clone(),
            precision: args.precision.clone(),
            part: args.shard.or(args.blocks),
            ..Request::default()
        })
    }

    /// The request in the record of a command's result, or a shard of it.
    ///
    /// # Errors
    /// If the record cannot be read, belongs to another command, is itself of a
    /// part, or names programs that may not be started.
    pub fn from_record(
        path: &Path,
        command: &str,
        shard: Option<Part>,
        may_start: bool,
    ) -> Result<Request, Failure> {
        let record = Record::read(path).map_err(Failure::usage)?;
        let wrong = |text: String| Err(Failure::Usage(text).within(Some(path)));
        if record.command != command {
            return wrong(format!("this is the record of fuda {}, not of fuda {command}", record.command));
        }
        let programs = programs_in(&record.game, &record.bots);
        if !programs.is_empty() && !may_start {
            return wrong(not_allowed(&programs));
        }
        allow_programs();
        match (shard, record.part) {
            (Some(_), Some(part)) => wrong(format!("this is the record of {part}; leave out --shard")),
            (shard, part) => {
                let values = Assignment::read_file(path).map_err(Failure::usage)?;
                Ok(Request { part: shard.or(part), ..Request::of_record(path, record, values)? })
            }
        }
    }

    /// The request in a record, with all values of its file.
    ///
    /// # Errors
    /// If a value in it is wrong.
    pub fn of_record(path: &Path, record: Record, values: Vec<Assignment>) -> Result<Request, Failure> {
        let within = |failure: Failure| failure.within(Some(path));
        let wrong = |key: &str, error: String| within(Failure::Usage(format!("wrong '{key}': {error}")));
        let seed = record.seed.ok_or_else(|| within(Failure::Usage("'seed' is missing".to_owned())))?;
        let time = record.time.as_deref().map(read_time).transpose();
        let precision = record.precision.clone().map(Precision::from_table).transpose();
        let in_rules = |mut line: Assignment| {
            line.key = line.key.strip_prefix("rules.")?.to_owned();
            Some(line)
        };
        Ok(Request {
            game: record.game.clone(),
            seed,
            secret_seed: record.secret_seed,
            rules: values.into_iter().filter_map(in_rules).collect(),
            bots: record.bots.clone(),
            games: record.games,
            time: time.map_err(|error| wrong("for", error))?,
            precision: precision.map_err(|error| wrong("precision", error))?,
            part: record.part,
            merge: None,
            recorded: Vec::new(),
            options: record.options.clone(),
            from: Some((path.to_owned(), record)),
        })
    }

    /// The same request, with this number of games unless something else stops
    /// it.
    #[must_use]
    pub fn or_games(mut self, games: u64, has_own_stop: bool) -> Request {
        let is_range = matches!(self.part, Some(Part::Blocks(_)));
        let stops = has_own_stop
            || is_range
            || self.time.is_some()
            || self.precision.is_some()
            || self.from.is_some();
        self.games = self.games.or((!stops).then_some(games));
        self
    }

    /// The path of the record that it was read from.
    pub fn file(&self) -> Option<&Path> {
        self.from.as_ref().map(|(path, _)| path.as_path())
    }

    /// The bot of this name.
    pub fn bot(&self, name: &str) -> BotSpec {
        let spec = BotSpec::new(name);
        match self.recorded.iter().find(|record| record.bot == spec.as_str()) {
            Some(record) => BotSpec::recorded(record),
            // A merge opens nothing.
            None if self.merge.is_some() => spec.without_record(),
            None => spec,
        }
    }

    /// The setup of a run; the game's default bot plays if none is named.
    ///
    /// # Errors
    /// If the rules are not allowed, or a bot cannot play.
    pub fn setup<G: Game>(&self) -> Result<Setup<G>, Failure> {
        let game = G::new(rules::<G>(&self.rules)?);
        let house_bot = [BotSpec::new(G::HOUSE_BOT)];
        let bots: Vec<BotSpec> = self.bots.iter().map(|bot| self.bot(bot)).collect();
        let bots = if bots.is_empty() { &house_bot[..] } else { &bots };
        let line_up = LineUp::new(&game, bots).map_err(|error| Failure::usage(error).within(self.file()))?;
        Ok(Setup::new(game, line_up, self.seed))
    }
}
