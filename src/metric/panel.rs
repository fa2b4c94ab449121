//! Panels: results as a player wants to see them.

/// A table of some results, as a player wants to see them.
#[derive(Clone, Debug)]
pub enum Panel {
    /// A line for each group of a split, a column for each of some results.
    ByGroup {
        /// Over the table.
        title: &'static str,
        /// What the lines are.
        by: &'static str,
        /// What the columns are.
        columns: Vec<Item>,
    },
    /// A line for each result.
    Lines {
        /// Over the table.
        title: &'static str,
        /// The results.
        items: Vec<Item>,
    },
    /// A line for each outcome of a metric.
    Outcomes {
        /// Over the table.
        title: &'static str,
        /// The metric.
        metric: &'static str,
    },
}

/// A result with a heading.
#[derive(Clone, Debug)]
pub struct Item {
    /// In a player's words.
    pub heading: &'static str,
    /// The metric.
    pub metric: &'static str,
    /// What of it.
    pub figure: Figure,
}

/// One figure of a metric.
#[derive(Clone, Copy, Debug)]
pub enum Figure {
    /// The mean of a distribution or number.
    Mean,
    /// The share of an outcome.
    Share(&'static str),
    /// The mean of a distribution or number in one group: by, group.
    MeanOf(&'static str, &'static str),
}
