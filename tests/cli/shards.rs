//! Parts of a study, and what is merged of them.

use crate::support::{TestDir, signal, until, wait};

const RUN: &str = "run kazu-tori --bots weighing,random --quiet";
const COMPARE: &str = "compare kujuroku greedy random --quiet";
const SWEEP: &str =
    "sweep kujuroku --vary jizo --vary players=3,4 --bots random --bots greedy,random --quiet";

/// Plays all shards, and returns their folders in an order that is not theirs.
fn play_shards(dir: &TestDir, line: &str, of: usize) -> Vec<String> {
    for shard in 1..=of {
        dir.succeed(&format!("{line} --shard {shard}/{of} --out s{shard} --force"));
    }
    // 37 is prime: every shard comes once.
    (0..of).map(|index| format!("s{}", index * 37 % of + 1)).collect()
}

fn merge(dir: &TestDir, folders: &[String], options: &str) {
    dir.succeed(&format!("merge {} --quiet {options}", folders.join(" ")));
}

fn assert_same(dir: &TestDir, one: &str, other: &str) {
    let (one_files, other_files) = (dir.all_files(one), dir.all_files(other));
    assert!(one_files.keys().eq(other_files.keys()), "{one} and {other} hold different files");
    for (name, content) in &one_files {
        assert!(other_files[name] == *content, "{name} differs between {one} and {other}");
    }
}

#[test]
fn merged_shards_have_the_bytes_of_the_whole() {
    for (line, games, shards) in [
        (RUN, "1_003", &[1, 7, 100][..]),
        (COMPARE, "1_001", &[1, 7]),
        ("compare kujuroku greedy random --each-decision --quiet", "60", &[7]),
        ("league oni --mixed --quiet", "240", &[3]),
        (SWEEP, "300", &[1, 7]),
    ] {
        let dir = TestDir::new();
        let line = format!("{line} --games {games}");
        dir.succeed(&format!("{line} --out whole"));
        for &of in shards {
            let folders = play_shards(&dir, &line, of);
            merge(&dir, &folders, "--out merged --force");
            assert_same(&dir, "merged", "whole");
            // As a tree, of parts that do not lie side by side.
            let middle = of.div_ceil(3);
            if of > 2 {
                merge(&dir, &folders[..middle], "--out left --partial --force");
                merge(&dir, &folders[middle..], "--out right --partial --force");
                merge(&dir, &["right".to_owned(), "left".to_owned()], "--out tree --force");
                assert_same(&dir, "tree", "whole");
            }
        }
    }
}

#[test]
fn ranges_of_blocks_make_a_whole_that_grows() {
    let dir = TestDir::new();
    for range in ["100..150", "0..100", "150..200"] {
        dir.succeed(&format!("{RUN} --blocks {range} --out {range}"));
    }
    let per_block = 2;
    dir.succeed(&format!("{RUN} --games {} --out whole", 150 * per_block));
    merge(&dir, &["100..150".to_owned(), "0..100".to_owned()], "--out merged");
    assert_same(&dir, "merged", "whole");
    // What was merged is a result like any other: it can be merged further, and
    // extended.
    merge(&dir, &["150..200".to_owned(), "merged".to_owned()], "--out larger");
    dir.succeed(&format!("{RUN} --games {} --out merged", 200 * per_block));
    assert_same(&dir, "merged", "larger");
    // Ranges in a row are a range.
    merge(&dir, &["150..200".to_owned(), "100..150".to_owned()], "--out row --partial");
    dir.succeed(&format!("{RUN} --blocks 100..200 --out range"));
    assert_same(&dir, "row", "range");
    // A range grows at its end, and is another one if it begins elsewhere.
    dir.succeed(&format!("{RUN} --blocks 100..200 --out 100..150"));
    assert_same(&dir, "100..150", "range");
    let error = dir.fail(2, &format!("{RUN} --blocks 90..200 --out range"));
    assert!(
        error.contains("range holds another run (kazu-tori of seed 1, blocks 100..200, 200 games)"),
        "{error}"
    );
}

#[test]
fn a_shard_has_a_folder_of_its_own_and_can_be_repeated() {
    let dir = TestDir::new();
    let done = dir.succeed("run kazu-tori --games 100 --shard 2/3");
    assert!(done.stderr.contains("this is shard 2/3; fuda merge puts the parts together"), "{done:?}");
    let folders = dir.result_folders();
    let name = folders[0].strip_suffix("-shard-2-of-3").expect("it tells the shard").to_owned();
    let record = dir.read(&format!("reports/{name}-shard-2-of-3/run.toml"));
    for line in
        ["part = \"shard 2/3\"", "first_block = 33", "last_block = 65", "games = 100", "complete = true"]
    {
        assert!(record.contains(line), "{line} in {record}");
    }
    let again = format!("run --from reports/{name}-shard-2-of-3/run.toml");
    assert!(dir.succeed(&again).stderr.contains("complete already, 33 games"));
    dir.succeed(&format!("{again} --force --quiet"));
    assert_eq!(dir.read(&format!("reports/{name}-shard-2-of-3/run.toml")), record);
    // The others, from the record of a whole.
    dir.succeed("run kazu-tori --games 100 --quiet --out whole");
    for shard in [1, 3] {
        dir.succeed(&format!("run --from whole/run.toml --shard {shard}/3 --quiet"));
    }
    assert_eq!(dir.result_folders().len(), 3, "{:?}", dir.result_folders());
    let done = dir.bash(&format!("$FUDA merge reports/{name}-shard-* --quiet"));
    assert_eq!(done.code, Some(0), "{done:?}");
    dir.assert_same(&format!("reports/{name}"), "whole");
    // The games of a part are those of the whole.
    let replay = |from: &str| dir.fuda(&format!("replay --from {from}/run.toml --block 40 --format jsonl"));
    assert_eq!(replay(&format!("reports/{name}-shard-2-of-3")).stdout, replay("whole").stdout);
    let error = dir.fail(2, &format!("replay --from reports/{name}-shard-2-of-3/run.toml --block 66"));
    assert!(error.contains("there is no block 66: this run has blocks 33 to 65"), "{error}");
}

#[test]
fn parts_of_other_results_are_refused_by_name() {
    let dir = TestDir::new();
    let play = |line: &str, out: &str| {
        dir.succeed(&format!("{line} --quiet --out {out}"));
    };
    play("run kujuroku --bots greedy --games 40 --shard 1/2", "one");
    for (line, out, expected) in [
        (
            "run kujuroku --bots greedy --games 40 --shard 2/2 --seed 7",
            "seed",
            "the seed is 1 in one, and 7 in seed",
        ),
        (
            "run kujuroku --bots greedy --games 40 --shard 2/2 --rule jizo=true",
            "rule",
            "the rule 'jizo' is false in one, and true in rule",
        ),
        (
            "run kujuroku --bots random --games 40 --shard 2/2",
            "bots",
            "the line-up is greedy,greedy,greedy,greedy in one, and random,random,random,random in bots",
        ),
        ("run oni --games 40 --shard 2/2", "game", "the game is kujuroku in one, and oni in game"),
        (
            "compare kujuroku greedy random --games 40 --shard 2/2",
            "command",
            "the command is run in one, and compare in command",
        ),
        (
            "run kujuroku --bots greedy --games 80 --shard 2/2",
            "games",
            "one is a part of 40 games, and games of 80 games",
        ),
        (
            "run kujuroku --bots greedy --games 40 --shard 1/4",
            "quarter",
            "one and quarter both have blocks 0..10",
        ),
    ] {
        play(line, out);
        let error = dir.fail(2, &format!("merge one {out} --out merged"));
        assert!(error.contains(expected), "{error}");
    }
    let error = dir.fail(2, "merge one one --out merged");
    assert!(error.contains("one and one both have blocks 0..20"), "{error}");
    play("compare kujuroku greedy random --games 40 --margin 1 --shard 1/2", "margin1");
    play("compare kujuroku greedy random --games 40 --margin 2 --shard 2/2", "margin2");
    let error = dir.fail(2, "merge margin1 margin2 --out merged");
    assert!(error.contains("the option 'margin' is 1.0 in margin1, and 2.0 in margin2"), "{error}");
    play("odds kachi-kachi --players 2", "odds");
    for (line, expected) in [
        ("merge odds --out merged", "odds/odds.tally is missing"),
        ("merge nowhere --out merged", "there is no result in nowhere"),
        ("merge one/run.toml --out merged", "cannot read one/run.toml"),
        ("merge", "required arguments were not provided"),
    ] {
        let error = dir.fail(2, line);
        assert!(error.contains(expected), "{line}: {error}");
    }
    assert!(!dir.path("merged").exists(), "nothing was written");
}

#[test]
fn a_merge_needs_no_strategy_files_and_takes_a_folder_of_folders() {
    let dir = TestDir::new();
    dir.put("mine.toml", "about = \"mine\"\nkind = \"weighing\"\n");
    for line in [
        "run oni --bots mine.toml,random",
        "compare oni mine.toml random",
        "sweep oni --vary goal=270,370 --bots mine.toml",
    ] {
        dir.put("mine.toml", "about = \"mine\"\nkind = \"weighing\"\n");
        let line = format!("{line} --games 40 --quiet --force");
        dir.succeed(&format!("{line} --out whole"));
        for shard in 1..=3 {
            dir.succeed(&format!("{line} --shard {shard}/3 --out shards/{shard}"));
        }
        for content in [Some("about = \"other\"\nkind = \"weighing\"\n"), None] {
            match content {
                Some(content) => dir.put("mine.toml", content),
                None => {
                    std::fs::remove_file(dir.path("mine.toml")).expect("it is there");
                    "mine.toml"
                }
            };
            dir.succeed("merge shards --out merged --quiet --force");
            assert_same(&dir, "merged", "whole");
        }
    }
}

#[test]
fn what_is_being_played_can_be_merged_meanwhile() {
    let dir = TestDir::new();
    let line = "run oni --games 2M --threads 1 --checkpoint 1ms";
    dir.succeed(
        "run oni --games 2M --blocks 1999990..2000000 --out last --quiet".replace("--games 2M ", "").as_str(),
    );
    let child = dir.start(&format!("{line} --shard 1/2 --out s1"));
    until("a checkpoint", || dir.path("s1/fuda.checkpoint").exists());
    for _ in 0..20 {
        dir.succeed("merge s1 last --partial --out merged --quiet --force");
    }
    signal(&child, "INT");
    assert_eq!(wait(child).code, Some(130));
    dir.succeed("merge s1 last --partial --out merged --quiet");
    assert!(dir.read("merged/run.toml").contains("..1999990\""));
}

#[test]
fn a_bot_that_has_changed_between_shards_is_named() {
    let dir = TestDir::new();
    dir.put("mine.toml", "about = \"mine\"\nkind = \"weighing\"\n");
    let line = "run oni --bots mine.toml,random --games 40 --quiet";
    dir.succeed(&format!("{line} --shard 1/2 --out s1"));
    let other = "about = \"mine, too\"\nkind = \"weighing\"\n";
    dir.put("mine.toml", other);
    dir.succeed(&format!("{line} --shard 2/2 --out s2"));
    let error = dir.fail(2, "merge s1 s2 --out merged");
    assert!(error.contains("mine.toml has changed (s1 and s2)"), "{error}");
}

#[test]
fn gaps_are_named_and_merged_only_if_told() {
    let dir = TestDir::new();
    let line = format!("{RUN} --games 80");
    for shard in [1, 2, 5, 7] {
        dir.succeed(&format!("{line} --shard {shard}/8 --out s{shard}"));
    }
    let error = dir.fail(2, "merge s1 s2 s3 s5 s7 --out merged");
    assert!(error.contains("shards 3, 4, 6, 8 of 8 are missing (no complete result in s3)"), "{error}");
    assert!(error.contains("merge what there is with --partial"), "{error}");
    let done = dir.succeed("merge s1 s2 s3 s5 s7 --out merged --partial");
    assert!(done.stderr.contains("left out, as there is no result in it: s3"), "{done:?}");
    assert!(done.stderr.contains("this is a partial merge, of 40 games"), "{done:?}");
    let record = dir.read("merged/run.toml");
    for expected in
        ["missing_blocks = [\n    \"10..20\",\n    \"25..30\",\n]", "complete = false", "ended = \"partial\""]
    {
        assert!(record.contains(expected), "{expected} in {record}");
    }
    // It cannot be resumed in the middle.
    let error = dir.fail(2, &format!("{line} --out merged"));
    assert!(error.contains("merged holds a partial merge, of blocks 0..10, 20..25, 30..35"), "{error}");
    // But the rest can be merged into it.
    for shard in [3, 4, 6, 8] {
        dir.succeed(&format!("{line} --shard {shard}/8 --out s{shard}"));
    }
    let error = dir.fail(2, "merge merged s3 --out merged");
    assert!(error.contains("blocks 15..20, 25..30, 35..40 are missing"), "{error}");
    dir.succeed("merge merged s3 s4 s6 s8 --out merged --quiet");
    dir.succeed(&format!("{line} --out whole"));
    dir.assert_same("merged", "whole");
    // Nothing of it is given up for less.
    for few in ["s1 s2", "s1 s2 s3 s4 s5 s6 s7"] {
        let error = dir.fail(2, &format!("merge {few} --partial --out merged"));
        assert!(error.contains("merged holds blocks that are not in this merge"), "{error}");
    }
    // Nor is a part replaced by what it is a part of, or the other way round.
    for line in ["merge s1 s2 --partial --out s1", "merge s1 s2 s3 s4 s5 s6 s7 s8 --out s1"] {
        let error = dir.fail(2, line);
        assert!(error.contains("s1 holds another run (kazu-tori of seed 1, shard 1/8, 10 games)"), "{error}");
    }
    for line in [format!("{line} --out s1"), format!("{line} --shard 1/8 --out whole")] {
        assert!(dir.fail(2, &line).contains(" holds another run "), "{line}");
    }
    // The first parts are an interrupted run, which can be resumed.
    dir.succeed("merge s1 s2 --partial --out first --quiet");
    let done = dir.succeed(&format!("{} --games 80 --out first", RUN.replace(" --quiet", "")));
    assert!(done.stderr.contains("resuming after 20 of 80 games"), "{done:?}");
    dir.assert_same("first", "whole");
}

#[test]
fn a_shard_that_was_killed_goes_on_and_is_missing_until_then() {
    let dir = TestDir::new();
    let line = "run oni --games 4k --threads 1";
    let parts = [1, 2].map(|shard| format!("{line} --shard {shard}/2 --out s{shard} --checkpoint 1ms"));
    dir.succeed(&format!("{} --quiet", parts[0]));
    let child = dir.start(&parts[1]);
    until("a checkpoint", || dir.path("s2/fuda.checkpoint").exists());
    signal(&child, "KILL");
    wait(child);
    let error = dir.fail(2, "merge s1 s2 --out merged");
    assert!(error.contains("shard 2 of 2 is missing (no complete result in s2)"), "{error}");
    // What was saved counts in a partial merge.
    dir.succeed("merge s1 s2 --out some --partial --quiet");
    assert!(dir.read("some/run.toml").contains("complete = false"));
    let done = dir.succeed(&parts[1]);
    assert!(done.stderr.contains("oni: resuming after "), "{done:?}");
    dir.succeed("merge s1 s2 --out merged --quiet");
    dir.succeed(&format!("{line} --quiet --out whole"));
    dir.assert_same("merged", "whole");
}

#[test]
fn what_parts_cannot_know_is_refused() {
    let dir = TestDir::new();
    for (line, expected) in [
        ("run oni --shard 1/2 --precision rounds=1", "--precision cannot be combined with --shard"),
        ("run oni --blocks 0..9 --precision rounds=1", "--precision cannot be combined with --blocks"),
        ("run oni --shard 1/2 --for 3s", "--for cannot be combined with --shard"),
        (
            "compare oni weighing random --until-sure --shard 1/2",
            "--until-sure cannot be combined with --shard",
        ),
        ("run oni --shard 1/2 --blocks 0..9", "cannot be used with"),
        ("run oni --games 8 --blocks 0..9", "cannot be used with"),
        ("run oni --shard 0/2", "give K/N for shard K of N"),
        ("run oni --shard -1/2", "give K/N for shard K of N"),
        ("run oni --shard 3/2", "give K/N for shard K of N"),
        ("run oni --blocks 1k..1k", "give A..B for the blocks from A to B - 1"),
        ("run oni --blocks -1..9", "give A..B for the blocks from A to B - 1"),
        (
            "run oni --games 8 --shard 1/100",
            "8 blocks cannot be split into 100 shards; give at most 8 shards",
        ),
    ] {
        let error = dir.fail(2, line);
        assert!(error.contains(expected), "{line}: {error}");
    }
    assert!(!dir.path("reports").exists());
}

#[test]
fn damaged_parts_are_refused() {
    let dir = TestDir::new();
    play_shards(&dir, &format!("{RUN} --games 40"), 2);
    let whole = std::fs::read(dir.path("s2/run.tally")).expect("there is one");
    for (damage, expected) in [
        (whole[..whole.len() / 2].to_vec(), "s2/run.tally is damaged"),
        ([&whole[..100], &[whole[100] ^ 1], &whole[101..]].concat(), "s2/run.tally is damaged"),
        (b"fuda counts 1\n".to_vec(), "was saved in another format (version 1"),
        (std::fs::read(dir.path("s1/run.tally")).expect("there is one"), "s2/run.tally is damaged"),
    ] {
        dir.put("s2/run.tally", damage);
        let error = dir.fail(2, "merge s1 s2 --out merged");
        assert!(error.contains(expected), "{error}");
    }
    let record = dir.read("s2/run.toml").replace(env!("CARGO_PKG_VERSION"), "0.0.1");
    dir.put("s2/run.toml", record);
    dir.put("s2/run.tally", &whole);
    let error = dir.fail(2, "merge s1 s2 --out merged");
    assert!(error.contains("s2/run.tally is damaged"), "{error}");
}
