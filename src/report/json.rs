//! Tables as JSON.

use serde_json::{Map, Number, Value, json};

use crate::table::{Cell, Table};
use crate::text::decimal;

/// Tables as a JSON object: by name, each an array of rows, which are objects
/// by column name. Numbers are rounded as in the files.
#[must_use]
pub fn json_tables(tables: &[Table]) -> Map<String, Value> {
    tables.iter().map(|table| (table.name.clone(), json_rows(table))).collect()
}

fn json_rows(table: &Table) -> Value {
    let rows = table.rows.iter().map(|row| {
        let cells = table.columns.iter().zip(row);
        let cells: Map<String, Value> =
            cells.map(|(column, cell)| (column.name.clone(), json_cell(cell))).collect();
        Value::Object(cells)
    });
    rows.collect()
}

fn json_cell(cell: &Cell) -> Value {
    match cell {
        Cell::Empty => Value::Null,
        Cell::Text(text) => Value::String(text.clone()),
        Cell::Integer(number) => Number::from_i128(*number).map_or(Value::Null, Value::Number),
        Cell::Real(number) => json_real(*number),
        Cell::Estimate(estimate) => {
            let (low, high) = estimate.interval.map(|interval| (interval.low, interval.high)).unzip();
            let end = |end: Option<f64>| end.map_or(Value::Null, json_real);
            json!({ "value": json_real(estimate.value), "low": end(low), "high": end(high) })
        }
    }
}

/// A number, rounded as in the files so that it is the same on every machine;
/// small p-values keep their digits.
fn json_real(number: f64) -> Value {
    let rounded = if number.abs() < 1e-4 { format!("{number:.5e}") } else { decimal(number) };
    rounded.parse().ok().and_then(Number::from_f64).map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;
    use crate::table::row;
    use crate::table::{Column, Estimate, Scale};

    #[test]
    fn every_kind_of_cell_is_written() {
        let columns = vec![
            Column::text("name", ""),
            Column::integer("count", ""),
            Column::real("share", ""),
            Column::estimate("mean", ""),
        ];
        let mut table = Table::new("things", columns);
        let interval = Some(Interval { low: 1.0, high: 2.0 });
        table.push(row!["a", 7_u64, 1.0 / 3.0, Estimate { value: 1.5, interval, scale: Scale::Plain }]);
        table.push(row![None::<&str>, None::<u64>, 0.0, None::<Estimate>]);
        let expected = json!({ "things": [
            { "name": "a", "count": 7, "share": 0.333333, "mean": { "value": 1.5, "low": 1.0, "high": 2.0 } },
            { "name": null, "count": null, "share": 0.0, "mean": null },
        ] });
        assert_eq!(Value::Object(json_tables(&[table])), expected);
    }
}
