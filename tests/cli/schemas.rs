//! What is printed as JSON, beside the schemas in `docs/schemas`.

use std::fs;
use std::path::{Path, PathBuf};

use fuda::games::NAMES;
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::support::TestDir;

/// The names of all schemas.
fn names() -> Vec<String> {
    let list = TestDir::new().stdout("schema");
    list.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

fn published(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/schemas/{name}.json"))
}

/// The published schema of this name.
fn validator(name: &str) -> Validator {
    let path = published(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
    jsonschema::draft202012::meta::validate(&schema).unwrap_or_else(|error| panic!("{name}: {error}"));
    jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The name of the schema that a document gives.
fn schema_of(document: &Value) -> &str {
    document["schema"].as_str().unwrap_or_else(|| panic!("no schema is named: {document}"))
}

/// Checks documents against the schemas that they name, and returns them.
fn checked(line: &str, stdout: &str) -> Vec<Value> {
    let documents: Vec<Value> =
        stdout.lines().map(|text| serde_json::from_str(text).expect("a line of JSON")).collect();
    assert!(!documents.is_empty(), "fuda {line} prints nothing");
    for document in &documents {
        let errors: Vec<String> = validator(schema_of(document))
            .iter_errors(document)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "fuda {line}: {}", errors.join("\n"));
    }
    documents
}

/// Runs commands, whose output must be as their schemas say.
fn check(dir: &TestDir, lines: &[String]) -> Vec<Value> {
    lines
        .iter()
        .flat_map(|line| {
            let line = format!("{line} --format json");
            checked(&line, &dir.fuda(&line).stdout)
        })
        .collect()
}

#[test]
fn the_published_schemas_are_those_of_the_program() {
    let folder = published("").parent().expect("it is in a folder").to_owned();
    let renewing = std::env::var_os("FUDA_RENEW").is_some();
    for name in names() {
        let schema = TestDir::new().stdout(&format!("schema {name}"));
        if renewing {
            fs::create_dir_all(&folder).expect("a folder can be made");
            fs::write(published(&name), &schema).expect("a schema can be written");
        }
        let there = fs::read_to_string(published(&name)).unwrap_or_default();
        assert!(
            there == schema,
            "docs/schemas/{name}.json is not what fuda schema prints; renew it with FUDA_RENEW=1, and give a \
             schema that has changed for its readers another number"
        );
        let schema: Value = serde_json::from_str(&schema).expect("JSON");
        assert_eq!((&schema["title"], &schema["$id"]), (&json!(name), &json!(format!("urn:fuda:{name}"))));
    }
    let mut files: Vec<String> = fs::read_dir(&folder)
        .expect("it can be read")
        .map(|file| file.expect("it can be read").file_name().to_string_lossy().into_owned())
        .collect();
    let mut expected: Vec<String> = names().iter().map(|name| format!("{name}.json")).collect();
    files.sort();
    expected.sort();
    assert_eq!(files, expected);
}

#[test]
fn an_unknown_schema_is_refused_with_a_suggestion() {
    let error = TestDir::new().fail(2, "schema fuda.rnu.1");
    assert!(error.contains("unknown schema 'fuda.rnu.1'; did you mean 'fuda.run.1'"), "{error}");
}

#[test]
fn lists_are_as_their_schemas_say() {
    let dir = TestDir::new();
    let mut lines = vec!["games".to_owned()];
    for game in NAMES {
        lines.extend(["rules", "bots", "metrics"].map(|list| format!("{list} {game}")));
        lines.push(format!("bots {game} --fields"));
        lines.push(format!("bots {game} --check random --games 2"));
    }
    let wrong =
        dir.put("wrong.luau", "return { about = 'chooses nothing', choose = function() return 99 end }");
    lines.push(format!("bots oni --check {wrong} --games 2"));
    fs::create_dir_all(dir.path("strategies/oni")).expect("folders can be made");
    dir.put("strategies/oni/broken.luau", "return");
    lines.push("bots oni".to_owned());
    let documents = check(&dir, &lines);
    assert_eq!(documents.len(), lines.len());
    let failed = documents.iter().filter(|document| document["tables"]["checks"][0]["passed"] == "no");
    assert_eq!(failed.count(), 1);
    let broken =
        documents.last().expect("there is one")["tables"]["bots"].as_array().expect("a list").clone();
    assert!(broken.iter().any(|bot| bot["error"].is_string()), "{broken:?}");
}

#[test]
fn results_of_every_game_are_as_their_schemas_say() {
    for game in NAMES {
        let dir = TestDir::new();
        let lines = [
            format!("run {game} --games 40"),
            format!("run {game} --games 8 --rows games,rounds"),
            format!("run {game} --games 1 --seed 2 --no-report"),
            format!("compare {game} weighing random --games 80 --margin 2"),
            format!("compare {game} weighing random --games 8 --each-decision"),
            format!("compare {game} random random --games 40"),
            format!("league {game} weighing random --games 40 --mixed --margin 2"),
        ];
        assert_eq!(check(&dir, &lines).len(), lines.len());
    }
}

#[test]
fn results_with_house_rules_are_as_their_schemas_say() {
    let dir = TestDir::new();
    let lines = [
        "run kujuroku --games 12 --rule players=3 --rule jizo=true",
        "run kujuroku --games 12 --rule oni=false --rule yaku=false --rule par=1",
        "run oni --games 4 --rule players=8",
        "run kachi-kachi --games 8 --rule max_wager=1000 --rule extra_cards=true",
        "run kazu-tori --games 8 --rule limit=20 --rule handicap=[1,1,1.5,2]",
        "sweep kujuroku --vary yaku_value.danjou=5,10 --games 8",
        "sweep kazu-tori --vary handicap=[1,1,1,1],[1,1,1,2] --games 8",
        "sweep kazu-tori --vary limit --margin takes=2 --games 8",
        "sweep kusuri-gui --one-at-a-time --games 4",
        "sweep kachi-kachi --vary players=2,3 --bots random --bots weighing --games 8",
    ]
    .map(str::to_owned);
    let documents = check(&dir, &lines);
    assert_eq!(documents.len(), lines.len());
    assert!(documents[6]["runs"].as_object().is_some_and(|runs| runs.len() == 2));
}

#[test]
fn parts_merges_stops_and_exact_results_are_as_their_schemas_say() {
    let dir = TestDir::new();
    let lines = [
        "run oni kazu-tori --games 8 --out several",
        "run oni --games 64 --shard 1/4 --out a",
        "run oni --games 64 --shard 2/4 --out b",
        "run oni --games 64 --shard 4/4 --out d",
        "run oni --games 64 --shard 3/4 --out c",
        "run oni --blocks 3..9 --out range",
        "merge a b d --partial --out partial",
        "merge a b c d --out whole",
        "run kazu-tori --games 8 --for 1h --out timed",
        "run kazu-tori --games 20k --precision win:win=0.2 --out precise",
        "compare kazu-tori weighing random --until-sure --games 4k --out sure",
        "league kazu-tori weighing random --until-sure --games 4k --out ranked",
        "odds kachi-kachi --players 2,3",
        "solve kachi-kachi --rule zero_hand=false --rule max_wager=3 --precision 0.1 --against station",
        "solve kachi-kachi --rule zero_hand=false --rule max_wager=3 --precision 0.1 --out alone",
        "solve kachi-kachi --rule players=3 --rule zero_hand=false --rule max_wager=2 --precision 0.2 --against station",
    ]
    .map(str::to_owned);
    let documents = check(&dir, &lines);
    assert_eq!(documents.len(), lines.len() + 1);
    assert!(documents.iter().any(|document| document["record"]["missing_blocks"].is_array()));
}

#[test]
fn the_lines_of_a_replay_are_as_their_schema_says() {
    let script = "return { about = 'thinks aloud', choose = function(view, options) print('hm') local values = {} \
                  for i = 1, #options do values[i] = i / 2 end return 1, values end }";
    for game in NAMES {
        let dir = TestDir::new();
        dir.put("loud.luau", script);
        for line in [
            format!("replay {game} --block 3"),
            format!("replay {game} --block 1 --bots loud.luau,random"),
            format!("replay {game} --block 1 --bots loud.luau,random --thoughts"),
        ] {
            let stdout = dir.stdout(&format!("{line} --format jsonl"));
            let lines: Vec<Value> =
                stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            assert_eq!(schema_of(&lines[0]), format!("fuda.replay.{game}.1"));
            let validator = validator(schema_of(&lines[0]));
            for line in &lines {
                validator.validate(line).unwrap_or_else(|error| panic!("{game}: {line}: {error}"));
            }
            assert_eq!(lines.iter().any(|line| line["event"] == "noted"), stdout.contains("hm"));
        }
    }
}

/// The paths of all values in a document that a schema has a say in.
fn paths(value: &Value, path: &str, found: &mut Vec<String>) {
    found.push(path.to_owned());
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| paths(value, &format!("{path}/{name}"), found));
        }
        Value::Array(items) => {
            items.iter().take(1).for_each(|item| paths(item, &format!("{path}/0"), found));
        }
        _ => {}
    }
}

#[test]
fn wrong_documents_are_refused() {
    let dir = TestDir::new();
    let lines =
        ["run kujuroku --games 8", "sweep kazu-tori --vary limit --games 2", "bots oni"].map(str::to_owned);
    let mut documents = check(&dir, &lines);
    let replay = dir.stdout("replay kujuroku --block 0 --format jsonl");
    documents.extend(replay.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")));
    let mut refused = 0;
    for document in &documents {
        let name = document["schema"].as_str().unwrap_or("fuda.replay.kujuroku.1");
        let validator = validator(name);
        assert!(validator.is_valid(document));
        let mut found = Vec::new();
        paths(document, "", &mut found);
        // Parameters are a bot's own matter, and rules vary over values of any type.
        let is_free = |path: &&String| path.contains("/parameters") || path.contains("/vary");
        for path in found.iter().filter(|path| !is_free(path)) {
            let mut wrong = document.clone();
            let place = wrong.pointer_mut(path).expect("it is there");
            if place.as_object().is_some() && !path.ends_with("/runs") {
                place["surplus"] = json!([[1]]);
                assert!(!validator.is_valid(&wrong), "{name}: surplus in {path} passes");
            }
            *wrong.pointer_mut(path).expect("it is there") = json!([[[1]]]);
            assert!(!validator.is_valid(&wrong), "{name}: a list at {path} passes");
            refused += 1;
        }
    }
    assert!(refused > 500, "only {refused} wrong documents");
    let mut other = documents[0].clone();
    other["schema"] = json!("fuda.run.2");
    assert!(!validator("fuda.run.1").is_valid(&other));
    let mut less = documents[0].clone();
    less.as_object_mut().expect("an object").shift_remove("record");
    assert!(!validator("fuda.run.1").is_valid(&less));
}
