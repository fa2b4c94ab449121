//! The panels of a game: what a player wants to know first.

use maud::{Markup, html};

use super::RunFigures;
use super::distributions::item_label;
use crate::metric::{Metric, Panel, PanelItem, Split, SplitBy};
use crate::page::chapter::NAME;
use crate::page::draw::{Axis, Mark, Row, Rows, TickScale};
use crate::page::figure::{DataTable, Figure};
use crate::page::words::{clipped, estimate_text, list, value_text};
use crate::table::Estimate;

impl RunFigures<'_> {
    /// A figure for each panel.
    pub(super) fn panels(&self) -> Vec<Figure> {
        let panels = self.declared.panels.iter().enumerate();
        panels
            .filter_map(|(index, panel)| {
                let id = format!("panel-{}", index + 1);
                match panel {
                    // What one bot does at all seats is what the others say.
                    Panel::BySplit { split: "bot", .. } if self.declared.metrics.bots() == 1 => None,
                    Panel::BySplit { title, split, columns } => self.by_split(id, title, split, columns),
                    Panel::Outcomes { title, metric } => {
                        self.bars_of(id, title, self.declared.metrics.get(*metric))
                    }
                    Panel::Lines { title, items } => self.lines(id, title, items),
                }
            })
            .collect()
    }

    /// Dots with whiskers: a group of rows for each item.
    fn by_split(&self, id: String, title: &str, by: &str, items: &[PanelItem]) -> Option<Figure> {
        let metrics = &self.declared.metrics;
        let split_of = |item: &PanelItem| {
            let metric = metrics.get(item.metric);
            metric.split_index(by).map(|split| &metric.splits[split])
        };
        let groups: &Split = items.iter().find_map(split_of)?;
        let name = |group: usize| clipped(&groups.group_text(group), NAME);
        let found: Vec<Vec<Option<Estimate>>> = items
            .iter()
            .map(|item| groups.groups.iter().map(|part| self.item(item, by, part)).collect())
            .collect();
        let seen: Vec<usize> = (0..groups.groups.len())
            .filter(|&group| found.iter().any(|item| item[group].is_some()))
            .collect();
        if seen.is_empty() {
            return None;
        }
        let mut table = DataTable::new([groups.by.name().to_owned()], "summary.csv");
        table.head.extend(items.iter().map(|item| item_label(metrics.get(item.metric), item)));
        table.rows = seen
            .iter()
            .map(|&group| {
                let cells = found.iter().map(|item| {
                    item[group].as_ref().map_or(String::new(), |estimate| estimate_text(estimate, ""))
                });
                std::iter::once(name(group)).chain(cells).collect()
            })
            .collect();
        let picture = html! {
            div.panels {
                @for (item, found) in items.iter().zip(&found) {
                    @let metric = metrics.get(item.metric);
                    @let rows = found.iter().enumerate().filter_map(|(group, estimate)| {
                        Some((name(group), (*estimate)?))
                    }).collect::<Vec<_>>();
                    div.panel {
                        p { (panel_heading(metric, item)) }
                        (dots(&rows, groups.by != SplitBy::All))
                    }
                }
            }
        };
        let sentence = self.most_and_least(items, &found, &name);
        Some(Figure { legend: Vec::new(), id, title: title.to_owned(), picture, sentence, table })
    }

    /// Of each item, who has the most and who the least.
    fn most_and_least(
        &self,
        items: &[PanelItem],
        found: &[Vec<Option<Estimate>>],
        name: &impl Fn(usize) -> String,
    ) -> String {
        let told = items.iter().zip(found).filter_map(|(item, found)| {
            let metric = self.declared.metrics.get(item.metric);
            let known: Vec<(usize, &Estimate)> =
                found.iter().enumerate().filter_map(|(group, one)| Some((group, one.as_ref()?))).collect();
            let by_value = |one: &&(usize, &Estimate), other: &&(usize, &Estimate)| {
                one.1.value.total_cmp(&other.1.value)
            };
            let (most, least) = (known.iter().max_by(by_value)?, known.iter().min_by(by_value)?);
            let label = item_label(metric, item);
            if most.0 == least.0 {
                return Some(format!("{label}: {}", estimate_text(most.1, &metric.unit)));
            }
            Some(format!(
                "{label}: most {}, {}, and least {}, {}",
                name(most.0),
                estimate_text(most.1, ""),
                name(least.0),
                estimate_text(least.1, "")
            ))
        });
        let told: Vec<String> = told.collect();
        if told.is_empty() {
            String::new()
        } else {
            super::super::words::sentence_start(&told.join("; ")) + "."
        }
    }

    /// A list of figures.
    fn lines(&self, id: String, title: &str, items: &[PanelItem]) -> Option<Figure> {
        let found: Vec<(String, Estimate, &str)> = items
            .iter()
            .filter_map(|item| {
                let metric = self.declared.metrics.get(item.metric);
                let (split, part) = match item.part {
                    Some((split, part)) => (split, part.to_owned()),
                    None => ("all", "all".to_owned()),
                };
                let estimate = self.item(item, split, &part)?;
                Some((item_label(metric, item), estimate, metric.unit.as_str()))
            })
            .collect();
        if found.is_empty() {
            return None;
        }
        let mut table = DataTable::new(["figure", "value", "unit"], "summary.csv");
        table.rows = found
            .iter()
            .map(|(label, estimate, unit)| {
                vec![label.clone(), estimate_text(estimate, ""), (*unit).to_owned()]
            })
            .collect();
        let picture = html! {
            dl.list {
                @for (label, estimate, _) in &found {
                    div { dt { (label) } dd { (estimate_text(estimate, "")) } }
                }
            }
        };
        let (label, first, unit) = &found[0];
        let sentence = format!(
            "{}: {}. The ± is half of a 95 % interval over deals.",
            super::super::words::sentence_start(label),
            estimate_text(first, unit)
        );
        Some(Figure { legend: Vec::new(), id, title: title.to_owned(), picture, sentence, table })
    }
}

/// What is above the rows of an item.
fn panel_heading(metric: &Metric, item: &PanelItem) -> String {
    let label = item_label(metric, item);
    let is_in_label = label.contains(metric.unit.as_str());
    if metric.outcomes().is_empty() && !is_in_label { format!("{label}, in {}", metric.unit) } else { label }
}

/// Rows of dots on an axis that holds all intervals.
pub(super) fn dots(rows: &[(String, Estimate)], in_colours: bool) -> Markup {
    let ends = rows.iter().flat_map(|(_, estimate)| {
        let interval = estimate.interval;
        [Some(estimate.value), interval.map(|interval| interval.low), interval.map(|interval| interval.high)]
    });
    let axis = Axis::around(ends.flatten());
    let is_percent = rows.first().is_some_and(|(_, estimate)| estimate.scale.is_percent());
    let rows: Vec<Row> = rows
        .iter()
        .enumerate()
        .map(|(index, (label, estimate))| Row {
            label: label.clone(),
            value: estimate.value,
            interval: estimate.interval,
            text: estimate_text(estimate, ""),
            colour: if in_colours && rows.len() <= 4 { index } else { 0 },
            is_faint: false,
            shade: None,
        })
        .collect();
    let scale = if is_percent { TickScale::Percent } else { TickScale::Plain };
    Rows { rows: &rows, mark: Mark::Dot, axis, scale, line: Some(0.0) }.draw()
}

/// A figure with a bar for each outcome.
pub(super) fn outcome_figure(
    id: String,
    title: String,
    metric: &Metric,
    found: &[(String, Estimate)],
) -> Figure {
    let mut table = DataTable::new([metric.label, "share", "95 % interval"], format!("{}.csv", metric.name));
    table.rows = found.iter().map(|(name, estimate)| share_row(name, estimate)).collect();
    let mut ranked: Vec<&(String, Estimate)> = found.iter().collect();
    ranked.sort_by(|one, other| other.1.value.total_cmp(&one.1.value));
    let told: Vec<String> = ranked
        .iter()
        .take(3)
        .enumerate()
        .map(|(rank, (name, estimate))| {
            let text = if rank == 0 { estimate_text(estimate, "") } else { value_text(estimate) };
            format!("{name} {text}")
        })
        .collect();
    let sentence = format!(
        "{}. Most often {}, of {}.",
        super::super::words::sentence_start(metric.meaning),
        list(&told),
        metric.unit
    );
    Figure { legend: Vec::new(), id, title, picture: bars(found), sentence, table }
}

/// A share and its interval, for a table.
pub(super) fn share_row(name: &str, estimate: &Estimate) -> Vec<String> {
    let ends = estimate.interval.map_or(String::new(), |interval| {
        let end = |end: f64| estimate.scale.number(end, interval.half_width());
        format!("{} to {}", end(interval.low), end(interval.high))
    });
    vec![name.to_owned(), value_text(estimate), ends]
}

/// Bars of shares.
pub(super) fn bars(found: &[(String, Estimate)]) -> Markup {
    let most = found
        .iter()
        .map(|(_, estimate)| estimate.interval.map_or(estimate.value, |interval| interval.high))
        .fold(0.0, f64::max);
    let rows: Vec<Row> = found
        .iter()
        .map(|(name, estimate)| Row {
            label: name.clone(),
            value: estimate.value,
            interval: estimate.interval,
            text: estimate_text(estimate, ""),
            colour: 0,
            is_faint: false,
            shade: None,
        })
        .collect();
    let axis = Axis::new(0.0, (most * 1.03).clamp(1e-9, 1.0));
    Rows { rows: &rows, mark: Mark::Bar, axis, scale: TickScale::Percent, line: Some(0.0) }.draw()
}
