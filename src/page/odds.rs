//! The figures of exact odds: how each hand does, by the number of players.

use super::Shown;
use super::draw::{Heat, HeatCell};
use super::figure::{DataTable, Figure, FigureSize, Section};
use super::source::Source;
use super::words::share_text;
use crate::metric::part_text;
use crate::report::Grid;

/// What is shown of each deck: an id, a title, the column, and what is said.
const PICTURES: [(&str, &str, &str, &str); 2] = [
    ("wins", "How often a hand wins, by the number of players", "win_share", "wins"),
    ("somebody", "How often somebody at the table has it", "somebody_share", "is held by somebody"),
];

/// What is shown of odds.
pub fn show(source: &Source) -> Option<Shown> {
    let grid = source.table("hand_odds")?;
    let decks = distinct(grid, "deck");
    let sections = decks.iter().map(|deck| Section {
        title: format!("{deck} cards"),
        size: FigureSize::Half,
        figures: PICTURES.iter().filter_map(|picture| figure(grid, deck, *picture)).collect(),
    });
    Some(Shown {
        lead:
            "Everyone stays to the showdown. Every deal is counted, so that there is nothing to be unsure of."
                .to_owned(),
        sections: sections.collect(),
    })
}

fn figure(grid: &Grid, deck: &str, (id, title, column, verb): (&str, &str, &str, &str)) -> Option<Figure> {
    let of_deck = || grid.rows().filter(|row| row.text("deck") == deck);
    let mut players: Vec<&str> = Vec::new();
    let mut classes: Vec<&str> = Vec::new();
    for row in of_deck() {
        for (list, name) in [(&mut players, row.text("players")), (&mut classes, row.text("class"))] {
            if !list.contains(&name) {
                list.push(name);
            }
        }
    }
    let share = |class: &str, count: &str| {
        of_deck().find(|row| row.text("class") == class && row.text("players") == count)?.number(column)
    };
    let rows: Vec<(String, Vec<Option<f64>>)> = classes
        .iter()
        .map(|class| (hand_text(class), players.iter().map(|count| share(class, count)).collect()))
        .collect();
    let most = rows.iter().flat_map(|(_, shares)| shares).flatten().copied().fold(0.0, f64::max);
    let cell = |share: &Option<f64>| {
        let share = share.unwrap_or(0.0);
        HeatCell { depth: share / most.max(1e-9), text: cell_text(share), is_hatched: false }
    };
    let columns: Vec<String> = players.iter().map(|count| format!("of {count}")).collect();
    let heat = Heat {
        corner: "in %".to_owned(),
        columns: columns.clone(),
        rows: rows.iter().map(|(name, shares)| (name.clone(), shares.iter().map(cell).collect())).collect(),
    };
    let mut table = DataTable::new(std::iter::once("hand".to_owned()).chain(columns), "hand_odds.csv");
    table.rows = rows
        .iter()
        .map(|(name, shares)| {
            let cells = shares.iter().map(|share| share.map_or(String::new(), |share| format!("{share:.6}")));
            std::iter::once(name.clone()).chain(cells).collect()
        })
        .collect();
    let (first, last) = (players.first()?, players.last()?);
    let middle = &rows[rows.len() / 2];
    let told = |shares: &[Option<f64>], index: usize| {
        share_text(shares.get(index).copied().flatten().unwrap_or(0.0))
    };
    let sentence = format!(
        "{} {verb} in {} of the deals with {first} players and in {} with {last}; {} in {} and {}.",
        rows[0].0,
        told(&rows[0].1, 0),
        told(&rows[0].1, players.len() - 1),
        middle.0,
        told(&middle.1, 0),
        told(&middle.1, players.len() - 1),
    );
    Some(Figure {
        legend: Vec::new(),
        id: format!("{id}-{deck}"),
        picture: heat.draw(&format!("{title}, {deck} cards")),
        title: format!("{title}, {deck} cards"),
        sentence: super::words::sentence_start(&sentence) + ".",
        table,
    })
}

/// A share in percent, as short as a cell of many needs it.
fn cell_text(share: f64) -> String {
    match 100.0 * share {
        percent if percent >= 99.95 || percent == 0.0 => format!("{percent:.0}"),
        percent if percent >= 1.0 => format!("{percent:.1}"),
        percent if percent >= 0.01 => format!("{percent:.2}"),
        _ => "<0.01".to_owned(),
    }
}

/// A class of hands, as people read it.
fn hand_text(class: &str) -> String {
    match class.split_once('-') {
        Some(("one", number)) => format!("one and {number}"),
        _ => part_text(class),
    }
}

/// The different texts of a column, in order.
fn distinct(grid: &Grid, column: &str) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for row in grid.rows() {
        if !texts.iter().any(|text| text == row.text(column)) {
            texts.push(row.text(column).to_owned());
        }
    }
    texts
}
