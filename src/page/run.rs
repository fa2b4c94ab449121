//! The figures of a run.

mod convergence;
mod distributions;
mod panels;
mod shares;

use super::Shown;
use super::declared::Declared;
use super::figure::{Figure, FigureSize, Section};
use super::source::Source;
use super::words::{estimate, estimate_text};
use crate::metric::{Metric, MetricKind, PanelItem, Split, SplitBy, Statistic};
use crate::report::GridRow;
use crate::table::{Estimate, Scale};

/// The results of a run, with what the game declares about them.
struct RunFigures<'a> {
    source: &'a Source,
    declared: Declared,
}

/// What is shown of a run; none if the game is not known.
pub fn show(source: &Source) -> Option<Shown> {
    let run = RunFigures { source, declared: Declared::of(&source.record)? };
    let headline = run.headline();
    let is_headline = |metric: &Metric| headline.as_ref().is_some_and(|(of, _)| of.name == metric.name);
    let others = run
        .declared
        .metrics
        .metrics()
        .iter()
        .filter(|metric| matches!(metric.kind, MetricKind::Distribution { .. }) && !is_headline(metric));
    let distributions: Vec<Figure> = others.filter_map(|metric| run.small_distribution(metric)).collect();
    let lead = run.lead();
    let course: Vec<Figure> = run.score_parts().into_iter().chain(run.convergence()).collect();
    let section = |title: &str, size: FigureSize, figures: Vec<Figure>| Section {
        title: title.to_owned(),
        size,
        figures,
    };
    let sections = vec![
        section("At a glance", FigureSize::Wide, headline.map(|(_, figure)| figure).into_iter().collect()),
        section("Who wins, and what happens", FigureSize::Wide, run.panels()),
        section("How often", FigureSize::Half, run.shares()),
        section("Every other distribution", FigureSize::Small, distributions),
        section("How sure this is", FigureSize::Half, course),
    ];
    Some(Shown { lead, sections })
}

impl RunFigures<'_> {
    /// The game in a line, and the main figure.
    fn lead(&self) -> String {
        let Declared { about, .. } = self.declared;
        let main = self.declared.metrics.main_figure().and_then(|main| {
            let split = &main.metric.splits[main.split];
            let found = self.mean(main.metric, split.by.name(), &split.groups[main.group])?;
            let text = estimate_text(&found, &main.metric.unit);
            Some(format!(" {}: {text}.", super::words::sentence_start(main.label)))
        });
        format!("{}.{}", super::words::sentence_start(about), main.unwrap_or_default())
    }

    /// The mean of a metric in a group.
    fn mean(&self, metric: &Metric, split: &str, part: &str) -> Option<Estimate> {
        let row = self.summary(metric.name, split, part)?;
        Some(estimate(row.number("mean")?, row.number("low"), row.number("high"), metric.scale))
    }

    /// The row of a group in the summary.
    fn summary(&self, metric: &str, split: &str, part: &str) -> Option<GridRow<'_>> {
        let mut rows = self.source.table("summary")?.rows();
        rows.find(|row| {
            row.text("metric") == metric && row.text("split") == split && row.text("part") == part
        })
    }

    /// The share of an outcome in a group.
    fn share(&self, metric: &Metric, split: &str, part: &str, outcome: &str) -> Option<Estimate> {
        let mut rows = self.source.table(metric.name)?.rows();
        let row = rows.find(|row| {
            row.text("outcome") == outcome && row.text("split") == split && row.text("part") == part
        })?;
        Some(estimate(row.number("share")?, row.number("low"), row.number("high"), Scale::Percent))
    }

    /// A figure of a panel in a group.
    fn item(&self, item: &PanelItem, split: &str, part: &str) -> Option<Estimate> {
        let metric = self.declared.metrics.get(item.metric);
        match item.statistic {
            Statistic::Mean => self.mean(metric, split, part),
            Statistic::Share(outcome) => self.share(metric, split, part, outcome),
        }
    }
}

/// The split that tells most: by role, by something of the metric's own, by
/// bot if there are several, or else by seat; none if it has only one group.
fn telling_split(metric: &Metric) -> Option<&Split> {
    let rank = |split: &Split| match split.by {
        SplitBy::Role(_) => 0,
        SplitBy::Custom(..) => 1,
        SplitBy::Bot => 2,
        SplitBy::Seat => 3,
        SplitBy::All => 4,
    };
    let told = metric.splits.iter().filter(|split| split.groups.len() > 1);
    told.min_by_key(|split| rank(split))
}
