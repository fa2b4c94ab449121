//! Exact odds: as CSV, as JSON, and as tables for the terminal.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::csv::{File, Sheet};
use super::figures::{decimal, grouped};
use super::table::aligned;
use crate::study::odds::{ClassOdds, Odds};

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// `hand_odds.csv`: a row for each deck, number of players and class.
#[must_use]
pub fn odds_file(odds: &[Odds], names: &[&str]) -> File {
    let mut sheet = Sheet::new(&[
        "deck",
        "players",
        "class",
        "ways",
        "deals",
        "share",
        "wins",
        "draws",
        "losses",
        "win_share",
        "draw_share",
        "loss_share",
    ]);
    for deck in odds {
        for class in &deck.classes {
            let ClassOdds { players, ways, wins, draws, losses, .. } = *class;
            let deals = deck.deals(players);
            sheet.row([
                deck.deck.to_string(),
                players.to_string(),
                names[class.class].to_owned(),
                ways.to_string(),
                deals.to_string(),
                decimal(ratio(ways, deals)),
                wins.to_string(),
                draws.to_string(),
                losses.to_string(),
                decimal(ratio(wins, ways)),
                decimal(ratio(draws, ways)),
                decimal(ratio(losses, ways)),
            ]);
        }
    }
    sheet.finish("hand_odds")
}

/// The same, for programs that read the standard output.
#[must_use]
pub fn odds_json(odds: &[Odds], names: &[&str]) -> Value {
    let rows = odds.iter().flat_map(|deck| {
        deck.classes.iter().map(|class| {
            json!({
                "deck": deck.deck,
                "players": class.players,
                "class": names[class.class],
                "ways": class.ways,
                "deals": deck.deals(class.players),
                "wins": class.wins,
                "draws": class.draws,
                "losses": class.losses,
            })
        })
    });
    rows.collect()
}

/// The same, for people: a table for each deck, of at most 80 columns.
#[must_use]
pub fn odds_text(odds: &[Odds], names: &[&str]) -> String {
    let mut text = String::new();
    for deck in odds {
        let mut players: Vec<usize> = deck.classes.iter().map(|class| class.players).collect();
        players.dedup();
        let table = match players[..] {
            [players] => of_one_table(deck, names, players),
            _ => of_several(deck, names, &players),
        };
        writeln!(text, "{table}").expect("text grows");
    }
    text
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.2} %", 100.0 * ratio(part, whole))
}

fn of_one_table(deck: &Odds, names: &[&str], players: usize) -> String {
    let heading = ["", "dealt", "wins", "draws", "loses"].map(str::to_owned).to_vec();
    let rows = deck.classes.iter().map(|class| {
        vec![
            names[class.class].to_owned(),
            percent(class.ways, deck.deals(players)),
            percent(class.wins, class.ways),
            percent(class.draws, class.ways),
            percent(class.losses, class.ways),
        ]
    });
    let rows: Vec<Vec<String>> = std::iter::once(heading).chain(rows).collect();
    format!(
        "{} cards, {players} players, {} deals\n{}",
        deck.deck,
        grouped(deck.deals(players)),
        aligned(&rows)
    )
}

fn of_several(deck: &Odds, names: &[&str], players: &[usize]) -> String {
    let mut rows = vec![vec![String::new(), "dealt".to_owned()]];
    rows[0].extend(players.iter().map(|count| format!("of {count}")));
    let share = |class: &ClassOdds| 100.0 * ratio(class.wins, class.ways);
    for (index, name) in names.iter().enumerate() {
        let of_class: Vec<&ClassOdds> = deck.classes.iter().filter(|class| class.class == index).collect();
        let dealt = percent(of_class[0].ways, deck.deals(of_class[0].players));
        let mut row = vec![(*name).to_owned(), dealt];
        row.extend(of_class.iter().map(|class| format!("{:.1}", share(class))));
        rows.push(row);
    }
    format!(
        "{} cards: how often a hand is dealt, and wins alone in a showdown of N, in %\n{}",
        deck.deck,
        aligned(&rows)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kachi_kachi::Class;

    fn both(players: &[usize]) -> [Odds; 2] {
        [false, true].map(|extra_cards| Odds::of_kachi_kachi(extra_cards, players))
    }

    #[test]
    fn the_file_has_these_columns_and_a_row_for_every_class() {
        let file = odds_file(&both(&[2, 3]), &Class::NAMES);
        let text = String::from_utf8(file.content).expect("CSV is text");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "deck,players,class,ways,deals,share,wins,draws,losses,win_share,draw_share,loss_share"
        );
        assert_eq!(lines.len(), 1 + 2 * 2 * Class::COUNT);
        assert_eq!(lines[1], "20,2,pair-10,153,29070,0.00526316,153,0,0,1,0,0");
        assert_eq!(file.name, "hand_odds.csv");
    }

    #[test]
    fn the_tables_fit_80_columns() {
        for players in [&[2][..], &[2, 3, 4, 5, 6, 7, 8]] {
            let text = odds_text(&both(players), &Class::NAMES);
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            assert!(Class::NAMES.iter().all(|name| text.matches(name).count() >= 2));
        }
    }
}
