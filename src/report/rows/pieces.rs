//! Blocks that are put together to groups.

use super::output::Encoder;
use super::saved::Loose;
use crate::rows::{RowLayout, Run, SheetPart};

/// Some blocks of a group, in a sheet.
#[derive(Clone)]
pub struct Piece<'a> {
    pub first_block: u64,
    blocks: u64,
    part: SheetPart<'a>,
}

impl<'a> Piece<'a> {
    /// All of these blocks.
    pub fn whole(loose: &'a Loose) -> Piece<'a> {
        let Loose { first_block, blocks, sheet } = loose;
        Piece { first_block: *first_block, blocks: *blocks, part: SheetPart::whole(sheet) }
    }

    fn end(&self) -> u64 {
        self.first_block.saturating_add(self.blocks)
    }
}

/// What pieces make of a group.
pub enum Joined {
    Whole(u64, Vec<u8>),
    Loose(Vec<Loose>),
}

/// Cuts blocks in a row where groups end.
pub fn cut<'a>(layout: &RowLayout, run: Run<'a>, pieces: &mut Vec<Piece<'a>>) {
    let Run { mut first_block, part: SheetPart { sheet, games, entries } } = run;
    let (games_a_block, group_blocks) = (layout.games_a_block(), layout.group_blocks());
    let (mut game, mut entry) = (games.start, entries.start);
    while game < games.end {
        let blocks_left = ((games.end - game) / games_a_block) as u64;
        let blocks = blocks_left.min(group_blocks - first_block % group_blocks);
        let games = game..game + blocks as usize * games_a_block;
        let entries = entry..entry + sheet.entries(games.clone());
        (game, entry) = (games.end, entries.end);
        pieces.push(Piece { first_block, blocks, part: SheetPart { sheet, games, entries } });
        first_block += blocks;
    }
}

/// Joins pieces of one group with what there is of it.
pub fn join(layout: &RowLayout, encoder: &Encoder, loose: &[Loose], pieces: &[Piece<'_>]) -> Joined {
    let group_blocks = layout.group_blocks();
    let number = pieces[0].first_block / group_blocks;
    let own = loose.iter().filter(|loose| loose.first_block / group_blocks == number);
    let mut all: Vec<Piece<'_>> = own.map(Piece::whole).chain(pieces.iter().cloned()).collect();
    all.sort_by_key(|piece| piece.first_block);
    let mut runs = all.chunk_by(|one, next| one.end() == next.first_block);
    if let (Some(whole), None) = (runs.next(), runs.next())
        && whole.iter().map(|piece| piece.blocks).sum::<u64>() == group_blocks
    {
        // Column by column, so that the rows need not be put together before.
        let parts: Vec<SheetPart<'_>> = whole.iter().map(|piece| piece.part.clone()).collect();
        return Joined::Whole(number, encoder.encode(layout, &parts, whole[0].first_block));
    }
    let runs = all.chunk_by(|one, next| one.end() == next.first_block);
    Joined::Loose(runs.map(|run| loose_of(layout, run)).collect())
}

/// Pieces that follow one another, put together.
fn loose_of(layout: &RowLayout, run: &[Piece<'_>]) -> Loose {
    let mut sheet = layout.sheet();
    sheet.reserve(run.iter().map(|piece| piece.part.entries.len()).sum(), layout.players());
    run.iter().for_each(|piece| sheet.append(&piece.part, layout.players()));
    let blocks = run.iter().map(|piece| piece.blocks).sum();
    Loose { first_block: run[0].first_block, blocks, sheet }
}
