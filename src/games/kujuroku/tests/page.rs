//! The page on the game says what the program does.

use super::fields::Fields;
use super::rig::plain;
use crate::bots::{RANDOM, Roster};
use crate::game::{Game, Ledger, Options};
use crate::games::kujuroku::{Bots, Choices, Counts, Kujuroku, Rules, Set, Waits, Yaku};
use crate::metric::{Form, MetricList};
use crate::report::grouped;
use crate::settings::{Allowed, Settings};

const PAGE: &str = include_str!("../../../../docs/games/kujuroku.md");

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
            Allowed::Whole(range) if range.start() + 1 == *range.end() => {
                format!("{}, {}", range.start(), range.end())
            }
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
    assert!(PAGE.contains(&format!("`{}` plays where no bot is named", Kujuroku::HOUSE_BOT)));
}

#[test]
fn it_has_every_decision() {
    let all = [Waits::DealOni, Waits::DealTriple, Waits::Play, Waits::TakeHand, Waits::TakeDraw];
    let names = all.map(|asked_by| Choices::of_field(asked_by, Set::EMPTY).decision());
    assert_eq!(table("Decisions").iter().map(|row| row[0]).collect::<Vec<_>>(), names);
}

#[test]
fn it_has_the_value_of_every_yaku() {
    let written: Vec<(&str, i32)> = table("Yaku")
        .iter()
        .map(|row| (row[0], row[2].trim_end_matches(" chips").parse().expect("a number of chips")))
        .collect();
    let values = Yaku::ALL.map(|yaku| (yaku.name(), yaku.value(&plain())));
    assert_eq!(written, values);
}

#[test]
fn it_has_every_metric_with_its_form_splits_and_outcomes() {
    let game = Kujuroku::new(plain());
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
        // The fates of the Oni have a table of their own.
        let place = if metric.name == "oni_fate" { PAGE } else { row[3] };
        let Form::Shares { outcomes } = &metric.form else { continue };
        for outcome in outcomes {
            let words = place.split(|letter: char| !(letter.is_alphanumeric() || "_+-".contains(letter)));
            assert!(words.into_iter().any(|word| word == outcome), "{} has no '{outcome}'", metric.name);
        }
    }
}

#[test]
fn it_has_the_exact_number_of_fields() {
    let decks = Fields::of_all_decks();
    let row = |name: &str, cell: &dyn Fn(&Fields) -> String| {
        std::iter::once(name.to_owned()).chain(decks.iter().map(cell)).collect::<Vec<String>>()
    };
    let rare = |count: u64, of: u64| match count {
        0 => String::new(),
        _ => format!("{}, one in {}", grouped(count), grouped((of as f64 / count as f64).round() as u64)),
    };
    let often = |count: u64, of: u64| match count {
        0 => String::new(),
        _ => format!("{}, {:.3} %", grouped(count), 100.0 * count as f64 / of as f64),
    };
    let stand = |fields: &Fields| fields.all - fields.misdeals;
    let counted = [
        row("all", &|fields| grouped(fields.all)),
        row("misdeals", &|fields| rare(fields.misdeals, fields.all)),
        row("a triple or two", &|fields| often(fields.triples, stand(fields))),
        row("two triples", &|fields| rare(fields.two_triples, stand(fields))),
        row("the Oni is taken with a card", &|fields| often(fields.oni_taken, stand(fields))),
        row("the Oni and the Jizo are taken", &|fields| often(fields.both_jokers, stand(fields))),
        row("Danjou lies there for the dealer", &|fields| rare(fields.danjou, stand(fields))),
    ];
    assert_eq!(table("Exact facts"), counted);
    let with_oni = decks[1];
    let taken = 100.0 * with_oni.oni_taken as f64 / stand(&with_oni) as f64;
    let dealt = 100.0 * 6.0 / 41.0;
    assert!(PAGE.contains(&format!("{taken:.3} % to {dealt:.3} %")));
}
