//! The figures of a sweep: one for each variant, metric and group.

use super::counter::SharedFigures;
use super::judged::judge;
use super::{BASELINE, CellCounter, CellName, Judgement, LineUpCounter, Sweep, SweepCounter};
use crate::metric::{Importance, Metric, MetricList};
use crate::sim::BlockCounter;
use crate::stats::{Change, Interval, PairedRatios, Ratio};
use crate::study::metric_tables::{SCORE_PARTS, SCORE_PARTS_SPLIT, SCORE_PARTS_UNIT};
use crate::table::Scale;
use crate::tally::{Part, Tally};

/// The key of a figure. In a share with only two outcomes the second one is
/// redundant and has no figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowKey {
    /// The metric.
    pub metric: &'static str,
    /// What it is split by.
    pub split: &'static str,
    /// The group of the split.
    pub part: String,
    /// The outcome of a share; none for a mean.
    pub outcome: Option<String>,
}

/// A figure of a variant, and how it differs from the baseline.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The variant and the line-up.
    pub cell: &'a CellName,
    /// The number of games in a block.
    pub games_per_block: u64,
    /// The key of the figure.
    pub key: RowKey,
    /// Its label, unit and scale.
    pub words: RowWords,
    /// The figure.
    pub value: f64,
    /// Its 95 % interval.
    pub interval: Option<Interval>,
    /// The figure of the baseline; none if it has no such figure.
    pub baseline: Option<f64>,
    /// The difference from the baseline; none for the baseline itself, and if it
    /// has no such figure.
    pub change: Option<Change>,
    /// The effect size: the change in standard deviations of single blocks.
    pub size: f64,
    /// The verdict on the change.
    pub judgement: Option<Judgement>,
}

/// The label of a figure, its unit and its scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowWords {
    /// The unit.
    pub unit: String,
    /// How it is formatted.
    pub scale: Scale,
    /// A short label, for tables.
    pub label: String,
    /// The subject of a sentence; by default the label.
    pub phrase: String,
    /// Whether the summary may show it: true for the measures of balance, and
    /// for what the panels of a run show.
    pub is_shown: bool,
    /// How much it matters to somebody who plays.
    pub importance: Importance,
}

impl Row<'_> {
    /// Whether it belongs to a baseline.
    #[must_use]
    pub fn is_baseline(&self) -> bool {
        self.cell.variant == BASELINE
    }

    /// How much the change matters to somebody who plays. Of large effects it
    /// does not matter how large they are.
    #[must_use]
    pub fn interest(&self) -> f64 {
        self.size / (1.0 + self.size) * self.words.importance.weight()
    }

    /// The number of games that would decide it.
    #[must_use]
    pub fn games_to_decide(&self) -> Option<u64> {
        self.judgement?.blocks_to_decide.map(|blocks| blocks.saturating_mul(self.games_per_block))
    }
}

/// The indices of a figure in its tally.
struct FigureIndex<'a> {
    key: RowKey,
    metric: &'a Metric,
    split: usize,
    group: usize,
    outcome: Option<usize>,
}

fn figures_of(metrics: &MetricList) -> impl Iterator<Item = FigureIndex<'_>> {
    metrics.metrics().iter().flat_map(|metric| {
        let outcomes: Vec<Option<usize>> = match metric.outcomes().len() {
            0 => vec![None],
            2 => vec![Some(0)],
            count => (0..count).map(Some).collect(),
        };
        let splits = metric.splits.iter().enumerate().filter(|(split, _)| !metric.repeats(*split));
        splits.flat_map(move |(split, of)| {
            let outcomes = outcomes.clone();
            of.groups.iter().enumerate().flat_map(move |(group, part)| {
                outcomes.clone().into_iter().map(move |outcome| FigureIndex {
                    key: RowKey {
                        metric: metric.name,
                        split: of.by.name(),
                        part: part.clone(),
                        outcome: outcome.map(|index| metric.outcomes()[index].clone()),
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

impl FigureIndex<'_> {
    /// The figure over all blocks; none if nothing was observed.
    fn ratio(&self, tally: &Tally) -> Option<Ratio> {
        match self.outcome {
            Some(outcome) => tally.share(self.metric, self.split, self.group, outcome),
            None => tally.mean(self.metric, self.split, self.group).map(|mean| mean.ratio),
        }
    }

    /// Its index among the figures of a cluster.
    fn index(&self, tally: &Tally) -> usize {
        tally.index(self.metric, self.split, self.group, self.outcome)
    }

    fn words(&self, is_shown: bool) -> RowWords {
        RowWords {
            unit: self.metric.unit.clone(),
            scale: self.metric.scale,
            label: self.metric.full_label(self.outcome, self.split, self.group),
            phrase: self.metric.phrase_of(self.outcome, self.split, self.group),
            is_shown,
            importance: self.metric.importance,
        }
    }
}

/// A figure that was observed.
struct Figure {
    key: RowKey,
    words: RowWords,
    ratio: Ratio,
}

impl CellCounter<'_> {
    /// Every figure, with its index among those of a cluster.
    pub(super) fn figure_indices(&self) -> Vec<(RowKey, usize)> {
        let first = self.counts.tally.figures().count();
        let own = figures_of(&self.cell.metrics).map(|figure| (figure.index(&self.counts.tally), figure.key));
        let balance = figures_of(&self.cell.balance_metrics)
            .map(|figure| (first + figure.index(&self.balance.tally), figure.key));
        own.chain(balance).map(|(index, key)| (key, index)).collect()
    }

    /// Every figure that was observed, those of balance first.
    fn figures(&self) -> Vec<Figure> {
        let is_shown = |figure: &FigureIndex<'_>| {
            self.cell.shown.contains(&(
                figure.metric.name,
                figure.outcome.map(|index| figure.metric.outcomes()[index].as_str()),
            ))
        };
        let figure = |figure: FigureIndex<'_>, tally: &Tally, is_shown: bool| {
            let ratio = figure.ratio(tally)?;
            let words = figure.words(is_shown);
            Some(Figure { words, ratio, key: figure.key })
        };
        let balance = figures_of(&self.cell.balance_metrics)
            .filter_map(|index| figure(index, &self.balance.tally, true));
        let own = figures_of(&self.cell.metrics).filter_map(|index| {
            let is_shown = is_shown(&index);
            figure(index, &self.counts.tally, is_shown)
        });
        balance.chain(own).collect()
    }
}

/// The effect size of a change, in standard deviations of single blocks.
fn size(change: f64, error: f64, blocks: u64) -> f64 {
    let deviation = error * (blocks as f64).sqrt();
    if change == 0.0 { 0.0 } else { change.abs() / deviation }
}

impl Sweep {
    /// All figures of all variants, judged, in the order of the files.
    #[must_use]
    pub fn rows<'a>(&'a self, counter: &SweepCounter<'a>) -> Vec<Row<'a>> {
        let mut rows: Vec<Row<'a>> = counter.iter().flat_map(rows_of_line_up).collect();
        judge(&mut rows, &self.margins, counter.blocks());
        rows
    }
}

fn rows_of_line_up<'a>(counter: &LineUpCounter<'a>) -> Vec<Row<'a>> {
    let baseline = counter.baseline.figures();
    let mut rows = rows_of(&counter.baseline, None, &baseline);
    rows.extend(part_rows(&counter.baseline, None));
    for variant in &counter.variants {
        rows.extend(rows_of(&variant.cell, Some(&variant.shared), &baseline));
        rows.extend(part_rows(&variant.cell, Some(&counter.baseline)));
    }
    rows
}

fn rows_of<'a>(
    counter: &CellCounter<'a>,
    shared: Option<&SharedFigures>,
    baseline: &[Figure],
) -> Vec<Row<'a>> {
    let row = |Figure { key, words, ratio }: Figure| {
        let other = baseline.iter().find(|figure| figure.key == key).map(|figure| figure.ratio);
        let products = shared.and_then(|shared| shared.of(&key));
        let change = other
            .zip(products)
            .map(|(baseline, products)| PairedRatios { ratio, baseline, products }.change());
        let deviation = other.and_then(|other| other.standard_error().filter(|error| *error > 0.0));
        let deviation = deviation.or_else(|| ratio.standard_error()).unwrap_or(0.0);
        Row {
            cell: &counter.cell.name,
            games_per_block: counter.cell.games_per_block,
            words,
            value: ratio.value(),
            interval: if key.outcome.is_some() { Some(ratio.share_interval()) } else { ratio.interval() },
            baseline: other.map(|other| other.value()),
            change,
            size: change.map_or(0.0, |change| size(change.value, deviation, ratio.blocks)),
            judgement: None,
            key,
        }
    };
    counter.figures().into_iter().map(row).collect()
}

/// The rows of the variance components of scores.
fn part_rows<'a>(counter: &CellCounter<'a>, baseline: Option<&CellCounter<'_>>) -> Vec<Row<'a>> {
    let own = &counter.counts.score_parts;
    let baseline = baseline.map(|cell| &cell.counts.score_parts).filter(|other| other.parts() == own.parts());
    let row = |part: Part| {
        let share = own.share(part)?;
        let change = baseline.and_then(|baseline| own.change(part, baseline));
        let other = baseline.and_then(|baseline| baseline.share(part));
        let deviation = other.unwrap_or(share).standard_error;
        let name = part.name();
        Some(Row {
            cell: &counter.cell.name,
            games_per_block: counter.cell.games_per_block,
            key: RowKey {
                metric: SCORE_PARTS,
                split: SCORE_PARTS_SPLIT,
                part: name.to_owned(),
                outcome: None,
            },
            words: RowWords {
                unit: SCORE_PARTS_UNIT.to_owned(),
                scale: Scale::Percent,
                label: format!("scores set apart by {}", part.words()),
                phrase: format!("what {} sets scores apart", part.words()),
                is_shown: true,
                importance: Importance::Course,
            },
            value: share.value,
            interval: Some(share.interval),
            baseline: other.map(|share| share.value),
            change,
            size: change.map_or(0.0, |change| size(change.value, deviation, counter.counts.blocks())),
            judgement: None,
        })
    };
    own.parts().iter().filter_map(|&part| row(part)).collect()
}
