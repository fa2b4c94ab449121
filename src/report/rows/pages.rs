//! The pages of a column in Parquet: values as places in a dictionary, packed
//! into as few bits as the number of different values takes.
//!
//! Rows are many and games are fast, so values that lie close together are looked
//! up in a table, where the writer of the `parquet` crate would hash each of them.
//! It writes the columns that have too many different values.

use std::borrow::Cow;

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
    fn of<T: Cell>(values: &[T]) -> Option<Dictionary> {
        let Some(&first) = values.first() else {
            return Some(Dictionary { lowest: 0, places: Vec::new(), values: Vec::new() });
        };
        // Without looking at the order of two that are compared, so that the
        // compiler takes several at once.
        let ends = |(low, high): (T, T), &value: &T| (low.min(value), high.max(value));
        let (lowest, highest) = values.iter().fold((first, first), ends);
        let (lowest, highest): (i64, i64) = (lowest.into(), highest.into());
        let span = highest.checked_sub(lowest).filter(|&span| span < SPAN)? as usize;
        let mut places = vec![0; span + 1];
        let mut different = Vec::new();
        let mut add = |offset: usize| {
            places[offset] = different.len() as u16;
            different.push(lowest + offset as i64);
        };
        if span < 64 {
            // Most columns: without a table that each value is stored in.
            let occurs = values.iter().fold(0_u64, |occurs, &value| occurs | 1 << (value.into() - lowest));
            (0..64).filter(|offset| occurs >> offset & 1 == 1).for_each(&mut add);
        } else {
            let mut occurs = vec![false; span + 1];
            values.iter().for_each(|&value| occurs[(value.into() - lowest) as usize] = true);
            (0..=span).filter(|&offset| occurs[offset]).for_each(&mut add);
        }
        (different.len() <= DIFFERENT).then_some(Dictionary { lowest, places, values: different })
    }
}

/// A column of numbers or names, of which `write_entry` writes one to the
/// dictionary; none if it has too many different values.
pub fn dictionary_chunk<T: Cell>(
    descr: &ColumnDescPtr,
    cells: &[T],
    is_optional: bool,
    mut write_entry: impl FnMut(&mut Vec<u8>, i64),
) -> Option<Result<Chunk>> {
    let present = present(cells, is_optional);
    let dictionary = Dictionary::of(&present)?;
    let mut data = definition_levels(is_optional, cells);
    if dictionary.values.is_empty() {
        return Some(chunk(descr, cells.len(), None, data, Encoding::PLAIN));
    }
    let width = u16::BITS - (dictionary.values.len() as u16 - 1).leading_zeros();
    data.push(width as u8);
    let (places, lowest) = (&dictionary.places[..], dictionary.lowest);
    pack_run(&present, width, &mut data, |value| places[(value.into() - lowest) as usize].into());
    let mut entries = Vec::new();
    dictionary.values.iter().for_each(|&value| write_entry(&mut entries, value));
    let entries = (entries, dictionary.values.len() as u32);
    Some(chunk(descr, cells.len(), Some(entries), data, Encoding::RLE_DICTIONARY))
}

/// A column of truths.
pub fn flag_chunk(descr: &ColumnDescPtr, cells: &[i32], is_optional: bool) -> Result<Chunk> {
    let mut data = definition_levels(is_optional, cells);
    let present = present(cells, is_optional);
    let end = data.len() + present.len().div_ceil(8);
    pack(&present, 1, &mut data, |value| value as u64);
    data.truncate(end);
    chunk(descr, cells.len(), None, data, Encoding::PLAIN)
}

/// A value as it is stored.
pub trait Cell: Copy + Ord + Into<i64> {
    /// Whether it stands for no value, in a column whose values may be missing.
    fn is_missing(self) -> bool;
}

impl Cell for i32 {
    #[inline]
    fn is_missing(self) -> bool {
        self == NO_VALUE
    }
}

/// These are never missing.
impl Cell for i64 {
    #[inline]
    fn is_missing(self) -> bool {
        false
    }
}

/// The values that there are.
fn present<T: Cell>(cells: &[T], is_optional: bool) -> Cow<'_, [T]> {
    if is_optional {
        Cow::Owned(cells.iter().copied().filter(|cell| !cell.is_missing()).collect())
    } else {
        Cow::Borrowed(cells)
    }
}

/// Which values there are, if some may be missing.
fn definition_levels<T: Cell>(is_optional: bool, cells: &[T]) -> Vec<u8> {
    if !is_optional {
        return Vec::new();
    }
    let mut levels = Vec::new();
    pack_run(cells, 1, &mut levels, |cell| (!cell.is_missing()).into());
    let mut data = (levels.len() as u32).to_le_bytes().to_vec();
    data.extend(levels);
    data
}

/// Writes values in the hybrid of runs and packed bits, of which only the latter
/// is used: as one run of packed groups of eight.
fn pack_run<T: Copy>(values: &[T], width: u32, out: &mut Vec<u8>, bits: impl Fn(T) -> u64) {
    if width == 0 {
        // All are the first entry: one run without bits.
        varint((values.len() as u64) << 1, out);
    } else {
        varint(values.len().div_ceil(8) as u64 * 2 + 1, out);
        pack(values, width, out, bits);
    }
}

/// Writes values in so many bits each, at most 16, the lowest bits first, as whole
/// groups of eight, which take as many bytes as a value takes bits.
fn pack<T: Copy>(values: &[T], width: u32, out: &mut Vec<u8>, bits: impl Fn(T) -> u64) {
    let word = |low: u64, high: u64| (u128::from(low) | u128::from(high) << (4 * width)).to_le_bytes();
    let joined = |word: u64, value: &T| word << width | bits(*value);
    let (groups, rest) = values.as_chunks::<8>();
    let (bytes, mut at) = (width as usize, out.len());
    let end = at + values.len().div_ceil(8) * bytes;
    // A whole word is stored each time, and the next one over what is too much.
    out.resize(end + size_of::<u128>(), 0);
    for [a, b, c, d, e, f, g, h] in groups {
        let low = [d, c, b, a].into_iter().fold(0, joined);
        let high = [h, g, f, e].into_iter().fold(0, joined);
        out[at..at + size_of::<u128>()].copy_from_slice(&word(low, high));
        at += bytes;
    }
    let (low, high) = rest.split_at(rest.len().min(4));
    let last = word(low.iter().rev().fold(0, joined), high.iter().rev().fold(0, joined));
    out[at..at + size_of::<u128>()].copy_from_slice(&last);
    out.truncate(end);
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
