//! Blocks that are put together to groups.

use std::ops::Range;

use super::output::Encoder;
use super::saved::Loose;
use crate::rows::{RowLayout, Run, Sheet};

/// Some blocks of a group, in a sheet.
#[derive(Clone)]
pub struct Piece<'a> {
    pub first_block: u64,
    blocks: u64,
    sheet: &'a Sheet,
    games: Range<usize>,
    rows: Range<usize>,
}

impl<'a> Piece<'a> {
    /// All of these blocks.
    pub fn whole(loose: &'a Loose, layout: &RowLayout) -> Piece<'a> {
        Piece {
            first_block: loose.first_block,
            blocks: loose.blocks,
            sheet: &loose.sheet,
            games: 0..loose.sheet.games(),
            rows: 0..layout.rows(&loose.sheet),
        }
    }
}

/// What pieces make of a group.
pub enum Joined {
    Whole(u64, Vec<u8>),
    Loose(Vec<Loose>),
}

/// Cuts blocks in a row where groups end.
pub fn cut<'a>(layout: &RowLayout, sheet: &'a Sheet, run: Run, pieces: &mut Vec<Piece<'a>>) {
    let Run { mut first_block, games, mut first_row } = run;
    let (games_a_block, group_blocks) = (layout.games_a_block(), layout.group_blocks());
    let mut game = games.start;
    while game < games.end {
        let blocks_left = ((games.end - game) / games_a_block) as u64;
        let blocks = blocks_left.min(group_blocks - first_block % group_blocks);
        let games = game..game + blocks as usize * games_a_block;
        let rows = first_row..first_row + layout.players() * sheet.rows_a_seat(games.clone());
        (game, first_row) = (games.end, rows.end);
        pieces.push(Piece { first_block, blocks, sheet, games, rows });
        first_block += blocks;
    }
}

/// Joins pieces of one group with what there is of it.
pub fn join(layout: &RowLayout, encoder: &Encoder, loose: &[Loose], pieces: &[Piece<'_>]) -> Joined {
    let group_blocks = layout.group_blocks();
    let number = pieces[0].first_block / group_blocks;
    let own = loose.iter().filter(|loose| loose.first_block / group_blocks == number);
    let mut all: Vec<Piece<'_>> =
        own.map(|loose| Piece::whole(loose, layout)).chain(pieces.iter().cloned()).collect();
    all.sort_by_key(|piece| piece.first_block);
    let rows = all.iter().map(|piece| piece.rows.len()).sum();
    let mut joined: Vec<Loose> = Vec::new();
    for piece in all {
        if joined.last().is_none_or(|before| before.end() != piece.first_block) {
            let mut sheet = layout.sheet();
            sheet.reserve(rows);
            joined.push(Loose { first_block: piece.first_block, blocks: 0, sheet });
        }
        let run = joined.last_mut().expect("one was just added");
        run.sheet.append(piece.sheet, piece.games, piece.rows);
        run.blocks += piece.blocks;
    }
    match &joined[..] {
        [whole] if whole.blocks == group_blocks => {
            Joined::Whole(number, encoder.encode(layout, &whole.sheet, whole.first_block))
        }
        _ => Joined::Loose(joined),
    }
}
