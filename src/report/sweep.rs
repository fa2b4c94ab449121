//! Sweeps over house rules: as CSV and as JSON. The text is in `text`.

mod phrase;
mod text;

use serde_json::{Value, json};

use super::csv::{File, Sheet};
use super::figures::decimal;
use crate::metric::{MetricList, Panel};
use crate::stats::{SeatTest, holm};
use crate::study::balance::{SCORE_PARTS, SCORE_PARTS_MEANING};
use crate::study::sweep::{Found, Row, RowKey};

pub use text::sweep_text;

/// What the baseline is called in the files.
pub const BASELINE: &str = "baseline";

/// One variant of the rules, with one line-up.
pub struct SweptTable {
    /// The variant; the baseline is [`BASELINE`].
    pub variant: String,
    /// The line-up, as it was named.
    pub bots: String,
    /// Whether these are several bots.
    pub has_several_bots: bool,
    /// Where its own run is, in the folder of the sweep.
    pub folder: String,
    /// How many play.
    pub players: usize,
    /// How many games a block has.
    pub rotations: u64,
    /// All house rules, by their keys.
    pub rules: Vec<(&'static str, String)>,
    /// Whether all seats are equal, in score and in wins.
    pub seats: [Option<SeatTest>; 2],
}

/// A sweep with its results.
pub struct Swept<'a> {
    /// The game.
    pub game: &'static str,
    /// What its score is counted in.
    pub score: &'static str,
    /// What the baseline is, in words.
    pub baseline: String,
    /// The rule that is varied, if it is just one.
    pub rule: Option<String>,
    /// By line-up, then by variant.
    pub tables: Vec<Vec<SweptTable>>,
    /// The seed.
    pub seed: u64,
    /// How many blocks were played.
    pub blocks: u64,
    /// The figures.
    pub rows: Vec<Row>,
    /// What can be said of each.
    pub found: Vec<Option<Found>>,
    /// Results with a heading in a player's words.
    pub panels: Vec<Panel>,
    /// Variants that cannot be played and were left out, with the reason.
    pub left_out: &'a [String],
}

impl Swept<'_> {
    fn table(&self, row: &Row) -> &SweptTable {
        &self.tables[row.line_up][row.variant]
    }

    /// The rows with what can be said of them.
    fn judged(&self) -> impl Iterator<Item = (&Row, Option<&Found>)> {
        self.rows.iter().zip(&self.found).map(|(row, found)| (row, found.as_ref()))
    }

    fn games_to_decide(&self, row: &Row, found: &Found) -> Option<u64> {
        found.blocks_to_decide.map(|blocks| blocks.saturating_mul(self.table(row).rotations))
    }

    /// The tests that all seats are equal, adjusted for all of them: table,
    /// measure, test, adjusted chance.
    fn seat_tests(&self) -> Vec<(&SweptTable, &'static str, SeatTest, f64)> {
        let tests: Vec<(&SweptTable, &'static str, SeatTest)> = self
            .tables
            .iter()
            .flatten()
            .flat_map(|table| {
                let named = ["score", "wins"].into_iter().zip(table.seats);
                named.filter_map(move |(measure, test)| Some((table, measure, test?)))
            })
            .collect();
        let adjusted = holm(&tests.iter().map(|(.., test)| test.chance).collect::<Vec<_>>());
        tests
            .into_iter()
            .zip(adjusted)
            .map(|((table, measure, test), chance)| (table, measure, test, chance))
            .collect()
    }
}

const COLUMNS: [&str; 17] = [
    "variant",
    "metric",
    "by",
    "group",
    "value",
    "low",
    "high",
    "difference",
    "difference_low",
    "difference_high",
    "p",
    "p_adjusted",
    "verdict",
    "bots",
    "unit",
    "width_ratio",
    "games_to_decide",
];

/// A chance: small ones with an exponent.
fn chance(chance: f64) -> String {
    if chance > 0.0 && chance < 1e-4 { format!("{chance:.2e}") } else { decimal(chance) }
}

/// The group of a row; of a share, with the outcome.
fn group(key: &RowKey) -> String {
    key.outcome.as_ref().map_or(key.group.clone(), |outcome| format!("{}:{outcome}", key.group))
}

/// All files of a sweep, beside those of its runs: `sweep.csv`, `variants.csv`,
/// `seats.csv` and `columns.csv`.
#[must_use]
pub fn sweep_files(swept: &Swept<'_>, metrics: &[&MetricList]) -> Vec<File> {
    vec![rows(swept), variants(swept), seats(swept), columns(metrics)]
}

fn rows(swept: &Swept<'_>) -> File {
    let mut sheet = Sheet::new(&COLUMNS);
    let number = |value: Option<f64>| value.map(decimal).unwrap_or_default();
    for (row, found) in swept.judged() {
        let table = swept.table(row);
        let interval = row.change.and_then(|change| change.interval());
        let to_decide = found.and_then(|found| swept.games_to_decide(row, found));
        sheet.row([
            table.variant.clone(),
            row.key.metric.to_owned(),
            row.key.by.to_owned(),
            group(&row.key),
            decimal(row.value),
            number(row.interval.map(|interval| interval.low)),
            number(row.interval.map(|interval| interval.high)),
            number(row.change.map(|change| change.value)),
            number(interval.map(|interval| interval.low)),
            number(interval.map(|interval| interval.high)),
            found.and_then(|found| found.chance).map(chance).unwrap_or_default(),
            found.and_then(|found| found.adjusted).map(chance).unwrap_or_default(),
            found.map(|found| found.finding.to_string()).unwrap_or_default(),
            table.bots.clone(),
            row.unit.to_owned(),
            number(row.change.and_then(|change| change.width_ratio())),
            to_decide.map(|games| games.to_string()).unwrap_or_default(),
        ]);
    }
    sheet.finish("sweep")
}

fn variants(swept: &Swept<'_>) -> File {
    let keys = swept.tables[0][0].rules.iter().map(|(key, _)| *key);
    let heading: Vec<&str> =
        ["variant", "bots", "folder", "blocks", "games"].into_iter().chain(keys).collect();
    let mut sheet = Sheet::new(&heading);
    for table in swept.tables.iter().flatten() {
        let own = [
            table.variant.clone(),
            table.bots.clone(),
            table.folder.clone(),
            swept.blocks.to_string(),
            (swept.blocks * table.rotations).to_string(),
        ];
        sheet.row(own.into_iter().chain(table.rules.iter().map(|(_, value)| value.clone())));
    }
    sheet.finish("variants")
}

fn seats(swept: &Swept<'_>) -> File {
    let mut sheet =
        Sheet::new(&["variant", "measure", "seats", "f", "df1", "df2", "p", "p_adjusted", "verdict", "bots"]);
    for (table, measure, test, adjusted) in swept.seat_tests() {
        sheet.row([
            table.variant.clone(),
            measure.to_owned(),
            table.players.to_string(),
            decimal(test.f),
            decimal(test.degrees_of_freedom[0]),
            decimal(test.degrees_of_freedom[1]),
            chance(test.chance),
            chance(adjusted),
            if adjusted <= 0.05 { "differ" } else { "undecided" }.to_owned(),
            table.bots.clone(),
        ]);
    }
    sheet.finish("seats")
}

fn columns(lists: &[&MetricList]) -> File {
    let mut sheet = Sheet::new(&["metric", "form", "unit", "meaning"]);
    let mut seen: Vec<&str> = Vec::new();
    for metric in lists.iter().flat_map(|list| list.metrics()) {
        if !seen.contains(&metric.name) {
            seen.push(metric.name);
            sheet.row([metric.name, metric.kind.name(), metric.unit, metric.meaning].map(str::to_owned));
        }
    }
    sheet.row([SCORE_PARTS, "parts", "of the variance", SCORE_PARTS_MEANING].map(str::to_owned));
    sheet.finish("columns")
}

/// The same, for programs that read the standard output.
#[must_use]
pub fn sweep_json(swept: &Swept<'_>) -> Value {
    swept
        .judged()
        .map(|(row, found)| {
            let interval = row.change.and_then(|change| change.interval());
            json!({
                "variant": swept.table(row).variant,
                "metric": row.key.metric,
                "by": row.key.by,
                "group": group(&row.key),
                "value": row.value,
                "low": row.interval.map(|interval| interval.low),
                "high": row.interval.map(|interval| interval.high),
                "difference": row.change.map(|change| change.value),
                "difference_low": interval.map(|interval| interval.low),
                "difference_high": interval.map(|interval| interval.high),
                "p": found.and_then(|found| found.chance),
                "p_adjusted": found.and_then(|found| found.adjusted),
                "verdict": found.map(|found| found.finding.name()),
                "bots": swept.table(row).bots,
                "unit": row.unit,
                "width_ratio": row.change.and_then(|change| change.width_ratio()),
                "games_to_decide": found.and_then(|found| swept.games_to_decide(row, found)),
            })
        })
        .collect()
}
