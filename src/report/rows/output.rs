//! A file of rows that is put together of groups.

use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use bytes::Bytes;
use parquet::file::metadata::ParquetMetaData;
use parquet::file::writer::SerializedFileWriter;

use super::parquet::{ParquetForm, Region, RegionReader, as_io, copy_group, read_groups};
use super::{RowsFormat, csv};
use crate::rows::{RowLayout, SheetPart};
use crate::storage::{NewFile, OldFile};

/// How much is written at a time.
const BUFFER: usize = 1 << 20;

/// How rows are encoded.
#[derive(Clone)]
pub enum Encoder {
    Parquet(ParquetForm),
    Csv,
}

/// Where a group of rows lies in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Place {
    /// In a file of a result, the number of the group in Parquet; otherwise the
    /// offset.
    pub at: u64,
    /// The number of bytes; 0 where the file knows it.
    pub bytes: u64,
}

/// A group of rows that is to be copied.
pub enum Group {
    /// Encoded just now.
    Encoded(Vec<u8>),
    /// One that was encoded and kept in a file.
    Kept(Arc<dyn OldFile>, Place),
    /// One of the file of a result; the number tells files apart.
    Written(Arc<dyn OldFile>, usize, Place),
}

impl Encoder {
    pub fn new(format: RowsFormat, layout: &RowLayout) -> Encoder {
        match format {
            RowsFormat::Parquet => Encoder::Parquet(ParquetForm::new(layout)),
            RowsFormat::Csv => Encoder::Csv,
        }
    }

    /// A group of rows.
    pub fn encode(&self, layout: &RowLayout, parts: &[SheetPart<'_>], first_block: u64) -> Vec<u8> {
        match self {
            Encoder::Parquet(form) => form.encode(layout, parts, first_block),
            Encoder::Csv => csv::encode(layout, parts, first_block),
        }
    }

    /// Writes a file of groups, in order; returns where each of them is, and the
    /// length of the file.
    pub fn write(
        &self,
        layout: &RowLayout,
        groups: impl Iterator<Item = io::Result<Group>>,
        file: &mut dyn NewFile,
    ) -> io::Result<(Vec<Place>, u64)> {
        let out = Counted { inner: BufWriter::with_capacity(BUFFER, file), bytes: 0 };
        match self {
            Encoder::Parquet(form) => write_parquet(form, groups, out),
            Encoder::Csv => write_csv(layout, groups, out),
        }
    }
}

fn write_parquet(
    form: &ParquetForm,
    groups: impl Iterator<Item = io::Result<Group>>,
    out: Counted<'_>,
) -> io::Result<(Vec<Place>, u64)> {
    let mut writer: SerializedFileWriter<Counted<'_>> = form.writer(out)?;
    let mut places = Vec::new();
    // Files follow each other: of each, the groups are read once.
    let mut open: Option<(usize, Region, ParquetMetaData)> = None;
    for (index, group) in groups.enumerate() {
        match group? {
            Group::Encoded(bytes) => {
                let bytes = Bytes::from(bytes);
                copy_group(&mut writer, &bytes, read_groups(&bytes)?.row_group(0))?;
            }
            Group::Kept(file, Place { at, bytes }) => {
                let region = Region { file, start: at, length: bytes };
                copy_group(&mut writer, &region, read_groups(&region)?.row_group(0))?;
            }
            Group::Written(file, number, place) => {
                if open.as_ref().is_none_or(|(known, ..)| *known != number) {
                    let length = file.length()?;
                    let region = Region { file, start: 0, length };
                    let metadata = read_groups(&region)?;
                    open = Some((number, region, metadata));
                }
                let (_, region, metadata) = open.as_ref().expect("it was just opened");
                let group = metadata.row_groups().get(place.at as usize);
                let group = group.ok_or_else(|| io::Error::other("a group of its rows is missing"))?;
                copy_group(&mut writer, region, group)?;
            }
        }
        places.push(Place { at: index as u64, bytes: 0 });
    }
    let mut out = writer.into_inner().map_err(as_io)?;
    out.flush()?;
    Ok((places, out.bytes))
}

fn write_csv(
    layout: &RowLayout,
    groups: impl Iterator<Item = io::Result<Group>>,
    mut out: Counted<'_>,
) -> io::Result<(Vec<Place>, u64)> {
    out.write_all(&csv::header(layout))?;
    let mut places = Vec::new();
    for group in groups {
        let at = out.bytes;
        match group? {
            Group::Encoded(bytes) => out.write_all(&bytes)?,
            Group::Kept(file, place) | Group::Written(file, _, place) => {
                let region = Region { file, start: place.at, length: place.bytes };
                let copied = io::copy(&mut RegionReader { region, at: 0 }, &mut out)?;
                if copied < place.bytes {
                    return Err(io::Error::other("a group of its rows is missing"));
                }
            }
        }
        places.push(Place { at, bytes: out.bytes - at });
    }
    out.flush()?;
    Ok((places, out.bytes))
}

/// Counts what is written.
struct Counted<'a> {
    inner: BufWriter<&'a mut dyn NewFile>,
    bytes: u64,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
