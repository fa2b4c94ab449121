//! The rows of one kind: whole groups in files, the others in memory.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::output::{Encoder, Group, Place};
use super::pieces::{Joined, Piece, cut, join};
use super::saved::{Loose, RowsError, SavedFile};
use super::{RowsFormat, SPOOL, is_spool};
use crate::rows::{RowCollector, RowKind, RowLayout, SheetPart};
use crate::storage::{NewFile, OldFile, Ready, Storage, StorageError, write_ready};

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

/// The rows of one kind.
pub struct RowsFile {
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

/// What pieces change: whole groups that were spooled, and what there is of the
/// others among these groups.
#[derive(Default)]
pub struct Added {
    groups: Vec<u64>,
    spooled: Vec<(u64, Kept)>,
    spool_bytes: u64,
    loose: Vec<Loose>,
}

impl RowsFile {
    /// A file without rows.
    pub fn new(format: RowsFormat, owner: RowsOwner, layout: RowLayout) -> RowsFile {
        RowsFile {
            encoder: Encoder::new(format, &layout),
            name: format.file_name(layout.kind()),
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
        }
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The kind of the rows.
    pub fn kind(&self) -> RowKind {
        self.layout.kind()
    }

    /// Whether there are rows that the file in the folder does not have.
    pub fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Goes on from rows that were saved in the folder.
    pub fn restore(
        &mut self,
        saved: &SavedFile,
        storage: &dyn Storage,
        folder: &Path,
    ) -> Result<(), RowsError> {
        let written = folder.join(&self.name);
        let spool = folder.join(&self.spool_name);
        let is_written = saved.length == 0 || length(storage, &written)? == Some(saved.length);
        if !self.fits(saved) || !is_written {
            return Err(RowsError::Damaged(written));
        }
        let is_spooled = saved.spool_bytes == 0
            || saved.spool_name == self.spool_name
                && length(storage, &spool)?.is_some_and(|length| length >= saved.spool_bytes);
        if !is_spooled {
            return Err(RowsError::Damaged(spool));
        }
        self.groups.extend(saved.written.iter().map(|&(number, place)| (number, Kept::Written(place))));
        self.groups.extend(saved.spooled.iter().map(|&(number, place)| (number, Kept::Spooled(place))));
        self.loose = saved.loose.clone();
        (self.length, self.spool_bytes) = (saved.length, saved.spool_bytes);
        self.is_changed = saved.length == 0 || saved.spool_bytes > 0;
        Ok(())
    }

    /// Adds the rows of a part in a folder of its own.
    pub fn add_part(
        &mut self,
        part_folder: &Path,
        saved: &SavedFile,
        storage: &dyn Storage,
        folder: &Path,
        pool: &rayon::ThreadPool,
    ) -> Result<(), RowsError> {
        let path = part_folder.join(&self.name);
        if !self.fits(saved) {
            return Err(RowsError::Damaged(path));
        }
        self.parts.push(path);
        let part = self.parts.len() - 1;
        self.groups.extend(saved.written.iter().map(|&(number, place)| (number, Kept::Part(part, place))));
        if !saved.spooled.is_empty() {
            self.parts.push(part_folder.join(&saved.spool_name));
            let part = self.parts.len() - 1;
            let spooled = saved.spooled.iter();
            self.groups.extend(spooled.map(|&(number, place)| (number, Kept::SpooledPart(part, place))));
        }
        let pieces = saved.loose.iter().map(Piece::whole);
        let added = self.add(pieces.collect(), storage, folder, pool)?;
        self.take(added);
        Ok(())
    }

    /// Adds the rows of finished blocks. Nothing but the spool is changed before
    /// they are [taken](RowsFile::take).
    pub fn add_blocks(
        &mut self,
        collectors: &[&mut RowCollector],
        storage: &dyn Storage,
        folder: &Path,
        pool: &rayon::ThreadPool,
    ) -> Result<Added, StorageError> {
        let mut pieces = Vec::new();
        for collector in collectors {
            for run in collector.rows(self.layout.kind()).into_iter().flatten() {
                cut(&self.layout, run, &mut pieces);
            }
        }
        self.add(pieces, storage, folder, pool)
    }

    /// Makes sure that the groups will survive a power cut.
    pub fn sync(&mut self, storage: &dyn Storage, folder: &Path) -> Result<(), StorageError> {
        if self.is_synced {
            return Ok(());
        }
        let mut spool = self.open_spool(storage, folder)?;
        let path = folder.join(&self.spool_name);
        spool.sync().map_err(StorageError::of("write", &path))?;
        self.spool = Some(spool);
        self.is_synced = true;
        Ok(())
    }

    /// Closes the file with the groups that are in no result yet: opened anew, it
    /// has just those that are kept.
    pub fn close_spool(&mut self) {
        self.spool = None;
    }

    /// Removes the groups that are in no result: nothing of it was saved.
    pub fn abandon(&mut self, storage: &dyn Storage, folder: &Path) {
        self.spool = None;
        let _ = storage.remove_file(&folder.join(&self.spool_name));
    }

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
    pub fn take(&mut self, added: Added) {
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

    /// The rows so far, as they are saved with the counts.
    pub fn saved(&self) -> SavedFile {
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
    pub fn write(&self, storage: &dyn Storage, folder: &Path) -> Result<(Ready, SavedFile), StorageError> {
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
                let all = [SheetPart::whole(&loose.sheet)];
                Ok(Group::Encoded(self.encoder.encode(&self.layout, &all, *first_block)))
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

/// The length of a file; none if there is none.
fn length(storage: &dyn Storage, path: &Path) -> Result<Option<u64>, StorageError> {
    match storage.open_file(path).and_then(|file| file.length()) {
        Ok(length) => Ok(Some(length)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StorageError::of("read", path)(error)),
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
