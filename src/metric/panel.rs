//! Panels: the results that a player wants to see, as tables for the terminal.
//!
//! A panel is made of the handles of metrics, so that it cannot name one that
//! is not declared; its labels come from the declarations. An unknown outcome
//! or group panics, which the test battery would find.

use super::{Average, Distribution, MetricId, Shares};

/// A table of selected results.
#[derive(Clone, Debug)]
pub enum Panel {
    /// A row for each group of a split, a column for each result.
    BySplit {
        /// The title of the table.
        title: &'static str,
        /// The split.
        split: &'static str,
        /// The results.
        columns: Vec<PanelItem>,
    },
    /// A row for each result.
    Lines {
        /// The title of the table.
        title: &'static str,
        /// The results.
        items: Vec<PanelItem>,
    },
    /// A row for each outcome of a metric.
    Outcomes {
        /// The title of the table.
        title: &'static str,
        /// The metric.
        metric: MetricId,
    },
}

/// A result of a panel.
#[derive(Clone, Copy, Debug)]
pub struct PanelItem {
    /// The metric.
    pub metric: MetricId,
    /// Its mean, or the share of an outcome.
    pub statistic: Statistic,
    /// The group, by split and name; none for the whole, or for the group of
    /// the row.
    pub part: Option<(&'static str, &'static str)>,
    /// A label other than the metric's own.
    pub label: Option<&'static str>,
}

/// One figure of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    /// The mean of a distribution or number.
    Mean,
    /// The share of an outcome.
    Share(&'static str),
}

impl PanelItem {
    fn new(metric: MetricId, statistic: Statistic) -> PanelItem {
        PanelItem { metric, statistic, part: None, label: None }
    }

    /// The same figure under another label than the metric's own: a shorter
    /// one, where columns are narrow.
    #[must_use]
    pub fn label(self, label: &'static str) -> PanelItem {
        PanelItem { label: Some(label), ..self }
    }

    /// The same figure for one group, under a label of its own.
    #[must_use]
    pub fn of(self, split: &'static str, part: &'static str, label: &'static str) -> PanelItem {
        PanelItem { part: Some((split, part)), ..self.label(label) }
    }
}

/// The title of a panel by seat.
pub const SEATS_TITLE: &str = "Seats; the first one deals first";

impl Panel {
    /// The results that are listed one by one.
    #[must_use]
    pub fn items(&self) -> &[PanelItem] {
        match self {
            Panel::BySplit { columns: items, .. } | Panel::Lines { items, .. } => items,
            Panel::Outcomes { .. } => &[],
        }
    }
}

impl Shares {
    /// The share of an outcome.
    #[must_use]
    pub fn share(&self, outcome: &'static str) -> PanelItem {
        PanelItem::new(self.id, Statistic::Share(outcome))
    }

    /// All outcomes, a row each.
    #[must_use]
    pub fn outcomes(&self, title: &'static str) -> Panel {
        Panel::Outcomes { title, metric: self.id }
    }
}

impl Distribution {
    /// The mean.
    #[must_use]
    pub fn mean(&self) -> PanelItem {
        PanelItem::new(self.id, Statistic::Mean)
    }
}

impl Average {
    /// The mean.
    #[must_use]
    pub fn mean(&self) -> PanelItem {
        PanelItem::new(self.id, Statistic::Mean)
    }
}
