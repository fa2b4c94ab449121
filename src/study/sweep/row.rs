//! The figures of a sweep: one for each variant, metric and part.

use super::judged::judge;
use super::{BASELINE, CellCounter, CellName, Judgement, LineUpCounter, SharedFigures, Sweep, SweepCounter};
use crate::game::{Game, Ledger};
use crate::metric::{Metric, MetricList, Statistic};
use crate::stats::{BATCHES, Change, Interval, PairedRatios, Ratio, mean_interval};
use crate::study::balance::{self, SCORE_PARTS};
use crate::table::Scale;
use crate::tally::Tally;

/// What a figure is of. Of a share that has just two outcomes, the second one
/// says nothing new and has no figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowKey {
    /// The metric.
    pub metric: &'static str,
    /// What it is split by.
    pub split: &'static str,
    /// Which part.
    pub part: String,
    /// The outcome, of a share.
    pub outcome: Option<String>,
}

/// A figure of a variant, and how it differs from the baseline.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The variant and the line-up.
    pub cell: &'a CellName,
    /// How many games a block has there.
    pub games_per_block: u64,
    /// What it is of.
    pub key: RowKey,
    /// What it is called.
    pub words: RowWords,
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
    /// What can be said of the change.
    pub judgement: Option<Judgement>,
}

/// What a figure is called, and how it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowWords {
    /// What it is counted in.
    pub unit: String,
    /// How it is written.
    pub scale: Scale,
    /// A few words, for a table.
    pub label: String,
    /// The subject of a sentence; the label, if it has no other.
    pub phrase: String,
    /// Whether players ask for it: the measures of balance, and what the panels
    /// of a run show.
    pub is_told: bool,
}

impl Row<'_> {
    /// Whether it is of a baseline.
    #[must_use]
    pub fn is_baseline(&self) -> bool {
        self.cell.variant == BASELINE
    }

    /// How many games would decide it.
    #[must_use]
    pub fn games_to_decide(&self) -> Option<u64> {
        self.judgement?.blocks_to_decide.map(|blocks| blocks.saturating_mul(self.games_per_block))
    }
}

/// Where a figure is counted.
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

    /// Its index among the figures of a block.
    fn index(&self, tally: &Tally) -> usize {
        tally.index(self.metric, self.split, self.group, self.outcome)
    }

    fn words(&self, is_told: bool) -> RowWords {
        RowWords {
            unit: self.metric.unit.clone(),
            scale: self.metric.scale,
            label: self.metric.full_label(self.outcome, self.split, self.group),
            phrase: self.metric.phrase_of(self.outcome, self.split, self.group),
            is_told,
        }
    }
}

/// A figure that was observed.
struct Figure {
    key: RowKey,
    words: RowWords,
    denominator: i64,
    ratio: Ratio,
}

impl<G: Game> CellCounter<'_, G> {
    /// Every figure, with its index among those of a block.
    pub(super) fn figure_indices(&self) -> Vec<(RowKey, usize)> {
        let first = self.tally.block().count();
        let own = figures_of(self.cell.setup.metrics()).map(|figure| (figure.index(&self.tally), figure.key));
        let balance = figures_of(&self.cell.balance_metrics)
            .map(|figure| (first + figure.index(&self.balance.tally), figure.key));
        own.chain(balance).map(|(index, key)| (key, index)).collect()
    }

    /// Every figure that was observed, those of balance first.
    fn figures(&self) -> Vec<Figure> {
        let shown = self.shown();
        let is_told = |figure: &FigureIndex<'_>| {
            shown.contains(&(
                figure.metric.name,
                figure.outcome.map(|index| figure.metric.outcomes()[index].as_str()),
            ))
        };
        let figure = |figure: FigureIndex<'_>, tally: &Tally, is_told: bool| {
            let ratio = figure.ratio(tally)?;
            let words = figure.words(is_told);
            Some(Figure { words, denominator: figure.metric.denominator, ratio, key: figure.key })
        };
        let balance = figures_of(&self.cell.balance_metrics)
            .filter_map(|index| figure(index, &self.balance.tally, true));
        let own = figures_of(self.cell.setup.metrics()).filter_map(|index| {
            let is_told = is_told(&index);
            figure(index, &self.tally, is_told)
        });
        balance.chain(own).collect()
    }

    /// What the panels of a run show: metrics and outcomes.
    fn shown(&self) -> Vec<(&'static str, Option<&'static str>)> {
        let metrics = self.cell.setup.metrics();
        let panels = self.cell.setup.ledger().panels();
        let items = panels.iter().flat_map(|panel| panel.items());
        items
            .filter(|item| item.part.is_none())
            .map(|item| {
                let outcome = match item.statistic {
                    Statistic::Mean => None,
                    Statistic::Share(outcome) => Some(outcome),
                };
                (metrics.get(item.metric).name, outcome)
            })
            .collect()
    }
}

/// How large a change is, in standard deviations of single blocks.
fn size(change: f64, error: f64, blocks: u64) -> f64 {
    let deviation = error * (blocks as f64).sqrt();
    if change == 0.0 { 0.0 } else { change.abs() / deviation }
}

impl<G: Game> Sweep<G> {
    /// All figures of all variants, judged, in the order of the files.
    #[must_use]
    pub fn rows<'a>(&'a self, counter: &SweepCounter<'a, G>) -> Vec<Row<'a>> {
        let mut rows: Vec<Row<'a>> = counter.line_ups.iter().flat_map(rows_of_line_up).collect();
        judge(&mut rows, &self.margins, counter.blocks);
        rows
    }
}

fn rows_of_line_up<'a, G: Game>(counter: &LineUpCounter<'a, G>) -> Vec<Row<'a>> {
    let baseline = counter.baseline.figures();
    let mut rows = rows_of(&counter.baseline, None, &baseline);
    rows.extend(part_rows(&counter.baseline, None));
    for variant in &counter.variants {
        rows.extend(rows_of(&variant.cell, Some(&variant.shared), &baseline));
        rows.extend(part_rows(&variant.cell, Some(&counter.baseline)));
    }
    rows
}

fn rows_of<'a, G: Game>(
    counter: &CellCounter<'a, G>,
    shared: Option<&SharedFigures>,
    baseline: &[Figure],
) -> Vec<Row<'a>> {
    let row = |Figure { key, words, denominator, ratio }: Figure| {
        let other = baseline.iter().find(|figure| figure.key == key).map(|figure| figure.ratio);
        let products = shared.and_then(|shared| shared.of(&key));
        let change = other.zip(products).map(|(baseline, products)| {
            PairedRatios { ratio, baseline, products: products.over(denominator) }.change()
        });
        let deviation = other.and_then(|other| other.standard_error().filter(|error| *error > 0.0));
        let deviation = deviation.or_else(|| ratio.standard_error()).unwrap_or(0.0);
        Row {
            cell: &counter.cell.name,
            games_per_block: counter.cell.games_per_block(),
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

/// What sets scores apart.
fn part_rows<'a, G: Game>(
    counter: &CellCounter<'a, G>,
    baseline: Option<&CellCounter<'_, G>>,
) -> Vec<Row<'a>> {
    let own = counter.balance.score_parts();
    let baseline =
        baseline.map(|cell| cell.balance.score_parts()).filter(|other| other.parts() == own.parts());
    let row = |part: balance::Part| {
        let (value, error) = own.share(part)?;
        let change = baseline.and_then(|baseline| own.change(part, baseline));
        let other = baseline.and_then(|baseline| baseline.share(part));
        let deviation = other.map_or(error, |(_, error)| error);
        let name = part.name();
        Some(Row {
            cell: &counter.cell.name,
            games_per_block: counter.cell.games_per_block(),
            key: RowKey { metric: SCORE_PARTS, split: "part", part: name.to_owned(), outcome: None },
            words: RowWords {
                unit: "of the variance".to_owned(),
                scale: Scale::Percent,
                label: format!("of a score: {}", name.replace('_', " ")),
                phrase: format!("the part of the {} in a score", name.replace('_', " ")),
                is_told: true,
            },
            value,
            interval: Some(mean_interval(value, error, BATCHES as f64 - 1.0)),
            baseline: other.map(|(value, _)| value),
            change,
            size: change.map_or(0.0, |change| size(change.value, deviation, counter.tally.blocks())),
            judgement: None,
        })
    };
    own.parts().iter().filter_map(|&part| row(part)).collect()
}
