//! Panels: results as a player wants to see them.
//!
//! A panel is made of the handles of metrics, so that it cannot name one that
//! is not declared; the words come from the declaration. An outcome or a part
//! that there is not is a panic, which the battery would meet.

use super::{Distribution, MetricId, Number, Shares};

/// A table of some results.
#[derive(Clone, Debug)]
pub enum Panel {
    /// A line for each part of a split, a column for each of some results.
    BySplit {
        /// Over the table.
        title: &'static str,
        /// What the lines are.
        split: &'static str,
        /// What the columns are.
        columns: Vec<PanelItem>,
    },
    /// A line for each result.
    Lines {
        /// Over the table.
        title: &'static str,
        /// The results.
        items: Vec<PanelItem>,
    },
    /// A line for each outcome of a metric.
    Outcomes {
        /// Over the table.
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
    /// What of it.
    pub statistic: Statistic,
    /// Of which part, by split and name; none for the whole, or for the part
    /// of the line.
    pub part: Option<(&'static str, &'static str)>,
    /// Other words than the metric's own.
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

    /// The same figure under other words than the metric's own: fewer ones, where
    /// columns are narrow.
    #[must_use]
    pub fn label(self, label: &'static str) -> PanelItem {
        PanelItem { label: Some(label), ..self }
    }

    /// The same figure of one part, which has its own words.
    #[must_use]
    pub fn of(self, split: &'static str, part: &'static str, label: &'static str) -> PanelItem {
        PanelItem { part: Some((split, part)), ..self.label(label) }
    }
}

impl Panel {
    /// The results that a panel shows one by one.
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

    /// All outcomes, a line each.
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

impl Number {
    /// The mean.
    #[must_use]
    pub fn mean(&self) -> PanelItem {
        PanelItem::new(self.id, Statistic::Mean)
    }
}
