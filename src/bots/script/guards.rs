//! Guards the source of a script: its keys and its steps.
//!
//! The order in which Luau goes through a table follows from the hashes of its
//! keys. Those of numbers, texts and truth values follow from their content;
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
//! Whatever does not end goes through loops or calls functions, so every body of
//! a loop and of a function begins with a step ([`STEP`]): it counts down, and
//! calls the host now and then. Luau's own interrupts would do the same, at five
//! times the cost.
//!
//! Nothing else in a source is changed, and every line keeps its number.

use super::lexer::{Lexer, Refused, Token};

/// The name that all names begin with which are added to a script.
pub(super) const RESERVED: &str = "__fuda";

/// What stands before the first word of a script, in the same line: a local
/// function is inlined. They are the builtin functions whatever a script makes of
/// their names later; `buffer` is there only while a script is loaded. A function
/// with `...` is not inlined, so that messages have the line of the loop.
pub(super) const PROLOGUE: &str = "local __fuda_refuse, __fuda_all, __fuda_host, __fuda_steps = ... \
local __fuda_type, __fuda_read, __fuda_write = type, buffer.readi32, buffer.writei32 \
local function __fuda_look(...) __fuda_host() __fuda_write(__fuda_steps, 0, __fuda_all) end \
local function __fuda_key(__fuda_k, __fuda_line) local __fuda_t = __fuda_type(__fuda_k) \
if __fuda_t == \"number\" or __fuda_t == \"string\" or __fuda_t == \"boolean\" \
then return __fuda_k end return __fuda_refuse(__fuda_k, __fuda_line) end ";

/// What is added to a source.
#[derive(Clone, Copy)]
enum Guard {
    Step,
    BeforeKey,
    AfterKey,
}

/// A step. The count is in a buffer: a variable of a closure, which is read whole
/// after its parts were written, would take eight times as long.
const STEP: &str = " do local __fuda_n = __fuda_read(__fuda_steps, 0) - 1 \
__fuda_write(__fuda_steps, 0, __fuda_n) if __fuda_n <= 0 then __fuda_look() end end ";

/// The source with guards.
pub(super) fn guarded(source: &str) -> Result<String, Refused> {
    if let Some(at) = source.find('\0') {
        return Err((1 + source[..at].matches('\n').count(), "a NUL character is not allowed".to_owned()));
    }
    let mut guards: Vec<(usize, Guard)> = Vec::new();
    let mut keys = Keys { are_changes_guarded: source.contains("setmetatable"), ..Keys::default() };
    let mut head = Head::None;
    let mut lexer = Lexer::new(source);
    loop {
        let begin = lexer.skip_blanks()?;
        let Some(token) = lexer.token()? else { break };
        if let Token::Word(text) | Token::Text(text) = token {
            if text.starts_with(RESERVED) {
                return Err((lexer.line(), format!("names that begin with {RESERVED} are taken")));
            }
            if text.contains("__mode") {
                return Err((lexer.line(), "there are no weak tables: '__mode' is not allowed".to_owned()));
            }
        }
        let key = keys.next(token, begin).map_err(|what| (lexer.line(), what))?;
        if let Some((first, last)) = key {
            guards.push((first, Guard::BeforeKey));
            guards.push((last, Guard::AfterKey));
        }
        if head.next(token) {
            guards.push((begin, Guard::Step));
        }
        if matches!(token, Token::Word("do" | "repeat")) {
            guards.push((lexer.at, Guard::Step));
        }
    }
    if head != Head::None {
        return Err((lexer.line(), "a function has no body".to_owned()));
    }
    guards.sort_by_key(|&(at, _)| at);
    Ok(with_guards(source, &guards))
}

fn with_guards(source: &str, guards: &[(usize, Guard)]) -> String {
    let mut text = String::with_capacity(PROLOGUE.len() + source.len() + STEP.len() * guards.len());
    text.push_str(PROLOGUE);
    let (mut done, mut line) = (0, 1);
    for &(at, guard) in guards {
        let piece = &source[done..at];
        line += piece.matches('\n').count();
        text.push_str(piece);
        match guard {
            Guard::Step => text.push_str(STEP),
            Guard::BeforeKey => text.push_str("__fuda_key("),
            Guard::AfterKey => text.push_str(&format!(",{line})")),
        }
        done = at;
    }
    text.push_str(&source[done..]);
    text
}

/// Finds computed keys that a value may be stored under.
#[derive(Default)]
struct Keys {
    /// Whether a compound assignment may store under a new key.
    are_changes_guarded: bool,
    /// For each open bracket, where its inside begins, and the tokens before that
    /// are not literals.
    open: Vec<(usize, usize)>,
    /// The brackets that were closed last: their inside, and whether it is
    /// computed.
    closed: Option<(usize, usize, bool)>,
    /// The tokens so far that are not literals.
    computed: usize,
}

impl Keys {
    /// Takes the next token, and returns where a key begins and ends if the token
    /// may store under it.
    fn next(&mut self, token: Token<'_>, begin: usize) -> Result<Option<(usize, usize)>, String> {
        let closed = self.closed.take();
        let is_literal = matches!(token, Token::Text(_))
            || matches!(token, Token::Word(word) if word.starts_with(|first: char| first.is_ascii_digit()));
        match token {
            Token::Open => self.open.push((begin + 1, self.computed + 1)),
            Token::Close => {
                let (first, before) = self.open.pop().ok_or("']' without '['")?;
                // A single literal in the brackets needs no guard.
                self.closed = Some((first, begin, self.computed > before));
            }
            Token::Stores | Token::Changes => {
                if let Some((first, last, true)) = closed
                    && (token == Token::Stores || self.are_changes_guarded)
                {
                    self.computed += 1;
                    return Ok(Some((first, last)));
                }
            }
            _ => {}
        }
        self.computed += usize::from(!is_literal);
        Ok(None)
    }
}

/// How far the head of a function is read: its name, its parameters and the type
/// of what it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    /// Elsewhere.
    None,
    /// After `function`, before the parameters.
    Name,
    /// In the parameters, with this many parentheses open.
    Parameters(usize),
    /// After the parameters.
    AfterParameters,
    /// In the type, before one of its parts.
    TypePart,
    /// In the type, with this many brackets of any kind open.
    InBrackets(usize),
    /// In the type, after one of its parts: a name if there is one.
    AfterTypePart { is_name: bool, is_typeof: bool },
}

impl Head {
    /// Takes the next token. True if a body begins with it.
    fn next(&mut self, token: Token<'_>) -> bool {
        let sign = if let Token::Sign(sign) = token { sign } else { "" };
        let after_part = Head::AfterTypePart { is_name: false, is_typeof: false };
        *self = match (*self, sign) {
            (Head::None, _) => match token {
                Token::Word("function") => Head::Name,
                _ => Head::None,
            },
            (Head::Name, "(") => Head::Parameters(1),
            (Head::Name, _) => Head::Name,
            (Head::Parameters(open), "(") => Head::Parameters(open + 1),
            (Head::Parameters(1), ")") => Head::AfterParameters,
            (Head::Parameters(open), ")") => Head::Parameters(open - 1),
            (Head::Parameters(open), _) => Head::Parameters(open),
            (Head::AfterParameters, ":") => Head::TypePart,
            (Head::TypePart, "(" | "{") => Head::InBrackets(1),
            (Head::TypePart, _) => match token {
                Token::Word(word) => Head::AfterTypePart { is_name: true, is_typeof: word == "typeof" },
                Token::Text(_) => after_part,
                _ => Head::TypePart,
            },
            (Head::InBrackets(open), "(" | "{" | "<") => Head::InBrackets(open + 1),
            (Head::InBrackets(1), ")" | "}" | ">") => after_part,
            (Head::InBrackets(open), ")" | "}" | ">") => Head::InBrackets(open - 1),
            (Head::InBrackets(open), _) => Head::InBrackets(open),
            (Head::AfterTypePart { .. }, "|" | "&" | "->") => Head::TypePart,
            (Head::AfterTypePart { .. }, "?" | "...") => after_part,
            (Head::AfterTypePart { is_name: true, .. }, ".") => Head::TypePart,
            (Head::AfterTypePart { is_name: true, .. }, "<") => Head::InBrackets(1),
            (Head::AfterTypePart { is_typeof: true, .. }, "(") => Head::InBrackets(1),
            (Head::AfterParameters | Head::AfterTypePart { .. }, _) => {
                // The body may begin with another function.
                *self = Head::None;
                self.next(token);
                return true;
            }
        };
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{PROLOGUE, STEP, guarded};

    /// A guarded source with `·` for each step.
    fn stepped(source: &str) -> String {
        let text = guarded(source).expect("it can be guarded");
        text.strip_prefix(PROLOGUE).expect("the prologue").replace(STEP, "·")
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
            "function f() ·return function() ·end end",
            "s = `a{function() ·x() end}b`",
        ] {
            let source = expected.replace('·', "");
            assert_eq!(stepped(&source), expected, "{source}");
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
            ("t[k] -- what\n = 1", "t[__fuda_key(k,1)] -- what\n = 1"),
            ("t[k --[[ x ]] ] = 1", "t[__fuda_key(k --[[ x ]] ,1)] = 1"),
            ("t[`{k}`] = 1", "t[__fuda_key(`{k}`,1)] = 1"),
            (
                "s = `a{ t[k] == {} }b{function() t[k] = 1 end}`",
                "s = `a{ t[k] == {} }b{function() t[__fuda_key(k,1)] = 1 end}`",
            ),
            ("t[#t + 1] = 1", "t[__fuda_key(#t + 1,1)] = 1"),
            ("t[-1] = 1", "t[__fuda_key(-1,1)] = 1"),
        ] {
            assert_eq!(guarded_text(source), expected);
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
            "t[ [[a]] ] = 2",
            "x = {[1] = 2, ['b'] = 3}",
            "s = 't[k] = 1'",
            "s = \"t[k] = \\\" t[k] = 1\"",
            "s = [[t[k] = 1]] s = [==[ ]] t[k] = 1 ]==]",
            "-- t[k] = 1\nx = 1",
            "--[[ t[k] = 1 ]] x = 1",
            "--[==[ t[k] = 1 ]] ]==] x = 1",
            "type T = {[string]: number}",
            "s = `t[k] = 1`",
            "s = `\\{t[k] = 1`",
            "s = `\\u{41} t[k] = 1`",
            "s = 'a\\z  \n  b t[k] = 1'",
            "s = 'ö[k] = 1'",
        ] {
            assert_eq!(guarded_text(source), source);
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
        ] {
            assert_eq!(guarded(source).expect_err("refused").0, line, "{source}");
        }
    }
}
