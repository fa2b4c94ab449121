//! House rules side by side: every variant on the same blocks.
//!
//! A sweep plays each block under every variant of the rules, with every
//! line-up: the same deals, the same bots with the same luck. Of each figure
//! that is counted it keeps, beside the sums of the variant itself, the cross
//! products with the baseline, block by block. All are integers, and add up in
//! any order.

mod finding;
mod row;

#[cfg(test)]
mod tests;

use crate::bots::Player;
use crate::game::{Game, Ledger, Next, Observer};
use crate::metric::MetricList;
use crate::seat::Seat;
use crate::sim::{BlockFault, CountBlocks, Setup};
use crate::stats::Cross;
use crate::study::balance::Balance;
use crate::tally::Tally;

pub use finding::{Finding, Found, Margin, MarginError, find};
pub use row::{Row, RowKey};

/// What is played: for each line-up, a table for each variant of the rules.
/// The first variant is the baseline.
pub struct Sweep<G: Game> {
    /// By line-up, then by variant.
    pub tables: Vec<Vec<Setup<G>>>,
}

/// One table of a sweep, as it is counted.
pub struct Table<'a, G: Game> {
    setup: &'a Setup<G>,
    players: Vec<Player<G>>,
    ledger: G::Ledger,
    /// The metrics of the game.
    pub metrics: MetricList,
    /// What was counted of them: the same as in a run.
    pub tally: Tally,
    /// The metrics of balance.
    pub balance_metrics: MetricList,
    /// What was counted of them.
    pub balance: Balance,
    /// What was observed in the block that is being played.
    now: Vec<(i64, i64)>,
}

/// The figures that a variant has in common with the baseline, by their places
/// in a block, and their cross products.
struct Common {
    keys: Vec<RowKey>,
    places: Vec<(usize, usize)>,
    cross: Vec<Cross>,
}

/// Plays a sweep and counts it.
pub struct SweepCounter<'a, G: Game> {
    blocks: u64,
    /// By line-up, then by variant.
    pub tables: Vec<Vec<Table<'a, G>>>,
    /// By line-up, then by variant after the baseline.
    common: Vec<Vec<Common>>,
}

/// Counts the events of a game, and its balance.
struct Both<'a, L> {
    ledger: &'a mut L,
    tally: &'a mut Tally,
    balance: &'a mut Balance,
}

impl<G: Game<Ledger = L>, L: Ledger<G>> Observer<G> for Both<'_, L> {
    const WANTS_STATE: bool = true;

    fn on_event(&mut self, event: &G::Event) {
        self.ledger.on_event(event, self.tally);
        Observer::<G>::on_event(self.balance, event);
    }

    fn on_decision(&mut self, seat: Seat, options: &G::Options, choice: usize) {
        Observer::<G>::on_decision(self.balance, seat, options, choice);
    }

    fn on_state(&mut self, game: &G, state: &G::State, next: Next) {
        self.balance.on_state(game, state, next);
    }
}

impl<'a, G: Game> Table<'a, G> {
    fn new(setup: &'a Setup<G>) -> Table<'a, G> {
        let (metrics, ledger) = setup.metrics();
        let (balance_metrics, balance) = Balance::new(&setup.game, setup.line_up.rotations());
        Table {
            setup,
            players: setup.line_up.players(),
            ledger,
            tally: Tally::new(&metrics),
            metrics,
            balance_metrics,
            balance,
            now: Vec::new(),
        }
    }

    /// Plays all games of a block, and notes what was observed.
    fn play(&mut self, block: u64) -> Result<(), BlockFault> {
        for rotation in 0..self.setup.line_up.rotations() {
            self.tally.seat_bots(self.setup.line_up.seating(rotation));
            let mut both =
                Both { ledger: &mut self.ledger, tally: &mut self.tally, balance: &mut self.balance };
            self.setup.play(block, rotation, &mut self.players, &mut both)?;
        }
        self.now.clear();
        self.now.extend(self.tally.block().chain(self.balance.tally.block()));
        Ok(())
    }

    fn end_block(&mut self, block: u64) {
        self.tally.end_block();
        self.balance.end_block(block);
    }
}

impl Common {
    fn new<G: Game>(variant: &Table<'_, G>, baseline: &Table<'_, G>) -> Common {
        let of_baseline = baseline.places();
        let shared = variant.places().into_iter().filter_map(|(key, index)| {
            let (_, other) = of_baseline.iter().find(|(known, _)| *known == key)?;
            Some((key, (index, *other)))
        });
        let (keys, places): (Vec<RowKey>, Vec<(usize, usize)>) = shared.unzip();
        let cross = vec![Cross::default(); keys.len()];
        Common { keys, places, cross }
    }

    fn add(&mut self, variant: &[(i64, i64)], baseline: &[(i64, i64)]) {
        for (cross, &(index, other)) in self.cross.iter_mut().zip(&self.places) {
            cross.add(variant[index], baseline[other]);
        }
    }

    fn merge(&mut self, other: &mut Common) {
        for (cross, add) in self.cross.iter_mut().zip(&mut other.cross) {
            cross.merge(std::mem::take(add));
        }
    }

    fn of(&self, key: &RowKey) -> Option<Cross> {
        self.keys.iter().position(|known| known == key).map(|index| self.cross[index])
    }
}

impl<G: Game> Sweep<G> {
    /// A counter with nothing counted yet.
    #[must_use]
    pub fn counter(&self) -> SweepCounter<'_, G> {
        let tables: Vec<Vec<Table<'_, G>>> =
            self.tables.iter().map(|variants| variants.iter().map(Table::new).collect()).collect();
        let common = tables
            .iter()
            .map(|variants| variants[1..].iter().map(|variant| Common::new(variant, &variants[0])).collect())
            .collect();
        SweepCounter { blocks: 0, tables, common }
    }

    /// How many games a block has under all variants, with all line-ups.
    #[must_use]
    pub fn games_a_block(&self) -> u64 {
        self.tables.iter().flatten().map(|setup| setup.line_up.rotations() as u64).sum()
    }
}

impl<G: Game> CountBlocks for SweepCounter<'_, G> {
    fn count_block(&mut self, block: u64) -> Result<(), BlockFault> {
        for (variants, common) in self.tables.iter_mut().zip(&mut self.common) {
            for table in variants.iter_mut() {
                table.play(block)?;
            }
            let (baseline, others) = variants.split_first().expect("there is a baseline");
            for (common, table) in common.iter_mut().zip(others) {
                common.add(&table.now, &baseline.now);
            }
            variants.iter_mut().for_each(|table| table.end_block(block));
        }
        self.blocks += 1;
        Ok(())
    }

    fn blocks(&self) -> u64 {
        self.blocks
    }

    fn merge(&mut self, other: &mut Self) {
        self.blocks += std::mem::take(&mut other.blocks);
        for (table, add) in self.tables.iter_mut().flatten().zip(other.tables.iter_mut().flatten()) {
            table.tally.merge(&mut add.tally);
            table.balance.merge(&mut add.balance);
        }
        for (common, add) in self.common.iter_mut().flatten().zip(other.common.iter_mut().flatten()) {
            common.merge(add);
        }
    }
}
