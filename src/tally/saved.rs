//! Counts as bytes, to be saved in a file and resumed.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::cluster::{Cluster, LARGEST_CLUSTER};
use super::open::OpenCluster;
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

/// The state of a tally between two blocks, the cluster that is being counted put
/// aside.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedTally {
    blocks: u64,
    block_squares: u128,
    trials: Vec<(u64, u128)>,
    outcomes: Vec<CountCell>,
    sums: Vec<ValueGroup>,
    spreads: Vec<Spread>,
    /// The cells of the windows.
    values: Vec<CountCell>,
    /// The cells of values outside the windows, by group and value.
    pub(super) outliers: Vec<((u32, i64), CountCell)>,
    /// The clusters that are not whole.
    pub(super) open: Vec<(Cluster, OpenCluster)>,
}

impl SavedTally {
    /// The number of blocks in clusters that are folded in.
    fn folded_blocks(&self) -> Option<u128> {
        let aside = self.open.iter().map(|(_, open)| u128::from(open.blocks)).sum();
        u128::from(self.blocks).checked_sub(aside)
    }
}

impl Tally {
    /// The tally as bytes.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        if self.counted > 0 {
            let mut between = self.clone();
            between.put_aside();
            return between.save();
        }
        let values = &self.values;
        to_bytes(&SavedTally {
            blocks: self.blocks,
            block_squares: self.block_squares,
            trials: self.shares.groups.iter().map(|group| (group.n, group.nn)).collect(),
            outcomes: self.shares.cells.clone(),
            sums: values.groups.clone(),
            spreads: values.spreads.clone(),
            values: values.cells[..values.within()].to_vec(),
            outliers: values
                .outliers
                .iter()
                .map(|(&key, &index)| (key, values.cells[index as usize]))
                .collect(),
            open: self.open.iter().map(|(&cluster, open)| (cluster, open.clone())).collect(),
        })
    }

    /// Replaces the counts by those that a tally of the same metrics saved.
    ///
    /// # Errors
    /// If they are damaged, or of other metrics; the tally is then unchanged.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), UnreadableCounts> {
        let saved: SavedTally = from_bytes(bytes)?;
        let values = &self.values;
        let fits = saved.trials.len() == self.shares.groups.len()
            && saved.outcomes.len() == self.shares.cells.len()
            && saved.sums.len() == values.groups.len()
            && saved.spreads.len() == values.spreads.len()
            && saved.values.len() == values.within()
            && saved.outliers.iter().all(|((group, _), _)| (*group as usize) < values.groups.len())
            && saved.outliers.is_sorted_by(|(one, _), (next, _)| one < next)
            && saved.open.iter().all(|(cluster, open)| open.fits(*cluster, self))
            && saved.open.is_sorted_by(|(one, _), (next, _)| one < next)
            && saved.folded_blocks().is_some_and(|blocks| {
                (blocks..=blocks * u128::from(LARGEST_CLUSTER)).contains(&saved.block_squares)
            });
        if !fits {
            return Err(UnreadableCounts);
        }
        self.blocks = saved.blocks;
        self.block_squares = saved.block_squares;
        self.shares.restore(&saved.trials, saved.outcomes);
        self.values.restore(saved.sums, saved.spreads, saved.values, saved.outliers);
        self.open = saved.open.into_iter().collect();
        (self.cluster, self.counted) = (Cluster::default(), 0);
        Ok(())
    }
}
