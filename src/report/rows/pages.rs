//! The pages of a column in Parquet: values as places in a dictionary, packed
//! into as few bits as the number of different values takes.
//!
//! Rows are many and games are fast, so values that lie close together are looked
//! up in a table, where the writer of the `parquet` crate would hash each of them.
//! It writes the columns that have too many different values.

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, PageType};
use parquet::column::page::{CompressedPage, Page, PageWriter as _};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::Result;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

use crate::rows::NO_VALUE;

/// The most different values that a dictionary may have, and how far apart they
/// may be.
const DIFFERENT: usize = 1 << 15;
const SPAN: i64 = 1 << 18;

/// A column, ready to be appended to a group of rows.
pub struct Chunk {
    pub bytes: Bytes,
    pub close: ColumnCloseResult,
}

/// Different values in ascending order, and the place of each.
struct Dictionary {
    lowest: i64,
    places: Vec<u16>,
    values: Vec<i64>,
}

impl Dictionary {
    /// The dictionary of some values; none if there are too many.
    fn of(values: impl Iterator<Item = i64> + Clone) -> Option<Dictionary> {
        let (lowest, highest) =
            values.clone().fold((i64::MAX, i64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        if lowest > highest {
            return Some(Dictionary { lowest: 0, places: Vec::new(), values: Vec::new() });
        }
        let span = highest.checked_sub(lowest).filter(|&span| span < SPAN)? as usize;
        let mut occurs = vec![false; span + 1];
        values.for_each(|value| occurs[(value - lowest) as usize] = true);
        let mut places = vec![0; span + 1];
        let mut different = Vec::new();
        for (offset, _) in occurs.iter().enumerate().filter(|(_, occurs)| **occurs) {
            places[offset] = different.len() as u16;
            different.push(lowest + offset as i64);
        }
        (different.len() <= DIFFERENT).then_some(Dictionary { lowest, places, values: different })
    }

    fn place(&self, value: i64) -> u16 {
        self.places[(value - self.lowest) as usize]
    }
}

/// A column of numbers or names, of which `write_entry` writes one to the
/// dictionary; none if it has too many different values.
pub fn dictionary_chunk(
    descr: &ColumnDescPtr,
    values: impl ExactSizeIterator<Item = i64> + Clone,
    is_optional: bool,
    mut write_entry: impl FnMut(&mut Vec<u8>, i64),
) -> Option<Result<Chunk>> {
    let rows = values.len();
    let is_value = move |value: &i64| !is_optional || *value != i64::from(NO_VALUE);
    let present = values.clone().filter(is_value);
    let dictionary = Dictionary::of(present.clone())?;
    let mut data = definition_levels(is_optional, values);
    if dictionary.values.is_empty() {
        return Some(chunk(descr, rows, None, data, Encoding::PLAIN));
    }
    let width = u16::BITS - (dictionary.values.len() as u16 - 1).leading_zeros();
    data.push(width as u8);
    pack(present.map(|value| dictionary.place(value)), width, &mut data);
    let mut entries = Vec::new();
    dictionary.values.iter().for_each(|&value| write_entry(&mut entries, value));
    let entries = (entries, dictionary.values.len() as u32);
    Some(chunk(descr, rows, Some(entries), data, Encoding::RLE_DICTIONARY))
}

/// A column of truths.
pub fn flag_chunk(
    descr: &ColumnDescPtr,
    values: impl ExactSizeIterator<Item = i64> + Clone,
    is_optional: bool,
) -> Result<Chunk> {
    let rows = values.len();
    let mut data = definition_levels(is_optional, values.clone());
    let present = values.filter(move |value| !is_optional || *value != i64::from(NO_VALUE));
    let bytes = pack_bits(present.map(|value| value as u16), 1);
    data.extend(bytes.0);
    chunk(descr, rows, None, data, Encoding::PLAIN)
}

/// Which values there are, if some may be missing.
fn definition_levels(is_optional: bool, values: impl Iterator<Item = i64>) -> Vec<u8> {
    if !is_optional {
        return Vec::new();
    }
    let mut levels = Vec::new();
    pack(values.map(|value| u16::from(value != i64::from(NO_VALUE))), 1, &mut levels);
    let mut data = (levels.len() as u32).to_le_bytes().to_vec();
    data.extend(levels);
    data
}

/// Writes places in the hybrid of runs and packed bits, of which only the latter
/// is used: as one run of packed groups of eight.
fn pack(places: impl Iterator<Item = u16>, width: u32, out: &mut Vec<u8>) {
    let (packed, count) = pack_bits(places, width);
    if width == 0 {
        // All are the first entry: one run without bits.
        varint((count as u64) << 1, out);
    } else {
        varint(count.div_ceil(8) as u64 * 2 + 1, out);
        out.extend(packed);
        // Whole groups of eight.
        out.resize(out.len() + (count.div_ceil(8) * width as usize - bytes_of(count, width)), 0);
    }
}

fn bytes_of(count: usize, width: u32) -> usize {
    (count * width as usize).div_ceil(8)
}

/// Values in so many bits each, the lowest bits first, and their number.
fn pack_bits(values: impl Iterator<Item = u16>, width: u32) -> (Vec<u8>, usize) {
    let mut packed = Vec::with_capacity(values.size_hint().0 * width as usize / 8 + 8);
    let (mut word, mut bits, mut count) = (0_u64, 0, 0);
    for value in values {
        word |= u64::from(value) << bits;
        bits += width;
        count += 1;
        if bits >= 32 {
            packed.extend_from_slice(&(word as u32).to_le_bytes());
            word >>= 32;
            bits -= 32;
        }
    }
    packed.extend_from_slice(&word.to_le_bytes()[..bits.div_ceil(8) as usize]);
    (packed, count)
}

fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// The pages of a column, compressed if that saves a tenth.
fn chunk(
    descr: &ColumnDescPtr,
    rows: usize,
    dictionary: Option<(Vec<u8>, u32)>,
    data: Vec<u8>,
    encoding: Encoding,
) -> Result<Chunk> {
    let compressed = compress(&data);
    let is_smaller = compressed.len() < data.len() / 10 * 9;
    let compression = if is_smaller { Compression::SNAPPY } else { Compression::UNCOMPRESSED };
    let mut sink = TrackedWrite::new(Vec::new());
    let mut pages = SerializedPageWriter::new(&mut sink);
    let mut uncompressed_size = 0;
    let (mut dictionary_at, mut data_at) = (None, 0);
    let dictionary_page = dictionary.map(|(entries, num_values)| {
        let size = entries.len();
        let buf = if is_smaller { compress(&entries) } else { entries };
        let encoding = Encoding::PLAIN;
        (Page::DictionaryPage { buf: buf.into(), num_values, encoding, is_sorted: false }, size)
    });
    let size = data.len();
    let data_page = Page::DataPage {
        buf: if is_smaller { compressed.into() } else { data.into() },
        num_values: rows as u32,
        encoding,
        def_level_encoding: Encoding::RLE,
        rep_level_encoding: Encoding::RLE,
        statistics: None,
    };
    for (page, size) in dictionary_page.into_iter().chain([(data_page, size)]) {
        let spec = pages.write_page(CompressedPage::new(page, size))?;
        uncompressed_size += spec.uncompressed_size as i64;
        match spec.page_type {
            PageType::DICTIONARY_PAGE => dictionary_at = Some(spec.offset as i64),
            _ => data_at = spec.offset as i64,
        }
    }
    pages.close()?;
    let bytes: Bytes = sink.into_inner()?.into();
    let mut encodings = vec![Encoding::RLE, Encoding::PLAIN];
    encodings.extend((encoding != Encoding::PLAIN).then_some(encoding));
    let metadata = ColumnChunkMetaData::builder(descr.clone())
        .set_compression(compression)
        .set_encodings(encodings)
        .set_total_compressed_size(bytes.len() as i64)
        .set_total_uncompressed_size(uncompressed_size)
        .set_num_values(rows as i64)
        .set_dictionary_page_offset(dictionary_at)
        .set_data_page_offset(data_at)
        .build()?;
    Ok(Chunk { close: close_result(bytes.len() as u64, rows as u64, metadata), bytes })
}

/// What the writer of a group is told of a column that is encoded already.
pub fn close_result(bytes: u64, rows: u64, metadata: ColumnChunkMetaData) -> ColumnCloseResult {
    ColumnCloseResult {
        bytes_written: bytes,
        rows_written: rows,
        metadata,
        bloom_filter: None,
        column_index: None,
        offset_index: None,
    }
}

fn compress(bytes: &[u8]) -> Vec<u8> {
    snap::raw::Encoder::new().compress_vec(bytes).expect("a page is small enough to be compressed")
}
