//! Guards the keys of tables.
//!
//! The order in which Luau goes through a table follows from the hashes of its
//! keys. Those of numbers, texts and truth values follow from their content;
//! those of tables and functions from their addresses, which differ from run to
//! run. So a script may not use these as keys: each computed key that a value
//! may be stored under is passed to a function that refuses them,
//!
//! ```text
//! seen[card] = true    becomes    seen[__fuda_key(card)] = true
//! ```
//!
//! A key is computed where brackets are followed by an assignment, or by a comma,
//! as in `a[i], b[j] = 1, 2`. What `rawset` stores is checked when it is called.
//! With such keys only, and with a collector that runs at fixed points, the same
//! steps give the same tables. Nothing else in a source is changed, and every
//! line keeps its number.

/// The name that all names begin with which are added to a script.
pub(super) const RESERVED: &str = "__fuda";

/// What stands before the first word of a script, in the same line: a local
/// function is inlined. It is the builtin `type` whatever a script makes of the
/// name later.
pub(super) const PROLOGUE: &str = "local __fuda_refuse = ... local __fuda_type = type \
local function __fuda_key(__fuda_k) local __fuda_t = __fuda_type(__fuda_k) \
if __fuda_t == \"number\" or __fuda_t == \"string\" or __fuda_t == \"boolean\" \
then return __fuda_k end return __fuda_refuse(__fuda_k) end ";

/// A source that cannot be guarded: the line, and what is wrong.
pub(super) type Refused = (usize, String);

/// What the next code may mean for the brackets before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    /// A name, a keyword or a number.
    Word(&'a str),
    /// A text that is not interpolated, with its quotes.
    Text(&'a str),
    Open,
    Close,
    /// `=`, a compound assignment or a comma: what stands before it in brackets
    /// may be a key to store under.
    Stores,
    Other,
}

/// The source with guarded keys.
pub(super) fn guarded(source: &str) -> Result<String, Refused> {
    if let Some(at) = source.find('\0') {
        return Err((1 + source[..at].matches('\n').count(), "a NUL character is not allowed".to_owned()));
    }
    let mut guards: Vec<(usize, &str)> = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    // The brackets that were closed last, and how many tokens they had inside
    // that are not literals.
    let mut closed: Option<(usize, usize, bool)> = None;
    let mut lexer = Lexer { source, at: 0, interpolations: Vec::new() };
    let mut tokens = 0;
    let mut literals = 0;
    loop {
        let begin = lexer.skip_blanks()?;
        let Some(token) = lexer.token()? else { break };
        tokens += 1;
        let text = match token {
            Token::Word(text) | Token::Text(text) => text,
            _ => "",
        };
        if text.starts_with(RESERVED) {
            return Err((lexer.line(), format!("names that begin with {RESERVED} are taken")));
        }
        if text.contains("__mode") {
            return Err((lexer.line(), "there are no weak tables: '__mode' is not allowed".to_owned()));
        }
        let is_literal = matches!(token, Token::Text(_))
            || matches!(token, Token::Word(word) if word.starts_with(|first: char| first.is_ascii_digit()));
        literals += usize::from(is_literal);
        match token {
            Token::Open => open.push((begin + 1, tokens - literals)),
            Token::Close => {
                let (first, others) =
                    open.pop().ok_or_else(|| (lexer.line(), "']' without '['".to_owned()))?;
                // A single literal in the brackets needs no guard.
                let is_computed = tokens - literals - 1 > others;
                closed = Some((first, begin, is_computed));
                continue;
            }
            Token::Stores => {
                if let Some((first, last, true)) = closed {
                    guards.push((first, "__fuda_key("));
                    guards.push((last, ")"));
                }
            }
            _ => {}
        }
        closed = None;
    }
    guards.sort_by_key(|&(at, _)| at);
    Ok(with_guards(source, &guards))
}

fn with_guards(source: &str, guards: &[(usize, &str)]) -> String {
    let mut text = String::with_capacity(PROLOGUE.len() + source.len() + 16 * guards.len());
    text.push_str(PROLOGUE);
    let mut done = 0;
    for &(at, guard) in guards {
        text.push_str(&source[done..at]);
        text.push_str(guard);
        done = at;
    }
    text.push_str(&source[done..]);
    text
}

/// Splits a source as Luau does, as far as brackets are concerned.
struct Lexer<'a> {
    source: &'a str,
    at: usize,
    /// For each interpolated text around the code at hand, the braces that are
    /// open in it.
    interpolations: Vec<usize>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn line(&self) -> usize {
        1 + self.source[..self.at].matches('\n').count()
    }

    fn fail<T>(&self, what: &str) -> Result<T, Refused> {
        Err((self.line(), what.to_owned()))
    }

    /// Skips blanks and comments; returns where the next token begins.
    fn skip_blanks(&mut self) -> Result<usize, Refused> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n', '\x0b', '\x0c']).len();
            let Some(comment) = self.rest().strip_prefix("--") else { return Ok(self.at) };
            self.at += 2;
            match long_bracket(comment) {
                Some(level) => self.skip_long(level)?,
                None => self.at += comment.find('\n').unwrap_or(comment.len()),
            }
        }
    }

    /// Skips a text in long brackets.
    fn skip_long(&mut self, level: usize) -> Result<(), Refused> {
        let end = format!("]{}]", "=".repeat(level));
        let body = &self.rest()[level + 2..];
        let Some(length) = body.find(&end) else { return self.fail("a long text or comment does not end") };
        self.at += level + 2 + length + end.len();
        Ok(())
    }

    fn token(&mut self) -> Result<Option<Token<'a>>, Refused> {
        let rest = self.rest();
        let Some(first) = rest.bytes().next() else { return Ok(None) };
        let begin = self.at;
        match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'0'..=b'9' => {
                let is_end = |letter: char| !letter.is_ascii_alphanumeric() && letter != '_';
                self.at += rest.find(is_end).unwrap_or(rest.len());
                return Ok(Some(Token::Word(&self.source[begin..self.at])));
            }
            b'"' | b'\'' => {
                self.skip_quoted(first)?;
                return Ok(Some(Token::Text(&self.source[begin..self.at])));
            }
            b'`' => {
                self.at += 1;
                self.skip_interpolated()?;
                return Ok(Some(Token::Other));
            }
            b'{' => {
                if let Some(open) = self.interpolations.last_mut() {
                    *open += 1;
                }
            }
            b'}' => match self.interpolations.last_mut() {
                Some(0) => {
                    self.interpolations.pop();
                    self.at += 1;
                    self.skip_interpolated()?;
                    return Ok(Some(Token::Other));
                }
                Some(open) => *open -= 1,
                None => {}
            },
            b'[' => {
                if let Some(level) = long_bracket(rest) {
                    self.skip_long(level)?;
                    return Ok(Some(Token::Text(&self.source[begin..self.at])));
                }
                self.at += 1;
                return Ok(Some(Token::Open));
            }
            b']' => {
                self.at += 1;
                return Ok(Some(Token::Close));
            }
            _ => {}
        }
        for compared in ["==", "~=", "<=", ">="] {
            if rest.starts_with(compared) {
                self.at += 2;
                return Ok(Some(Token::Other));
            }
        }
        for stores in ["=", ",", "+=", "-=", "*=", "//=", "/=", "%=", "^=", "..="] {
            if rest.starts_with(stores) {
                self.at += stores.len();
                return Ok(Some(Token::Stores));
            }
        }
        self.at += rest.chars().next().map_or(1, char::len_utf8);
        Ok(Some(Token::Other))
    }

    /// Skips a text in quotes.
    fn skip_quoted(&mut self, quote: u8) -> Result<(), Refused> {
        self.at += 1;
        loop {
            match self.rest().bytes().next() {
                None | Some(b'\n') => return self.fail("a text does not end"),
                Some(b'\\') => self.skip_escape(),
                Some(byte) => {
                    self.skip_char();
                    if byte == quote {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Skips an interpolated text up to its end, or to the next code in it.
    fn skip_interpolated(&mut self) -> Result<(), Refused> {
        loop {
            match self.rest().bytes().next() {
                None | Some(b'\n') => return self.fail("a text does not end"),
                Some(b'\\') => self.skip_escape(),
                Some(b'`') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'{') => {
                    self.at += 1;
                    self.interpolations.push(0);
                    return Ok(());
                }
                Some(_) => self.skip_char(),
            }
        }
    }

    /// Skips a backslash with what it escapes: a line break, which may be one of
    /// two characters; with `\z` all blanks. The brace of `\u{1f}` begins no code.
    fn skip_escape(&mut self) {
        self.at += 1;
        if self.rest().starts_with("\r\n") || self.rest().starts_with("u{") {
            self.at += 2;
        } else if let Some(rest) = self.rest().strip_prefix('z') {
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n', '\x0b', '\x0c']).len();
            self.at += 1 + blanks;
        } else {
            self.skip_char();
        }
    }

    fn skip_char(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }
}

/// The level of the long bracket that a text begins with, if it does.
fn long_bracket(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let level = inner.len() - inner.trim_start_matches('=').len();
    inner[level..].starts_with('[').then_some(level)
}

#[cfg(test)]
mod tests {
    use super::{PROLOGUE, guarded};

    fn guarded_text(source: &str) -> String {
        let text = guarded(source).expect("it can be guarded");
        text.strip_prefix(PROLOGUE).expect("the prologue").to_owned()
    }

    #[test]
    fn computed_keys_that_are_stored_under_are_guarded() {
        for (source, expected) in [
            ("t[k] = 1", "t[__fuda_key(k)] = 1"),
            ("t[ k ]=1", "t[__fuda_key( k )]=1"),
            ("t[k] += 1", "t[__fuda_key(k)] += 1"),
            ("t[k] ..= 'x'", "t[__fuda_key(k)] ..= 'x'"),
            ("t[k] //= 2", "t[__fuda_key(k)] //= 2"),
            ("a[i], b[j] = 1, 2", "a[__fuda_key(i)], b[__fuda_key(j)] = 1, 2"),
            ("x = {[k] = v, [f()] = 2}", "x = {[__fuda_key(k)] = v, [__fuda_key(f())] = 2}"),
            ("a[b[c]] = 1", "a[__fuda_key(b[c])] = 1"),
            ("a[b][c] = 1", "a[b][__fuda_key(c)] = 1"),
            ("t[k] -- what\n = 1", "t[__fuda_key(k)] -- what\n = 1"),
            ("t[k --[[ x ]] ] = 1", "t[__fuda_key(k --[[ x ]] )] = 1"),
            ("t[`{k}`] = 1", "t[__fuda_key(`{k}`)] = 1"),
            (
                "s = `a{ t[k] == {} }b{function() t[k] = 1 end}`",
                "s = `a{ t[k] == {} }b{function() t[__fuda_key(k)] = 1 end}`",
            ),
            ("t[#t + 1] = 1", "t[__fuda_key(#t + 1)] = 1"),
            ("t[-1] = 1", "t[__fuda_key(-1)] = 1"),
        ] {
            assert_eq!(guarded_text(source), expected);
        }
    }

    #[test]
    fn everything_else_stays_as_it_is() {
        for source in [
            "x = t[k]",
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
