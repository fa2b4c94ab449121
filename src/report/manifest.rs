//! `run.toml`: everything that decides the result of a run, and how it ended.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::bots::BotRecord;
use crate::reason::reason;

/// The most games that a run can have.
pub const MOST_GAMES: u64 = 1_000_000_000_000;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// All games are played.
    Games,
    /// The time that was asked for is up.
    Time,
    /// The precision that was asked for is reached.
    Precision,
    /// It was interrupted.
    Interrupted,
    /// A bot failed.
    Failed,
}

/// What a run is, and how far it came.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of fuda.
    pub version: String,
    /// The game.
    pub game: String,
    /// The seed.
    pub seed: u64,
    /// The bots in seat order, as the user named them.
    pub bots: Vec<String>,
    /// How many games were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// For how long to play.
    #[serde(default, rename = "for", skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// The precision that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<String>,
    /// The first block that was played.
    pub first_block: u64,
    /// The last block that was played.
    pub last_block: u64,
    /// The games that were played.
    pub games_played: u64,
    /// Whether all that was asked for is done.
    pub complete: bool,
    /// Why it ended.
    pub ended: Status,
    /// The house rules in full.
    pub rules: toml::Table,
    /// The different bots: their parameters in full, and the hashes of their
    /// files.
    #[serde(default)]
    pub bot: Vec<BotRecord>,
}

/// Why a run.toml cannot be used.
#[derive(Debug, Error)]
pub enum ManifestError {
    /// It cannot be read.
    #[error("cannot read {}: {}; give the run.toml of a run", path.display(), reason(error))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// It is not a run.toml.
    #[error("{} is not the run.toml of a run: {message}", path.display())]
    NotARun {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
}

impl Manifest {
    /// Reads a run.toml.
    ///
    /// # Errors
    /// If it cannot be read, or is none.
    pub fn read(path: &Path) -> Result<Manifest, ManifestError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| ManifestError::Unreadable { path: path.to_owned(), error })?;
        let not_a_run = |message| ManifestError::NotARun { path: path.to_owned(), message };
        let manifest: Manifest =
            toml::from_str(&text).map_err(|error| not_a_run(error.message().to_owned()))?;
        manifest.check().map_err(not_a_run)?;
        Ok(manifest)
    }

    /// Whether the numbers are those of a run.
    fn check(&self) -> Result<(), String> {
        let games = 1..=MOST_GAMES;
        if self.games.is_some_and(|asked| !games.contains(&asked)) {
            return Err(format!("'games' has to be from 1 to {MOST_GAMES}"));
        }
        if self.first_block != 0 {
            return Err("'first_block' has to be 0".to_owned());
        }
        if self.last_block >= MOST_GAMES {
            return Err(format!("'last_block' has to be below {MOST_GAMES}"));
        }
        Ok(())
    }

    /// The text of the file.
    ///
    /// # Panics
    /// Never: every field has a form in TOML.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let body = toml::to_string(self).expect("every field has a form in TOML");
        format!("# A run of fuda. `fuda run --from` this file does it again, or goes on with it.\n{body}")
    }

    /// A short name for what was asked for: the same for the same command, and
    /// for nothing else.
    #[must_use]
    pub fn hash(&self) -> String {
        let asked = Manifest {
            first_block: 0,
            last_block: 0,
            games_played: 0,
            complete: true,
            ended: Status::Games,
            ..self.clone()
        };
        let digest = Sha256::digest(asked.to_toml());
        digest[..5].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// What is not any more as it was, if a bot of this run is another now.
    #[must_use]
    pub fn changed_bot(&self, now: &[BotRecord]) -> Option<String> {
        let was = |bot: &BotRecord| self.bot.iter().find(|was| was.bot == bot.bot).filter(|was| *was != bot);
        now.iter().find_map(|bot| {
            let was = was(bot)?;
            let what = match &bot.file {
                Some(file) if was.sha256 != bot.sha256 => format!("{file} has changed"),
                _ => "its parameters have changed".to_owned(),
            };
            Some(format!("bot '{}' is not what it was in that run: {what}", bot.bot))
        })
    }

    /// Whether another manifest is of the same request.
    #[must_use]
    pub fn same_request(&self, other: &Manifest) -> bool {
        self.hash() == other.hash()
    }
}
