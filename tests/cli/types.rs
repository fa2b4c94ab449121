//! One type in each column of every CSV file. `.ci/readers` reads the files with
//! the programs that infer these types.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Sheet, TestDir};

/// The rows from which a careless reader infers a type.
const FIRST_ROWS: usize = 100;

/// Commands that write every kind of table.
const COMMANDS: [&str; 13] = [
    "run kujuroku oni kusuri-gui kachi-kachi kazu-tori --games 100 --out run",
    "run kujuroku --games 100 --bots greedy,random --rule players=3 --rule jizo=true --out jizo",
    "run kujuroku --games 1 --out single",
    "run oni --games 8 --rule goal=5000 --rule players=8 --out long",
    "compare kujuroku greedy random --games 400 --margin 2 --out compare",
    "compare kujuroku greedy greedy --games 40 --out same",
    "league kachi-kachi --games 160 --mixed --margin 5 --out league",
    "league kujuroku greedy random --games 8 --out few",
    "compare oni weighing shedder --each-decision --games 400 --out differences",
    "sweep kujuroku --games 200 --out sweep",
    "sweep kachi-kachi --vary players=2,3,4 --games 200 --out players",
    "sweep oni --vary goal=270,570 --bots weighing --bots shedder --games 40 --out goals",
    "odds kachi-kachi --out odds",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Integer,
    Real,
    Text,
}

fn type_of(cell: &str) -> Type {
    if cell.parse::<i128>().is_ok() {
        Type::Integer
    } else if cell.parse::<f64>().is_ok() {
        Type::Real
    } else {
        Type::Text
    }
}

fn csv_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let is_csv = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "csv");
    files.into_iter().filter(is_csv).chain(folders.iter().flat_map(|folder| csv_files(folder))).collect()
}

#[test]
fn a_column_has_one_type_that_its_first_rows_show() {
    let dir = TestDir::new();
    for line in COMMANDS {
        dir.succeed(&format!("{line} --quiet"));
    }
    let files = csv_files(&dir.path("."));
    assert!(files.len() > 200, "{}", files.len());
    for path in files {
        let sheet = Sheet::read(&path);
        for column in &sheet.header {
            let cells = sheet.rows.iter().map(|row| row.text(column));
            let mut filled = cells.enumerate().filter(|(_, cell)| !cell.is_empty());
            let Some((row, first)) = filled.next() else { continue };
            assert!(row < FIRST_ROWS, "{} has '{column}' only from row {row} on", path.display());
            for (_, cell) in filled {
                assert_eq!(
                    type_of(first),
                    type_of(cell),
                    "'{column}' in {}: {first} and {cell}",
                    path.display()
                );
            }
        }
    }
}
