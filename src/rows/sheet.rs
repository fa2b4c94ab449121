//! Rows of games in a row, column by column.
//!
//! An *entry* is what has a row for each seat: a game, or a round.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::RowColumns;

/// The stored values of the rows of some games in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// A value for each row.
    pub(super) narrow: Vec<Vec<i32>>,
    pub(super) wide: Vec<Vec<i64>>,
    /// A value for each entry, which all of its rows have.
    pub(super) common: Vec<Vec<i32>>,
    /// How many entries each game has.
    pub(super) games: Vec<u32>,
}

/// Some games of a sheet, in a row.
#[derive(Clone, Debug)]
pub struct SheetPart<'a> {
    /// The sheet.
    pub sheet: &'a Sheet,
    /// The games.
    pub games: Range<usize>,
    /// Their entries.
    pub entries: Range<usize>,
}

impl<'a> SheetPart<'a> {
    /// All games of a sheet.
    #[must_use]
    pub fn whole(sheet: &'a Sheet) -> SheetPart<'a> {
        let games = 0..sheet.games();
        SheetPart { sheet, games: games.clone(), entries: 0..sheet.entries(games) }
    }

    /// How many entries each game has.
    pub(super) fn entries_of_games(&self) -> &'a [u32] {
        &self.sheet.games[self.games.clone()]
    }

    /// The rows, at a table of so many players.
    pub(super) fn rows(&self, players: usize) -> Range<usize> {
        self.entries.start * players..self.entries.end * players
    }
}

impl Sheet {
    /// An empty sheet.
    pub(super) fn new(columns: &RowColumns) -> Sheet {
        Sheet {
            narrow: vec![Vec::new(); columns.narrow],
            wide: vec![Vec::new(); columns.wide],
            common: vec![Vec::new(); columns.common],
            games: Vec::new(),
        }
    }

    /// Makes room for so many entries more, at a table of so many players.
    pub fn reserve(&mut self, entries: usize, players: usize) {
        self.narrow.iter_mut().for_each(|column| column.reserve(entries * players));
        self.wide.iter_mut().for_each(|column| column.reserve(entries * players));
        self.common.iter_mut().for_each(|column| column.reserve(entries));
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// How many entries some of the games have.
    #[must_use]
    pub fn entries(&self, games: Range<usize>) -> usize {
        self.games[games].iter().map(|&entries| entries as usize).sum()
    }

    /// Adds games of another sheet, at a table of so many players.
    pub fn append(&mut self, part: &SheetPart<'_>, players: usize) {
        let rows = part.rows(players);
        self.games.extend_from_slice(part.entries_of_games());
        for (column, add) in self.narrow.iter_mut().zip(&part.sheet.narrow) {
            column.extend_from_slice(&add[rows.clone()]);
        }
        for (column, add) in self.wide.iter_mut().zip(&part.sheet.wide) {
            column.extend_from_slice(&add[rows.clone()]);
        }
        for (column, add) in self.common.iter_mut().zip(&part.sheet.common) {
            column.extend_from_slice(&add[part.entries.clone()]);
        }
    }

    /// Drops all rows.
    pub(super) fn clear(&mut self) {
        self.narrow.iter_mut().for_each(Vec::clear);
        self.wide.iter_mut().for_each(Vec::clear);
        self.common.iter_mut().for_each(Vec::clear);
        self.games.clear();
    }

    /// The memory that the rows take.
    pub(super) fn bytes(&self) -> usize {
        let length = |column: Option<&Vec<i32>>| column.map_or(0, Vec::len);
        4 * length(self.narrow.first()) * self.narrow.len()
            + 8 * self.wide.first().map_or(0, Vec::len) * self.wide.len()
            + 4 * length(self.common.first()) * self.common.len()
            + 4 * self.games.len()
    }

    /// Whether every column has a value for every row or entry, and the games have
    /// as many: what was saved may have been changed.
    pub(crate) fn is_whole(&self, columns: &RowColumns, players: usize) -> bool {
        let entries = self.games.iter().try_fold(0_usize, |sum, &entries| sum.checked_add(entries as usize));
        let rows = entries.and_then(|entries| entries.checked_mul(players));
        self.narrow.len() == columns.narrow
            && self.wide.len() == columns.wide
            && self.common.len() == columns.common
            && self.narrow.iter().all(|column| Some(column.len()) == rows)
            && self.wide.iter().all(|column| Some(column.len()) == rows)
            && self.common.iter().all(|column| Some(column.len()) == entries)
    }
}
