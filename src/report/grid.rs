//! Tables as they are read from CSV files.

use csv::StringRecord;

/// A table as its file has it.
#[derive(Clone, Debug)]
pub struct Grid {
    columns: StringRecord,
    rows: Vec<StringRecord>,
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub struct GridRow<'a> {
    grid: &'a Grid,
    row: &'a StringRecord,
}

impl Grid {
    /// The table in a file; none if it is not one.
    #[must_use]
    pub fn parse(content: &[u8]) -> Option<Grid> {
        let mut reader = csv::Reader::from_reader(content);
        let columns = reader.headers().ok()?.clone();
        let rows = reader.records().collect::<Result<_, _>>().ok()?;
        Some(Grid { columns, rows })
    }

    /// The names of the columns.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter()
    }

    /// The rows.
    pub fn rows(&self) -> impl Iterator<Item = GridRow<'_>> {
        self.rows.iter().map(|row| GridRow { grid: self, row })
    }

    /// The rows of a group of a split.
    pub fn part<'a>(&'a self, split: &'a str, part: &'a str) -> impl Iterator<Item = GridRow<'a>> {
        let at = |name| self.columns.iter().position(|column| column == name);
        let (by, of) = (at("split"), at("part"));
        self.rows().filter(move |row| {
            by.and_then(|by| row.row.get(by)) == Some(split)
                && of.and_then(|of| row.row.get(of)) == Some(part)
        })
    }
}

impl<'a> GridRow<'a> {
    /// The text in a column; empty if there is no such column.
    #[must_use]
    pub fn text(&self, column: &str) -> &'a str {
        let index = self.grid.columns.iter().position(|name| name == column);
        index.and_then(|index| self.row.get(index)).unwrap_or_default()
    }

    /// The number in a column; none if it is empty.
    #[must_use]
    pub fn number(&self, column: &str) -> Option<f64> {
        self.text(column).parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// The integer in a column.
    #[must_use]
    pub fn integer(&self, column: &str) -> Option<i64> {
        self.text(column).parse().ok()
    }

    /// All fields.
    pub fn fields(&self) -> impl Iterator<Item = &'a str> {
        self.row.iter()
    }
}
