//! A cell of a sweep: one variant of the rules with one line-up.
//!
//! Its games are of some type, and what is done with their counts is not: so all
//! but playing them is compiled once, and not for each game.

use std::ops::Range;

use crate::bots::{BotRecord, Player};
use crate::game::{Game, Ledger, Next, Observer};
use crate::metric::{MetricList, Statistic};
use crate::seat::Seat;
use crate::settings::{Settings, value_text};
use crate::sim::{BlockFault, Setup};
use crate::study::balance::Balance;
use crate::tally::{TableCounts, Tally};

/// One variant of the rules with one line-up.
pub struct SweepCell {
    /// Its name.
    pub name: CellName,
    /// The name of the game.
    pub(super) game: &'static str,
    /// What scores are counted in.
    pub(super) score: &'static str,
    pub(super) seed: u64,
    pub(super) players: usize,
    /// The bots in seat order, as they were named.
    pub(super) bots: Vec<String>,
    pub(super) bot_records: Vec<BotRecord>,
    pub(super) rules: toml::Table,
    /// Every house rule and its value, as they are typed.
    pub(super) rule_texts: Vec<(&'static str, String)>,
    /// The number of games in a block.
    pub(super) games_per_block: u64,
    pub(super) metrics: MetricList,
    pub(super) balance_metrics: MetricList,
    /// Empty counts, which counters clone.
    pub(super) balance: Balance,
    /// The metrics and outcomes that the panels of a run show.
    pub(super) shown: Vec<(&'static str, Option<&'static str>)>,
    tables: Box<dyn Tables>,
}

/// The name of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellName {
    /// What differs from the baseline; [`BASELINE`](super::BASELINE) for the
    /// baseline itself.
    pub variant: String,
    /// The line-up, as it was named.
    pub bots: String,
    /// The folder of its run, in the folder of the sweep.
    pub folder: String,
}

impl SweepCell {
    /// A cell with empty counts.
    #[must_use]
    pub fn new<G: Game>(name: CellName, setup: Setup<G>) -> SweepCell {
        let Setup { game, line_up, seed, .. } = &setup;
        let (balance_metrics, balance) = Balance::new(game, line_up.rotations());
        let rule_text =
            |key: &str| game.rules().get(key).as_ref().map(value_text).expect("a declared key has a value");
        SweepCell {
            name,
            game: G::NAME,
            score: G::SCORE,
            seed: *seed,
            players: game.players(),
            bots: line_up.seats().map(ToString::to_string).collect(),
            bot_records: line_up.records().to_vec(),
            rules: game.rules().to_table(),
            rule_texts: G::Rules::keys().iter().map(|key| (key.name, rule_text(key.name))).collect(),
            games_per_block: line_up.rotations() as u64,
            metrics: setup.metrics().clone(),
            balance_metrics,
            balance,
            shown: shown_by_panels(&setup),
            tables: Box::new(setup),
        }
    }

    /// Everything that determines what the bots do.
    #[must_use]
    pub fn bot_records(&self) -> &[BotRecord] {
        &self.bot_records
    }

    /// A house rule, as it is typed.
    pub(super) fn rule_text(&self, key: &str) -> &str {
        let rule = self.rule_texts.iter().find(|(name, _)| *name == key);
        rule.map_or("", |(_, text)| text.as_str())
    }

    /// A table of its own for a thread.
    pub(super) fn open_table(&self) -> Box<dyn OpenTable + '_> {
        self.tables.open()
    }
}

/// The metrics and outcomes that the panels of a run show.
fn shown_by_panels<G: Game>(setup: &Setup<G>) -> Vec<(&'static str, Option<&'static str>)> {
    let panels = setup.ledger().panels();
    let items = panels.iter().flat_map(|panel| panel.items());
    items
        .filter(|item| item.part.is_none())
        .map(|item| {
            let outcome = match item.statistic {
                Statistic::Mean => None,
                Statistic::Share(outcome) => Some(outcome),
            };
            (setup.metrics().get(item.metric).name, outcome)
        })
        .collect()
}

/// Tables of some game.
trait Tables: Send + Sync {
    /// A table of its own for a thread.
    fn open(&self) -> Box<dyn OpenTable + '_>;
}

/// A table of some game, at which blocks are played.
pub(super) trait OpenTable: Send {
    /// Asks bots that want it about blocks to come; returns whether there are any.
    fn rehearse(&mut self, blocks: Range<u64>) -> bool;

    /// Plays all games of a block, and counts them.
    fn play(&mut self, block: u64, counts: &mut TableCounts, balance: &mut Balance)
    -> Result<(), BlockFault>;
}

impl<G: Game> Tables for Setup<G> {
    fn open(&self) -> Box<dyn OpenTable + '_> {
        Box::new(Seated { setup: self, players: self.line_up.players(), ledger: self.ledger().clone() })
    }
}

/// The players of a table and the ledger of their game.
struct Seated<'a, G: Game> {
    setup: &'a Setup<G>,
    players: Vec<Player<G>>,
    ledger: G::Ledger,
}

impl<G: Game> OpenTable for Seated<'_, G> {
    fn rehearse(&mut self, blocks: Range<u64>) -> bool {
        self.setup.rehearse(blocks, &mut self.players)
    }

    fn play(
        &mut self,
        block: u64,
        counts: &mut TableCounts,
        balance: &mut Balance,
    ) -> Result<(), BlockFault> {
        let setup = self.setup;
        for rotation in 0..setup.line_up.rotations() {
            let tally = &mut counts.tally;
            tally.seat_bots(setup.line_up.seating(rotation));
            let mut both = Both { ledger: &mut self.ledger, tally, balance };
            let end = setup.play(block, rotation, &mut self.players, &mut both)?;
            counts.end_game(rotation, |seat| setup.game.score(&end, seat));
        }
        Ok(())
    }
}

/// The observer that counts both the metrics of a game and its balance.
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
