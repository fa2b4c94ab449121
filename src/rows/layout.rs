//! What a file of rows looks like, and where it is cut into groups.

use std::borrow::Cow;

use super::{Form, RowColumn, RowColumns, RowKind, RowList, Sheet, SheetPart, Source};
use crate::seat::{BySeat, Seat};

/// About how many rows a group has.
const GROUP_ROWS: u64 = if cfg!(test) { 16 } else { 128 * 1024 };

/// The columns of a file of rows, and what decides where a row belongs.
#[derive(Clone, Debug)]
pub struct RowLayout {
    kind: RowKind,
    columns: RowColumns,
    players: usize,
    /// The index of the bot at each seat, for each rotation.
    seatings: Vec<BySeat<u8>>,
    group_blocks: u64,
}

/// The values of a column.
#[derive(Clone, Debug)]
pub enum Cells<'a> {
    /// Of 32 bits.
    Narrow(Cow<'a, [i32]>),
    /// Of 64 bits.
    Wide(Cow<'a, [i64]>),
}

impl RowLayout {
    /// The layout of the rows of a kind, at a table of so many players with these
    /// bots in each rotation.
    #[must_use]
    pub fn new(list: &RowList, kind: RowKind, players: usize, seatings: Vec<BySeat<u8>>) -> RowLayout {
        let rows_a_game = match kind {
            RowKind::Games => 1,
            RowKind::Rounds => list.rounds_a_game.max(1),
        };
        let rows_a_block = (players * seatings.len()) as u64 * rows_a_game;
        let group_blocks = (GROUP_ROWS / rows_a_block).max(1);
        RowLayout { kind, columns: list.of(kind).clone(), players, seatings, group_blocks }
    }

    /// The same layout, with all blocks in one group.
    #[cfg(test)]
    pub(crate) fn one_group(self) -> RowLayout {
        RowLayout { group_blocks: u64::MAX, ..self }
    }

    /// The kind of the rows.
    #[must_use]
    pub fn kind(&self) -> RowKind {
        self.kind
    }

    /// The columns, in the order of the file.
    #[must_use]
    pub fn columns(&self) -> &[RowColumn] {
        self.columns.list()
    }

    /// The number of seats, each of which has a row.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// The number of games in a block.
    #[must_use]
    pub fn games_a_block(&self) -> usize {
        self.seatings.len()
    }

    /// The number of blocks in a group. Group n has the blocks from n times that
    /// many on, whatever part of them is played.
    #[must_use]
    pub fn group_blocks(&self) -> u64 {
        self.group_blocks
    }

    /// About how many bytes the rows take, at the most, that do not fill a group,
    /// among the saved counts of this many blocks: compressed, most values take less
    /// than a byte.
    #[must_use]
    pub fn loose_bytes(&self, blocks: Option<u64>) -> u64 {
        let blocks = blocks.unwrap_or(u64::MAX).min(self.group_blocks);
        // At least one block is in a group, however many rows it has.
        let rows = GROUP_ROWS.div_ceil(self.group_blocks).saturating_mul(blocks);
        let columns = self.columns.narrow + self.columns.wide + self.columns.common / self.players;
        rows.saturating_mul(columns as u64)
    }

    /// An empty sheet.
    #[must_use]
    pub fn sheet(&self) -> Sheet {
        Sheet::new(&self.columns)
    }

    /// Whether a sheet that was saved is one of whole blocks with these columns.
    #[must_use]
    pub fn fits(&self, sheet: &Sheet, blocks: u64) -> bool {
        sheet.is_whole(&self.columns, self.players)
            && sheet.games() as u64 == blocks.saturating_mul(self.games_a_block() as u64)
            && (self.kind == RowKind::Rounds || sheet.games.iter().all(|&entries| entries == 1))
            && self.columns().iter().all(|column| match (&column.form, column.source) {
                (Form::Choice(names), Source::Narrow(index)) => are_places(&sheet.narrow[index], names),
                (Form::Choice(names), Source::Common(index)) => are_places(&sheet.common[index], names),
                _ => true,
            })
    }

    /// The number of rows in parts of sheets.
    #[must_use]
    pub fn rows(&self, parts: &[SheetPart<'_>]) -> usize {
        self.players * parts.iter().map(|part| part.entries.len()).sum::<usize>()
    }

    /// The values of a column, in parts of sheets that follow one another: whole
    /// blocks from this one on.
    #[must_use]
    pub fn cells<'a>(&self, column: &RowColumn, parts: &[SheetPart<'a>], first_block: u64) -> Cells<'a> {
        let rotations = self.seatings.len();
        let rows = |part: &SheetPart<'_>| part.rows(self.players);
        match column.source {
            Source::Narrow(index) => {
                Cells::Narrow(joined(parts, |part| &part.sheet.narrow[index][rows(part)]))
            }
            Source::Wide(index) => Cells::Wide(joined(parts, |part| &part.sheet.wide[index][rows(part)])),
            Source::Common(index) => {
                let mut cells = Vec::with_capacity(self.rows(parts));
                for part in parts {
                    for &value in &part.sheet.common[index][part.entries.clone()] {
                        cells.extend(std::iter::repeat_n(value, self.players));
                    }
                }
                Cells::Narrow(Cow::Owned(cells))
            }
            Source::Block => Cells::Wide(Cow::Owned(self.for_each_game(parts, |cells, game, entries| {
                let block = first_block + (game / rotations) as u64;
                cells.extend(std::iter::repeat_n(block as i64, entries * self.players));
            }))),
            Source::Rotation => self.by_place(parts, |rotation, _| rotation as i32),
            Source::Seat => self.by_place(parts, |_, seat| seat.number() as i32),
            Source::Bot => self.by_place(parts, |rotation, seat| self.seatings[rotation][seat].into()),
            Source::Round => Cells::Narrow(Cow::Owned(self.for_each_game(parts, |cells, _, entries| {
                for round in 1..=entries as i32 {
                    cells.extend(std::iter::repeat_n(round, self.players));
                }
            }))),
        }
    }

    /// Values that follow from the rotation and the seat.
    fn by_place(&self, parts: &[SheetPart<'_>], value: impl Fn(usize, Seat) -> i32) -> Cells<'static> {
        let value = &value;
        let games = 0..self.seatings.len();
        let block: Vec<i32> =
            games.flat_map(|game| Seat::all(self.players).map(move |seat| value(game, seat))).collect();
        Cells::Narrow(Cow::Owned(match self.kind {
            RowKind::Games => {
                let games: usize = parts.iter().map(|part| part.games.len()).sum();
                block.repeat(games / self.games_a_block())
            }
            RowKind::Rounds => self.for_each_game(parts, |cells, game, entries| {
                let first = game % self.seatings.len() * self.players;
                (0..entries).for_each(|_| cells.extend_from_slice(&block[first..first + self.players]));
            }),
        }))
    }

    /// Values that are made game by game, with the number of its entries.
    fn for_each_game<T>(
        &self,
        parts: &[SheetPart<'_>],
        mut make: impl FnMut(&mut Vec<T>, usize, usize),
    ) -> Vec<T> {
        let mut cells = Vec::with_capacity(self.rows(parts));
        let games = parts.iter().flat_map(SheetPart::entries_of_games);
        for (game, &entries) in games.enumerate() {
            make(&mut cells, game, entries as usize);
        }
        cells
    }
}

/// Values of several parts; those of a single one need not be copied.
fn joined<'a, T: Copy>(parts: &[SheetPart<'a>], of: impl Fn(&SheetPart<'a>) -> &'a [T]) -> Cow<'a, [T]> {
    match parts {
        [part] => Cow::Borrowed(of(part)),
        _ => Cow::Owned(parts.iter().map(of).collect::<Vec<_>>().concat()),
    }
}

/// Whether values are places among these names.
fn are_places(values: &[i32], names: &[String]) -> bool {
    values.iter().all(|&place| usize::try_from(place).is_ok_and(|at| at < names.len()))
}
