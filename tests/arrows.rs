//! The dependencies between modules, read from the `use crate::` lines, and the
//! files of each game, as its first page lists them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules that each module may depend on. A game may not depend on another
/// game.
const DEPENDENCIES: &[(&str, &[&str])] = &[
    ("seat", &[]),
    ("cards", &[]),
    ("io_error", &[]),
    ("text", &[]),
    ("script_value", &["cards", "seat"]),
    ("settings", &["io_error", "storage", "text"]),
    ("solve", &[]),
    ("standings", &["seat"]),
    ("random", &["seat"]),
    ("stats", &["random"]),
    ("table", &["stats"]),
    ("metric", &["table"]),
    ("tally", &["metric", "seat", "stats"]),
    ("rows", &["seat", "standings"]),
    (
        "game",
        &[
            "bots",
            "cards",
            "random",
            "metric",
            "rows",
            "script_value",
            "seat",
            "settings",
            "standings",
            "tally",
        ],
    ),
    ("bots", &["cards", "random", "game", "io_error", "script_value", "seat", "settings", "storage", "text"]),
    (
        "games",
        &[
            "bots",
            "cards",
            "random",
            "game",
            "metric",
            "rows",
            "script_value",
            "seat",
            "settings",
            "solve",
            "standings",
            "tally",
        ],
    ),
    ("sim", &["bots", "random", "game", "metric", "rows", "seat", "stats", "tally"]),
    (
        "study",
        &[
            "bots",
            "cards",
            "random",
            "game",
            "games",
            "metric",
            "rows",
            "seat",
            "settings",
            "sim",
            "solve",
            "standings",
            "stats",
            "table",
            "tally",
            "text",
        ],
    ),
    ("storage", &["io_error"]),
    (
        "report",
        &["bots", "game", "io_error", "rows", "seat", "settings", "sim", "storage", "table", "tally", "text"],
    ),
    (
        "page",
        &[
            "bots", "cards", "game", "games", "metric", "random", "report", "seat", "settings", "sim",
            "stats", "storage", "study", "table", "text",
        ],
    ),
    (
        "cli",
        &[
            "bots",
            "game",
            "games",
            "io_error",
            "page",
            "random",
            "script_value",
            "report",
            "rows",
            "settings",
            "sim",
            "storage",
            "study",
            "table",
            "text",
        ],
    ),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The modules named after `crate::` in the code before its tests, with the name
/// after that: `("games", Some("kujuroku"))`.
fn named(text: &str) -> Vec<(String, Option<String>)> {
    let word = |rest: &str| -> String {
        rest.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect()
    };
    let program = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: Vec<&str> = program.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let program = code.join("\n");
    program
        .match_indices("crate::")
        .filter(|(at, _)| !program[..*at].ends_with('$'))
        .map(|(at, _)| {
            let rest = &program[at + "crate::".len()..];
            let part = word(rest);
            let inner = rest[part.len()..].strip_prefix("::").map(word).filter(|inner| !inner.is_empty());
            (part, inner)
        })
        .collect()
}

#[test]
fn dependencies_go_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    for path in sources(&root) {
        let inside = path.strip_prefix(&root).expect("a source is in src").to_string_lossy().into_owned();
        if inside.ends_with("tests.rs") || inside.contains("/tests/") || inside.contains("/testkit/") {
            continue;
        }
        let part = inside.split(['/', '.']).next().expect("a path has a beginning");
        if part == "lib" || part == "main" {
            continue;
        }
        let (_, dependencies) = DEPENDENCIES
            .iter()
            .find(|(name, _)| *name == part)
            .unwrap_or_else(|| panic!("{part} is not in the list"));
        let text = fs::read_to_string(&path).expect("a source is text");
        for (known, inner) in named(&text) {
            seen += 1;
            let is_macro = ["settings", "words", "bots"].contains(&known.as_str());
            assert!(
                known == part || dependencies.contains(&known.as_str()) || (part == "games" && is_macro),
                "{inside} depends on {known}"
            );
            if part == "games" && known == "games" && inside != "games/mod.rs" {
                let own = inside.split('/').nth(1);
                assert_eq!(inner.as_deref(), own, "{inside} depends on another game");
            }
        }
    }
    assert!(seen > 50, "the lines were read");
}

#[test]
fn only_the_command_line_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for path in sources(&root) {
        let inside = path.strip_prefix(&root).expect("a source is in src").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a source is text");
        let prints = ["println!", "print!(", "eprint", "dbg!", "io::stdout", "io::stderr"];
        if !inside.starts_with("cli") {
            assert!(!prints.iter().any(|word| text.contains(word)), "{inside} prints");
        }
        if !inside.starts_with("report") && !inside.starts_with("cli") {
            assert!(!text.contains("csv::"), "{inside} knows CSV");
        }
    }
}

#[test]
fn every_game_lists_its_files() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    let mut seen = 0;
    for folder in fs::read_dir(games).expect("the games are there") {
        let folder = folder.expect("the folder can be read").path();
        let Ok(text) = fs::read_to_string(folder.join("mod.rs")) else { continue };
        let rows = text.lines().skip_while(|line| *line != "//! | file | has |").skip(2);
        let files = rows.map_while(|row| row.strip_prefix("//! | ")?.split(" | ").next());
        let listed: BTreeSet<String> =
            files.flat_map(|files| files.split(", ")).map(|file| file.trim_matches('`').to_owned()).collect();
        if listed.is_empty() {
            continue;
        }
        let entries = fs::read_dir(&folder).expect("the folder can be read");
        let names = entries.map(|entry| entry.expect("the folder can be read").path());
        let mut there: BTreeSet<String> =
            names.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
        for unlisted in ["mod", "tests"] {
            there.remove(unlisted);
        }
        assert_eq!(listed, there, "{}", folder.display());
        seen += 1;
    }
    assert_eq!(seen, fuda::games::NAMES.len());
}
