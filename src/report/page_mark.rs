//! The mark by which the program knows the pages and pictures that it wrote: it
//! overwrites and removes no others.

use std::path::Path;

use crate::storage::Storage;

/// The name of the page of a result.
pub const PAGE: &str = "report.html";

/// What a page says of its maker.
pub const PAGE_MARK: &str = concat!("fuda ", env!("CARGO_PKG_VERSION"));

/// The fonts of every picture, in an order of its own.
pub const PICTURE_FONT: &str = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif";

/// What every page has near its beginning, before the version.
const PAGE_BEGINNING: &str = "<meta name=\"generator\" content=\"fuda ";

/// How far from the beginning.
const WITHIN: usize = 4096;

/// Whether a file is a page or a picture that this program wrote, of any version.
#[must_use]
pub fn has_page_mark(storage: &dyn Storage, path: &Path) -> bool {
    let mut head = vec![0; WITHIN];
    let read = storage.open_file(path).and_then(|file| file.read_at(0, &mut head));
    let head = String::from_utf8_lossy(&head[..read.unwrap_or(0)]);
    let is_picture = head.starts_with("<svg ") && head.contains(&format!("font-family=\"{PICTURE_FONT}\""));
    is_picture || head.contains(PAGE_BEGINNING)
}
