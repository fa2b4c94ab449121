//! A block: one deal, played once for each different rotation of the line-up.

use std::ops::Range;

use thiserror::Error;

use super::{BlockCounter, Fault, LineUp, play, rehearse};
use crate::bots::{GameKey, Player, Unrepeatable};
use crate::game::{Game, Ledger, Observer, RowFacts};
use crate::metric::MetricList;
use crate::random::BlockStreams;
use crate::rows::{RowCollector, RowKind, RowLayout, RowList};
use crate::seat::BySeat;
use crate::tally::{TableCounts, Tally, UnreadableCounts};

/// The setup of a table: together with the number of a block it determines
/// every card and every choice.
#[derive(Clone)]
pub struct Setup<G: Game> {
    /// The game with its house rules.
    pub game: G,
    /// Who plays.
    pub line_up: LineUp<G>,
    /// The seed.
    pub seed: u64,
    metrics: MetricList,
    /// An empty ledger, which counters clone.
    ledger: G::Ledger,
    rows: RowList,
    /// Facts of which none is known yet, which counters clone.
    facts: G::Rows,
}

/// The failure of a bot in a game of a block.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bot '{bot}' failed in block {block}, rotation {rotation}{}: {fault}", in_table(table.as_deref()))]
pub struct BlockFault {
    /// The block, to replay.
    pub block: u64,
    /// The rotation, to replay.
    pub rotation: usize,
    /// The bot.
    pub bot: String,
    /// The table, if the block has several, in words.
    pub table: Option<String>,
    /// What it did.
    pub fault: Fault,
}

/// External bots make their choices a second time in every block whose number
/// this divides.
pub const VERIFIED: u64 = 64;

/// Plays a game of a block, with `bot_at` the index of the player at each seat,
/// and verifies external bots if it is the block's turn.
///
/// # Errors
/// If a bot fails, or does not make the same choices again.
pub fn play_in_block<G: Game>(
    game: &G,
    players: &mut [Player<G>],
    bot_at: &BySeat<u8>,
    streams: &BlockStreams,
    block: u64,
    observer: &mut impl Observer<G>,
) -> Result<G::State, Fault> {
    let end = play(game, players, bot_at, streams, observer)?;
    if block.is_multiple_of(VERIFIED) {
        verify(players)?;
    }
    Ok(end)
}

/// Lets external bots make their choices again.
fn verify<G: Game>(players: &mut [Player<G>]) -> Result<(), Fault> {
    for player in players {
        player.verify().map_err(|Unrepeatable { seat, decision, what }| {
            let what = format!("its choices are not repeatable: {what}");
            Fault { seat, decision, what }
        })?;
    }
    Ok(())
}

fn in_table(table: Option<&str>) -> String {
    table.map_or(String::new(), |table| format!(" ({table})"))
}

impl<G: Game> Setup<G> {
    /// The setup of a game with these bots, which declares the game's metrics.
    #[must_use]
    pub fn new(game: G, line_up: LineUp<G>, seed: u64) -> Setup<G> {
        let bots: Vec<String> = line_up.bots().iter().map(ToString::to_string).collect();
        let mut rows = RowList::new(&bots, G::SCORE);
        let facts = G::Rows::declare(&game, &mut rows);
        let games = line_up.rotations() as u64;
        let mut metrics = MetricList::new(game.players(), bots).with_games_per_block(games);
        let ledger = G::Ledger::declare(&game, &mut metrics);
        Setup { game, line_up, seed, metrics, ledger, rows, facts }
    }

    /// The metrics of the game at this table.
    #[must_use]
    pub fn metrics(&self) -> &MetricList {
        &self.metrics
    }

    /// An empty ledger.
    #[must_use]
    pub fn ledger(&self) -> &G::Ledger {
        &self.ledger
    }

    /// The columns of the rows of games and rounds.
    #[must_use]
    pub fn rows(&self) -> &RowList {
        &self.rows
    }

    /// The layout of a file of rows.
    #[must_use]
    pub fn row_layout(&self, kind: RowKind) -> RowLayout {
        let rotations = 0..self.line_up.rotations();
        let seatings = rotations.map(|rotation| self.line_up.seating(rotation)).collect();
        RowLayout::new(&self.rows, kind, self.game.players(), seatings)
    }

    /// Rehearses the games of some blocks, if there are bots that want it;
    /// returns whether there are.
    pub fn rehearse(&self, blocks: Range<u64>, players: &mut [Player<G>]) -> bool {
        let games = blocks.flat_map(|block| {
            let streams = BlockStreams::new(self.seed, block);
            let rotations = 0..self.line_up.rotations();
            rotations.map(move |rotation| GameKey { streams, bot_at: self.line_up.seating(rotation) })
        });
        rehearse(&self.game, players, games)
    }

    /// Plays one game of a block.
    ///
    /// # Errors
    /// If a bot fails.
    pub fn play(
        &self,
        block: u64,
        rotation: usize,
        players: &mut [Player<G>],
        observer: &mut impl Observer<G>,
    ) -> Result<G::State, BlockFault> {
        let seating = self.line_up.seating(rotation);
        let streams = BlockStreams::new(self.seed, block);
        play_in_block(&self.game, players, &seating, &streams, block, observer).map_err(|fault| {
            let bot = self.line_up.bots()[usize::from(seating[fault.seat])].to_string();
            BlockFault { block, rotation, bot, table: None, fault }
        })
    }
}

/// Plays blocks and counts the metrics of the game.
pub struct Counter<'a, G: Game> {
    setup: &'a Setup<G>,
    players: Vec<Player<G>>,
    ledger: G::Ledger,
    rows: Option<Rows<G>>,
    /// What was counted.
    pub counts: TableCounts,
}

/// The rows of the blocks that were played, if they are wanted.
struct Rows<G: Game> {
    facts: G::Rows,
    collector: RowCollector,
}

/// The observer that passes a game's events to its ledger.
struct Counting<'a, L> {
    ledger: &'a mut L,
    tally: &'a mut Tally,
}

impl<G: Game<Ledger = L>, L: Ledger<G>> Observer<G> for Counting<'_, L> {
    #[inline(always)]
    fn on_event(&mut self, event: &G::Event) {
        self.ledger.on_event(event, self.tally);
    }
}

/// The observer that passes a game's events to its rows as well. The loop of a
/// game is compiled once more for it: without rows nothing is paid for them.
struct CountingWithRows<'a, L, F> {
    counting: Counting<'a, L>,
    facts: &'a mut F,
    collector: &'a mut RowCollector,
}

impl<G: Game<Ledger = L, Rows = F>, L: Ledger<G>, F: RowFacts<G>> Observer<G> for CountingWithRows<'_, L, F> {
    #[inline(always)]
    fn on_event(&mut self, event: &G::Event) {
        Observer::<G>::on_event(&mut self.counting, event);
        self.facts.on_event(event, self.collector);
    }
}

impl<'a, G: Game> Counter<'a, G> {
    /// A counter with an empty tally.
    #[must_use]
    pub fn new(setup: &'a Setup<G>) -> Counter<'a, G> {
        let counts = TableCounts::new(&setup.metrics);
        Counter { setup, players: setup.line_up.players(), ledger: setup.ledger.clone(), rows: None, counts }
    }

    /// The same counter, which also collects rows of these kinds.
    #[must_use]
    pub fn with_rows(mut self, kinds: &[RowKind]) -> Counter<'a, G> {
        let Setup { game, line_up, rows, facts, .. } = self.setup;
        let collector = RowCollector::new(rows, kinds, game.players(), line_up.rotations());
        self.rows = (!kinds.is_empty()).then(|| Rows { facts: facts.clone(), collector });
        self
    }

    /// Plays all games of a block and folds them in.
    ///
    /// # Errors
    /// If a bot fails: the counts then hold a partial block and must not be
    /// used.
    pub fn count_block(&mut self, block: u64) -> Result<(), BlockFault> {
        self.counts.begin_block(block);
        for rotation in 0..self.setup.line_up.rotations() {
            let tally = &mut self.counts.tally;
            tally.seat_bots(self.setup.line_up.seating(rotation));
            let mut counting = Counting { ledger: &mut self.ledger, tally };
            let game = &self.setup.game;
            let end = match &mut self.rows {
                None => self.setup.play(block, rotation, &mut self.players, &mut counting)?,
                Some(Rows { facts, collector }) => {
                    let mut counting = CountingWithRows { counting, facts, collector };
                    let end = self.setup.play(block, rotation, &mut self.players, &mut counting)?;
                    collector.end_game(game.winners(&end), |seat| game.score(&end, seat));
                    end
                }
            };
            self.counts.end_game(rotation, |seat| game.score(&end, seat));
        }
        self.counts.end_block(block);
        if let Some(rows) = &mut self.rows {
            rows.collector.end_block(block);
        }
        Ok(())
    }
}

impl<G: Game> BlockCounter for Counter<'_, G> {
    fn prepare(&mut self, blocks: Range<u64>) -> bool {
        self.setup.rehearse(blocks, &mut self.players)
    }

    fn count_block(&mut self, block: u64) -> Result<(), BlockFault> {
        Counter::count_block(self, block)
    }

    fn blocks(&self) -> u64 {
        self.counts.blocks()
    }

    fn merge(&mut self, other: &mut Self) {
        self.counts.merge(&mut other.counts);
    }

    fn is_settled(&self) -> bool {
        self.counts.tally.open_clusters().is_empty()
    }

    fn settle(&mut self) {
        self.counts.settle();
    }

    fn rows(&mut self) -> Option<&mut RowCollector> {
        self.rows.as_mut().map(|rows| &mut rows.collector)
    }

    fn save(&self) -> Vec<u8> {
        self.counts.save()
    }

    fn restore(&mut self, saved: &[u8]) -> Result<(), UnreadableCounts> {
        self.counts.restore(saved)
    }
}
