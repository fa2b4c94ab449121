//! The CSV files of a run.

use csv::WriterBuilder;

use super::figures::decimal;
use crate::metric::{Metric, MetricKind, MetricList};
use crate::stats::{Interval, Ratio};
use crate::tally::Tally;

/// A file, finished in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub content: Vec<u8>,
}

/// All CSV files of a run: one for each metric that counts outcomes or values,
/// `summary.csv` and `columns.csv`.
#[must_use]
pub fn files(metrics: &MetricList, tally: &Tally) -> Vec<File> {
    let mut files: Vec<File> = metrics
        .metrics()
        .iter()
        .filter_map(|metric| match metric.kind {
            MetricKind::Shares { .. } => Some(shares(metric, tally)),
            MetricKind::Distribution { .. } => Some(distribution(metric, tally)),
            MetricKind::Number => None,
        })
        .collect();
    files.push(summary(metrics, tally));
    files.push(columns(metrics));
    files
}

/// Rows under a heading.
pub(super) struct Sheet(csv::Writer<Vec<u8>>);

impl Sheet {
    pub(super) fn new(heading: &[&str]) -> Sheet {
        let mut sheet = Sheet(WriterBuilder::new().from_writer(Vec::new()));
        sheet.row(heading.iter().map(|&name| name.to_owned()));
        sheet
    }

    pub(super) fn row(&mut self, fields: impl IntoIterator<Item = String>) {
        self.0.write_record(fields).expect("memory takes every row");
    }

    pub(super) fn finish(self, name: &str) -> File {
        let content = self.0.into_inner().expect("memory takes every row");
        File { name: format!("{name}.csv"), content }
    }
}

/// The groups of a metric: the place of the split and of the group, and their
/// names.
fn groups(metric: &Metric) -> impl Iterator<Item = (usize, usize, String, String)> + '_ {
    metric.splits.iter().enumerate().flat_map(|(split, of)| {
        of.groups
            .iter()
            .enumerate()
            .map(move |(group, name)| (split, group, of.by.name().to_owned(), name.clone()))
    })
}

fn share_fields(ratio: &Ratio) -> [String; 3] {
    let Interval { low, high } = ratio.share_interval();
    [decimal(ratio.value()), decimal(low), decimal(high)]
}

fn shares(metric: &Metric, tally: &Tally) -> File {
    let mut sheet = Sheet::new(&["by", "group", "outcome", "count", "trials", "share", "low", "high"]);
    let MetricKind::Shares { outcomes } = &metric.kind else { unreachable!("only shares have outcomes") };
    for (split, group, by, name) in groups(metric) {
        for (index, outcome) in outcomes.iter().enumerate() {
            if let Some(ratio) = tally.share(metric, split, group, index) {
                let [share, low, high] = share_fields(&ratio);
                let (count, trials) = (ratio.y.to_string(), ratio.n.to_string());
                sheet.row([by.clone(), name.clone(), outcome.clone(), count, trials, share, low, high]);
            }
        }
    }
    sheet.finish(metric.name)
}

fn distribution(metric: &Metric, tally: &Tally) -> File {
    let mut sheet = Sheet::new(&["by", "group", "value", "count", "share", "low", "high", "at_least"]);
    for (split, group, by, name) in groups(metric) {
        let values = tally.values(metric, split, group);
        let mut at_least = values.first().map_or(0, |(_, ratio)| ratio.n);
        for (value, ratio) in values {
            let [share, low, high] = share_fields(&ratio);
            let reached = decimal(at_least as f64 / ratio.n as f64);
            sheet.row([
                by.clone(),
                name.clone(),
                value.to_string(),
                ratio.y.to_string(),
                share,
                low,
                high,
                reached,
            ]);
            at_least -= ratio.y;
        }
    }
    sheet.finish(metric.name)
}

fn summary(metrics: &MetricList, tally: &Tally) -> File {
    let mut sheet =
        Sheet::new(&["metric", "by", "group", "samples", "mean", "sd", "se", "low", "high", "min", "max"]);
    let or_empty = |number: Option<f64>| number.map_or(String::new(), decimal);
    let averaged =
        metrics.metrics().iter().filter(|metric| !matches!(metric.kind, MetricKind::Shares { .. }));
    for metric in averaged {
        for (split, group, by, name) in groups(metric) {
            let Some(mean) = tally.mean(metric, split, group) else { continue };
            let interval = mean.ratio.interval();
            sheet.row([
                metric.name.to_owned(),
                by,
                name,
                mean.ratio.n.to_string(),
                decimal(mean.ratio.value()),
                or_empty(mean.sd),
                or_empty(mean.ratio.standard_error()),
                or_empty(interval.map(|interval| interval.low)),
                or_empty(interval.map(|interval| interval.high)),
                mean.min.to_string(),
                mean.max.to_string(),
            ]);
        }
    }
    sheet.finish("summary")
}

fn columns(metrics: &MetricList) -> File {
    let mut sheet = Sheet::new(&["metric", "form", "unit", "meaning"]);
    for metric in metrics.metrics() {
        let meaning = match metric.kind {
            MetricKind::Distribution { bin, .. } if bin > 1 => {
                format!("{}; counted in bins of {bin}, each named by its least value", metric.meaning)
            }
            _ => metric.meaning.to_owned(),
        };
        let [name, form, unit] = [metric.name, metric.kind.name(), metric.unit].map(str::to_owned);
        sheet.row([name, form, unit, meaning]);
    }
    sheet.finish("columns")
}
