//! The page on the game says what the program does.

use crate::bots::{RANDOM, Roster};
use crate::game::{Game, Ledger, Options};
use crate::games::kazu_tori::{Bots, Counts, Hastes, KazuTori, Rules};
use crate::metric::{Form, MetricList};
use crate::settings::{Allowed, Settings};

const PAGE: &str = include_str!("../../../../docs/games/kazu-tori.md");

/// The rows of the first table under a heading, without the head.
pub fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let section = PAGE.split("\n## ").find(|section| section.lines().next() == Some(heading));
    let section = section.unwrap_or_else(|| panic!("the page has no heading '{heading}'"));
    let lines = section.lines().skip_while(|line| !line.starts_with("| ---")).skip(1);
    lines
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect())
        .collect()
}

#[test]
fn it_has_every_house_rule_with_its_values_and_default() {
    let rules = Rules::keys().into_iter().map(|key| {
        let values = match key.allowed {
            Allowed::Bool => "true, false".to_owned(),
            Allowed::Whole(range) => format!("{} to {}", range.start(), range.end()),
            Allowed::Numbers(numbers) => numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(", "),
            Allowed::Real(range) => format!("{} to {}", range.start(), range.end()),
            Allowed::Reals(count, range) => format!("{count} numbers, {} to {}", range.start(), range.end()),
            Allowed::Words(words) => words.join(", "),
            Allowed::Name(what) => what.to_owned(),
        };
        let default = match &key.default {
            crate::settings::Value::Array(entries) => {
                entries.iter().map(|entry| entry.to_string().replace(".0", "")).collect::<Vec<_>>().join(",")
            }
            other => other.to_string().replace('"', "").trim_end_matches(".0").to_owned(),
        };
        vec![key.name.to_owned(), values, default]
    });
    let written =
        table("House rules").into_iter().map(|row| row[..3].iter().map(|&cell| cell.to_owned()).collect());
    assert_eq!(written.collect::<Vec<Vec<String>>>(), rules.collect::<Vec<_>>());
}

#[test]
fn it_has_the_decision_and_every_bot() {
    assert_eq!(table("Decisions")[0][0], Hastes.decision());
    let bots: Vec<&str> = std::iter::once(RANDOM).chain(Bots::list().iter().map(|bot| bot.name)).collect();
    assert_eq!(table("Bots").iter().map(|row| row[0]).collect::<Vec<_>>(), bots);
    assert!(PAGE.contains(&format!("`{}` plays where no bot is named", KazuTori::HOUSE_BOT)));
}

/// The outcomes that a cell names: between backticks, and all the numbers of
/// `1` to another one.
fn named(cell: &str) -> Vec<String> {
    let mut named: Vec<String> = cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    if let Some((_, rest)) = cell.split_once("`1` to `") {
        let last: u32 = rest.split('`').next().and_then(|last| last.parse().ok()).expect("a number");
        named.extend((1..last).map(|number| number.to_string()));
    }
    named
}

#[test]
fn it_has_every_metric_with_its_form_splits_and_outcomes() {
    let mut metrics = MetricList::new(4, vec!["random".to_owned()]);
    Counts::declare(&KazuTori::new(Rules::default()), &mut metrics);
    let declared: Vec<Vec<String>> = metrics
        .metrics()
        .iter()
        .map(|metric| {
            let splits: Vec<&str> = metric.splits.iter().map(|split| split.by.name()).collect();
            vec![metric.name.to_owned(), metric.form.name().to_owned(), splits.join(", ")]
        })
        .collect();
    let rows = table("What is counted");
    let written: Vec<Vec<String>> =
        rows.iter().map(|row| row[..3].iter().map(|&cell| cell.to_owned()).collect()).collect();
    assert_eq!(written, declared);
    for (metric, row) in metrics.metrics().iter().zip(&rows) {
        let Form::Shares { outcomes } = &metric.form else { continue };
        let named = named(row[3]);
        for outcome in outcomes {
            assert!(named.contains(outcome), "{} has no '{outcome}'", metric.name);
        }
    }
}
