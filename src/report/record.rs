//! The record of a result, `COMMAND.toml`: everything that determines it, and
//! how much of it is done.

mod difference;

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::{BlockRange, BlockSet, Part};
use crate::bots::BotRecord;
use crate::io_error::io_error_text;
use crate::sim::StopReason;
use crate::storage::{limits, read_regular_text};
use crate::text::{counted, has_hidden, hex};

pub use difference::Difference;

/// The maximum number of games of a result.
pub const MAX_GAMES: u64 = 1_000_000_000_000;

/// More bots than any command takes.
const MOST_BOTS: usize = 10_000;

/// The commands whose results have a record.
pub const RECORDED: [&str; 6] = ["run", "compare", "league", "sweep", "odds", "solve"];

/// The option that plays until a verdict is reached: it decides how much is
/// played, not what.
pub const UNTIL_SURE: &str = "until_sure";

/// The same option of a league, in which it decides what is played, too: pairs end
/// one after the other.
pub const PAIRS_UNTIL_SURE: &str = "pairs_until_sure";

/// The request that a result answers, and how much of it is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of fuda.
    pub version: String,
    /// The command.
    pub command: String,
    /// The game.
    pub game: String,
    /// The seed; none for exact results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Whether the seed was drawn, so that no bot could guess it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret_seed: bool,
    /// The bots as they were named: those of a run in seat order, those that
    /// are compared, or the line-ups of a sweep.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<String>,
    /// The number of games requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// How long to play.
    #[serde(default, rename = "for", skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// The precision requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Map<String, Value>")]
    pub precision: Option<toml::Table>,
    /// Which part of it is requested, if it is not the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    /// The first block that was played; that of a part is known before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_block: Option<u64>,
    /// The last block that was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_block: Option<u64>,
    /// The blocks between these two that are missing, in a partial merge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing_blocks: Vec<BlockRange>,
    /// The number of games played, at all tables together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games_played: Option<u64>,
    /// Whether the request is done.
    pub complete: bool,
    /// Why it stopped; none of what is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<StopReason>,
    /// The other files of the result.
    #[serde(default)]
    pub files: Vec<String>,
    /// The other options of the command.
    #[serde(default, skip_serializing_if = "toml::Table::is_empty")]
    #[schemars(with = "Map<String, Value>")]
    pub options: toml::Table,
    /// The house rules in full; those of the baseline for a sweep.
    #[serde(default, skip_serializing_if = "toml::Table::is_empty")]
    #[schemars(with = "Map<String, Value>")]
    pub rules: toml::Table,
    /// The distinct bots: their parameters in full, and the hashes of their
    /// files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bot: Vec<BotRecord>,
}

/// Why a record cannot be used.
#[derive(Debug, Error)]
pub enum RecordError {
    /// It cannot be read.
    #[error("cannot read {}: {}; give the record of a result, such as run.toml", path.display(), io_error_text(error))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// It is not a record.
    #[error("{} is not the record of a result: {message}", path.display())]
    NotARecord {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
}

impl Record {
    /// The record of a request of which nothing is done.
    #[must_use]
    pub fn new(command: &str, game: &str, rules: toml::Table) -> Record {
        Record {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command: command.to_owned(),
            game: game.to_owned(),
            seed: None,
            secret_seed: false,
            bots: Vec::new(),
            games: None,
            time: None,
            precision: None,
            part: None,
            first_block: None,
            last_block: None,
            missing_blocks: Vec::new(),
            games_played: None,
            complete: false,
            ended: None,
            files: Vec::new(),
            options: toml::Table::new(),
            rules,
            bot: Vec::new(),
        }
    }

    /// The name of its file.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.toml", self.command)
    }

    /// The name of the file with the counts.
    #[must_use]
    pub fn counts_name(&self) -> String {
        format!("{}.tally", self.command)
    }

    /// Reads a record.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a record.
    pub fn read(path: &Path) -> Result<Record, RecordError> {
        let text = read_regular_text(path, limits::RECORD)
            .map_err(|error| RecordError::Unreadable { path: path.to_owned(), error })?;
        Record::parse(&text).map_err(|message| RecordError::NotARecord { path: path.to_owned(), message })
    }

    /// Parses the text of a record.
    ///
    /// # Errors
    /// If it is not a record; says what is wrong with it.
    pub fn parse(text: &str) -> Result<Record, String> {
        let record: Record = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        record.check()?;
        Ok(record)
    }

    /// Checks the command, which a comment of the file repeats, and the ranges of
    /// numbers: all of it could have been edited.
    fn check(&self) -> Result<(), String> {
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
        if self.command.is_empty() || !self.command.bytes().all(is_name) {
            return Err("'command' has to be the name of a command, such as run".to_owned());
        }
        if self.bots.len().max(self.bot.len()) > MOST_BOTS {
            return Err(format!("there are more than {MOST_BOTS} 'bots'"));
        }
        if [&self.version, &self.game].into_iter().chain(&self.bots).any(|text| has_hidden(text)) {
            return Err("'version', 'game' and 'bots' must not have control characters".to_owned());
        }
        if self.games.is_some_and(|asked| !(1..=MAX_GAMES).contains(&asked)) {
            return Err(format!("'games' has to be from 1 to {MAX_GAMES}"));
        }
        let first = self.first_block.unwrap_or(0);
        if self.last_block.is_some_and(|block| !(first..MAX_GAMES).contains(&block)) {
            return Err(format!("'last_block' has to be from 'first_block' to {}", MAX_GAMES - 1));
        }
        let is_whole = self.part.is_none() && self.ended != Some(StopReason::Partial);
        if first >= MAX_GAMES || first > 0 && is_whole {
            return Err(format!("'first_block' has to be 0, or below {MAX_GAMES} in a 'part'"));
        }
        if !self.missing_blocks.is_empty() && self.ended != Some(StopReason::Partial) {
            return Err("'missing_blocks' are only those of a partial merge".to_owned());
        }
        if self.split_at_missing().is_none() {
            return Err(
                "'missing_blocks' have to lie between 'first_block' and 'last_block', in order".to_owned()
            );
        }
        let has_all = self.part.is_some() || self.games_played >= self.games;
        if self.complete && self.ended == Some(StopReason::Games) && !has_all {
            return Err("'complete' is true, and 'games_played' is less than 'games'".to_owned());
        }
        Ok(())
    }

    /// The same record while it is being played, after these blocks.
    #[must_use]
    pub fn at(&self, blocks: &BlockSet, games_per_block: u64) -> Record {
        let span = blocks.span().unwrap_or(BlockRange::new(0, 0));
        Record {
            first_block: Some(span.first),
            last_block: span.end.checked_sub(1),
            missing_blocks: blocks.missing_in(span),
            games_played: Some(blocks.count() * games_per_block),
            ..self.clone()
        }
    }

    /// The same record after these blocks were played.
    #[must_use]
    pub fn ended(&self, blocks: &BlockSet, games_per_block: u64, ended: StopReason) -> Record {
        let complete = ended.is_complete();
        Record { complete, ended: Some(ended), ..self.at(blocks, games_per_block) }
    }

    /// The blocks that were played.
    ///
    /// # Panics
    /// Never: records are checked when they are read.
    #[must_use]
    pub fn blocks(&self) -> BlockSet {
        self.split_at_missing().expect("records are checked when they are read")
    }

    /// The blocks from the first to the last, without the missing ones; none if
    /// these do not lie between the two.
    fn split_at_missing(&self) -> Option<BlockSet> {
        let mut next = self.first_block.unwrap_or(0);
        let end = self.last_block.map_or(next, |last| last + 1);
        let mut set = BlockSet::default();
        for gap in &self.missing_blocks {
            let range = BlockRange::new(next, gap.first);
            if range.count() == 0 || gap.end >= end {
                return None;
            }
            set.insert(range).ok()?;
            next = gap.end;
        }
        if next < end {
            set.insert(BlockRange::new(next, end)).ok()?;
        }
        Some(set)
    }

    /// The text of the file.
    ///
    /// # Panics
    /// Never: every field has a form in TOML.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let body = toml::to_string_pretty(self).expect("every field has a form in TOML");
        let again = match self.seed {
            Some(_) => format!(" `fuda {} --from` this file does it again, or resumes it.", self.command),
            None => String::new(),
        };
        format!("# A result of fuda.{again}\n{body}")
    }

    /// A hash of everything that decides what is played: the same however many
    /// games are requested, and however much of the request is done.
    #[must_use]
    pub fn hash(&self) -> String {
        let mut options = self.options.clone();
        options.remove(UNTIL_SURE);
        let request = Record {
            secret_seed: false,
            games: None,
            time: None,
            precision: None,
            options,
            part: None,
            first_block: None,
            last_block: None,
            missing_blocks: Vec::new(),
            games_played: None,
            complete: true,
            ended: None,
            files: Vec::new(),
            ..self.clone()
        };
        hex(&Sha256::digest(request.to_toml())[..5])
    }

    /// The hash in the name of the default folder. The same command finds its folder
    /// again, whatever secret seed was drawn.
    #[must_use]
    pub fn folder_hash(&self) -> String {
        let seed = self.seed.filter(|_| !self.secret_seed);
        Record { seed, ..self.clone() }.hash()
    }

    /// The secret seed of this result, if a request that has drawn another one is
    /// for the same otherwise.
    #[must_use]
    pub fn secret_seed_for(&self, request: &Record) -> Option<u64> {
        let is_for = self.secret_seed && self.folder_hash() == request.folder_hash();
        self.seed.filter(|_| is_for)
    }

    /// What has changed, if a bot of this result is not the same now.
    #[must_use]
    pub fn changed_bot(&self, now: &[BotRecord]) -> Option<String> {
        now.iter().find_map(|bot| {
            let was = self.bot.iter().find(|was| was.bot == bot.bot).filter(|was| *was != bot)?;
            let what = match &bot.file {
                Some(file) if was.sha256 != bot.sha256 => format!("{file} has changed"),
                _ if was.program_files != bot.program_files => {
                    let mut files = was.program_files.keys().chain(bot.program_files.keys());
                    let has_changed =
                        |file: &&String| was.program_files.get(*file) != bot.program_files.get(*file);
                    let file = files.find(has_changed).expect("one is not the same");
                    format!("{file} has changed")
                }
                _ if was.about != bot.about => "it says something else of itself".to_owned(),
                _ => "its parameters have changed".to_owned(),
            };
            Some(format!("bot '{}' is not what it was in that result: {what}", bot.bot))
        })
    }

    /// Whether a request may go on from this result: the same is played, from
    /// the same block on, and a part stays a part. A partial merge may give way
    /// to a merge of more.
    #[must_use]
    pub fn may_become(&self, request: &Record) -> bool {
        let first = |record: &Record| record.first_block.unwrap_or(0);
        let same_part = match (self.part, request.part) {
            (None, None) | (Some(Part::Blocks(_)), Some(Part::Blocks(_))) => first(self) == first(request),
            (Some(shard), Some(other)) => shard == other && first(self) == first(request),
            _ => false,
        };
        self.hash() == request.hash() && (same_part || self.ended == Some(StopReason::Partial))
    }

    /// Whether another record, in which the same is played, is to stop when this
    /// one is.
    #[must_use]
    pub fn stops_the_same(&self, other: &Record) -> bool {
        let stop = |record: &Record| {
            (
                record.games,
                record.time.clone(),
                record.precision.clone(),
                record.part,
                record.options.get(UNTIL_SURE).cloned(),
            )
        };
        stop(self) == stop(other)
    }

    /// A short description of the result.
    #[must_use]
    pub fn in_words(&self) -> String {
        let what = match self.command.as_str() {
            "run" => "run",
            "compare" => "comparison",
            other => other,
        };
        let seed = self.seed.map_or(String::new(), |seed| format!(" of seed {seed}"));
        let part = self.part.map_or(String::new(), |part| format!(", {part}"));
        let games = self.games_played.map_or(String::new(), |games| format!(", {}", counted(games, "game")));
        let kinds = self.options.get("rows").and_then(toml::Value::as_array);
        let kinds: Vec<&str> = kinds.into_iter().flatten().filter_map(toml::Value::as_str).collect();
        let rows =
            if kinds.is_empty() { String::new() } else { format!(", with rows of {}", kinds.join(" and ")) };
        format!("another {what} ({}{seed}{part}{games}{rows})", self.game)
    }
}
