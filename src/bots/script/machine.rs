//! The machine that a script runs in: an interpreter with the prelude, the
//! script's own code and its limits.
//!
//! A machine plays many games, one after the other. Nothing of a game is left for
//! the next one but memory that may be free or not: how much there is differs, and
//! nothing that a script can do shows it. Only the limit of memory would; so a game
//! that takes more than a little of it is moved to a machine that is new, and plays
//! no other: there every byte is counted from a clean start, and collected at
//! points that depend on the game alone.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Buffer, Error, Function, Lua, LuaOptions, StdLib, Table, Value, VmState};
use rand::Rng;

use super::meter::{Meter, STEPS};
use super::program::Program;
use super::{MEMORY, ScriptError, ScriptInfo};
use crate::random::Stream;
use crate::script_value::{Field, Shape};
use crate::seat::Seat;
use crate::text::{did_you_mean, printable};

/// The name of a script's chunk. Messages put the file in its place: a script
/// cannot read where it lies.
pub(super) const CHUNK: &str = "script";

/// The name of the prelude's chunk.
const PRELUDE: &str = "fuda";

/// The functions that are not what the compiler takes them for, and one that it
/// would compute although it is not there.
pub(super) const REPLACED: [&str; 8] = [
    "rawset",
    "setmetatable",
    "getmetatable",
    "tostring",
    "tonumber",
    "table.unpack",
    "unpack",
    "vector.create",
];

/// After how much memory the collector runs in a machine for one game, at the
/// beginning of a decision.
const GARBAGE: usize = 16 << 20;

/// How much memory a game may take in a machine for many games.
const ROOM: usize = 8 << 20;

/// After how much memory the collector runs in a machine for many games, between
/// two of them.
const LEFT_OVER: usize = 1 << 20;

/// The size of the buffer that views and options are written to. Each takes a
/// few hundred bytes.
const BUFFER: usize = 1 << 14;

/// The longest text that a script can print in a decision.
const PRINTED: usize = 10_000;

/// What a script prints, and what it draws random numbers from, while it makes
/// a choice.
#[derive(Default)]
struct Decision {
    stream: Option<Stream>,
    printed: Option<String>,
}

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
    decision: Arc<Mutex<Decision>>,
    buffer: Buffer,
    main: Function,
    refuse_key: Function,
    reset: Function,
    install: Function,
    decide: Function,
    decide_and_value: Function,
    /// The view of each seat.
    views: Vec<Table>,
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
        let room = match kind {
            Kind::Shared => ROOM,
            Kind::Single => MEMORY,
            Kind::Verifying => 2 * MEMORY,
        };
        machine.limit_memory(room)?;
        Ok(machine)
    }

    /// Lets the machine have this much memory beside what it keeps.
    fn limit_memory(&self, room: usize) -> Result<(), ScriptError> {
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
        let buffer = lua.create_buffer(vec![0_u8; BUFFER])?;
        let host = host(&lua, program, &meter, &decision, &buffer)?;
        let globals = lua.globals();
        globals.set_safeenv(true);
        // Of native code for the prelude little would be used, and a machine would
        // take much longer to make.
        lua.enable_jit(false);
        let load = |code: &[u8]| {
            lua.load(code).set_name(format!("={PRELUDE}")).set_mode(ChunkMode::Binary).into_function()
        };
        let prelude: Table = load(&program.prelude)?.call(&host)?;
        lua.enable_jit(kind != Kind::Verifying && program.is_native);
        let decisions: Table = load(&program.decisions)?.call((&host, &prelude))?;
        let add_card: Function = decisions.get("add_card")?;
        for (name, facts) in &program.cards {
            buffer.write_bytes(0, facts);
            add_card.call::<()>(name.as_str())?;
        }
        prelude.get::<Function>("close")?.call::<()>(())?;
        // Names that are known when a script is loaded are looked up here, and
        // not in its environment.
        globals.clear()?;
        for pair in prelude.get::<Table>("library")?.pairs::<Value, Value>() {
            let (name, value) = pair?;
            globals.raw_set(name, value)?;
        }
        globals.set_readonly(true);
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
        let counted = Arc::clone(&meter);
        lua.set_interrupt(move |lua| match counted.take(1) {
            Ok(()) => Ok(VmState::Continue),
            Err(over) => Err(Error::runtime(over.reason(|| place(lua)))),
        });
        // What is left of the setting up.
        lua.gc_collect()?;
        lua.gc_stop();
        Ok(Machine {
            kind,
            program: Arc::clone(program),
            meter,
            decision,
            buffer,
            main,
            refuse_key: prelude.get("refuse_key")?,
            reset: decisions.get("reset")?,
            install: decisions.get("install")?,
            decide: decisions.get("decide")?,
            decide_and_value: decisions.get("decide_and_value")?,
            views: decisions.get("views")?,
            new_environment,
            spare_environment: environment,
            started: vec![false; program.players + 1],
            kept: lua.used_memory(),
            lua,
        })
    }

    /// Clears the machine for a game. False if it must not be used again.
    pub(super) fn begin_game(&mut self) -> bool {
        self.kind == Kind::Shared && self.clear().is_ok()
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
            self.limit_memory(ROOM)?;
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
        let info = self.start_in(self.program.players)?;
        self.clear()?;
        Ok(info)
    }

    /// Runs the script from its first line, with globals of its own.
    fn run(&self) -> mlua::Result<Value> {
        let environment: Table = self.new_environment.call(())?;
        environment.set_safeenv(true);
        self.main.set_environment(environment)?;
        self.main.call(&self.refuse_key)
    }

    /// Starts the script for a seat: runs it from its first line, with globals
    /// of its own.
    fn start_in(&mut self, place: usize) -> Result<ScriptInfo, Failed> {
        self.started[place] = true;
        self.meter.restart();
        let returned = self.run().map_err(|error| match self.failure(&error) {
            Failed::NoRoom => Failed::NoRoom,
            Failed::Script(ScriptError(what)) => {
                Failed::Script(ScriptError(format!("{what} (while the script was loaded)")))
            }
        })?;
        let wrong = |what: &str| Failed::Script(ScriptError(format!("{}: {what}", self.program.name)));
        let Value::Table(script) = returned else {
            return Err(wrong("a script has to return a table with a function 'choose'"));
        };
        let choose: Value = script.raw_get("choose").unwrap_or(Value::Nil);
        let Value::Function(choose) = choose else {
            return Err(wrong("the table that a script returns needs a function 'choose'"));
        };
        let text = |key: &str| match script.raw_get::<Value>(key) {
            Ok(Value::Nil) => Ok(String::new()),
            Ok(Value::String(text)) => Ok(printable(&text.to_string_lossy(), ScriptInfo::LONGEST)),
            _ => Err(wrong(&format!("'{key}' has to be a text"))),
        };
        let info = ScriptInfo { about: text("about")?, origin: text("origin")? };
        if place < self.program.players {
            self.install.call::<()>((place + 1, choose)).map_err(|error| self.failure(&error))?;
        }
        Ok(info)
    }

    /// What the script at a seat returns for a view and options, as the encoder
    /// wrote them: the index of an option, and what else it returned. Prints go
    /// to `printed`.
    pub(super) fn choose(
        &mut self,
        seat: Seat,
        asked: &[u8],
        rng: &mut Stream,
        printed: Option<&mut String>,
    ) -> Result<(Value, Value), Failed> {
        let place = seat.index();
        let is_noted = printed.is_some();
        if !self.started[place] {
            self.told().printed = is_noted.then(String::new);
            self.start_in(place)?;
        }
        if self.kind != Kind::Shared && self.lua.used_memory() > self.kept + GARBAGE {
            self.collect()?;
        }
        self.buffer.write_bytes(0, asked);
        self.views[place].set_readonly(false);
        self.meter.restart();
        let mut decision = self.told();
        decision.stream = Some(rng.clone());
        if is_noted {
            decision.printed.get_or_insert_default();
        }
        drop(decision);
        let returned = if is_noted {
            self.decide_and_value.call(seat.number())
        } else {
            self.decide.call(seat.number()).map(|index| (index, Value::Nil))
        };
        let mut decision = self.told();
        if let Some(used) = decision.stream.take() {
            *rng = used;
        }
        if let (Some(told), Some(printed)) = (decision.printed.take(), printed) {
            *printed = told;
        }
        drop(decision);
        returned.map_err(|error| self.failure(&error))
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

/// The bytecode of the prelude.
pub(super) fn prelude() -> Vec<u8> {
    compiled(include_str!("prelude.luau"))
}

/// The bytecode that puts decisions to scripts, for views with these fields.
pub(super) fn decisions(view: &[Field]) -> Vec<u8> {
    compiled(&include_str!("decisions.luau").replace("--@FILL@", &fill(view)).replace("--@FEW@", &few()))
}

fn compiled(text: &str) -> Vec<u8> {
    let compiler = Compiler::new().set_optimization_level(2).set_debug_level(1);
    compiler.compile(text).expect("the prelude is valid")
}

/// The code that reads a plain value; none if it is not plain.
fn plain(shape: &Shape) -> Option<String> {
    Some(match shape {
        Shape::Bool => "read_u8(bytes, at) == 1".to_owned(),
        Shape::Number => "read_f64(bytes, at)".to_owned(),
        Shape::Card => "read_u8(bytes, at)".to_owned(),
        Shape::Text => "read_string(bytes, at + 1, read_u8(bytes, at))".to_owned(),
        Shape::Optional(inner) if !matches!(**inner, Shape::Optional(_)) => {
            let inner = plain(inner)?.replace("(bytes, at", "(bytes, at + 1");
            format!("if read_u8(bytes, at) == 0 then false else {inner}")
        }
        _ => return None,
    })
}

/// The code that reads the plain values of a view.
fn fill(view: &[Field]) -> String {
    let lines = view.iter().zip(1..).filter_map(|(Field { name, shape, .. }, index)| {
        let value = plain(shape)?;
        Some(format!("do local at = read_u16(bytes, {}) view.{name} = {value} end", 2 * index))
    });
    // In one line: the lines after it keep their numbers.
    lines.collect::<Vec<_>>().join(" ")
}

/// The most cards that are read at once.
const FEW: usize = 16;

/// The code that reads a few cards, for every number of them.
fn few() -> String {
    let branch = |count: usize| {
        let reads: Vec<String> = (1..=count).map(|place| format!("read_u8(bytes, at + {place})")).collect();
        format!("if count == {count} then return {{ {} }} end", reads.join(", "))
    };
    (1..=FEW).map(branch).collect::<Vec<_>>().join(" ")
}

/// What the prelude needs: the game, and functions of the host.
fn host(
    lua: &Lua,
    program: &Program,
    meter: &Arc<Meter>,
    decision: &Arc<Mutex<Decision>>,
    buffer: &Buffer,
) -> mlua::Result<Table> {
    let host = lua.create_table()?;
    host.raw_set("buffer", buffer)?;
    host.raw_set("players", program.players)?;
    host.raw_set("deck", lua.create_sequence_from(program.deck.iter().copied())?)?;
    host.raw_set("rules", from_toml(lua, &toml::Value::Table(program.rules.clone()))?)?;
    let plain_names = program.interface.view.iter().filter(|field| plain(&field.shape).is_some());
    host.raw_set("plain", lua.create_table_from(plain_names.map(|field| (field.name, true)))?)?;
    host.raw_set("view_fields", fields_to_lua(lua, &program.interface.view)?)?;
    host.raw_set("card_fields", fields_to_lua(lua, &program.interface.card)?)?;
    host.raw_set("random", random_function(lua, decision)?)?;
    host.raw_set("place", lua.create_function(|lua, ()| Ok(place(lua)))?)?;
    let counted = Arc::clone(meter);
    let charge = move |lua: &Lua, work: f64| {
        counted.take(work.max(0.0) as u64).map_err(|over| Error::runtime(over.reason(|| place(lua))))
    };
    host.raw_set("charge", lua.create_function(charge)?)?;
    let hint = |_: &Lua, (name, known): (mlua::LuaString, Vec<String>)| {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        Ok(did_you_mean(&printable(&name.to_string_lossy(), 40), &known))
    };
    host.raw_set("hint", lua.create_function(hint)?)?;
    let meter = Arc::clone(meter);
    // After these a script cannot go on as if nothing had been: when they happen
    // is not for it to know.
    let is_over = move |_: &Lua, error: Value| {
        let is_fatal = match &error {
            Value::String(text) => {
                let text = text.to_string_lossy();
                text == NO_MEMORY || text.contains("stack overflow")
            }
            Value::Error(error) => is_memory_error(error),
            _ => false,
        };
        Ok(meter.is_over() || is_fatal)
    };
    host.raw_set("is_over", lua.create_function(is_over)?)?;
    let decision = Arc::clone(decision);
    let tell = move |_: &Lua, text: mlua::LuaString| {
        if let Some(printed) = &mut decision.lock().unwrap_or_else(PoisonError::into_inner).printed
            && printed.len() < PRINTED
        {
            printed.push_str(&printable(&text.to_string_lossy(), PRINTED));
            printed.push('\n');
        }
        Ok(())
    };
    host.raw_set("tell", lua.create_function(tell)?)?;
    Ok(host)
}

/// The innermost line of the script, as messages begin with it.
fn place(lua: &Lua) -> String {
    for level in 0..200 {
        let found = lua.inspect_stack(level, |frame| {
            let is_script = frame.source().short_src.is_some_and(|name| name == CHUNK);
            let is_guard = frame.names().name.is_some_and(|name| name == "__fuda_key");
            frame.current_line().filter(|_| is_script && !is_guard)
        });
        match found {
            None => break,
            Some(Some(line)) => return format!("{CHUNK}:{line}: "),
            Some(None) => {}
        }
    }
    String::new()
}

/// The function `math.random`, which draws from the bot's stream.
fn random_function(lua: &Lua, decision: &Arc<Mutex<Decision>>) -> mlua::Result<Function> {
    let decision = Arc::clone(decision);
    lua.create_function(move |lua, (first, second): (Option<f64>, Option<f64>)| {
        let mut decision = decision.lock().unwrap_or_else(PoisonError::into_inner);
        let stream = decision.stream.as_mut().ok_or_else(|| {
            let what = "random numbers are for choices: call it in 'choose'";
            Error::runtime(format!("{}{what}", place(lua)))
        })?;
        let (low, high) = match (first, second) {
            // A fraction below 1, of 53 bits.
            (None, _) => return Ok((stream.next_u64() >> 11) as f64 / (1_u64 << 53) as f64),
            (Some(high), None) => (1.0, high),
            (Some(low), Some(high)) => (low, high),
        };
        let count = high - low + 1.0;
        if low.fract() != 0.0 || high.fract() != 0.0 || !(1.0..=f64::from(u32::MAX)).contains(&count) {
            let what = format!("math.random: nothing to draw from {low} to {high}");
            return Err(Error::runtime(format!("{}{what}", place(lua))));
        }
        Ok(low + f64::from(stream.random_range(0..count as u32)))
    })
}

fn fields_to_lua(lua: &Lua, fields: &[Field]) -> mlua::Result<Table> {
    let list = lua.create_table()?;
    for field in fields {
        let entry = lua.create_table()?;
        entry.raw_set("name", field.name)?;
        entry.raw_set("shape", shape_to_lua(lua, &field.shape)?)?;
        list.raw_push(entry)?;
    }
    Ok(list)
}

fn shape_to_lua(lua: &Lua, shape: &Shape) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    let (kind, of) = match shape {
        Shape::Bool => ("bool", None),
        Shape::Number => ("number", None),
        Shape::Text => ("text", None),
        Shape::Card => ("card", None),
        Shape::Cards => ("cards", None),
        Shape::List(of) => ("list", Some(of)),
        Shape::Optional(of) => ("optional", Some(of)),
        Shape::Record(names, of) => {
            table.raw_set("names", lua.create_sequence_from(names.iter().copied())?)?;
            ("record", Some(of))
        }
    };
    table.raw_set("kind", kind)?;
    if let Some(of) = of {
        table.raw_set("of", shape_to_lua(lua, of)?)?;
    }
    Ok(table)
}

fn from_toml(lua: &Lua, value: &toml::Value) -> mlua::Result<Value> {
    Ok(match value {
        toml::Value::String(text) => Value::String(lua.create_string(text)?),
        toml::Value::Integer(number) => Value::Number(*number as f64),
        toml::Value::Float(number) => Value::Number(*number),
        toml::Value::Boolean(flag) => Value::Boolean(*flag),
        toml::Value::Datetime(_) => Value::Nil,
        toml::Value::Array(values) => {
            let list = lua.create_table()?;
            for value in values {
                list.raw_push(from_toml(lua, value)?)?;
            }
            Value::Table(list)
        }
        toml::Value::Table(fields) => {
            let table = lua.create_table()?;
            for (name, value) in fields {
                table.raw_set(name.as_str(), from_toml(lua, value)?)?;
            }
            Value::Table(table)
        }
    })
}

/// How Luau says that there is no memory left.
const NO_MEMORY: &str = "not enough memory";

fn is_memory_error(error: &Error) -> bool {
    match error {
        Error::MemoryError(_) => true,
        Error::CallbackError { cause, .. } => is_memory_error(cause),
        Error::RuntimeError(message) => message.lines().next() == Some(NO_MEMORY),
        _ => false,
    }
}

/// The message of an error in one line, without the stack trace, fit for a
/// terminal. It begins with a line of the script if there is one: an error in the
/// prelude is the script's.
pub(super) fn reason(error: &Error) -> String {
    let text = match error {
        Error::CallbackError { cause, .. } => return reason(cause),
        Error::RuntimeError(message) => message.clone(),
        Error::MemoryError(_) => format!("more than {} MB of memory", MEMORY >> 20),
        Error::SyntaxError { message, .. } => message.clone(),
        other => other.to_string(),
    };
    let first = text.lines().next().unwrap_or_default().trim();
    // An error may be any value; what it is, but not where it lies.
    for kind in ["table", "function", "thread", "userdata", "buffer"] {
        if first.strip_prefix(kind).is_some_and(|rest| rest.starts_with(": 0x")) {
            return format!("an error that is a {kind}");
        }
    }
    if first == NO_MEMORY {
        return format!("more than {} MB of memory", MEMORY >> 20);
    }
    let called_from = || {
        let lines = text.lines().map(str::trim);
        let place = lines.skip(1).find_map(|line| line.strip_prefix(CHUNK)?.strip_prefix(':'))?;
        let line = place.split(|end: char| !end.is_ascii_digit()).next()?;
        Some(format!("{CHUNK}:{line}: "))
    };
    let in_prelude = first.strip_prefix(PRELUDE).and_then(|rest| rest.strip_prefix(':'));
    let message = match in_prelude.and_then(|rest| rest.split_once(": ")) {
        Some((_, what)) => format!("{}{what}", called_from().unwrap_or_default()),
        None => first.to_owned(),
    };
    printable(&message, 300)
}

/// A value as messages show it.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".to_owned(),
        Value::Boolean(flag) => flag.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("'{}'", printable(&text.to_string_lossy(), 60)),
        other => format!("a {}", other.type_name()),
    }
}
