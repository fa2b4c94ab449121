//! Parts of a study: shards, ranges of blocks, and sets of them.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::MAX_GAMES;
use crate::text::{counted, thousands};

/// The maximum number of shards.
pub const MAX_SHARDS: u64 = 1_000_000;

/// Blocks in a row: `A..B` are those from A to B - 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", inline)]
pub struct BlockRange {
    /// The first block.
    pub first: u64,
    /// The block after the last one.
    pub end: u64,
}

/// Which part of a study is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", inline)]
pub enum Part {
    /// One of several shards, which have almost the same number of blocks each.
    Shard {
        /// Which of them, from 1.
        number: u64,
        /// How many there are.
        of: u64,
    },
    /// A range of blocks.
    Blocks(BlockRange),
}

/// Why a part cannot be played.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PartError {
    /// Not a shard.
    #[error("give K/N for shard K of N, from 1/N to N/N, with at most 1M shards")]
    NotAShard,
    /// Not a range of blocks.
    #[error("give A..B for the blocks from A to B - 1, from 0 to 1T, such as 0..1000")]
    NotBlocks,
    /// There are not enough blocks for all shards.
    #[error("{} cannot be split into {of} shards; give at most {} shards, or more --games", counted(*blocks, "block"), thousands(*blocks))]
    TooManyShards {
        /// The number of blocks.
        blocks: u64,
        /// The number of shards.
        of: u64,
    },
    /// It is not known how many blocks there are.
    #[error("a shard is a part of a number of games; give --games, or a range of blocks with --blocks")]
    NoTotal,
}

impl BlockRange {
    /// The blocks from `first` to the one before `end`.
    #[must_use]
    pub fn new(first: u64, end: u64) -> BlockRange {
        BlockRange { first, end }
    }

    /// How many there are.
    #[must_use]
    pub fn count(self) -> u64 {
        self.end.saturating_sub(self.first)
    }

    /// The blocks that are also in another range; none if there are none.
    fn shared_with(self, other: BlockRange) -> Option<BlockRange> {
        let shared = BlockRange { first: self.first.max(other.first), end: self.end.min(other.end) };
        (shared.count() > 0).then_some(shared)
    }
}

impl fmt::Display for BlockRange {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}..{}", self.first, self.end)
    }
}

impl FromStr for BlockRange {
    type Err = PartError;

    fn from_str(text: &str) -> Result<BlockRange, PartError> {
        let (first, end) = text.split_once("..").ok_or(PartError::NotBlocks)?;
        let range = BlockRange { first: whole(first)?, end: whole(end)? };
        if range.count() > 0 && range.end <= MAX_GAMES { Ok(range) } else { Err(PartError::NotBlocks) }
    }
}

fn whole(text: &str) -> Result<u64, PartError> {
    let digits: String = text.chars().filter(|&letter| letter != '_').collect();
    let is_number = digits.chars().all(|letter| letter.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number).ok_or(PartError::NotBlocks)
}

impl Part {
    /// Parses `K/N`.
    ///
    /// # Errors
    /// If it is no shard.
    pub fn parse_shard(text: &str) -> Result<Part, PartError> {
        let numbers =
            text.split_once('/').and_then(|(number, of)| Some((whole(number).ok()?, whole(of).ok()?)));
        let (number, of) = numbers.ok_or(PartError::NotAShard)?;
        let is_shard = (1..=of).contains(&number) && of <= MAX_SHARDS;
        if is_shard { Ok(Part::Shard { number, of }) } else { Err(PartError::NotAShard) }
    }

    /// Parses `A..B`.
    ///
    /// # Errors
    /// If it is no range of blocks.
    pub fn parse_blocks(text: &str) -> Result<Part, PartError> {
        text.parse().map(Part::Blocks)
    }

    /// The blocks of the part, out of `total` from block 0 on.
    ///
    /// # Errors
    /// If a shard would have no block, or there is no total.
    pub fn range(self, total: Option<u64>) -> Result<BlockRange, PartError> {
        let (number, of) = match self {
            Part::Blocks(range) => return Ok(range),
            Part::Shard { number, of } => (number, of),
        };
        let blocks = total.ok_or(PartError::NoTotal)?;
        if of > blocks {
            return Err(PartError::TooManyShards { blocks, of });
        }
        let start = |number: u64| {
            let start = u128::from(blocks) * u128::from(number - 1) / u128::from(of);
            u64::try_from(start).expect("at most the number of blocks")
        };
        Ok(BlockRange { first: start(number), end: start(number + 1) })
    }

    /// What the name of its folder ends with.
    #[must_use]
    pub fn folder_suffix(self) -> String {
        match self {
            Part::Shard { number, of } => {
                format!("shard-{number:0width$}-of-{of}", width = of.to_string().len())
            }
            Part::Blocks(BlockRange { first, end }) => format!("blocks-{first}-{end}"),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Shard { number, of } => write!(out, "shard {number}/{of}"),
            Part::Blocks(range) => write!(out, "blocks {range}"),
        }
    }
}

impl TryFrom<String> for Part {
    type Error = PartError;

    fn try_from(text: String) -> Result<Part, PartError> {
        match text.split_once(' ') {
            Some(("shard", shard)) => Part::parse_shard(shard),
            Some(("blocks", range)) => Part::parse_blocks(range),
            _ => Err(PartError::NotAShard),
        }
    }
}

impl From<Part> for String {
    fn from(part: Part) -> String {
        part.to_string()
    }
}

impl TryFrom<String> for BlockRange {
    type Error = PartError;

    fn try_from(text: String) -> Result<BlockRange, PartError> {
        text.parse()
    }
}

impl From<BlockRange> for String {
    fn from(range: BlockRange) -> String {
        range.to_string()
    }
}

/// A set of blocks: ranges in ascending order, with a gap between any two.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockSet(Vec<BlockRange>);

impl BlockSet {
    /// Adds a range.
    ///
    /// # Errors
    /// If it has blocks that are there already: returns the first of these.
    pub fn insert(&mut self, range: BlockRange) -> Result<(), BlockRange> {
        if let Some(shared) = self.0.iter().find_map(|known| known.shared_with(range)) {
            return Err(shared);
        }
        let at = self.0.partition_point(|known| known.first < range.first);
        self.0.insert(at, range);
        self.0.dedup_by(|next, before| {
            let touches = before.end == next.first;
            if touches {
                before.end = next.end;
            }
            touches
        });
        Ok(())
    }

    /// The ranges.
    #[must_use]
    pub fn ranges(&self) -> &[BlockRange] {
        &self.0
    }

    /// The number of blocks.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().map(|range| range.count()).sum()
    }

    /// The smallest range that has all of them; none if there are none.
    #[must_use]
    pub fn span(&self) -> Option<BlockRange> {
        Some(BlockRange { first: self.0.first()?.first, end: self.0.last()?.end })
    }

    /// Whether it has all blocks of another set.
    #[must_use]
    pub fn contains(&self, other: &BlockSet) -> bool {
        other.0.iter().all(|&range| self.missing_in(range).is_empty())
    }

    /// The blocks of a range that it does not have.
    #[must_use]
    pub fn missing_in(&self, range: BlockRange) -> Vec<BlockRange> {
        let mut missing = Vec::new();
        let mut next = range.first;
        for known in self.0.iter().filter_map(|known| known.shared_with(range)) {
            missing.push(BlockRange { first: next, end: known.first });
            next = known.end;
        }
        missing.push(BlockRange { first: next, end: range.end });
        missing.retain(|gap| gap.count() > 0);
        missing
    }
}

impl From<BlockRange> for BlockSet {
    fn from(range: BlockRange) -> BlockSet {
        BlockSet(if range.count() > 0 { vec![range] } else { Vec::new() })
    }
}

#[cfg(test)]
mod tests;
