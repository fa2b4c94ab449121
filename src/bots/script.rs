//! Bots written in Luau.
//!
//! A script is a file that returns a table with a function `choose`, which
//! gets the view and the options as script values and returns the index of its
//! choice, from 1. It runs in a machine of its own (`machine`): no files, no
//! processes, no clock; its random numbers come from the bot's stream; memory
//! and steps are limited.
//!
//! The same script in the same game makes the same choices, wherever and
//! whenever it is played:
//! - a script is started anew for every game and every seat, with globals of its
//!   own, and its memory is counted from there (`machine`);
//! - tables keep their order, as no key is hashed by its address (`guards`);
//! - what a script is given is frozen, and shows no address (`prelude.luau`);
//! - what is not the same on every processor is computed by the host (`maths`);
//! - whatever tells how much memory or time is left ends the game (`meter`).
//!
//! What does not end is ended from outside (`watchdog`). Beside that, every 64th block is played again in another machine, and a
//! difference is an error.

mod code;
mod guards;
mod host;
mod lexer;
mod machine;
mod maths;
mod messages;
mod meter;
mod program;
mod starting;
mod structure;
mod types;
mod watchdog;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mlua::Value;
use thiserror::Error;

use self::machine::{Failed, Kind, Machine};
use self::messages::describe;
use self::program::{Asking, Program};
pub(super) use meter::is_stopped;
pub use meter::{PATIENCE, STEPS, stoppable};
pub use starting::{new_script, types};
pub use watchdog::when_stuck;

use super::{Bot, ExternalBot, GameKey, LastChoice, Note, Unrepeatable};
use crate::game::{Game, Next, NullObserver, Options};
use crate::random::{BlockStreams, GuestKey, GuestRandom, Purpose, Stream};
use crate::script_value::{Described, ScriptInterface};
use crate::seat::Seat;
use crate::storage::{limits, read_regular_text};

/// The maximum memory of a script in a game, in bytes, counted from a clean
/// start.
pub const MEMORY: usize = 64 << 20;

/// How many games are verified in a machine before it is replaced by a new one,
/// which takes as long as some hundred decisions.
const VERIFIED: usize = 64;

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

impl ScriptInfo {
    /// The most characters of a description that are shown.
    pub const LONGEST: usize = 300;
}

/// Why a script cannot play: it is invalid, or it failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ScriptError(pub String);

/// A decision as it was put to a script, and what it chose.
struct Asked {
    seat: Seat,
    decision: &'static str,
    /// Where the view and the options are in the record.
    bytes: Range<usize>,
    random: GuestRandom,
    options: usize,
    choice: usize,
}

/// The decisions of a game, to put them to another machine.
#[derive(Default)]
struct Record {
    asked: Vec<Asked>,
    bytes: Vec<u8>,
}

impl Record {
    fn clear(&mut self) {
        self.asked.clear();
        self.bytes.clear();
    }

    fn bytes(&self, asked: &Asked) -> &[u8] {
        &self.bytes[asked.bytes.clone()]
    }
}

/// A bot written in Luau.
pub struct Script<G: Game> {
    game: G,
    program: Arc<Program>,
    machine: Option<Machine>,
    /// The machine that makes the choices of games again, one after the other.
    verifying: Option<Machine>,
    /// How many games it has verified.
    verified: usize,
    asking: Asking,
    /// The decisions of the game so far.
    record: Record,
    /// The random numbers of the game.
    random: Option<GuestKey>,
    last: LastChoice,
}

impl<G: Game> Script<G> {
    /// A bot that runs a script. The script is started once, to check that it
    /// can be.
    ///
    /// # Errors
    /// If it is not a valid script, or fails at its start.
    pub fn new(game: &G, source: &Source) -> Result<(Script<G>, ScriptInfo), ScriptError> {
        let program = Arc::new(Program::new(game, source)?);
        let mut machine = Machine::new(&program, Kind::Shared)?;
        let info = match machine.describe_script() {
            Err(Failed::NoRoom) => {
                machine = Machine::new(&program, Kind::Single)?;
                machine.describe_script()
            }
            described => described,
        };
        let info = info.map_err(script_error)?;
        let mut script = Script::of(game.clone(), program);
        script.machine = Some(machine);
        Ok((script, info))
    }

    fn of(game: G, program: Arc<Program>) -> Script<G> {
        Script {
            game,
            program,
            machine: None,
            verifying: None,
            verified: 0,
            asking: Asking::default(),
            record: Record::default(),
            random: None,
            last: LastChoice::default(),
        }
    }

    fn try_choose(
        &mut self,
        seat: Seat,
        view: &G::View,
        options: &G::Options,
        rng: &mut Stream,
    ) -> Result<usize, ScriptError> {
        let key = self.random.expect("a game has begun");
        // The stream advances only if the script draws: `solve` detects by it which
        // bots are randomised.
        let mut advanced = rng.clone();
        let random = key.next_decision(&mut advanced);
        let asked = self.asking.write(&self.game, self.program.interface.view.len(), view, options);
        let begin = self.record.bytes.len();
        self.record.bytes.extend_from_slice(asked);
        self.record.asked.push(Asked {
            seat,
            decision: options.decision(),
            bytes: begin..self.record.bytes.len(),
            random: random.clone(),
            options: options.count(),
            choice: usize::MAX,
        });
        let (index, values, has_drawn) = match self.ask() {
            Err(Failed::NoRoom) => {
                self.move_to_single()?;
                self.ask()
            }
            answered => answered,
        }
        .map_err(script_error)?;
        if has_drawn {
            *rng = advanced;
        }
        let choice = choice_of(&index, options.count(), &self.program.name)?;
        if let Some(note) = self.last.note_mut() {
            note.returned = describe(&index);
            note.values = values_of(&values, options.count(), &self.program.name)?;
        }
        self.record.asked.last_mut().expect("it was asked").choice = choice;
        Ok(choice)
    }

    /// Puts the last decision of the record to the machine: what it returned, and
    /// whether it drew random numbers.
    fn ask(&mut self) -> Result<(Value, Value, bool), Failed> {
        let machine = match &mut self.machine {
            Some(machine) => machine,
            none => none.insert(Machine::new(&self.program, Kind::Shared)?),
        };
        let asked = self.record.asked.last().expect("it was asked");
        let printed = self.last.note_mut().map(|note| {
            *note = Note::default();
            &mut note.printed
        });
        let mut random = asked.random.clone();
        let (index, values) = machine.choose(asked.seat, self.record.bytes(asked), &mut random, printed)?;
        Ok((index, values, random.has_drawn()))
    }

    /// Goes on in a machine for this game alone, which is asked all that was asked
    /// before.
    fn move_to_single(&mut self) -> Result<(), ScriptError> {
        self.machine = None;
        let mut machine = Machine::new(&self.program, Kind::Single)?;
        let (_, before) = self.record.asked.split_last().expect("it was asked");
        for asked in before {
            let bytes = self.record.bytes(asked);
            machine.choose(asked.seat, bytes, &mut asked.random.clone(), None).map_err(script_error)?;
        }
        self.machine = Some(machine);
        Ok(())
    }
}

/// The error of a script in a machine that has all the room there is.
fn script_error(failed: Failed) -> ScriptError {
    match failed {
        Failed::Script(error) => error,
        Failed::NoRoom => ScriptError("a script takes too much memory".to_owned()),
    }
}

/// The option that a script chose.
fn choice_of(index: &Value, count: usize, name: &str) -> Result<usize, ScriptError> {
    match index {
        Value::Integer(index) if (1..=count as i64).contains(index) => Ok(*index as usize - 1),
        Value::Number(index) if index.fract() == 0.0 && (1.0..=count as f64).contains(index) => {
            Ok(*index as usize - 1)
        }
        other => Err(ScriptError(format!(
            "{name}: choose returned {}; it has to return the index of an option, from 1 to {count}",
            describe(other)
        ))),
    }
}

/// What a script returned beside its choice: a number for each option, or
/// nothing.
fn values_of(values: &Value, count: usize, name: &str) -> Result<Vec<f64>, ScriptError> {
    let Value::Table(list) = values else { return Ok(Vec::new()) };
    let given = list.raw_len();
    if given > count {
        return Err(ScriptError(format!(
            "{name}: the second value that choose returns has {given} numbers; it has to be one for each of the \
             {count} options"
        )));
    }
    (1..=count)
        .map(|index| match list.raw_get::<Value>(index) {
            Ok(Value::Integer(value)) => Ok(value as f64),
            Ok(Value::Number(value)) => Ok(value),
            other => Err(ScriptError(format!(
                "{name}: the second value that choose returns has to be a number for each option; for option \
                 {index} it has {}",
                describe(&other.unwrap_or(Value::Nil))
            ))),
        })
        .collect()
}

impl<G: Game> Bot<G> for Script<G> {
    fn choose(&mut self, view: &G::View, options: &G::Options, rng: &mut Stream) -> usize {
        self.choose_at(Seat::FIRST, view, options, rng)
    }
}

impl<G: Game> ExternalBot<G> for Script<G> {
    fn boxed_clone(&self) -> Box<dyn ExternalBot<G>> {
        let mut copy = Script::of(self.game.clone(), Arc::clone(&self.program));
        copy.last = self.last.of_copy();
        Box::new(copy)
    }

    fn choose_at(&mut self, seat: Seat, view: &G::View, options: &G::Options, rng: &mut Stream) -> usize {
        match self.try_choose(seat, view, options, rng) {
            Ok(index) => index,
            Err(error) => {
                // What it left may be anything.
                self.machine = None;
                self.last.fail(error.to_string())
            }
        }
    }

    fn begin_game(&mut self, game: &GameKey) {
        self.last.begin_game();
        self.random = Some(GuestKey::new(&game.streams));
        self.record.clear();
        self.asking.begin_game();
        if self.machine.as_mut().is_some_and(|machine| !machine.begin_game()) {
            self.machine = None;
        }
    }

    fn failure(&self) -> Option<&str> {
        self.last.failure()
    }

    fn take_notes(&mut self) {
        self.last.take_notes();
    }

    fn note(&self) -> Option<&Note> {
        self.last.note()
    }

    fn verify(&mut self) -> Result<(), Unrepeatable> {
        let Some(first) = self.record.asked.first() else { return Ok(()) };
        let used = self.verifying.take().filter(|_| !self.verified.is_multiple_of(VERIFIED));
        // How much memory is free then decides when the collector runs.
        let is_single = self.machine.as_ref().is_some_and(Machine::is_single);
        let used = used.filter(|_| !is_single);
        self.verified += 1;
        let machine = match used.and_then(|mut machine| machine.begin_game().then_some(machine)) {
            Some(machine) => machine,
            None => Machine::new(&self.program, Kind::Verifying)
                .map_err(|error| Unrepeatable::at(first, 1, error.to_string()))?,
        };
        let machine = self.verifying.insert(machine);
        for (index, asked) in self.record.asked.iter().enumerate() {
            let again = machine
                .choose(asked.seat, self.record.bytes(asked), &mut asked.random.clone(), None)
                .map_err(script_error)
                .and_then(|(index, _)| choice_of(&index, asked.options, &self.program.name));
            let again = match again {
                Ok(choice) if choice == asked.choice => continue,
                Ok(choice) => format!("chooses {}", choice + 1),
                Err(error) => format!("fails: {error}"),
            };
            return Err(Unrepeatable::at(asked, index + 1, again));
        }
        Ok(())
    }
}

impl Unrepeatable {
    fn at(asked: &Asked, number: usize, again: String) -> Unrepeatable {
        let first = asked.choice + 1;
        let what =
            format!("decision {number} of the script: it chose {first}; in another machine it {again}");
        Unrepeatable { seat: asked.seat, decision: asked.decision, what }
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
    let (mut of_view, mut of_card) = (Described::default(), Described::default());
    game.script_view(&game.view(&state, seat), &game.options(&state), &mut of_view);
    game.script_card(card, &mut of_card);
    ScriptInterface { view: of_view.0, card: of_card.0 }
}

impl Source {
    /// Reads a script.
    ///
    /// # Errors
    /// If it is no file, too large, or cannot be read.
    pub fn read(path: &Path) -> Result<Source, std::io::Error> {
        Ok(Source { path: path.to_owned(), text: read_regular_text(path, limits::TEXT)? })
    }
}

#[cfg(test)]
mod names_tests;
#[cfg(test)]
mod source_tests;
#[cfg(test)]
mod tests;
