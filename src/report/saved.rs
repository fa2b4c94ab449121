//! Saved counts, `COMMAND.tally` and checkpoints: trusted only if they are
//! whole.
//!
//! Two lines say what the file is and what its checksum is; the rest is in the
//! `postcard` format: the record of the request with the range of blocks that
//! were counted, and the counts.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::{BlockSet, Record, SavedRows};
use crate::tally::{first_from_bytes, to_bytes};
use crate::text::hex;

/// The beginning of every file of saved counts, whatever its version.
const MAGIC: &str = "fuda counts ";
/// The version of the format, and of what the counts mean.
const VERSION: &str = "10";

/// The counts of finished blocks, with the request that they belong to.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedCounts {
    /// The request; its first and last block are those that were counted.
    pub record: Record,
    /// What a checkpoint has besides; none in the counts of a result.
    pub sitting: Option<SavedSitting>,
    /// The counts, as a counter saves them.
    pub counts: Vec<u8>,
    /// The rows, if there are any: they follow the counts.
    pub rows: Option<SavedRows>,
}

/// What was going on when a checkpoint was saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSitting {
    /// Whether the folder is to be overwritten: then only a command that says
    /// so may resume it.
    pub is_forced: bool,
    /// The time taken so far, as `timing.json` has it.
    pub timing: Vec<u8>,
}

/// Why saved counts cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CountsError {
    /// They are missing.
    #[error("is missing")]
    Missing,
    /// They are not saved counts.
    #[error("does not hold saved counts")]
    NotCounts,
    /// They were saved by a program that counts differently.
    #[error("was saved in another format (version {0}; this fuda reads version {VERSION})")]
    OtherVersion(String),
    /// They are not what was saved.
    #[error("is damaged")]
    Damaged,
    /// They are of another request.
    #[error("holds the counts of another request")]
    OtherRequest,
}

#[derive(Serialize, Deserialize)]
struct Body {
    record: String,
    sitting: Option<SavedSitting>,
    counts: Vec<u8>,
}

impl SavedCounts {
    /// The content of the file.
    #[must_use]
    pub fn to_file(&self) -> Vec<u8> {
        let mut body = to_bytes(&Body {
            record: self.record.to_toml(),
            sitting: self.sitting.clone(),
            counts: self.counts.clone(),
        });
        body.extend(self.rows.iter().flat_map(SavedRows::to_bytes));
        let mut file = format!("{MAGIC}{VERSION}\n{}\n", checksum(&body)).into_bytes();
        file.extend(body);
        file
    }

    /// The counts in the content of a file.
    ///
    /// # Errors
    /// If they are not whole, or of another version.
    pub fn from_file(content: &[u8]) -> Result<SavedCounts, CountsError> {
        let rest = content.strip_prefix(MAGIC.as_bytes()).ok_or(CountsError::NotCounts)?;
        let (version, rest) = split_line(rest).ok_or(CountsError::Damaged)?;
        if version != VERSION {
            return Err(CountsError::OtherVersion(version.to_owned()));
        }
        let (sum, body) = split_line(rest).ok_or(CountsError::Damaged)?;
        if sum != checksum(body) {
            return Err(CountsError::Damaged);
        }
        let (Body { record, sitting, counts }, rest) =
            first_from_bytes(body).map_err(|_| CountsError::Damaged)?;
        let record = Record::parse(&record).map_err(|_| CountsError::Damaged)?;
        let rows = (!rest.is_empty()).then(|| SavedRows::from_bytes(rest));
        let rows = rows.transpose().map_err(|_| CountsError::Damaged)?;
        Ok(SavedCounts { record, sitting, counts, rows })
    }

    /// The blocks that were counted.
    #[must_use]
    pub fn blocks(&self) -> BlockSet {
        self.record.blocks()
    }
}

/// A short line of plain text, and what follows it.
fn split_line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().take(80).position(|&byte| byte == b'\n')?;
    let line = std::str::from_utf8(&bytes[..end]).ok()?;
    line.bytes().all(|byte| byte.is_ascii_graphic()).then_some((line, &bytes[end + 1..]))
}

fn checksum(body: &[u8]) -> String {
    hex(&Sha256::digest(body))
}

#[cfg(test)]
mod tests;
