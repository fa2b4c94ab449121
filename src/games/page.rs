//! The page on a game, `docs/games/GAME.md`, beside what the program does.
//!
//! What all pages have alike is compared here, for each game of the list; the
//! rest a game compares with its own tests.

use std::path::Path;

use crate::bots::{RANDOM, Roster};
use crate::game::{Game, Ledger};
use crate::metric::{Metric, MetricKind, MetricList, SplitBy};
use crate::settings::{Allowed, Key, Settings, Value};

/// The text of a page.
pub struct Page(String);

impl Page {
    /// The page on a game.
    pub fn of<G: Game>() -> Page {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/games");
        let path = folder.join(G::NAME).with_extension("md");
        Page(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    }

    /// What stands under a heading.
    pub fn section(&self, heading: &str) -> &str {
        let section = self.0.split("\n## ").find(|section| section.lines().next() == Some(heading));
        section.unwrap_or_else(|| panic!("the page has no heading '{heading}'"))
    }

    /// The rows of the first table under a heading, without the head.
    pub fn table(&self, heading: &str) -> Vec<Vec<&str>> {
        let table = tables(self.section(heading)).next();
        let table = table.unwrap_or_else(|| panic!("'{heading}' has no table"));
        table.into_iter().map(|row| row.into_iter().map(bare).collect()).collect()
    }

    /// A column of that table.
    pub fn column(&self, heading: &str, place: usize) -> Vec<&str> {
        self.table(heading).iter().map(|row| row[place]).collect()
    }

    /// Whether these words stand under a heading, whatever the ends of lines.
    pub fn says(&self, heading: &str, words: &str) -> bool {
        self.section(heading).split_whitespace().collect::<Vec<_>>().join(" ").contains(words)
    }
}

/// The rows of each table, without the head.
fn tables(text: &str) -> impl Iterator<Item = Vec<Vec<&str>>> {
    text.split("\n| ---").skip(1).map(|table| {
        let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
        rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
    })
}

/// A cell that is a name, without the backticks around it; other cells as they
/// are.
fn bare(cell: &str) -> &str {
    let inner = cell.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
    inner.filter(|inner| !inner.contains('`')).unwrap_or(cell)
}

/// The names in a cell: the words between backticks, with all the numbers of
/// `1` to another one.
fn names(cell: &str) -> Vec<String> {
    let mut names: Vec<String> =
        cell.split('`').skip(1).step_by(2).flat_map(str::split_whitespace).map(str::to_owned).collect();
    if let Some((_, rest)) = cell.split_once("`1` to `") {
        let last: u32 = rest.split('`').next().and_then(|last| last.parse().ok()).expect("a number");
        names.extend((2..last).map(|number| number.to_string()));
    }
    names
}

/// The values of a key as a page writes them.
fn values(allowed: &Allowed) -> String {
    match allowed {
        Allowed::Bool => "true, false".to_owned(),
        Allowed::Whole(range) if range.start() + 1 == *range.end() => {
            format!("{}, {}", range.start(), range.end())
        }
        Allowed::Whole(range) => format!("{} to {}", range.start(), range.end()),
        Allowed::Numbers(numbers) => numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(", "),
        Allowed::Real(range) => format!("{} to {}", range.start(), range.end()),
        Allowed::Reals(count, range) => format!("{count} numbers, {} to {}", range.start(), range.end()),
        Allowed::Words(words) => words.join(", "),
        Allowed::Name(what) => (*what).to_owned(),
    }
}

/// A value as a page writes it.
fn value(of: &Value) -> String {
    match of {
        Value::Array(entries) => entries.iter().map(value).collect::<Vec<_>>().join(","),
        Value::String(word) => word.clone(),
        other => other.to_string().trim_end_matches(".0").to_owned(),
    }
}

fn has_every_house_rule_with_its_values_and_default<G: Game>() {
    let page = Page::of::<G>();
    let in_a_row = |key: Key| [key.name.to_owned(), values(&key.allowed), value(&key.default)];
    let rules: Vec<[String; 3]> = G::Rules::keys().into_iter().map(in_a_row).collect();
    let written: Vec<Vec<&str>> = page.table("House rules").iter().map(|row| row[..3].to_vec()).collect();
    assert_eq!(written, rules);
}

fn has_every_bot_and_which_one_plays_by_default<G: Game>() {
    let page = Page::of::<G>();
    let bots: Vec<&str> = std::iter::once(RANDOM).chain(G::Bots::list().iter().map(|bot| bot.name)).collect();
    assert_eq!(page.column("Bots", 0), bots);
    assert!(page.says("Bots", &format!("`{}` plays where no bot is named", G::HOUSE_BOT)));
}

/// What a page has to name of a metric: the outcomes of shares, and of a
/// number the groups that are its own.
fn to_be_named(metric: &Metric) -> Vec<String> {
    match &metric.kind {
        MetricKind::Shares { outcomes } => outcomes.clone(),
        MetricKind::Number => {
            let own = metric.splits.iter().filter(|split| matches!(split.by, SplitBy::Custom(..)));
            own.flat_map(|split| split.groups.clone()).collect()
        }
        MetricKind::Distribution { .. } => Vec::new(),
    }
}

fn has_every_metric_with_its_form_splits_and_outcomes<G: Game>() {
    let page = Page::of::<G>();
    let game = G::new(G::Rules::default());
    let mut list = MetricList::new(game.players(), vec![RANDOM.to_owned()]);
    G::Ledger::declare(&game, &mut list);
    let declared = list.metrics().iter().map(|metric| {
        let splits: Vec<&str> = metric.splits.iter().map(|split| split.by.name()).collect();
        [metric.name.to_owned(), metric.kind.name().to_owned(), splits.join(", ")]
    });
    let rows = page.table("What is counted");
    let written: Vec<Vec<&str>> = rows.iter().map(|row| row[..3].to_vec()).collect();
    assert_eq!(written, declared.collect::<Vec<_>>());
    // Where they are many, a table of their own explains them one by one.
    let explained: Vec<Vec<String>> =
        tables(&page.0).map(|table| table.iter().flat_map(|row| names(row[0])).collect()).collect();
    for (metric, row) in list.metrics().iter().zip(rows) {
        let (named, wanted) = (names(row[3]), to_be_named(metric));
        if !explained.contains(&wanted) {
            for name in wanted {
                assert!(named.contains(&name), "{} has no '{name}'", metric.name);
            }
        }
    }
}

macro_rules! pages {
    ($($name:ident: $game:ty;)*) => {$(
        mod $name {
            #[test]
            fn the_page_has_every_house_rule_with_its_values_and_default() {
                super::has_every_house_rule_with_its_values_and_default::<$game>();
            }

            #[test]
            fn the_page_has_every_bot_and_which_one_plays_by_default() {
                super::has_every_bot_and_which_one_plays_by_default::<$game>();
            }

            #[test]
            fn the_page_has_every_metric_with_its_form_splits_and_outcomes() {
                super::has_every_metric_with_its_form_splits_and_outcomes::<$game>();
            }
        }
    )*};
}
for_each_game!(pages);
