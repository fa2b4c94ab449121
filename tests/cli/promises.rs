//! What SECURITY.md promises: each line of its tables names tests, and there are
//! such tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The names of all test functions in a folder.
fn tests_in(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            tests_in(&path, names);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).expect("a source is text");
            let lines = text.lines().map(str::trim_start);
            let functions =
                lines.filter_map(|line| line.strip_prefix("pub ").unwrap_or(line).strip_prefix("fn "));
            let name = |rest: &str| Some(rest.split_once("()")?.0.split('<').next()?.to_owned());
            names.extend(functions.filter_map(name));
        }
    }
}

#[test]
fn every_promise_is_held_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names = BTreeSet::new();
    ["src", "tests"].iter().for_each(|folder| tests_in(&root.join(folder), &mut names));
    let text = fs::read_to_string(root.join("SECURITY.md")).expect("it is there");
    let mut promises = 0;
    for line in text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [_, _, tests] = cells[..] else { panic!("three columns: {line}") };
        if tests == "held by" {
            continue;
        }
        let mut held_by = tests.split(", ").peekable();
        assert!(held_by.peek().is_some(), "{line}");
        for test in held_by {
            let name = test.trim_matches('`');
            assert!(names.contains(name), "there is no test {test}: {line}");
        }
        promises += 1;
    }
    assert!(promises > 20, "the tables were read: {promises}");
}
