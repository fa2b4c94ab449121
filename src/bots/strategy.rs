//! Strategy files: bots that users write.
//!
//! A `.toml` file is a built-in kind with other parameters or a program, a `.luau`
//! file is a script, and a `.strategy` file is what `fuda solve` found. A bare name
//! is looked up in `strategies/GAME/`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use thiserror::Error;

use super::{
    BotError, BotRecord, Player, ProgramBot, ProgramCommand, Script, ScriptError, ScriptInfo, Source, spec,
};
use crate::game::Game;
use crate::io_error::io_error_text;
use crate::settings::{Assignment, SettingsError, Value};
use crate::storage::{limits, read_regular, read_regular_text};
use crate::text::{did_you_mean, has_hidden, hex, printable, typed};

/// The folder in which bare names are looked up, with a subfolder for each game.
const FOLDER: &str = "strategies";

/// The extensions of strategy files.
const TOML: &str = "toml";
const LUAU: &str = "luau";
const SOLVED: &str = "strategy";

/// Whether a file is a strategy, by its name.
fn is_strategy(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == TOML || end == LUAU || end == SOLVED)
}

/// The keys of a strategy in TOML.
const KEYS: [&str; 4] = ["name", "about", "origin", "kind"];
const PARAMETERS: &str = "parameters.";
const PROGRAM: &str = "program";

/// Why a strategy file cannot be used.
#[derive(Debug, Error)]
pub enum StrategyError {
    /// A file that cannot be read.
    #[error("cannot read the strategy {}: {}", path.display(), io_error_text(error))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A name that both a TOML file and a script have.
    #[error("'{name}' is both {} and {}: give the path of one", .toml.display(), .luau.display())]
    Ambiguous {
        /// The name.
        name: String,
        /// The TOML file.
        toml: PathBuf,
        /// The script.
        luau: PathBuf,
    },
    /// A file that is not a valid strategy.
    #[error("{0}")]
    Wrong(String),
}

impl From<ScriptError> for StrategyError {
    fn from(error: ScriptError) -> StrategyError {
        StrategyError::Wrong(error.0)
    }
}

/// A strategy file as `fuda bots` shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyInfo {
    /// The name on the command line.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// What it does, in one sentence; or what is wrong with it.
    pub about: Result<String, String>,
    /// Where it comes from.
    pub origin: String,
    /// Whether it is a program, which may be slow, or unable to start here.
    pub is_program: bool,
}

/// A strategy that can play.
pub(super) struct Opened<G: Game> {
    pub player: Player<G>,
    pub record: BotRecord,
    pub about: String,
    origin: String,
}

/// The file of a name; none if there is no such file.
pub(super) fn find(game: &str, name: &str) -> Result<Option<PathBuf>, StrategyError> {
    let path = Path::new(name);
    if is_strategy(path) {
        return Ok(Some(path.to_owned()));
    }
    if name.contains(['/', '\\']) {
        let what =
            format!("'{name}' is not a strategy file: its name has to end in .{TOML}, .{LUAU} or .{SOLVED}");
        return Err(StrategyError::Wrong(what));
    }
    let file = |end: &str| Some(folder(game).join(format!("{name}.{end}"))).filter(|path| path.is_file());
    match (file(TOML), file(LUAU)) {
        (Some(toml), Some(luau)) => Err(StrategyError::Ambiguous { name: name.to_owned(), toml, luau }),
        (toml, luau) => Ok(toml.or(luau).or_else(|| file(SOLVED))),
    }
}

fn folder(game: &str) -> PathBuf {
    Path::new(FOLDER).join(game)
}

/// The strategy files of a game, sorted by name.
fn files(game: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder(game)).into_iter().flatten().flatten();
    // No pipe, which would be waited for.
    let is_usable = |path: &PathBuf| is_strategy(path) && path.is_file();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_usable).collect();
    files.sort();
    files
}

/// The name that a file has on the command line.
fn name_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The names of the strategy files of a game that can be used on the command
/// line.
#[must_use]
pub fn names(game: &str) -> Vec<String> {
    files(game).iter().map(|path| name_of(path)).filter(|name| is_usable(name)).collect()
}

/// Whether a name can stand on the command line, where a colon begins the
/// parameters of a bot and a comma the next bot.
fn is_usable(name: &str) -> bool {
    !name.contains([':', ',']) && !name.starts_with(spec::FORMULA) && !has_hidden(name)
}

/// The command of a strategy file that is a program, as it is typed; none if it is
/// anything else.
pub(super) fn program(game: &str, name: &str) -> Option<String> {
    let path =
        find(game, name).ok().flatten().filter(|path| path.extension().is_some_and(|end| end == TOML))?;
    let text = read_regular_text(&path, limits::TEXT).ok()?;
    let lines = Assignment::read_toml(text.strip_prefix('\u{feff}').unwrap_or(&text), &path).ok()?;
    let words = words_of(lines.into_iter().find(|line| line.key == PROGRAM)?).ok()?;
    Some(words.iter().map(|word| typed(word)).collect::<Vec<_>>().join(" "))
}

/// The error for a file whose name cannot stand on the command line, if a text
/// is one.
pub(super) fn unusable(text: &str) -> Option<StrategyError> {
    let what = "the name of a strategy file cannot have ':', ',' or control characters in it, nor begin with \
                '=', '+', '-' or '@'";
    (is_strategy(Path::new(text)) && !is_usable(text))
        .then(|| StrategyError::Wrong(format!("{}: {what}", printable(text, 200))))
}

/// The strategy files of a game, with their descriptions.
#[must_use]
pub fn strategies<G: Game>(game: &G) -> Vec<StrategyInfo> {
    files(G::NAME)
        .into_iter()
        .map(|path| {
            // A name that cannot stand alone is at least refused with a reason.
            let name = match name_of(&path) {
                name if is_usable(&name) => name,
                _ => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            };
            let opened = match unusable(&path.display().to_string()) {
                Some(error) => Err(error.into()),
                None => open(game, &path, Vec::new()),
            };
            match opened {
                Ok(Opened { about, origin, player, .. }) => {
                    let is_program = matches!(&player, Player::External(bot) if bot.is_program());
                    StrategyInfo { name, path, about: Ok(about), origin, is_program }
                }
                Err(error) => {
                    let error = printable(&error.to_string(), ScriptInfo::LONGEST);
                    StrategyInfo { name, path, about: Err(error), origin: String::new(), is_program: false }
                }
            }
        })
        .collect()
}

/// Opens a strategy file. Parameters from the command line override those in the
/// file.
pub(super) fn open<G: Game>(
    game: &G,
    path: &Path,
    parameters: Vec<Assignment>,
) -> Result<Opened<G>, BotError> {
    let unreadable = |error| StrategyError::Unreadable { path: path.to_owned(), error };
    if path.extension().is_some_and(|end| end == SOLVED) {
        return open_solved(
            game,
            path,
            &parameters,
            &read_regular(path, limits::SOLVED).map_err(unreadable)?,
        );
    }
    let source = Source::read(path).map_err(unreadable)?;
    let digest = Sha256::digest(&source.text);
    let record = BotRecord {
        bot: String::new(),
        file: Some(path.display().to_string()),
        sha256: Some(hex(&digest)),
        about: None,
        program: Vec::new(),
        program_files: BTreeMap::new(),
        kind: None,
        parameters: toml::Table::new(),
    };
    if path.extension().is_some_and(|end| end == TOML) {
        return open_toml(game, &source, parameters, record);
    }
    if let Some(parameter) = parameters.first() {
        let what = format!("{} is a script, which has no parameter '{}'", path.display(), parameter.key);
        return Err(StrategyError::Wrong(what).into());
    }
    let (script, info) = Script::new(game, &source).map_err(StrategyError::from)?;
    Ok(Opened { player: Player::External(Box::new(script)), record, about: info.about, origin: info.origin })
}

/// Opens what `fuda solve` found.
fn open_solved<G: Game>(
    game: &G,
    path: &Path,
    parameters: &[Assignment],
    content: &[u8],
) -> Result<Opened<G>, BotError> {
    let wrong = |what: String| StrategyError::Wrong(format!("{}: {what}", path.display()));
    if let Some(parameter) = parameters.first() {
        return Err(wrong(format!("a solved strategy has no parameter '{}'", parameter.key)).into());
    }
    let (bot, about) = game.solved_bot(content).map_err(wrong)?;
    let record = BotRecord {
        bot: String::new(),
        file: Some(path.display().to_string()),
        sha256: Some(hex(&Sha256::digest(content))),
        about: None,
        program: Vec::new(),
        program_files: BTreeMap::new(),
        kind: None,
        parameters: toml::Table::new(),
    };
    Ok(Opened { player: Player::External(bot), record, about, origin: "fuda solve".to_owned() })
}

fn open_toml<G: Game>(
    game: &G,
    source: &Source,
    given: Vec<Assignment>,
    record: BotRecord,
) -> Result<Opened<G>, BotError> {
    let path = &source.path;
    let text = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
    let lines = Assignment::read_toml(text, path).map_err(BotError::Parameters)?;
    let mut texts: [Option<String>; KEYS.len()] = Default::default();
    let mut parameters = Vec::new();
    let mut program = None;
    for mut line in lines {
        if line.key == PROGRAM {
            program = Some(words_of(line)?);
            continue;
        }
        if let Some(key) = line.key.strip_prefix(PARAMETERS) {
            line.key = key.to_owned();
            parameters.push(line);
            continue;
        }
        let index = KEYS.iter().position(|key| *key == line.key).ok_or_else(|| unknown_key(&line))?;
        let Value::String(text) = line.value else {
            let Assignment { key, value, location } = line;
            let allowed = "a text".to_owned();
            let value = value.to_string();
            return Err(BotError::Parameters(SettingsError::NotAllowed { key, value, allowed, location }));
        };
        texts[index] = Some(text);
    }
    let [_, about, origin, kind] = texts;
    let missing = |key: &str| StrategyError::Wrong(format!("{}: '{key}' is missing", path.display()));
    let about = about.ok_or_else(|| missing("about"))?;
    let short = |text: &str| printable(text, ScriptInfo::LONGEST);
    let (about, origin) = (short(&about), short(&origin.unwrap_or_default()));
    parameters.extend(given);
    if let Some(words) = program {
        let wrong = |what: String| StrategyError::Wrong(format!("{}: {what}", path.display()));
        if kind.is_some() {
            return Err(wrong("'kind' and 'program' exclude each other".to_owned()).into());
        }
        if let Some(parameter) = parameters.first() {
            return Err(wrong(format!("a program has no parameter '{}'", parameter.key)).into());
        }
        let command =
            ProgramCommand::in_file(words, path).map_err(|what| wrong(format!("'{PROGRAM}': {what}")))?;
        let record = BotRecord { program: command.words.clone(), program_files: command.files(), ..record };
        let player = Player::External(Box::new(ProgramBot::new(game, command)));
        return Ok(Opened { player, record, about, origin });
    }
    let kind = kind.ok_or_else(|| missing("kind"))?;
    let (player, parameters) = spec::make(&kind, game, &parameters).unwrap_or_else(|| {
        let known: Vec<&str> = spec::built_in::<G>().iter().map(|bot| bot.name).collect();
        let hint = did_you_mean(&kind, &known);
        let what = format!("{}: {} has no kind '{kind}'; {hint}", path.display(), G::NAME);
        Err(StrategyError::Wrong(what).into())
    })?;
    let record = BotRecord { kind: Some(kind), parameters, ..record };
    Ok(Opened { player, record, about, origin })
}

/// The words of a command.
fn words_of(line: Assignment) -> Result<Vec<String>, BotError> {
    let Assignment { key, value, location } = line;
    let words = match &value {
        Value::Array(words) => words.iter().map(|word| word.as_str().map(str::to_owned)).collect(),
        _ => None,
    };
    words.ok_or_else(|| {
        let allowed = "a list of texts: the program and its arguments".to_owned();
        let value = value.to_string();
        BotError::Parameters(SettingsError::NotAllowed { key, value, allowed, location })
    })
}

fn unknown_key(line: &Assignment) -> BotError {
    let known = KEYS.into_iter().chain(["parameters", PROGRAM]).collect();
    BotError::Parameters(SettingsError::UnknownKey {
        key: line.key.clone(),
        kind: "key",
        owner: " of a strategy".to_owned(),
        location: line.location.clone(),
        known,
    })
}

#[cfg(test)]
mod tests;
