//! Metrics: well-formed, complete and consistent.

use std::collections::BTreeSet;

use fuda::game::{Audit, Game, Ledger};
use fuda::metric::{Metric, MetricKind};
use fuda::settings::{Assignment, Location, Settings};
use fuda::sim::Counter;
use fuda::stats::Ratio;
use fuda::study::{metric_tables, panel_tables};
use fuda::table::Shown;
use fuda::tally::{LARGEST_CLUSTER, Tally};

use crate::rig::{rule_sets, setup};

fn is_a_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

/// Names are unique and valid as file names, shares add up, and every metric has
/// its table.
pub fn metrics_are_well_formed<G: Game + Audit>() {
    let setup = setup::<G>(G::Rules::default(), &[G::HOUSE_BOT, "random"]);
    let metrics = setup.metrics();
    let mut counter = Counter::new(&setup);
    (0..300).for_each(|block| counter.count_block(block).expect("the bots are legal"));
    let (counts, tally) = (&counter.counts, &counter.counts.tally);
    let mut names = BTreeSet::new();
    for metric in metrics.metrics() {
        assert!(is_a_name(metric.name) && names.insert(metric.name), "{}", metric.name);
        assert!(!metric.unit.is_empty() && !metric.meaning.is_empty(), "{}", metric.name);
        for (split, of) in metric.splits.iter().enumerate() {
            assert!(is_a_name(of.by.name()));
            for group in 0..of.groups.len() {
                counts_are_not_negative(metric, tally, split, group);
                let (counted, all): (i128, i128) = match &metric.kind {
                    MetricKind::Shares { outcomes } => {
                        let distinct: BTreeSet<_> = outcomes.iter().collect();
                        assert_eq!(distinct.len(), outcomes.len(), "{}", metric.name);
                        let shares: Vec<_> = (0..outcomes.len())
                            .filter_map(|index| tally.share(metric, split, group, index))
                            .collect();
                        (shares.iter().map(|ratio| ratio.y).sum(), shares.first().map_or(0, |ratio| ratio.n))
                    }
                    MetricKind::Distribution { .. } => {
                        let values = tally.values(metric, split, group);
                        (
                            values.iter().map(|(_, ratio)| ratio.y).sum(),
                            values.first().map_or(0, |(_, ratio)| ratio.n),
                        )
                    }
                    MetricKind::Number => continue,
                };
                assert_eq!(counted, all, "{}: the counts do not add up to the trials", metric.name);
            }
        }
    }
    let expected = metrics.metrics().iter().filter(|metric| metric.kind != MetricKind::Number).count() + 3;
    assert_eq!(metric_tables(metrics, counts).len(), expected);
}

/// Values are negative only where that is declared, and the interval of a mean of
/// others does not go below 0.
fn counts_are_not_negative(metric: &Metric, tally: &Tally, split: usize, group: usize) {
    if !metric.is_count() || !metric.outcomes().is_empty() {
        return;
    }
    let Some(mean) = tally.mean(metric, split, group) else { return };
    let low = mean.ratio.interval().map_or(0.0, |interval| interval.low);
    assert!(mean.min >= 0 && low >= 0.0, "{}: {mean:?}", metric.name);
}

/// Every metric has a label and a phrase, and every panel finds what it names,
/// under all house rules: an unknown outcome or group panics.
pub fn every_label_phrase_and_panel_resolves<G: Game + Audit>() {
    for set in rule_sets::<G>() {
        let setup = setup::<G>(set.rules, &[G::HOUSE_BOT, "random"]);
        let mut counter = Counter::new(&setup);
        (0..5).for_each(|block| counter.count_block(block).expect("the bots are legal"));
        for metric in setup.metrics().metrics() {
            let outcomes: Vec<Option<usize>> = match metric.outcomes().len() {
                0 => vec![None],
                count => (0..count).map(Some).collect(),
            };
            for (split, of) in metric.splits.iter().enumerate() {
                for group in 0..of.groups.len() {
                    counts_are_not_negative(metric, &counter.counts.tally, split, group);
                }
                for (group, outcome) in
                    (0..of.groups.len()).flat_map(|group| outcomes.iter().map(move |o| (group, *o)))
                {
                    let label = metric.full_label(outcome, split, group);
                    let phrase = metric.phrase_of(outcome, split, group);
                    let is_clear = |words: &str| !words.trim().is_empty() && !words.contains(['{', '}', '_']);
                    assert!(is_clear(&label) && is_clear(&phrase), "{}: '{label}', '{phrase}'", metric.name);
                }
            }
        }
        let panels = setup.ledger().panels();
        let shown = panel_tables(&panels, setup.metrics(), &counter.counts.tally);
        assert!(
            shown.iter().filter(|shown| matches!(shown, Shown::Table(..) | Shown::Bars(..))).count() >= 3,
            "{}",
            set.name
        );
    }
}

/// Every metric is observed, and every declared outcome occurs, under some
/// house rules, within 4,000 games of each. Plays a hundred games of each in
/// turn, and continues with those that have something not yet observed.
pub fn every_outcome_occurs<G: Game + Audit>() {
    let is_rare = |name: &str| G::RARE.iter().any(|(rare, _)| *rare == name);
    let setups: Vec<_> = rule_sets::<G>().into_iter().map(|set| setup::<G>(set.rules, &["random"])).collect();
    let lists: Vec<_> = setups.iter().map(|setup| setup.metrics()).collect();
    let mut tables: Vec<(Counter<'_, G>, Vec<Cell<'_>>)> = setups
        .iter()
        .zip(&lists)
        .map(|(setup, list)| {
            let cells = list.metrics().iter().flat_map(cells);
            (Counter::new(setup), cells.filter(|cell| !is_rare(&cell.name())).collect())
        })
        .collect();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for hundred in 0..40 {
        for (counter, wanted) in &mut tables {
            wanted.retain(|cell| !seen.contains(&cell.name()));
            if !wanted.is_empty() {
                let blocks = hundred * 100..(hundred + 1) * 100;
                blocks.for_each(|block| counter.count_block(block).expect("random is legal"));
                seen.extend(wanted.iter().filter(|cell| cell.occurs(&counter.counts.tally)).map(Cell::name));
            }
        }
    }
    for cell in tables.iter().flat_map(|(_, wanted)| wanted) {
        assert!(seen.contains(&cell.name()), "{} never occurs", cell.name());
    }
}

/// Something that can be observed: an outcome of shares, or any value of
/// another metric.
struct Cell<'a> {
    metric: &'a Metric,
    outcome: Option<(usize, &'a str)>,
}

/// All that can be observed of a metric.
fn cells(metric: &Metric) -> Vec<Cell<'_>> {
    match &metric.kind {
        MetricKind::Shares { outcomes } => {
            let numbered = outcomes.iter().enumerate();
            numbered.map(|(index, name)| Cell { metric, outcome: Some((index, name)) }).collect()
        }
        _ => vec![Cell { metric, outcome: None }],
    }
}

impl Cell<'_> {
    fn name(&self) -> String {
        format!("{}:{}", self.metric.name, self.outcome.map_or("any", |(_, outcome)| outcome))
    }

    /// Whether it was observed in any group.
    fn occurs(&self, tally: &Tally) -> bool {
        self.metric.splits.iter().enumerate().any(|(split, of)| {
            (0..of.groups.len()).any(|group| match self.outcome {
                Some((index, _)) => {
                    tally.share(self.metric, split, group, index).is_some_and(|ratio| ratio.y > 0)
                }
                None => tally.mean(self.metric, split, group).is_some(),
            })
        })
    }
}

/// The sums of a trillion games fit into their integers, whatever the house
/// rules: ten times what a block of each adds, squared where it is.
pub fn a_trillion_games_can_be_counted<G: Game + Audit>() {
    const GAMES: f64 = 1e12;
    let extremes = G::Rules::keys().into_iter().flat_map(|key| {
        let values = key.allowed.examples().into_iter();
        values.map(move |value| Assignment {
            key: key.name.to_owned(),
            value,
            location: Location::CommandLine,
        })
    });
    for rules in extremes.filter_map(|assignment| G::Rules::with(&[assignment]).ok()) {
        let rules_text = rules.to_table().to_string();
        let setup = setup::<G>(rules, &["random"]);
        let mut counter = Counter::new(&setup);
        counter.count_block(0).expect("random is legal");
        let tally = &counter.counts.tally;
        for metric in setup.metrics().metrics() {
            let ratios = |split: usize, group: usize| -> Vec<Ratio> {
                match &metric.kind {
                    MetricKind::Shares { outcomes } => {
                        let shares =
                            (0..outcomes.len()).filter_map(|it| tally.share(metric, split, group, it));
                        shares.collect()
                    }
                    _ => tally.mean(metric, split, group).map(|mean| mean.ratio).into_iter().collect(),
                }
            };
            for (split, of) in metric.splits.iter().enumerate() {
                for ratio in (0..of.groups.len()).flat_map(|group| ratios(split, group)) {
                    let name = metric.name;
                    assert!(
                        10.0 * ratio.n as f64 * GAMES < u64::MAX as f64,
                        "{name} {}\n{rules_text}",
                        ratio.n
                    );
                    let largest = ratio.yy.max(ratio.nn) as f64 * LARGEST_CLUSTER as f64;
                    assert!(100.0 * largest * GAMES < i128::MAX as f64, "{name} {largest}\n{rules_text}");
                }
            }
        }
    }
}
