//! What the host lends to the Luau code of a machine: the game's facts, and
//! functions.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use mlua::{Buffer, Error, Function, Lua, Table, Value, VmState};
use rand::Rng;

use super::code::is_plain;
use super::maths::maths;
use super::messages::{CHUNK, is_memory_error, is_memory_text, place};
use super::meter::{End, LOOK, Meter};
use super::program::Program;
use crate::random::GuestRandom;
use crate::script_value::{Field, Shape};
use crate::text::{did_you_mean, printable};

/// The longest text that a script can print in a decision.
const PRINTED: usize = 10_000;

/// What a script prints, and what it draws random numbers from, while it makes
/// a choice.
#[derive(Default)]
pub(super) struct Decision {
    pub random: Option<GuestRandom>,
    pub printed: Option<String>,
}

/// What the prelude needs: the game, and functions of the host.
pub(super) fn host(
    lua: &Lua,
    program: &Program,
    meter: &Arc<Meter>,
    is_counting: &Arc<AtomicBool>,
    decision: &Arc<Mutex<Decision>>,
    buffer: &Buffer,
) -> mlua::Result<Table> {
    let host = lua.create_table()?;
    host.raw_set("buffer", buffer)?;
    host.raw_set("chunk", CHUNK)?;
    host.raw_set("players", program.players)?;
    host.raw_set("deck", lua.create_sequence_from(program.deck.iter().copied())?)?;
    host.raw_set("rules", from_toml(lua, &toml::Value::Table(program.rules.clone()))?)?;
    host.raw_set("view_fields", fields_to_lua(lua, &program.interface.view)?)?;
    host.raw_set("card_fields", fields_to_lua(lua, &program.interface.card)?)?;
    host.raw_set("random", random_function(lua, decision)?)?;
    host.raw_set("math", maths(lua)?)?;
    host.raw_set("place", lua.create_function(|lua, ()| Ok(place(lua)))?)?;
    let counted = Arc::clone(meter);
    let charge = move |lua: &Lua, work: f64| {
        counted.take(work.max(0.0) as u64).map_err(|over| Error::runtime(over.reason(|| place(lua))))
    };
    host.raw_set("charge", lua.create_function(charge)?)?;
    host.raw_set("look_after", LOOK)?;
    host.raw_set("steps", lua.create_buffer((LOOK as i32).to_le_bytes())?)?;
    let (counted, is_counting) = (Arc::clone(meter), Arc::clone(is_counting));
    let watch = move |lua: &Lua, ()| {
        if !is_counting.swap(true, Ordering::Relaxed) {
            let counted = Arc::clone(&counted);
            lua.set_interrupt(move |lua| match counted.take(1) {
                Ok(()) => Ok(VmState::Continue),
                Err(over) => Err(Error::runtime(over.reason(|| place(lua)))),
            });
        }
        Ok(())
    };
    host.raw_set("watch", lua.create_function(watch)?)?;
    let hint = |_: &Lua, (name, known): (mlua::LuaString, Vec<String>)| {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        Ok(did_you_mean(&printable(&name.to_string_lossy(), 40), &known))
    };
    host.raw_set("hint", lua.create_function(hint)?)?;
    let meter = Arc::clone(meter);
    // After these a script cannot go on as if nothing had been: when they happen
    // is not for it to know. Their messages may have a place before them, from
    // where a coroutine was resumed.
    let is_over = move |_: &Lua, error: Value| {
        match &error {
            Value::String(text) => {
                let text = text.to_string_lossy();
                if is_memory_text(&text) {
                    meter.end(End::Memory);
                } else if text.contains("stack overflow") {
                    meter.end(End::Limit);
                }
            }
            Value::Error(error) if is_memory_error(error) => meter.end(End::Memory),
            _ => {}
        }
        Ok(meter.ended().is_some())
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

/// The function `math.random`, which draws the random numbers of the decision.
fn random_function(lua: &Lua, decision: &Arc<Mutex<Decision>>) -> mlua::Result<Function> {
    let decision = Arc::clone(decision);
    lua.create_function(move |lua, (first, second): (Option<f64>, Option<f64>)| {
        let mut decision = decision.lock().unwrap_or_else(PoisonError::into_inner);
        let random = decision.random.as_mut().ok_or_else(|| {
            let what = "random numbers are for choices: call it in 'choose'";
            Error::runtime(format!("{}{what}", place(lua)))
        })?;
        let (low, high) = match (first, second) {
            // A fraction below 1, of 53 bits.
            (None, _) => return Ok((random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64),
            (Some(high), None) => (1.0, high),
            (Some(low), Some(high)) => (low, high),
        };
        let count = high - low + 1.0;
        if low.fract() != 0.0 || high.fract() != 0.0 || !(1.0..=f64::from(u32::MAX)).contains(&count) {
            let what = format!("math.random: nothing to draw from {low} to {high}");
            return Err(Error::runtime(format!("{}{what}", place(lua))));
        }
        Ok(low + f64::from(random.random_range(0..count as u32)))
    })
}

fn fields_to_lua(lua: &Lua, fields: &[Field]) -> mlua::Result<Table> {
    let list = lua.create_table()?;
    for field in fields {
        let entry = lua.create_table()?;
        entry.raw_set("name", field.name)?;
        entry.raw_set("is_plain", is_plain(&field.shape))?;
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
