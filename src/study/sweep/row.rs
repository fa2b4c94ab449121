//! The figures of a sweep: one for each variant, metric and group.

use super::{SweepCounter, Table};
use crate::game::Game;
use crate::metric::{Metric, MetricKind, MetricList};
use crate::stats::{BATCHES, Change, Interval, Pair, Ratio, mean_interval};
use crate::study::balance::{self, SCORE_PARTS};
use crate::tally::Tally;

/// What a figure is of. Of a share that has just two outcomes, the second one
/// says nothing new and has no figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowKey {
    /// The metric.
    pub metric: &'static str,
    /// What it is split by.
    pub by: &'static str,
    /// The group.
    pub group: String,
    /// The outcome, of a share.
    pub outcome: Option<String>,
}

/// A figure of a variant, and how it differs from the baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The place of the line-up.
    pub line_up: usize,
    /// The place of the variant; the baseline has 0.
    pub variant: usize,
    /// What it is of.
    pub key: RowKey,
    /// What it is counted in.
    pub unit: &'static str,
    /// The figure.
    pub value: f64,
    /// Its 95 % interval.
    pub interval: Option<Interval>,
    /// The figure of the baseline, if that has one.
    pub baseline: Option<f64>,
    /// What changed; none of the baseline, and where it has no such figure.
    pub change: Option<Change>,
    /// The change in standard deviations of what varies from deal to deal.
    pub size: f64,
}

/// Where a figure is counted.
struct Place<'a> {
    key: RowKey,
    metric: &'a Metric,
    split: usize,
    group: usize,
    outcome: Option<usize>,
}

fn places(metrics: &MetricList) -> impl Iterator<Item = Place<'_>> {
    metrics.metrics().iter().flat_map(|metric| {
        let outcomes: Vec<Option<usize>> = match &metric.kind {
            MetricKind::Shares { outcomes } if outcomes.len() == 2 => vec![Some(0)],
            MetricKind::Shares { outcomes } => (0..outcomes.len()).map(Some).collect(),
            MetricKind::Distribution { .. } | MetricKind::Number => vec![None],
        };
        let splits = metric.splits.iter().enumerate().filter(|(split, _)| !metric.repeats(*split));
        splits.flat_map(move |(split, of)| {
            let outcomes = outcomes.clone();
            of.groups.iter().enumerate().flat_map(move |(group, name)| {
                let outcomes = outcomes.clone();
                outcomes.into_iter().map(move |outcome| Place {
                    key: RowKey {
                        metric: metric.name,
                        by: of.by.name(),
                        group: name.clone(),
                        outcome: outcome.and_then(|index| match &metric.kind {
                            MetricKind::Shares { outcomes } => Some(outcomes[index].clone()),
                            _ => None,
                        }),
                    },
                    metric,
                    split,
                    group,
                    outcome,
                })
            })
        })
    })
}

impl Place<'_> {
    /// The figure over all blocks; none if nothing was observed.
    fn ratio(&self, tally: &Tally, times: i64) -> Option<Ratio> {
        match self.outcome {
            Some(outcome) => tally.share(self.metric, self.split, self.group, outcome),
            None => tally.mean(self.metric, self.split, self.group).map(|mean| mean.ratio.in_parts(times)),
        }
    }
}

impl<G: Game> Table<'_, G> {
    /// Every figure, with its place among those of a block.
    pub(super) fn places(&self) -> Vec<(RowKey, usize)> {
        let place_in = |tally: &Tally, index: &Place<'_>| {
            tally.index(index.metric, index.split, index.group, index.outcome)
        };
        let first = self.tally.block().count();
        let own = places(&self.metrics).map(|index| (place_in(&self.tally, &index), index.key));
        let balance = places(&self.balance_metrics)
            .map(|index| (first + place_in(&self.balance.tally, &index), index.key));
        own.chain(balance).map(|(index, key)| (key, index)).collect()
    }

    /// Every figure that was observed, those of balance first.
    fn figures(&self) -> Vec<(RowKey, &'static str, Ratio)> {
        let balance = places(&self.balance_metrics).filter_map(|index| {
            let ratio = index.ratio(&self.balance.tally, balance::times(index.metric.name))?;
            Some((index.key, index.metric.unit, ratio))
        });
        let own = places(&self.metrics).filter_map(|index| {
            let ratio = index.ratio(&self.tally, 1)?;
            Some((index.key, index.metric.unit, ratio))
        });
        balance.chain(own).collect()
    }
}

/// How large a change is, in standard deviations of single blocks.
fn size(change: f64, error: f64, blocks: u64) -> f64 {
    let deviation = error * (blocks as f64).sqrt();
    if change == 0.0 { 0.0 } else { change.abs() / deviation }
}

impl<G: Game> SweepCounter<'_, G> {
    /// All figures of all variants, in the order of the files.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for (line_up, variants) in self.tables.iter().enumerate() {
            let baseline = variants[0].figures();
            for variant in 0..variants.len() {
                rows.extend(self.rows_of(line_up, variant, &baseline));
                rows.extend(self.parts_of(line_up, variant));
            }
        }
        rows
    }

    fn rows_of(
        &self,
        line_up: usize,
        variant: usize,
        baseline: &[(RowKey, &'static str, Ratio)],
    ) -> Vec<Row> {
        let common = variant.checked_sub(1).map(|index| &self.common[line_up][index]);
        let row = |(key, unit, ratio): (RowKey, &'static str, Ratio)| {
            let other = baseline.iter().find(|(known, ..)| *known == key).map(|(.., ratio)| *ratio);
            let cross = common.and_then(|common| common.of(&key));
            let times = balance::times(key.metric);
            let change = other
                .zip(cross)
                .map(|(baseline, cross)| Pair { ratio, baseline, cross: cross.in_parts(times) }.change());
            let deviation = other.and_then(|other| other.standard_error().filter(|error| *error > 0.0));
            let deviation = deviation.or_else(|| ratio.standard_error()).unwrap_or(0.0);
            Row {
                line_up,
                variant,
                unit,
                value: ratio.value(),
                interval: if key.outcome.is_some() { Some(ratio.share_interval()) } else { ratio.interval() },
                baseline: other.map(|other| other.value()),
                change,
                size: change.map_or(0.0, |change| size(change.value, deviation, ratio.blocks)),
                key,
            }
        };
        self.tables[line_up][variant].figures().into_iter().map(row).collect()
    }

    /// What sets scores apart.
    fn parts_of(&self, line_up: usize, variant: usize) -> Vec<Row> {
        let of = |variant: usize| self.tables[line_up][variant].balance.score_parts();
        let (own, baseline) = (of(variant), of(0));
        let row = |part: balance::Part| {
            let (value, error) = own.share(part)?;
            let comparable = variant > 0 && baseline.parts() == own.parts();
            let change = comparable.then(|| own.change(part, baseline)).flatten();
            let other = if comparable { baseline.share(part) } else { None };
            let deviation = other.map_or(error, |(_, error)| error);
            Some(Row {
                line_up,
                variant,
                key: RowKey { metric: SCORE_PARTS, by: "part", group: part.name().to_owned(), outcome: None },
                unit: "of the variance",
                value,
                interval: Some(mean_interval(value, error, BATCHES as f64 - 1.0)),
                baseline: other.map(|(value, _)| value),
                change,
                size: change.map_or(0.0, |change| size(change.value, deviation, self.blocks)),
            })
        };
        own.parts().iter().filter_map(|&part| row(part)).collect()
    }
}
