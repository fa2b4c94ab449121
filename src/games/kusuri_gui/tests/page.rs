//! The page on the game says what the program does.

use super::rig::plain;
use crate::bots::{RANDOM, Roster};
use crate::game::{Game, Ledger, Options};
use crate::games::kusuri_gui::{Bots, Choices, Counts, Hand, KusuriGui, Rules, Yaku};
use crate::metric::{Form, MetricList};
use crate::settings::{Allowed, Settings};

const PAGE: &str = include_str!("../../../../docs/games/kusuri-gui.md");

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
            other => panic!("the page has no words for {other}"),
        };
        vec![key.name.to_owned(), values, key.default.to_string()]
    });
    let written =
        table("House rules").into_iter().map(|row| row[..3].iter().map(|&cell| cell.to_owned()).collect());
    assert_eq!(written.collect::<Vec<Vec<String>>>(), rules.collect::<Vec<_>>());
}

#[test]
fn it_has_every_bot_and_which_one_plays_by_default() {
    let bots: Vec<&str> = std::iter::once(RANDOM).chain(Bots::list().iter().map(|bot| bot.name)).collect();
    assert_eq!(table("Bots").iter().map(|row| row[0]).collect::<Vec<_>>(), bots);
    assert!(PAGE.contains(&format!("`{}` plays where no bot is named", KusuriGui::HOUSE_BOT)));
}

#[test]
fn it_has_every_decision() {
    let name = Choices::of(Hand::EMPTY).decision();
    assert_eq!(table("Decisions").iter().map(|row| row[0]).collect::<Vec<_>>(), [name]);
}

#[test]
fn it_has_the_value_of_every_yaku() {
    let written: Vec<(&str, &str)> = table("Yaku").iter().map(|row| (row[0], row[2])).collect();
    let further = [Yaku::Animals, Yaku::Ribbons, Yaku::Chaff];
    let values = Yaku::ALL.map(|yaku| {
        let more = if further.contains(&yaku) { ", and 1 for each further one" } else { "" };
        (yaku.spoken(), format!("{}{more}", yaku.value(&plain())))
    });
    assert_eq!(written, values.each_ref().map(|(name, value)| (*name, value.as_str())));
}

#[test]
fn it_has_every_metric_with_its_form_splits_and_outcomes() {
    let game = KusuriGui::new(plain());
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
        let Form::Shares { outcomes } = &metric.form else { continue };
        for outcome in outcomes {
            let mut words = row[3].split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
            assert!(words.any(|word| word == outcome), "{} has no '{outcome}'", metric.name);
        }
    }
}

#[test]
fn every_yaku_has_its_name_in_the_files() {
    for name in Yaku::NAMES {
        assert!(PAGE.contains(&format!("`value.{name}`")), "{name}");
    }
}
