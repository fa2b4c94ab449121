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
            let ClassOdds { players, ways, wins, draws, losses, .. } = *class;
            let deals = deck.deals(players);
            table.push(row![
                deck.deck,
                players,
                names[class.class],
                ways,
                deals,
                ratio(ways, deals),
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
        let (title, table) = match players[..] {
            [players] => for_one_table(deck, names, players),
            _ => for_several(deck, names, &players),
        };
        shown.extend([Shown::Table(title, table), Shown::Gap]);
    }
    shown
}

/// An exact share, in percent.
fn percent(part: u64, whole: u64) -> Cell {
    // Two decimals, as the rarest hand needs.
    Cell::Text(Scale::Percent.number(ratio(part, whole), 0.000_2))
}

fn for_one_table(deck: &Odds, names: &[&str], players: usize) -> (String, Table) {
    let header = ["dealt", "wins", "draws", "loses"].map(|name| Column::text(name, "a share"));
    let columns = std::iter::once(Column::text("", "the class of a hand")).chain(header).collect();
    let mut table = Table::new("odds", columns);
    for class in &deck.classes {
        let mut cells = row![names[class.class], percent(class.ways, deck.deals(players))];
        cells.extend([class.wins, class.draws, class.losses].map(|part| percent(part, class.ways)));
        table.push(cells);
    }
    let deals = thousands(deck.deals(players));
    (format!("{} cards, {players} players, {deals} deals", deck.deck), table)
}

fn for_several(deck: &Odds, names: &[&str], players: &[usize]) -> (String, Table) {
    let of = players.iter().map(|count| Column::text(format!("of {count}"), "how often it wins, in %"));
    let labels = [Column::text("", "the class of a hand"), Column::text("dealt", "how often it is dealt")];
    let mut table = Table::new("odds", labels.into_iter().chain(of).collect());
    for (index, name) in names.iter().enumerate() {
        let of_class: Vec<&ClassOdds> = deck.classes.iter().filter(|class| class.class == index).collect();
        let dealt = percent(of_class[0].ways, deck.deals(of_class[0].players));
        let wins =
            of_class.iter().map(|class| Cell::Text(format!("{:.1}", 100.0 * ratio(class.wins, class.ways))));
        table.push(row![*name, dealt].into_iter().chain(wins).collect());
    }
    let title =
        format!("{} cards: how often a hand is dealt, and wins alone in a showdown of N, in %", deck.deck);
    (title, table)
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
            "deck,players,class,ways,deals,share,wins,draws,losses,win_share,draw_share,loss_share"
        );
        assert_eq!(lines.len(), 1 + 2 * 2 * Class::COUNT);
        assert_eq!(lines[1], "20,2,pair-10,153,29070,0.00526316,153,0,0,1,0,0");
        assert_eq!(file.name, "hand_odds.csv");
    }

    #[test]
    fn the_tables_fit_80_columns() {
        for players in [&[2][..], &[2, 3, 4, 5, 6, 7, 8]] {
            let text = terminal_text(&odds_summary(&both(players), &Class::NAMES), 80);
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            assert!(Class::NAMES.iter().all(|name| text.matches(name).count() >= 2));
        }
    }
}
