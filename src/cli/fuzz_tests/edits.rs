//! Edits that turn a document into one that is almost right.

use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::prop_oneof;
use proptest::sample::Index;

/// The most edits of one document.
const MOST: usize = 8;

/// No document grows by more than this: it is edits that are looked for, not
/// size.
const GROWTH: usize = 20_000;

/// Texts that are somewhere at a limit of what is read.
const LIMITS: [&str; 40] = [
    "0",
    "1",
    "-1",
    "255",
    "256",
    "65536",
    "-2147483649",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e12",
    "1e308",
    "1e309",
    "-0.0",
    "0.1",
    "nan",
    "inf",
    "-inf",
    "true",
    "false",
    "\"\"",
    "''",
    "[]",
    "{}",
    "[[]]",
    "[1, 2]",
    "null",
    "\0",
    "\n",
    "\r\n",
    "\u{feff}",
    "\u{202e}",
    "カブ",
    "\\",
    "\"",
    "=",
    "1979-05-27",
];

/// One edit; positions are shares of the document.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Puts a text there, over so many bytes.
    Put(Index, u8, Index),
    /// Changes a byte.
    Byte(Index, u8),
    /// Removes bytes.
    Remove(Index, u8),
    /// Repeats bytes, several times.
    Repeat(Index, u8, u8),
    /// Gives a value in a line `KEY = VALUE` another text.
    Value(Index, Index),
    /// Removes a line.
    RemoveLine(Index),
    /// Copies a line to another place.
    CopyLine(Index, Index),
    /// Takes a line from another document.
    TakeLine(Index, Index, Index),
    /// Cuts off the rest.
    Cut(Index),
}

/// Documents and texts of which others are made.
pub struct Corpus {
    /// Documents that are right, or once were a fault.
    pub documents: Vec<Vec<u8>>,
    /// Texts that mean something in them.
    pub words: Vec<String>,
}

/// Random edits of a random document.
pub type Plan = (Index, Vec<Edit>);

/// The plans for a document.
pub fn plans() -> impl Strategy<Value = Plan> {
    let at = any::<Index>;
    let edit = (0..20_u8, at(), at(), at(), any::<u8>(), any::<u8>()).prop_map(
        |(kind, one, other, third, length, byte)| match kind {
            0..=3 => Edit::Put(one, length % 16, other),
            4..=5 => Edit::Byte(one, byte),
            6..=7 => Edit::Remove(one, length),
            8 => Edit::Repeat(one, length, byte),
            9..=13 => Edit::Value(one, other),
            14..=15 => Edit::RemoveLine(one),
            16 => Edit::CopyLine(one, other),
            17..=18 => Edit::TakeLine(one, other, third),
            _ => Edit::Cut(one),
        },
    );
    // Most often few: each edit of many may be what is refused.
    (at(), prop_oneof![3 => vec(edit.clone(), 0..3), 1 => vec(edit, 3..MOST)])
}

impl Corpus {
    /// The document that a plan makes.
    pub fn document(&self, (chosen, edits): &Plan) -> Vec<u8> {
        let mut document = chosen.get(&self.documents).clone();
        let longest = document.len() + GROWTH;
        for edit in edits {
            self.apply(edit, &mut document);
            document.truncate(longest);
        }
        document
    }

    fn word(&self, index: Index) -> &str {
        match index.index(self.words.len() + LIMITS.len()).checked_sub(LIMITS.len()) {
            Some(own) => &self.words[own],
            None => LIMITS[index.index(LIMITS.len())],
        }
    }

    fn apply(&self, edit: &Edit, document: &mut Vec<u8>) {
        let place = |index: &Index, document: &[u8]| index.index(document.len() + 1);
        let span = |index: &Index, length: u8, document: &[u8]| {
            let begin = place(index, document);
            begin..document.len().min(begin + usize::from(length))
        };
        match edit {
            Edit::Put(at, length, word) => {
                let span = span(at, *length, document);
                drop(document.splice(span, self.word(*word).bytes()));
            }
            Edit::Byte(at, byte) if !document.is_empty() => {
                let at = at.index(document.len());
                document[at] = *byte;
            }
            Edit::Byte(..) => {}
            Edit::Remove(at, length) => drop(document.drain(span(at, *length, document))),
            Edit::Repeat(at, length, times) => {
                let span = span(at, *length, document);
                let repeated = document[span.clone()].repeat(usize::from(*times));
                drop(document.splice(span, repeated));
            }
            Edit::Value(line, word) => {
                let span = line_at(document, *line);
                let value = document[span.clone()].iter().position(|&byte| byte == b'=');
                if let Some(value) = value {
                    let value = span.start + value + 1..span.end;
                    drop(document.splice(value, self.word(*word).bytes()));
                }
            }
            Edit::RemoveLine(line) => drop(document.drain(line_at(document, *line))),
            Edit::CopyLine(line, to) => {
                let line = document[line_at(document, *line)].to_vec();
                insert_line(document, *to, &line);
            }
            Edit::TakeLine(from, line, to) => {
                let other = from.get(&self.documents);
                insert_line(document, *to, &other[line_at(other, *line)]);
            }
            Edit::Cut(at) => document.truncate(place(at, document)),
        }
    }
}

/// Where a line of a document begins and ends, without what ends it.
fn line_at(document: &[u8], line: Index) -> std::ops::Range<usize> {
    let within = line.index(document.len() + 1);
    let begin = document[..within].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let end =
        document[within..].iter().position(|&byte| byte == b'\n').map_or(document.len(), |at| within + at);
    begin..end
}

/// Puts a line before the one at a place.
fn insert_line(document: &mut Vec<u8>, at: Index, line: &[u8]) {
    let begin = line_at(document, at).start;
    drop(document.splice(begin..begin, line.iter().copied().chain([b'\n'])));
}
