//! The command of a program, and how long it may take.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::storage::{limits, open_regular};
use crate::text::hex;

/// How long programs may take. It can end a run, and changes no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramLimits {
    /// For the start, up to the first answer.
    pub start: Duration,
    /// For the answers to what it is asked at once.
    pub decision: Duration,
}

impl ProgramLimits {
    /// The limits if none are set.
    pub const DEFAULT: ProgramLimits =
        ProgramLimits { start: Duration::from_secs(30), decision: Duration::from_secs(10) };
}

/// Whether programs may be started.
static ALLOWED: AtomicBool = AtomicBool::new(false);

/// Allows to start programs, from now on. Nothing starts one before: neither a
/// record nor a strategy file is reason enough.
pub fn allow_programs() {
    ALLOWED.store(true, Ordering::Relaxed);
}

/// Whether programs may be started.
pub(super) fn are_allowed() -> bool {
    ALLOWED.load(Ordering::Relaxed)
}

static LIMITS: Mutex<ProgramLimits> = Mutex::new(ProgramLimits::DEFAULT);

/// Sets how long programs may take from now on.
pub fn set_program_limits(limits: ProgramLimits) {
    *LIMITS.lock().unwrap_or_else(PoisonError::into_inner) = limits;
}

/// How long programs may take.
#[must_use]
pub fn program_limits() -> ProgramLimits {
    *LIMITS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The command of a program: no shell is involved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramCommand {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Where it is started, if not here.
    pub folder: Option<PathBuf>,
}

impl ProgramCommand {
    /// The command that is written in one text, split into words as a shell does.
    ///
    /// # Errors
    /// If it is empty, or a quote has no end.
    pub fn parse(text: &str) -> Result<ProgramCommand, String> {
        let words = shlex::split(text).ok_or("a quote has no end")?;
        ProgramCommand::checked(ProgramCommand { words, folder: None })
    }

    /// The command in a strategy file, from whose folder it is started.
    ///
    /// # Errors
    /// If it is empty.
    pub fn in_file(words: Vec<String>, file: &Path) -> Result<ProgramCommand, String> {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        ProgramCommand::checked(ProgramCommand { words, folder: folder.map(ToOwned::to_owned) })
    }

    fn checked(self) -> Result<ProgramCommand, String> {
        match self.words.first() {
            None => Err("there is no program in it".to_owned()),
            Some(program) if program.is_empty() => Err("the name of the program is empty".to_owned()),
            _ if self.words.iter().any(|word| word.contains('\0')) => {
                Err("there is a null character in it".to_owned())
            }
            _ => Ok(self),
        }
    }

    /// What is started: a path is taken from the folder of the command, a bare
    /// name is looked up where the system looks for programs.
    #[must_use]
    pub fn executable(&self) -> PathBuf {
        let program = Path::new(&self.words[0]);
        match &self.folder {
            Some(folder) if self.is_path() => {
                let path = folder.join(program);
                std::path::absolute(&path).unwrap_or(path)
            }
            _ => program.to_owned(),
        }
    }

    fn is_path(&self) -> bool {
        self.words[0].contains(std::path::is_separator)
    }

    /// The SHA-256 of every file that the command names, by its name: of scripts
    /// and of programs that are given by a path. What these read is not known, and
    /// a file of more than a gigabyte is not hashed.
    #[must_use]
    pub fn files(&self) -> BTreeMap<String, String> {
        let named = self.words.iter().skip(usize::from(!self.is_path()));
        let file = |word: &String| {
            let path = self.folder.as_ref().map_or_else(|| word.into(), |folder| folder.join(word));
            let digest = digest(&path).ok()?;
            Some((word.clone(), digest))
        };
        named.filter_map(file).collect()
    }
}

fn digest(path: &Path) -> std::io::Result<String> {
    let mut file = open_regular(path)?;
    if file.metadata()?.len() > limits::PROGRAM {
        return Err(std::io::ErrorKind::FileTooLarge.into());
    }
    let mut digest = Sha256::new();
    let mut chunk = vec![0; 1 << 16];
    loop {
        match file.read(&mut chunk)? {
            0 => return Ok(hex(&digest.finalize())),
            length => digest.update(&chunk[..length]),
        }
    }
}
