//! Results as tables for the terminal.

use std::fmt::Write as _;

use crate::metric::{Figure, Item, MetricKind, MetricList, Panel};
use crate::stats::{Interval, Ratio};
use crate::tally::Tally;

/// What a player wants to see, as text of at most 80 columns.
#[must_use]
pub fn panels_text(panels: &[Panel], metrics: &MetricList, tally: &Tally) -> String {
    let results = Results { metrics, tally };
    let mut text = String::new();
    for panel in panels {
        let (title, rows) = match panel {
            Panel::ByGroup { title, by, columns } => (title, results.by_group(by, columns)),
            Panel::Outcomes { title, metric } => (title, results.outcomes(metric)),
            Panel::Lines { title, items } => (title, results.lines(items)),
        };
        if rows.len() > 1 || (rows.len() == 1 && !matches!(panel, Panel::ByGroup { .. })) {
            writeln!(text, "{title}").expect("text grows");
            text.push_str(&aligned(&rows));
            text.push('\n');
        }
    }
    text
}

/// Rows with their columns aligned: the first to the left, others to the
/// right.
pub(super) fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::from("  ");
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            if column == 0 {
                write!(line, "{cell:<width$}").expect("text grows");
            } else {
                write!(line, "   {cell:>width$}").expect("text grows");
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

struct Results<'a> {
    metrics: &'a MetricList,
    tally: &'a Tally,
}

impl Results<'_> {
    fn by_group(&self, by: &str, columns: &[Item]) -> Vec<Vec<String>> {
        let heading =
            std::iter::once(String::new()).chain(columns.iter().map(|item| item.heading.to_owned()));
        let mut rows = vec![heading.collect::<Vec<_>>()];
        let groups = columns
            .iter()
            .filter_map(|item| self.metrics.find(item.metric))
            .flat_map(|metric| &metric.splits)
            .find(|split| split.by.name() == by)
            .map_or_else(Vec::new, |split| split.groups.clone());
        for (index, group) in groups.into_iter().enumerate() {
            let cells: Vec<Option<String>> =
                columns.iter().map(|item| self.figure(item, Some((by, index)))).collect();
            if cells.iter().any(Option::is_some) {
                let cells = cells.into_iter().map(|cell| cell.unwrap_or_else(|| "-".to_owned()));
                rows.push(std::iter::once(group).chain(cells).collect());
            }
        }
        rows
    }

    fn outcomes(&self, name: &'static str) -> Vec<Vec<String>> {
        let Some(metric) = self.metrics.find(name) else { return Vec::new() };
        let MetricKind::Shares { outcomes } = &metric.kind else { return Vec::new() };
        outcomes
            .iter()
            .enumerate()
            .filter_map(|(index, outcome)| {
                let ratio = self.tally.share(metric, 0, 0, index)?;
                Some(vec![outcome.clone(), share_text(&ratio)])
            })
            .collect()
    }

    fn lines(&self, items: &[Item]) -> Vec<Vec<String>> {
        items
            .iter()
            .filter_map(|item| Some(vec![item.heading.to_owned(), self.figure(item, None)?]))
            .collect()
    }

    /// A figure as text: of the whole, or of a group of a split.
    fn figure(&self, item: &Item, group: Option<(&str, usize)>) -> Option<String> {
        let metric = self.metrics.find(item.metric)?;
        let split_by = |by: &str| metric.splits.iter().position(|split| split.by.name() == by);
        let (split, group) = match (item.figure, group) {
            (Figure::MeanOf(by, name), _) => {
                let split = split_by(by)?;
                (split, metric.splits[split].groups.iter().position(|group| group == name)?)
            }
            (_, Some((by, index))) => (split_by(by)?, index),
            (_, None) => (split_by("all")?, 0),
        };
        match item.figure {
            Figure::Mean | Figure::MeanOf(..) => {
                self.tally.mean(metric, split, group).map(|mean| mean_text(&mean.ratio))
            }
            Figure::Share(name) => {
                let MetricKind::Shares { outcomes } = &metric.kind else { return None };
                let index = outcomes.iter().position(|outcome| outcome == name)?;
                self.tally.share(metric, split, group, index).map(|ratio| share_text(&ratio))
            }
        }
    }
}

/// How many decimals show the first two digits of an uncertainty.
fn decimals(half_width: f64) -> usize {
    if half_width <= 0.0 {
        return 2;
    }
    (0..6).find(|&decimals| half_width * 10_f64.powi(decimals) >= 1.95).unwrap_or(6) as usize
}

fn mean_text(ratio: &Ratio) -> String {
    match ratio.interval() {
        Some(Interval { high, .. }) => {
            let half = high - ratio.value();
            let decimals = decimals(half);
            format!("{:.decimals$} ± {half:.decimals$}", ratio.value())
        }
        None => format!("{:.2}", ratio.value()),
    }
}

/// A share with half the width of its interval; or the interval alone, where
/// that much on both sides of the share would be less than 0 or more than 1.
/// Wilson's interval is lopsided there: `0 ± 17 %` would hide that it ends at
/// 34 %.
pub(super) fn share_text(ratio: &Ratio) -> String {
    let Interval { low, high } = ratio.share_interval();
    let (share, half) = (ratio.value(), (high - low) / 2.0);
    let decimals = decimals(100.0 * half);
    let percent = |share: f64| format!("{:.decimals$}", 100.0 * share);
    if share - half < 0.0 || share + half > 1.0 {
        format!("{} to {} %", percent(low), percent(high))
    } else {
        format!("{} ± {} %", percent(share), percent(half))
    }
}

#[cfg(test)]
mod tests;
