//! The tables that a command can print, found out by preparing it without
//! playing.

use std::collections::BTreeMap;

use clap::Parser as _;
use serde_json::{Map, Value, json};

use super::closed;
use crate::bots::BotSpec;
use crate::cli::conduct::Job;
use crate::cli::{Cli, Command, check, compare, league, list, run, sweep};
use crate::game::{Audit, Game};
use crate::games::kachi_kachi::Class;
use crate::games::{self, GameVisitor, NAMES};
use crate::report::rows_schema;
use crate::settings::{Settings, value_text};
use crate::study::odds::odds_table;
use crate::study::response;
use crate::study::solve::empty_tables;
use crate::table::{Cell, Column, Table};

/// The tables of several documents with the same schema.
pub struct TableSets {
    /// How many documents there are.
    documents: usize,
    tables: BTreeMap<String, Shapes>,
    /// What metrics are called and mean.
    metrics: BTreeMap<String, (String, String)>,
}

/// The columns that tables of one name have.
#[derive(Default)]
struct Shapes {
    /// How many documents have such a table.
    seen: usize,
    /// The different ones, each with the game, or its tables, in which it was
    /// first seen.
    columns: Vec<(&'static str, Vec<Column>)>,
}

impl TableSets {
    fn new() -> TableSets {
        TableSets { documents: 0, tables: BTreeMap::new(), metrics: BTreeMap::new() }
    }

    /// The tables of a list.
    pub fn of_list(of: &str) -> TableSets {
        let mut sets = TableSets::new();
        for game in NAMES {
            let listing = match of {
                "games" => list::games_listing(),
                "check" => check::listing(game, &BotSpec::new("random"), &check::Findings::default()),
                _ => list::listing(of, game).expect("a list of a game"),
            };
            sets.add(game, &listing.tables);
        }
        sets
    }

    /// The tables of the results of a command.
    pub fn of_results(command: &str) -> TableSets {
        let mut sets = TableSets::new();
        match command {
            "odds" => sets.add("kachi-kachi", &[odds_table(&[], &Class::NAMES)]),
            "solve" => {
                let tables = empty_tables();
                sets.add("kachi-kachi", &tables[..tables.len() - 1]);
                sets.add("kachi-kachi", &tables);
                sets.add("kachi-kachi-more-players", &[response::empty_table()]);
            }
            _ => {
                for game in NAMES {
                    for line in games::visit(game, Lines(command)).expect("a game of the list") {
                        jobs(&line).iter().for_each(|job| sets.add(game, &job.empty_tables()));
                    }
                }
            }
        }
        sets
    }

    fn add(&mut self, game: &'static str, tables: &[Table]) {
        self.documents += 1;
        for table in tables {
            let shapes = self.tables.entry(table.name.clone()).or_default();
            shapes.seen += 1;
            if shapes.columns.iter().all(|(_, columns)| *columns != table.columns) {
                shapes.columns.push((game, table.columns.clone()));
            }
            if table.name == "metrics" {
                self.add_metrics(table);
            }
        }
    }

    fn add_metrics(&mut self, metrics: &Table) {
        for row in &metrics.rows {
            // What has a mean and no more has no table of its own.
            if let [Cell::Text(name), Cell::Text(form), _, Cell::Text(meaning)] = &row[..]
                && ["shares", "distribution"].contains(&form.as_str())
            {
                self.metrics.entry(name.clone()).or_insert_with(|| (form.clone(), meaning.clone()));
            }
        }
    }

    /// The object with all tables; those that some documents do not have may be
    /// missing.
    pub fn schema(&self) -> Value {
        let optional: Vec<&str> = self
            .tables
            .iter()
            .filter(|(_, shapes)| shapes.seen < self.documents)
            .map(|(name, _)| name.as_str())
            .collect();
        closed(self.tables.iter().map(|(name, shapes)| (name.clone(), self.table(name, shapes))), &optional)
    }

    fn table(&self, name: &str, shapes: &Shapes) -> Value {
        let of = |definition: String| json!({ "$ref": format!("#/$defs/{definition}") });
        let mut table = match &shapes.columns[..] {
            [_] => of(self.definition_name(name, None)),
            several => {
                let games = several.iter().map(|(game, _)| of(self.definition_name(name, Some(game))));
                json!({ "anyOf": games.collect::<Vec<_>>() })
            }
        };
        if let Some((_, meaning)) = self.metrics.get(name) {
            table["description"] = meaning.as_str().into();
        }
        table
    }

    /// The name of a definition: tables of metrics of one form share it.
    fn definition_name(&self, table: &str, game: Option<&str>) -> String {
        match (self.metrics.get(table), game) {
            (Some((form, _)), _) => format!("{form}_rows"),
            (None, None) => format!("{table}_rows"),
            (None, Some(game)) => format!("{table}_rows_{game}"),
        }
    }

    /// The rows of all tables.
    pub fn definitions(&self) -> Map<String, Value> {
        let mut definitions = Map::new();
        for (name, shapes) in &self.tables {
            let is_one = shapes.columns.len() == 1;
            for (game, columns) in &shapes.columns {
                let name = self.definition_name(name, (!is_one).then_some(game));
                let rows = rows_schema(columns);
                let known = definitions.entry(&name).or_insert_with(|| rows.clone());
                assert_eq!(*known, rows, "two shapes of {name}");
            }
        }
        definitions
    }
}

/// The command lines that, together, print every table of a command.
struct Lines<'a>(&'a str);

impl GameVisitor for Lines<'_> {
    type Output = Vec<String>;

    fn visit<G: Game + Audit>(self) -> Vec<String> {
        let (game, bot) = (G::NAME, G::HOUSE_BOT);
        match self.0 {
            "compare" => {
                ["", " --each-decision"].map(|option| format!("compare {game} {bot} random{option}")).to_vec()
            }
            "league" => ["", " --mixed"].map(|option| format!("league {game} {bot} random{option}")).to_vec(),
            "sweep" => {
                let keys = G::Rules::keys();
                let key = keys.iter().find(|key| key.choices().len() > 1).expect("a rule with known values");
                vec![format!("sweep {game} --vary {}", key.name)]
            }
            // House rules decide what is counted.
            _ => {
                let rules = G::Rules::keys().into_iter().flat_map(|key| {
                    let values = key.allowed.examples().into_iter();
                    values.map(move |value| format!("{}={}", key.name, value_text(&value).replace(' ', "")))
                });
                let lines = rules.map(|rule| format!("run {game} --rule {rule}"));
                let rows = format!("run {game} --rows games,rounds");
                [format!("run {game}"), rows].into_iter().chain(lines).collect()
            }
        }
    }
}

/// The jobs of a command line; none if the rules do not go together.
fn jobs(line: &str) -> Vec<Box<dyn Job>> {
    let words = ["fuda"].into_iter().chain(line.split_whitespace());
    let prepared = match Cli::try_parse_from(words).expect("a command line").command {
        Command::Run(args) => run::jobs(&args),
        Command::Compare(args) => compare::prepared(&args).map(|job| vec![job]),
        Command::League(args) => league::prepared(&args).map(|job| vec![job]),
        Command::Sweep(args) => sweep::prepared(&args).map(|job| vec![job]),
        _ => unreachable!("only these are prepared"),
    };
    prepared.unwrap_or_default()
}
