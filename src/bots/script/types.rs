//! Where types end in the source of a script: what follows a function's
//! parameters up to its body, and what follows `::`.
//!
//! This follows Luau's own parser (`parseReturnType` and `parseType` in
//! `Ast/src/Parser.cpp`), for sources that Luau has accepted.

use super::lexer::{Kind, Refused};
use super::structure::Source;

/// The most types that one may be in.
const DEEP: usize = 200;

/// The place after a function's return type that begins at a token.
pub(super) fn after_return_type(source: &Source<'_>, at: usize) -> Result<usize, Refused> {
    Types { source, depth: 0 }.return_type(at)
}

/// The place after a type that begins at a token.
pub(super) fn after_type(source: &Source<'_>, at: usize) -> Result<usize, Refused> {
    Types { source, depth: 0 }.any(at)
}

/// The place after what begins with `<`: generic types, or parameters of a type.
pub(super) fn after_angle_brackets(source: &Source<'_>, at: usize) -> Result<usize, Refused> {
    let (mut at, mut open) = (at, 0_usize);
    loop {
        let Some(token) = source.tokens.get(at) else {
            return source.fail(at, "a list of types does not end");
        };
        if token.is_sign("<") {
            open += 1;
        } else if token.is_sign(">") {
            open -= 1;
            if open == 0 {
                return Ok(at + 1);
            }
        }
        at = source.closing(at).unwrap_or(at) + 1;
    }
}

struct Types<'a> {
    source: &'a Source<'a>,
    depth: usize,
}

impl Types<'_> {
    fn is(&self, at: usize, sign: &str) -> bool {
        self.source.is_sign(at, sign)
    }

    fn deeper<T>(
        &mut self,
        at: usize,
        then: impl FnOnce(&mut Self) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        if self.depth == DEEP {
            return self.source.fail(at, "a type is in too many others");
        }
        self.depth += 1;
        let done = then(self);
        self.depth -= 1;
        done
    }

    /// `...T`, `T...`, `(A, B)`, `(A) -> B`, or a type.
    fn return_type(&mut self, at: usize) -> Result<usize, Refused> {
        if self.is(at, "...") {
            return self.any(at + 1);
        }
        if self.source.is_name(at) && self.is(at + 1, "...") {
            return Ok(at + 2);
        }
        self.any(at)
    }

    /// Types with `|`, `&` and `?` between and after them.
    fn any(&mut self, at: usize) -> Result<usize, Refused> {
        let mut at = at;
        if self.is(at, "|") || self.is(at, "&") {
            at += 1;
        }
        loop {
            at = self.deeper(at, |types| types.one(at))?;
            while self.is(at, "?") {
                at += 1;
            }
            if !(self.is(at, "|") || self.is(at, "&")) {
                return Ok(at);
            }
            at += 1;
        }
    }

    fn one(&mut self, at: usize) -> Result<usize, Refused> {
        let source = self.source;
        let Some(token) = source.tokens.get(at) else { return source.fail(at, "a type is missing") };
        match token.kind {
            Kind::Text => Ok(at + 1),
            Kind::Word if token.is_word("typeof") && self.is(at + 1, "(") => source.after_closing(at + 1),
            Kind::Word => {
                let mut at = at + 1;
                if self.is(at, ".") {
                    at += 2;
                }
                if self.is(at, "<") { after_angle_brackets(source, at) } else { Ok(at) }
            }
            Kind::Sign if token.is_sign("{") => source.after_closing(at),
            Kind::Sign if token.is_sign("<") => {
                let at = after_angle_brackets(source, at)?;
                self.parameters(at)
            }
            Kind::Sign if token.is_sign("(") => self.parameters(at),
            _ => source.fail(at, "a type is missing"),
        }
    }

    /// A type in parentheses, or the type of a function.
    fn parameters(&mut self, at: usize) -> Result<usize, Refused> {
        let at = self.source.after_closing(at)?;
        if self.is(at, "->") { self.deeper(at, |types| types.return_type(at + 1)) } else { Ok(at) }
    }
}
