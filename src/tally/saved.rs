//! Counts as bytes, to be saved in a file and resumed.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{CountCell, Spread, Tally, ValueGroup};

/// Saved counts that are damaged, or belong to another table.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the saved counts are damaged, or of another table")]
pub struct UnreadableCounts;

/// Counts in the `postcard` format, with integers of variable length.
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
/// If they are damaged, or were not written by [`to_bytes`]: there are other ways
/// to write a small integer.
pub fn from_bytes<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> Result<T, UnreadableCounts> {
    match first_from_bytes(bytes) {
        Ok((counts, [])) => Ok(counts),
        _ => Err(UnreadableCounts),
    }
}

/// The counts that were saved at the beginning of these bytes, and what follows.
///
/// # Errors
/// As [`from_bytes`].
pub fn first_from_bytes<T: Serialize + DeserializeOwned>(
    bytes: &[u8],
) -> Result<(T, &[u8]), UnreadableCounts> {
    let (counts, rest) = postcard::take_from_bytes(bytes).map_err(|_| UnreadableCounts)?;
    let read = &bytes[..bytes.len() - rest.len()];
    if to_bytes(&counts) == read { Ok((counts, rest)) } else { Err(UnreadableCounts) }
}

/// The state of a tally between two blocks.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedTally {
    blocks: u64,
    trials: Vec<(u64, u128)>,
    outcomes: Vec<CountCell>,
    sums: Vec<ValueGroup>,
    spreads: Vec<Spread>,
    /// The cells of the windows.
    values: Vec<CountCell>,
    /// The cells of values outside the windows, by group and value.
    pub(super) outliers: Vec<((u32, i64), CountCell)>,
}

impl Tally {
    /// The tally as bytes.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let within = self.value_cells.len() - self.outliers.len();
        to_bytes(&SavedTally {
            blocks: self.blocks,
            trials: self.shares.groups.iter().map(|group| (group.n, group.nn)).collect(),
            outcomes: self.shares.cells().collect(),
            sums: self.value_groups.clone(),
            spreads: self.spreads.clone(),
            values: self.value_cells[..within].to_vec(),
            outliers: self
                .outliers
                .iter()
                .map(|(&key, &index)| (key, self.value_cells[index as usize]))
                .collect(),
        })
    }

    /// Replaces the counts by those that a tally of the same metrics saved.
    ///
    /// # Errors
    /// If they are damaged, or of other metrics; the tally is then unchanged.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), UnreadableCounts> {
        let saved: SavedTally = from_bytes(bytes)?;
        let within = self.value_cells.len() - self.outliers.len();
        let fits = saved.trials.len() == self.shares.groups.len()
            && saved.outcomes.len() == self.shares.len()
            && saved.sums.len() == self.value_groups.len()
            && saved.spreads.len() == self.spreads.len()
            && saved.values.len() == within
            && saved.outliers.iter().all(|((group, _), _)| (*group as usize) < self.value_groups.len())
            && saved.outliers.is_sorted_by(|(one, _), (next, _)| one < next);
        if !fits {
            return Err(UnreadableCounts);
        }
        self.clear_outliers();
        self.blocks = saved.blocks;
        self.shares.restore(&saved.trials, saved.outcomes);
        self.value_groups = saved.sums;
        self.spreads = saved.spreads;
        self.value_cells = saved.values;
        for ((group, value), cell) in saved.outliers {
            let index = self.outlier_index(group, value);
            self.value_cells[index as usize] = cell;
        }
        Ok(())
    }
}
