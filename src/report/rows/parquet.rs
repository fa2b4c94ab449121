//! Rows as Parquet.

use std::io;
use std::sync::Arc;

use bytes::buf::Reader;
use bytes::{Buf as _, Bytes};
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader, RowGroupMetaData};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnDescPtr, SchemaDescriptor, Type, TypePtr};

use super::pages::{Chunk, close_result, dictionary_chunk, flag_chunk};
use crate::rows::{Cells, Form, NO_VALUE, RowColumn, RowLayout, SheetPart};

/// What the files of a layout have in common.
#[derive(Clone)]
pub struct ParquetForm {
    schema: TypePtr,
    columns: Vec<ColumnDescPtr>,
    properties: WriterPropertiesPtr,
}

impl ParquetForm {
    /// The form of the files of a layout.
    pub fn new(layout: &RowLayout) -> ParquetForm {
        let fields = layout.columns().iter().map(|column| Arc::new(field(column))).collect();
        let schema = Type::group_type_builder(layout.kind().name()).with_fields(fields).build();
        let schema = Arc::new(schema.expect("columns have different names"));
        let properties = WriterProperties::builder()
            .set_created_by(concat!("fuda version ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_dictionary_enabled(false)
            .set_encoding(Encoding::DELTA_BINARY_PACKED)
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .build();
        let columns = SchemaDescriptor::new(Arc::clone(&schema)).columns().to_vec();
        ParquetForm { schema, columns, properties: Arc::new(properties) }
    }

    /// A writer of a file.
    pub fn writer<W: io::Write + Send>(&self, out: W) -> io::Result<SerializedFileWriter<W>> {
        SerializedFileWriter::new(out, Arc::clone(&self.schema), Arc::clone(&self.properties)).map_err(as_io)
    }

    /// A group of rows of its own, as a file.
    pub fn encode(&self, layout: &RowLayout, parts: &[SheetPart<'_>], first_block: u64) -> Vec<u8> {
        self.try_encode(layout, parts, first_block).expect("writing to memory does not fail")
    }

    fn try_encode(&self, layout: &RowLayout, parts: &[SheetPart<'_>], first_block: u64) -> Result<Vec<u8>> {
        let (schema, properties) = (Arc::clone(&self.schema), Arc::clone(&self.properties));
        let mut file = SerializedFileWriter::new(Vec::new(), schema, properties)?;
        let mut group = file.next_row_group()?;
        for (column, descr) in layout.columns().iter().zip(&self.columns) {
            let cells = layout.cells(column, parts, first_block);
            match quick_chunk(column, descr, &cells) {
                Some(chunk) => {
                    let Chunk { bytes, close } = chunk?;
                    group.append_column(&bytes, close)?;
                }
                None => write_column(&mut group, &cells, column.is_optional)?,
            }
        }
        group.close()?;
        file.into_inner()
    }
}

/// A column of few different values; none if it has many.
fn quick_chunk(column: &RowColumn, descr: &ColumnDescPtr, cells: &Cells<'_>) -> Option<Result<Chunk>> {
    let is_optional = column.is_optional;
    match (cells, &column.form) {
        // Almost every value is another one than before, and not much greater.
        _ if column.is_block() => None,
        (Cells::Narrow(cells), form) => match form {
            Form::Flag => Some(flag_chunk(descr, cells, is_optional)),
            Form::Choice(names) => dictionary_chunk(descr, cells, is_optional, |out, place| {
                let name = names[place as usize].as_bytes();
                out.extend((name.len() as u32).to_le_bytes());
                out.extend(name);
            }),
            Form::Whole | Form::Wide => dictionary_chunk(descr, cells, is_optional, |out, value| {
                out.extend((value as i32).to_le_bytes());
            }),
        },
        (Cells::Wide(cells), _) => dictionary_chunk(descr, cells, false, |out, value| {
            out.extend(value.to_le_bytes());
        }),
    }
}

/// Writes a column of many different values.
fn write_column(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    cells: &Cells<'_>,
    is_optional: bool,
) -> Result<()> {
    let mut column = group.next_column()?.expect("there is a column for each");
    match cells {
        Cells::Wide(cells) => {
            column.typed::<Int64Type>().write_batch(cells, None, None)?;
        }
        Cells::Narrow(cells) if is_optional => {
            let levels: Vec<i16> = cells.iter().map(|&cell| i16::from(cell != NO_VALUE)).collect();
            let values: Vec<i32> = cells.iter().copied().filter(|&cell| cell != NO_VALUE).collect();
            column.typed::<Int32Type>().write_batch(&values, Some(&levels), None)?;
        }
        Cells::Narrow(cells) => {
            column.typed::<Int32Type>().write_batch(cells, None, None)?;
        }
    }
    column.close()
}

fn field(column: &RowColumn) -> Type {
    let repetition = if column.is_optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let (physical, logical) = match column.form {
        Form::Flag => (Physical::BOOLEAN, None),
        Form::Whole => (Physical::INT32, None),
        Form::Wide => (Physical::INT64, None),
        Form::Choice(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    Type::primitive_type_builder(column.name, physical)
        .with_repetition(repetition)
        .with_logical_type(logical)
        .build()
        .expect("a form has a type")
}

/// The groups of a file.
pub fn read_groups(reader: &impl ChunkReader) -> io::Result<ParquetMetaData> {
    ParquetMetaDataReader::new().parse_and_finish(reader).map_err(as_io)
}

/// Copies a group of rows to the end of a file.
pub fn copy_group<W: io::Write + Send>(
    to: &mut SerializedFileWriter<W>,
    from: &impl ChunkReader,
    group: &RowGroupMetaData,
) -> io::Result<()> {
    let mut copy = || -> Result<()> {
        let mut copied = to.next_row_group()?;
        for column in group.columns() {
            let bytes = column.compressed_size() as u64;
            copied.append_column(from, close_result(bytes, group.num_rows() as u64, column.clone()))?;
        }
        copied.close()?;
        Ok(())
    };
    copy().map_err(as_io)
}

/// An error as one of the file, if that is what it comes from.
pub fn as_io(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other.to_string()),
        },
        other => io::Error::other(other.to_string()),
    }
}

/// A piece of a file in memory, from this offset on.
pub struct Slice {
    at: u64,
    bytes: Bytes,
}

impl Slice {
    /// The piece of a file that begins at this offset.
    pub fn new(at: u64, bytes: Bytes) -> Slice {
        Slice { at, bytes }
    }

    fn within(&self, start: u64, length: Option<usize>) -> Result<Bytes> {
        let begin = start.checked_sub(self.at).and_then(|begin| usize::try_from(begin).ok());
        let end = length.map_or(Some(self.bytes.len()), |length| begin?.checked_add(length));
        match (begin, end) {
            (Some(begin), Some(end)) if begin <= end && end <= self.bytes.len() => {
                Ok(self.bytes.slice(begin..end))
            }
            _ => Err(ParquetError::EOF(format!("offset {start} is not in this piece"))),
        }
    }
}

impl Length for Slice {
    fn len(&self) -> u64 {
        self.at + self.bytes.len() as u64
    }
}

impl ChunkReader for Slice {
    type T = Reader<Bytes>;

    fn get_read(&self, start: u64) -> Result<Reader<Bytes>> {
        Ok(self.within(start, None)?.reader())
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        self.within(start, Some(length))
    }
}
