//! Splits the source of a script into tokens, as Luau's lexer does
//! (`Ast/src/Lexer.cpp`).
//!
//! Whatever this lexer takes for a comment never reaches Luau, and texts reach it
//! with every unusual character escaped: scripts are compiled from these tokens
//! ([`super::guards`]), so both lexers cannot differ about where code is.

use std::borrow::Cow;

/// A source that cannot be guarded: the line, and what is wrong.
pub(super) type Refused = (usize, String);

/// What kinds of tokens there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, a keyword or an attribute.
    Word,
    Number,
    /// A text that is not interpolated: its bytes.
    Text,
    /// A piece of an interpolated text: its bytes. Code comes before it, after it,
    /// both, or neither.
    Piece {
        code_before: bool,
        code_after: bool,
    },
    Sign,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub kind: Kind,
    /// The token as it stands; of texts, what they are.
    pub bytes: Cow<'a, [u8]>,
    /// The line that it begins in, from 1.
    pub line: usize,
}

impl Token<'_> {
    /// Whether it is a sign.
    pub fn is_sign(&self, sign: &str) -> bool {
        self.kind == Kind::Sign && *self.bytes == *sign.as_bytes()
    }

    /// Whether it is a name or a keyword.
    pub fn is_word(&self, word: &str) -> bool {
        self.kind == Kind::Word && *self.bytes == *word.as_bytes()
    }

    /// Writes it so that nothing before or after it can be taken for a part of it.
    pub fn write(&self, text: &mut String) {
        match self.kind {
            Kind::Text => {
                text.push('"');
                write_escaped(&self.bytes, text);
                text.push('"');
            }
            Kind::Piece { code_before, code_after } => {
                text.push(if code_before { '}' } else { '`' });
                write_escaped(&self.bytes, text);
                text.push(if code_after { '{' } else { '`' });
            }
            Kind::Word | Kind::Number | Kind::Sign => text.push_str(&String::from_utf8_lossy(&self.bytes)),
        }
    }
}

/// Writes the bytes of a text: what might end it or mean something else is
/// escaped.
fn write_escaped(bytes: &[u8], text: &mut String) {
    for &byte in bytes {
        match byte {
            b'"' | b'\'' | b'`' | b'{' | b'\\' => text.push_str(&format!("\\{byte:03}")),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\{byte:03}")),
        }
    }
}

/// Signs of several characters; of those that begin alike the longest one comes
/// first.
const LONG_SIGNS: [&str; 20] = [
    "...", "..=", "//=", "..", "//", "->", "-=", "+=", "*=", "/=", "%=", "^=", "==", "~=", "<=", ">=", "::",
    // Of these Luau makes tokens of their own.
    "@[", "<<", "\\",
];

/// Signs of one character.
const SIGNS: &[u8] = b"()[]{};,#?&|+-*/%^=<>.:";

/// The tokens of a source.
///
/// # Errors
/// If a text or a comment does not end, or there is a character that means
/// nothing.
pub(super) fn tokens(source: &str) -> Result<Vec<Token<'_>>, Refused> {
    let mut lexer = Lexer { source: source.as_bytes(), at: 0, line: 1, interpolations: Vec::new() };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next()? {
        tokens.push(token);
    }
    Ok(tokens)
}

struct Lexer<'a> {
    source: &'a [u8],
    at: usize,
    line: usize,
    /// For each interpolated text around the code at hand, the braces that are
    /// open in it.
    interpolations: Vec<usize>,
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'\x0b' | b'\x0c')
}

fn is_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.source[self.at..]
    }

    /// The byte that many places further, or 0.
    fn peek(&self, ahead: usize) -> u8 {
        self.source.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Takes some bytes, and counts their lines.
    fn take(&mut self, count: usize) -> &'a [u8] {
        let taken = &self.rest()[..count];
        self.line += taken.split(|&byte| byte == b'\n').count() - 1;
        self.at += count;
        taken
    }

    fn take_while(&mut self, is_part: impl Fn(u8) -> bool) -> &'a [u8] {
        self.take(self.rest().iter().take_while(|&&byte| is_part(byte)).count())
    }

    fn fail<T>(&self, what: &str) -> Result<T, Refused> {
        Err((self.line, what.to_owned()))
    }

    fn skip_blanks(&mut self) -> Result<(), Refused> {
        loop {
            self.take_while(is_blank);
            if !self.rest().starts_with(b"--") {
                return Ok(());
            }
            self.take(2);
            match long_bracket(self.rest()) {
                Some(level) => {
                    self.long_text(level)?;
                }
                // Carriage returns only come before line breaks.
                None => {
                    self.take_while(|byte| byte != b'\n');
                }
            }
        }
    }

    fn next(&mut self) -> Result<Option<Token<'a>>, Refused> {
        self.skip_blanks()?;
        let line = self.line;
        let first = self.peek(0);
        if self.rest().is_empty() {
            return Ok(None);
        }
        let (kind, bytes) = match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => (Kind::Word, self.take_while(is_in_name).into()),
            b'@' if self.peek(1).is_ascii_alphabetic() || self.peek(1) == b'_' => {
                let length = 1 + self.rest()[1..].iter().take_while(|&&byte| is_in_name(byte)).count();
                (Kind::Word, self.take(length).into())
            }
            b'0'..=b'9' => (Kind::Number, self.number().into()),
            b'.' if self.peek(1).is_ascii_digit() => (Kind::Number, self.number().into()),
            b'"' | b'\'' => {
                self.take(1);
                let raw = self.until(|byte| byte == first)?;
                self.take(1);
                (Kind::Text, self.unescaped(raw)?)
            }
            b'`' => self.piece(false)?,
            b'}' if self.interpolations.last() == Some(&0) => {
                self.interpolations.pop();
                self.piece(true)?
            }
            b'[' => match long_bracket(self.rest()) {
                Some(level) => (Kind::Text, normalized(self.long_text(level)?)),
                None if self.peek(1) == b'=' => {
                    return self.fail("a long text is not opened as it should be");
                }
                None => (Kind::Sign, self.take(1).into()),
            },
            _ => (Kind::Sign, self.sign()?.into()),
        };
        if let (Kind::Sign, Some(open)) = (kind, self.interpolations.last_mut()) {
            match first {
                b'{' => *open += 1,
                b'}' => *open -= 1,
                _ => {}
            }
        }
        Ok(Some(Token { kind, bytes, line }))
    }

    fn sign(&mut self) -> Result<&'a [u8], Refused> {
        let rest = self.rest();
        if let Some(sign) = LONG_SIGNS.iter().find(|sign| rest.starts_with(sign.as_bytes())) {
            return match *sign {
                "@[" => self.fail("attributes with parameters are not supported"),
                "<<" => self.fail("types of a call's parameters are not supported"),
                "\\" => self.fail("a backslash outside of a text"),
                sign => Ok(self.take(sign.len())),
            };
        }
        if SIGNS.contains(&rest[0]) {
            return Ok(self.take(1));
        }
        let shown = String::from_utf8_lossy(rest).chars().next().unwrap_or_default();
        self.fail(&format!("the character '{}' means nothing here", shown.escape_default()))
    }

    /// A number, or what looks like one: with all digits, letters and dots that
    /// follow.
    fn number(&mut self) -> &'a [u8] {
        let is_digit = |byte: u8| byte.is_ascii_digit() || byte == b'.' || byte == b'_';
        let mut length = self.rest().iter().take_while(|&&byte| is_digit(byte)).count();
        if matches!(self.peek(length), b'e' | b'E') {
            length += 1;
            length += usize::from(matches!(self.peek(length), b'+' | b'-'));
        }
        length += self.rest()[length..].iter().take_while(|&&byte| is_in_name(byte)).count();
        self.take(length)
    }

    /// A text in long brackets.
    fn long_text(&mut self, level: usize) -> Result<&'a [u8], Refused> {
        let end = format!("]{}]", "=".repeat(level));
        let body = &self.rest()[level + 2..];
        let found = body.windows(end.len()).position(|window| window == end.as_bytes());
        let Some(length) = found else { return self.fail("a long text or comment does not end") };
        self.take(level + 2);
        let text = self.take(length);
        self.take(end.len());
        Ok(text)
    }

    /// What stands before the end of a text, with its escapes.
    fn until(&mut self, is_end: impl Fn(u8) -> bool) -> Result<&'a [u8], Refused> {
        let begin = self.at;
        loop {
            match self.peek(0) {
                0 | b'\r' | b'\n' => return self.fail("a text does not end"),
                b'\\' => {
                    // The brace of `\u{1f}` begins no code.
                    let is_long = matches!((self.peek(1), self.peek(2)), (b'\r', b'\n') | (b'u', b'{'));
                    let is_blanks = self.peek(1) == b'z';
                    let length = if is_long { 3 } else { 2 };
                    if self.rest().len() < length {
                        return self.fail("a text does not end");
                    }
                    self.take(length);
                    if is_blanks {
                        self.take_while(is_blank);
                    }
                }
                byte if is_end(byte) => return Ok(&self.source[begin..self.at]),
                _ => {
                    self.take(1);
                }
            }
        }
    }

    /// A piece of an interpolated text, up to its end or to the next code in it.
    fn piece(&mut self, code_before: bool) -> Result<(Kind, Cow<'a, [u8]>), Refused> {
        self.take(1);
        let raw = self.until(|byte| byte == b'`' || byte == b'{')?;
        let code_after = self.take(1) == b"{";
        if code_after {
            self.interpolations.push(0);
        }
        Ok((Kind::Piece { code_before, code_after }, self.unescaped(raw)?))
    }

    /// The bytes of a text with escapes.
    fn unescaped(&self, raw: &'a [u8]) -> Result<Cow<'a, [u8]>, Refused> {
        if !raw.contains(&b'\\') {
            return Ok(raw.into());
        }
        match unescaped(raw) {
            Some(bytes) => Ok(bytes.into()),
            None => self.fail("a text has an escape that means nothing"),
        }
    }
}

/// The level of the long bracket that a text begins with, if it does.
fn long_bracket(text: &[u8]) -> Option<usize> {
    let inner = text.strip_prefix(b"[")?;
    let level = inner.iter().take_while(|&&byte| byte == b'=').count();
    (inner.get(level) == Some(&b'[')).then_some(level)
}

/// A text in long brackets: without a first line break, and with all others as one
/// character.
fn normalized(raw: &[u8]) -> Cow<'_, [u8]> {
    let raw = raw.strip_prefix(b"\r\n").or_else(|| raw.strip_prefix(b"\n")).unwrap_or(raw);
    if !raw.contains(&b'\r') {
        return raw.into();
    }
    raw.iter().copied().filter(|&byte| byte != b'\r').collect()
}

/// What a text with escapes is. None if an escape means nothing.
fn unescaped(raw: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let (&escape, after) = rest.split_first()?;
        rest = after;
        match escape {
            b'\r' => {
                bytes.push(b'\n');
                rest = rest.strip_prefix(b"\n").unwrap_or(rest);
            }
            b'z' => {
                let blanks = rest.iter().take_while(|&&byte| is_blank(byte)).count();
                rest = &rest[blanks..];
            }
            b'x' => {
                bytes.push(u8::try_from(number(rest.get(..2)?, 16)?).ok()?);
                rest = &rest[2..];
            }
            b'u' => {
                let inner = rest.strip_prefix(b"{")?;
                let length = inner.iter().position(|&byte| byte == b'}')?;
                push_utf8(number(&inner[..length], 16)?, &mut bytes)?;
                rest = &inner[length + 1..];
            }
            b'0'..=b'9' => {
                let more = rest.iter().take(2).take_while(|byte| byte.is_ascii_digit()).count();
                let code = rest[..more]
                    .iter()
                    .fold(u32::from(escape - b'0'), |code, &digit| 10 * code + u32::from(digit - b'0'));
                bytes.push(u8::try_from(code).ok()?);
                rest = &rest[more..];
            }
            b'a' => bytes.push(7),
            b'b' => bytes.push(8),
            b'f' => bytes.push(12),
            b'n' => bytes.push(b'\n'),
            b'r' => bytes.push(b'\r'),
            b't' => bytes.push(b'\t'),
            b'v' => bytes.push(11),
            other => bytes.push(other),
        }
    }
    Some(bytes)
}

/// A number from its digits; none if there is no digit, too many, or another
/// character.
fn number(digits: &[u8], base: u32) -> Option<u32> {
    if digits.is_empty() || digits.len() > 16 {
        return None;
    }
    digits.iter().try_fold(0_u32, |code, &digit| {
        // As Luau does it, which keeps 32 bits of it.
        Some(code.wrapping_mul(base).wrapping_add(char::from(digit).to_digit(base)?))
    })
}

/// The bytes of a code point, which may be one that UTF-8 leaves out.
fn push_utf8(code: u32, bytes: &mut Vec<u8>) -> Option<()> {
    let tail = |shift: u32| 0x80 | (code >> shift & 0x3f) as u8;
    match code {
        0..0x80 => bytes.push(code as u8),
        0x80..0x800 => bytes.extend([0xc0 | (code >> 6) as u8, tail(0)]),
        0x800..0x1_0000 => bytes.extend([0xe0 | (code >> 12) as u8, tail(6), tail(0)]),
        0x1_0000..0x11_0000 => bytes.extend([0xf0 | (code >> 18) as u8, tail(12), tail(6), tail(0)]),
        _ => return None,
    }
    Some(())
}
