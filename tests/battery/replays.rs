//! Replays as lines of JSON, beside the page that explains them.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::mem::discriminant;

use fuda::game::{Audit, Game};
use fuda::games::{GameVisitor, NAMES, visit};
use fuda::report::TranscriptFormat;
use jsonschema::Validator;
use serde_json::Value;

use crate::rig::{EventObserver, rule_sets, section, setup, transcript};

/// The number of games under each set of house rules: enough for the rarest
/// event to occur under one of them.
const GAMES: u64 = 60;
/// The number of events of each kind that are looked at under each set of house
/// rules: to write all of them as JSON takes longer than to play the games.
const LOOKS: usize = 1000;
/// Those whose lines are compared with their schema.
const VALIDATED_GAMES: u64 = 5;
/// The lines of an event that are compared in each game, of those without the same
/// fields: most lines are of a few events.
const VALIDATED_LINES: usize = 10;

/// The page on replays lists every event of a game, with its fields, and no
/// other.
pub fn the_page_on_replays_has_every_event_with_its_fields<G: Game + Audit>() {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for set in rule_sets::<G>() {
        let setup = setup::<G>(set.rules, &["random"]);
        let mut looks = HashMap::new();
        let mut observer = EventObserver(|event: &G::Event| {
            let looks: &mut usize = looks.entry(discriminant(event)).or_default();
            *looks += 1;
            if *looks > LOOKS {
                return;
            }
            let (event, fields) = read(serde_json::to_value(event).expect("an event can be written as JSON"));
            let known = found.entry(event).or_insert_with(|| fields.clone());
            assert_eq!(*known, fields, "the same event with other fields");
        });
        for block in 0..GAMES {
            setup.play(block, 0, &mut setup.line_up.players(), &mut observer).expect("the bots are legal");
        }
    }
    assert_eq!(listed(&section::<G>("docs/replay.md")), found);
}

/// The name of an event, and those of its fields.
fn read(record: Value) -> (String, Vec<String>) {
    let Value::Object(mut record) = record else { panic!("no object: {record}") };
    let Some(Value::String(event)) = record.shift_remove("event") else { panic!("no event: {record:?}") };
    (event, record.keys().cloned().collect())
}

/// The events in a table of the page: a row for the event, and one for each of
/// its fields.
fn listed(section: &str) -> BTreeMap<String, Vec<String>> {
    let mut events: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut last = String::new();
    let rows = section.lines().skip_while(|line| !line.starts_with("| ---")).skip(1);
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> =
            row.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        match cells[..] {
            [event, "", meaning] if !event.is_empty() && !meaning.is_empty() => {
                event.clone_into(&mut last);
                assert!(events.insert(last.clone(), Vec::new()).is_none(), "{event} stands there twice");
            }
            ["", field, meaning] if !field.is_empty() && !meaning.is_empty() => {
                events.get_mut(&last).expect("an event comes first").push(field.to_owned());
            }
            _ => panic!("a row of an event or of a field: {row}"),
        }
    }
    events
}

/// The types of fields, each with the event in which it was first seen.
type FieldTypes = BTreeMap<String, (&'static str, String)>;

/// Adds the types of the fields of a value, by their paths: `hands[][]`,
/// `score.points[]`.
fn note_types(path: &str, value: &Value, event: &str, types: &mut FieldTypes) {
    let kind = match value {
        Value::Null => return,
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.is_f64() => "a real number",
        Value::Number(_) => "an integer",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    let (known, first) = types.entry(path.to_owned()).or_insert_with(|| (kind, event.to_owned()));
    assert_eq!(*known, kind, "{path} in {event}, and in {first}");
    match value {
        Value::Array(items) => {
            items.iter().for_each(|item| note_types(&format!("{path}[]"), item, event, types));
        }
        Value::Object(fields) => {
            fields
                .iter()
                .for_each(|(name, field)| note_types(&format!("{path}.{name}"), field, event, types));
        }
        _ => {}
    }
}

/// The schema of the lines of a game, as it is published.
fn published_schema<G: Game>() -> Validator {
    let path = format!("{}/docs/schemas/fuda.replay.{}.1.json", env!("CARGO_MANIFEST_DIR"), G::NAME);
    let schema = fs::read_to_string(path).expect("the schema is there");
    jsonschema::validator_for(&serde_json::from_str(&schema).expect("it is JSON")).expect("it is a schema")
}

/// The event of a line, and which of its fields are null.
fn form(line: &Value) -> String {
    let fields = line.as_object().expect("an object").iter();
    let empty: Vec<&str> =
        fields.filter(|(_, value)| value.is_null()).map(|(name, _)| name.as_str()).collect();
    format!("{} without {}", line["event"], empty.join(", "))
}

struct NoteTypes<'a>(&'a mut FieldTypes);

impl GameVisitor for NoteTypes<'_> {
    type Output = ();

    fn visit<G: Game + Audit>(self) {
        let schema = published_schema::<G>();
        for set in rule_sets::<G>() {
            let setup = setup::<G>(set.rules, &["random"]);
            for block in 0..VALIDATED_GAMES {
                let mut validated: BTreeMap<String, usize> = BTreeMap::new();
                for line in transcript(&setup, block, TranscriptFormat::JsonLines).lines() {
                    let value: Value = serde_json::from_str(line).expect("a line of JSON");
                    let lines = validated.entry(form(&value)).or_default();
                    *lines += 1;
                    if *lines > VALIDATED_LINES {
                        continue;
                    }
                    schema.validate(&value).unwrap_or_else(|error| panic!("{}: {line}: {error}", G::NAME));
                    note_types("", &value, &format!("{}: {line}", G::NAME), self.0);
                }
            }
        }
    }
}

#[test]
fn a_field_has_one_type_in_all_events_of_all_games_and_events_are_as_their_schemas_say() {
    let mut types = FieldTypes::new();
    for name in NAMES {
        visit(name, NoteTypes(&mut types)).expect("a game of the list");
    }
    assert_eq!(types[".hands[][]"].0, "text");
}
