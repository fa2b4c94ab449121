//! Metrics: what is counted, each declared once.
//!
//! A game declares its metrics into a [`MetricList`] and keeps the handles
//! that it gets back; a [`Tally`](crate::tally::Tally) counts under a handle.
//! Files, columns and tables follow from the list, so that nothing can be
//! counted that is not declared, and nothing declared that has no name, unit
//! and meaning.

mod group;
mod panel;
mod yes_no;

pub use group::GroupKey;
pub(crate) use group::{Column, Columns};
pub use panel::{Figure, Item, Panel};
pub use yes_no::{YES_NO, yes_no};

use std::ops::RangeInclusive;

use self::group::Dimension;

/// What the rows of a metric are split by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SplitBy {
    /// Not at all.
    All,
    /// By seat.
    Seat,
    /// By the part that a seat has in a round.
    Role(&'static [&'static str]),
    /// By bot.
    Bot,
    /// By something of the metric's own: its name and groups.
    Custom(&'static str, &'static [&'static str]),
}

impl SplitBy {
    /// The name in the files.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            SplitBy::All => "all",
            SplitBy::Seat => "seat",
            SplitBy::Role(_) => "role",
            SplitBy::Bot => "bot",
            SplitBy::Custom(name, _) => name,
        }
    }

    const fn dimension(&self) -> Dimension {
        match self {
            SplitBy::All => Dimension::All,
            SplitBy::Seat => Dimension::Seat,
            SplitBy::Role(_) => Dimension::Role,
            SplitBy::Bot => Dimension::Bot,
            SplitBy::Custom(..) => Dimension::Custom,
        }
    }
}

/// The shape of a metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetricKind {
    /// How often each of some outcomes occurred.
    Shares {
        /// The outcomes, in the order of the file.
        outcomes: Vec<String>,
    },
    /// How often each value occurred.
    Distribution {
        /// The values that are common enough to have a place from the start;
        /// others get one when they occur. In bins, these are the bins' numbers.
        window: RangeInclusive<i64>,
        /// How many values share a bin, which is named by the least of them.
        /// 1 unless the values could be too many to be kept apart; mean, sd,
        /// min and max are exact in any case.
        bin: i64,
    },
    /// A number, of which the mean is of interest.
    Number,
}

impl MetricKind {
    /// The name in the files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            MetricKind::Shares { .. } => "shares",
            MetricKind::Distribution { .. } => "distribution",
            MetricKind::Number => "number",
        }
    }
}

/// A metric as it was declared.
#[derive(Clone, Debug)]
pub struct Metric {
    /// The name, which is the file's as well.
    pub name: &'static str,
    /// The shape.
    pub kind: MetricKind,
    /// What is counted, or the unit of the values.
    pub unit: &'static str,
    /// One line on what it is.
    pub meaning: &'static str,
    /// What it is split by.
    pub splits: Vec<Split>,
}

/// One way in which a metric is split, and where its counts are kept.
#[derive(Clone, Debug)]
pub struct Split {
    /// What it is split by.
    pub by: SplitBy,
    /// The names of the groups.
    pub groups: Vec<String>,
    pub(crate) column: Column,
}

impl Metric {
    /// Whether a split is the same as one before it, under another name: at a
    /// table of one bot that by bot is the whole.
    #[must_use]
    pub fn repeats(&self, split: usize) -> bool {
        self.splits[..split].iter().any(|before| before.column == self.splits[split].column)
    }
}

/// The handle of a metric that counts outcomes.
#[derive(Clone, Copy, Debug)]
pub struct Shares(pub(crate) Columns);

/// The handle of a metric that counts values.
#[derive(Clone, Copy, Debug)]
pub struct Distribution {
    pub(crate) columns: Columns,
    pub(crate) lowest: i64,
    pub(crate) width: u32,
    pub(crate) bin: i64,
}

/// The handle of a metric that averages numbers.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub(crate) Columns);

/// The metrics of a game at a table.
#[derive(Clone, Debug)]
pub struct MetricList {
    players: usize,
    bots: Vec<String>,
    metrics: Vec<Metric>,
    pub(crate) size: Size,
}

/// How much room a tally of the metrics needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    /// For each group of a metric that counts outcomes, how many there are.
    pub(crate) share_groups: Vec<u32>,
    pub(crate) value_groups: usize,
    pub(crate) value_cells: usize,
}

impl MetricList {
    /// No metrics yet, for a table of `players` at which these bots sit.
    #[must_use]
    pub fn new(players: usize, bots: Vec<String>) -> MetricList {
        MetricList { players, bots, metrics: Vec::new(), size: Size::default() }
    }

    /// The metrics, in the order of their declaration.
    #[must_use]
    pub fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    /// How many rows the files of a run have, as far as that is known before
    /// it.
    #[must_use]
    pub fn rows(&self) -> usize {
        let outcomes: u32 = self.size.share_groups.iter().sum();
        outcomes as usize + self.size.value_cells + self.size.value_groups + self.metrics.len()
    }

    /// The metric of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Metric> {
        self.metrics.iter().find(|metric| metric.name == name)
    }

    /// Declares how often each of some outcomes occurs.
    pub fn shares<S: AsRef<str>>(
        &mut self,
        name: &'static str,
        outcomes: &[S],
        by: &[SplitBy],
        unit: &'static str,
        meaning: &'static str,
    ) -> Shares {
        let outcomes: Vec<String> = outcomes.iter().map(|outcome| outcome.as_ref().to_owned()).collect();
        let width = outcomes.len();
        let splits = self.split(by, |size, groups| {
            let first_group = size.share_groups.len();
            let first_cell: u32 = size.share_groups.iter().sum();
            size.share_groups.extend(std::iter::repeat_n(width as u32, groups));
            (first_group, first_cell as usize, width)
        });
        Shares(self.add(name, MetricKind::Shares { outcomes }, unit, meaning, splits))
    }

    /// Declares how often each value occurs. Values in the window are quick to
    /// count; others are counted as well.
    pub fn distribution(
        &mut self,
        name: &'static str,
        window: RangeInclusive<i64>,
        by: &[SplitBy],
        unit: &'static str,
        meaning: &'static str,
    ) -> Distribution {
        self.distribution_in_bins(name, 1, window, by, unit, meaning)
    }

    /// Declares how often values occur in bins of this size, for values that
    /// may be too many to be kept apart.
    pub fn distribution_in_bins(
        &mut self,
        name: &'static str,
        bin: i64,
        window: RangeInclusive<i64>,
        by: &[SplitBy],
        unit: &'static str,
        meaning: &'static str,
    ) -> Distribution {
        let window = window.start().div_euclid(bin)..=window.end().div_euclid(bin);
        let lowest = *window.start();
        let width = (window.end() - lowest + 1) as u32;
        let splits = self.split(by, |size, groups| {
            let index = (size.value_groups, size.value_cells, width as usize);
            size.value_groups += groups;
            size.value_cells += groups * width as usize;
            index
        });
        let columns = self.add(name, MetricKind::Distribution { window, bin }, unit, meaning, splits);
        Distribution { columns, lowest, width, bin }
    }

    /// Declares a number to be averaged.
    pub fn number(
        &mut self,
        name: &'static str,
        by: &[SplitBy],
        unit: &'static str,
        meaning: &'static str,
    ) -> Number {
        let splits = self.split(by, |size, groups| {
            let index = (size.value_groups, 0, 0);
            size.value_groups += groups;
            index
        });
        Number(self.add(name, MetricKind::Number, unit, meaning, splits))
    }

    /// Makes room for each split. At a table of one bot the split by bot is
    /// the whole: it is not counted twice.
    fn split(
        &mut self,
        by: &[SplitBy],
        mut make_room: impl FnMut(&mut Size, usize) -> (usize, usize, usize),
    ) -> Vec<Split> {
        let mut splits: Vec<Split> = Vec::with_capacity(by.len());
        for by in by {
            let groups = self.groups(by);
            let whole = splits.iter().find(|split| split.by == SplitBy::All).map(|split| split.column);
            let column = match whole {
                Some(whole) if *by == SplitBy::Bot && groups.len() == 1 => whole,
                _ => {
                    let (first_group, first_cell, width) = make_room(&mut self.size, groups.len());
                    Column {
                        dimension: if groups.len() == 1 { Dimension::All } else { by.dimension() },
                        first_group: first_group as u32,
                        first_cell: first_cell as u32,
                        width: width as u32,
                    }
                }
            };
            splits.push(Split { by: by.clone(), groups, column });
        }
        splits
    }

    fn groups(&self, by: &SplitBy) -> Vec<String> {
        match by {
            SplitBy::All => vec!["all".to_owned()],
            SplitBy::Seat => (1..=self.players).map(|seat| seat.to_string()).collect(),
            SplitBy::Bot => self.bots.clone(),
            SplitBy::Role(names) | SplitBy::Custom(_, names) => {
                names.iter().map(|&name| name.to_owned()).collect()
            }
        }
    }

    fn add(
        &mut self,
        name: &'static str,
        kind: MetricKind,
        unit: &'static str,
        meaning: &'static str,
        splits: Vec<Split>,
    ) -> Columns {
        assert!(self.find(name).is_none(), "the metric '{name}' is declared twice");
        let mut columns = Columns::default();
        for split in &splits {
            if !columns.iter().any(|column| column == split.column) {
                columns.columns[columns.count] = split.column;
                columns.count += 1;
            }
        }
        self.metrics.push(Metric { name, kind, unit, meaning, splits });
        columns
    }
}
