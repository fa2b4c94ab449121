//! The rows of one kind: whole groups in files, the others in memory.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::output::{Encoder, Group, Places};
use super::pieces::{Joined, Piece, cut, join};
use super::place::{CheckedFile, Place, are_in_a_row};
use super::saved::{FileState, Loose, RowsError, SavedFile, SavedRows, Spool, WrittenFile};
use super::{RowsFormat, spool_names};
use crate::report::{BlockRange, BlockSet};
use crate::rows::{RowCollector, RowKind, RowLayout, SheetPart};
use crate::storage::{NewFile, Ready, Storage, StorageError, write_ready};
use crate::text::counted;

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
    /// The file that the folder holds, if groups are taken from it.
    written: Option<WrittenFile>,
    /// The file with the groups that are in no result yet, once it is open.
    spool: Option<Box<dyn NewFile>>,
    spool_name: String,
    spool_bytes: u64,
    /// Whether these bytes will survive a power cut.
    is_synced: bool,
    /// The files of the parts that are merged, and their groups that were in no
    /// result yet.
    parts: Vec<(PathBuf, WrittenFile)>,
    part_spools: Vec<PathBuf>,
}

/// Where a whole group is kept.
#[derive(Clone, Copy, Debug)]
enum Kept {
    /// In the file that the folder holds, by its position.
    Written(usize),
    /// In the file with the groups that are in no result yet.
    Spooled(Place),
    /// In the file of a part that is merged, by its position.
    Part(usize, usize),
    /// In a file of groups of a part that was being played.
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
    /// A file without rows, which leaves alone what others have saved in the
    /// folder.
    pub fn new(format: RowsFormat, layout: RowLayout, others: Option<&SavedRows>) -> RowsFile {
        let is_free =
            |name: &String| others.is_none_or(|others| others.spool_names().all(|used| used != name));
        let mut spools = spool_names(layout.kind()).into_iter();
        RowsFile {
            encoder: Encoder::new(format, &layout),
            name: format.file_name(layout.kind()),
            spool_name: spools.find(is_free).expect("what is saved uses one of them"),
            layout,
            groups: BTreeMap::new(),
            loose: Vec::new(),
            written: None,
            spool: None,
            spool_bytes: 0,
            is_synced: true,
            parts: Vec::new(),
            part_spools: Vec::new(),
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

    /// Whether there are rows that the file in the folder does not have. Rows are
    /// only ever added.
    pub fn is_changed(&self) -> bool {
        let blocks = self.blocks().map(|blocks| blocks.count());
        self.written.as_ref().map(|written| written.blocks) != blocks
    }

    /// The blocks that there are rows of; none if one is there twice.
    fn blocks(&self) -> Option<BlockSet> {
        blocks_of(&self.layout, self.groups.keys().copied(), &self.loose)
    }

    /// Checks that these are the blocks that there are rows of.
    pub fn check_blocks(&self, counted_blocks: &BlockSet, folder: &Path) -> Result<(), StorageError> {
        let blocks = self.blocks();
        if blocks.as_ref() == Some(counted_blocks) {
            return Ok(());
        }
        let path = folder.join(&self.name);
        let error = format!(
            "it would have the rows of {}, and {} are counted; nothing of it is written, and what was saved \
             before is unchanged",
            counted(blocks.map_or(0, |blocks| blocks.count()), "block"),
            counted(counted_blocks.count(), "block"),
        );
        Err(StorageError::of("write", &path)(io::Error::other(error)))
    }

    /// Resumes from rows that were saved in the folder with the counts of these
    /// blocks.
    pub fn restore(
        &mut self,
        saved: &SavedFile,
        blocks: &BlockSet,
        storage: &dyn Storage,
        folder: &Path,
    ) -> Result<(), RowsError> {
        check(&self.layout, saved, blocks)?;
        let SavedFile { written, spool, loose, .. } = saved;
        check_files(saved, &self.name, storage, folder)?;
        if let Some(written) = written {
            self.groups.extend(numbered(written).map(|(number, index)| (number, Kept::Written(index))));
        }
        if let Some(spool) = spool {
            self.groups.extend(spool.groups.iter().map(|&(number, place)| (number, Kept::Spooled(place))));
            (self.spool_name, self.spool_bytes) = (spool.name.clone(), spool.bytes);
        }
        (self.written, self.loose) = (written.clone(), loose.clone());
        Ok(())
    }

    /// Adds the rows of a part in a folder of its own, which were saved with the
    /// counts of these blocks.
    pub fn add_part(
        &mut self,
        part_folder: &Path,
        saved: &SavedFile,
        blocks: &BlockSet,
        storage: &dyn Storage,
        folder: &Path,
        pool: &rayon::ThreadPool,
    ) -> Result<(), RowsError> {
        check(&self.layout, saved, blocks)?;
        check_files(saved, &self.name, storage, part_folder)?;
        if let Some(written) = &saved.written {
            let part = self.parts.len();
            self.parts.push((part_folder.join(&self.name), written.clone()));
            self.groups.extend(numbered(written).map(|(number, index)| (number, Kept::Part(part, index))));
        }
        if let Some(spool) = &saved.spool {
            let part = self.part_spools.len();
            self.part_spools.push(part_folder.join(&spool.name));
            let spooled = spool.groups.iter();
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
                    let place = Place::of(added.spool_bytes, &bytes);
                    added.spool_bytes = place.end();
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
        let spooled = self.groups.iter().filter_map(|(&number, kept)| match *kept {
            Kept::Spooled(place) => Some((number, place)),
            // A merge is not saved before its files are written.
            Kept::Written(_) | Kept::Part(..) | Kept::SpooledPart(..) => None,
        });
        let mut groups: Vec<(u64, Place)> = spooled.collect();
        groups.sort_by_key(|(_, place)| place.at);
        let spool = Spool { name: self.spool_name.clone(), groups, bytes: self.spool_bytes };
        SavedFile {
            kind: self.layout.kind(),
            written: self.written.clone(),
            spool: (self.spool_bytes > 0).then_some(spool),
            loose: self.loose.clone(),
        }
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
        let (own, spool) = (folder.join(&self.name), folder.join(&self.spool_name));
        let mut opened = Opened { storage, last: None };
        let sources = items.iter().map(|(first_block, item)| match item {
            Item::Loose(loose) => {
                let all = [SheetPart::whole(&loose.sheet)];
                Ok(Group::Encoded(self.encoder.encode(&self.layout, &all, *first_block).into()))
            }
            Item::Group(_, Kept::Written(index)) => {
                opened.group(&own, self.written.as_ref().expect("groups are taken from it"), *index)
            }
            Item::Group(_, Kept::Part(part, index)) => {
                let (path, written) = &self.parts[*part];
                opened.group(path, written, *index)
            }
            Item::Group(_, Kept::Spooled(place)) => Ok(Group::Encoded(opened.file(&spool)?.read(place)?)),
            Item::Group(_, Kept::SpooledPart(part, place)) => {
                Ok(Group::Encoded(opened.file(&self.part_spools[*part])?.read(place)?))
            }
        });
        let (ready, Places { head, groups, tail }) =
            write_ready(storage, folder, &self.name, |file| self.encoder.write(&self.layout, sources, file))?;
        let groups = items.iter().zip(groups).map(|((_, item), place)| match item {
            Item::Group(number, _) => (Some(*number), place),
            Item::Loose(_) => (None, place),
        });
        let blocks = self.blocks().map_or(0, |blocks| blocks.count());
        let saved = SavedFile {
            kind: self.layout.kind(),
            written: Some(WrittenFile { blocks, head, groups: groups.collect(), tail }),
            spool: None,
            loose: self.loose.clone(),
        };
        Ok((ready, saved))
    }
}

/// The whole groups of a file, with their positions in it.
fn numbered(written: &WrittenFile) -> impl Iterator<Item = (u64, usize)> {
    let groups = written.groups.iter().enumerate();
    groups.filter_map(|(index, (number, _))| number.map(|number| (number, index)))
}

/// The blocks of whole groups and loose rows; none if one is there twice.
fn blocks_of(layout: &RowLayout, groups: impl Iterator<Item = u64>, loose: &[Loose]) -> Option<BlockSet> {
    let range = |first: u64, blocks: u64| Some(BlockRange::new(first, first.checked_add(blocks)?));
    let size = layout.group_blocks();
    let groups = groups.map(|number| range(number.checked_mul(size)?, size));
    let loose = loose.iter().map(|loose| range(loose.first_block, loose.blocks));
    let mut blocks = BlockSet::default();
    for range in groups.chain(loose) {
        blocks.insert(range?).ok()?;
    }
    Some(blocks)
}

/// Checks that saved rows are such as a file of this layout can have, and those of
/// the blocks that are counted.
fn check(layout: &RowLayout, saved: &SavedFile, blocks: &BlockSet) -> Result<(), RowsError> {
    let group_blocks = layout.group_blocks();
    let is_loose = |loose: &Loose| {
        let last = loose.first_block.checked_add(loose.blocks.saturating_sub(1));
        loose.blocks > 0
            && loose.blocks < group_blocks
            && last.is_some_and(|last| last / group_blocks == loose.first_block / group_blocks)
            && layout.fits(&loose.sheet, loose.blocks)
    };
    let is_spool = |spool: &Spool| {
        spool_names(layout.kind()).contains(&spool.name)
            && are_in_a_row(spool.groups.iter().map(|(_, place)| place))
            && spool.groups.last().is_some_and(|(_, last)| last.end() == spool.bytes)
    };
    let written = saved.written.iter();
    let numbers = written.flat_map(|written| numbered(written).map(|(number, _)| number));
    let spooled = saved.spool.iter().flat_map(|spool| spool.groups.iter().map(|(number, _)| *number));
    let fits = saved.loose.iter().all(is_loose)
        && saved.spool.iter().all(is_spool)
        && saved.written.iter().all(|written| are_in_a_row(written.places()))
        && blocks_of(layout, numbers.chain(spooled), &saved.loose).as_ref() == Some(blocks);
    if fits { Ok(()) } else { Err(RowsError::Unfit) }
}

/// Checks that the files of saved rows are those that were saved with them, to the
/// byte.
fn check_files(saved: &SavedFile, name: &str, storage: &dyn Storage, folder: &Path) -> Result<(), RowsError> {
    if let Some(written) = &saved.written {
        check_file(storage, folder.join(name), false, |file| {
            Ok(file.length() == written.length() && file.are_intact(written.places())?)
        })?;
    }
    if let Some(spool) = &saved.spool {
        let groups = || spool.groups.iter().map(|(_, place)| place);
        check_file(storage, folder.join(&spool.name), true, |file| file.are_intact(groups()))?;
    }
    Ok(())
}

fn check_file(
    storage: &dyn Storage,
    path: PathBuf,
    is_spool: bool,
    is_intact: impl Fn(&CheckedFile) -> io::Result<bool>,
) -> Result<(), RowsError> {
    let state = match CheckedFile::open(storage, &path).and_then(|file| is_intact(&file)) {
        Ok(true) => return Ok(()),
        Ok(false) => FileState::Damaged,
        Err(error) if error.kind() == io::ErrorKind::NotFound => FileState::Missing,
        Err(error) => return Err(StorageError::of("read", &path)(error).into()),
    };
    Err(RowsError::File { path, state, is_spool })
}

/// The file that was opened last: parts are many, and read one after the other.
struct Opened<'a> {
    storage: &'a dyn Storage,
    last: Option<Arc<CheckedFile>>,
}

impl Opened<'_> {
    fn file(&mut self, path: &Path) -> io::Result<Arc<CheckedFile>> {
        if let Some(known) = self.last.as_ref().filter(|known| known.path() == path) {
            return Ok(Arc::clone(known));
        }
        let file = Arc::new(CheckedFile::open(self.storage, path)?);
        self.last = Some(Arc::clone(&file));
        Ok(file)
    }

    /// A group of the file of a result, by its position.
    fn group(&mut self, path: &Path, written: &WrittenFile, index: usize) -> io::Result<Group> {
        let place = written.groups[index].1;
        Ok(Group::Written { file: self.file(path)?, tail: written.tail, index, place })
    }
}
