//! The ways in which a program can fail: what is said then, with which exit code,
//! and that nothing is left running.

use crate::support::TestDir;
use crate::{assert_none_runs, exec, fuda};

/// A way to fail.
pub struct Way {
    pub name: &'static str,
    code: i32,
    /// What is said.
    says: &'static [&'static str],
    /// More options.
    options: &'static [&'static str],
}

/// A program that cannot play is refused before the first game.
const REFUSED: i32 = 2;
/// One that fails later ends the run, and finished work is kept.
const FAILED: i32 = 1;

/// For those that are not going to answer.
const SOON: &[&str] = &["--bot-timeout", "500ms"];
const START_SOON: &[&str] = &["--bot-start-timeout", "500ms"];

/// What is said of them.
const LATE: &[&str] = &["no answer to ", " in 500 ms (--bot-timeout)"];

pub fn all() -> Vec<Way> {
    let way = |name, code, says, options| Way { name, code, says, options };
    let refused = |name, says| way(name, REFUSED, says, &[][..]);
    let failed = |name, says| way(name, FAILED, says, &[][..]);
    let late = |name, says| way(name, FAILED, says, SOON);
    vec![
        refused("exits", &["no answer to the first line: it ended with exit code 0"]),
        refused(
            "exits-3",
            &[
                "it ended with exit code 3\nThe last lines of its standard error:\n  | Traceback:\n",
                "  |   no module named \\u{1b}[31mred\n",
            ],
        ),
        refused("panics", &["it ended with exit code 101", "it cannot go on"]),
        way(
            "hangs-at-start",
            REFUSED,
            &["no answer to the first line in 500 ms (--bot-start-timeout)"],
            START_SOON,
        ),
        way(
            "closes-stdout-at-start",
            REFUSED,
            &["no answer to the first line: it closed its standard output"],
            &[],
        ),
        refused("child-at-start", &["it ended with exit code 4"]),
        refused(
            "floods-stderr-at-start",
            &["it wrote more than a megabyte to its standard error", "\n  | eeee"],
        ),
        refused("version-2", &["it speaks protocol 2, and this fuda speaks 1"]),
        refused("no-version", &["there is no 'protocol' in it", "expected a line such as"]),
        refused("no-form", &["'form' has to be \"batch\" or \"plain\""]),
        refused("other-form", &["'form' has to be \"batch\" or \"plain\""]),
        refused("hello-list", &["it began with [1]: there is no 'protocol' in it"]),
        refused("hello-text", &["it began with Hello! I am a bot.: expected value at line 1 column 1"]),
        refused("hello-empty", &["it began with an empty line: "]),
        refused("about-number", &["'about' has to be a text"]),
        failed("early", &["it wrote [[1,0]] without being asked"]),
        failed("dies", &["no answer to", "it ended with exit code 7", "\n  | out of luck\n"]),
        failed("dies-well", &["it ended with exit code 0"]),
        failed("aborts", &["it was ended by signal 6"]),
        late("hangs", LATE),
        late("hangs-in-words", LATE),
        failed("closes-stdout", &["no answer to", ": it closed its standard output"]),
        failed(
            "no-json",
            &["it answered I take the first one: expected value", "expected [[game,option],...]"],
        ),
        failed("empty-line", &["it answered an empty line: "]),
        failed("object", &["invalid type: map", "expected [[game,option],...]"]),
        failed("flat", &["invalid type: integer", "expected [[game,option],...]"]),
        failed("triples", &["expected [[game,option],...]"]),
        failed("unknown-game", &["about which it was not asked"]),
        // Asked about all games at once it is late with all but the first, which has
        // ended only when the block is played again.
        way(
            "ended-game",
            FAILED,
            &["it answered for game 1, about which it was not asked"],
            &["--bot-timeout", "2s"],
        ),
        failed("twice", &["it answered twice for game"]),
        late("missing", LATE),
        late("nothing", LATE),
        failed("out-of-range", &["it chose option 99 of 'play' in game", "the options are 0 to"]),
        failed("negative", &["it chose option -1 of 'play' in game", "the options are 0 to"]),
        failed("float", &["invalid type: floating point `0.5`, expected i64"]),
        failed("string", &["invalid type: string \"0\", expected i64"]),
        failed("null", &["invalid type: null, expected i64"]),
        failed("huge-number", &["expected [[game,option],...]"]),
        failed("deep", &["it answered [[[[[", "invalid type: sequence, expected u64"]),
        failed("long-line", &["it wrote more than a megabyte without the end of a line"]),
        failed("floods-stdout", &["without being asked"]),
        failed("chatters", &["no answer to", ": it wrote more than a megabyte in which there is none"]),
        failed(
            "floods-stderr",
            &["it wrote more than a megabyte to its standard error instead", "\n  | eeee"],
        ),
        failed("invalid-utf8", &["it answered [[\u{fffd}\u{fffd},0]]: expected value"]),
        failed("nul", &["it answered \\u{0}\\u{0}\\u{0}: expected value"]),
        failed("more-than-asked", &["without being asked"]),
        failed("child", &["it ended with exit code 5"]),
        failed("guesses", &["asked"]),
        late("plain-stops-reading", LATE),
        failed("escapes", &["\n  | \\u{1b}]0;title\\u{7} and \\u{1b}[2J \\u{202e}\n"]),
        failed("invalid-errors", &["\n  | caf\u{fffd}\n"]),
        failed("many-errors", &["\n  | line 999 xxx", "xxx...\n"]),
        failed("plain-no-game", &["missing field `game`", "expected {\"game\":1,\"option\":0}"]),
        failed("plain-list", &["expected {\"game\":1,\"option\":0}"]),
        failed("leaks", &["its choices are not repeatable: decision ", "a second program chooses "]),
        failed("by-time", &["its choices are not repeatable: decision "]),
        failed("by-process", &["its choices are not repeatable: decision "]),
        failed("by-game", &["its choices are not repeatable: decision "]),
        failed("by-batch", &["its choices are not repeatable: decision "]),
    ]
}

impl Way {
    pub fn check(&self) {
        let dir = TestDir::new();
        let bots = format!("{},random", exec(self.name));
        let games = if self.name.starts_with("by-") || self.name == "leaks" { "400" } else { "40" };
        let mut words = vec!["run", "kusuri-gui", "--games", games, "--bots", &bots, "--out", "out"];
        words.extend(["--threads", "2", "--quiet"]);
        words.extend(self.options);
        let done = fuda(&dir, &words);
        let stderr = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(self.code), "{stderr}");
        for says in self.says {
            assert!(stderr.contains(says), "'{says}' is missing: {stderr}");
        }
        assert!(!stderr.contains(['\u{1b}', '\u{202e}']), "{stderr}");
        if self.code == FAILED {
            assert!(stderr.contains(" failed in block ") && stderr.contains(", rotation "), "{stderr}");
            let is_kept = dir.path("out/run.toml").is_file();
            assert!(is_kept == stderr.contains("before it are in out"), "{stderr}");
        } else {
            assert!(!dir.path("out").exists(), "{stderr}");
        }
        assert_none_runs(&dir);
    }
}
