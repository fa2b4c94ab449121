//! The tokens of a script with their brackets matched, and the operands of `^`.

use super::lexer::{Kind, Refused, Token, tokens};
use super::types::after_type;

/// The tokens of a source that Luau has accepted.
pub(super) struct Source<'a> {
    pub tokens: Vec<Token<'a>>,
    /// For each token that opens a bracket, the one that closes it.
    closing: Vec<Option<usize>>,
}

impl<'a> Source<'a> {
    /// Splits a source into tokens, and matches their brackets.
    pub fn new(text: &'a str) -> Result<Source<'a>, Refused> {
        let tokens = tokens(text)?;
        let mut closing = vec![None; tokens.len()];
        let mut open = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            let (closes, opens) = match (token.kind, &*token.bytes) {
                (Kind::Sign, b"(" | b"[" | b"{") => (false, true),
                (Kind::Sign, b")" | b"]" | b"}") => (true, false),
                (Kind::Piece { code_before, code_after }, _) => (code_before, code_after),
                _ => (false, false),
            };
            if closes {
                let Some(first) = open.pop() else {
                    return Err((token.line, "a bracket closes that was not opened".to_owned()));
                };
                closing[first] = Some(at);
            }
            if opens {
                open.push(at);
            }
        }
        match open.last() {
            Some(&first) => Err((tokens[first].line, "a bracket is not closed".to_owned())),
            None => Ok(Source { tokens, closing }),
        }
    }

    pub fn is_sign(&self, at: usize, sign: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_sign(sign))
    }

    pub fn is_word(&self, at: usize, word: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_word(word))
    }

    /// Whether a token is a name or a keyword.
    pub fn is_name(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == Kind::Word)
    }

    /// The token that closes the bracket that one opens.
    pub fn closing(&self, at: usize) -> Option<usize> {
        self.closing.get(at).copied().flatten()
    }

    /// The place after the bracket that a token opens.
    pub fn after_closing(&self, at: usize) -> Result<usize, Refused> {
        match self.closing(at) {
            Some(last) => Ok(last + 1),
            None => self.fail(at, "a bracket is missing"),
        }
    }

    /// What is wrong at a token.
    pub fn fail<T>(&self, at: usize, what: &str) -> Result<T, Refused> {
        let token = self.tokens.get(at).or(self.tokens.last());
        Err((token.map_or(1, |token| token.line), what.to_owned()))
    }

    /// The operands of each `^`: its place, the first token on its left, and the
    /// last one on its right.
    pub fn powers(&self) -> Result<Vec<(usize, usize, usize)>, Refused> {
        let mut powers = Vec::new();
        // For each bracket around the token at hand, where the last operand in it
        // begins, and whether it may be over.
        let mut levels = vec![Level::default()];
        let mut at = 0;
        while let Some(token) = self.tokens.get(at) {
            let level = levels.last_mut().expect("one for each open bracket");
            let opens = self.closing(at).is_some();
            let closes = matches!(token.kind, Kind::Piece { code_before: true, .. })
                || [")", "]", "}"].iter().any(|sign| token.is_sign(sign));
            if closes {
                levels.pop();
                // The whole bracket is an operand, or the end of one.
                levels.last_mut().expect("brackets match").is_over = true;
            } else if token.is_sign("^") {
                let Some(first) = level.first.filter(|_| level.is_over) else {
                    return self.fail(at, "what stands before '^' has to be in parentheses");
                };
                powers.push((at, first, self.last_of_operand(at + 1)?));
                level.is_over = false;
            } else if token.is_sign("^=") {
                return self.fail(at, "'^=' is not supported: write x = x ^ y");
            } else if token.is_sign("::") {
                at = after_type(self, at + 1)?;
                continue;
            } else {
                level.next(token, at);
            }
            if opens {
                levels.push(Level::default());
            }
            at += 1;
        }
        Ok(powers)
    }

    /// The last token of the operand on the right of `^`.
    fn last_of_operand(&self, at: usize) -> Result<usize, Refused> {
        let mut at = at;
        loop {
            while self.is_sign(at, "-") || self.is_sign(at, "#") || self.is_word(at, "not") {
                at += 1;
            }
            if self.is_word(at, "function") || self.is_word(at, "if") || at >= self.tokens.len() {
                return self.fail(at, "what stands after '^' has to be in parentheses");
            }
            at = self.closing(at).unwrap_or(at) + 1;
            // What is read of it, and how it is called.
            loop {
                if self.is_sign(at, ".") || self.is_sign(at, ":") {
                    at += 2;
                } else if self.is_sign(at, "::") {
                    at = after_type(self, at + 1)?;
                } else if let Some(token) = self.tokens.get(at)
                    && is_suffix(token)
                {
                    at = self.closing(at).unwrap_or(at) + 1;
                } else {
                    break;
                }
            }
            if !self.is_sign(at, "^") {
                return Ok(at - 1);
            }
            at += 1;
        }
    }
}

/// Whether an operand goes on with a token: an index, or the arguments of a call.
fn is_suffix(token: &Token<'_>) -> bool {
    match token.kind {
        Kind::Text | Kind::Piece { code_before: false, .. } => true,
        Kind::Sign => matches!(&*token.bytes, b"(" | b"[" | b"{"),
        _ => false,
    }
}

/// The operand that is read last in a bracket.
#[derive(Default)]
struct Level {
    /// The token that it begins with; none if there is none that `^` could follow.
    first: Option<usize>,
    /// Whether it may be over.
    is_over: bool,
    /// Whether the next name is a part of it.
    is_named: bool,
}

/// The words that are no operands.
const KEYWORDS: [&str; 18] = [
    "and", "break", "do", "else", "elseif", "end", "for", "function", "if", "in", "local", "not", "or",
    "repeat", "return", "then", "until", "while",
];

impl Level {
    /// Takes a token that closes no bracket and is not `^`.
    fn next(&mut self, token: &Token<'_>, at: usize) {
        let is_named = std::mem::take(&mut self.is_named);
        let is_suffix = self.is_over && is_suffix(token);
        let begins = match token.kind {
            Kind::Word if KEYWORDS.iter().any(|word| token.is_word(word)) => None,
            Kind::Word if is_named => return,
            Kind::Sign if is_suffix => return self.is_over = false,
            Kind::Text | Kind::Piece { .. } if is_suffix => {
                return self.is_over = !matches!(token.kind, Kind::Piece { code_after: true, .. });
            }
            Kind::Word | Kind::Number | Kind::Text | Kind::Piece { .. } => Some(at),
            Kind::Sign => match &*token.bytes {
                b"." | b":" => return self.is_named = self.is_over,
                b"..." | b"(" | b"[" | b"{" => Some(at),
                _ => None,
            },
        };
        self.first = begins;
        let opens = matches!(&*token.bytes, b"(" | b"[" | b"{") && token.kind == Kind::Sign
            || matches!(token.kind, Kind::Piece { code_after: true, .. });
        self.is_over = begins.is_some() && !opens;
    }
}
