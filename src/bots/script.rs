//! Bots written in Luau.
//!
//! A script is a file that returns a table with a function `choose`, which
//! gets the view and the options as script values and returns the index of its
//! choice, from 1. It runs in a sandbox: no files, no processes, no clock; its
//! random numbers come from the bot's stream; memory and steps are limited. The
//! script is restarted for every game, so that it remembers nothing of earlier
//! games, and the result of a run depends neither on threads nor on their order.

mod sandbox;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mlua::Value;
use thiserror::Error;

use self::sandbox::{Environment, Sandbox};
use super::{Bot, ExternalBot};
use crate::cards::Card;
use crate::game::{Game, Next, NullObserver, Options};
use crate::random::{BlockStreams, Purpose, Stream};
use crate::script_value::ScriptInterface;
use crate::settings::Settings;

/// The maximum number of steps for a decision, and for loading a script: calls
/// and loop iterations.
pub const STEPS: u64 = 1_000_000;

/// The maximum memory of a script, in bytes.
pub const MEMORY: usize = 64 << 20;

/// The source of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

/// The description that a script gives of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptInfo {
    /// What it does, in one sentence.
    pub about: String,
    /// Where it comes from.
    pub origin: String,
}

/// Why a script cannot play: it is invalid, or it failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ScriptError(pub String);

/// A bot written in Luau.
pub struct Script<G: Game> {
    game: G,
    source: Arc<Source>,
    sandbox: Option<Sandbox>,
    failure: Option<String>,
}

impl<G: Game> Script<G> {
    /// A bot that runs a script. The script is started once, to check that it
    /// can be.
    ///
    /// # Errors
    /// If it is not a valid script, or fails at its start.
    pub fn new(game: &G, source: Source) -> Result<(Script<G>, ScriptInfo), ScriptError> {
        let mut script =
            Script { game: game.clone(), source: Arc::new(source), sandbox: None, failure: None };
        let about = script.sandbox()?.start()?;
        Ok((script, about))
    }

    /// The sandbox that the script runs in, created on first use.
    fn sandbox(&mut self) -> Result<&mut Sandbox, ScriptError> {
        let sandbox = match self.sandbox.take() {
            Some(sandbox) => sandbox,
            None => {
                let cards = (0..G::Card::COUNT).map(G::Card::at);
                let facts = |card: G::Card| (card.to_string(), self.game.script_card(card));
                let environment = Environment {
                    cards: cards.map(facts).collect(),
                    deck: self.game.deck().iter().map(Card::index).collect(),
                    rules: self.game.rules().to_table(),
                    players: self.game.players(),
                };
                Sandbox::new(&self.source, environment)?
            }
        };
        Ok(self.sandbox.insert(sandbox))
    }

    fn try_choose(
        &mut self,
        view: &G::View,
        options: &G::Options,
        rng: &mut Stream,
    ) -> Result<usize, ScriptError> {
        let fields = self.game.script_view(view, options);
        let moves: Vec<_> = options.iter().map(Into::into).collect();
        let count = moves.len();
        let name = self.source.path.display().to_string();
        match self.sandbox()?.choose(fields, moves, rng)? {
            Value::Integer(index) if (1..=count as i64).contains(&index) => Ok(index as usize - 1),
            Value::Number(index) if index.fract() == 0.0 && (1.0..=count as f64).contains(&index) => {
                Ok(index as usize - 1)
            }
            other => Err(ScriptError(format!(
                "{name}: choose returned {}; it has to return the index of an option, from 1 to {count}",
                sandbox::describe(&other)
            ))),
        }
    }
}

impl<G: Game> Bot<G> for Script<G> {
    fn choose(&mut self, view: &G::View, options: &G::Options, rng: &mut Stream) -> usize {
        match self.try_choose(view, options, rng) {
            Ok(index) => index,
            Err(error) => {
                self.failure = Some(error.to_string());
                usize::MAX
            }
        }
    }
}

impl<G: Game> ExternalBot<G> for Script<G> {
    fn boxed_clone(&self) -> Box<dyn ExternalBot<G>> {
        Box::new(Script {
            game: self.game.clone(),
            source: Arc::clone(&self.source),
            sandbox: None,
            failure: None,
        })
    }

    fn begin_game(&mut self) {
        self.failure = None;
        // A script that cannot be started again fails at its first decision,
        // where the failure can be reported.
        if let Some(sandbox) = &mut self.sandbox {
            sandbox.reset();
        }
    }

    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

/// The fields that scripts of a game can read, taken from the first decision
/// under the default rules.
///
/// # Panics
/// If nobody has a choice in the first round.
#[must_use]
pub fn interface<G: Game>() -> ScriptInterface {
    let game = G::new(G::Rules::default());
    let mut state = game.begin();
    game.deal(&mut state, &mut BlockStreams::new(1, 0).stream(1, Purpose::Game), &mut NullObserver);
    let Next::Choice(seat) = game.to_act(&state) else { panic!("a round begins with a choice") };
    let card = game.deck().iter().next().expect("a deck has cards");
    ScriptInterface {
        view: game.script_view(&game.view(&state, seat), &game.options(&state)),
        card: game.script_card(card),
    }
}

impl Source {
    /// Reads a script.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(path: &Path) -> Result<Source, std::io::Error> {
        Ok(Source { path: path.to_owned(), text: std::fs::read_to_string(path)? })
    }
}

#[cfg(test)]
mod tests;
