//! Metrics: well formed, complete, and they add up.

use std::collections::BTreeSet;

use fuda::game::{Audit, Game};
use fuda::metric::Form;
use fuda::report::files;
use fuda::sim::Counter;

use crate::rig::{rule_sets, setup};

fn is_a_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

/// Names are unique and can be file names; shares add up; the files have a
/// row for everything.
pub fn metrics_are_well_formed<G: Game + Audit>() {
    let setup = setup::<G>(G::Rules::default(), &[G::HOUSE_BOT, "random"]);
    let (metrics, _) = setup.metrics();
    let mut counter = Counter::new(&setup);
    (0..300).for_each(|block| counter.count_block(block).expect("the bots are legal"));
    let tally = &counter.tally;
    let mut names = BTreeSet::new();
    for metric in metrics.metrics() {
        assert!(is_a_name(metric.name) && names.insert(metric.name), "{}", metric.name);
        assert!(!metric.unit.is_empty() && !metric.meaning.is_empty(), "{}", metric.name);
        for (split, of) in metric.splits.iter().enumerate() {
            assert!(is_a_name(of.by.name()));
            for group in 0..of.groups.len() {
                let (counted, all): (i128, i128) = match &metric.form {
                    Form::Shares { outcomes } => {
                        let distinct: BTreeSet<_> = outcomes.iter().collect();
                        assert_eq!(distinct.len(), outcomes.len(), "{}", metric.name);
                        let shares: Vec<_> = (0..outcomes.len())
                            .filter_map(|place| tally.share(metric, split, group, place))
                            .collect();
                        (shares.iter().map(|ratio| ratio.y).sum(), shares.first().map_or(0, |ratio| ratio.n))
                    }
                    Form::Distribution { .. } => {
                        let values = tally.values(metric, split, group);
                        (
                            values.iter().map(|(_, ratio)| ratio.y).sum(),
                            values.first().map_or(0, |(_, ratio)| ratio.n),
                        )
                    }
                    Form::Number => continue,
                };
                assert_eq!(counted, all, "{}: what was counted is not what was tried", metric.name);
            }
        }
    }
    let expected = metrics.metrics().iter().filter(|metric| metric.form != Form::Number).count() + 2;
    assert_eq!(files(&metrics, tally).len(), expected);
}

/// Every metric is observed, and every declared outcome occurs, under some
/// house rules.
pub fn every_outcome_occurs<G: Game + Audit>() {
    let mut missing: BTreeSet<(String, String)> = BTreeSet::new();
    let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
    for set in rule_sets::<G>() {
        let setup = setup::<G>(set.rules, &["random"]);
        let (metrics, _) = setup.metrics();
        let mut counter = Counter::new(&setup);
        (0..4_000).for_each(|block| counter.count_block(block).expect("random is legal"));
        for metric in metrics.metrics() {
            let outcomes: Vec<String> = match &metric.form {
                Form::Shares { outcomes } => outcomes.clone(),
                _ => vec!["any".to_owned()],
            };
            for (place, outcome) in outcomes.into_iter().enumerate() {
                let occurs = metric.splits.iter().enumerate().any(|(split, of)| {
                    (0..of.groups.len()).any(|group| match metric.form {
                        Form::Shares { .. } => {
                            counter.tally.share(metric, split, group, place).is_some_and(|ratio| ratio.y > 0)
                        }
                        _ => counter.tally.mean(metric, split, group).is_some(),
                    })
                });
                let cell = (metric.name.to_owned(), outcome);
                if occurs {
                    seen.insert(cell);
                } else {
                    missing.insert(cell);
                }
            }
        }
    }
    for (metric, outcome) in missing.difference(&seen) {
        let name = format!("{metric}:{outcome}");
        assert!(G::RARE.iter().any(|(rare, _)| *rare == name), "{name} never occurs");
    }
}
