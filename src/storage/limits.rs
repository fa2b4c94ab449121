//! The largest files that are read whole, in bytes: far more than the program
//! writes, and little enough that a stranger's file takes neither all memory nor
//! long.

/// The record of a result, and house rules. A sweep of 256 tables has a record of
/// half a megabyte.
pub const RECORD: u64 = 4 << 20;
/// A journal, which has the names of a record twice.
pub const JOURNAL: u64 = 8 << 20;
/// Saved counts, with the rows that fill no group yet.
pub const COUNTS: u64 = 256 << 20;
/// A table from which a page is made.
pub const TABLE: u64 = 16 << 20;
/// All tables of a page together.
pub const TABLES: u64 = 64 << 20;
/// A page or a picture, to see who wrote it.
pub const PAGE: u64 = 64 << 20;
/// The list of results.
pub const INDEX: u64 = 16 << 20;
/// `timing.json`, with one entry for each invocation.
pub const TIMING: u64 = 16 << 20;
/// The text of a strategy.
pub const TEXT: u64 = 1 << 20;
/// A solved strategy.
pub const SOLVED: u64 = 64 << 20;
/// A file that the command of a program names. It is hashed piece by piece.
pub const PROGRAM: u64 = 1 << 30;
