//! Rows of games in a row, column by column.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::RowColumns;

/// The stored values of the rows of some games in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    pub(super) narrow: Vec<Vec<i32>>,
    pub(super) wide: Vec<Vec<i64>>,
    /// For each game, how many rows each seat has.
    pub(super) games: Vec<u32>,
}

impl Sheet {
    /// An empty sheet.
    pub(super) fn new(columns: &RowColumns) -> Sheet {
        Sheet {
            narrow: vec![Vec::new(); columns.narrow],
            wide: vec![Vec::new(); columns.wide],
            games: Vec::new(),
        }
    }

    /// Makes room for so many rows more.
    pub fn reserve(&mut self, rows: usize) {
        self.narrow.iter_mut().for_each(|column| column.reserve(rows));
        self.wide.iter_mut().for_each(|column| column.reserve(rows));
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// How many rows each seat has in some of the games.
    #[must_use]
    pub fn rows_a_seat(&self, games: Range<usize>) -> usize {
        self.games[games].iter().map(|&rows| rows as usize).sum()
    }

    /// Adds some rows of another sheet, which are those of some of its games.
    pub fn append(&mut self, other: &Sheet, games: Range<usize>, rows: Range<usize>) {
        self.games.extend_from_slice(&other.games[games]);
        for (column, add) in self.narrow.iter_mut().zip(&other.narrow) {
            column.extend_from_slice(&add[rows.clone()]);
        }
        for (column, add) in self.wide.iter_mut().zip(&other.wide) {
            column.extend_from_slice(&add[rows.clone()]);
        }
    }

    /// Drops all rows.
    pub(super) fn clear(&mut self) {
        self.narrow.iter_mut().for_each(Vec::clear);
        self.wide.iter_mut().for_each(Vec::clear);
        self.games.clear();
    }

    /// The memory that the rows take.
    pub(super) fn bytes(&self) -> usize {
        let rows = self.wide.first().map_or(0, Vec::len);
        rows * (4 * self.narrow.len() + 8 * self.wide.len()) + 4 * self.games.len()
    }

    /// Whether every column has a value for every row, and the games have as many
    /// rows: what was saved may have been changed.
    pub(crate) fn is_whole(&self, columns: &RowColumns, players: usize) -> bool {
        let rows = self.games.iter().try_fold(0_usize, |sum, &rows| sum.checked_add(rows as usize));
        let rows = rows.and_then(|rows| rows.checked_mul(players));
        self.narrow.len() == columns.narrow
            && self.wide.len() == columns.wide
            && self.narrow.iter().all(|column| Some(column.len()) == rows)
            && self.wide.iter().all(|column| Some(column.len()) == rows)
    }
}
