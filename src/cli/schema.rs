//! `fuda schema`: the schemas of everything that is printed as JSON.

mod options;
mod tables;

use clap::Args;
use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use super::documents::{ListDocument, ResultDocument};
use super::failure::{Failure, print_as_is};
use crate::game::{Audit, Game};
use crate::games::{self, GameVisitor, NAMES};
use crate::report::{CommonLine, object_schema, schema_document, schema_name, settings_schema, type_schema};
use crate::settings::Settings;
use crate::study::Precision;
use crate::text::did_you_mean;
use tables::TableSets;

const EXAMPLES: &str = "\
Examples:
  fuda schema                                what there is
  fuda schema fuda.run.1 > fuda.run.1.json   what fuda run --format json prints

Every document names its schema, under 'schema'; of a replay, the first line
does, and every line is a document. A schema that changes gets another number.";

/// The arguments of `fuda schema`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct SchemaArgs {
    /// The name of the schema; without it, all names are listed
    #[arg(value_name = "SCHEMA")]
    name: Option<String>,
}

/// The commands whose results have a record, with what they are.
const RESULTS: [(&str, &str); 6] = [
    ("run", "the statistics of a run"),
    ("compare", "whether a bot is better than another, or where the two differ"),
    ("league", "the ranks of bots"),
    ("sweep", "what house rules change"),
    ("odds", "exact odds of hands"),
    ("solve", "the equilibrium of a hand for two, and best responses"),
];

/// The lists, with what they are of.
const LISTS: [(&str, &str); 6] = [
    ("games", "the games"),
    ("rules", "the house rules of a game"),
    ("bots", "the bots of a game, and their parameters"),
    ("fields", "what a script can see: bots --fields"),
    ("check", "whether a bot plays by the rules: bots --check"),
    ("metrics", "what is counted in a game"),
];

/// The names of all schemas, with what they are of.
pub fn names() -> impl Iterator<Item = (String, String)> {
    let named = |(name, about): &(&str, &str)| (schema_name(name), (*about).to_owned());
    let replays =
        NAMES.iter().map(|game| (replay_schema_name(game), format!("a line of a replay of {game}")));
    RESULTS.iter().map(named).chain(LISTS.iter().map(named)).chain(replays)
}

/// The name of the schema of a game's replays.
pub fn replay_schema_name(game: &str) -> String {
    schema_name(&format!("replay.{game}"))
}

/// `fuda schema`.
pub fn schema(args: &SchemaArgs) -> Result<(), Failure> {
    let Some(name) = &args.name else {
        let lines: String = names().map(|(name, about)| format!("{name:<26} {about}\n")).collect();
        return print_as_is(&lines);
    };
    let Some((name, about)) = names().find(|(known, _)| known == name) else {
        let known: Vec<String> = names().map(|(name, _)| name).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let hint = did_you_mean(name, &known);
        return Err(Failure::Usage(format!("unknown schema '{name}'; {hint}")));
    };
    print_as_is(&format!("{:#}\n", document(&name, &about)))
}

/// The schema of this name.
fn document(name: &str, about: &str) -> Value {
    let of = name.trim_start_matches("fuda.").trim_end_matches(".1");
    let body = if let Some(game) = of.strip_prefix("replay.") {
        games::visit(game, ReplayLines(name)).expect("a game of the list")
    } else if RESULTS.iter().any(|(command, _)| *command == of) {
        result_schema(of)
    } else {
        list_schema(of)
    };
    schema_document(name, about, body)
}

/// Sets what a name has to be.
fn must_be(schema: &mut Value, value: &str) {
    schema["const"] = value.into();
}

fn list_schema(of: &str) -> Value {
    let mut schema = type_schema::<ListDocument>();
    must_be(&mut schema["properties"]["schema"], &schema_name(of));
    let sets = TableSets::of_list(of);
    schema["properties"]["tables"] = described(&schema["properties"]["tables"], sets.schema());
    schema["$defs"] = Value::Object(sets.definitions());
    schema
}

fn result_schema(command: &str) -> Value {
    let mut schema = type_schema::<ResultDocument>();
    must_be(&mut schema["properties"]["schema"], &schema_name(command));
    let sets = TableSets::of_results(command);
    let mut definitions = sets.definitions();
    schema["properties"]["tables"] = described(&schema["properties"]["tables"], sets.schema());
    if command == "sweep" {
        let runs = TableSets::of_results("run");
        let folders = json!({ "type": "object", "additionalProperties": { "$ref": "#/$defs/run_tables" } });
        schema["properties"]["runs"] = described(&schema["properties"]["runs"], folders);
        definitions.insert("run_tables".to_owned(), runs.schema());
        for (name, definition) in runs.definitions() {
            definitions.entry(name).or_insert(definition);
        }
        schema["required"].as_array_mut().expect("fields are required").push("runs".into());
    } else if let Some(properties) = schema["properties"].as_object_mut() {
        properties.shift_remove("runs");
    }
    complete_record(&mut schema, command, &mut definitions);
    if let Some(types) = schema["$defs"].as_object_mut() {
        types.extend(definitions);
    }
    schema
}

/// Adds to the schema of records what differs from command to command.
fn complete_record(schema: &mut Value, command: &str, definitions: &mut Map<String, Value>) {
    let record = &mut schema["$defs"]["Record"];
    must_be(&mut record["properties"]["command"], command);
    let games = if ["odds", "solve"].contains(&command) { &["kachi-kachi"][..] } else { NAMES };
    record["properties"]["game"]["enum"] = json!(games);
    let mut rules = Vec::new();
    // No house rule but the deck affects odds, and that is an option.
    for game in games.iter().filter(|_| command != "odds") {
        let name = format!("rules_{game}");
        rules.push(json!({ "$ref": format!("#/$defs/{name}") }));
        definitions.insert(name, games::visit(game, RulesOf).expect("a game of the list"));
    }
    let properties = record["properties"].as_object_mut().expect("a record has fields");
    if rules.is_empty() {
        properties.shift_remove("rules");
    } else {
        properties["rules"] = described(&properties["rules"], json!({ "anyOf": rules }));
    }
    properties["precision"] = described(&properties["precision"], with_types::<Precision>(definitions));
    let options = options::options_schema(command, definitions);
    match options {
        Some(options) => properties["options"] = described(&properties["options"], options),
        None => drop(properties.shift_remove("options")),
    }
}

/// The schema of a type, with its definitions among the others.
fn with_types<T: JsonSchema>(definitions: &mut Map<String, Value>) -> Value {
    let mut schema = type_schema::<T>();
    let fields = schema.as_object_mut().expect("the schema of a type is an object");
    fields.shift_remove("title");
    if let Some(Value::Object(types)) = fields.shift_remove("$defs") {
        definitions.extend(types);
    }
    schema
}

/// A schema with the description of the one that it takes the place of.
fn described(old: &Value, mut new: Value) -> Value {
    if let Some(description) = old.get("description") {
        new["description"] = description.clone();
    }
    new
}

/// The house rules of a game.
struct RulesOf;

impl GameVisitor for RulesOf {
    type Output = Value;

    fn visit<G: Game + Audit>(self) -> Value {
        let mut rules = settings_schema(&G::Rules::keys());
        rules["description"] = format!("the house rules of {}", G::NAME).into();
        rules
    }
}

/// The lines of a replay: those that all games have, and the game's own events.
struct ReplayLines<'a>(&'a str);

impl GameVisitor for ReplayLines<'_> {
    type Output = Value;

    fn visit<G: Game + Audit>(self) -> Value {
        let (mut common, mut own) = (type_schema::<CommonLine>(), type_schema::<G::Event>());
        let mut definitions = Map::new();
        let mut lines = Vec::new();
        for part in [&mut common, &mut own] {
            if let Some(Value::Object(types)) = part.get_mut("$defs").map(Value::take) {
                definitions.extend(types);
            }
            if let Some(Value::Array(events)) = part.get_mut("oneOf").map(Value::take) {
                lines.extend(events);
            }
        }
        definitions.insert("rules".to_owned(), RulesOf.visit::<G>());
        let began = &mut lines[0]["properties"];
        must_be(&mut began["schema"], self.0);
        must_be(&mut began["game"], G::NAME);
        began["rules"] = described(&began["rules"], json!({ "$ref": "#/$defs/rules" }));
        for line in &mut lines {
            line["additionalProperties"] = false.into();
            line.as_object_mut().expect("an object").shift_remove("unevaluatedProperties");
        }
        json!({ "type": "object", "oneOf": lines, "$defs": definitions })
    }
}

/// An object whose properties are these.
fn closed(properties: impl IntoIterator<Item = (String, Value)>, optional: &[&str]) -> Value {
    object_schema(properties.into_iter().collect(), optional)
}
