//! The file system.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::beneath::{Entry, identity_of};
use super::regular::read_at_most;
use super::{Kind, Lock, NewFile, OldFile, Reserved, Storage, Wait};

/// The file system of the machine.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    /// The folder below which no link is followed.
    root: Option<PathBuf>,
}

impl Disk {
    /// The entry of a path below the folder that this is for; none if it is
    /// elsewhere.
    fn below(&self, path: &Path) -> Option<io::Result<Entry>> {
        let root = self.root.as_deref()?;
        let name = path.strip_prefix(root).ok().filter(|name| !name.as_os_str().is_empty())?;
        Some(Entry::find(root, name))
    }

    /// The entry of the path of a file.
    fn entry(&self, path: &Path) -> io::Result<Entry> {
        self.below(path).unwrap_or_else(|| match path.file_name() {
            Some(name) => Entry::find(path.parent().unwrap_or(Path::new("")), Path::new(name)),
            None => Err(io::ErrorKind::InvalidInput.into()),
        })
    }
}

/// How often to try for a lock that is waited for.
const LOCK_PAUSE: Duration = Duration::from_millis(5);

impl Storage for Disk {
    fn within(&self, folder: &Path) -> Arc<dyn Storage> {
        Arc::new(Disk { root: Some(folder.to_owned()) })
    }

    fn kind(&self, path: &Path) -> io::Result<Option<Kind>> {
        if let Some(entry) = self.below(path) {
            return match entry {
                Ok(entry) => entry.kind(),
                Err(error) if is_missing(&error) => Ok(None),
                Err(error) => Err(error),
            };
        }
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => Ok(Some(Kind::Folder)),
            Ok(data) if data.is_file() => Ok(Some(Kind::File)),
            Ok(_) => Ok(Some(Kind::Other)),
            Err(error) if is_missing(&error) => {
                let is_dangling = fs::symlink_metadata(path).is_ok();
                Ok(is_dangling.then_some(Kind::Other))
            }
            Err(error) => Err(error),
        }
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        let mut names: Vec<String> = match self.below(folder) {
            Some(entry) => entry?.list()?,
            None => {
                let names = fs::read_dir(folder)?;
                names
                    .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
                    .collect::<io::Result<_>>()?
            }
        };
        names.sort();
        Ok(names)
    }

    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        read_at_most(&mut self.entry(path)?.open()?, most)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.below(path).map_or_else(|| fs::create_dir(path), |entry| entry?.create_folder())
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        self.below(path).map_or_else(|| fs::remove_dir(path), |entry| entry?.remove_folder())
    }

    fn create_file(&self, path: &Path) -> io::Result<Box<dyn NewFile>> {
        Ok(Box::new(DiskFile(self.entry(path)?.create()?)))
    }

    fn continue_file(&self, path: &Path, keep: u64) -> io::Result<Box<dyn NewFile>> {
        let mut file = self.entry(path)?.open_to_write()?;
        if file.metadata()?.len() < keep {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        file.set_len(keep)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Box::new(DiskFile(file)))
    }

    fn open_file(&self, path: &Path) -> io::Result<Box<dyn OldFile>> {
        Ok(Box::new(DiskReader(Mutex::new(self.entry(path)?.open()?))))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.entry(from)?.rename(&self.entry(to)?)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.entry(path)?.remove_file()
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        let synced = match self.below(folder) {
            Some(entry) => entry?.sync_folder(),
            None if cfg!(unix) => File::open(folder)?.sync_all(),
            None => Ok(()),
        };
        match synced {
            // Not every file system can sync a folder.
            Err(error) if is_unsupported(&error) => Ok(()),
            done => done,
        }
    }

    fn sync_files(&self, files: &mut [Box<dyn NewFile>]) -> Vec<io::Result<()>> {
        all_at_once(files.iter_mut(), |file| file.sync())
    }

    fn sync_folders(&self, folders: &[PathBuf]) -> Vec<io::Result<()>> {
        all_at_once(folders.iter(), |folder| self.sync_folder(folder))
    }

    fn reserve(&self, folder: &Path, bytes: u64) -> io::Result<Reserved> {
        // Unnamed: the system frees it when the program ends, even if it is
        // killed.
        let file = tempfile::tempfile_in(folder)?;
        #[cfg(target_os = "linux")]
        match rustix::fs::fallocate(&file, rustix::fs::FallocateFlags::empty(), 0, bytes) {
            Err(error) if !is_unsupported(&error.into()) => return Err(error.into()),
            // Not every file system can reserve space.
            _ => {}
        }
        #[cfg(not(target_os = "linux"))]
        let _ = bytes;
        Ok(Box::new(file))
    }

    fn lock(&self, path: &Path, wait: Wait) -> io::Result<Option<Box<dyn Lock>>> {
        let patience = match wait {
            Wait::AtMost(time) => time,
            Wait::Never => Duration::ZERO,
        };
        let began = Instant::now();
        loop {
            let file = self.entry(path)?.open_or_create()?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) if began.elapsed() < patience => {
                    thread::sleep(LOCK_PAUSE);
                    continue;
                }
                Err(TryLockError::WouldBlock) => return Ok(None),
                // Some network file systems have no locks: there the user has
                // to see to it.
                Err(TryLockError::Error(error)) if !is_unsupported(&error) => return Err(error),
                _ => {}
            }
            let lock = DiskLock { file, disk: self.clone(), path: path.to_owned() };
            // The holder before may have removed the file after it was opened
            // here; the lock is then on a file that nobody else will find.
            if lock.is_in_place() {
                return Ok(Some(Box::new(lock)));
            }
        }
    }
}

/// Whether nothing is there; below a file there is nothing.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// How many threads wait for the disk at once, each with an open file.
const AT_ONCE: usize = 8;

/// Does something with each item that the disk is waited for, on several threads:
/// a file system then syncs most of them in one go. What came of each, in order.
fn all_at_once<T: Send>(
    items: impl ExactSizeIterator<Item = T> + Send,
    wait_for: impl Fn(T) -> io::Result<()> + Sync,
) -> Vec<io::Result<()>> {
    let count = items.len();
    let outcomes = Mutex::new((0..count).map(|_| Ok(())).collect::<Vec<_>>());
    let queue = Mutex::new(items.enumerate());
    let next = || queue.lock().expect("no thread panics here").next();
    let work = || {
        while let Some((index, item)) = next() {
            let outcome = wait_for(item);
            outcomes.lock().expect("no thread panics here")[index] = outcome;
        }
    };
    thread::scope(|scope| {
        for _ in 1..count.min(AT_ONCE) {
            // Without more threads this one does it all.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    outcomes.into_inner().expect("no thread panicked")
}

/// Whether a file system does not have an operation.
fn is_unsupported(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput)
}

struct DiskFile(File);

impl Write for DiskFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl NewFile for DiskFile {
    fn sync(&mut self) -> io::Result<()> {
        self.0.sync_all()
    }
}

/// A file that is read: not every system can read at an offset in one step.
#[derive(Debug)]
struct DiskReader(Mutex<File>);

impl OldFile for DiskReader {
    fn length(&self) -> io::Result<u64> {
        Ok(self.0.lock().expect("no thread panics while it reads").metadata()?.len())
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = self.0.lock().expect("no thread panics while it reads");
        file.seek(SeekFrom::Start(offset))?;
        file.read(buffer)
    }
}

/// A locked file. The system unlocks it when it is closed, and thus whenever
/// the process ends.
#[derive(Debug)]
struct DiskLock {
    file: File,
    disk: Disk,
    path: PathBuf,
}

impl Lock for DiskLock {
    fn is_in_place(&self) -> bool {
        let there = self.disk.entry(&self.path).and_then(|entry| entry.identity());
        match (identity_of(&self.file), there) {
            (Ok(own), Ok(there)) => own == there,
            _ => false,
        }
    }
}

impl Drop for DiskLock {
    fn drop(&mut self) {
        if self.is_in_place() {
            let _ = self.disk.remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_done_once_and_its_outcome_is_in_its_place() {
        for count in [0, 1, 2, AT_ONCE, 5 * AT_ONCE + 1] {
            let mut done = vec![0; count];
            let outcomes = all_at_once(done.iter_mut().enumerate(), |(index, done)| {
                *done += 1;
                if index % 3 == 1 { Err(io::Error::other(index.to_string())) } else { Ok(()) }
            });
            assert_eq!(done, vec![1; count]);
            assert_eq!(outcomes.len(), count);
            for (index, outcome) in outcomes.into_iter().enumerate() {
                let expected = (index % 3 == 1).then(|| index.to_string());
                assert_eq!(outcome.err().map(|error| error.to_string()), expected);
            }
        }
    }
}
