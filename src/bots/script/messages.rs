//! What went wrong in a machine, in words.

use mlua::{Error, Lua, Value};

use super::MEMORY;
use super::guards::RESERVED;
use crate::text::printable;

/// The name of a script's chunk. Messages put the file in its place: a script
/// cannot read where it lies.
pub(super) const CHUNK: &str = "script";

/// The name of the chunks of the host.
pub(super) const HOST: &str = "fuda";

/// The innermost line of the script, as messages begin with it.
pub(super) fn place(lua: &Lua) -> String {
    for level in 0..200 {
        let found = lua.inspect_stack(level, |frame| {
            let is_script = frame.source().short_src.is_some_and(|name| name == CHUNK);
            let is_guard = frame.names().name.is_some_and(|name| name.starts_with(RESERVED));
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

/// How Luau says that there is no memory left.
const NO_MEMORY: &str = "not enough memory";

pub(super) fn is_memory_error(error: &Error) -> bool {
    match error {
        Error::MemoryError(_) => true,
        Error::CallbackError { cause, .. } => is_memory_error(cause),
        Error::WithContext { cause, .. } => is_memory_error(cause),
        Error::RuntimeError(message) => is_memory_text(message),
        _ => false,
    }
}

/// Whether a message, of whatever origin, says that there is no memory left.
pub(super) fn is_memory_text(message: &str) -> bool {
    message.contains(NO_MEMORY)
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
    if first.ends_with(NO_MEMORY) {
        return format!("more than {} MB of memory", MEMORY >> 20);
    }
    let called_from = || {
        let lines = text.lines().map(str::trim);
        let place = lines.skip(1).find_map(|line| line.strip_prefix(CHUNK)?.strip_prefix(':'))?;
        let line = place.split(|end: char| !end.is_ascii_digit()).next()?;
        Some(format!("{CHUNK}:{line}: "))
    };
    let in_prelude = first.strip_prefix(HOST).and_then(|rest| rest.strip_prefix(':'));
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
