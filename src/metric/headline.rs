//! The headline: what a page shows first of a game, and what is marked on it.

use super::{Metric, MetricId, MetricKind, MetricList, PanelItem, Statistic};

/// The distribution that comes first, large, and the figure that stands for the
/// whole run.
#[derive(Clone, Debug)]
pub struct Headline {
    /// The distribution.
    pub metric: MetricId,
    /// The split whose groups are told apart in it.
    pub split: &'static str,
    /// A value that matters, with its name: the par, the goal.
    pub line: Option<(i64, &'static str)>,
    /// Ranges of values that mean something: where each but the first begins,
    /// and the names of all of them.
    pub bands: (Vec<i64>, Vec<&'static str>),
    /// The mean whose way to its value is shown.
    pub main: PanelItem,
}

/// The mean that stands for a whole run.
#[derive(Clone, Copy, Debug)]
pub struct MainFigure<'a> {
    /// The metric.
    pub metric: &'a Metric,
    /// The index of the split.
    pub split: usize,
    /// The index of the group.
    pub group: usize,
    /// Its label.
    pub label: &'a str,
}

impl MainFigure<'_> {
    /// Where its sums are kept.
    pub(crate) fn group_index(&self) -> usize {
        self.metric.splits[self.split].column.group_at(self.group)
    }
}

impl Headline {
    /// A headline without marks.
    #[must_use]
    pub fn new(of: PanelItem, split: &'static str, main: PanelItem) -> Headline {
        Headline { metric: of.metric, split, line: None, bands: (Vec::new(), Vec::new()), main }
    }

    /// The same headline with a line at a value.
    #[must_use]
    pub fn line(self, at: i64, name: &'static str) -> Headline {
        Headline { line: Some((at, name)), ..self }
    }

    /// The same headline with named ranges.
    ///
    /// # Panics
    /// If there is not one name more than there are edges.
    #[must_use]
    pub fn bands(self, edges: Vec<i64>, names: Vec<&'static str>) -> Headline {
        assert_eq!(edges.len() + 1, names.len(), "the bands of a headline");
        Headline { bands: (edges, names), ..self }
    }
}

impl MetricList {
    /// Declares the headline. Without one, the first distribution is it.
    ///
    /// # Panics
    /// If its main figure is not a mean.
    pub fn set_headline(&mut self, headline: Headline) {
        assert_eq!(headline.main.statistic, Statistic::Mean, "the main figure is a mean");
        self.headline = Some(headline);
    }

    /// The main figure: that of the headline, or else the mean of the first
    /// distribution.
    ///
    /// # Panics
    /// If the headline names a split or group that its metric does not have.
    #[must_use]
    pub fn main_figure(&self) -> Option<MainFigure<'_>> {
        let Some(Headline { main, .. }) = self.headline() else {
            let is_distribution = |metric: &&Metric| matches!(metric.kind, MetricKind::Distribution { .. });
            let metric = self.metrics().iter().find(is_distribution)?;
            return Some(MainFigure { metric, split: 0, group: 0, label: metric.label });
        };
        let metric = self.get(main.metric);
        let (split, group) = main.part.map_or((0, 0), |(by, part)| {
            let split = metric.split_index(by).expect("the main figure names a split of its metric");
            let group = metric.splits[split].groups.iter().position(|group| group == part);
            (split, group.expect("the main figure names a group of its split"))
        });
        Some(MainFigure { metric, split, group, label: main.label.unwrap_or(metric.label) })
    }

    /// The headline, as declared.
    #[must_use]
    pub fn headline(&self) -> Option<&Headline> {
        self.headline.as_ref()
    }
}
