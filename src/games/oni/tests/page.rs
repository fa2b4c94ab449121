//! The page on the game says what the program does.

use super::odds::first_turn;
use super::rig::plain;
use crate::bots::{RANDOM, Roster};
use crate::cards::{Hanafuda, Kind};
use crate::game::{Game, Ledger, Options};
use crate::games::oni::{Bots, Choices, Counts, HandPoints, Oni, Rules, fitting};
use crate::metric::{Form, MetricList};
use crate::report::grouped;
use crate::settings::{Allowed, Settings};

const PAGE: &str = include_str!("../../../../docs/games/oni.md");

/// What stands under a heading.
fn section(heading: &str) -> &'static str {
    let section = PAGE.split("\n## ").find(|section| section.lines().next() == Some(heading));
    section.unwrap_or_else(|| panic!("the page has no heading '{heading}'"))
}

/// The rows of the table under a heading, without the head.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let lines = section(heading).lines().skip_while(|line| !line.starts_with("| ---")).skip(1);
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
fn it_has_every_bot_and_which_one_plays_by_default() {
    let bots: Vec<&str> = std::iter::once(RANDOM).chain(Bots::list().iter().map(|bot| bot.name)).collect();
    assert_eq!(table("Bots").iter().map(|row| row[0]).collect::<Vec<_>>(), bots);
    assert!(PAGE.contains(&format!("`{}` plays where no bot is named", Oni::HOUSE_BOT)));
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

/// The name on the page for the cards on which as many others fit.
fn like(card: Hanafuda) -> &'static str {
    match (card, card.kind()) {
        (Hanafuda::SAKE_CUP, _) => "sake cup",
        (Hanafuda::LIGHTNING, _) => "lightning",
        (_, Kind::Bright) => "bright",
        (_, Kind::Animal) => "animal but the sake cup",
        (_, Kind::PoetryRibbon | Kind::BlueRibbon | Kind::PlainRibbon) => "ribbon",
        (_, Kind::Chaff) if ["chrysanthemum", "paulownia"].contains(&card.month().name()) => {
            "chaff of chrysanthemum or paulownia"
        }
        (_, Kind::Chaff) => "chaff of other months",
    }
}

#[test]
fn it_has_how_many_others_fit_on_each_card() {
    let rows = table("Exact facts");
    for row in &rows {
        let alike: Vec<Hanafuda> = Hanafuda::ALL.iter().filter(|&card| like(card) == row[0]).collect();
        assert_eq!(alike.len().to_string(), row[1], "{}", row[0]);
        for card in alike {
            assert_eq!((fitting(card).len() - 1).to_string(), row[2], "{card}");
        }
    }
    let in_all: usize = rows.iter().map(|row| row[1].parse::<usize>().expect("a number")).sum();
    assert_eq!(in_all, Hanafuda::ALL.len(), "every card is in a row");
}

#[test]
fn its_exact_facts_are_what_can_be_counted() {
    let facts = section("Exact facts").split_whitespace().collect::<Vec<_>>().join(" ");
    let fits: usize = Hanafuda::ALL.iter().map(|card| fitting(card).len() - 1).sum();
    let no_match = |lightning_first_turn| 100.0 * first_turn(&Rules { lightning_first_turn, ..plain() }).1;
    for fact in [
        format!("All cards together are worth {} points", HandPoints::new().among_others(Hanafuda::ALL)),
        format!("Of the {} pairs of cards {} fit", grouped(48 * 47 / 2), fits / 2),
        format!("on a card fit {:.1} others on average", fits as f64 / 48.0),
        format!("In {:.2} % of the rounds the first player holds no card", no_match(false)),
        format!("{:.2} % if the lightning is free in a first turn", no_match(true)),
    ] {
        assert!(facts.contains(&fact), "the page does not say '{fact}'");
    }
}
