//! Metrics: what is counted. Each is declared once.
//!
//! A game declares its metrics into a [`MetricList`] and keeps the handles
//! that it gets back; a [`Tally`](crate::tally::Tally) counts under a handle.
//! Files, columns and tables follow from the list, so that nothing can be
//! counted that is not declared, and nothing declared that has no name, unit
//! and meaning.

mod group;
mod headline;
mod panel;
mod words;
mod yes_no;

pub use group::GroupKey;
pub(crate) use group::{CHUNK, CountColumn, CountColumns, GroupShape};
pub use headline::{Headline, MainFigure};
pub use panel::{Panel, PanelItem, SEATS_TITLE, Statistic};
pub use words::{Importance, PART, WORDS, Words, part_text};
pub use yes_no::{YES_NO, yes_no};

use std::ops::RangeInclusive;

use self::group::Dimension;
use crate::table::Scale;

/// What a metric is split by: the grouping variable of its rows.
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
    /// By a variable of the metric's own: its name and groups.
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
        /// The values that get a cell up front, as they are common; others get
        /// one when they first occur. With bins, the indices of the bins.
        window: RangeInclusive<i64>,
        /// The width of a bin, which is named by its smallest value. 1 unless
        /// there may be too many values to count each separately; mean, sd,
        /// min and max are exact in any case.
        bin: i64,
    },
    /// A number of which only the mean, sd, min and max are kept.
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
    /// The name, which is also that of its file.
    pub name: &'static str,
    /// The shape.
    pub kind: MetricKind,
    /// A short label for tables: of the mean, or of the share of *yes*.
    pub label: &'static str,
    /// What is counted, or the unit of the values.
    pub unit: String,
    /// How its values are written for people.
    pub scale: Scale,
    /// How sentences name it, with [`PART`] for the group that is meant.
    pub phrase: &'static str,
    /// One line on what it is.
    pub meaning: &'static str,
    /// Values are counted in units of 1 / `denominator`, to be exact integers.
    pub denominator: i64,
    /// How much it matters to somebody who plays.
    pub importance: Importance,
    /// Whether the values of all seats add up to zero.
    pub is_zero_sum: bool,
    /// Whether values may be negative although the seats' do not add up to zero.
    pub may_be_negative: bool,
    /// What it is split by.
    pub splits: Vec<Split>,
    outcome_labels: &'static [&'static str],
}

/// One way in which a metric is split, and where its counts are kept.
#[derive(Clone, Debug)]
pub struct Split {
    /// What it is split by.
    pub by: SplitBy,
    /// The names of the groups.
    pub groups: Vec<String>,
    pub(crate) column: CountColumn,
}

impl Metric {
    /// Whether a split duplicates an earlier one: at a table with a single bot,
    /// the split by bot is the whole.
    #[must_use]
    pub fn repeats(&self, split: usize) -> bool {
        self.splits[..split].iter().any(|before| before.column == self.splits[split].column)
    }
}

/// The index of a metric in its list, by which handles, panels and tables refer
/// to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MetricId(usize);

/// The handle of a metric that counts outcomes.
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    pub(crate) columns: CountColumns,
    id: MetricId,
}

/// The handle of a metric that counts values.
#[derive(Clone, Copy, Debug)]
pub struct Distribution {
    pub(crate) columns: CountColumns,
    pub(crate) lowest: i64,
    pub(crate) width: u32,
    pub(crate) bin: i64,
    id: MetricId,
}

/// The handle of a metric that averages numbers.
#[derive(Clone, Copy, Debug)]
pub struct Average {
    pub(crate) columns: CountColumns,
    id: MetricId,
}

/// The metrics of a game at a table.
#[derive(Clone, Debug)]
pub struct MetricList {
    players: usize,
    bots: Vec<String>,
    games_per_block: u64,
    metrics: Vec<Metric>,
    headline: Option<Headline>,
    pub(crate) size: Size,
}

/// The number of groups and cells that a tally of the metrics needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    /// The groups of metrics that count outcomes.
    pub(crate) share_groups: Vec<GroupShape>,
    pub(crate) share_cells: usize,
    /// The groups of metrics that count values or average numbers.
    pub(crate) value_groups: Vec<GroupShape>,
    pub(crate) value_cells: usize,
}

impl MetricList {
    /// An empty list, for a table of `players` at which these bots sit, with one
    /// game in a block.
    #[must_use]
    pub fn new(players: usize, bots: Vec<String>) -> MetricList {
        MetricList {
            players,
            bots,
            games_per_block: 1,
            metrics: Vec::new(),
            headline: None,
            size: Size::default(),
        }
    }

    /// The same list for blocks of several games.
    #[must_use]
    pub fn with_games_per_block(self, games_per_block: u64) -> MetricList {
        MetricList { games_per_block, ..self }
    }

    /// The number of players at the table.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// The number of different bots at the table.
    #[must_use]
    pub fn bots(&self) -> usize {
        self.bots.len()
    }

    /// The number of games in a block.
    #[must_use]
    pub fn games_per_block(&self) -> u64 {
        self.games_per_block
    }

    /// The metrics, in the order of their declaration.
    #[must_use]
    pub fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    /// The metric of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Metric> {
        self.metrics.iter().find(|metric| metric.name == name)
    }

    /// The metric of a handle.
    #[must_use]
    pub fn get(&self, id: MetricId) -> &Metric {
        &self.metrics[id.0]
    }

    /// Declares a metric that counts how often each outcome occurs.
    ///
    /// # Panics
    /// If a metric of this name is declared already.
    pub fn shares<S: AsRef<str>>(&mut self, outcomes: &[S], by: &[SplitBy], words: Words<'_>) -> Shares {
        let outcomes: Vec<String> = outcomes.iter().map(|outcome| outcome.as_ref().to_owned()).collect();
        let width = outcomes.len();
        let splits = self.split(by, |size, groups| {
            let first = (size.share_groups.len(), size.share_cells, width);
            for _ in 0..groups {
                let first_cell = size.share_cells;
                size.share_groups.push(GroupShape { first_cell, width, ..GroupShape::default() });
                size.share_cells += width;
            }
            first
        });
        let (id, columns) = self.add(MetricKind::Shares { outcomes }, splits, words);
        Shares { columns, id }
    }

    /// Declares a metric that counts how often each value occurs. Values in the
    /// window are quick to count; others are counted as well.
    ///
    /// # Panics
    /// If a metric of this name is declared already.
    pub fn distribution(
        &mut self,
        window: RangeInclusive<i64>,
        by: &[SplitBy],
        words: Words<'_>,
    ) -> Distribution {
        self.distribution_in_bins(1, window, by, words)
    }

    /// Declares a metric that counts values in bins of this width, where there
    /// may be too many values to count each separately.
    ///
    /// # Panics
    /// If a metric of this name is declared already.
    pub fn distribution_in_bins(
        &mut self,
        bin: i64,
        window: RangeInclusive<i64>,
        by: &[SplitBy],
        words: Words<'_>,
    ) -> Distribution {
        let window = window.start().div_euclid(bin)..=window.end().div_euclid(bin);
        let lowest = *window.start();
        let width = (window.end() - lowest + 1) as u32;
        let splits = self.split(by, |size, groups| {
            let stride = (width as usize).next_multiple_of(CHUNK);
            let first = (size.value_groups.len(), size.value_cells, stride);
            for _ in 0..groups {
                let first_cell = size.value_cells;
                let width = width as usize;
                size.value_groups.push(GroupShape { first_cell, width, lowest, ..GroupShape::default() });
                size.value_cells += stride;
            }
            first
        });
        let (id, columns) = self.add(MetricKind::Distribution { window, bin }, splits, words);
        Distribution { columns, lowest, width, bin, id }
    }

    /// Declares a metric that averages a number.
    ///
    /// # Panics
    /// If a metric of this name is declared already.
    pub fn number(&mut self, by: &[SplitBy], words: Words<'_>) -> Average {
        let splits = self.split(by, |size, groups| {
            let first = (size.value_groups.len(), 0, 0);
            size.value_groups.extend(std::iter::repeat_n(GroupShape::default(), groups));
            first
        });
        let (id, columns) = self.add(MetricKind::Number, splits, words);
        Average { columns, id }
    }

    /// Allocates the groups and cells of each split. At a table with a single
    /// bot the split by bot is the whole, which is not counted twice.
    fn split(
        &mut self,
        by: &[SplitBy],
        mut allocate: impl FnMut(&mut Size, usize) -> (usize, usize, usize),
    ) -> Vec<Split> {
        let mut splits: Vec<Split> = Vec::with_capacity(by.len());
        for by in by {
            let groups = self.groups(by);
            let whole = splits.iter().find(|split| split.by == SplitBy::All).map(|split| split.column);
            let column = match whole {
                Some(whole) if *by == SplitBy::Bot && groups.len() == 1 => whole,
                _ => {
                    let (first_group, first_cell, width) = allocate(&mut self.size, groups.len());
                    CountColumn {
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
            SplitBy::Seat => (1..=self.players).map(|seat| format!("seat-{seat}")).collect(),
            SplitBy::Bot => self.bots.clone(),
            SplitBy::Role(names) | SplitBy::Custom(_, names) => {
                names.iter().map(|&name| name.to_owned()).collect()
            }
        }
    }

    fn add(&mut self, kind: MetricKind, splits: Vec<Split>, words: Words<'_>) -> (MetricId, CountColumns) {
        let Words { name, label, unit, scale, phrase, meaning, outcome_labels, denominator, .. } = words;
        assert!(self.find(name).is_none(), "the metric '{name}' is declared twice");
        let is_share = matches!(kind, MetricKind::Shares { .. });
        let groups = if is_share { &mut self.size.share_groups } else { &mut self.size.value_groups };
        let whole = summed_column(&splits, groups);
        let mut columns = CountColumns::default();
        for split in &splits {
            let is_counted = Some(split.column) != whole;
            if is_counted && !columns.iter().any(|column| column == split.column) {
                columns.columns[columns.count] = split.column;
                columns.count += 1;
            }
        }
        self.metrics.push(Metric {
            name,
            kind,
            label,
            unit: unit.to_owned(),
            scale: if is_share { Scale::Percent } else { scale },
            phrase: if phrase.is_empty() { label } else { phrase },
            meaning,
            denominator,
            importance: words.importance,
            is_zero_sum: words.is_zero_sum,
            may_be_negative: words.may_be_negative,
            splits,
            outcome_labels,
        });
        (MetricId(self.metrics.len() - 1), columns)
    }
}

/// The column of the whole, if there is another split: an observation is in one
/// group of each, so that the whole need not be counted, but is summed up from
/// the split with the fewest groups.
fn summed_column(splits: &[Split], groups: &mut [GroupShape]) -> Option<CountColumn> {
    let is_whole = |split: &&Split| split.column.dimension == Dimension::All;
    let whole = splits.iter().find(is_whole)?.column;
    let parts = splits.iter().filter(|split| !is_whole(split)).min_by_key(|split| split.groups.len())?;
    for part in 0..parts.groups.len() {
        groups[parts.column.group_at(part)].whole = Some(whole.group_at(0));
    }
    groups[whole.group_at(0)].is_whole = true;
    Some(whole)
}
