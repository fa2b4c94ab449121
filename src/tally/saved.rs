//! Counts as bytes, so that they can be kept in a file and resumed.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Cell, Spread, Tally, ValueGroup};

/// Saved counts are damaged, or of another table.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the saved counts are damaged, or of another table")]
pub struct UnreadableCounts;

/// Counts as bytes: integers of as many bytes as they need.
///
/// # Panics
/// Never: counts have a form in bytes.
#[must_use]
pub fn to_bytes(counts: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(counts).expect("counts have a form in bytes")
}

/// The counts that were saved as these bytes.
///
/// # Errors
/// If they are damaged.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, UnreadableCounts> {
    match postcard::take_from_bytes(bytes) {
        Ok((counts, [])) => Ok(counts),
        _ => Err(UnreadableCounts),
    }
}

/// What a tally holds between two blocks.
#[derive(Serialize, Deserialize)]
struct SavedTally {
    blocks: u64,
    trials: Vec<(u64, u64)>,
    outcomes: Vec<Cell>,
    sums: Vec<ValueGroup>,
    spreads: Vec<Spread>,
    /// The cells of the windows, then those elsewhere.
    values: Vec<Cell>,
    elsewhere: Vec<((u32, i64), Cell)>,
}

impl Tally {
    /// The tally as bytes.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let within = self.value_cells.len() - self.elsewhere.len();
        to_bytes(&SavedTally {
            blocks: self.blocks,
            trials: self.shares.groups.iter().map(|group| (group.n, group.nn)).collect(),
            outcomes: self.shares.cells().collect(),
            sums: self.value_groups.clone(),
            spreads: self.spreads.clone(),
            values: self.value_cells[..within].to_vec(),
            elsewhere: self
                .elsewhere
                .iter()
                .map(|(&key, &index)| (key, self.value_cells[index as usize]))
                .collect(),
        })
    }

    /// Takes over what a tally of the same metrics saved.
    ///
    /// # Errors
    /// If it is damaged, or of other metrics; the tally is then as it was.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), UnreadableCounts> {
        let saved: SavedTally = from_bytes(bytes)?;
        let within = self.value_cells.len() - self.elsewhere.len();
        let fits = saved.trials.len() == self.shares.groups.len()
            && saved.outcomes.len() == self.shares.len()
            && saved.sums.len() == self.value_groups.len()
            && saved.spreads.len() == self.spreads.len()
            && saved.values.len() == within
            && saved.elsewhere.iter().all(|((group, _), _)| (*group as usize) < self.value_groups.len());
        if !fits {
            return Err(UnreadableCounts);
        }
        self.clear_elsewhere();
        self.blocks = saved.blocks;
        self.shares.restore(&saved.trials, saved.outcomes);
        self.value_groups = saved.sums;
        self.spreads = saved.spreads;
        self.value_cells = saved.values;
        for ((group, value), cell) in saved.elsewhere {
            let index = self.index_elsewhere(group, value);
            self.value_cells[index as usize] = cell;
        }
        Ok(())
    }
}
