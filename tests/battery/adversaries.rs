//! Scripts that try to break the promise of the same bytes, or to run on for
//! ever: the same result or the same error, on any number of threads.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use fuda::bots::BotSpec;
use fuda::game::Game;
use fuda::games::kujuroku::{Kujuroku, Rules};
use fuda::settings::{Assignment, Settings};
use fuda::sim::{BlockCounter, Controls, KeepNothing, LineUp, Setup, StopRule};
use fuda::study::{Run, Study, carry_out};
use sha2::{Digest as _, Sha256};

const SCRIPTS: &str = include_str!("../scripts/adversaries.txt");

/// What must become of a script.
#[derive(Debug, PartialEq)]
enum Fate<'a> {
    Plays,
    Fails(&'a str),
    Refused(&'a str),
}

struct Adversary<'a> {
    name: &'a str,
    fate: Fate<'a>,
    text: String,
}

fn adversaries() -> Vec<Adversary<'static>> {
    SCRIPTS.split("\n=== ").skip(1).map(parsed).collect()
}

fn parsed(section: &'static str) -> Adversary<'static> {
    let (head, body) = section.split_once('\n').expect("a script after its name");
    let (name, fate) = head.split_once(": ").expect("what must become of it");
    let (word, text) = fate.split_once(' ').unwrap_or((fate, ""));
    let fate = match word {
        "plays" => Fate::Plays,
        "fails" => Fate::Fails(text),
        "refused" => Fate::Refused(text),
        _ => panic!("{name}: {fate}"),
    };
    // A comment between two scripts.
    let body = body.split("\n# ").next().expect("a first part");
    let is_whole = body.contains("choose =");
    let text = if is_whole {
        body.to_owned()
    } else {
        format!("return {{ choose = function(view, options)\n{body}\nend }}\n")
    };
    let text = if name == "a_byte_order_mark" { format!("\u{feff}{text}") } else { text };
    let text = text.replace("<CR>", "\r");
    Adversary { name, fate, text }
}

/// Short games, as some scripts take a second for each.
fn run_of(path: &Path) -> Result<Run<Kujuroku>, String> {
    let rules = ["chips=20"].map(|text| Assignment::parse(text).expect("a rule"));
    let game = Kujuroku::new(Rules::with(&rules).expect("it is allowed"));
    let bots = [path.display().to_string().as_str(), "random"].map(BotSpec::new);
    let line_up = LineUp::new(&game, &bots).map_err(|error| error.to_string())?;
    Ok(Run::new(Setup::new(game, line_up, 1)))
}

/// The blocks that were counted, their counts, and how the run ended.
type Outcome = (u64, Vec<u8>, Option<String>);

fn outcome(run: &Run<Kujuroku>, threads: usize) -> Outcome {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    let controls = Controls { pool: &pool, interrupted: &AtomicBool::new(false), progress: &|_| {} };
    let stop = StopRule { blocks: Some(3), ..StopRule::default() };
    let mut counter = run.counter();
    let stopped = carry_out(run, &mut counter, &stop, None, &mut KeepNothing, &controls);
    (counter.blocks(), counter.save(), stopped.fault.map(|fault| fault.to_string()))
}

/// What is wrong with how a script fared, if anything is.
fn objection(adversary: &Adversary<'_>, folder: &Path) -> Option<String> {
    let path = folder.join(format!("{}.luau", adversary.name));
    std::fs::write(&path, &adversary.text).expect("a file can be written");
    let run = match (run_of(&path), &adversary.fate) {
        (Err(error), Fate::Refused(text)) => {
            return (!error.contains(text)).then(|| format!("refused with: {error}"));
        }
        (Err(error), _) => return Some(format!("refused: {error}")),
        (Ok(_), Fate::Refused(_)) => return Some("not refused".to_owned()),
        (Ok(run), _) => run,
    };
    let first = outcome(&run, 1);
    for threads in [2, 8] {
        let again = outcome(&run, threads);
        if again != first {
            let (one, other) = ((first.0, &first.2), (again.0, &again.2));
            return Some(format!("{one:?} on one thread, {other:?} on {threads}"));
        }
    }
    match (&adversary.fate, first.2) {
        (Fate::Plays, None) => None,
        (Fate::Fails(text), Some(fault)) => {
            let is_plain = fault.chars().all(|character| !character.is_control()) && fault.len() < 1_000;
            (!fault.contains(text) || !is_plain).then(|| format!("failed with: {fault:?}"))
        }
        (_, fault) => Some(format!("ended with {fault:?}")),
    }
}

/// Where a second process writes the outcomes of all scripts that play.
const DIGESTS: &str = "FUDA_ADVERSARIES_DIGESTS";

/// A line for each script that plays and is not about memory, which takes long: its
/// name and the hash of its outcome.
fn digests() -> String {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let is_long =
        |name: &str| ["memory", "megabytes", "garbage", "deletions"].iter().any(|part| name.contains(part));
    let is_played = |adversary: &Adversary<'_>| adversary.fate == Fate::Plays && !is_long(adversary.name);
    let played = adversaries().into_iter().filter(is_played);
    let line = |adversary: Adversary<'_>| {
        let path = folder.path().join("adversary.luau");
        std::fs::write(&path, &adversary.text).expect("a file can be written");
        let run = run_of(&path).unwrap_or_else(|error| panic!("{}: {error}", adversary.name));
        let (_, counts, fault) = outcome(&run, 1);
        assert_eq!(fault, None, "{}", adversary.name);
        format!("{} {:?}\n", adversary.name, Sha256::digest(counts))
    };
    played.map(line).collect()
}

/// Does nothing unless it is asked for outcomes by another process.
#[test]
fn outcomes_for_another_process() {
    if let Some(path) = std::env::var_os(DIGESTS) {
        std::fs::write(path, digests()).expect("a file can be written");
    }
}

/// The system's library of mathematics takes other code without fused
/// multiplications, with other last digits.
#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]
fn adversaries_get_the_same_result_on_a_processor_without_fused_multiplications() {
    if std::env::var_os(DIGESTS).is_some() || !std::arch::is_x86_feature_detected!("fma") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("digests");
    let this = std::env::current_exe().expect("the test has a path");
    let mut other = std::process::Command::new(this)
        .args(["--exact", "adversaries::outcomes_for_another_process"])
        .env("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-FMA,-AVX2,-FMA4")
        .env(DIGESTS, &path)
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("it can be started");
    let here = digests();
    assert!(here.lines().count() >= 150);
    assert!(other.wait().expect("it ends").success());
    let there = std::fs::read_to_string(&path).expect("it was written");
    let different: Vec<_> = here.lines().zip(there.lines()).filter(|(here, there)| here != there).collect();
    assert!(here.lines().count() == there.lines().count() && different.is_empty(), "{different:?}");
}

#[test]
fn adversaries_get_the_same_result_or_a_clear_error_on_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let all = adversaries();
    assert!(all.len() >= 400, "{} scripts", all.len());
    let chosen = std::env::var("FUDA_ADVERSARY").ok();
    let is_chosen = |name: &str| chosen.as_ref().is_none_or(|part| name.contains(part));
    let queue = Mutex::new(all.iter().filter(|adversary| is_chosen(adversary.name)));
    let wrong = Mutex::new(Vec::new());
    // Plain threads: one of rayon's that waits for a run begins the next script on
    // top of it, until the stack is full.
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let next = || queue.lock().expect("no thread panics here").next();
                while let Some(adversary) = next() {
                    if let Some(objection) = objection(adversary, folder.path()) {
                        let line = format!("{}: {objection}", adversary.name);
                        wrong.lock().expect("no thread panics here").push(line);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no thread panicked");
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
}
