//! The machine that a script runs in: an interpreter with the prelude, the
//! script's own code and its limits.
//!
//! A machine plays many games, one after the other. Nothing of a game is left for
//! the next one but memory that may be free or not: how much there is differs, and
//! nothing that a script can do shows it. Only the limit of memory would; so a game
//! that takes more than a little of it is moved to a machine that is new, and plays
//! no other: there every byte is counted from a clean start, and collected at
//! points that depend on the game alone.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mlua::chunk::ChunkMode;
use mlua::{Buffer, Error, Function, Lua, LuaOptions, StdLib, Table, Value};

use super::host::{Decision, host};
use super::maths::is_exact;
use super::messages::{CHUNK, HOST, is_memory_error, reason};
use super::meter::{End, LOOK, Meter, STEPS};
use super::program::Program;
use super::watchdog::Watched;
use super::{MEMORY, ScriptError, ScriptInfo};
use crate::random::GuestRandom;
use crate::script_value::Encoder;
use crate::seat::Seat;
use crate::text::printable;

/// After how much memory the collector runs in a machine for one game, at the
/// beginning of a decision.
const GARBAGE: usize = 16 << 20;

/// How much memory a game may take in a machine for many games.
const ROOM: usize = 8 << 20;

/// After how much memory the collector runs in a machine for many games, between
/// two of them.
const LEFT_OVER: usize = 1 << 20;

/// What a machine is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// For many games, which may take some memory each. With native code where
    /// the platform has it.
    Shared,
    /// For one game, which may take all of its memory.
    Single,
    /// To make the choices of a game again, interpreted, with other addresses. Its
    /// limits are wider: they are not what it is for.
    Verifying,
}

/// Why there is no choice.
#[derive(Debug)]
pub(super) enum Failed {
    /// The game takes more memory than it may in a machine for many games.
    NoRoom,
    /// The script failed.
    Script(ScriptError),
}

impl From<ScriptError> for Failed {
    fn from(error: ScriptError) -> Failed {
        Failed::Script(error)
    }
}

/// A machine with a script in it.
pub(super) struct Machine {
    lua: Lua,
    kind: Kind,
    program: Arc<Program>,
    meter: Arc<Meter>,
    /// Whether steps inside of library functions are counted, too: since a script
    /// has searched a text in the decision at hand.
    is_counting: Arc<AtomicBool>,
    watched: Arc<Watched>,
    decision: Arc<Mutex<Decision>>,
    buffer: Buffer,
    main: Function,
    /// The steps that are left before the host is called.
    steps: Buffer,
    reset: Function,
    install: Function,
    decide: Function,
    decide_and_value: Function,
    new_environment: Function,
    /// The globals of a script that is not started.
    spare_environment: Table,
    /// The seats whose script has been started in this game.
    started: Vec<bool>,
    /// The memory after the last collection.
    kept: usize,
}

impl Machine {
    /// A machine for a program.
    pub(super) fn new(program: &Arc<Program>, kind: Kind) -> Result<Machine, ScriptError> {
        let machine = Machine::set_up(program, kind)
            .map_err(|error| ScriptError(format!("{}: {}", program.name, reason(&error))))?;
        machine.limit_memory()?;
        Ok(machine)
    }

    /// Lets the machine have some memory beside what it keeps.
    fn limit_memory(&self) -> Result<(), ScriptError> {
        let room = match self.kind {
            Kind::Shared => ROOM,
            Kind::Single => MEMORY,
            Kind::Verifying => 2 * MEMORY,
        };
        self.lua.set_memory_limit(self.kept + room).map_err(|error| self.failed(&error))?;
        Ok(())
    }

    fn set_up(program: &Arc<Program>, kind: Kind) -> mlua::Result<Machine> {
        let libraries = StdLib::MATH
            | StdLib::STRING
            | StdLib::TABLE
            | StdLib::BIT
            | StdLib::COROUTINE
            | StdLib::UTF8
            | StdLib::BUFFER;
        let lua = Lua::new_with(libraries, LuaOptions::default())?;
        lua.gc_stop();
        // The other machine is still there, so this one lies elsewhere; an odd
        // number of bytes moves its heap, too.
        let shift = if kind == Kind::Verifying { 4_321 } else { 1 };
        lua.set_named_registry_value("shift", lua.create_buffer(vec![0_u8; shift])?)?;
        let meter = Arc::new(Meter::new(if kind == Kind::Verifying { 2 * STEPS } else { STEPS }));
        let decision = Arc::new(Mutex::new(Decision::default()));
        let buffer = lua.create_buffer(vec![0_u8; Encoder::ROOM])?;
        let is_counting = Arc::new(AtomicBool::new(false));
        let host = host(&lua, program, &meter, &is_counting, &decision, &buffer)?;
        let globals = lua.globals();
        globals.set_safeenv(true);
        let load = |code: &[u8]| {
            lua.load(code).set_name(format!("={HOST}")).set_mode(ChunkMode::Binary).into_function()
        };
        let is_native = kind != Kind::Verifying && program.is_native;
        lua.enable_jit(is_native);
        let basics: Table = load(&program.basics)?.call(&host)?;
        // Of native code for the prelude little would be used, and a machine would
        // take much longer to make.
        lua.enable_jit(false);
        let prelude: Table = load(&program.prelude)?.call((&host, &basics))?;
        lua.enable_jit(is_native);
        let decisions: Table = load(&program.decisions)?.call((&host, &prelude))?;
        let add_card: Function = decisions.get("add_card")?;
        for (name, facts) in &program.cards {
            buffer.write_bytes(0, facts);
            add_card.call::<()>(name.as_str())?;
        }
        decisions.get::<Function>("forget_texts")?.call::<()>(())?;
        prelude.get::<Function>("close")?.call::<()>(())?;
        if !is_exact(&prelude.get("remainder")?)? {
            let what = "this build of fuda rounds remainders otherwise than others: build it with \
                        LUAU_CXXFLAGS=-ffp-contract=off";
            return Err(Error::runtime(what));
        }
        let of_guards = lua.create_table()?;
        let of_buffers = lua.create_table()?;
        for name in ["readi32", "writei32"] {
            of_buffers.raw_set(name, globals.get::<Table>("buffer")?.get::<Function>(name)?)?;
        }
        let steps: Buffer = host.get("steps")?;
        of_guards.raw_set("refuse", prelude.get::<Function>("refuse_key")?)?;
        of_guards.raw_set("look", basics.get::<Function>("look")?)?;
        of_guards.raw_set("look_after", LOOK)?;
        of_guards.raw_set("steps", &steps)?;
        of_guards.raw_set("pow", basics.get::<Function>("pow")?)?;
        // Names that are known when a script is loaded are looked up here, and
        // not in its environment.
        globals.clear()?;
        for pair in prelude.get::<Table>("library")?.pairs::<Value, Value>() {
            let (name, value) = pair?;
            globals.raw_set(name, value)?;
        }
        globals.raw_set("buffer", of_buffers)?;
        globals.raw_set("__fuda", of_guards)?;
        globals.set_safeenv(true);
        let number = lua.create_table()?;
        number.raw_set("__index", prelude.get::<Function>("number_index")?)?;
        number.set_readonly(true);
        lua.set_type_metatable::<mlua::Number>(Some(number));
        let new_environment: Function = prelude.get("new_environment")?;
        let environment: Table = new_environment.call(())?;
        environment.set_safeenv(true);
        let main = lua
            .load(&program.code[..])
            .set_name(format!("={CHUNK}"))
            .set_mode(ChunkMode::Binary)
            .set_environment(environment.clone())
            .into_function()?;
        globals.raw_set("buffer", Value::Nil)?;
        globals.raw_set("__fuda", Value::Nil)?;
        globals.set_readonly(true);
        // What is left of the setting up.
        lua.gc_collect()?;
        lua.gc_stop();
        Ok(Machine {
            kind,
            program: Arc::clone(program),
            meter,
            is_counting,
            watched: Watched::new(&program.name),
            decision,
            buffer,
            main,
            steps,
            reset: decisions.get("reset")?,
            install: decisions.get("install")?,
            decide: decisions.get("decide")?,
            decide_and_value: decisions.get("decide_and_value")?,
            new_environment,
            spare_environment: environment,
            started: vec![false; program.players],
            kept: lua.used_memory(),
            lua,
        })
    }

    /// The names that scripts can use.
    #[cfg(test)]
    pub(super) fn globals(&self) -> Table {
        self.lua.globals()
    }

    /// Whether it plays one game.
    pub(super) fn is_single(&self) -> bool {
        self.kind == Kind::Single
    }

    /// Clears the machine for a game. False if it must not be used again.
    pub(super) fn begin_game(&mut self) -> bool {
        self.kind != Kind::Single && self.clear().is_ok()
    }

    /// Removes what the last game left.
    fn clear(&mut self) -> Result<(), ScriptError> {
        let cleared = self.reset.call::<()>(());
        cleared.map_err(|error| self.failed(&error))?;
        self.started.fill(false);
        let left = self.main.set_environment(self.spare_environment.clone());
        left.map_err(|error| self.failed(&error))?;
        if self.lua.used_memory() > self.kept + LEFT_OVER {
            self.collect()?;
            self.limit_memory()?;
        }
        Ok(())
    }

    fn collect(&mut self) -> Result<(), ScriptError> {
        self.lua.gc_collect().map_err(|error| self.failed(&error))?;
        // A collection sets the collector going again.
        self.lua.gc_stop();
        self.kept = self.lua.used_memory();
        Ok(())
    }

    /// Starts the script, and returns its description of itself.
    pub(super) fn describe_script(&mut self) -> Result<ScriptInfo, Failed> {
        let (script, _) = self.start()?;
        let text = |key: &str| match script.raw_get::<Value>(key) {
            Ok(Value::Nil) => Ok(String::new()),
            Ok(Value::String(text)) => Ok(printable(&text.to_string_lossy(), ScriptInfo::LONGEST)),
            _ => Err(self.wrong(&format!("'{key}' has to be a text"))),
        };
        let info = ScriptInfo { about: text("about")?, origin: text("origin")? };
        self.clear()?;
        Ok(info)
    }

    /// Starts the script for a seat.
    fn start_at(&mut self, place: usize) -> Result<(), Failed> {
        self.started[place] = true;
        let (_, choose) = self.start()?;
        self.install.call((place + 1, choose)).map_err(|error| self.failure(&error))
    }

    /// Runs the script from its first line, with globals of its own. Returns what
    /// it returns, and its function `choose`.
    fn start(&mut self) -> Result<(Table, Function), Failed> {
        self.restart_meter();
        let returned = self.run().map_err(|error| match self.failure(&error) {
            Failed::NoRoom => Failed::NoRoom,
            Failed::Script(ScriptError(what)) => {
                Failed::Script(ScriptError(format!("{what} (while the script was loaded)")))
            }
        })?;
        self.check_end()?;
        let Value::Table(script) = returned else {
            return Err(self.wrong("a script has to return a table with a function 'choose'"));
        };
        let choose: Value = script.raw_get("choose").unwrap_or(Value::Nil);
        let Value::Function(choose) = choose else {
            return Err(self.wrong("the table that a script returns needs a function 'choose'"));
        };
        Ok((script, choose))
    }

    fn run(&self) -> mlua::Result<Value> {
        let environment: Table = self.new_environment.call(())?;
        environment.set_safeenv(true);
        self.main.set_environment(environment)?;
        self.steps.write_bytes(0, &(LOOK as i32).to_le_bytes());
        self.watched.work(|| self.main.call(()))
    }

    fn wrong(&self, what: &str) -> Failed {
        Failed::Script(ScriptError(format!("{}: {what}", self.program.name)))
    }

    /// What the script at a seat returns for a view and options, as the encoder
    /// wrote them: the index of an option, and what else it returned. Prints go
    /// to `printed`.
    pub(super) fn choose(
        &mut self,
        seat: Seat,
        asked: &[u8],
        random: &mut GuestRandom,
        printed: Option<&mut String>,
    ) -> Result<(Value, Value), Failed> {
        let place = seat.index();
        let is_noted = printed.is_some();
        if !self.started[place] {
            self.told().printed = is_noted.then(String::new);
            self.start_at(place)?;
        }
        if self.kind != Kind::Shared && self.lua.used_memory() > self.kept + GARBAGE {
            self.collect()?;
        }
        self.buffer.write_bytes(0, asked);
        self.restart_meter();
        let mut decision = self.told();
        decision.random = Some(random.clone());
        if is_noted {
            decision.printed.get_or_insert_default();
        }
        drop(decision);
        let returned = self.watched.work(|| {
            if is_noted {
                self.decide_and_value.call(seat.number())
            } else {
                self.decide.call(seat.number()).map(|index| (index, Value::Nil))
            }
        });
        let mut decision = self.told();
        if let Some(used) = decision.random.take() {
            *random = used;
        }
        if let (Some(told), Some(printed)) = (decision.printed.take(), printed) {
            *printed = told;
        }
        drop(decision);
        let returned = returned.map_err(|error| self.failure(&error))?;
        self.check_end()?;
        Ok(returned)
    }

    /// Whether the script went on to an end of its own after it had to end.
    fn check_end(&self) -> Result<(), Failed> {
        match self.meter.ended() {
            None => Ok(()),
            Some(End::Memory) => Err(self.failure(&Error::MemoryError(String::new()))),
            Some(End::Limit) => Err(self.wrong("it met a limit and went on")),
        }
    }

    fn restart_meter(&self) {
        self.meter.restart();
        if self.is_counting.swap(false, Ordering::Relaxed) {
            self.lua.remove_interrupt();
        }
    }

    fn told(&self) -> MutexGuard<'_, Decision> {
        // A panic while it was held would have changed nothing that matters.
        self.decision.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failure(&self, error: &Error) -> Failed {
        if self.kind == Kind::Shared && is_memory_error(error) {
            Failed::NoRoom
        } else {
            Failed::Script(self.failed(error))
        }
    }

    /// An error with the file in place of the chunk.
    fn failed(&self, error: &Error) -> ScriptError {
        let name = &self.program.name;
        let text = reason(error);
        ScriptError(match text.strip_prefix(CHUNK).filter(|rest| rest.starts_with(':')) {
            Some(rest) => format!("{name}{rest}"),
            None => format!("{name}: {text}"),
        })
    }
}
