//! What a shell completes, and the manual.

use std::process::Command;

use crate::support::TestDir;

/// What Bash would offer for a line that is typed so far.
fn offered(dir: &TestDir, line: &str) -> Vec<String> {
    let script = "PATH=$(dirname \"$FUDA\"):$PATH; source <(fuda completions bash); \
                  COMP_LINE=$1; COMP_POINT=${#1}; _fuda; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let done = Command::new("bash")
        .args(["-c", script, "bash", line])
        .env("FUDA", env!("CARGO_BIN_EXE_fuda"))
        .current_dir(dir.path(""))
        .output()
        .expect("Bash starts");
    assert!(done.stderr.is_empty(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    let text = String::from_utf8(done.stdout).expect("names are text");
    text.lines().map(str::to_owned).filter(|word| !word.is_empty()).collect()
}

#[test]
fn commands_games_rules_bots_files_and_metrics_are_completed() {
    let dir = TestDir::new();
    std::fs::create_dir_all(dir.path("strategies/oni")).expect("a folder");
    dir.put("strategies/oni/tidy.toml", "kind = \"weighing\"\nabout = \"tidy\"\n");
    for (line, expected) in [
        ("fuda lea", &["league"][..]),
        ("fuda run ku", &["kujuroku", "kusuri-gui"]),
        ("fuda compare o", &["oni"]),
        ("fuda rules oni --form", &["--format"]),
        // Bash replaces what is after the last = or : alone.
        ("fuda run kujuroku --rule ji", &["jizo="]),
        ("fuda run kujuroku --rule jizo=", &["false", "true"]),
        ("fuda sweep kujuroku --vary jizo=false,t", &["false,true"]),
        ("fuda run kujuroku --bots random,gre", &["random,greedy"]),
        ("fuda run oni --bots ti", &["tidy"]),
        ("fuda run oni --bot strategies/oni/", &["strategies/oni/tidy.toml"]),
        ("fuda league kujuroku weighing:ke", &["keep="]),
        ("fuda run oni --precision hand_p", &["hand_points="]),
        ("fuda sweep oni --margin hand_p", &["hand_points="]),
        ("fuda completions f", &["fish"]),
        ("fuda schema fuda.le", &["fuda.league.1"]),
    ] {
        assert_eq!(offered(&dir, line), expected, "{line}");
    }
    // Before the game is named, what any game has.
    assert!(offered(&dir, "fuda run --bots ").contains(&"grabber".to_owned()));
}

#[test]
fn every_shell_has_its_script() {
    let dir = TestDir::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(dir.stdout(&format!("completions {shell}")).contains("FUDA_COMPLETE"), "{shell}");
    }
    assert!(
        dir.fail(2, "completions tcsh").contains("[possible values: bash, zsh, fish, powershell, elvish]")
    );
}

#[test]
fn every_command_has_its_page_in_the_manual() {
    let dir = TestDir::new();
    assert_eq!(dir.stdout("man pages/man1"), "The pages are in pages/man1\n");
    let names = dir.names("pages/man1");
    for name in ["fuda.1", "fuda-run.1", "fuda-league.1", "fuda-merge.1"] {
        assert!(names.contains(&name.to_owned()), "{names:?}");
    }
    assert!(dir.read("pages/man1/fuda-run.1").contains("Examples"));
    dir.put("file", "");
    let error = dir.fail(1, "man file/man1");
    assert!(error.contains("cannot write to file/man1"), "{error}");
}
