//! The page on the game says what the program does.

use super::rig::plain;
use crate::cards::Hanafuda;
use crate::game::{Game, Ledger, Options};
use crate::games::oni::{Choices, Counts, Oni, Rules};
use crate::metric::{Form, MetricList};
use crate::settings::{Allowed, Settings};

const PAGE: &str = include_str!("../../../../docs/games/oni.md");

/// The rows of the table under a heading, without the head.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
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
            Allowed::Words(words) => words.join(", "),
            other => panic!("the page has no words for {other}"),
        };
        vec![key.name.to_owned(), values, key.default.to_string().replace('"', "")]
    });
    let written =
        table("House rules").into_iter().map(|row| row[..3].iter().map(|&cell| cell.to_owned()).collect());
    assert_eq!(written.collect::<Vec<Vec<String>>>(), rules.collect::<Vec<_>>());
}

#[test]
fn it_has_every_decision() {
    let names = [Choices::Discard(Hanafuda::ALL), Choices::Declare].map(|choices| choices.decision());
    assert_eq!(table("Decisions").iter().map(|row| row[0]).collect::<Vec<_>>(), names);
}

#[test]
fn it_has_every_metric_with_its_form_splits_and_outcomes() {
    let game = Oni::new(plain());
    let mut list = MetricList::new(game.players(), vec!["random".to_owned()]);
    Counts::declare(&game, &mut list);
    let rows = table("What is counted");
    let declared: Vec<Vec<String>> = list
        .metrics()
        .iter()
        .map(|metric| {
            let splits: Vec<&str> = metric.splits.iter().map(|split| split.by.name()).collect();
            vec![metric.name.to_owned(), metric.form.name().to_owned(), splits.join(", ")]
        })
        .collect();
    let written = rows.iter().map(|row| row[..3].iter().map(|&cell| cell.to_owned()).collect());
    assert_eq!(written.collect::<Vec<Vec<String>>>(), declared);
    for (metric, row) in list.metrics().iter().zip(rows) {
        let groups =
            metric.splits.iter().filter(|split| split.by.name() == "card").flat_map(|split| &split.groups);
        let outcomes: Vec<&String> = match &metric.form {
            Form::Shares { outcomes } => outcomes.iter().collect(),
            _ => groups.collect(),
        };
        for outcome in outcomes {
            let words = row[3].split(|letter: char| !(letter.is_alphanumeric() || "_+".contains(letter)));
            assert!(words.into_iter().any(|word| word == outcome), "{} has no '{outcome}'", metric.name);
        }
    }
}
