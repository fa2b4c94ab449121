//! A system that does not do what it should: full disks, closed streams, low
//! limits.

use std::fs;
use std::os::unix::fs::symlink;

use crate::support::TestDir;

#[test]
fn a_standard_output_that_is_full_fails_the_command_and_keeps_the_files() {
    let dir = TestDir::new();
    let done = dir.bash("\"$FUDA\" run kujuroku --games 20 --out a > /dev/full");
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(
        done.stderr
            .contains("error: cannot write to the standard output: the disk is full; the files are in a\n"),
        "{done:?}"
    );
    dir.results("a");
    for line in ["--help", "--version", "run --help", "games"] {
        let done = dir.bash(&format!("\"$FUDA\" {line} > /dev/full"));
        assert_eq!(done.code, Some(1), "{line}: {done:?}");
        assert_eq!(done.stderr, "error: cannot write to the standard output: the disk is full\n", "{line}");
    }
}

#[test]
fn closed_streams_and_broken_pipes_keep_the_files() {
    let dir = TestDir::new();
    for (name, streams) in
        [("a", ">&-"), ("b", "2>&-"), ("c", ">&- 2>&- <&-"), ("d", "| true"), ("e", "2>/dev/full")]
    {
        let line = format!("set -o pipefail; \"$FUDA\" run kujuroku --games 20 --out {name} {streams}");
        let done = dir.bash(&line);
        assert_eq!(done.code, Some(0), "{streams}: {done:?}");
        dir.results(name);
    }
}

#[test]
fn few_open_files_suffice() {
    let dir = TestDir::new();
    let sweep = "sweep kujuroku --vary jizo --bots greedy --bots random --games 20 --quiet";
    dir.succeed(&format!("{sweep} --out a"));
    let done = dir.bash(&format!("ulimit -n 24; \"$FUDA\" {sweep} --out b"));
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(dir.names("a"), dir.names("b"));
}

#[test]
fn files_that_may_not_be_large_fail_before_the_first_game() {
    let dir = TestDir::new();
    // The signal that comes with it does not end the program.
    for (line, blocks) in [("run kujuroku --games 20", 8), ("odds kachi-kachi", 1)] {
        let done = dir.bash(&format!("ulimit -f {blocks}; exec \"$FUDA\" {line} --out a"));
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.stderr.contains("cannot write to a: the file would be too large"), "{done:?}");
    }
    assert_eq!(dir.names("."), [""; 0]);
}

#[test]
fn too_little_memory_for_the_threads_is_found_before_the_first_game() {
    let dir = TestDir::new();
    let done = dir.bash("ulimit -v 200000; exec \"$FUDA\" run kujuroku --games 20 --threads 900 --out a");
    // What happens after the message is up to the memory that is left.
    assert_ne!(done.code, Some(0), "{done:?}");
    assert!(done.stderr.contains("error: cannot start 900 threads: "), "{done:?}");
    assert!(!dir.path("a").exists());
}

#[test]
fn links_in_the_folder_are_not_followed() {
    let dir = TestDir::new();
    dir.put("precious.csv", "mine");
    dir.succeed("run kujuroku --games 20 --quiet --out a");
    for name in ["yaku.csv", "run.tally", "fuda.checkpoint"] {
        let _ = fs::remove_file(dir.path("a").join(name));
        symlink(dir.path("precious.csv"), dir.path("a").join(name)).unwrap();
    }
    dir.succeed("run kujuroku --games 20 --quiet --out a --force");
    assert_eq!(dir.read("precious.csv"), "mine");
    assert!(!dir.path("a/yaku.csv").is_symlink());
    symlink(dir.path("precious.csv"), dir.path("a/.fuda-lock")).unwrap();
    let error = dir.fail(2, "run kujuroku --games 40 --out a");
    assert!(error.contains("cannot lock a/.fuda-lock: it is a link"), "{error}");
}
