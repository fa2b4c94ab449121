//! Sweeps: house rules compared on the same blocks.
//!
//! A sweep plays each block under every variant of the rules, with every
//! line-up: the same deals, and the same bots with the same random numbers
//! (common random numbers). For each figure it keeps, beside the sums of the
//! variant itself, those of the cross products with the baseline. All of them
//! are integers, and merge in any order.

mod judged;
mod row;
mod summary;
mod tables;

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::bots::Player;
use crate::game::{Game, Ledger, Next, Observer};
use crate::metric::MetricList;
use crate::seat::Seat;
use crate::settings::{Settings, value_text};
use crate::sim::{BlockCounter, BlockFault, Setup};
use crate::stats::CrossProducts;
use crate::study::balance::Balance;
use crate::study::metric_tables::{SCORE_PARTS, metric_tables};
use crate::study::{Precision, PrecisionError, Study, SubRun, UnknownMetric};
use crate::table::{Shown, Table};
use crate::tally::{Cluster, TableCounts, Tally, UnreadableCounts, from_bytes, to_bytes};

pub use judged::{ChangeVerdict, Judgement, Margin, MarginError};
pub use row::{Row, RowKey};

/// The name of the baseline in the files.
pub const BASELINE: &str = "baseline";

/// A study of what house rules change.
pub struct Sweep<G: Game> {
    /// The line-ups, each with all variants.
    pub line_ups: Vec<SweptLineUp<G>>,
    /// The equivalence margins, by metric.
    pub margins: Vec<Margin>,
    /// A description of the baseline.
    pub baseline: String,
    /// The rule that is varied, if there is only one.
    pub rule: Option<String>,
    /// Variants that cannot be played and were left out, with the reason.
    pub left_out: Vec<String>,
}

/// A line-up under the baseline and under every variant.
pub struct SweptLineUp<G: Game> {
    /// The baseline.
    pub baseline: SweepCell<G>,
    /// The variants.
    pub variants: Vec<SweepCell<G>>,
}

/// One variant of the rules with one line-up.
pub struct SweepCell<G: Game> {
    /// Its name.
    pub name: CellName,
    /// The table.
    pub setup: Setup<G>,
    balance_metrics: MetricList,
    /// Empty counts, which counters clone.
    balance: Balance,
}

/// The name of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellName {
    /// What differs from the baseline; [`BASELINE`] for the baseline itself.
    pub variant: String,
    /// The line-up, as it was named.
    pub bots: String,
    /// The folder of its run, in the folder of the sweep.
    pub folder: String,
}

impl<G: Game> SweepCell<G> {
    /// A cell with empty counts.
    #[must_use]
    pub fn new(name: CellName, setup: Setup<G>) -> SweepCell<G> {
        let (balance_metrics, balance) = Balance::new(&setup.game, setup.line_up.rotations());
        SweepCell { name, setup, balance_metrics, balance }
    }

    /// A house rule, as it is typed.
    fn rule_text(&self, key: &str) -> String {
        self.setup.game.rules().get(key).as_ref().map(value_text).unwrap_or_default()
    }

    fn games_per_block(&self) -> u64 {
        self.setup.line_up.rotations() as u64
    }
}

impl<G: Game> SweptLineUp<G> {
    /// The baseline and the variants.
    pub fn cells(&self) -> impl Iterator<Item = &SweepCell<G>> {
        std::iter::once(&self.baseline).chain(&self.variants)
    }
}

impl<G: Game> Sweep<G> {
    /// All cells of all line-ups.
    pub fn cells(&self) -> impl Iterator<Item = &SweepCell<G>> {
        self.line_ups.iter().flat_map(SweptLineUp::cells)
    }

    /// The names of all metrics.
    #[must_use]
    pub fn metric_names(&self) -> Vec<&'static str> {
        let mut names = self.ratio_names();
        names.push(SCORE_PARTS);
        names
    }

    /// The names of the metrics that are ratios over blocks, each once.
    fn ratio_names(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = Vec::new();
        for metric in self.lists().iter().flat_map(|list| list.metrics()) {
            if !names.contains(&metric.name) {
                names.push(metric.name);
            }
        }
        names
    }

    /// The metrics of all tables, those of balance first.
    fn lists(&self) -> Vec<&MetricList> {
        let balance = self.cells().map(|cell| &cell.balance_metrics);
        balance.chain(self.cells().map(|cell| cell.setup.metrics())).collect()
    }
}

/// Plays the blocks of one cell and counts them.
pub struct CellCounter<'a, G: Game> {
    cell: &'a SweepCell<G>,
    players: Vec<Player<G>>,
    ledger: G::Ledger,
    /// What a run counts.
    pub counts: TableCounts,
    /// The measures of balance.
    pub balance: Balance,
    /// The observations of the cluster that was folded last, as (y, n).
    cluster: Vec<(i64, i64)>,
}

/// Plays the blocks of a variant, and counts them with their cross products
/// with the baseline.
pub struct VariantCounter<'a, G: Game> {
    /// The variant itself.
    pub cell: CellCounter<'a, G>,
    shared: SharedFigures,
}

/// The figures that a variant has in common with the baseline, by their indices
/// in a cluster, and their cross products.
struct SharedFigures {
    keys: Vec<RowKey>,
    indices: Vec<(usize, usize)>,
    products: Vec<CrossProducts>,
}

/// Plays the blocks of a line-up under all variants.
pub struct LineUpCounter<'a, G: Game> {
    /// The baseline.
    pub baseline: CellCounter<'a, G>,
    /// The variants.
    pub variants: Vec<VariantCounter<'a, G>>,
}

/// Plays the blocks of a sweep and counts them, by line-up.
pub type SweepCounter<'a, G> = Vec<LineUpCounter<'a, G>>;

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

impl<'a, G: Game> CellCounter<'a, G> {
    fn new(cell: &'a SweepCell<G>) -> CellCounter<'a, G> {
        CellCounter {
            cell,
            players: cell.setup.line_up.players(),
            ledger: cell.setup.ledger().clone(),
            counts: TableCounts::new(cell.setup.metrics()),
            balance: cell.balance.clone(),
            cluster: Vec::new(),
        }
    }

    /// Plays all games of a block.
    fn play(&mut self, block: u64) -> Result<(), BlockFault> {
        self.counts.begin_block(block);
        self.balance.tally.begin_block(block);
        let setup = &self.cell.setup;
        for rotation in 0..setup.line_up.rotations() {
            let tally = &mut self.counts.tally;
            tally.seat_bots(setup.line_up.seating(rotation));
            let mut both = Both { ledger: &mut self.ledger, tally, balance: &mut self.balance };
            let end = setup.play(block, rotation, &mut self.players, &mut both).map_err(|fault| {
                let CellName { variant, bots, .. } = &self.cell.name;
                BlockFault { table: Some(format!("variant {variant}, bots {bots}")), ..fault }
            })?;
            self.counts.end_game(rotation, |seat| setup.game.score(&end, seat));
        }
        Ok(())
    }

    /// Counts a block; returns whether its cluster is whole.
    fn add_block(&mut self, block: u64) -> bool {
        self.counts.add_block(block) & self.balance.add_block()
    }

    /// Folds in a cluster, and keeps its observations for the cross products.
    fn fold(&mut self) {
        let CellCounter { counts, balance, cluster, .. } = self;
        cluster.clear();
        counts.fold(|tally| cluster.extend(tally.figures()));
        balance.tally.fold(|tally| cluster.extend(tally.figures()));
    }

    fn merge_folded(&mut self, other: &mut Self) -> Vec<Cluster> {
        self.balance.merge_folded(&mut other.balance);
        self.counts.merge_folded(&mut other.counts)
    }

    /// Resumes a cluster with the blocks that another counter has of it; returns
    /// whether it is whole.
    fn join(&mut self, cluster: Cluster, other: &mut Self) -> bool {
        self.counts.tally.join(cluster, &mut other.counts.tally)
            & self.balance.tally.join(cluster, &mut other.balance.tally)
    }

    fn resume_open(&mut self, cluster: Cluster) {
        self.counts.tally.resume_open(cluster);
        self.balance.tally.resume_open(cluster);
    }

    fn save(&self) -> SavedCell {
        (self.counts.save(), self.balance.save())
    }

    fn restore(&mut self, (counts, balance): &SavedCell) -> Result<(), UnreadableCounts> {
        self.counts.restore(counts)?;
        self.balance.restore(balance)
    }
}

/// What a run counts, and the balance of a cell.
type SavedCell = (Vec<u8>, Vec<u8>);

/// A line-up: its baseline, and its variants with their cross products.
type SavedLineUp = (SavedCell, Vec<(SavedCell, Vec<CrossProducts>)>);

impl SharedFigures {
    fn new<G: Game>(variant: &CellCounter<'_, G>, baseline: &CellCounter<'_, G>) -> SharedFigures {
        let of_baseline = baseline.figure_indices();
        let shared = variant.figure_indices().into_iter().filter_map(|(key, index)| {
            let (_, other) = of_baseline.iter().find(|(known, _)| *known == key)?;
            Some((key, (index, *other)))
        });
        let (keys, indices): (Vec<RowKey>, Vec<(usize, usize)>) = shared.unzip();
        let products = vec![CrossProducts::default(); keys.len()];
        SharedFigures { keys, indices, products }
    }

    fn add_cluster(&mut self, variant: &[(i64, i64)], baseline: &[(i64, i64)]) {
        for (products, &(index, other)) in self.products.iter_mut().zip(&self.indices) {
            products.add(variant[index], baseline[other]);
        }
    }

    fn merge(&mut self, other: &mut SharedFigures) {
        for (products, add) in self.products.iter_mut().zip(&mut other.products) {
            products.merge(std::mem::take(add));
        }
    }

    fn of(&self, key: &RowKey) -> Option<CrossProducts> {
        self.keys.iter().position(|known| known == key).map(|index| self.products[index])
    }
}

impl<'a, G: Game> LineUpCounter<'a, G> {
    fn new(line_up: &'a SweptLineUp<G>) -> LineUpCounter<'a, G> {
        let baseline = CellCounter::new(&line_up.baseline);
        let variants = line_up.variants.iter().map(|cell| {
            let cell = CellCounter::new(cell);
            VariantCounter { shared: SharedFigures::new(&cell, &baseline), cell }
        });
        LineUpCounter { variants: variants.collect(), baseline }
    }

    /// Folds in the cluster that all cells have counted, with its cross products.
    fn fold(&mut self) {
        self.baseline.fold();
        for variant in &mut self.variants {
            variant.cell.fold();
            variant.shared.add_cluster(&variant.cell.cluster, &self.baseline.cluster);
        }
    }

    /// The baseline and the variants.
    pub fn cells(&self) -> impl Iterator<Item = &CellCounter<'a, G>> {
        std::iter::once(&self.baseline).chain(self.variants.iter().map(|variant| &variant.cell))
    }
}

impl<G: Game> BlockCounter for LineUpCounter<'_, G> {
    fn prepare(&mut self, blocks: Range<u64>) -> bool {
        let variants = self.variants.iter_mut().map(|variant| &mut variant.cell);
        let cells = std::iter::once(&mut self.baseline).chain(variants);
        // All of them, and not only up to the first.
        cells.map(|counter| counter.cell.setup.rehearse(blocks.clone(), &mut counter.players)).max()
            == Some(true)
    }

    fn count_block(&mut self, block: u64) -> Result<(), BlockFault> {
        self.baseline.play(block)?;
        let mut is_whole = self.baseline.add_block(block);
        for variant in &mut self.variants {
            variant.cell.play(block)?;
            is_whole &= variant.cell.add_block(block);
        }
        if is_whole {
            self.fold();
        }
        Ok(())
    }

    fn blocks(&self) -> u64 {
        self.baseline.counts.blocks()
    }

    fn merge(&mut self, other: &mut Self) {
        let clusters = self.baseline.merge_folded(&mut other.baseline);
        for (variant, add) in self.variants.iter_mut().zip(&mut other.variants) {
            variant.cell.merge_folded(&mut add.cell);
            variant.shared.merge(&mut add.shared);
        }
        for cluster in clusters {
            let mut is_whole = self.baseline.join(cluster, &mut other.baseline);
            for (variant, add) in self.variants.iter_mut().zip(&mut other.variants) {
                is_whole &= variant.cell.join(cluster, &mut add.cell);
            }
            if is_whole {
                self.fold();
            }
        }
    }

    fn is_settled(&self) -> bool {
        self.baseline.counts.tally.open_clusters().is_empty()
    }

    fn settle(&mut self) {
        for cluster in self.baseline.counts.tally.open_clusters() {
            self.baseline.resume_open(cluster);
            self.variants.iter_mut().for_each(|variant| variant.cell.resume_open(cluster));
            self.fold();
        }
    }

    fn save(&self) -> Vec<u8> {
        let variants = self.variants.iter();
        let variants = variants.map(|variant| (variant.cell.save(), variant.shared.products.clone()));
        to_bytes(&(self.baseline.save(), variants.collect::<Vec<_>>()))
    }

    fn restore(&mut self, saved: &[u8]) -> Result<(), UnreadableCounts> {
        let (baseline, variants): SavedLineUp = from_bytes(saved)?;
        if variants.len() != self.variants.len() {
            return Err(UnreadableCounts);
        }
        self.baseline.restore(&baseline)?;
        for (variant, (cell, products)) in self.variants.iter_mut().zip(variants) {
            if products.len() != variant.shared.products.len() {
                return Err(UnreadableCounts);
            }
            variant.cell.restore(&cell)?;
            variant.shared.products = products;
        }
        Ok(())
    }
}

/// Whether a precision is asked of a figure. Of two outcomes the second one has
/// no figure of its own: it varies as the first one does.
fn watches(precision: &Precision, list: &MetricList, key: &RowKey) -> bool {
    let of_two = list.find(key.metric).is_some_and(|metric| metric.outcomes().len() == 2);
    let is_outcome = precision.outcome.is_none() || key.outcome == precision.outcome || of_two;
    key.metric == precision.metric && is_outcome
}

impl<G: Game> Study for Sweep<G> {
    type Counter<'a> = SweepCounter<'a, G>;

    fn counter(&self) -> SweepCounter<'_, G> {
        self.line_ups.iter().map(LineUpCounter::new).collect()
    }

    fn games_per_block(&self) -> u64 {
        self.cells().map(SweepCell::games_per_block).min().expect("a sweep has a baseline")
    }

    fn all_games_per_block(&self) -> u64 {
        self.cells().map(SweepCell::games_per_block).sum()
    }

    fn check_precision(&self, precision: &Precision) -> Result<(), PrecisionError> {
        let has_it = |list: &&MetricList| list.find(&precision.metric).is_some();
        let Some(list) = self.lists().into_iter().find(has_it) else {
            return Err(UnknownMetric::new("metric", &precision.metric, &self.ratio_names()).into());
        };
        precision.check(list)?;
        let mut variants = self.counter().into_iter().flat_map(|line_up| line_up.variants);
        if variants.all(|variant| variant.shared.keys.iter().any(|key| watches(precision, list, key))) {
            return Ok(());
        }
        Err(PrecisionError::NotShared(precision.metric.clone()))
    }

    /// Of the differences from the baseline, where that has such a figure.
    fn widest(&self, counter: &SweepCounter<'_, G>, precision: &Precision) -> Option<f64> {
        let list = self.lists().into_iter().find(|list| list.find(&precision.metric).is_some())?;
        let rows = self.rows(counter);
        let changes =
            rows.iter().filter(|row| watches(precision, list, &row.key)).filter_map(|row| row.change);
        let widths: Option<Vec<f64>> =
            changes.map(|change| change.half_width_at_looks(counter.blocks())).collect();
        widths?.into_iter().reduce(f64::max)
    }

    fn tables(&self, counter: &SweepCounter<'_, G>) -> Vec<Table> {
        self.result_tables(counter)
    }

    fn summary(&self, counter: &SweepCounter<'_, G>) -> Vec<Shown> {
        self.summary_of(counter)
    }

    fn runs(&self, counter: &SweepCounter<'_, G>) -> Vec<SubRun> {
        let cells = counter.iter().flat_map(LineUpCounter::cells);
        cells
            .map(|counter| {
                let SweepCell { name, setup, .. } = counter.cell;
                SubRun {
                    folder: name.folder.clone(),
                    bots: setup.line_up.seats().map(ToString::to_string).collect(),
                    rules: setup.game.rules().to_table(),
                    bot_records: setup.line_up.records().to_vec(),
                    games_per_block: counter.cell.games_per_block(),
                    tables: metric_tables(setup.metrics(), &counter.counts.settled()),
                    counts: counter.counts.save(),
                }
            })
            .collect()
    }
}
