//! The results of a tally as tables: one for each metric that counts outcomes
//! or values, a summary of all means, and a description of each metric.

use std::collections::BTreeMap;

use crate::metric::{MainFigure, Metric, MetricKind, MetricList, Panel, PanelItem, Statistic, part_text};
use crate::stats::{Interval, Ratio};
use crate::table::row;
use crate::table::{Cell, Column, Estimate, Histogram, Scale, Shown, Table};
use crate::tally::{Mean, PartShare, ScoreParts, TableCounts, Tally};

const SPLIT: &str = "what the row is split by: all, seat, role, bot, or something that the metric names";
const PART: &str = "which part of the split";
const LOW: &str = "lower end of the 95 % interval, over blocks";
const HIGH: &str = "upper end of the 95 % interval, over blocks";

/// All tables of a run: one for each metric that counts outcomes or values,
/// `summary`, `convergence` and `metrics`.
#[must_use]
pub fn metric_tables(metrics: &MetricList, counts: &TableCounts) -> Vec<Table> {
    let tally = &counts.tally;
    let mut tables: Vec<Table> = metrics
        .metrics()
        .iter()
        .filter_map(|metric| match metric.kind {
            MetricKind::Shares { .. } => Some(shares(metric, tally)),
            MetricKind::Distribution { .. } => Some(distribution(metric, tally)),
            MetricKind::Number => None,
        })
        .collect();
    tables.push(summary(metrics, counts));
    tables.extend(convergence(metrics, counts));
    tables.push(metrics_table(&[metrics]));
    tables
}

/// The groups of a metric: the indices of split and group, and their names.
fn groups(metric: &Metric) -> impl Iterator<Item = (usize, usize, &'static str, &str)> {
    metric.splits.iter().enumerate().flat_map(|(split, of)| {
        of.groups.iter().enumerate().map(move |(group, name)| (split, group, of.by.name(), name.as_str()))
    })
}

fn shares(metric: &Metric, tally: &Tally) -> Table {
    let columns = vec![
        Column::text("split", SPLIT),
        Column::text("part", PART),
        Column::text("outcome", "what happened"),
        Column::integer("count", "how often"),
        Column::integer("trials", "of how many"),
        Column::real("share", "count over trials"),
        Column::real("low", LOW),
        Column::real("high", HIGH),
    ];
    let mut table = Table::new(metric.name, columns);
    for (split, group, by, part) in groups(metric) {
        for (index, outcome) in metric.outcomes().iter().enumerate() {
            if let Some(ratio) = tally.share(metric, split, group, index) {
                let Interval { low, high } = ratio.share_interval();
                table.push(row![by, part, outcome.as_str(), ratio.y, ratio.n, ratio.value(), low, high]);
            }
        }
    }
    table
}

fn distribution(metric: &Metric, tally: &Tally) -> Table {
    let columns = vec![
        Column::text("split", SPLIT),
        Column::text("part", PART),
        Column::integer(
            "value",
            "the value, or the smallest value of a bin; values that never occurred have no row",
        ),
        Column::integer("count", "how often"),
        Column::real("share", "count over all counts of the part"),
        Column::real("low", LOW),
        Column::real("high", HIGH),
        Column::real("at_least", "share of observations with this value or a higher one"),
    ];
    let mut table = Table::new(metric.name, columns);
    for (split, group, by, part) in groups(metric) {
        let values = tally.values(metric, split, group);
        let mut at_least = values.first().map_or(0, |(_, ratio)| ratio.n);
        for (value, ratio) in values {
            let Interval { low, high } = ratio.share_interval();
            let reached = at_least as f64 / ratio.n as f64;
            table.push(row![by, part, value, ratio.y, ratio.value(), low, high, reached]);
            at_least -= ratio.y;
        }
    }
    table
}

/// How the main figure came to its value: its mean after more and more blocks.
fn convergence(metrics: &MetricList, counts: &TableCounts) -> Option<Table> {
    let MainFigure { metric, split, group, .. } = metrics.main_figure()?;
    let columns = vec![
        Column::text("metric", "the metric"),
        Column::text("split", SPLIT),
        Column::text("part", PART),
        Column::integer("blocks", "the blocks counted so far, those with the lowest numbers"),
        Column::real("mean", "the mean over these blocks"),
        Column::real("low", LOW),
        Column::real("high", HIGH),
    ];
    let mut table = Table::new("convergence", columns);
    let of = &metric.splits[split];
    if let Some(mean) = counts.tally.mean(metric, split, group) {
        for ratio in counts.convergence.ratios(mean.ratio) {
            let (low, high) = ratio.interval().map(|interval| (interval.low, interval.high)).unzip();
            let part = of.groups[group].as_str();
            table.push(row![metric.name, of.by.name(), part, ratio.blocks, ratio.value(), low, high]);
        }
    }
    Some(table)
}

/// The quantiles of the summary: their columns and probabilities.
const QUANTILES: [(&str, f64); 5] =
    [("p5", 0.05), ("p25", 0.25), ("median", 0.5), ("p75", 0.75), ("p95", 0.95)];

fn summary(metrics: &MetricList, TableCounts { tally, score_parts, .. }: &TableCounts) -> Table {
    const QUANTILE: &str = "quantile: the smallest value that this share of observations does not exceed";
    let mut columns = vec![
        Column::text("metric", "the metric"),
        Column::text("split", SPLIT),
        Column::text("part", PART),
        Column::integer("samples", "single observations"),
        Column::real("mean", "their mean"),
        Column::real("sd", "their standard deviation"),
        Column::real("se", "standard error of the mean, over blocks"),
        Column::real("low", LOW),
        Column::real("high", HIGH),
        Column::integer("min", "the smallest value"),
    ];
    columns.extend(QUANTILES.iter().map(|(name, _)| Column::integer(*name, QUANTILE)));
    columns.push(Column::integer("max", "the largest value"));
    let mut table = Table::new("summary", columns);
    let averaged = metrics.metrics().iter().filter(|metric| metric.outcomes().is_empty());
    for metric in averaged {
        for (split, group, by, part) in groups(metric) {
            let Some(Mean { ratio, sd, min, max }) = tally.mean(metric, split, group) else { continue };
            let interval = ratio.interval();
            let (low, high) = (interval.map(|interval| interval.low), interval.map(|interval| interval.high));
            let error = ratio.standard_error();
            let mut cells = row![metric.name, by, part, ratio.n, ratio.value(), sd, error, low, high, min];
            let values = tally.values(metric, split, group);
            cells.extend(QUANTILES.map(|(_, probability)| Cell::from(quantile(&values, probability))));
            cells.push(max.into());
            table.push(cells);
        }
    }
    let games = tally.blocks() * metrics.games_per_block();
    push_score_parts(&mut table, score_parts, games);
    table
}

/// The name of the figure that is no metric: the variance components of scores.
pub const SCORE_PARTS: &str = "score_parts";

/// What its parts are called.
pub(super) const SCORE_PARTS_SPLIT: &str = "component";

/// Its unit.
pub const SCORE_PARTS_UNIT: &str = "of the variance";

/// One line on what it is.
pub const SCORE_PARTS_MEANING: &str = "what sets the scores at the end of a game apart: the bots, the seat, \
    the deal, and the play, which is the rest. Deal and play are told apart by the same deal with other bots \
    in the seats";

/// The shares of the variance components, as means of the summary.
fn push_score_parts(table: &mut Table, score_parts: &ScoreParts, games: u64) {
    for &part in score_parts.parts() {
        if let Some(PartShare { value, standard_error, interval }) = score_parts.share(part) {
            let name = part.name();
            let Interval { low, high } = interval;
            let mut cells = row![SCORE_PARTS, SCORE_PARTS_SPLIT, name, games, value];
            cells.extend(row![None::<f64>, standard_error, low, high]);
            cells.resize(table.columns.len(), Cell::from(None::<i64>));
            table.push(cells);
        }
    }
}

/// The smallest value whose cumulative share is at least `probability`.
fn quantile(values: &[(i64, Ratio)], probability: f64) -> Option<i64> {
    let needed = probability * values.first()?.1.n as f64;
    let mut counted = 0;
    let reached = values.iter().find(|(_, ratio)| {
        counted += ratio.y;
        counted as f64 >= needed
    });
    reached.or(values.last()).map(|(value, _)| *value)
}

/// The table `metrics`: a description of each metric of some lists, each name
/// once.
#[must_use]
pub fn metrics_table(lists: &[&MetricList]) -> Table {
    let columns = vec![
        Column::text("metric", "the metric"),
        Column::text("form", "shares, distribution, number or parts"),
        Column::text("unit", "what is counted, or the unit of the values"),
        Column::text("meaning", "what it is"),
    ];
    let mut table = Table::new("metrics", columns);
    let mut seen: Vec<&str> = Vec::new();
    for metric in lists.iter().flat_map(|list| list.metrics()) {
        if seen.contains(&metric.name) {
            continue;
        }
        seen.push(metric.name);
        let meaning = match metric.kind {
            MetricKind::Distribution { bin, .. } if bin > 1 => {
                format!("{}; counted in bins of {bin}, each named by its smallest value", metric.meaning)
            }
            _ => metric.meaning.to_owned(),
        };
        table.push(row![metric.name, metric.kind.name(), metric.unit.as_str(), meaning]);
    }
    table.push(row![SCORE_PARTS, "parts", SCORE_PARTS_UNIT, SCORE_PARTS_MEANING]);
    table
}

/// A table for each panel, without the rows for which nothing was observed.
///
/// # Panics
/// If a panel names an outcome, split or group that its metric does not have.
#[must_use]
pub fn panel_tables(panels: &[Panel], metrics: &MetricList, tally: &Tally) -> Vec<Shown> {
    let results = Results { metrics, tally };
    let mut shown = Vec::new();
    for panel in panels {
        let (title, table) = match panel {
            // What one bot does at all seats is what the other panels say.
            Panel::BySplit { split: "bot", .. } if metrics.bots() == 1 => continue,
            Panel::BySplit { title, split, columns } => (title, results.by_split(split, columns)),
            Panel::Outcomes { title, metric } => (title, results.outcomes(metrics.get(*metric))),
            Panel::Lines { title, items } => (title, results.lines(items)),
        };
        if !table.rows.is_empty() {
            let is_shares = matches!(panel, Panel::Outcomes { .. });
            let part = if is_shares { Shown::Bars } else { Shown::Table };
            shown.extend([part((*title).to_owned(), table), Shown::Gap]);
        }
    }
    shown
}

/// The headline, to be drawn; none if nothing was observed.
#[must_use]
pub fn headline_plot(metrics: &MetricList, tally: &Tally) -> Option<Shown> {
    let headline = metrics.headline();
    let is_distribution = |metric: &&Metric| matches!(metric.kind, MetricKind::Distribution { .. });
    let metric = match headline {
        Some(headline) => metrics.get(headline.metric),
        None => metrics.metrics().iter().find(is_distribution)?,
    };
    let MetricKind::Distribution { bin, .. } = metric.kind else { return None };
    let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
    for group in 0..metric.splits[0].groups.len() {
        for (value, ratio) in tally.values(metric, 0, group) {
            *counts.entry(value).or_default() += ratio.y as u64;
        }
    }
    (!counts.is_empty()).then(|| {
        Shown::Histogram(Histogram {
            title: metric.label.to_owned(),
            counts: counts.into_iter().collect(),
            unit: bin,
            line: headline.and_then(|headline| headline.line),
        })
    })
}

struct Results<'a> {
    metrics: &'a MetricList,
    tally: &'a Tally,
}

impl Results<'_> {
    fn by_split(&self, split: &str, items: &[PanelItem]) -> Table {
        let heading = items.iter().map(|item| Column::estimate(self.label(item), "an estimate"));
        let columns = std::iter::once(Column::text("", PART)).chain(heading).collect();
        let mut table = Table::new(split, columns);
        let parts = items
            .iter()
            .flat_map(|item| &self.metrics.get(item.metric).splits)
            .find(|of| of.by.name() == split)
            .unwrap_or_else(|| panic!("no metric of the panel is split by {split}"));
        for group in 0..parts.groups.len() {
            let cells: Vec<Option<Estimate>> =
                items.iter().map(|item| self.estimate(item, Some((split, group)))).collect();
            if cells.iter().any(Option::is_some) {
                let cells = cells.into_iter().map(Cell::from);
                table.push(std::iter::once(Cell::from(parts.group_text(group))).chain(cells).collect());
            }
        }
        table
    }

    fn outcomes(&self, metric: &Metric) -> Table {
        let columns = vec![Column::text("", "what happened"), Column::estimate("share", "how often")];
        let mut table = Table::new(metric.name, columns);
        for (index, outcome) in metric.outcomes().iter().enumerate() {
            if let Some(ratio) = self.tally.share(metric, 0, 0, index) {
                table.push(row![part_text(outcome), share_estimate(&ratio)]);
            }
        }
        table
    }

    fn lines(&self, items: &[PanelItem]) -> Table {
        let columns = vec![Column::text("", "the figure"), Column::estimate("value", "an estimate")];
        let mut table = Table::new("", columns);
        for item in items {
            if let Some(estimate) = self.estimate(item, None) {
                table.push(row![self.label(item), estimate]);
            }
        }
        table
    }

    fn label(&self, item: &PanelItem) -> String {
        let metric = self.metrics.get(item.metric);
        match (item.label, item.statistic) {
            (Some(label), _) => label.to_owned(),
            (None, Statistic::Mean) => metric.label_of(None),
            (None, Statistic::Share(outcome)) => metric.label_of(Some(metric.outcome_index(outcome))),
        }
    }

    /// A figure of the whole, or of a group of a split; none if nothing was
    /// observed.
    fn estimate(&self, item: &PanelItem, line: Option<(&str, usize)>) -> Option<Estimate> {
        let metric = self.metrics.get(item.metric);
        let split_by = |by: &str| {
            let split = metric.split_index(by);
            split.unwrap_or_else(|| panic!("the metric '{}' is not split by {by}", metric.name))
        };
        let (split, group) = match (item.part, line) {
            (Some((by, part)), _) => {
                let split = split_by(by);
                let group = metric.splits[split].groups.iter().position(|group| group == part);
                (split, group.unwrap_or_else(|| panic!("'{}' has no part '{part}'", metric.name)))
            }
            (None, Some((by, group))) => (split_by(by), group),
            (None, None) => (split_by("all"), 0),
        };
        match item.statistic {
            Statistic::Mean => {
                self.tally.mean(metric, split, group).map(|mean| mean_estimate(&mean.ratio, metric.scale))
            }
            Statistic::Share(name) => {
                let outcome = metric.outcome_index(name);
                self.tally.share(metric, split, group, outcome).map(|ratio| share_estimate(&ratio))
            }
        }
    }
}

fn mean_estimate(ratio: &Ratio, scale: Scale) -> Estimate {
    Estimate { value: ratio.value(), interval: ratio.interval(), scale }
}

/// A share with its interval.
pub(super) fn share_estimate(ratio: &Ratio) -> Estimate {
    Estimate { value: ratio.value(), interval: Some(ratio.share_interval()), scale: Scale::Percent }
}
