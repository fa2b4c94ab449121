//! Bots as they are named on the command line.

use std::fmt;

use thiserror::Error;

use super::{NoParameters, Player, RANDOM, Roster};
use crate::game::Game;
use crate::settings::{Assignment, Settings, SettingsError, nearest};

/// A bot as the user named it: `greedy`, or `search:iterations=200`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BotSpec(String);

/// Why a bot cannot play.
#[derive(Debug, Error)]
pub enum BotError {
    /// There is no bot of this name.
    #[error("unknown bot '{name}' for {game}; {}", match nearest(name, known.iter().copied()) {
        Some(word) => format!("did you mean '{word}'?"),
        None => format!("known: {}", known.join(", ")),
    })]
    Unknown {
        /// What was written.
        name: String,
        /// The game.
        game: &'static str,
        /// The bots that there are.
        known: Vec<&'static str>,
    },
    /// A parameter is unknown or not allowed.
    #[error(transparent)]
    Parameters(SettingsError),
}

impl BotSpec {
    /// The bot as it was written.
    #[must_use]
    pub fn new(text: &str) -> BotSpec {
        BotSpec(text.trim().to_owned())
    }

    /// The bot as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A bot that can play.
    ///
    /// # Errors
    /// If there is no such bot, or its parameters are wrong.
    pub fn player<G: Game>(&self, game: &G) -> Result<Player<G>, BotError> {
        let (name, parameters) = self.0.split_once(':').unwrap_or((&self.0, ""));
        let wrong = |error: SettingsError| {
            BotError::Parameters(error.of("parameter", &format!("bot '{name}' of {}", G::NAME)))
        };
        let parameters = parameters
            .split(',')
            .filter(|_| self.0.contains(':'))
            .map(Assignment::parse)
            .collect::<Result<Vec<_>, _>>()
            .map_err(wrong)?;
        if name == RANDOM {
            return NoParameters::with(&parameters).map(|_| Player::Random).map_err(wrong);
        }
        match G::Bots::make(name, game, &parameters) {
            Some(made) => made.map(Player::BuiltIn).map_err(wrong),
            None => Err(BotError::Unknown {
                name: name.to_owned(),
                game: G::NAME,
                known: std::iter::once(RANDOM).chain(G::Bots::list().iter().map(|bot| bot.name)).collect(),
            }),
        }
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
