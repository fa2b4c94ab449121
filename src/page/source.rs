//! What a page is made of: the record of a result and its CSV files. Nothing
//! else, so that a page made again from its folder is the same to the byte.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use crate::report::{Grid, Record, is_rows_file, record_among};
use crate::storage::{File, Storage, StorageError, is_inside, limits};

/// The table that a file has; none if it is of a run within the result, or has
/// none.
fn table_name(file: &str) -> Option<&str> {
    file.strip_suffix(".csv").filter(|name| !name.contains('/'))
}

/// The record and the tables of a result.
#[derive(Clone, Debug)]
pub struct Source {
    /// The record.
    pub record: Record,
    /// The tables by name.
    tables: BTreeMap<String, Grid>,
    /// The folder, as links on the page name it; none for the page in it.
    pub folder: Option<String>,
}

impl Source {
    /// The source with the files of a result, of which only tables are used.
    #[must_use]
    pub fn new(record: &Record, files: &[File]) -> Source {
        let tables = files.iter().filter_map(|file| {
            let name = table_name(&file.name)?;
            Some((name.to_owned(), Grid::parse(&file.content)?))
        });
        Source { record: record.clone(), tables: tables.collect(), folder: None }
    }

    /// Reads the record and the tables in the folder of a result; none if it
    /// holds no result.
    ///
    /// # Errors
    /// If one of them cannot be read.
    pub fn read(storage: &dyn Storage, folder: &Path) -> Result<Option<Source>, StorageError> {
        let names = storage.list(folder).map_err(StorageError::of("read", folder))?;
        let Some(record) = record_among(storage, folder, &names)? else { return Ok(None) };
        let mut files: Vec<File> = Vec::new();
        let mut left = limits::TABLES;
        for name in record.files.iter().filter(|name| table_name(name).is_some() && !is_rows_file(name)) {
            // Names of a record may have been edited.
            if !is_inside(name) || files.iter().any(|file| file.name == *name) {
                continue;
            }
            let path = folder.join(name);
            let content = match storage.read(&path, left.min(limits::TABLE)) {
                Ok(content) => content,
                // A table that somebody removed is not drawn.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(StorageError::of("read", &path)(error)),
            };
            left -= content.len() as u64;
            files.push(File { name: name.clone(), content });
        }
        Ok(Some(Source::new(&record, &files)))
    }

    /// The table of this name.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<&Grid> {
        self.tables.get(name)
    }

    /// All tables, by name.
    pub fn tables(&self) -> impl Iterator<Item = (&str, &Grid)> {
        self.tables.iter().map(|(name, grid)| (name.as_str(), grid))
    }
}
