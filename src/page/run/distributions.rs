//! Distributions: the headline, large, and all others as small multiples.

use super::{RunFigures, telling_split};
use crate::metric::{Metric, MetricKind, PanelItem, Split, Statistic};
use crate::page::chapter::NAME;
use crate::page::draw::{Steps, colour};
use crate::page::figure::{DataTable, Figure};
use crate::page::words::{clipped, estimate_text, list, sentence_start, share_text, value_text};
use crate::report::{Bins, Series, signed};
use crate::table::Estimate;

/// The number of bins of a large picture and of a small one.
const LARGE: usize = 100;
const SMALL: usize = 40;

/// How many groups have a line of their own in a picture.
const LINES: usize = 4;

/// A distribution that is to be drawn.
struct Drawn<'a> {
    metric: &'a Metric,
    /// The whole, if it was counted or can be added up.
    whole: Option<Series>,
    /// The groups that are told apart.
    parts: Vec<Series>,
    line: Option<(i64, &'static str)>,
    bands: (&'a [i64], &'a [&'static str]),
    most: usize,
    height: u32,
}

impl RunFigures<'_> {
    /// The headline: the metric, and its figure.
    pub(super) fn headline(&self) -> Option<(&Metric, Figure)> {
        let metrics = &self.declared.metrics;
        let declared = metrics.headline();
        let first =
            || metrics.metrics().iter().find(|metric| matches!(metric.kind, MetricKind::Distribution { .. }));
        let metric = declared.map_or_else(first, |headline| Some(metrics.get(headline.metric)))?;
        let split = declared
            .and_then(|headline| metric.split_index(headline.split))
            .map(|split| &metric.splits[split])
            .filter(|split| split.groups.len() > 1)
            .or_else(|| telling_split(metric));
        let drawn = Drawn {
            metric,
            whole: self.whole(metric),
            parts: split.map_or(Vec::new(), |split| self.parts(metric, split)),
            line: declared.and_then(|headline| headline.line),
            bands: declared.map_or((&[], &[]), |headline| (&headline.bands.0, &headline.bands.1)),
            most: LARGE,
            height: 320,
        };
        let sentence = self.headline_sentence(&drawn, split)?;
        let title = match split {
            Some(split) => format!("{}, by {}", sentence_start(metric.label), split.by.name()),
            None => sentence_start(metric.label),
        };
        Some((metric, drawn.figure(title, sentence)?))
    }

    /// A distribution as one of many.
    pub(super) fn small_distribution(&self, metric: &Metric) -> Option<Figure> {
        let split = telling_split(metric);
        let drawn = Drawn {
            metric,
            whole: self.whole(metric),
            parts: split.map_or(Vec::new(), |split| self.parts(metric, split)),
            line: None,
            bands: (&[], &[]),
            most: SMALL,
            height: 150,
        };
        let sentence = self.small_sentence(metric)?;
        drawn.figure(sentence_start(metric.label), sentence)
    }

    /// The counts of the whole: as they are, or those of all groups of a split.
    fn whole(&self, metric: &Metric) -> Option<Series> {
        let split = metric.splits.iter().find(|split| split.is_whole()).or(metric.splits.first())?;
        let mut counts: std::collections::BTreeMap<i64, u64> = std::collections::BTreeMap::new();
        for series in self.parts(metric, split) {
            for (value, count) in series.counts {
                *counts.entry(value).or_default() += count;
            }
        }
        (!counts.is_empty()).then(|| Series { name: "all".to_owned(), counts: counts.into_iter().collect() })
    }

    /// The counts of the groups of a split.
    fn parts(&self, metric: &Metric, split: &Split) -> Vec<Series> {
        let Some(grid) = self.source.table(metric.name) else { return Vec::new() };
        let parts = split.groups.iter().enumerate().map(|(group, part)| Series {
            name: clipped(&split.group_text(group), NAME),
            counts: grid
                .part(split.by.name(), part)
                .filter_map(|row| Some((row.integer("value")?, row.text("count").parse().ok()?)))
                .collect(),
        });
        parts.filter(|series| !series.counts.is_empty()).collect()
    }

    /// The mean of the whole, or the means of all groups.
    fn means(&self, metric: &Metric) -> Vec<(String, Estimate)> {
        let split = metric.splits.iter().find(|split| split.is_whole()).or(metric.splits.first());
        split.map_or(Vec::new(), |split| self.means_of(metric, split))
    }

    fn means_of(&self, metric: &Metric, split: &Split) -> Vec<(String, Estimate)> {
        let groups = split.groups.iter().enumerate();
        let means = groups.filter_map(|(group, part)| {
            Some((clipped(&split.group_text(group), NAME), self.mean(metric, split.by.name(), part)?))
        });
        means.collect()
    }

    fn headline_sentence(&self, drawn: &Drawn<'_>, split: Option<&Split>) -> Option<String> {
        let metric = drawn.metric;
        let mut text = format!("{}. ", sentence_start(metric.meaning));
        let whole = metric.splits.iter().position(|split| split.is_whole() && !metric.is_zero_sum);
        let parts = split.map_or(Vec::new(), |split| self.means_of(metric, split));
        let told: Vec<String> =
            parts.iter().map(|(name, mean)| format!("{name} {}", estimate_text(mean, ""))).collect();
        if let Some(whole) = whole {
            let mean = self.mean(metric, metric.splits[whole].by.name(), &metric.splits[whole].groups[0])?;
            text += &format!("On average {}", estimate_text(&mean, &metric.unit));
            text += &if told.is_empty() { ".".to_owned() } else { format!(": {}.", list(&told)) };
        } else if !told.is_empty() {
            text += &format!("On average, in {}: {}.", metric.unit, list(&told));
        }
        let whole = drawn.whole.as_ref()?;
        let [low, high] = [0.25, 0.75].map(|probability| quantile(whole, probability));
        text += &format!(" Half of all are from {} to {}", signed(low), signed(high));
        if let Some((at, name)) = drawn.line {
            let total: u64 = whole.counts.iter().map(|(_, count)| count).sum();
            let above: u64 =
                whole.counts.iter().filter(|(value, _)| *value >= at).map(|(_, count)| count).sum();
            let share = share_text(above as f64 / total as f64);
            text += &format!("; {share} are at {name} ({}) or above", signed(at));
        }
        text.push('.');
        if !drawn.bands.1.is_empty() {
            let other =
                self.declared.metrics.metrics().iter().find(|other| other.outcomes() == drawn.bands.1);
            if let Some(other) = other {
                text += &format!(" The bands are {}: {}.", other.label, other.meaning);
            }
        }
        Some(text)
    }

    fn small_sentence(&self, metric: &Metric) -> Option<String> {
        let mut text = format!("{}. ", sentence_start(metric.meaning));
        let means = self.means(metric);
        text += &match &means[..] {
            [] => return None,
            [(_, mean)] => format!("On average {}", estimate_text(mean, &metric.unit)),
            several => {
                let told: Vec<String> =
                    several.iter().map(|(name, mean)| format!("{name} {}", value_text(mean))).collect();
                format!("On average, in {}: {}", metric.unit, list(&told))
            }
        };
        let whole = self.whole(metric)?;
        let [low, high] = [0.05, 0.95].map(|probability| quantile(&whole, probability));
        text += &format!("; nine in ten from {} to {}.", signed(low), signed(high));
        Some(text)
    }
}

impl Drawn<'_> {
    fn figure(&self, title: String, sentence: String) -> Option<Figure> {
        let MetricKind::Distribution { bin, .. } = self.metric.kind else { return None };
        let all: Vec<Series> = self.whole.iter().chain(&self.parts).cloned().collect();
        let edge = self.line.map(|(at, _)| at);
        let bins = Bins::new(&all, bin, self.most, edge)?;
        let has_lines = (2..=LINES).contains(&self.parts.len());
        let area = self.whole.as_ref().map(|whole| bins.shares(whole));
        let lines: Vec<(usize, Vec<f64>)> = if has_lines {
            self.parts.iter().enumerate().map(|(index, part)| (index, bins.shares(part))).collect()
        } else {
            Vec::new()
        };
        let steps = Steps {
            bins: &bins,
            area: area.as_deref(),
            lines: &lines,
            line: self.line.map(|(at, name)| (at, format!("{name} {}", signed(at)))),
            bands: self.bands,
            height: self.height,
            description: &format!("{title}. {sentence}"),
        };
        let names = self.parts.iter().enumerate().map(|(index, part)| (colour(index), part.name.clone()));
        let whole = std::iter::once(("area".to_owned(), "all".to_owned()));
        let legend = if has_lines { whole.chain(names).collect() } else { Vec::new() };
        let picture = steps.draw();
        let mut sentence = sentence;
        if let Some((low, high)) = bins.beyond {
            sentence += &format!(
                " Not drawn are the values further out, {}, from {} to {}.",
                share_text(bins.share_beyond(self.whole.as_ref().unwrap_or(&all[0]))),
                signed(low),
                signed(high)
            );
        }
        Some(Figure {
            legend,
            id: self.metric.name.to_owned(),
            title,
            picture,
            sentence,
            table: self.table(&bins),
        })
    }

    /// A row for each bin, with the shares of all groups.
    fn table(&self, bins: &Bins) -> DataTable {
        let series: Vec<&Series> = self.whole.iter().chain(&self.parts).collect();
        let head =
            std::iter::once(self.metric.unit.clone()).chain(series.iter().map(|series| series.name.clone()));
        let mut table = DataTable::new(head, format!("{}.csv", self.metric.name));
        let shares: Vec<Vec<f64>> = series.iter().map(|series| bins.shares(series)).collect();
        table.rows = (0..bins.count())
            .map(|bin| {
                let cells = shares.iter().map(|shares| share_text(shares[bin]));
                std::iter::once(bins.label(bin)).chain(cells).collect()
            })
            .collect();
        table
    }
}

/// The smallest value that this share does not exceed.
fn quantile(series: &Series, probability: f64) -> i64 {
    let total: u64 = series.counts.iter().map(|(_, count)| count).sum();
    let needed = probability * total as f64;
    let mut reached = 0;
    let found = series.counts.iter().find(|(_, count)| {
        reached += count;
        reached as f64 >= needed
    });
    found.or(series.counts.last()).map_or(0, |(value, _)| *value)
}

/// The label of an item of a panel.
pub(super) fn item_label(metric: &Metric, item: &PanelItem) -> String {
    match (item.label, item.statistic) {
        (Some(label), _) => label.to_owned(),
        (None, Statistic::Mean) => metric.label_of(None),
        (None, Statistic::Share(outcome)) => metric.label_of(Some(metric.outcome_index(outcome))),
    }
}
