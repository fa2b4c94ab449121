//! Storage that fails at a chosen operation.

use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use super::Memory;
use crate::storage::{Kind, Lock, NewFile, OldFile, Reserved, Storage, Wait};

/// What happens at the chosen operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It fails, and those after it do not.
    Once(ErrorKind),
    /// It and all that follow fail: the disk is full, read-only or broken.
    Forever(ErrorKind),
    /// If it is a write, it writes one byte, which is no fault; otherwise it
    /// fails once.
    Short,
    /// The process ends: nothing is done any more. A write may be half done.
    Crash,
}

/// Storage in memory with one fault.
#[derive(Clone, Debug)]
pub struct Faulty {
    inner: Memory,
    plan: Arc<Mutex<Plan>>,
}

#[derive(Debug)]
struct Plan {
    fault: Fault,
    /// The number of the operation at which it happens, from 1.
    at: u64,
    /// The operations so far.
    done: u64,
}

/// How an operation goes.
enum Step {
    Good,
    Bad(io::Error),
    /// A write of this many bytes, at most.
    Short(usize),
}

impl Faulty {
    /// Storage that fails at the operation of this number, from 1.
    pub fn new(inner: Memory, fault: Fault, at: u64) -> Faulty {
        Faulty { inner, plan: Arc::new(Mutex::new(Plan { fault, at, done: 0 })) }
    }

    /// The number of operations so far.
    pub fn operations(&self) -> u64 {
        self.plan.lock().expect("no thread panics here").done
    }

    /// Whether the operation was reached.
    pub fn has_struck(&self) -> bool {
        let plan = self.plan.lock().expect("no thread panics here");
        plan.done >= plan.at
    }

    fn next(&self) -> Step {
        let mut plan = self.plan.lock().expect("no thread panics here");
        plan.done += 1;
        let is_now = plan.done == plan.at;
        let is_later = plan.done > plan.at;
        match plan.fault {
            Fault::Once(kind) if is_now => Step::Bad(kind.into()),
            Fault::Forever(kind) if is_now || is_later => Step::Bad(kind.into()),
            Fault::Short if is_now => Step::Short(1),
            Fault::Crash if is_now || is_later => Step::Bad(io::Error::other("crashed")),
            _ => Step::Good,
        }
    }

    fn step(&self) -> io::Result<()> {
        match self.next() {
            Step::Good => Ok(()),
            Step::Bad(error) => Err(error),
            Step::Short(_) => Err(ErrorKind::StorageFull.into()),
        }
    }
}

impl Storage for Faulty {
    fn within(&self, _: &Path) -> Arc<dyn Storage> {
        Arc::new(self.clone())
    }

    fn kind(&self, path: &Path) -> io::Result<Option<Kind>> {
        self.step().and_then(|()| self.inner.kind(path))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        self.step().and_then(|()| self.inner.list(folder))
    }

    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        self.step().and_then(|()| self.inner.read(path, most))
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.step().and_then(|()| self.inner.create_folder(path))
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        self.step().and_then(|()| self.inner.remove_folder(path))
    }

    fn create_file(&self, path: &Path) -> io::Result<Box<dyn NewFile>> {
        self.step()?;
        let file = self.inner.create_file(path)?;
        Ok(Box::new(FaultyFile { file, storage: self.clone() }))
    }

    fn continue_file(&self, path: &Path, keep: u64) -> io::Result<Box<dyn NewFile>> {
        self.step()?;
        let file = self.inner.continue_file(path, keep)?;
        Ok(Box::new(FaultyFile { file, storage: self.clone() }))
    }

    fn open_file(&self, path: &Path) -> io::Result<Box<dyn OldFile>> {
        self.step()?;
        let file = self.inner.open_file(path)?;
        Ok(Box::new(FaultyReader { file, storage: self.clone() }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step().and_then(|()| self.inner.rename(from, to))
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.step().and_then(|()| self.inner.remove_file(path))
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.step().and_then(|()| self.inner.sync_folder(folder))
    }

    fn reserve(&self, folder: &Path, bytes: u64) -> io::Result<Reserved> {
        self.step().and_then(|()| self.inner.reserve(folder, bytes))
    }

    fn lock(&self, path: &Path, wait: Wait) -> io::Result<Option<Box<dyn Lock>>> {
        self.step().and_then(|()| self.inner.lock(path, wait))
    }
}

struct FaultyFile {
    file: Box<dyn NewFile>,
    storage: Faulty,
}

impl Write for FaultyFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.storage.next() {
            Step::Good => self.file.write(bytes),
            Step::Short(count) => self.file.write(&bytes[..count.min(bytes.len())]),
            Step::Bad(error) => {
                // The disk may be full in the middle of a write.
                let _ = self.file.write(&bytes[..bytes.len() / 2]);
                Err(error)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl NewFile for FaultyFile {
    fn sync(&mut self) -> io::Result<()> {
        self.storage.step().and_then(|()| self.file.sync())
    }
}

#[derive(Debug)]
struct FaultyReader {
    file: Box<dyn OldFile>,
    storage: Faulty,
}

impl OldFile for FaultyReader {
    fn length(&self) -> io::Result<u64> {
        self.storage.step().and_then(|()| self.file.length())
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.storage.step().and_then(|()| self.file.read_at(offset, buffer))
    }
}
