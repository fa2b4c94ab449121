//! Folders of a stranger: nothing outside of a folder is read, written or removed,
//! and nothing is waited for.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::{Done, TestDir, until, wait};

/// A result of 20 games.
pub const SMALL: &str = "run kujuroku --games 20 --bots random --quiet --no-report --out";

/// The longest that a command may take that has nothing to play.
pub const SOON: Duration = Duration::from_secs(25);

/// A home with files of one's own, and in it the folder `mail/sent` of a stranger,
/// which holds a result.
pub fn home() -> TestDir {
    let dir = TestDir::new();
    fs::create_dir_all(dir.path("mail/inner")).expect("folders can be created");
    dir.put(".bashrc", "mine");
    dir.put("precious.txt", "mine");
    dir.put(".fuda-0123456789abcdef-mine.part", "mine");
    dir.put("mail/inner/.fuda-0123456789abcdef-mine.part", "mine");
    dir.succeed(&format!("{SMALL} mail/sent"));
    dir
}

pub fn link(dir: &TestDir, to: &str, name: &str) {
    symlink(to, dir.path(name)).expect("links can be made");
}

pub fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("there is a mkfifo").success());
}

/// A file without content of three gigabytes, which takes no room.
pub fn huge(path: &Path) {
    File::create(path).and_then(|file| file.set_len(3 << 30)).expect("a file can be made longer");
}

/// Everything outside of the stranger's folder, without following links.
pub fn own(dir: &TestDir) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for name in dir.names(&folder) {
            let name = format!("{folder}{name}");
            let data = fs::symlink_metadata(dir.path(&name)).expect("it is there");
            if name == "mail/sent" || name == "merged" {
                continue;
            }
            let is_small = data.is_file() && data.len() < 1 << 20;
            let content = if is_small { fs::read(dir.path(&name)).unwrap_or_default() } else { Vec::new() };
            found.insert(name.clone(), content);
            if data.is_dir() {
                folders.push(name + "/");
            }
        }
    }
    found
}

/// Runs a command on the stranger's folder, which must end soon and leave everything
/// else alone.
pub fn on_a_strangers_folder(dir: &TestDir, line: &str) -> Done {
    let (before, began) = (own(dir), Instant::now());
    let done = dir.fuda(line);
    assert!(began.elapsed() < SOON, "fuda {line} took {:?}: {done:?}", began.elapsed());
    assert!(!done.stderr.contains("panicked") && done.code.is_some(), "fuda {line}: {done:?}");
    let after = own(dir);
    assert!(before.keys().eq(after.keys()), "fuda {line}: {:?}, then {:?}", before.keys(), after.keys());
    let changed: Vec<&String> = before.keys().filter(|name| before[*name] != after[*name]).collect();
    assert!(changed.is_empty(), "fuda {line} changed {changed:?}");
    done
}

#[test]
fn a_journal_changes_nothing_outside_of_its_folder() {
    let part = ".fuda-0123456789abcdef-x.part";
    for (put, remove) in [
        (r#"["x","up2/.bashrc"]"#.to_owned(), ""),
        (format!(r#"["{part}","up2/.bashrc"]"#), ""),
        (format!(r#"["{part}","up2/new"]"#), ""),
        (format!(r#"["{part}","link"]"#), ""),
        (format!(r#"["up2/{part}","stolen"]"#), ""),
        (r#"["link","stolen"]"#.to_owned(), ""),
        (r#"["run.toml","stolen"]"#.to_owned(), ""),
        (String::new(), r#""up2/.bashrc""#),
        (String::new(), r#""../../.bashrc""#),
        (String::new(), r#""/etc/hostname""#),
    ] {
        let dir = home();
        link(&dir, "../..", "mail/sent/up2");
        link(&dir, "../../precious.txt", "mail/sent/link");
        for name in ["x", part] {
            dir.put(&format!("mail/sent/{name}"), "theirs");
        }
        dir.put("mail/sent/.fuda-commit", format!(r#"{{"put":[{put}],"remove":[{remove}]}}"#));
        for line in ["report mail/sent", &format!("{SMALL} mail/sent"), "merge mail/sent --out merged"] {
            let done = on_a_strangers_folder(&dir, line);
            // A link itself may be replaced: it lies in the folder.
            if !put.ends_with(r#""link"]"#) {
                assert_eq!(done.code, Some(2), "{put} {remove}, {line}: {done:?}");
            }
        }
        assert!(!dir.path("mail/sent/stolen").exists(), "{put}");
    }
}

#[test]
fn a_record_removes_nothing_behind_a_link() {
    let dir = home();
    link(&dir, "../..", "mail/sent/sub");
    for (name, file) in [("kept", "sub/precious.txt"), ("kept", "../../precious.txt"), ("sub", "sub")] {
        let record = dir.read("mail/sent/run.toml");
        dir.put("mail/sent/run.toml", record.replace("\"win.csv\"", &format!("\"{file}\"")));
        let again = "run --from mail/sent/run.toml --quiet --no-report";
        for line in [again.to_owned(), format!("{SMALL} mail/sent --seed 2 --force"), again.to_owned()] {
            on_a_strangers_folder(&dir, &line);
        }
        assert_eq!(dir.read("precious.txt"), "mine", "{name}");
    }
}

#[test]
fn rows_are_not_spooled_through_a_link() {
    for command in ["run kujuroku --games 40k --bots random --rows rounds --no-report --out mail/rows"] {
        let dir = home();
        fs::create_dir(dir.path("mail/rows")).expect("it is new");
        for name in [".fuda-rows-rounds", ".fuda-rows-forced-rounds", ".fuda-rows-merge-rounds"] {
            link(&dir, "../../precious.txt", &format!("mail/rows/{name}"));
        }
        let done = dir.fuda(command);
        assert_eq!(dir.read("precious.txt"), "mine", "{done:?}");
        assert_eq!(done.code, Some(1), "{done:?}");
        assert!(done.stderr.contains("mail/rows/.fuda-rows-rounds: it is a link"), "{done:?}");
        // Nor into a file that has another name elsewhere.
        let _ = fs::remove_file(dir.path("mail/rows/.fuda-rows-rounds"));
        fs::hard_link(dir.path("precious.txt"), dir.path("mail/rows/.fuda-rows-rounds")).expect("a name");
        let done = dir.fuda(command);
        assert_eq!(dir.read("precious.txt"), "mine", "{done:?}");
        assert!(done.stderr.contains("hard links"), "{done:?}");
    }
}

#[test]
fn the_folder_of_a_variant_is_no_link() {
    let dir = home();
    fs::create_dir(dir.path("other")).expect("it is new");
    let sweep = "sweep kujuroku --vary jizo --bots random --games 20 --quiet --no-report --out mail/sent";
    dir.succeed(&format!("{sweep} --force"));
    fs::remove_dir_all(dir.path("mail/sent/000-baseline")).expect("it is there");
    link(&dir, "../../other", "mail/sent/000-baseline");
    dir.put("other/summary.csv", "mine");
    for line in [sweep.to_owned(), format!("{sweep} --force"), format!("{SMALL} mail/sent --force")] {
        let done = on_a_strangers_folder(&dir, &line);
        let is_refused = line.starts_with("sweep");
        assert_eq!(done.code, Some(i32::from(is_refused)), "{line}: {done:?}");
        assert_eq!(done.stderr.contains("mail/sent/000-baseline"), is_refused, "{line}: {done:?}");
    }
}

#[test]
fn a_run_leaves_the_files_of_another_one_in_a_sub_folder_alone() {
    let dir = home();
    fs::create_dir(dir.path("mail/sent/b")).expect("it is new");
    link(&dir, "../../mail/inner", "mail/sent/linked");
    let parts = ["mail/sent/b/.fuda-0123456789abcdef-run.toml.part", "mail/sent/b/.fuda-lock"];
    for name in parts {
        dir.put(name, "of another run");
    }
    // Its own are those in the folder itself.
    dir.put("mail/sent/.fuda-0123456789abcdef-run.toml.part", "left behind");
    for line in [format!("{SMALL} mail/sent"), format!("{SMALL} mail/sent --seed 2 --force")] {
        assert_eq!(on_a_strangers_folder(&dir, &line).code, Some(0));
    }
    for name in parts {
        assert_eq!(dir.read(name), "of another run", "{name}");
    }
    assert!(!dir.path("mail/sent/.fuda-0123456789abcdef-run.toml.part").exists());
}

#[test]
fn runs_in_a_folder_and_in_its_sub_folders_do_not_disturb_each_other() {
    let dir = TestDir::new();
    dir.succeed(&format!("{SMALL} alone"));
    for round in 0..6 {
        let runs: Vec<_> =
            ["a", "a/b", "a/c"].map(|out| dir.start(&format!("{SMALL} {out} --force"))).into_iter().collect();
        for run in runs {
            let done = wait(run);
            assert_eq!(done.code, Some(0), "round {round}: {done:?}");
        }
        for out in ["a", "a/b", "a/c"] {
            for name in dir.names("alone").into_iter().filter(|name| name != "timing.json") {
                let [one, other] = [out, "alone"].map(|folder| fs::read(dir.path(folder).join(&name)).ok());
                assert!(one.is_some() && one == other, "round {round}: {out}/{name}");
            }
        }
        fs::remove_dir_all(dir.path("a")).expect("it is there");
    }
}

#[test]
fn only_the_record_of_a_command_is_one() {
    let dir = TestDir::new();
    dir.succeed(&format!("{SMALL} a"));
    fs::copy(dir.path("a/run.toml"), dir.path("a/backup.toml")).expect("it can be copied");
    fs::copy(dir.path("a/run.toml"), dir.path("a/compare.toml")).expect("it can be copied");
    let longer = "run kujuroku --games 60 --bots random --quiet --no-report --out a";
    dir.succeed(longer);
    let record = dir.read("a/run.toml");
    assert!(record.contains("games_played = 60"), "{record}");
    dir.succeed("report a --quiet");
    assert_eq!(dir.read("a/run.toml"), record);
    assert!(dir.read("a/report.html").contains("60 games"));
    // Two records are none.
    dir.succeed("compare kujuroku greedy random --games 40 --quiet --out b");
    fs::copy(dir.path("b/compare.toml"), dir.path("a/compare.toml")).expect("it can be copied");
    for line in ["report a", longer, "merge a --out c"] {
        let error = dir.fail(2, line);
        assert!(error.contains("it has two records, run.toml and compare.toml"), "{line}: {error}");
    }
}

#[test]
fn what_is_no_regular_file_is_refused_at_once() {
    type Maker = fn(&Path);
    let zero: Maker = |path| symlink("/dev/zero", path).expect("links can be made");
    let makers: [(&str, Maker); 3] =
        [("a pipe", |path| pipe(path)), ("a link to a device", zero), ("huge", |path| huge(path))];
    let names = [
        "run.toml",
        "run.tally",
        "fuda.checkpoint",
        ".fuda-commit",
        ".fuda-lock",
        "timing.json",
        "card_score.csv",
        "report.html",
    ];
    for (what, make) in makers {
        for name in names {
            let dir = home();
            let path = dir.path("mail/sent").join(name);
            let _ = fs::remove_file(&path);
            make(&path);
            let may_work = ["timing.json", "report.html", "fuda.checkpoint", ".fuda-lock"].contains(&name);
            for line in [
                "report mail/sent",
                "merge mail/sent --out merged --partial",
                "run --from mail/sent/run.toml --quiet",
                "run kujuroku --games 40 --bots random --quiet --out mail/sent",
            ] {
                let done = on_a_strangers_folder(&dir, line);
                assert!(
                    may_work || done.code != Some(0) || !reads(line, name),
                    "{what} {name}, {line}: {done:?}"
                );
            }
        }
    }
}

/// Whether a command cannot do without a file.
fn reads(line: &str, name: &str) -> bool {
    let is_table = name == "card_score.csv";
    let is_report = line.starts_with("report");
    name != "run.tally" && is_table == is_report && !(name == "run.toml" && line.starts_with("run k"))
}

#[test]
fn a_link_that_leads_nowhere_is_no_folder() {
    let dir = TestDir::new();
    link(&dir, "nowhere", "dangling");
    link(&dir, "loop", "loop");
    for out in ["dangling", "dangling/a", "loop", "loop/a"] {
        let done = on_a_strangers_folder(&dir, &format!("{SMALL} {out}"));
        assert_eq!(done.code, Some(2), "{out}: {done:?}");
    }
    // One that leads to a folder is the user's wish.
    fs::create_dir(dir.path("far")).expect("it is new");
    link(&dir, "far", "near");
    dir.succeed(&format!("{SMALL} near"));
    dir.succeed("report near --quiet");
    assert!(dir.names("far").contains(&"report.html".to_owned()));
}

#[test]
fn a_process_that_keeps_the_lock_of_the_index_is_waited_for_a_while() {
    let dir = TestDir::new();
    fs::create_dir(dir.path("reports")).expect("it is new");
    let lock = File::create(dir.path("reports/.fuda-index-lock")).expect("it is new");
    lock.lock().expect("it is free");
    // Elsewhere nothing is listed.
    dir.succeed(&format!("{SMALL} out"));
    let began = Instant::now();
    let done = dir.fuda(&format!("{SMALL} reports/a"));
    assert!(began.elapsed() < SOON, "{done:?}");
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.contains("reports/.fuda-index-lock for 10 s"), "{done:?}");
    assert!(done.stderr.contains("the result is in reports/a"), "{done:?}");
    drop(lock);
    dir.succeed(&format!("{SMALL} reports/a"));
    assert!(dir.read("reports/index.csv").contains("\na,run,"));
}

#[test]
fn a_forced_run_that_was_killed_leaves_the_old_result_to_be_extended() {
    let dir = TestDir::new();
    let run = "run kujuroku --bots random --rows rounds --quiet --no-report --checkpoint 50ms";
    dir.succeed(&format!("{run} --games 40 --out a"));
    let mut child = dir.start(&format!("{run} --games 100M --threads 1 --out a --force"));
    let length = |name: String| fs::metadata(dir.path("a").join(name)).map_or(0, |data| data.len());
    let is_spooling = || {
        dir.names("a").into_iter().filter(|name| name.starts_with(".fuda-rows")).any(|name| length(name) > 0)
    };
    until("rows are spooled", is_spooling);
    let spooled = Instant::now();
    let age = || fs::metadata(dir.path("a/fuda.checkpoint")).ok()?.modified().ok()?.elapsed().ok();
    until("a later checkpoint is saved", || age().is_some_and(|age| age < spooled.elapsed()));
    child.kill().expect("it runs");
    child.wait().expect("it ended");
    dir.succeed(&format!("{run} --games 80 --out a"));
    dir.succeed(&format!("{run} --games 80 --out b"));
    // What the forced run has done stays there for it.
    let (extended, fresh) = (dir.results("a"), dir.results("b"));
    assert!(fresh.iter().all(|(name, content)| extended.get(name) == Some(content)), "{:?}", extended.keys());
}
