//! Collects the rows of blocks while they are played.

use super::columns::{GameFacts, Narrow, RoundFacts};
use super::{Common, Fact, RowKind, RowList, Sheet, SheetPart};
use crate::seat::{BySeat, Seat};
use crate::standings::Winners;

/// The rows of the blocks that one thread has played.
#[derive(Clone, Debug)]
pub struct RowCollector {
    players: usize,
    games_a_block: usize,
    game_facts: GameFacts,
    round_facts: RoundFacts,
    games: Option<Sheet>,
    rounds: Option<Sheet>,
    /// The rounds of the game that is played, and what its first one changed.
    round: u32,
    first_round: BySeat<i64>,
    /// Runs of blocks in a row, as first block and number.
    runs: Vec<(u64, u64)>,
}

/// Writes the facts of one game or round, a value for each seat.
pub struct RowWriter<'a> {
    sheet: &'a mut Sheet,
    players: usize,
}

impl RowWriter<'_> {
    /// Writes a fact.
    #[inline]
    pub fn put<T: Narrow>(&mut self, fact: Fact<T>, value: impl Fn(Seat) -> T) {
        let column = &mut self.sheet.narrow[fact.index];
        column.extend(Seat::all(self.players).map(|seat| value(seat).stored()));
    }

    /// Writes a fact that is the same for all seats.
    #[inline]
    pub fn put_common<T: Narrow>(&mut self, fact: Common<T>, value: T) {
        self.sheet.common[fact.0.index].push(value.stored());
    }

    /// Writes a fact that may be large.
    #[inline]
    pub fn put_wide(&mut self, fact: Fact<i64>, value: impl Fn(Seat) -> i64) {
        self.sheet.wide[fact.index].extend(Seat::all(self.players).map(value));
    }
}

impl RowCollector {
    /// An empty collector for these kinds of rows.
    #[must_use]
    pub fn new(list: &RowList, kinds: &[RowKind], players: usize, games_a_block: usize) -> RowCollector {
        let sheet = |kind: RowKind| kinds.contains(&kind).then(|| Sheet::new(list.of(kind)));
        RowCollector {
            players,
            games_a_block,
            game_facts: list.game_facts,
            round_facts: list.round_facts,
            games: sheet(RowKind::Games),
            rounds: sheet(RowKind::Rounds),
            round: 0,
            first_round: BySeat::default(),
            runs: Vec::new(),
        }
    }

    /// Whether rows of rounds are wanted: otherwise it need not be known what happens
    /// in one.
    #[must_use]
    #[inline]
    pub fn wants_rounds(&self) -> bool {
        self.rounds.is_some()
    }

    /// Counts a round that is over, if nothing else is to be known of it: rows of
    /// rounds are not wanted, and it is not the first.
    #[inline]
    pub fn only_counts_round(&mut self) -> bool {
        let is_all = self.rounds.is_none() && self.round > 0;
        self.round += u32::from(is_all);
        is_all
    }

    /// Begins the rows of a round that is over: who dealt, and what each seat won
    /// or lost. The writer, if rows of rounds are wanted, has to get every fact of
    /// the round.
    #[inline]
    pub fn round(&mut self, dealer: Seat, change: impl Fn(Seat) -> i64) -> Option<RowWriter<'_>> {
        if self.round == 0 {
            for seat in Seat::all(self.players) {
                self.first_round[seat] = change(seat);
            }
        }
        self.round += 1;
        let mut row = RowWriter { sheet: self.rounds.as_mut()?, players: self.players };
        row.put_common(self.round_facts.dealer, dealer.number() as i32);
        row.put_wide(self.round_facts.change, change);
        Some(row)
    }

    /// Begins the rows of a game that is over. The writer, if rows of games are
    /// wanted, has to get every fact of the game.
    #[inline]
    pub fn game(&mut self) -> Option<RowWriter<'_>> {
        Some(RowWriter { sheet: self.games.as_mut()?, players: self.players })
    }

    /// Ends the rows of a game.
    #[inline]
    pub fn end_game(&mut self, winners: Winners, score: impl Fn(Seat) -> i64) {
        let rounds = std::mem::take(&mut self.round);
        if let Some(sheet) = &mut self.rounds {
            sheet.games.push(rounds);
        }
        let first_round = std::mem::take(&mut self.first_round);
        let (facts, players) = (self.game_facts, self.players);
        let Some(sheet) = &mut self.games else { return };
        sheet.games.push(1);
        let mut row = RowWriter { sheet, players };
        let scores = BySeat::from_fn(|seat| if seat.index() < players { score(seat) } else { i64::MIN });
        row.put_wide(facts.score, |seat| scores[seat]);
        row.put(facts.rank, |seat| {
            1 + scores.first(players).iter().filter(|&&other| other > scores[seat]).count() as i32
        });
        row.put(facts.won, |seat| winners.includes(seat));
        row.put_common(facts.winners, winners.count() as i32);
        row.put_common(facts.rounds, rounds as i32);
        row.put_wide(facts.first_round, |seat| first_round[seat]);
    }

    /// Ends a block.
    pub fn end_block(&mut self, block: u64) {
        match self.runs.last_mut() {
            Some((first, count)) if *first + *count == block => *count += 1,
            _ => self.runs.push((block, 1)),
        }
    }

    /// The memory that the rows take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        [&self.games, &self.rounds].into_iter().flatten().map(Sheet::bytes).sum()
    }

    /// The rows of a kind, if they are wanted, as runs of blocks.
    #[must_use]
    pub fn rows(&self, kind: RowKind) -> Option<Vec<Run<'_>>> {
        let sheet = match kind {
            RowKind::Games => self.games.as_ref()?,
            RowKind::Rounds => self.rounds.as_ref()?,
        };
        let (mut game, mut entry) = (0, 0);
        let runs = self.runs.iter().map(|&(first_block, blocks)| {
            let games = game..game + blocks as usize * self.games_a_block;
            let entries = entry..entry + sheet.entries(games.clone());
            (game, entry) = (games.end, entries.end);
            Run { first_block, part: SheetPart { sheet, games, entries } }
        });
        Some(runs.collect())
    }

    /// Drops all rows, those of an unfinished game too.
    pub fn clear(&mut self) {
        self.games.iter_mut().chain(&mut self.rounds).for_each(Sheet::clear);
        self.round = 0;
        self.runs.clear();
    }
}

/// Blocks in a row, in a sheet.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// The first block.
    pub first_block: u64,
    /// Their games.
    pub part: SheetPart<'a>,
}
