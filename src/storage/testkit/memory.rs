//! Storage in memory, which knows what a power cut would leave of it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::storage::{Kind, Lock, NewFile, OldFile, Reserved, Storage, Wait};

/// Storage in memory. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Memory(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    files: Vec<Content>,
    /// What processes see.
    seen: BTreeMap<PathBuf, Entry>,
    /// What a power cut leaves: the names as of the last sync of their folder.
    synced: BTreeMap<PathBuf, Entry>,
    locked: BTreeSet<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Folder,
    /// The index of its content.
    File(usize),
}

#[derive(Debug, Default)]
struct Content {
    seen: Vec<u8>,
    synced: Vec<u8>,
}

impl Memory {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no test panics while it holds the storage")
    }

    /// Drops everything that was not synced.
    pub fn cut_power(&self) {
        let state = &mut *self.state();
        state.seen = state.synced.clone();
        let folders = state.seen.clone();
        state.seen.retain(|path, _| is_folder(&folders, path.parent()));
        for content in &mut state.files {
            content.seen = content.synced.clone();
        }
    }

    /// A copy that shares nothing with this one.
    pub fn copy(&self) -> Memory {
        let state = self.state();
        let files = state.files.iter();
        let files = files.map(|file| Content { seen: file.seen.clone(), synced: file.synced.clone() });
        let (seen, synced) = (state.seen.clone(), state.synced.clone());
        Memory(Arc::new(Mutex::new(State { files: files.collect(), seen, synced, locked: BTreeSet::new() })))
    }

    /// All files, by path.
    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        self.seen().into_iter().filter_map(|(path, content)| Some((path, content?))).collect()
    }

    /// What a process sees: all files and folders, which have no content.
    pub fn seen(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let state = self.state();
        let content = |entry: &Entry| match *entry {
            Entry::File(index) => Some(state.files[index].seen.clone()),
            Entry::Folder => None,
        };
        state.seen.iter().map(|(path, entry)| (path.clone(), content(entry))).collect()
    }

    /// Puts a file there, whatever was there before.
    pub fn put(&self, path: &str, content: &[u8]) {
        let state = &mut *self.state();
        state.files.push(Content { seen: content.to_vec(), synced: content.to_vec() });
        for entries in [&mut state.seen, &mut state.synced] {
            entries.insert(PathBuf::from(path), Entry::File(state.files.len() - 1));
        }
    }
}

/// Whether a path is a folder; the current folder always is.
fn is_folder(entries: &BTreeMap<PathBuf, Entry>, path: Option<&Path>) -> bool {
    let path = path.unwrap_or(Path::new(""));
    path.as_os_str().is_empty() || entries.get(path) == Some(&Entry::Folder)
}

impl State {
    fn children(entries: &BTreeMap<PathBuf, Entry>, folder: &Path) -> Vec<PathBuf> {
        entries.keys().filter(|path| path.parent() == Some(folder)).cloned().collect()
    }

    fn need_folder(&self, path: Option<&Path>) -> io::Result<()> {
        if is_folder(&self.seen, path) { Ok(()) } else { Err(ErrorKind::NotFound.into()) }
    }

    fn need_free(&self, path: &Path) -> io::Result<()> {
        self.need_folder(path.parent())?;
        if self.seen.contains_key(path) { Err(ErrorKind::AlreadyExists.into()) } else { Ok(()) }
    }

    fn file(&self, path: &Path) -> io::Result<usize> {
        match self.seen.get(path) {
            Some(Entry::File(index)) => Ok(*index),
            Some(Entry::Folder) => Err(ErrorKind::IsADirectory.into()),
            None => Err(ErrorKind::NotFound.into()),
        }
    }
}

impl Storage for Memory {
    fn within(&self, _: &Path) -> Arc<dyn Storage> {
        Arc::new(self.clone())
    }

    fn kind(&self, path: &Path) -> io::Result<Option<Kind>> {
        let state = self.state();
        Ok(match state.seen.get(path) {
            Some(Entry::File(_)) => Some(Kind::File),
            _ => is_folder(&state.seen, Some(path)).then_some(Kind::Folder),
        })
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        let state = self.state();
        state.need_folder(Some(folder))?;
        let name = |path: PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(State::children(&state.seen, folder).into_iter().filter_map(name).collect())
    }

    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let state = self.state();
        let content = &state.files[state.file(path)?].seen;
        if content.len() as u64 > most {
            Err(io::Error::other("it is too large"))
        } else {
            Ok(content.clone())
        }
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        if is_folder(&state.seen, Some(path)) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        state.need_free(path)?;
        state.seen.insert(path.to_owned(), Entry::Folder);
        Ok(())
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.need_folder(Some(path))?;
        if !State::children(&state.seen, path).is_empty() {
            return Err(ErrorKind::DirectoryNotEmpty.into());
        }
        state.seen.remove(path);
        Ok(())
    }

    fn create_file(&self, path: &Path) -> io::Result<Box<dyn NewFile>> {
        let mut state = self.state();
        state.need_free(path)?;
        let index = state.files.len();
        state.files.push(Content::default());
        state.seen.insert(path.to_owned(), Entry::File(index));
        Ok(Box::new(MemoryFile { memory: self.clone(), index }))
    }

    fn continue_file(&self, path: &Path, keep: u64) -> io::Result<Box<dyn NewFile>> {
        let mut state = self.state();
        let index = state.file(path)?;
        let content = &mut state.files[index].seen;
        if (content.len() as u64) < keep {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        content.truncate(keep as usize);
        Ok(Box::new(MemoryFile { memory: self.clone(), index }))
    }

    fn open_file(&self, path: &Path) -> io::Result<Box<dyn OldFile>> {
        let index = self.state().file(path)?;
        Ok(Box::new(MemoryFile { memory: self.clone(), index }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        let index = state.file(from)?;
        state.need_folder(to.parent())?;
        if state.seen.get(to) == Some(&Entry::Folder) {
            return Err(ErrorKind::IsADirectory.into());
        }
        state.seen.remove(from);
        state.seen.insert(to.to_owned(), Entry::File(index));
        Ok(())
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.file(path)?;
        state.seen.remove(path);
        Ok(())
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        let folder = folder.strip_prefix(".").unwrap_or(folder);
        let state = &mut *self.state();
        state.need_folder(Some(folder))?;
        for path in State::children(&state.synced, folder) {
            state.synced.remove(&path);
        }
        for path in State::children(&state.seen, folder) {
            state.synced.insert(path.clone(), state.seen[&path]);
        }
        Ok(())
    }

    fn reserve(&self, folder: &Path, _: u64) -> io::Result<Reserved> {
        self.state().need_folder(Some(folder))?;
        Ok(Box::new(()))
    }

    fn lock(&self, path: &Path, _: Wait) -> io::Result<Option<Box<dyn Lock>>> {
        let mut state = self.state();
        state.need_folder(path.parent())?;
        if !state.locked.insert(path.to_owned()) {
            return Ok(None);
        }
        Ok(Some(Box::new(MemoryLock { memory: self.clone(), path: path.to_owned() })))
    }
}

#[derive(Debug)]
struct MemoryFile {
    memory: Memory,
    index: usize,
}

impl Write for MemoryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.memory.state().files[self.index].seen.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl NewFile for MemoryFile {
    fn sync(&mut self) -> io::Result<()> {
        let content = &mut self.memory.state().files[self.index];
        content.synced = content.seen.clone();
        Ok(())
    }
}

impl OldFile for MemoryFile {
    fn length(&self) -> io::Result<u64> {
        Ok(self.memory.state().files[self.index].seen.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let state = self.memory.state();
        let content = &state.files[self.index].seen;
        let from = content.get(offset as usize..).unwrap_or_default();
        let count = from.len().min(buffer.len());
        buffer[..count].copy_from_slice(&from[..count]);
        Ok(count)
    }
}

#[derive(Debug)]
struct MemoryLock {
    memory: Memory,
    path: PathBuf,
}

impl Lock for MemoryLock {
    fn is_in_place(&self) -> bool {
        is_folder(&self.memory.state().seen, self.path.parent())
    }
}

impl Drop for MemoryLock {
    fn drop(&mut self) {
        self.memory.state().locked.remove(&self.path);
    }
}
