//! The figure of best responses at tables of more than two.

use super::around_zero;
use crate::page::Shown;
use crate::page::chapter::NAME;
use crate::page::draw::Row;
use crate::page::figure::{DataTable, Figure, FigureSize, Section};
use crate::page::source::Source;
use crate::page::words::{clipped, estimate, estimate_text, value_text};
use crate::report::Grid;
use crate::table::Scale;

/// What is shown of responses.
pub fn show(source: &Source) -> Option<Shown> {
    let grid = source.table("against")?;
    let deals = grid.rows().next()?.text("deals").parse().map_or(String::new(), |deals: u64| {
        format!(" from {} in each position", crate::text::counted(deals, "deal"))
    });
    let lead = format!(
        "Best responses to tables of bots, learned{deals}. No equilibrium is computed: with more than two players \
         none is known to be unbeatable. What the responses win was measured on other deals: the best response wins \
         at least as much, and perhaps more."
    );
    let title = "Against bots".to_owned();
    Some(Shown {
        lead,
        sections: vec![Section { title, size: FigureSize::Wide, figures: vec![figure(grid)?] }],
    })
}

fn figure(grid: &Grid) -> Option<Figure> {
    let mut rows = Vec::new();
    let columns = ["against", "as", "the response wins", "games"];
    let mut table = DataTable::new(columns, "against.csv");
    let mut bots: Vec<&str> = Vec::new();
    for row in grid.rows() {
        let (low, high) = (row.number("best_response_low"), row.number("best_response_high"));
        let won = estimate(row.number("best_response")?, low, high, Scale::Signed);
        let name = clipped(row.text("bot"), NAME);
        let role = row.text("role").replace('-', " ");
        if !bots.contains(&row.text("bot")) {
            bots.push(row.text("bot"));
        }
        rows.push(Row {
            label: format!("{name}, as {role}"),
            value: won.value,
            interval: won.interval,
            text: value_text(&won),
            colour: bots.len() - 1,
            is_faint: false,
            shade: None,
        });
        table.rows.push(vec![name, role, estimate_text(&won, ""), row.text("games").to_owned()]);
    }
    let most = rows.iter().max_by(|one, other| one.value.total_cmp(&other.value))?;
    let sentence = format!(
        "Most is won from {}: {} points a hand. All other seats are played by the bot; positions count from the \
         dealer, who bets first. The bars are 95 % intervals.",
        most.label, most.text
    );
    let picture = around_zero(&rows);
    Some(Figure {
        legend: Vec::new(),
        id: "against".to_owned(),
        title: "What is won from a table of each bot, in points a hand".to_owned(),
        picture,
        sentence,
        table,
    })
}
