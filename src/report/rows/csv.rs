//! Rows as CSV.

use std::io::Write as _;

use crate::rows::{Cells, Form, NO_VALUE, RowColumn, RowLayout, SheetPart};

/// The header of a file.
pub fn header(layout: &RowLayout) -> Vec<u8> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let names = layout.columns().iter().map(|column| column.name);
    writer.write_record(names).expect("writing to memory does not fail");
    writer.into_inner().expect("writing to memory does not fail")
}

/// A group of rows, without the header.
pub fn encode(layout: &RowLayout, parts: &[SheetPart<'_>], first_block: u64) -> Vec<u8> {
    let columns: Vec<(&RowColumn, Cells<'_>)> =
        layout.columns().iter().map(|column| (column, layout.cells(column, parts, first_block))).collect();
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let mut field = Vec::new();
    for row in 0..layout.rows(parts) {
        for (column, cells) in &columns {
            field.clear();
            write_cell(&mut field, column, cells, row);
            writer.write_field(&field).expect("writing to memory does not fail");
        }
        writer.write_record(None::<&[u8]>).expect("writing to memory does not fail");
    }
    writer.into_inner().expect("writing to memory does not fail")
}

fn write_cell(field: &mut Vec<u8>, column: &RowColumn, cells: &Cells<'_>, row: usize) {
    let number = match cells {
        Cells::Wide(cells) => cells[row],
        Cells::Narrow(cells) if column.is_optional && cells[row] == NO_VALUE => return,
        Cells::Narrow(cells) => i64::from(cells[row]),
    };
    let written = match &column.form {
        Form::Flag => write!(field, "{}", number != 0),
        Form::Choice(names) => write!(field, "{}", names[number as usize]),
        Form::Whole | Form::Wide => write!(field, "{number}"),
    };
    written.expect("writing to memory does not fail");
}
