//! The plain study: every metric of a game at one table.

use super::{Precision, PrecisionError, Study, headline_plot, metric_tables, panel_tables};
use crate::game::{Game, Ledger};
use crate::rows::{Form, RowKind, RowLayout};
use crate::sim::{Counter, Setup};
use crate::table::{Column, Estimate, Scale, Shown, Table, row};
use crate::tally::{Part, PartShare, ScoreParts};
use crate::text::counted;

/// A run of one table.
#[derive(Clone)]
pub struct Run<G: Game> {
    /// The table.
    pub setup: Setup<G>,
    /// The rows that are wanted.
    pub rows: Vec<RowKind>,
}

impl<G: Game> Run<G> {
    /// A run without rows.
    #[must_use]
    pub fn new(setup: Setup<G>) -> Run<G> {
        Run { setup, rows: Vec::new() }
    }
}

impl<G: Game> Study for Run<G> {
    type Counter<'a> = Counter<'a, G>;

    fn counter(&self) -> Counter<'_, G> {
        Counter::new(&self.setup).with_rows(&self.rows)
    }

    fn games_per_block(&self) -> u64 {
        self.setup.line_up.rotations() as u64
    }

    fn row_layouts(&self) -> Vec<RowLayout> {
        self.rows.iter().map(|&kind| self.setup.row_layout(kind)).collect()
    }

    fn check_precision(&self, precision: &Precision) -> Result<(), PrecisionError> {
        precision.check(self.setup.metrics())
    }

    fn widest(&self, counter: &Counter<'_, G>, precision: &Precision) -> Option<f64> {
        precision.widest(self.setup.metrics(), &counter.counts.tally)
    }

    fn tables(&self, counter: &Counter<'_, G>) -> Vec<Table> {
        let mut tables = metric_tables(self.setup.metrics(), &counter.counts);
        tables.extend((!self.rows.is_empty()).then(|| rows_table(&self.row_layouts())));
        tables
    }

    fn summary(&self, counter: &Counter<'_, G>) -> Vec<Shown> {
        let Setup { seed, line_up, .. } = &self.setup;
        let games = counted(counter.counts.blocks() * self.games_per_block(), "game");
        let heading = format!("{}: {games}, seed {seed}, bots {}", G::NAME, line_up.text());
        let panels = panel_tables(&self.setup.ledger().panels(), self.setup.metrics(), &counter.counts.tally);
        let plot = headline_plot(self.setup.metrics(), &counter.counts.tally);
        let mut shown = vec![Shown::text(heading), Shown::Gap];
        shown.extend(plot.into_iter().flat_map(|plot| [plot, Shown::Gap]));
        shown.extend(panels);
        shown.extend(score_parts_text(&counter.counts.score_parts).map(|text| Shown::Text(text, 2)));
        shown
    }
}

/// The data dictionary of the files of rows.
fn rows_table(layouts: &[RowLayout]) -> Table {
    let columns = vec![
        Column::text("rows", "the file: rows of games, or of rounds"),
        Column::text("column", "the column"),
        Column::text("type", "boolean, int32, int64 or text"),
        Column::text("optional", "whether a value may be missing"),
        Column::text("unit", "the unit of the values"),
        Column::text("values", "the values of text, separated by spaces"),
        Column::text("meaning", "what it is"),
    ];
    let mut table = Table::new("rows", columns);
    for layout in layouts {
        for column in layout.columns() {
            let values = match &column.form {
                Form::Choice(names) => names.join(" "),
                _ => String::new(),
            };
            let optional = if column.is_optional { "yes" } else { "no" };
            table.push(row![
                layout.kind().name(),
                column.name,
                column.form.name(),
                optional,
                column.unit,
                values,
                column.meaning
            ]);
        }
    }
    table
}

/// What sets scores apart, the largest part first.
fn score_parts_text(score_parts: &ScoreParts) -> Option<String> {
    let parts = score_parts.parts().iter();
    let shares: Option<Vec<(Part, PartShare)>> =
        parts.map(|&part| Some((part, score_parts.share(part)?))).collect();
    let mut shares = shares?;
    shares.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
    let texts = shares.into_iter().map(|(part, PartShare { value, interval, .. })| {
        let share = Estimate { value, interval: Some(interval), scale: Scale::Percent };
        format!("{} {}", part.words(), share.text().replace(' ', "\u{a0}"))
    });
    let text = format!("What sets scores apart: {}.", texts.collect::<Vec<_>>().join(", "));
    let is_one_bot = score_parts.parts().contains(&Part::DealAndPlay);
    let hint = if is_one_bot { " Different bots at the table tell deal, play and skill apart." } else { "" };
    Some(text + hint)
}
