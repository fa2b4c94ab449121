//! Texts of a stranger: records that name programs, names of bots and folders,
//! tables, rules and strategies that are no files; and what is not overwritten.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::Instant;

use crate::strangers::{SMALL, SOON, huge, link, on_a_strangers_folder, pipe};
use crate::support::TestDir;

#[test]
fn rules_and_strategies_are_regular_files() {
    let dir = TestDir::new();
    fs::create_dir_all(dir.path("strategies/kujuroku")).expect("a folder");
    for end in ["toml", "luau", "strategy"] {
        pipe(&dir.path("strategies/kujuroku").join(format!("pipe.{end}")));
        huge(&dir.path("strategies/kujuroku").join(format!("huge.{end}")));
        link(&dir, "/dev/zero", &format!("strategies/kujuroku/zero.{end}"));
        for name in ["pipe", "huge", "zero"] {
            let bot = format!("strategies/kujuroku/{name}.{end}");
            let done = on_a_strangers_folder(&dir, &format!("run kujuroku --games 4 --bots {bot} --out x"));
            assert_eq!(done.code, Some(2), "{bot}: {done:?}");
        }
    }
    let done = on_a_strangers_folder(&dir, "bots kujuroku");
    assert_eq!(done.code, Some(0), "{done:?}");
    for (rules, words) in [
        ("strategies/kujuroku/pipe.toml", "it is not a regular file"),
        ("strategies/kujuroku/huge.toml", "it is larger than 4 MB"),
        ("/dev/zero", "it is not a regular file"),
    ] {
        for line in [
            format!("run kujuroku --games 4 --rules {rules} --out x"),
            format!("run --from {rules} --out x"),
            format!("replay kujuroku --block 1 --rules {rules}"),
        ] {
            let done = on_a_strangers_folder(&dir, &line);
            assert_eq!(done.code, Some(2), "{line}: {done:?}");
            assert!(done.stderr.contains(words), "{line}: {done:?}");
        }
    }
    // What a shell passes is read, up to its size.
    let done =
        dir.bash("echo 'par = 90' | \"$FUDA\" run kujuroku --games 4 --quiet --rules /dev/stdin --out a");
    assert_eq!(done.code, Some(0), "{done:?}");
    let done = dir.bash("\"$FUDA\" run kujuroku --games 4 --quiet --rules <(echo 'par = 90') --out a");
    assert_eq!(done.code, Some(0), "{done:?}");
    let done = dir.bash("\"$FUDA\" run kujuroku --games 4 --rules /dev/stdin --out a < /dev/zero");
    assert_eq!(done.code, Some(2), "{done:?}");
}

/// A record whose bots are others.
fn forged(dir: &TestDir, record: &str, bot: &str) {
    let text = dir.read(record);
    let (before, rest) = text.split_once("bots = [").expect("bots");
    let (_, after) = rest.split_once(']').expect("a list");
    let bot = toml_text(bot);
    let bots = vec![bot; 4].join(", ");
    let after = after.split("[[bot]]").next().unwrap_or_default();
    dir.put(record, format!("{before}bots = [{bots}]{after}"));
}

fn toml_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[test]
fn a_record_starts_no_program_unless_that_is_allowed() {
    for bot in ["exec:touch pwned", "mine", "strategies/kujuroku/mine.toml", " exec:touch pwned"] {
        let dir = TestDir::new();
        fs::create_dir_all(dir.path("strategies/kujuroku")).expect("a folder");
        dir.put("strategies/kujuroku/mine.toml", "about = 'a'\nprogram = ['touch', 'pwned']\n");
        let pwned = || dir.path("pwned").exists() || dir.path("strategies/kujuroku/pwned").exists();
        dir.succeed(&format!("{SMALL} a"));
        forged(&dir, "a/run.toml", bot);
        fs::create_dir(dir.path("b")).expect("it is new");
        fs::copy(dir.path("a/run.toml"), dir.path("b/run.toml")).expect("it can be copied");
        for from in [
            "run --from a/run.toml",
            "run --from b/run.toml --shard 1/2 --out x",
            "replay --from a/run.toml --block 0",
        ] {
            let error = dir.fail(2, from);
            assert!(!pwned(), "{bot}: {from}");
            assert!(error.contains("'touch pwned'") && error.contains("--allow-programs"), "{from}: {error}");
        }
        for line in ["report a", "merge a --out c", "merge a --out c --partial", "bots kujuroku", "report b"]
        {
            dir.fuda(line);
            assert!(!pwned(), "{bot}: {line}");
        }
        dir.fuda("run --from a/run.toml --allow-programs --out d");
        assert!(pwned(), "{bot}: it was allowed");
    }
    let dir = TestDir::new();
    assert!(dir.fail(2, "run oni --allow-programs").contains("--from"), "it is for records");
}

#[test]
fn names_of_bots_and_folders_are_plain_text_in_tables() {
    let dir = TestDir::new();
    fs::create_dir_all(dir.path("strategies/kujuroku")).expect("a folder");
    let strategy = "kind = 'greedy'\nabout = 'a'\n";
    for name in ["a\u{1b}[2J", "a\u{202e}b", "a\u{2028}b", "a\nb", "=1+1", "@SUM(1)", "+1+1", "-1+1"] {
        dir.put(&format!("strategies/kujuroku/{name}.toml"), strategy);
        for bot in [name.to_owned(), format!("{name}.toml"), format!("strategies/kujuroku/{name}.toml")] {
            let mut command = dir.command("run kujuroku --games 4 --quiet --out x");
            let output = command.arg(format!("--bot={bot}")).output().expect("fuda can be run");
            let is_path = bot.starts_with("strategies") && name.starts_with(['=', '@', '+', '-']);
            assert_eq!(output.status.code(), Some(if is_path { 0 } else { 2 }), "{bot:?}");
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{2028}']), "{text}");
            let _ = fs::remove_dir_all(dir.path("x"));
        }
    }
    let listed = dir.stdout("bots kujuroku");
    assert!(!listed.contains(['\u{1b}', '\u{202e}', '\u{2028}']), "{listed}");

    // In a record of a stranger they are refused; what else it has is escaped.
    fs::create_dir(dir.path("reports")).expect("it is new");
    dir.succeed("league kujuroku greedy random --games 8 --quiet --out reports/a");
    let record = dir.read("reports/a/league.toml");
    for name in ["a\\u001b[2J", "a\\u202eb", "a\\u2028b"] {
        dir.put("reports/a/league.toml", record.replace("\"greedy\"", &format!("\"{name}\"")));
        dir.fail(2, "report reports/a");
    }
    dir.put("reports/a/league.toml", record.replacen("\"greedy\"", "\"=1+1\"", 1));
    let table = "split,part,bot\u{1b}[2J\u{202e}\u{2028},win\n";
    for name in dir
        .names("reports/a")
        .into_iter()
        .filter(|name| Path::new(name).extension().is_some_and(|end| end == "csv"))
    {
        let text = dir.read(&format!("reports/a/{name}")).replace("greedy", "\u{1b}[2J\u{202e}\u{2028}x");
        dir.put(&format!("reports/a/{name}"), text.replace("split,part,bot,win\n", table));
    }
    dir.succeed("report reports/a --quiet");
    for name in ["reports/a/report.html", "reports/index.html", "reports/index.csv"] {
        let text = dir.read(name);
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{2028}']), "{name}");
    }
    assert!(dir.read("reports/index.csv").contains(",'=1+1;random,"), "{}", dir.read("reports/index.csv"));
    // A folder whose name is no plain text is not listed.
    for name in ["=1", "a\u{1b}b"] {
        let mut command = dir.command("run kujuroku --games 4 --quiet --out");
        assert!(command.arg(format!("reports/{name}")).status().expect("fuda can be run").success());
    }
    assert_eq!(dir.read("reports/index.csv").lines().count(), 2);
}

#[test]
fn a_page_of_hostile_tables_has_a_size() {
    let dir = TestDir::new();
    dir.succeed("run kujuroku --games 20 --bots random --quiet --out a");
    let table = dir.read("a/card_score.csv");
    let (head, rows) = table.split_once('\n').expect("a head");
    let row = rows.lines().next().expect("a row");
    let values = row.splitn(3, ',').nth(2).expect("values after the split and the part");
    let mut text = format!("{head}\n");
    let name = "n".repeat(200);
    for number in 0..40_000 {
        text += &format!("bot,{name}{number},{values}\n");
    }
    dir.put("a/card_score.csv", &text);
    let began = Instant::now();
    dir.succeed("report a --quiet");
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    let length = fs::metadata(dir.path("a/report.html")).expect("there is a page").len();
    assert!(length < 8_100_000, "{length} bytes");
    for _ in 0..3 {
        text = text.clone() + &text;
    }
    dir.put("a/card_score.csv", text);
    assert!(dir.fail(2, "report a").contains("a/card_score.csv: it is larger than 16 MB"));
}

#[test]
fn pages_and_manuals_overwrite_only_what_fuda_wrote() {
    let dir = TestDir::new();
    dir.succeed("run kujuroku --games 20 --bots random --quiet --out a");
    let svg = "report a --figure card_score --out scores.svg";
    for (line, file) in [
        ("report a", "a/report.html"),
        ("report a --out notes.html", "notes.html"),
        ("report a a --out both.html", "both.html"),
        (svg, "scores.svg"),
        ("man pages", "pages/fuda-run.1"),
    ] {
        // What it wrote itself is overwritten.
        for _ in 0..2 {
            dir.succeed(line);
        }
        let written = dir.read(file);
        dir.put(file, "mine");
        let error = dir.fail(2, line);
        assert!(error.contains(file) && error.contains("--force"), "{line}: {error}");
        assert_eq!(dir.read(file), "mine", "{line}");
        dir.succeed(&format!("{line} --force"));
        assert_eq!(dir.read(file), written, "{line}");
        // Nothing is written through a link, whatever it leads to.
        dir.put("precious.txt", &written);
        fs::remove_file(dir.path(file)).expect("it is there");
        symlink(dir.path("precious.txt"), dir.path(file)).expect("links can be made");
        dir.fuda(&format!("{line} --force"));
        assert_eq!(dir.read("precious.txt"), written, "{line}");
        fs::remove_file(dir.path(file)).expect("it is there");
    }
}

#[test]
fn a_shell_completes_no_name_that_it_would_interpret() {
    let dir = TestDir::new();
    fs::create_dir_all(dir.path("strategies/oni")).expect("a folder");
    let names = ["tidy", "ti$(touch pwned)", "ti`touch pwned`", "ti;touch pwned", "ti dy", "ti'x", "ti*"];
    for name in names {
        dir.put(&format!("strategies/oni/{name}.toml"), "kind = \"weighing\"\nabout = \"tidy\"\n");
    }
    for line in ["fuda run oni --bots ti", "fuda run oni --bot strategies/oni/ti"] {
        let script = format!(
            "PATH=$(dirname \"$FUDA\"):$PATH; source <(fuda completions bash); COMP_LINE='{line}'; \
             COMP_POINT={}; _fuda; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            line.len()
        );
        let done = dir.bash(&script);
        assert_eq!(done.stdout.lines().count(), 1, "{done:?}");
        assert!(done.stdout.contains("tidy"), "{done:?}");
        assert!(!dir.path("pwned").exists());
    }
}
