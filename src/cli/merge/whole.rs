//! What parts make together: whether they belong to each other, what is missing,
//! and the record of the whole.

use std::path::PathBuf;

use super::{PlayedPart, listed};
use crate::cli::failure::Failure;
use crate::report::{BlockRange, BlockSet, Difference, Part, Record};
use crate::sim::{StopReason, StopRule};
use crate::text::counted;

/// How many missing shards or ranges a message names.
const NAMED: usize = 20;

/// Parts of the same request, without overlaps.
#[derive(Clone)]
pub struct Merge {
    parts: Vec<PlayedPart>,
    blocks: BlockSet,
    /// The folders in which there is nothing to merge.
    empty: Vec<PathBuf>,
    is_partial: bool,
    /// The number of games of which these are parts, if one of them says so.
    games: Option<u64>,
}

/// What the result is merged of.
pub struct Merged {
    pub parts: Vec<PlayedPart>,
    pub blocks: BlockSet,
    /// Whether nothing is missing.
    pub is_whole: bool,
}

impl Merged {
    /// The rule by which the whole would have stopped, had it been played.
    pub fn stop_rule(&self, record: &Record, games_per_block: u64) -> StopRule {
        let whole = record.games.map(|games| games.div_ceil(games_per_block));
        match self.blocks.span().filter(|_| record.part.is_some()) {
            Some(span) => StopRule { first_block: span.first, blocks: Some(span.count()), time: None },
            None => StopRule { first_block: 0, blocks: whole, time: None },
        }
    }
}

impl Merge {
    /// Puts parts together.
    ///
    /// # Errors
    /// If they are not of the same request, or two of them have the same blocks.
    pub fn new(parts: Vec<PlayedPart>, empty: Vec<PathBuf>, is_partial: bool) -> Result<Merge, Failure> {
        let version = env!("CARGO_PKG_VERSION");
        if let Some(part) = parts.iter().find(|part| part.record().version != version) {
            return Err(Failure::Usage(format!(
                "{} was made by fuda {}, and this is fuda {version}; merge with the version that played",
                part.folder.display(),
                part.record().version,
            )));
        }
        for part in &parts[1..] {
            if let Some(difference) = difference(&parts[0], part) {
                return Err(Failure::Usage(format!("these are not parts of one result: {difference}")));
            }
        }
        let games = games_of_whole(&parts)?;
        // What is incomplete counts as missing, unless what there is will do.
        let is_used = |part: &PlayedPart| is_partial || part.record().complete || is_merge(part.record());
        let (parts, incomplete): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_used);
        let empty = empty.into_iter().chain(incomplete.into_iter().map(|part| part.folder)).collect();
        let blocks = union(&parts)?;
        Ok(Merge { parts, blocks, empty, is_partial, games })
    }

    /// Says which folders are left out of a partial merge.
    pub fn left_out(&self) -> Option<String> {
        let is_told = self.is_partial && !self.empty.is_empty();
        is_told.then(|| format!("left out, as there is no result in it: {}", listed(&self.empty)))
    }

    /// The whole, of which the record is completed.
    ///
    /// # Errors
    /// If blocks are missing, and a partial merge was not requested.
    pub fn into_whole(self, record: &mut Record, games_per_block: u64) -> Result<Merged, Failure> {
        let span = self.blocks.span().unwrap_or(BlockRange::new(0, 0));
        let end = self.games.map_or(span.end, |games| games.div_ceil(games_per_block));
        if span.end > end {
            return Err(Failure::Usage(format!(
                "there are more blocks (up to block {}) than those of the {} of which the others are parts",
                span.end - 1,
                counted(end * games_per_block, "game"),
            )));
        }
        let missing = self.blocks.missing_in(BlockRange::new(0, end));
        if !missing.is_empty() && !self.is_partial {
            return Err(self.gaps(&missing, end));
        }
        record.first_block = Some(span.first);
        let has_holes = !self.blocks.missing_in(span).is_empty();
        let is_whole = match self.games {
            Some(_) => missing.is_empty(),
            // Ranges of blocks in a row are a range of blocks.
            None => !has_holes,
        };
        if self.games.is_none() && span.first > 0 {
            record.part = Some(Part::Blocks(span));
        } else {
            record.games = Some(self.games.unwrap_or(end * games_per_block));
        }
        Ok(Merged { parts: self.parts, blocks: self.blocks, is_whole })
    }

    /// The failure of parts that leave gaps.
    fn gaps(&self, missing: &[BlockRange], end: u64) -> Failure {
        let what = match self.missing_shards(missing, end) {
            Some((shards, of)) => {
                let names: Vec<String> = shards.iter().map(ToString::to_string).collect();
                let (shards, are) = if names.len() == 1 { ("shard", "is") } else { ("shards", "are") };
                format!("{shards} {} of {of} {are} missing", first_few(names))
            }
            None => {
                let names = missing.iter().map(ToString::to_string).collect();
                format!("blocks {} are missing", first_few(names))
            }
        };
        let empty = if self.empty.is_empty() {
            String::new()
        } else {
            format!(" (no complete result in {})", listed(&self.empty))
        };
        Failure::Usage(format!("{what}{empty}; play them, or merge what there is with --partial"))
    }

    /// The numbers of the shards that are missing, and of how many; none if not
    /// all parts are shards of the same number.
    fn missing_shards(&self, missing: &[BlockRange], end: u64) -> Option<(Vec<u64>, u64)> {
        let mut counts = self.parts.iter().map(|part| match part.record().part {
            Some(Part::Shard { of, .. }) => Some(of),
            _ => None,
        });
        let of = counts.next()??;
        if !counts.all(|other| other == Some(of)) {
            return None;
        }
        let is_missing = |number: &u64| {
            let range = Part::Shard { number: *number, of }.range(Some(end));
            range.is_ok_and(|range| missing.iter().any(|gap| gap.first < range.end && range.first < gap.end))
        };
        Some(((1..=of).filter(is_missing).collect(), of))
    }
}

/// The first few names of a list.
fn first_few(mut names: Vec<String>) -> String {
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    if more > 0 {
        names.push(format!("{more} more"));
    }
    names.join(", ")
}

/// Whether this is a merge that can be merged further.
fn is_merge(record: &Record) -> bool {
    record.ended == Some(StopReason::Partial)
}

/// The blocks of all parts.
fn union(parts: &[PlayedPart]) -> Result<BlockSet, Failure> {
    let mut blocks = BlockSet::default();
    for (index, part) in parts.iter().enumerate() {
        for &range in part.record().blocks().ranges() {
            let Err(twice) = blocks.insert(range) else { continue };
            let mut alone = BlockSet::from(twice);
            let has_it = |other: &&PlayedPart| {
                let ranges = other.record().blocks();
                ranges.ranges().iter().any(|&range| alone.insert(range).is_err())
            };
            let other = parts[..index].iter().find(has_it).unwrap_or(part);
            return Err(Failure::Usage(format!(
                "{} and {} both have blocks {twice}; merge each block once",
                other.folder.display(),
                part.folder.display(),
            )));
        }
    }
    Ok(blocks)
}

/// The number of games of which these are parts; none if none of them says so,
/// as ranges of blocks and complete results do not.
fn games_of_whole(parts: &[PlayedPart]) -> Result<Option<u64>, Failure> {
    let names_whole = |record: &Record| match record.part {
        Some(Part::Shard { .. }) => true,
        Some(Part::Blocks(_)) => false,
        None => !record.complete,
    };
    let mut known: Option<(u64, &PlayedPart)> = None;
    for part in parts.iter().filter(|part| names_whole(part.record())) {
        let Some(games) = part.record().games else { continue };
        match known {
            Some((other_games, other)) if other_games != games => {
                return Err(Failure::Usage(format!(
                    "these are not parts of one result: {} is a part of {}, and {} of {}",
                    other.folder.display(),
                    counted(other_games, "game"),
                    part.folder.display(),
                    counted(games, "game"),
                )));
            }
            _ => known = Some((games, part)),
        }
    }
    Ok(known.map(|(games, _)| games))
}

/// The first thing in which the requests of two parts differ.
fn difference(one: &PlayedPart, other: &PlayedPart) -> Option<String> {
    let (here, there) = (one.folder.display(), other.folder.display());
    Some(match one.record().difference(other.record())? {
        Difference::Value { what, one, other } => {
            format!("the {what} is {one} in {here}, and {other} in {there}")
        }
        Difference::Bot(changed) => format!("{changed} ({here} and {there})"),
    })
}
