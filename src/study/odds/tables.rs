//! Odds as a table for the files, and as tables for people.

use super::{ClassOdds, Odds};
use crate::table::row;
use crate::table::{Cell, Column, Scale, Shown, Table};
use crate::text::thousands;

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// The table `hand_odds`: a row for each deck, number of players and class.
#[must_use]
pub fn odds_table(odds: &[Odds], names: &[&str]) -> Table {
    let columns = vec![
        Column::integer("deck", "cards in the deck"),
        Column::integer("players", "how many play"),
        Column::text("class", "the class of a hand"),
        Column::integer("ways", "deals in which a given player holds it"),
        Column::integer("deals", "ways to deal two cards to each player"),
        Column::real("share", "ways over deals"),
        Column::real("one_in", "deals over ways: it is held once in this many deals"),
        Column::integer("somebody", "deals in which at least one player holds it"),
        Column::real("somebody_share", "somebody over deals"),
        Column::real("somebody_one_in", "deals over somebody"),
        Column::integer("wins", "of the ways, those in which the hand alone is the best"),
        Column::integer("draws", "of the ways, those in which it shares the best place"),
        Column::integer("losses", "of the ways, those in which it is beaten"),
        Column::real("win_share", "wins over ways"),
        Column::real("draw_share", "draws over ways"),
        Column::real("loss_share", "losses over ways"),
    ];
    let mut table = Table::new("hand_odds", columns);
    for deck in odds {
        for class in &deck.classes {
            let ClassOdds { players, ways, somebody, wins, draws, losses, .. } = *class;
            let deals = deck.deals(players);
            table.push(row![
                deck.deck,
                players,
                names[class.class],
                ways,
                deals,
                ratio(ways, deals),
                ratio(deals, ways),
                somebody,
                ratio(somebody, deals),
                ratio(deals, somebody),
                wins,
                draws,
                losses,
                ratio(wins, ways),
                ratio(draws, ways),
                ratio(losses, ways),
            ]);
        }
    }
    table
}

/// The odds for people: a table for each deck.
#[must_use]
pub fn odds_summary(odds: &[Odds], names: &[&str]) -> Vec<Shown> {
    let mut shown = Vec::new();
    for deck in odds {
        let mut players: Vec<usize> = deck.classes.iter().map(|class| class.players).collect();
        players.dedup();
        let tables = match players[..] {
            [players] => vec![for_one_table(deck, names, players)],
            _ => for_several(deck, names, &players).to_vec(),
        };
        shown.extend(tables.into_iter().flat_map(|(title, table)| [Shown::Table(title, table), Shown::Gap]));
    }
    shown
}

/// An exact share, in percent.
fn percent(part: u64, whole: u64) -> Cell {
    // Two decimals, as the rarest hand needs.
    Cell::Text(Scale::Percent.number(ratio(part, whole), 0.000_2))
}

/// An exact share in percent, and as odds: `0.53 %, 1 in 190`.
fn percent_and_odds(part: u64, whole: u64) -> Cell {
    let share = Scale::Percent.number(ratio(part, whole), 0.000_2);
    Cell::Text(format!("{share}, 1 in {}", one_in(ratio(whole, part))))
}

/// A number of deals in three digits: `190`, `47.6`, `2.5`.
fn one_in(deals: f64) -> String {
    let decimals = if deals < 9.995 { 2 } else { usize::from(deals < 99.95) };
    let text = format!("{deals:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn for_one_table(deck: &Odds, names: &[&str], players: usize) -> (String, Table) {
    let header =
        ["dealt", "somebody has it", "wins", "draws", "loses"].map(|name| Column::text(name, "a share"));
    let columns = std::iter::once(Column::text("", "the class of a hand")).chain(header).collect();
    let mut table = Table::new("odds", columns);
    for class in &deck.classes {
        let deals = deck.deals(players);
        let mut cells = row![
            names[class.class],
            percent_and_odds(class.ways, deals),
            percent_and_odds(class.somebody, deals)
        ];
        cells.extend([class.wins, class.draws, class.losses].map(|part| percent(part, class.ways)));
        table.push(cells);
    }
    let deals = thousands(deck.deals(players));
    (format!("{} cards, {players} players, {deals} deals", deck.deck), table)
}

/// How often a hand wins in showdowns of several sizes, and how often somebody
/// has it.
fn for_several(deck: &Odds, names: &[&str], players: &[usize]) -> [(String, Table); 2] {
    let columns = |dealt: Option<Column>| {
        let of = players.iter().map(|count| Column::text(format!("of {count}"), "a share in %"));
        std::iter::once(Column::text("", "the class of a hand")).chain(dealt).chain(of).collect()
    };
    let mut wins = Table::new("odds", columns(Some(Column::text("dealt", "how often it is dealt"))));
    let mut somebody = Table::new("somebody", columns(None));
    for (index, name) in names.iter().enumerate() {
        let of_class: Vec<&ClassOdds> = deck.classes.iter().filter(|class| class.class == index).collect();
        let number = |part: u64, whole: u64| Cell::Text(format!("{:.1}", 100.0 * ratio(part, whole)));
        let dealt = percent_and_odds(of_class[0].ways, deck.deals(of_class[0].players));
        let shares = of_class.iter().map(|class| number(class.wins, class.ways));
        wins.push(row![*name, dealt].into_iter().chain(shares).collect());
        let shares = of_class.iter().map(|class| number(class.somebody, deck.deals(class.players)));
        somebody.push(row![*name].into_iter().chain(shares).collect());
    }
    let cards = deck.deck;
    [
        (format!("{cards} cards: how often a hand is dealt, and wins alone in a showdown of N, in %"), wins),
        (format!("{cards} cards: how often somebody at a table of N has it, in %"), somebody),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kachi_kachi::Class;
    use crate::report::{csv_file, terminal_text};

    fn both(players: &[usize]) -> [Odds; 2] {
        [false, true].map(|extra_cards| Odds::of_kachi_kachi(extra_cards, players))
    }

    #[test]
    fn the_file_has_a_row_for_every_deck_number_of_players_and_class() {
        let file = csv_file(&odds_table(&both(&[2, 3]), &Class::NAMES));
        let text = String::from_utf8(file.content).expect("CSV is text");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "deck,players,class,ways,deals,share,one_in,somebody,somebody_share,somebody_one_in,\
             wins,draws,losses,win_share,draw_share,loss_share"
        );
        assert_eq!(lines.len(), 1 + 2 * 2 * Class::COUNT);
        assert_eq!(
            lines[1],
            "20,2,pair-10,153,29070,0.00526316,190.0,306,0.0105263,95.0,153,0,0,1.0,0.0,0.0"
        );
        assert_eq!(file.name, "hand_odds.csv");
    }

    #[test]
    fn the_tables_fit_the_terminal() {
        for width in [60, 80, 140] {
            for players in [&[2][..], &[2, 3, 4, 5, 6, 7, 8]] {
                let text = terminal_text(&odds_summary(&both(players), &Class::NAMES), width);
                assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
                assert!(Class::NAMES.iter().all(|name| text.matches(name).count() >= 2));
            }
        }
    }

    #[test]
    fn rare_hands_are_shown_as_one_in_many() {
        let text = terminal_text(&odds_summary(&both(&[4])[..1], &Class::NAMES), 80);
        assert!(text.contains("pair-10    0.53 %, 1 in 190   2.11 %, 1 in 47.5"), "{text}");
        assert_eq!([1.9, 9.999, 47.5, 190.0, 12_345.6].map(one_in), ["1.9", "10", "47.5", "190", "12346"]);
    }
}
