//! Plays the blocks of a sweep and counts them.

use std::ops::Range;

use super::cell::OpenTable;
use super::{CellName, RowKey, SweepCell, SweptLineUp};
use crate::sim::{BlockCounter, BlockFault};
use crate::stats::CrossProducts;
use crate::study::balance::Balance;
use crate::tally::{Cluster, TableCounts, UnreadableCounts, from_bytes, to_bytes};

/// Plays the blocks of one cell and counts them.
pub struct CellCounter<'a> {
    pub(super) cell: &'a SweepCell,
    table: Box<dyn OpenTable + 'a>,
    /// What a run counts.
    pub counts: TableCounts,
    /// The measures of balance.
    pub balance: Balance,
    /// The observations of the cluster that was folded last, as (y, n).
    cluster: Vec<(i64, i64)>,
}

/// Plays the blocks of a variant, and counts them with their cross products
/// with the baseline.
pub struct VariantCounter<'a> {
    /// The variant itself.
    pub cell: CellCounter<'a>,
    pub(super) shared: SharedFigures,
}

/// The figures that a variant has in common with the baseline, by their indices
/// in a cluster, and their cross products.
pub(super) struct SharedFigures {
    pub(super) keys: Vec<RowKey>,
    indices: Vec<(usize, usize)>,
    products: Vec<CrossProducts>,
}

/// Plays the blocks of a line-up under all variants.
pub struct LineUpCounter<'a> {
    /// The baseline.
    pub baseline: CellCounter<'a>,
    /// The variants.
    pub variants: Vec<VariantCounter<'a>>,
}

/// Plays the blocks of a sweep and counts them, by line-up.
pub type SweepCounter<'a> = Vec<LineUpCounter<'a>>;

impl<'a> CellCounter<'a> {
    fn new(cell: &'a SweepCell) -> CellCounter<'a> {
        CellCounter {
            cell,
            table: cell.open_table(),
            counts: TableCounts::new(&cell.metrics),
            balance: cell.balance.clone(),
            cluster: Vec::new(),
        }
    }

    /// Plays all games of a block.
    fn play(&mut self, block: u64) -> Result<(), BlockFault> {
        self.counts.begin_block(block);
        self.balance.tally.begin_block(block);
        self.table.play(block, &mut self.counts, &mut self.balance).map_err(|fault| {
            let CellName { variant, bots, .. } = &self.cell.name;
            BlockFault { table: Some(format!("variant {variant}, bots {bots}")), ..fault }
        })
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
    fn new(variant: &CellCounter<'_>, baseline: &CellCounter<'_>) -> SharedFigures {
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

    pub(super) fn of(&self, key: &RowKey) -> Option<CrossProducts> {
        self.keys.iter().position(|known| known == key).map(|index| self.products[index])
    }
}

impl<'a> LineUpCounter<'a> {
    pub(super) fn new(line_up: &'a SweptLineUp) -> LineUpCounter<'a> {
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
    pub fn cells(&self) -> impl Iterator<Item = &CellCounter<'a>> {
        std::iter::once(&self.baseline).chain(self.variants.iter().map(|variant| &variant.cell))
    }
}

impl BlockCounter for LineUpCounter<'_> {
    fn prepare(&mut self, blocks: Range<u64>) -> bool {
        let variants = self.variants.iter_mut().map(|variant| &mut variant.cell);
        let cells = std::iter::once(&mut self.baseline).chain(variants);
        // All of them, and not only up to the first.
        cells.map(|counter| counter.table.rehearse(blocks.clone())).max() == Some(true)
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
            let is_whole =
                products.iter().all(|products| products.are_possible(self.baseline.counts.blocks()));
            if products.len() != variant.shared.products.len() || !is_whole {
                return Err(UnreadableCounts);
            }
            variant.cell.restore(&cell)?;
            variant.shared.products = products;
        }
        Ok(())
    }
}
