//! The tables of a sweep.

use super::{BASELINE, LineUpCounter, Sweep, SweepCell, SweepCounter};
use crate::sim::BlockCounter;
use crate::stats::{LEVEL, SeatTest, holm};
use crate::study::metrics_table;
use crate::table::row;
use crate::table::{Cell, Column, Table};

/// A test that all seats of a table are equal in a measure.
pub(super) struct JudgedSeats<'a> {
    pub(super) cell: &'a SweepCell,
    pub(super) measure: SeatMeasure,
    pub(super) test: SeatTest,
    pub(super) p_adjusted: f64,
}

/// What seats are compared in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SeatMeasure {
    Score,
    Wins,
}

impl SeatMeasure {
    /// The name in the files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            SeatMeasure::Score => "score",
            SeatMeasure::Wins => "wins",
        }
    }

    /// The metric that has the figures of the seats.
    pub(super) const fn metric(self) -> &'static str {
        match self {
            SeatMeasure::Score => "seat_score",
            SeatMeasure::Wins => "seat_wins",
        }
    }

    /// What its figures are counted in; percent stands with them.
    pub(super) fn unit(self, score: &str) -> String {
        match self {
            SeatMeasure::Score => format!(" {score} a game"),
            SeatMeasure::Wins => String::new(),
        }
    }
}

impl JudgedSeats<'_> {
    pub(super) fn differ(&self) -> bool {
        self.p_adjusted <= 1.0 - LEVEL
    }
}

impl Sweep {
    /// The tables `sweep`, `variants`, `seats` and `metrics`.
    pub(super) fn result_tables(&self, counter: &SweepCounter<'_>) -> Vec<Table> {
        let metrics = metrics_table(&self.lists());
        vec![self.sweep_table(counter), self.variants_table(counter), Self::seats_table(counter), metrics]
    }

    fn sweep_table(&self, counter: &SweepCounter<'_>) -> Table {
        let columns = vec![
            Column::text("variant", "what differs from the baseline"),
            Column::text("metric", "the metric"),
            Column::text("split", "what the row is split by"),
            Column::text("part", "which part; of a share, PART:OUTCOME"),
            Column::real("value", "the figure"),
            Column::real("low", "lower end of its 95 % interval"),
            Column::real("high", "upper end of its 95 % interval"),
            Column::real("difference", "the figure less that of the baseline"),
            Column::real("difference_low", "lower end of the difference's 95 % interval"),
            Column::real("difference_high", "upper end of the difference's 95 % interval"),
            Column::p_value("p", "p-value under no difference"),
            Column::p_value("p_adjusted", "the same, adjusted for all rows (Holm)"),
            Column::text("verdict", "changes up, changes down, no change, same or undecided"),
            Column::text("bots", "the line-up"),
            Column::text("unit", "what the value is counted in"),
            Column::real("width_ratio", "width of the difference's interval over that on independent deals"),
            Column::integer(
                "games_to_decide",
                "games that would decide it, if the difference is what it seems",
            ),
        ];
        let mut table = Table::new("sweep", columns);
        // Readers infer types from the first rows: those of the baseline, which
        // differs from nothing, come last.
        let mut rows = self.rows(counter);
        let line_up =
            |bots: &str| self.line_ups.iter().position(|line_up| line_up.baseline.name.bots == bots);
        rows.sort_by_key(|row| (line_up(&row.cell.bots), row.cell.variant == BASELINE));
        for row in rows {
            let (low, high) = row.interval.map(|interval| (interval.low, interval.high)).unzip();
            let interval = row.change.and_then(|change| change.interval());
            let (change_low, change_high) = interval.map(|interval| (interval.low, interval.high)).unzip();
            let part = match &row.key.outcome {
                Some(outcome) => format!("{}:{outcome}", row.key.part),
                None => row.key.part.clone(),
            };
            table.push(row![
                row.cell.variant.as_str(),
                row.key.metric,
                row.key.split,
                part,
                row.value,
                low,
                high,
                row.change.map(|change| change.value),
                change_low,
                change_high,
                row.judgement.and_then(|judgement| judgement.p),
                row.judgement.and_then(|judgement| judgement.p_adjusted),
                row.judgement.map(|judgement| judgement.verdict.name()),
                row.cell.bots.as_str(),
                row.words.unit.as_str(),
                row.change.and_then(|change| change.width_ratio()),
                row.games_to_decide(),
            ]);
        }
        table
    }

    fn variants_table(&self, counter: &SweepCounter<'_>) -> Table {
        let rules = &self.line_ups[0].baseline.rule_texts;
        let mut columns = vec![
            Column::text("variant", "what differs from the baseline"),
            Column::text("bots", "the line-up"),
            Column::text("folder", "the folder of its own run"),
            Column::integer("blocks", "how many deals"),
            Column::integer("games", "how many games"),
        ];
        columns.extend(rules.iter().map(|(key, _)| Column::text(*key, "a house rule")));
        let mut table = Table::new("variants", columns);
        for cell in self.cells() {
            let name = &cell.name;
            let games = counter.blocks() * cell.games_per_block;
            let mut cells = row![
                name.variant.as_str(),
                name.bots.as_str(),
                name.folder.as_str(),
                counter.blocks(),
                games
            ];
            cells.extend(cell.rule_texts.iter().map(|(_, text)| Cell::from(text.as_str())));
            table.push(cells);
        }
        table
    }

    fn seats_table(counter: &SweepCounter<'_>) -> Table {
        let columns = vec![
            Column::text("variant", "what differs from the baseline"),
            Column::text("measure", "score or wins"),
            Column::integer("seats", "how many seats"),
            Column::real("f", "Hotelling's T² as an F statistic"),
            Column::real("df1", "its first degrees of freedom"),
            Column::real("df2", "its second degrees of freedom"),
            Column::p_value("p", "p-value under equal seats"),
            Column::p_value("p_adjusted", "the same, adjusted for all rows (Holm)"),
            Column::text("verdict", "differ or undecided"),
            Column::text("bots", "the line-up"),
        ];
        let mut table = Table::new("seats", columns);
        for seats in Self::judged_seats(counter) {
            let SeatTest { f, degrees_of_freedom, p } = seats.test;
            table.push(row![
                seats.cell.name.variant.as_str(),
                seats.measure.name(),
                seats.cell.players,
                f,
                degrees_of_freedom[0],
                degrees_of_freedom[1],
                p,
                seats.p_adjusted,
                if seats.differ() { "differ" } else { "undecided" },
                seats.cell.name.bots.as_str(),
            ]);
        }
        table
    }

    /// The tests that all seats are equal, adjusted for their number (Holm).
    pub(super) fn judged_seats<'a>(counter: &SweepCounter<'a>) -> Vec<JudgedSeats<'a>> {
        let counters = counter.iter().flat_map(LineUpCounter::cells);
        let tests: Vec<(&'a SweepCell, SeatMeasure, SeatTest)> = counters
            .flat_map(|counter| {
                let tests = [counter.balance.seats_in_score(), counter.balance.seats_in_wins()];
                let named = [SeatMeasure::Score, SeatMeasure::Wins].into_iter().zip(tests);
                named.filter_map(|(measure, test)| Some((counter.cell, measure, test?))).collect::<Vec<_>>()
            })
            .collect();
        let adjusted = holm(&tests.iter().map(|(.., test)| test.p).collect::<Vec<_>>());
        let judged = tests.into_iter().zip(adjusted);
        judged
            .map(|((cell, measure, test), p_adjusted)| JudgedSeats { cell, measure, test, p_adjusted })
            .collect()
    }
}
