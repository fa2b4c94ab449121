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
        if added.power { text.push(',') } else { token.write(&mut text) }
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
mod tests {
    use mlua::chunk::Compiler;
    use proptest::prelude::*;

    use super::{Added, PROLOGUE, STEP, Source, guarded, refuse_characters, written};

    /// What may stand in code, between tokens, and in texts.
    const PIECES: [&str; 72] = [
        " ", "\n", "\r\n", "\t", "--", "--[", "--[[", "--[=[", "--[==", "-", "[", "]", "[[", "]]", "[=[", "]=]", "[==[",
        "]==]", "=", "==", "\"", "'", "`", "\\", "\\\"", "\\'", "\\`", "\\\\", "\\z", "\\x41", "\\065", "\\9", "\\u{",
        "\\u{7b}", "\\u{10ffff}", "\\{", "\\\n", "\\\r\n", "\\n", "{", "}", "(", ")", ",", ";", ".", "..", "...", ":",
        "::any ", "a", "b1", "_c", "1", "0x1f", "0b1", "1e+5", "1_0", ".5", "3.", "nil ", "not ", " and ", " or ", "#",
        "//", "^", "%=", "->", "ö", "@native ", "x = ",
    ];

    /// Sources of pieces that Luau accepts every now and then: any may end a text or
    /// a comment.
    fn sources() -> impl Strategy<Value = String> {
        let piece = (0..PIECES.len()).prop_map(|place| PIECES[place]);
        let pieces = prop::collection::vec(piece, 0..7).prop_map(|pieces| pieces.concat());
        let frame = prop_oneof![
            Just(("", "")),
            Just(("'", "'")),
            Just(("\"", "\"")),
            Just(("`", "`")),
            Just(("`{", "}`")),
            Just(("[[", "]]")),
            Just(("[=[", "]=]")),
            Just(("{", "}")),
            Just(("--[[", "]] 1")),
            Just(("--", "\n1")),
            Just(("f(", ")")),
        ];
        let value = (frame, pieces).prop_map(|((begin, end), inner)| format!("{begin}{inner}{end}"));
        prop::collection::vec(value, 1..4).prop_map(|values| format!("x = {}", values.join(" y = ")))
    }

    /// A source as it is written anew, without guards.
    fn written_anew(text: &str) -> Option<String> {
        refuse_characters(text).ok()?;
        let source = Source::new(text).ok()?;
        let text = written(&source, &vec![Added::default(); source.tokens.len() + 1]);
        text.strip_prefix(PROLOGUE).map(str::to_owned)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

        /// Whatever Luau accepts is to it what it is to the guards.
        #[test]
        fn a_source_that_is_written_anew_is_the_same_to_luau(text in sources()) {
            let compiler = Compiler::new().set_optimization_level(1).set_debug_level(0);
            if let Ok(code) = compiler.compile(&text) {
                let Some(anew) = written_anew(&text) else { return Ok(()) };
                prop_assert_eq!(compiler.compile(&anew).ok(), Some(code), "{}\n{}", text, anew);
            }
        }
    }

    #[test]
    fn what_comes_with_fuda_is_the_same_to_luau_when_it_is_written_anew() {
        let compiler = Compiler::new().set_optimization_level(1).set_debug_level(1);
        let mut sources = vec![include_str!("../../../tests/scripts/greedy.luau").to_owned()];
        for game in crate::games::NAMES {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies").join(game);
            for entry in std::fs::read_dir(folder).expect("every game has strategies") {
                let path = entry.expect("the folder can be read").path();
                if path.extension().is_some_and(|end| end == "luau") {
                    sources.push(std::fs::read_to_string(path).expect("it can be read"));
                }
            }
        }
        assert!(sources.len() > 5);
        for text in sources {
            // Without what the end of the chunk is.
            let anew = written_anew(&text).expect("it can be written anew");
            let lines = "\n".repeat(text.matches('\n').count() - anew.matches('\n').count());
            assert_eq!(compiler.compile(anew + &lines).ok(), Some(compiler.compile(text).expect("it is valid")));
        }
    }

    /// A text without blanks, and with quotes of one kind: the guards write their own.
    fn plain(text: &str) -> String {
        text.replace([' ', '\n'], "").replace('\'', "\"")
    }

    /// A guarded source with `·` for each step, without blanks.
    fn stepped(source: &str) -> String {
        let text = guarded(source).expect("it can be guarded");
        plain(&text.strip_prefix(PROLOGUE).expect("the prologue").replace(STEP, "·"))
    }

    /// A guarded source without its steps.
    fn guarded_text(source: &str) -> String {
        stepped(source).replace('·', "")
    }

    #[test]
    fn bodies_of_loops_and_functions_begin_with_a_step() {
        for expected in [
            "while x do· y() end",
            "for i = 1, 3 do· end",
            "for _, x in t do· continue end",
            "repeat· x() until y",
            "do· x() end",
            "local f = function() ·return 1 end",
            "function a.b:c(x, y) ·end",
            "local function f<T, U...>(x: T, y: (T) -> (), ...: U...): T ·return x end",
            "function f(): number ·(g or h)() end",
            "function f(): (number, string) ·(g)() end",
            "function f(): (number) -> string ·x() end",
            "function f(): {[string]: number}? ·x() end",
            "function f(): a.b<c, (d) -> e<f>> ·x() end",
            "function f(): typeof(g(1)) ·(g)() end",
            "function f(): 'a' | \"b\" & nil ·x() end",
            "function f(): ...number ·x() end",
            "function f(...: number): T... ·x() end",
            "function f(): <T>(T) -> T ·(g)() end",
            "function f(): <T, U...>(T, U...) -> (T, U...) ·(g)() end",
            "function f(): ((number) -> string)? ·(g)() end",
            "function f(): () -> () -> number ·(g)() end",
            "function f(): | number | string ·x() end",
            "function f(): (...number) -> ...string ·(g)() end",
            "function f(): {number} & {read x: <T>(T) -> ()} ·(g)() end",
            "local function f<T>(x: <U>(U) -> T): () ·x() end",
            "function f() ·return function() ·end end",
            "s = `a{function() ·x() end}b`",
        ] {
            let source = expected.replace('·', "");
            assert_eq!(stepped(&source), plain(expected), "{source}");
        }
    }

    #[test]
    fn heads_without_a_body_are_refused() {
        for source in
            ["function", "function f(", "function f()", "function f(): (", "function f(): a<b>=c end"]
        {
            assert!(guarded(source).is_err(), "{source}");
        }
    }

    #[test]
    fn computed_keys_that_are_stored_under_are_guarded() {
        for (source, expected) in [
            ("t[k] = 1", "t[__fuda_key(k,1)] = 1"),
            ("t[ k ]=1", "t[__fuda_key( k ,1)]=1"),
            ("setmetatable(t, m) t[k] += 1", "setmetatable(t, m) t[__fuda_key(k,1)] += 1"),
            ("t[k] ..= 'x' setmetatable(t, m)", "t[__fuda_key(k,1)] ..= 'x' setmetatable(t, m)"),
            ("setmetatable(t, m) t[k] //= 2", "setmetatable(t, m) t[__fuda_key(k,1)] //= 2"),
            ("a[i], b[j] = 1, 2", "a[__fuda_key(i,1)], b[__fuda_key(j,1)] = 1, 2"),
            ("x = {[k] = v, [f()] = 2}", "x = {[__fuda_key(k,1)] = v, [__fuda_key(f(),1)] = 2}"),
            ("a[b[c]] = 1", "a[__fuda_key(b[c],1)] = 1"),
            ("a[b][c] = 1", "a[b][__fuda_key(c,1)] = 1"),
            ("t[k] -- what\n = 1", "t[__fuda_key(k,1)] = 1"),
            ("t[k --[[ x ]] ] = 1", "t[__fuda_key(k,1)] = 1"),
            ("-- a\r\nt[\r\nk\r\n] = 1", "t[__fuda_key(k,3)] = 1"),
            ("t[`{k}`] = 1", "t[__fuda_key(`{k}`,1)] = 1"),
            (
                "s = `a{ t[k] == {} }b{function() t[k] = 1 end}`",
                "s = `a{ t[k] == {} }b{function() t[__fuda_key(k,1)] = 1 end}`",
            ),
            ("t[#t + 1] = 1", "t[__fuda_key(#t + 1,1)] = 1"),
            ("t[-1] = 1", "t[__fuda_key(-1,1)] = 1"),
        ] {
            assert_eq!(guarded_text(source), plain(expected));
        }
    }

    #[test]
    fn powers_become_calls() {
        for (source, expected) in [
            ("x = a ^ b", "x = __fuda_pow(a, b)"),
            ("x = a ^ b ^ c * d", "x = __fuda_pow(a, __fuda_pow(b, c)) * d"),
            ("x = -a ^ -b", "x = -__fuda_pow(a, -b)"),
            ("x = 2 * f(y)[i].z:g 'a' ^ 2 + 1", "x = 2 * __fuda_pow(f(y)[i].z:g 'a', 2) + 1"),
            ("x = (a + b) ^ (c ^ d)", "x = __fuda_pow((a + b), (__fuda_pow(c, d)))"),
            ("x = y :: number ^ 2 :: any", "x = __fuda_pow(y :: number, 2 :: any)"),
            ("t[a ^ 2] = b ^ t[c ^ 3].x y = 1", "t[__fuda_key(__fuda_pow(a, 2),1)] = __fuda_pow(b, t[__fuda_pow(c, 3)].x) y = 1"),
            ("x = `{a ^ 2}` ^ `b`", "x = __fuda_pow(`{__fuda_pow(a, 2)}`, `b`)"),
            ("local t = u f(... ^ 2)", "local t = u f(__fuda_pow(..., 2))"),
            ("x = {a ^ 2, [b] = {} ^ nil}", "x = {__fuda_pow(a, 2), [__fuda_key(b,1)] = __fuda_pow({}, nil)}"),
            ("x = not a ^ #b.c", "x = not __fuda_pow(a, #b.c)"),
        ] {
            assert_eq!(guarded_text(source), plain(expected));
        }
    }

    #[test]
    fn everything_else_stays_as_it_is() {
        for source in [
            "x = t[k]",
            "t[k] += 1",
            "if t[k] == 1 then end",
            "t[1] = 2",
            "t['a'] = 2",
            "x = {[1] = 2, ['b'] = 3}",
            "s = 't[k] = 1'",
            "type T = {[string]: number}",
            "s = `t[k] = 1`",
            "x = 0x_ff + 1_000.5e-3 .. 'a' -- y ^ z\n",
        ] {
            let without = source.split("--").next().expect("a first part");
            assert_eq!(guarded_text(source), plain(without));
        }
        for (source, written) in [
            ("t[ [[a]] ] = 2", "t[\"a\"] = 2"),
            ("s = \"t[k] = \\\" t[k] = 1\"", "s = \"t[k] = \\034 t[k] = 1\""),
            ("s = [[\nt[k] = 1]] s = [==[ ]] t[k] = 1 ]==]", "s = \"t[k] = 1\" s = \" ]] t[k] = 1 \""),
            ("--[[ t[k] = 1 ]] x = 1", "x = 1"),
            ("--[==[ t[k] = 1 ]] ]==] x = 1", "x = 1"),
            ("--[=t[k] = 1\nx = 1", "x = 1"),
            ("s = `\\{t[k] = 1`", "s = `\\123t[k] = 1`"),
            ("s = `\\u{41} t[k] = 1`", "s = `A t[k] = 1`"),
            ("s = 'a\\z  \n  b t[k] = 1'", "s = \"ab t[k] = 1\""),
            ("s = 'ö[k] = 1'", "s = \"\\195\\182[k] = 1\""),
        ] {
            assert_eq!(guarded_text(source), plain(written), "{source}");
        }
    }

    #[test]
    fn what_would_be_seen_through_is_refused() {
        for (source, line) in [
            ("x = 1\n__fuda_key = nil", 2),
            ("setmetatable({}, {__mode = 'k'})", 1),
            ("x['__mode'] = 1", 1),
            ("\n\nx = 'open", 3),
            ("]", 1),
            ("--[[ open", 1),
            ("x = 1\n-- a\rwhile true do end", 2),
            ("x = [[\r]]", 1),
            ("\nx ^= 2", 2),
            ("x = 2 ^ if a then b else c", 1),
            ("f<<T>>(x)", 1),
            ("@[deprecated] function f() end", 1),
            ("x = $", 1),
        ] {
            assert_eq!(guarded(source).expect_err("refused").0, line, "{source}");
        }
    }
}
