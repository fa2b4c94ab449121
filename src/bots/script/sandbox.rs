//! The sandbox that a script runs in: its globals and its limits.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Error, Function, Lua, LuaOptions, StdLib, Table, Value, VmState};
use rand::Rng;

use super::{MEMORY, STEPS, ScriptError, ScriptInfo, Source};
use crate::random::Stream;
use crate::script_value::{Field, ScriptValue};

/// The globals that are removed: access to the clock, loading of code,
/// inspection of the interpreter, and printing.
const REMOVED: [&str; 8] =
    ["os", "debug", "require", "loadstring", "collectgarbage", "gcinfo", "newproxy", "print"];

/// The globals that a script can read, beside the view.
pub(super) struct Environment {
    /// The name of every card, and its public fields.
    pub cards: Vec<(String, Vec<Field>)>,
    /// The cards that are played with.
    pub deck: Vec<usize>,
    /// The house rules.
    pub rules: toml::Table,
    /// The number of players.
    pub players: usize,
}

/// A sandbox with a script in it.
pub(super) struct Sandbox {
    lua: Lua,
    /// The bytecode of the script.
    code: Vec<u8>,
    name: String,
    cards: Vec<Table>,
    steps: Arc<AtomicU64>,
    /// The bot's random stream, while the script makes a choice.
    stream: Arc<Mutex<Option<Stream>>>,
    /// The script's function, once it is started for a game.
    choose: Option<Function>,
}

impl Sandbox {
    /// A sandbox for a script at a table with these house rules and cards.
    pub(super) fn new(source: &Source, environment: Environment) -> Result<Sandbox, ScriptError> {
        let name = source.path.display().to_string();
        let code = Compiler::new()
            .set_optimization_level(1)
            .set_debug_level(1)
            .compile(&source.text)
            // The message begins with ":LINE: ".
            .map_err(|error| ScriptError(format!("{name}:{}", reason(&error).trim_start_matches(':'))))?;
        let (lua, cards, steps, stream) = Sandbox::interpreter(environment)
            .map_err(|error| ScriptError(format!("{name}: {}", reason(&error))))?;
        Ok(Sandbox { lua, code, name, cards, steps, stream, choose: None })
    }

    #[allow(clippy::type_complexity)]
    fn interpreter(
        environment: Environment,
    ) -> mlua::Result<(Lua, Vec<Table>, Arc<AtomicU64>, Arc<Mutex<Option<Stream>>>)> {
        let libraries =
            StdLib::MATH | StdLib::STRING | StdLib::TABLE | StdLib::BIT | StdLib::COROUTINE | StdLib::UTF8;
        let lua = Lua::new_with(libraries, LuaOptions::default())?;
        let globals = lua.globals();
        for removed in REMOVED {
            globals.raw_set(removed, Value::Nil)?;
        }
        let stream = Arc::new(Mutex::new(None));
        let random = random_function(&lua, &stream)?;
        let math: Table = globals.get("math")?;
        math.raw_set("random", &random)?;
        for removed in ["randomseed", "noise"] {
            math.raw_set(removed, Value::Nil)?;
        }
        let cards = environment
            .cards
            .iter()
            .map(|(name, _)| {
                let card = lua.create_table()?;
                card.raw_set("name", name.as_str())?;
                Ok(card)
            })
            .collect::<mlua::Result<Vec<Table>>>()?;
        for (card, (_, facts)) in cards.iter().zip(environment.cards) {
            for Field { name, value, .. } in facts {
                card.raw_set(name, to_lua(&lua, &cards, value)?)?;
            }
        }
        for card in &cards {
            card.set_readonly(true);
        }
        let all = lua.create_sequence_from(environment.deck.iter().map(|&card| &cards[card]))?;
        all.set_readonly(true);
        globals.raw_set("deck", all)?;
        globals.raw_set("rules", from_toml(&lua, &toml::Value::Table(environment.rules))?)?;
        globals.raw_set("players", environment.players)?;

        let steps = Arc::new(AtomicU64::new(0));
        let taken = Arc::clone(&steps);
        lua.set_interrupt(move |lua| {
            if taken.fetch_add(1, Ordering::Relaxed) < STEPS {
                return Ok(VmState::Continue);
            }
            let location = lua.inspect_stack(0, |frame| {
                let source = frame.source().short_src.map(|name| name.into_owned()).unwrap_or_default();
                frame.current_line().map_or(String::new(), |line| format!("{source}:{line}: "))
            });
            Err(Error::runtime(format!(
                "{}more than {STEPS} steps at a stretch",
                location.unwrap_or_default()
            )))
        });
        lua.sandbox(true)?;
        lua.set_memory_limit(MEMORY)?;
        Ok((lua, cards, steps, stream))
    }

    /// Starts the script: runs it from its first line, in a new environment.
    pub(super) fn start(&mut self) -> Result<ScriptInfo, ScriptError> {
        self.steps.store(0, Ordering::Relaxed);
        let returned = self
            .run()
            .map_err(|error| ScriptError(format!("{} (while the script was loaded)", self.failed(&error))))?;
        let wrong = |what: &str| ScriptError(format!("{}: {what}", self.name));
        let Value::Table(script) = returned else {
            return Err(wrong("a script has to return a table with a function 'choose'"));
        };
        let choose: Value = script.raw_get("choose").unwrap_or(Value::Nil);
        let Value::Function(choose) = choose else {
            return Err(wrong("the table that a script returns needs a function 'choose'"));
        };
        let text = |key: &str| match script.raw_get::<Value>(key) {
            Ok(Value::Nil) => Ok(String::new()),
            Ok(Value::String(text)) => Ok(text.to_string_lossy()),
            _ => Err(wrong(&format!("'{key}' has to be a text"))),
        };
        let about = ScriptInfo { about: text("about")?, origin: text("origin")? };
        self.choose = Some(choose);
        Ok(about)
    }

    fn run(&self) -> mlua::Result<Value> {
        let globals = self.lua.globals();
        let environment = self.lua.create_table()?;
        let metatable = self.lua.create_table()?;
        metatable.raw_set("__index", globals)?;
        environment.set_metatable(Some(metatable))?;
        self.lua
            .load(&self.code[..])
            .set_name(format!("@{}", self.name))
            .set_mode(ChunkMode::Binary)
            .set_environment(environment)
            .call(())
    }

    /// Makes the script restart before its next choice.
    pub(super) fn reset(&mut self) {
        self.choose = None;
    }

    /// What the script returns for a view and options.
    pub(super) fn choose(
        &mut self,
        fields: Vec<Field>,
        moves: Vec<ScriptValue>,
        rng: &mut Stream,
    ) -> Result<Value, ScriptError> {
        if self.choose.is_none() {
            self.start()?;
        }
        self.steps.store(0, Ordering::Relaxed);
        *self.stream.lock().expect("no script panics") = Some(rng.clone());
        let returned = self.call(fields, moves);
        if let Some(used) = self.stream.lock().expect("no script panics").take() {
            *rng = used;
        }
        returned.map_err(|error| ScriptError(self.failed(&error)))
    }

    fn call(&self, fields: Vec<Field>, moves: Vec<ScriptValue>) -> mlua::Result<Value> {
        // Without a memory limit, filling tables needs no protected calls, which
        // saves half of the time for a view.
        self.lua.set_memory_limit(0)?;
        let view = self.lua.create_table_with_capacity(0, fields.len())?;
        for Field { name, value, .. } in fields {
            view.raw_set(name, to_lua(&self.lua, &self.cards, value)?)?;
        }
        let options = to_lua(&self.lua, &self.cards, ScriptValue::List(moves))?;
        self.lua.set_memory_limit(MEMORY)?;
        self.choose.as_ref().expect("a script that was started").call((view, options))
    }

    fn failed(&self, error: &Error) -> String {
        let text = reason(error);
        if text.contains(&self.name) { text } else { format!("{}: {text}", self.name) }
    }
}

/// The function `math.random`, which draws from the bot's stream.
fn random_function(lua: &Lua, stream: &Arc<Mutex<Option<Stream>>>) -> mlua::Result<Function> {
    let stream = Arc::clone(stream);
    lua.create_function(move |_, (first, second): (Option<f64>, Option<f64>)| {
        let mut stream = stream.lock().expect("no script panics");
        let stream = stream
            .as_mut()
            .ok_or_else(|| Error::runtime("random numbers are for choices: call it in 'choose'"))?;
        let (low, high) = match (first, second) {
            // A fraction below 1, of 53 bits.
            (None, _) => return Ok((stream.next_u64() >> 11) as f64 / (1_u64 << 53) as f64),
            (Some(high), None) => (1.0, high),
            (Some(low), Some(high)) => (low, high),
        };
        let count = high - low + 1.0;
        if low.fract() != 0.0 || high.fract() != 0.0 || !(1.0..=f64::from(u32::MAX)).contains(&count) {
            return Err(Error::runtime(format!("math.random: nothing to draw from {low} to {high}")));
        }
        Ok(low + f64::from(stream.random_range(0..count as u32)))
    })
}

fn to_lua(lua: &Lua, cards: &[Table], value: ScriptValue) -> mlua::Result<Value> {
    Ok(match value {
        ScriptValue::Nil => Value::Nil,
        ScriptValue::Bool(flag) => Value::Boolean(flag),
        ScriptValue::Number(number) => Value::Number(number),
        ScriptValue::Text(word) => Value::String(lua.create_string(word)?),
        ScriptValue::Card(index) => Value::Table(cards[index].clone()),
        ScriptValue::List(values) => {
            let values = values.into_iter().map(|value| to_lua(lua, cards, value));
            Value::Table(lua.create_sequence_from(values.collect::<mlua::Result<Vec<Value>>>()?)?)
        }
        ScriptValue::Record(fields) => {
            let record = lua.create_table_with_capacity(0, fields.len())?;
            for (name, value) in fields {
                record.raw_set(name, to_lua(lua, cards, value)?)?;
            }
            Value::Table(record)
        }
    })
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
            list.set_readonly(true);
            Value::Table(list)
        }
        toml::Value::Table(fields) => {
            let table = lua.create_table()?;
            for (name, value) in fields {
                table.raw_set(name.as_str(), from_toml(lua, value)?)?;
            }
            table.set_readonly(true);
            Value::Table(table)
        }
    })
}

/// The message of an error in one line, without the stack trace.
fn reason(error: &Error) -> String {
    let text = match error {
        Error::CallbackError { cause, .. } => return reason(cause),
        Error::RuntimeError(message) => message.clone(),
        Error::MemoryError(_) => format!("more than {} MB of memory", MEMORY >> 20),
        Error::SyntaxError { message, .. } => message.clone(),
        other => other.to_string(),
    };
    text.lines().next().unwrap_or_default().trim().to_owned()
}

/// A value as messages show it.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".to_owned(),
        Value::Boolean(flag) => flag.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("'{}'", text.to_string_lossy()),
        other => format!("a {}", other.type_name()),
    }
}
