//! Tables as CSV.

use std::borrow::Cow;

use csv::WriterBuilder;

use super::File;
use crate::table::{Cell, ColumnKind, Table};
use crate::text::{decimal, printable_cell};

/// A table as a CSV file: a header, and a record for each row. An estimate
/// takes three columns, of which the last two are the ends of its interval.
///
/// # Panics
/// Never: writing to memory does not fail.
#[must_use]
pub fn csv_file(table: &Table) -> File {
    let mut writer = WriterBuilder::new().from_writer(Vec::new());
    let header = table.columns.iter().flat_map(|column| match column.kind {
        ColumnKind::Estimate => ["", "_low", "_high"].map(|end| format!("{}{end}", column.name)).to_vec(),
        _ => vec![column.name.clone()],
    });
    let mut write =
        |fields: Vec<String>| writer.write_record(fields).expect("writing to memory does not fail");
    write(header.collect());
    for row in &table.rows {
        let cells = table.columns.iter().zip(row);
        write(cells.flat_map(|(column, cell)| fields(column.kind, cell)).collect());
    }
    let content = writer.into_inner().expect("writing to memory does not fail");
    File { name: format!("{}.csv", table.name), content }
}

/// A text as a cell: without control characters, and with a quote before what a
/// spreadsheet would take for a formula. Numbers stay as they are.
#[must_use]
pub fn safe_cell(text: &str) -> Cow<'_, str> {
    let text = printable_cell(text);
    let is_formula = match text.chars().next() {
        Some('=' | '@') => true,
        Some('+' | '-') => text.len() > 1 && text.parse::<f64>().is_err(),
        _ => false,
    };
    if is_formula { Cow::Owned(format!("'{text}")) } else { text }
}

fn fields(kind: ColumnKind, cell: &Cell) -> Vec<String> {
    match (kind, cell) {
        (ColumnKind::Estimate, Cell::Estimate(estimate)) => {
            let end = |end: Option<f64>| end.map(real).unwrap_or_default();
            let (low, high) = estimate.interval.map(|interval| (interval.low, interval.high)).unzip();
            vec![real(estimate.value), end(low), end(high)]
        }
        (ColumnKind::Estimate, _) => vec![String::new(); 3],
        (_, Cell::Empty) => vec![String::new()],
        (_, Cell::Text(text)) => vec![safe_cell(text).into_owned()],
        (_, Cell::Integer(number)) => vec![number.to_string()],
        (ColumnKind::PValue, Cell::Real(p)) if *p > 0.0 && *p < 1e-4 => vec![format!("{p:.2e}")],
        (_, Cell::Real(number)) => vec![real(*number)],
        (_, Cell::Estimate(estimate)) => vec![real(estimate.value)],
    }
}

/// A real number, with a point even if it is whole: readers infer the type of a
/// column from its first rows.
fn real(number: f64) -> String {
    let text = decimal(number);
    if text.is_empty() || text.contains('.') { text } else { text + ".0" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;
    use crate::table::row;
    use crate::table::{Column, Estimate, Scale};

    #[test]
    fn no_text_is_a_formula_or_moves_what_is_shown() {
        for (text, cell) in [
            ("greedy", "greedy"),
            ("-3", "-3"),
            ("+0.5", "+0.5"),
            ("-", "-"),
            ("", ""),
            ("=HYPERLINK(\"x\")", "'=HYPERLINK(\"x\")"),
            ("@SUM(1)", "'@SUM(1)"),
            ("+1+2", "'+1+2"),
            ("-cmd|x", "'-cmd|x"),
            ("a\u{1b}[2J\u{202e}\u{2028}b", "a\\u{1b}[2J\\u{202e}\\u{2028}b"),
            ("\t=1", "\\t=1"),
        ] {
            assert_eq!(safe_cell(text), cell);
        }
    }

    #[test]
    fn every_kind_of_cell_is_written() {
        let columns = vec![
            Column::text("name", ""),
            Column::integer("count", ""),
            Column::real("share", ""),
            Column::p_value("p", ""),
            Column::estimate("mean", ""),
        ];
        let mut table = Table::new("things", columns);
        let interval = Some(Interval { low: 1.0, high: 2.0 });
        let mean = Estimate { value: 1.5, interval, scale: Scale::Plain };
        table.push(row!["a, b", 1_000_000_u64, 1.0 / 3.0, 1.234e-7, mean]);
        table.push(row![None::<&str>, -3_i64, 0.0, 0.05, None::<Estimate>]);
        let file = csv_file(&table);
        let text = "name,count,share,p,mean,mean_low,mean_high\n\
                    \"a, b\",1000000,0.333333,1.23e-7,1.5,1.0,2.0\n\
                    ,-3,0.0,0.05,,,\n";
        assert_eq!(
            (file.name.as_str(), String::from_utf8(file.content).unwrap().as_str()),
            ("things.csv", text)
        );
    }
}
