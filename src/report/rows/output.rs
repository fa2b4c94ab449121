//! A file of rows that is put together of groups.

use std::hash::Hasher;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use bytes::Bytes;
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::writer::SerializedFileWriter;
use twox_hash::XxHash3_64;

use super::parquet::{ParquetForm, Slice, as_io, copy_group, read_groups};
use super::place::{CheckedFile, Place};
use super::{RowsFormat, csv};
use crate::rows::{RowLayout, SheetPart};
use crate::storage::NewFile;

/// How much is written at a time.
const BUFFER: usize = 1 << 20;

/// How rows are encoded.
#[derive(Clone)]
pub enum Encoder {
    Parquet(ParquetForm),
    Csv,
}

/// A group of rows that is to be copied.
pub enum Group {
    /// One that was encoded by itself.
    Encoded(Bytes),
    /// One of the file of a result, by its position.
    Written {
        file: Arc<CheckedFile>,
        /// The end of the file, with what is known of all groups.
        tail: Place,
        index: usize,
        place: Place,
    },
}

/// The pieces of a file that was written.
pub struct Places {
    pub head: Place,
    pub groups: Vec<Place>,
    pub tail: Place,
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

    /// Writes a file of groups, in order; returns where each of them is.
    pub fn write(
        &self,
        layout: &RowLayout,
        groups: impl Iterator<Item = io::Result<Group>>,
        file: &mut dyn NewFile,
    ) -> io::Result<Places> {
        let out =
            Sink { inner: BufWriter::with_capacity(BUFFER, file), at: 0, bytes: 0, hash: XxHash3_64::new() };
        match self {
            Encoder::Parquet(form) => write_parquet(form, groups, out),
            Encoder::Csv => write_csv(layout, groups, out),
        }
    }
}

fn write_parquet(
    form: &ParquetForm,
    groups: impl Iterator<Item = io::Result<Group>>,
    out: Sink<'_>,
) -> io::Result<Places> {
    let mut writer: SerializedFileWriter<Sink<'_>> = form.writer(out)?;
    let cut = |writer: &mut SerializedFileWriter<Sink<'_>>| {
        writer.flush()?;
        io::Result::Ok(writer.inner_mut().cut())
    };
    let head = cut(&mut writer)?;
    let mut places = Vec::new();
    // Files follow each other: of each, the groups are read once.
    let mut open: Option<(Arc<CheckedFile>, ParquetMetaData)> = None;
    for group in groups {
        match group? {
            Group::Encoded(bytes) => {
                let metadata = read_groups(&bytes)?;
                copy_group(&mut writer, &bytes, one_group(&metadata, 0)?)?;
            }
            Group::Written { file, tail, index, place } => {
                if open.as_ref().is_none_or(|(known, _)| !Arc::ptr_eq(known, &file)) {
                    let metadata = read_groups(&Slice::new(tail.at, file.read(&tail)?))?;
                    open = Some((Arc::clone(&file), metadata));
                }
                let (_, metadata) = open.as_ref().expect("it was just opened");
                let bytes = Slice::new(place.at, file.read(&place)?);
                copy_group(&mut writer, &bytes, one_group(metadata, index)?)?;
            }
        }
        places.push(cut(&mut writer)?);
    }
    let mut out = writer.into_inner().map_err(as_io)?;
    out.inner.flush()?;
    Ok(Places { head, groups: places, tail: out.cut() })
}

fn one_group(metadata: &ParquetMetaData, index: usize) -> io::Result<&RowGroupMetaData> {
    metadata.row_groups().get(index).ok_or_else(|| io::Error::other("a group of its rows is missing"))
}

fn write_csv(
    layout: &RowLayout,
    groups: impl Iterator<Item = io::Result<Group>>,
    mut out: Sink<'_>,
) -> io::Result<Places> {
    out.write_all(&csv::header(layout))?;
    let head = out.cut();
    let mut places = Vec::new();
    for group in groups {
        let bytes = match group? {
            Group::Encoded(bytes) => bytes,
            Group::Written { file, place, .. } => file.read(&place)?,
        };
        out.write_all(&bytes)?;
        places.push(out.cut());
    }
    out.inner.flush()?;
    Ok(Places { head, groups: places, tail: out.cut() })
}

/// Hashes what is written, piece by piece.
struct Sink<'a> {
    inner: BufWriter<&'a mut dyn NewFile>,
    /// Where the piece begins, and what it has so far.
    at: u64,
    bytes: u64,
    hash: XxHash3_64,
}

impl Sink<'_> {
    /// Ends a piece, and begins the next one.
    fn cut(&mut self) -> Place {
        let place = Place { at: self.at, bytes: self.bytes, hash: self.hash.finish() };
        (self.at, self.bytes, self.hash) = (place.end(), 0, XxHash3_64::new());
        place
    }
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.bytes += count as u64;
        Hasher::write(&mut self.hash, &bytes[..count]);
        Ok(count)
    }

    /// Nothing: the end of a piece is no reason to write it to the disk.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
