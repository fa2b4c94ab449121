//! The rows of a study: whole groups in files, the others with the counts.

use std::collections::BTreeMap;
use std::io::{self, Read as _, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::output::{Encoder, Group, Place};
use super::{RowsRequest, SPOOL, is_spool};
use crate::rows::{RowCollector, RowKind, RowLayout, Sheet};
use crate::storage::{NewFile, OldFile, Ready, Storage, StorageError, write_ready};
use crate::tally::{UnreadableCounts, from_bytes, to_bytes};

/// Keeps the rows of finished blocks until they are written as files.
pub struct RowsKeeper {
    storage: Arc<dyn Storage>,
    folder: PathBuf,
    files: Vec<RowsFile>,
}

/// Who keeps rows in a folder. Each has files of its own for groups that are in no
/// result yet, so that none spoils what another one has saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsOwner {
    /// A command that plays.
    Played,
    /// One that overwrites what is there.
    Forced,
    /// A merge.
    Merge,
}

/// The rows of one kind.
struct RowsFile {
    layout: RowLayout,
    encoder: Encoder,
    /// The name of the file.
    name: String,
    /// The whole groups, by their number.
    groups: BTreeMap<u64, Kept>,
    /// Runs of blocks in other groups, in ascending order.
    loose: Vec<Loose>,
    /// The length of the file that the folder holds, if groups are taken from it.
    length: u64,
    /// The file with the groups that are in no result yet, once it is open.
    spool: Option<Box<dyn NewFile>>,
    spool_name: String,
    spool_bytes: u64,
    /// Whether these bytes will survive a power cut.
    is_synced: bool,
    /// The files of the parts that are merged.
    parts: Vec<PathBuf>,
    /// Whether there are rows that the file in the folder does not have.
    is_changed: bool,
}

/// Where a whole group is kept.
#[derive(Clone, Copy, Debug)]
enum Kept {
    /// In the file that the folder holds.
    Written(Place),
    /// In the file with the groups that are in no result yet.
    Spooled(Place),
    /// In the file of a part that is merged.
    Part(usize, Place),
    /// In the same, of a part that was being played.
    SpooledPart(usize, Place),
}

/// The rows of blocks in a row, all in one group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Loose {
    first_block: u64,
    blocks: u64,
    sheet: Sheet,
}

impl Loose {
    fn end(&self) -> u64 {
        self.first_block.saturating_add(self.blocks)
    }
}

/// The rows of a study as they are saved with its counts: where the whole groups
/// are, and all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedRows(Vec<SavedFile>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SavedFile {
    kind: RowKind,
    /// The groups in the file of the result, and its length.
    written: Vec<(u64, Place)>,
    length: u64,
    /// The groups that are in no result yet, and the bytes that they take.
    spooled: Vec<(u64, Place)>,
    spool_name: String,
    spool_bytes: u64,
    loose: Vec<Loose>,
}

/// Why saved rows cannot be used.
#[derive(Debug, Error)]
pub enum RowsError {
    /// A file is not what was saved, or missing.
    #[error("{} is damaged", .0.display())]
    Damaged(PathBuf),
    /// A file cannot be read or written.
    #[error("{0}")]
    Storage(#[from] StorageError),
}

/// The most bytes that saved rows may unfold to: a damaged length takes no more.
const MOST_BYTES: u64 = 1 << 32;

impl SavedRows {
    /// The rows as bytes.
    ///
    /// # Panics
    /// Never: writing to memory does not fail.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut packed = snap::write::FrameEncoder::new(&mut bytes);
        packed.write_all(&to_bytes(self)).expect("writing to memory does not fail");
        packed.flush().expect("writing to memory does not fail");
        drop(packed);
        bytes
    }

    /// The rows that were saved as these bytes.
    ///
    /// # Errors
    /// If they are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<SavedRows, UnreadableCounts> {
        let mut plain = Vec::new();
        snap::read::FrameDecoder::new(bytes)
            .take(MOST_BYTES)
            .read_to_end(&mut plain)
            .map_err(|_| UnreadableCounts)?;
        from_bytes(&plain)
    }
}

/// Some blocks of a group, in a sheet.
#[derive(Clone)]
struct Piece<'a> {
    first_block: u64,
    blocks: u64,
    sheet: &'a Sheet,
    games: Range<usize>,
    rows: Range<usize>,
}

/// What pieces change: whole groups that were spooled, and what there is of the
/// others among these groups.
#[derive(Default)]
struct Added {
    groups: Vec<u64>,
    spooled: Vec<(u64, Kept)>,
    spool_bytes: u64,
    loose: Vec<Loose>,
}

/// What pieces make of a group.
enum Joined {
    Whole(u64, Vec<u8>),
    Loose(Vec<Loose>),
}

impl RowsKeeper {
    /// A keeper without rows, for the files of these layouts in a folder.
    #[must_use]
    pub fn new(
        storage: Arc<dyn Storage>,
        folder: &Path,
        owner: RowsOwner,
        request: &RowsRequest,
        layouts: Vec<RowLayout>,
    ) -> RowsKeeper {
        let file = |layout: RowLayout| RowsFile {
            encoder: Encoder::new(request.format, &layout),
            name: request.format.file_name(layout.kind()),
            spool_name: owner.spool_name(layout.kind()),
            layout,
            groups: BTreeMap::new(),
            loose: Vec::new(),
            length: 0,
            spool: None,
            spool_bytes: 0,
            is_synced: true,
            parts: Vec::new(),
            is_changed: true,
        };
        let files = layouts.into_iter().map(file).collect();
        RowsKeeper { storage, folder: folder.to_owned(), files }
    }

    /// The names of the files.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.files.iter().map(|file| file.name.clone())
    }

    /// Goes on from rows that were saved in the folder.
    ///
    /// # Errors
    /// If they are damaged, or a file with groups is missing.
    pub fn restore(&mut self, saved: &SavedRows) -> Result<(), RowsError> {
        let RowsKeeper { storage, folder, files } = self;
        check_kinds(files, saved).map_err(|()| RowsError::Damaged(folder.clone()))?;
        for (file, saved) in files.iter_mut().zip(&saved.0) {
            let written = folder.join(&file.name);
            let spool = folder.join(&file.spool_name);
            let is_written = saved.length == 0 || length(&**storage, &written)? == Some(saved.length);
            if !file.fits(saved) || !is_written {
                return Err(RowsError::Damaged(written));
            }
            let is_spooled = saved.spool_bytes == 0
                || saved.spool_name == file.spool_name
                    && length(&**storage, &spool)?.is_some_and(|length| length >= saved.spool_bytes);
            if !is_spooled {
                return Err(RowsError::Damaged(spool));
            }
            file.groups.extend(saved.written.iter().map(|&(number, place)| (number, Kept::Written(place))));
            file.groups.extend(saved.spooled.iter().map(|&(number, place)| (number, Kept::Spooled(place))));
            file.loose = saved.loose.clone();
            (file.length, file.spool_bytes) = (saved.length, saved.spool_bytes);
            file.is_changed = saved.length == 0 || saved.spool_bytes > 0;
        }
        Ok(())
    }

    /// Adds the rows of a part, in its folder.
    ///
    /// # Errors
    /// If they are damaged, or cannot be written.
    pub fn add_part(
        &mut self,
        folder: &Path,
        saved: &SavedRows,
        pool: &rayon::ThreadPool,
    ) -> Result<(), RowsError> {
        check_kinds(&self.files, saved).map_err(|()| RowsError::Damaged(folder.to_owned()))?;
        for (index, saved) in saved.0.iter().enumerate() {
            let file = &mut self.files[index];
            let path = folder.join(&file.name);
            if !file.fits(saved) {
                return Err(RowsError::Damaged(path));
            }
            file.parts.push(path);
            let part = file.parts.len() - 1;
            file.groups
                .extend(saved.written.iter().map(|&(number, place)| (number, Kept::Part(part, place))));
            if !saved.spooled.is_empty() {
                file.parts.push(folder.join(&saved.spool_name));
                let part = file.parts.len() - 1;
                let spooled = saved.spooled.iter();
                file.groups.extend(spooled.map(|&(number, place)| (number, Kept::SpooledPart(part, place))));
            }
            let pieces = saved.loose.iter().map(|loose| Piece {
                first_block: loose.first_block,
                blocks: loose.blocks,
                sheet: &loose.sheet,
                games: 0..loose.sheet.games(),
                rows: 0..file.layout.rows(&loose.sheet),
            });
            let added = file.add(pieces.collect(), &*self.storage, &self.folder, pool)?;
            file.take(added);
        }
        Ok(())
    }

    /// Keeps the rows of finished blocks, and empties the collectors. What is kept
    /// is as it was before if that fails.
    ///
    /// # Errors
    /// If groups cannot be written.
    pub fn keep(
        &mut self,
        collectors: Vec<&mut RowCollector>,
        pool: &rayon::ThreadPool,
    ) -> Result<(), StorageError> {
        let RowsKeeper { storage, folder, files } = self;
        let mut added = Vec::new();
        for file in files.iter_mut() {
            let mut pieces = Vec::new();
            for collector in &collectors {
                let Some((sheet, runs)) = collector.rows(file.layout.kind()) else { continue };
                for run in runs {
                    file.cut(sheet, run.first_block, run.games, run.first_row, &mut pieces);
                }
            }
            match file.add(pieces, &**storage, folder, pool) {
                Ok(now) => added.push(now),
                Err(error) => {
                    // They may have more than what is kept: opened anew, they have
                    // just that.
                    files.iter_mut().for_each(|file| file.spool = None);
                    return Err(error);
                }
            }
        }
        files.iter_mut().zip(added).for_each(|(file, added)| file.take(added));
        collectors.into_iter().for_each(RowCollector::clear);
        Ok(())
    }

    /// The rows so far, to be saved with the counts. The groups among them will
    /// survive a power cut.
    ///
    /// # Errors
    /// If that fails.
    pub fn saved(&mut self) -> Result<SavedRows, StorageError> {
        for file in self.files.iter_mut().filter(|file| !file.is_synced) {
            let mut spool = file.open_spool(&*self.storage, &self.folder)?;
            let path = self.folder.join(&file.spool_name);
            spool.sync().map_err(StorageError::of("write", &path))?;
            file.spool = Some(spool);
            file.is_synced = true;
        }
        Ok(SavedRows(self.files.iter().map(RowsFile::saved).collect()))
    }

    /// Writes the files, ready to be put in place; returns them with the rows as
    /// they are to be saved with the result. A file that the folder has already is
    /// not written again.
    ///
    /// # Errors
    /// If one of them cannot be written; none is left then.
    pub fn write(&self) -> Result<(Vec<Ready>, SavedRows), StorageError> {
        let mut ready: Vec<Ready> = Vec::new();
        let mut saved = Vec::new();
        for file in &self.files {
            if !file.is_changed {
                saved.push(file.saved());
                continue;
            }
            match file.write(&*self.storage, &self.folder) {
                Ok((written, as_saved)) => {
                    ready.push(written);
                    saved.push(as_saved);
                }
                Err(error) => {
                    ready.into_iter().for_each(|ready| ready.discard(&*self.storage, &self.folder));
                    return Err(error);
                }
            }
        }
        Ok((ready, SavedRows(saved)))
    }

    /// Removes the groups that are in no result: nothing of it was saved.
    pub fn abandon(&mut self) {
        for file in &mut self.files {
            file.spool = None;
            let _ = self.storage.remove_file(&self.folder.join(&file.spool_name));
        }
    }
}

impl RowsOwner {
    fn spool_name(self, kind: RowKind) -> String {
        let owner = match self {
            RowsOwner::Played => "",
            RowsOwner::Forced => "forced-",
            RowsOwner::Merge => "merge-",
        };
        format!("{SPOOL}{owner}{}", kind.name())
    }
}

/// The length of a file; none if there is none.
fn length(storage: &dyn Storage, path: &Path) -> Result<Option<u64>, StorageError> {
    match storage.open_file(path).and_then(|file| file.length()) {
        Ok(length) => Ok(Some(length)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StorageError::of("read", path)(error)),
    }
}

/// Checks that rows are those of these files.
fn check_kinds(files: &[RowsFile], saved: &SavedRows) -> Result<(), ()> {
    let kinds = files.iter().map(|file| file.layout.kind());
    if kinds.eq(saved.0.iter().map(|saved| saved.kind)) { Ok(()) } else { Err(()) }
}

impl RowsFile {
    /// Whether saved rows are such as this file can have.
    fn fits(&self, saved: &SavedFile) -> bool {
        let group_blocks = self.layout.group_blocks();
        let is_name = is_spool(&saved.spool_name) && !saved.spool_name.contains(['/', '\\']);
        is_name
            && saved.loose.iter().all(|loose| {
                let last = loose.first_block.checked_add(loose.blocks.saturating_sub(1));
                loose.blocks > 0
                    && loose.blocks < group_blocks
                    && last.is_some_and(|last| last / group_blocks == loose.first_block / group_blocks)
                    && self.layout.fits(&loose.sheet, loose.blocks)
            })
    }

    /// Cuts blocks in a row where groups end.
    fn cut<'a>(
        &self,
        sheet: &'a Sheet,
        mut first_block: u64,
        games: Range<usize>,
        mut first_row: usize,
        pieces: &mut Vec<Piece<'a>>,
    ) {
        let (games_a_block, group_blocks) = (self.layout.games_a_block(), self.layout.group_blocks());
        let mut game = games.start;
        while game < games.end {
            let blocks_left = ((games.end - game) / games_a_block) as u64;
            let blocks = blocks_left.min(group_blocks - first_block % group_blocks);
            let games = game..game + blocks as usize * games_a_block;
            let rows = first_row..first_row + self.layout.players() * sheet.rows_a_seat(games.clone());
            (game, first_row) = (games.end, rows.end);
            pieces.push(Piece { first_block, blocks, sheet, games, rows });
            first_block += blocks;
        }
    }

    /// Joins blocks with what there is, and spools the groups that are whole now.
    /// Nothing else is changed before it is [taken](RowsFile::take).
    fn add(
        &mut self,
        mut pieces: Vec<Piece<'_>>,
        storage: &dyn Storage,
        folder: &Path,
        pool: &rayon::ThreadPool,
    ) -> Result<Added, StorageError> {
        pieces.sort_by_key(|piece| piece.first_block);
        let group_blocks = self.layout.group_blocks();
        let number = |block: u64| block / group_blocks;
        let by_group: Vec<&[Piece<'_>]> =
            pieces.chunk_by(|one, other| number(one.first_block) == number(other.first_block)).collect();
        let RowsFile { layout, encoder, loose, .. } = &*self;
        let joined: Vec<Joined> = pool.install(|| {
            by_group.into_par_iter().map(|pieces| join(layout, encoder, loose, pieces)).collect()
        });
        let mut added = Added { spool_bytes: self.spool_bytes, ..Added::default() };
        for group in joined {
            match group {
                Joined::Whole(number, bytes) => {
                    // A spool that could not be written is opened anew.
                    let mut spool = self.open_spool(storage, folder)?;
                    let path = folder.join(&self.spool_name);
                    spool.write_all(&bytes).map_err(StorageError::of("write", &path))?;
                    self.spool = Some(spool);
                    let place = Place { at: added.spool_bytes, bytes: bytes.len() as u64 };
                    added.spool_bytes += place.bytes;
                    added.spooled.push((number, Kept::Spooled(place)));
                }
                Joined::Loose(loose) => added.loose.extend(loose),
            }
        }
        added.groups = pieces.iter().map(|piece| number(piece.first_block)).collect();
        Ok(added)
    }

    /// Takes over what was added.
    fn take(&mut self, added: Added) {
        if added.groups.is_empty() {
            return;
        }
        let number = |loose: &Loose| loose.first_block / self.layout.group_blocks();
        self.loose.retain(|loose| added.groups.binary_search(&number(loose)).is_err());
        self.loose.extend(added.loose);
        self.loose.sort_by_key(|loose| loose.first_block);
        self.is_synced &= added.spooled.is_empty();
        self.groups.extend(added.spooled);
        self.spool_bytes = added.spool_bytes;
        self.is_changed = true;
    }

    /// The file for groups that are in no result yet, behind those that it has.
    fn open_spool(&mut self, storage: &dyn Storage, folder: &Path) -> Result<Box<dyn NewFile>, StorageError> {
        if let Some(spool) = self.spool.take() {
            return Ok(spool);
        }
        let path = folder.join(&self.spool_name);
        let opened = match storage.continue_file(&path, self.spool_bytes) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                storage.create_file(&path).and_then(|file| storage.sync_folder(folder).map(|()| file))
            }
            opened => opened,
        };
        opened.map_err(StorageError::of("write", &path))
    }

    fn saved(&self) -> SavedFile {
        let mut saved = SavedFile {
            kind: self.layout.kind(),
            written: Vec::new(),
            length: self.length,
            spooled: Vec::new(),
            spool_name: self.spool_name.clone(),
            spool_bytes: self.spool_bytes,
            loose: self.loose.clone(),
        };
        for (&number, kept) in &self.groups {
            match *kept {
                Kept::Written(place) => saved.written.push((number, place)),
                Kept::Spooled(place) => saved.spooled.push((number, place)),
                // A merge is not saved before its files are written.
                Kept::Part(..) | Kept::SpooledPart(..) => {}
            }
        }
        saved
    }

    /// Writes the file; returns it with its rows as a result saves them.
    fn write(&self, storage: &dyn Storage, folder: &Path) -> Result<(Ready, SavedFile), StorageError> {
        let group_blocks = self.layout.group_blocks();
        enum Item<'a> {
            Group(u64, Kept),
            Loose(&'a Loose),
        }
        let groups =
            self.groups.iter().map(|(&number, &kept)| (number * group_blocks, Item::Group(number, kept)));
        let loose = self.loose.iter().map(|loose| (loose.first_block, Item::Loose(loose)));
        let mut items: Vec<(u64, Item<'_>)> = groups.chain(loose).collect();
        items.sort_by_key(|(first_block, _)| *first_block);
        let mut opened = Opened { storage, last: None };
        let sources = items.iter().map(|(first_block, item)| match item {
            Item::Loose(loose) => {
                Ok(Group::Encoded(self.encoder.encode(&self.layout, &loose.sheet, *first_block)))
            }
            Item::Group(_, Kept::Written(place)) => {
                Ok(Group::Written(opened.file(&folder.join(&self.name))?, 0, *place))
            }
            Item::Group(_, Kept::Spooled(place)) => {
                Ok(Group::Kept(opened.file(&folder.join(&self.spool_name))?, *place))
            }
            Item::Group(_, Kept::Part(part, place)) => {
                Ok(Group::Written(opened.file(&self.parts[*part])?, part + 1, *place))
            }
            Item::Group(_, Kept::SpooledPart(part, place)) => {
                Ok(Group::Kept(opened.file(&self.parts[*part])?, *place))
            }
        });
        let (ready, (places, length)) =
            write_ready(storage, folder, &self.name, |file| self.encoder.write(&self.layout, sources, file))?;
        let written = items.iter().zip(places).filter_map(|((_, item), place)| match item {
            Item::Group(number, _) => Some((*number, place)),
            Item::Loose(_) => None,
        });
        let saved = SavedFile {
            kind: self.layout.kind(),
            written: written.collect(),
            length,
            spooled: Vec::new(),
            // The same for whoever wrote it.
            spool_name: RowsOwner::Played.spool_name(self.layout.kind()),
            spool_bytes: 0,
            loose: self.loose.clone(),
        };
        Ok((ready, saved))
    }
}

/// Joins pieces of one group with what there is of it.
fn join(layout: &RowLayout, encoder: &Encoder, loose: &[Loose], pieces: &[Piece<'_>]) -> Joined {
    let group_blocks = layout.group_blocks();
    let number = pieces[0].first_block / group_blocks;
    let own = loose.iter().filter(|loose| loose.first_block / group_blocks == number);
    let mut all: Vec<Piece<'_>> = own
        .map(|loose| Piece {
            first_block: loose.first_block,
            blocks: loose.blocks,
            sheet: &loose.sheet,
            games: 0..loose.sheet.games(),
            rows: 0..layout.rows(&loose.sheet),
        })
        .chain(pieces.iter().cloned())
        .collect();
    all.sort_by_key(|piece| piece.first_block);
    let rows = all.iter().map(|piece| piece.rows.len()).sum();
    let mut joined: Vec<Loose> = Vec::new();
    for piece in all {
        if joined.last().is_none_or(|before| before.end() != piece.first_block) {
            let mut sheet = layout.sheet();
            sheet.reserve(rows);
            joined.push(Loose { first_block: piece.first_block, blocks: 0, sheet });
        }
        let run = joined.last_mut().expect("one was just added");
        run.sheet.append(piece.sheet, piece.games, piece.rows);
        run.blocks += piece.blocks;
    }
    match &joined[..] {
        [whole] if whole.blocks == group_blocks => {
            Joined::Whole(number, encoder.encode(layout, &whole.sheet, whole.first_block))
        }
        _ => Joined::Loose(joined),
    }
}

/// The file that was opened last: parts are many, and read one after the other.
struct Opened<'a> {
    storage: &'a dyn Storage,
    last: Option<(PathBuf, Arc<dyn OldFile>)>,
}

impl Opened<'_> {
    fn file(&mut self, path: &Path) -> io::Result<Arc<dyn OldFile>> {
        match &self.last {
            Some((known, file)) if known == path => Ok(Arc::clone(file)),
            _ => {
                let file: Arc<dyn OldFile> = self.storage.open_file(path)?.into();
                self.last = Some((path.to_owned(), Arc::clone(&file)));
                Ok(file)
            }
        }
    }
}
