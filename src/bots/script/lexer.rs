//! Splits the source of a script into tokens.

/// A source that cannot be guarded: the line, and what is wrong.
pub(super) type Refused = (usize, String);

/// What guards have to tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name, a keyword or a number.
    Word(&'a str),
    /// A text that is not interpolated, with its quotes.
    Text(&'a str),
    /// `[`.
    Open,
    /// `]`.
    Close,
    /// `=` or a comma: what stands before it in brackets may be a key to store
    /// under.
    Stores,
    /// A compound assignment: what stands before it in brackets is a key that has
    /// a value already.
    Changes,
    /// Any other sign, or a piece of an interpolated text.
    Sign(&'a str),
}

/// Signs of several characters that store nothing.
const LONG_SIGNS: [&str; 6] = ["==", "~=", "<=", ">=", "->", "..."];

/// Signs that change a value.
const CHANGES: [&str; 8] = ["+=", "-=", "*=", "//=", "/=", "%=", "^=", "..="];

/// Splits a source as Luau does, as far as guards are concerned.
pub(super) struct Lexer<'a> {
    source: &'a str,
    /// Where the next token begins, or blanks before it.
    pub at: usize,
    /// For each interpolated text around the code at hand, the braces that are
    /// open in it.
    interpolations: Vec<usize>,
}

impl<'a> Lexer<'a> {
    /// A lexer at the beginning of a source.
    pub fn new(source: &'a str) -> Lexer<'a> {
        Lexer { source, at: 0, interpolations: Vec::new() }
    }

    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    /// The line at hand, from 1.
    pub fn line(&self) -> usize {
        1 + self.source[..self.at].matches('\n').count()
    }

    fn fail<T>(&self, what: &str) -> Result<T, Refused> {
        Err((self.line(), what.to_owned()))
    }

    /// Skips blanks and comments; returns where the next token begins.
    pub fn skip_blanks(&mut self) -> Result<usize, Refused> {
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

    /// The next token, which begins where the lexer is.
    pub fn token(&mut self) -> Result<Option<Token<'a>>, Refused> {
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
                return Ok(Some(Token::Sign(&self.source[begin..self.at])));
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
                    return Ok(Some(Token::Sign(&self.source[begin..self.at])));
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
        let starts_with = |sign: &&&str| rest.starts_with(**sign);
        if let Some(sign) = LONG_SIGNS.iter().find(starts_with) {
            self.at += sign.len();
        } else if let Some(sign) = CHANGES.iter().find(starts_with) {
            self.at += sign.len();
            return Ok(Some(Token::Changes));
        } else if rest.starts_with(['=', ',']) {
            self.at += 1;
            return Ok(Some(Token::Stores));
        } else {
            self.skip_char();
        }
        Ok(Some(Token::Sign(&self.source[begin..self.at])))
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
