//! Shares: stacked bars by group, bars where there is one group, and all
//! questions of yes and no together.

use super::panels::{bars, outcome_figure, share_row};
use super::{RunFigures, telling_split};
use crate::metric::{Metric, MetricKind, Panel, Split, YES_NO};
use crate::page::chapter::NAME;
use crate::page::draw::{Segment, StackRow, colour, stacks};
use crate::page::figure::{DataTable, Figure};
use crate::page::words::{clipped, estimate_text, outcome_text, sentence_start, value_text};
use crate::table::Estimate;

impl RunFigures<'_> {
    /// The figures of all shares that no panel shows with all their outcomes.
    pub(super) fn shares(&self) -> Vec<Figure> {
        let metrics = &self.declared.metrics;
        let is_in_panel = |metric: &Metric| {
            self.declared.panels.iter().any(|panel| {
                matches!(panel, Panel::Outcomes { metric: of, .. } if metrics.get(*of).name == metric.name)
            })
        };
        let all = metrics
            .metrics()
            .iter()
            .filter(|metric| matches!(metric.kind, MetricKind::Shares { .. }) && !is_in_panel(metric));
        let (plain, others): (Vec<&Metric>, Vec<&Metric>) =
            all.partition(|metric| metric.outcomes() == YES_NO && telling_split(metric).is_none());
        let figures = others.into_iter().filter_map(|metric| match telling_split(metric) {
            Some(split) => self.stacked(metric, split),
            None => self.bars_of(metric.name.to_owned(), &sentence_start(metric.label), metric),
        });
        figures.chain(self.yes_or_no(&plain)).collect()
    }

    /// A bar for each outcome.
    pub(super) fn bars_of(&self, id: String, title: &str, metric: &Metric) -> Option<Figure> {
        let (by, part) = (metric.splits[0].by.name(), &metric.splits[0].groups[0]);
        let found: Vec<(String, Estimate)> = metric
            .outcomes()
            .iter()
            .filter_map(|outcome| Some((outcome_text(outcome), self.share(metric, by, part, outcome)?)))
            .collect();
        Some(outcome_figure(id, title.to_owned(), metric, &found)).filter(|_| !found.is_empty())
    }

    /// A stacked bar for each group.
    fn stacked(&self, metric: &Metric, split: &Split) -> Option<Figure> {
        let by = split.by.name();
        let outcomes: Vec<String> = metric.outcomes().iter().map(|outcome| outcome_text(outcome)).collect();
        let mut table =
            DataTable::new([by, "outcome", "share", "95 % interval"], format!("{}.csv", metric.name));
        let mut rows = Vec::new();
        let mut firsts: Vec<(String, Estimate)> = Vec::new();
        for (group, part) in split.groups.iter().enumerate() {
            let label = clipped(&split.group_text(group), NAME);
            let first = table.rows.len();
            let mut segments = Vec::new();
            for (index, outcome) in metric.outcomes().iter().enumerate() {
                let Some(share) = self.share(metric, by, part, outcome) else { continue };
                segments.push(Segment { outcome: index, share: share.value, interval: share.interval });
                let mut cells = share_row(&outcomes[index], &share);
                cells.insert(0, label.clone());
                table.rows.push(cells);
                if index == 0 {
                    firsts.push((label.clone(), share));
                }
            }
            if !segments.is_empty() {
                rows.push(StackRow { label, segments, first });
            }
        }
        firsts.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
        let (most, least) = (firsts.first()?, firsts.last()?);
        let sentence = format!(
            "{}. {}: most for {}, {}, and least for {}, {}.",
            sentence_start(metric.meaning),
            sentence_start(&metric.label_of(Some(0))),
            most.0,
            estimate_text(&most.1, ""),
            least.0,
            estimate_text(&least.1, "")
        );
        Some(Figure {
            id: metric.name.to_owned(),
            title: format!("{}, by {by}", sentence_start(metric.label)),
            legend: outcomes.into_iter().enumerate().map(|(index, name)| (colour(index), name)).collect(),
            picture: stacks(&rows),
            sentence,
            table,
        })
    }

    /// All questions of yes and no in one figure.
    fn yes_or_no(&self, metrics: &[&Metric]) -> Option<Figure> {
        let found: Vec<(&Metric, Estimate)> = metrics
            .iter()
            .filter_map(|metric| {
                let (by, part) = (metric.splits[0].by.name(), &metric.splits[0].groups[0]);
                Some((*metric, self.share(metric, by, part, YES_NO[0])?))
            })
            .collect();
        let mut table = DataTable::new(["question", "share", "95 % interval", "of"], "metrics.csv");
        table.rows = found
            .iter()
            .map(|(metric, share)| {
                let mut cells = share_row(metric.label, share);
                cells.push(metric.unit.clone());
                cells
            })
            .collect();
        let (most, share) = found.iter().max_by(|(_, one), (_, other)| one.value.total_cmp(&other.value))?;
        let sentence = format!("The most frequent: {}, {} of {}.", most.label, value_text(share), most.unit);
        let rows: Vec<(String, Estimate)> = found
            .iter()
            .map(|(metric, share)| (format!("{}, of {}", metric.label, metric.unit), *share))
            .collect();
        Some(Figure {
            id: "yes-or-no".to_owned(),
            title: "Yes or no".to_owned(),
            legend: Vec::new(),
            picture: bars(&rows),
            sentence,
            table,
        })
    }
}
