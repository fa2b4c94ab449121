//! The page on the game says what the program does.

use crate::bots::{RANDOM, Roster};
use crate::game::{Game, Ledger, Options};
use crate::games::kachi_kachi::{Bots, Choices, Class, Counts, Decision, KachiKachi, Rules};
use crate::metric::{Form, MetricList};
use crate::settings::{Allowed, Settings};
use crate::study::odds::Odds;

const PAGE: &str = include_str!("../../../../docs/games/kachi-kachi.md");

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
fn it_has_every_bot_and_which_one_plays_by_default() {
    let bots: Vec<&str> = std::iter::once(RANDOM).chain(Bots::list().iter().map(|bot| bot.name)).collect();
    assert_eq!(table("Bots").iter().map(|row| row[0]).collect::<Vec<_>>(), bots);
    assert!(PAGE.contains(&format!("`{}` plays where no bot is named", KachiKachi::HOUSE_BOT)));
}

#[test]
fn it_has_every_decision() {
    let all = [Decision::Claim, Decision::Again, Decision::Open, Decision::Amount, Decision::Call];
    let names = all.map(|decision| Choices::of_two(decision).decision());
    assert_eq!(table("Decisions").iter().map(|row| row[0]).collect::<Vec<_>>(), names);
}

#[test]
fn it_has_every_class_in_order() {
    let written: Vec<&str> = table("Hands")
        .iter()
        .flat_map(|row| row[0].split_whitespace())
        .map(|name| name.trim_matches('`'))
        .collect();
    assert_eq!(written, Class::NAMES);
}

#[test]
fn it_has_every_metric_with_its_form_and_splits() {
    let game = KachiKachi::new(Rules::default());
    let mut metrics = MetricList::new(game.players(), vec!["random".to_owned()]);
    let _ = Counts::declare(&game, &mut metrics);
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
    for (row, metric) in rows.iter().zip(metrics.metrics()) {
        if let Form::Shares { outcomes } = &metric.form
            && outcomes.len() < Class::COUNT
        {
            for outcome in outcomes {
                assert!(row[3].contains(outcome.as_str()), "{} has {outcome}", metric.name);
            }
        }
    }
}

#[test]
fn it_has_the_exact_share_of_draws() {
    let players: Vec<usize> = (2..=8).collect();
    let decks = [false, true].map(|extra_cards| Odds::of_kachi_kachi(extra_cards, &players));
    let drawn = |odds: &Odds, players: usize| {
        let of_players = odds.classes.iter().filter(|class| class.players == players);
        let won = of_players.map(|class| class.wins).sum::<u64>() * players as u64;
        format!("{:.2} %", 100.0 * (1.0 - won as f64 / odds.deals(players) as f64))
    };
    let counted = players
        .iter()
        .map(|&players| vec![players.to_string(), drawn(&decks[0], players), drawn(&decks[1], players)]);
    assert_eq!(table("Exact facts"), counted.collect::<Vec<_>>());
}
