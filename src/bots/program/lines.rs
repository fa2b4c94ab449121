//! What a program writes, cut into lines.

use std::ops::Range;

/// The longest line that is read.
const LONGEST: usize = 1 << 20;

/// What a program wrote and nobody has read yet.
#[derive(Default)]
pub struct Lines {
    /// The text, of which what is before `begin` was read; up to `searched` there
    /// is no end of a line.
    text: Vec<u8>,
    begin: usize,
    searched: usize,
}

impl Lines {
    /// Adds what came.
    pub fn add(&mut self, chunk: &[u8]) {
        self.text.drain(..self.begin);
        self.searched -= self.begin;
        self.begin = 0;
        self.text.extend_from_slice(chunk);
    }

    /// Finds the next line; none if its end has not come yet.
    pub fn find(&mut self) -> Option<Range<usize>> {
        let Some(length) = self.text[self.searched..].iter().position(|&byte| byte == b'\n') else {
            self.searched = self.text.len();
            return None;
        };
        let end = self.searched + length;
        let line = self.begin..end;
        (self.begin, self.searched) = (end + 1, end + 1);
        Some(line)
    }

    /// A line that was just found, without its end.
    pub fn at(&self, line: Range<usize>) -> &[u8] {
        &self.text[line]
    }

    /// What was not read yet.
    pub fn rest(&self) -> &[u8] {
        &self.text[self.begin..]
    }

    /// Whether what was not read is longer than any line may be.
    pub fn is_too_long(&self) -> bool {
        self.rest().len() > LONGEST
    }
}
