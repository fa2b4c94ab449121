//! Writes a script anew, with guards for its keys, its steps and its powers.
//!
//! What Luau compiles is written from the tokens of a script, with nothing of its
//! text between them: no comment, no long text, no escape that two lexers could
//! take for different things. So every key, loop and function that Luau sees has
//! been seen here.
//!
//! **Keys.** The order in which Luau goes through a table follows from the hashes
//! of its keys. Those of numbers, texts and truth values follow from their content;
//! those of tables and functions from their addresses, which differ from run to
//! run. So a script may not use these as keys: each computed key that a value
//! may be stored under is passed to a function that refuses them,
//!
//! ```text
//! seen[card] = true    becomes    seen[__fuda_key(card,7)] = true
//! ```
//!
//! in line 7. A key is computed where brackets are followed by an assignment, or by a comma,
//! as in `a[i], b[j] = 1, 2`. What `rawset` stores is checked when it is called.
//! `count[card] += 1` changes what was stored before, and so is guarded only in
//! scripts that could make values up when a key is missing, by metatables.
//! With such keys only, and with a collector that runs at fixed points, the same
//! steps give the same tables.
//!
//! **Steps.** Whatever does not end goes through loops or calls functions, so every
//! body of a loop and of a function begins with a step ([`STEP`]): it counts down,
//! and calls the host now and then. Luau's own interrupts would do the same, at
//! five times the cost.
//!
//! **Powers.** `a ^ b` becomes `__fuda_pow(a, b)`: Luau asks the system's library,
//! whose results differ from processor to processor.
//!
//! Every token keeps its line.

use super::lexer::{Kind, Refused};
use super::structure::Source;
use super::types::{after_angle_brackets, after_return_type};

/// The name that all names begin with which are added to a script.
pub(super) const RESERVED: &str = "__fuda";

/// What stands before the first word of a script, in the same line: a local
/// function is inlined. They are the builtin functions whatever a script makes of
/// their names later; `buffer` and `__fuda` are there only while a script is
/// loaded, and never in its varargs. A function with `...` is not inlined, so that
/// messages have the line of the loop.
pub(super) const PROLOGUE: &str = "local __fuda_refuse, __fuda_host, __fuda_steps, __fuda_all, __fuda_pow = \
__fuda.refuse, __fuda.look, __fuda.steps, __fuda.look_after, __fuda.pow \
local __fuda_type, __fuda_read, __fuda_write = type, buffer.readi32, buffer.writei32 \
local function __fuda_look(...) __fuda_host() __fuda_write(__fuda_steps, 0, __fuda_all) end \
local function __fuda_key(__fuda_k, __fuda_line) local __fuda_t = __fuda_type(__fuda_k) \
if __fuda_t == \"number\" or __fuda_t == \"string\" or __fuda_t == \"boolean\" \
then return __fuda_k end return __fuda_refuse(__fuda_k, __fuda_line) end ";

/// A step. The count is in a buffer: a variable of a closure, which is read whole
/// after its parts were written, would take eight times as long.
const STEP: &str = " do local __fuda_n = __fuda_read(__fuda_steps, 0) - 1 \
__fuda_write(__fuda_steps, 0, __fuda_n) if __fuda_n <= 0 then __fuda_look() end end ";

/// What is added to a source around a token.
#[derive(Clone, Default)]
struct Added {
    /// Whether a step comes before it.
    step: bool,
    /// Whether a guarded key begins with it.
    key: bool,
    /// Whether it stands between the operands of a power.
    power: bool,
    /// How many powers begin with it.
    powers: usize,
    /// How many powers end with it.
    powers_end: usize,
    /// Whether a guarded key ends with it.
    key_ends: bool,
}

/// The source with guards.
pub(super) fn guarded(text: &str) -> Result<String, Refused> {
    refuse_characters(text)?;
    let source = Source::new(text)?;
    for token in &source.tokens {
        let has = |part: &str| token.bytes.windows(part.len()).any(|window| window == part.as_bytes());
        if matches!(token.kind, Kind::Word | Kind::Text) && token.bytes.starts_with(RESERVED.as_bytes()) {
            return Err((token.line, format!("names that begin with {RESERVED} are taken")));
        }
        if has("__mode") {
            return Err((token.line, "there are no weak tables: '__mode' is not allowed".to_owned()));
        }
    }
    let mut added = vec![Added::default(); source.tokens.len() + 1];
    add_steps(&source, &mut added)?;
    add_keys(&source, text.contains("setmetatable"), &mut added);
    for (at, first, last) in source.powers()? {
        added[at].power = true;
        added[first].powers += 1;
        added[last].powers_end += 1;
    }
    Ok(written(&source, &added))
}

/// Refuses characters that end a line or a text for some readers only.
fn refuse_characters(text: &str) -> Result<(), Refused> {
    let line = |at: usize| 1 + text[..at].matches('\n').count();
    if let Some(at) = text.find('\0') {
        return Err((line(at), "a NUL character is not allowed".to_owned()));
    }
    let lone = text.match_indices('\r').find(|&(at, _)| !text[at + 1..].starts_with('\n'));
    match lone {
        Some((at, _)) => Err((line(at), "a carriage return without a line break is not allowed".to_owned())),
        None => Ok(()),
    }
}

/// A step at the beginning of every body of a loop and of a function.
fn add_steps(source: &Source<'_>, added: &mut [Added]) -> Result<(), Refused> {
    for (at, token) in source.tokens.iter().enumerate() {
        if token.is_word("do") || token.is_word("repeat") {
            added[at + 1].step = true;
        } else if token.is_word("function") {
            added[body_of_function(source, at)?].step = true;
        }
    }
    Ok(())
}

/// Where the body of a function begins.
fn body_of_function(source: &Source<'_>, at: usize) -> Result<usize, Refused> {
    let mut at = at + 1;
    while source.is_name(at) || source.is_sign(at, ".") || source.is_sign(at, ":") {
        at += 1;
    }
    if source.is_sign(at, "<") {
        at = after_angle_brackets(source, at)?;
    }
    if !source.is_sign(at, "(") {
        return source.fail(at, "a function has no parameters");
    }
    at = source.after_closing(at)?;
    if source.is_sign(at, ":") {
        at = after_return_type(source, at + 1)?;
    }
    if at < source.tokens.len() { Ok(at) } else { source.fail(at, "a function has no body") }
}

/// Signs after a key that change what is stored under it.
const CHANGES: [&str; 7] = ["+=", "-=", "*=", "//=", "/=", "%=", "..="];

/// Guards around computed keys that a value may be stored under; of those of
/// compound assignments only if `are_changes_guarded`.
fn add_keys(source: &Source<'_>, are_changes_guarded: bool, added: &mut [Added]) {
    for (open, token) in source.tokens.iter().enumerate() {
        let Some(close) = source.closing(open).filter(|_| token.is_sign("[")) else { continue };
        let stores = ["=", ","].iter().any(|sign| source.is_sign(close + 1, sign));
        let changes = CHANGES.iter().any(|sign| source.is_sign(close + 1, sign));
        // A single literal needs no guard.
        let is_literal =
            close == open + 2 && matches!(source.tokens[open + 1].kind, Kind::Number | Kind::Text);
        if close > open + 1 && !is_literal && (stores || changes && are_changes_guarded) {
            added[open + 1].key = true;
            added[close - 1].key_ends = true;
        }
    }
}

fn written(source: &Source<'_>, added: &[Added]) -> String {
    let mut text = PROLOGUE.to_owned();
    let mut line = 1;
    for (token, added) in source.tokens.iter().zip(added) {
        while line < token.line {
            text.push('\n');
            line += 1;
        }
        text.push_str(if added.step { STEP } else { "" });
        text.push_str(if added.key { "__fuda_key(" } else { "" });
        text.push_str(&"__fuda_pow(".repeat(added.powers));
        if added.power {
            text.push(',');
        } else {
            token.write(&mut text);
        }
        text.push_str(&")".repeat(added.powers_end));
        if added.key_ends {
            text.push_str(&format!(",{line})"));
        }
        text.push(' ');
    }
    text.push_str(if added.last().is_some_and(|last| last.step) { STEP } else { "" });
    text
}

#[cfg(test)]
mod tests;
