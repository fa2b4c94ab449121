//! Bots as they are named on the command line.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::strategy::{self, StrategyError};
use super::{
    BotInfo, ExternalBot, NoParameters, Player, ProgramBot, ProgramCommand, RANDOM, Roster, Search,
    SearchParameters,
};
use crate::game::Game;
use crate::settings::{Assignment, Settings, SettingsError, Value};
use crate::text::{did_you_mean, has_hidden, printable};

/// What the name of a program begins with; its command follows.
pub const PROGRAM: &str = "exec:";

/// What no name of a bot begins with: it stands in tables, which spreadsheets read.
pub(super) const FORMULA: [char; 4] = ['=', '+', '-', '@'];

/// The bot that sees all cards, and its parameter that says so: it plays only if it
/// is called what it is, wherever its name is shown.
const CLAIRVOYANT: &str = "clairvoyant";
const CHEATING: &str = "cheating";

/// A bot as the user named it: `greedy`, `search:iterations=200`, the path of a
/// strategy file, or a program, `exec:python3 mine.py`.
#[derive(Clone, Debug)]
pub struct BotSpec {
    name: String,
    source: SpecSource,
}

/// Where it is known from what a bot is.
#[derive(Clone, Debug)]
enum SpecSource {
    /// Its name: it is going to play.
    Name,
    /// Its record, as it is not going to play.
    Record(Box<BotRecord>),
    /// It is not going to play, and has no record.
    Nowhere,
}

impl PartialEq for BotSpec {
    fn eq(&self, other: &BotSpec) -> bool {
        self.name == other.name
    }
}

impl Eq for BotSpec {}

/// A bot as `run.toml` records it: everything that determines its play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BotRecord {
    /// The bot as the user named it.
    pub bot: String,
    /// The strategy file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The SHA-256 of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// What the file says of itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The command of a program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub program: Vec<String>,
    /// The SHA-256 of every file that the command names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub program_files: BTreeMap<String, String>,
    /// The kind of built-in bot; none for a script.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Its parameters, including defaults.
    #[serde(default, skip_serializing_if = "toml::Table::is_empty")]
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    pub parameters: toml::Table,
}

/// Why a bot cannot play.
#[derive(Debug, Error)]
pub enum BotError {
    /// An unknown bot.
    #[error("unknown bot '{name}' for {game}; {}", hint(name, known))]
    Unknown {
        /// The name that was given.
        name: String,
        /// The game.
        game: &'static str,
        /// The known bots.
        known: Vec<String>,
    },
    /// An empty name.
    #[error("the name of a bot is missing; known for {game}: {}", known.join(", "))]
    MissingName {
        /// The game.
        game: &'static str,
        /// The known bots.
        known: Vec<String>,
    },
    /// A parameter that is unknown or not allowed.
    #[error(transparent)]
    Parameters(SettingsError),
    /// A bot that sees what it must not, and was not called a cheat.
    #[error(
        "'clairvoyant' cheats: it sees all cards, and is there to measure what could be won; to play it, say so: clairvoyant:cheating=true"
    )]
    Cheats,
    /// More bots for the playouts of a search than it can tell apart.
    #[error("playout names {given} bots; at most {most} are allowed")]
    TooManyPlayouts {
        /// How many were named.
        given: usize,
        /// How many may be.
        most: usize,
    },
    /// A name that would not be shown as it is.
    #[error("bot '{}': its name has control characters; use another one", printable(name, 200))]
    Hidden {
        /// The name that was given.
        name: String,
    },
    /// A name that would be a formula in a spreadsheet.
    #[error(
        "bot '{name}': spreadsheets would take its name for a formula; give a path to the file, ./{name}"
    )]
    Formula {
        /// The name that was given.
        name: String,
    },
    /// A bot that the record of a result does not describe.
    #[error("bot '{}' is not described in the record of that result", printable(name, 200))]
    NotRecorded {
        /// The name that was given.
        name: String,
    },
    /// A strategy file that cannot be used.
    #[error(transparent)]
    Strategy(#[from] StrategyError),
    /// A program that cannot play.
    #[error("bot '{}': {what}", printable(name, 200))]
    Program {
        /// The bot.
        name: String,
        /// Why.
        what: String,
    },
}

/// A hint for an unknown name.
fn hint(name: &str, known: &[String]) -> String {
    // A parameter that was split from its bot: `--bots` splits at commas.
    if name.contains('=') {
        return "a bot with a comma in it is given with --bot, alone".to_owned();
    }
    did_you_mean(name, &known.iter().map(String::as_str).collect::<Vec<_>>())
}

impl BotError {
    /// The error for an unknown built-in bot.
    pub(super) fn unknown_built_in<G: Game>(name: &str) -> BotError {
        let list = G::Bots::list();
        let known = std::iter::once(RANDOM).chain(list.iter().map(|bot| bot.name));
        BotError::Unknown { name: name.to_owned(), game: G::NAME, known: known.map(str::to_owned).collect() }
    }
}

/// All built-in bots, the simplest first.
#[must_use]
pub fn built_in<G: Game>() -> Vec<BotInfo> {
    let random = BotInfo {
        name: RANDOM,
        description: "picks uniformly among the options of each decision",
        parameters: Vec::new(),
    };
    let search = BotInfo {
        name: Search::<G>::NAME,
        description: Search::<G>::DESCRIPTION,
        parameters: SearchParameters::keys(),
    };
    std::iter::once(random).chain(G::Bots::list()).chain([search]).collect()
}

/// Makes a built-in bot; returns it with its parameters, including defaults.
/// None if the name is unknown.
pub(super) fn make<G: Game>(
    kind: &str,
    game: &G,
    parameters: &[Assignment],
) -> Option<Result<(Player<G>, toml::Table), BotError>> {
    let wrong = |error: SettingsError| {
        BotError::Parameters(error.of("parameter", &format!("bot '{kind}' of {}", G::NAME)))
    };
    if kind == RANDOM {
        let none = NoParameters::with(parameters).map_err(wrong);
        return Some(none.map(|_| (Player::Random, toml::Table::new())));
    }
    let search = |parameters: &[Assignment]| {
        let parameters = SearchParameters::with(parameters).map_err(wrong)?;
        let search = Search::new(game, parameters)?;
        let parameters = search.parameters().to_table();
        Ok((search, parameters))
    };
    if kind == Search::<G>::NAME {
        return Some(search(parameters).map(|(search, parameters)| (Player::Search(search), parameters)));
    }
    if kind == CLAIRVOYANT {
        let (cheating, parameters): (Vec<_>, Vec<_>) =
            parameters.iter().cloned().partition(|set| set.key == CHEATING);
        if !matches!(&cheating[..], [Assignment { value: Value::Boolean(true), .. }]) {
            return Some(Err(BotError::Cheats));
        }
        return Some(search(&parameters).map(|(search, mut parameters)| {
            parameters.insert(CHEATING.to_owned(), true.into());
            (Player::Clairvoyant(search), parameters)
        }));
    }
    let made = G::Bots::make(kind, game, parameters)?;
    let table = G::Bots::parameters(kind, parameters)?;
    Some(made.and_then(|bot| Ok((Player::BuiltIn(bot), table?))).map_err(wrong))
}

impl BotSpec {
    /// The names of bots where room is short: of a program or a strategy file only
    /// the name of the file, unless two of them are alike.
    #[must_use]
    pub fn short_names(bots: &[BotSpec]) -> Vec<String> {
        let file = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let short = |bot: &BotSpec| match bot.name.strip_prefix(PROGRAM) {
            Some(command) => {
                // What starts the program comes before it, and its arguments after.
                let words = || command.split_whitespace().filter(|word| !word.starts_with('-'));
                let script = words().skip(1).find(|word| word.contains(['.', '/']));
                file(script.or_else(|| words().next()).unwrap_or(command))
            }
            None => file(&bot.name),
        };
        let names: Vec<String> = bots.iter().map(short).collect();
        let is_unique = |name: &String| names.iter().filter(|other| *other == name).count() == 1;
        let shown = names.iter().zip(bots);
        shown.map(|(name, bot)| if is_unique(name) { name.clone() } else { bot.name.clone() }).collect()
    }

    /// A bot of this name, which is not checked yet.
    #[must_use]
    pub fn new(text: &str) -> BotSpec {
        BotSpec { name: text.trim().to_owned(), source: SpecSource::Name }
    }

    /// A bot of which only the record is needed, as nothing is going to be
    /// played: its file need not be there any more.
    #[must_use]
    pub fn recorded(record: &BotRecord) -> BotSpec {
        BotSpec { name: record.bot.clone(), source: SpecSource::Record(Box::new(record.clone())) }
    }

    /// The same bot, of which there is no record though nothing is going to be
    /// played: it is never opened.
    #[must_use]
    pub fn without_record(self) -> BotSpec {
        BotSpec { source: SpecSource::Nowhere, ..self }
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.name
    }

    /// The player for a game.
    ///
    /// # Errors
    /// If there is no such bot, its parameters are wrong, or its file cannot
    /// be used.
    pub fn player<G: Game>(&self, game: &G) -> Result<Player<G>, BotError> {
        self.open(game).map(|(player, _)| player)
    }

    /// The player for a game, and a record of everything that determines its
    /// play.
    ///
    /// # Errors
    /// If there is no such bot, its parameters are wrong, or its file cannot
    /// be used.
    pub fn open<G: Game>(&self, game: &G) -> Result<(Player<G>, BotRecord), BotError> {
        match &self.source {
            SpecSource::Name => {}
            SpecSource::Record(record) => return Ok((Player::Random, (**record).clone())),
            SpecSource::Nowhere => return Err(BotError::NotRecorded { name: self.name.clone() }),
        }
        if has_hidden(&self.name) {
            return Err(BotError::Hidden { name: self.name.clone() });
        }
        if self.name.starts_with(FORMULA) {
            return Err(BotError::Formula { name: self.name.clone() });
        }
        if let Some(command) = self.name.strip_prefix(PROGRAM) {
            return self.open_program(game, command);
        }
        if let Some(error) = strategy::unusable(&self.name) {
            return Err(error.into());
        }
        let (name, parameters) = self.name.split_once(':').unwrap_or((&self.name, ""));
        let parameters = parameters
            .split(',')
            .filter(|_| self.name.contains(':'))
            .map(Assignment::parse)
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| {
                BotError::Parameters(error.of("parameter", &format!("bot '{name}' of {}", G::NAME)))
            })?;
        if let Some(made) = make(name, game, &parameters) {
            let (player, parameters) = made?;
            let record = BotRecord {
                bot: self.name.clone(),
                file: None,
                sha256: None,
                about: None,
                program: Vec::new(),
                program_files: BTreeMap::new(),
                kind: Some(name.to_owned()),
                parameters,
            };
            return Ok((player, record));
        }
        let Some(path) = strategy::find(G::NAME, name)? else {
            let known = built_in::<G>().iter().map(|bot| bot.name.to_owned()).collect::<Vec<_>>();
            let known = known.into_iter().chain(strategy::names(G::NAME)).collect();
            return Err(if name.is_empty() {
                BotError::MissingName { game: G::NAME, known }
            } else {
                BotError::Unknown { name: name.to_owned(), game: G::NAME, known }
            });
        };
        let opened = strategy::open(game, &path, parameters)?;
        if let Player::External(bot) = &opened.player {
            bot.start().map_err(|what| BotError::Program { name: self.name.clone(), what })?;
        }
        let about = Some(opened.about).filter(|about| !about.is_empty());
        Ok((opened.player, BotRecord { bot: self.name.clone(), about, ..opened.record }))
    }
}

impl BotSpec {
    /// The player for a program, which is started once to see that it can be.
    fn open_program<G: Game>(&self, game: &G, command: &str) -> Result<(Player<G>, BotRecord), BotError> {
        let wrong = |what: String| BotError::Program { name: self.name.clone(), what };
        let command = ProgramCommand::parse(command).map_err(wrong)?;
        let record = BotRecord {
            bot: self.name.clone(),
            file: None,
            sha256: None,
            about: None,
            program: command.words.clone(),
            program_files: command.files(),
            kind: None,
            parameters: toml::Table::new(),
        };
        let bot: Box<dyn ExternalBot<G>> = Box::new(ProgramBot::new(game, command));
        let about = bot.start().map_err(wrong)?;
        Ok((Player::External(bot), BotRecord { about, ..record }))
    }
}

/// The commands of all programs that play in line-ups of a game, found without
/// starting or opening anything. A text may be a bot, or several with commas
/// between them.
#[must_use]
pub fn programs_in(game: &str, line_ups: &[String]) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for line_up in line_ups {
        for text in [line_up.as_str()].into_iter().chain(line_up.split(',')) {
            let text = text.trim();
            let command = match text.strip_prefix(PROGRAM) {
                Some(command) => Some(command.trim().to_owned()),
                None => strategy::program(game, text.split(':').next().unwrap_or_default()),
            };
            // A command with a comma in it is found in whole first.
            let is_new = |command: &String| !commands.iter().any(|known| known.starts_with(command.as_str()));
            commands.extend(command.filter(is_new));
        }
    }
    commands
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
