//! Runs a target: its corpus as it is, then edits of it; counts, and reports.

use std::cell::{Cell, RefCell};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use proptest::prelude::TestCaseError;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

use super::edits::{Corpus, Plan, plans};
use crate::text::{hex, thousands};

/// What the shares of all targets add up to.
pub const WHOLE: u64 = 1_000;

/// An input that takes longer than this is shown while it still runs.
const SLOW: Duration = Duration::from_secs(20);

/// Whether an input was accepted: neither is a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is right, and what has to hold holds.
    Accepted,
    /// It is wrong, and was refused.
    Refused,
}

/// Reads a document; the error is a fault.
pub type Check = Box<dyn Fn(&[u8]) -> Result<Outcome, String>>;

/// Something that reads documents.
pub struct Target {
    pub corpus: Corpus,
    /// How it reads one.
    pub check: Check,
}

/// The documents that are kept for a target.
pub fn kept(name: &str) -> Vec<Vec<u8>> {
    files_in(&root().join("tests/fuzz/corpus").join(name))
}

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The contents of all files in a folder and the folders in it, in order.
pub fn files_in(folder: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let content = |path: &PathBuf| {
        if path.is_dir() {
            return files_in(path);
        }
        vec![fs::read(path).expect("a file of the repository can be read")]
    };
    paths.iter().flat_map(content).collect()
}

/// The number of a variable.
fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} has to be a whole number, and not '{text}'")))
}

impl Target {
    /// Runs its share of the inputs of a long run, or those of a moment.
    pub fn run(mut self, name: &str, share: u64, moment: u64) {
        let total = number("FUDA_FUZZ");
        let inputs = total.map_or(moment, |total| (total * share).div_ceil(WHOLE));
        self.corpus.documents.extend(kept(name));
        let counts = Counts::default();
        for document in &self.corpus.documents {
            if let Err(fault) = counts.check(&self, document) {
                fault_found(name, document, &fault);
            }
        }
        let edited = inputs.saturating_sub(counts.inputs.get());
        let failed = self.run_edited(edited, &counts);
        if let Err((plan, fault)) = failed {
            fault_found(name, &self.corpus.document(&plan), &fault);
        }
        let (accepted, inputs) = (counts.accepted.get(), counts.inputs.get());
        if total.is_some() {
            let slowest = write_down("slowest", name, &counts.slowest.borrow().1);
            eprintln!("{name}: {} ({slowest})", counts.text());
        }
        assert!(accepted > 0 && accepted < inputs, "{name}: {accepted} of {inputs} inputs are accepted");
    }

    fn run_edited(&self, inputs: u64, counts: &Counts) -> Result<(), (Plan, String)> {
        let config = Config {
            cases: u32::try_from(inputs).expect("fewer inputs than 2^32 a target"),
            failure_persistence: None,
            max_shrink_iters: 2_000,
            ..Config::default()
        };
        let mut seed = *b"fuda fuzz inputs";
        seed[..8].copy_from_slice(&number("FUDA_FUZZ_SEED").unwrap_or(1).to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::XorShift, &seed);
        let mut runner = TestRunner::new_with_rng(config, rng);
        let plans = plans();
        let outcome = runner.run(&plans, |plan| {
            let document = self.corpus.document(&plan);
            counts.check(self, &document).map_err(TestCaseError::fail)
        });
        match outcome {
            Ok(()) => Ok(()),
            Err(TestError::Fail(fault, plan)) => Err((plan, fault.message().to_owned())),
            Err(TestError::Abort(why)) => panic!("{why}"),
        }
    }
}

/// Writes down an input; returns where it is.
fn write_down(folder: &str, name: &str, document: &[u8]) -> String {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let folder = target.join("fuzz").join(folder);
    let path = folder.join(name);
    match fs::create_dir_all(&folder).and_then(|()| fs::write(&path, document)) {
        Ok(()) => path.display().to_string(),
        Err(error) => format!("which cannot be written to {}: {error}", path.display()),
    }
}

/// Writes down an input that is a fault, and fails.
fn fault_found(name: &str, document: &[u8], fault: &str) -> ! {
    use sha2::{Digest as _, Sha256};
    let place = write_down(name, &hex(&Sha256::digest(document)[..5]), document);
    panic!(
        "{name}: {fault}\nThe input is {place}; once this is mended, keep it in tests/fuzz/corpus/{name}:\n{}",
        String::from_utf8_lossy(&document[..document.len().min(2_000)])
    );
}

/// The input that is being read, and since when.
type Current = Arc<Mutex<Option<(Instant, Vec<u8>)>>>;

/// What was run so far.
struct Counts {
    inputs: Cell<u64>,
    accepted: Cell<u64>,
    began: Instant,
    slowest: RefCell<(Duration, Vec<u8>)>,
    /// The input that is being read, for the watch.
    current: Current,
    /// Ends the watch when it is dropped.
    _watch: Sender<()>,
}

impl Default for Counts {
    fn default() -> Counts {
        let current = Arc::new(Mutex::new(None));
        let (watch, ends) = channel::<()>();
        let watched: Current = Arc::clone(&current);
        thread::spawn(move || {
            // Once a second, until the sender is gone.
            while ends
                .recv_timeout(Duration::from_secs(1))
                .is_err_and(|error| error == std::sync::mpsc::RecvTimeoutError::Timeout)
            {
                let current = watched.lock().expect("nobody panics while it is held");
                if let Some((began, document)) = &*current
                    && began.elapsed() > SLOW
                {
                    eprintln!(
                        "an input runs for {:.0?} already:\n{}",
                        began.elapsed(),
                        String::from_utf8_lossy(document)
                    );
                }
            }
        });
        Counts {
            inputs: Cell::default(),
            accepted: Cell::default(),
            began: Instant::now(),
            slowest: RefCell::default(),
            current,
            _watch: watch,
        }
    }
}

impl Counts {
    /// Reads an input; panics are faults, too.
    fn check(&self, target: &Target, document: &[u8]) -> Result<(), String> {
        let began = Instant::now();
        *self.current.lock().expect("nobody panics while it is held") = Some((began, document.to_vec()));
        let outcome = catch_unwind(AssertUnwindSafe(|| (target.check)(document)));
        *self.current.lock().expect("nobody panics while it is held") = None;
        let took = began.elapsed();
        if took > self.slowest.borrow().0 {
            *self.slowest.borrow_mut() = (took, document.to_vec());
        }
        self.inputs.set(self.inputs.get() + 1);
        match outcome {
            Ok(Ok(Outcome::Accepted)) => self.accepted.set(self.accepted.get() + 1),
            Ok(Ok(Outcome::Refused)) => {}
            Ok(Err(fault)) => return Err(fault),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                return Err(format!("panicked: {}", text.unwrap_or_default()));
            }
        }
        Ok(())
    }

    fn text(&self) -> String {
        format!(
            "{} inputs in {:.1} s, {} accepted; the slowest took {:.1?}",
            thousands(self.inputs.get()),
            self.began.elapsed().as_secs_f64(),
            thousands(self.accepted.get()),
            self.slowest.borrow().0,
        )
    }
}
