//! The schemas of what is printed as JSON. Each follows from the declaration by
//! which it is written: types of Rust, columns of tables, keys of settings.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::settings::{Allowed, Key};
use crate::table::{Column, ColumnKind};

/// The name of a schema in its current version, which the documents name.
#[must_use]
pub fn schema_name(of: &str) -> String {
    format!("fuda.{of}.1")
}

/// The schema of a type as it is written, with its definitions in `$defs`.
#[must_use]
pub fn type_schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(Present);
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    if let Some(fields) = schema.as_object_mut() {
        fields.shift_remove("$schema");
    }
    schema
}

/// A whole schema: the name and the description first.
#[must_use]
pub fn schema_document(name: &str, description: &str, body: Value) -> Value {
    let mut document = Map::new();
    document.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
    document.insert("$id".to_owned(), format!("urn:fuda:{name}").into());
    document.insert("title".to_owned(), name.into());
    document.insert("description".to_owned(), description.into());
    let Value::Object(body) = body else { panic!("the schema of a document is an object") };
    for (key, value) in body {
        document.entry(key).or_insert(value);
    }
    Value::Object(document)
}

/// What may be left out is there with a value, or not at all: it is never null.
/// Descriptions are one line.
#[derive(Clone, Debug)]
struct Present;

impl Transform for Present {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(object) = schema.as_object_mut() else { return };
        if let Some(Value::String(text)) = object.get_mut("description") {
            *text = text.replace('\n', " ");
        }
        let required: Vec<String> = match object.get("required") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        let Some(Value::Object(properties)) = object.get_mut("properties") else { return };
        for (name, property) in properties {
            if !required.contains(name) {
                drop_null(property);
            }
            if let Some(property) = property.as_object_mut() {
                property.shift_remove("default");
            }
        }
    }
}

fn drop_null(property: &mut Value) {
    if let Some(types) = property.get_mut("type")
        && let Value::Array(list) = types
    {
        list.retain(|name| name != "null");
        if let [only] = &list[..] {
            *types = only.clone();
        }
    }
    if let Some(Value::Array(choices)) = property.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(only)] = &choices[..] {
            let only = only.clone();
            if let Some(property) = property.as_object_mut() {
                property.shift_remove("anyOf");
                property.extend(only);
            }
        }
    }
}

/// An object that has these properties, all of them unless they are optional,
/// and no other.
#[must_use]
pub fn object_schema(properties: Map<String, Value>, optional: &[&str]) -> Value {
    let required: Vec<&String> =
        properties.keys().filter(|name| !optional.contains(&name.as_str())).collect();
    let mut schema = json!({ "type": "object", "required": required, "additionalProperties": false });
    schema["properties"] = Value::Object(properties);
    schema
}

/// The rows of a table with these columns.
#[must_use]
pub fn rows_schema(columns: &[Column]) -> Value {
    let cells = columns.iter().map(|column| {
        let mut cell = cell_schema(column.kind);
        cell["description"] = column.meaning.into();
        (column.name.clone(), cell)
    });
    json!({ "type": "array", "items": object_schema(cells.collect(), &[]) })
}

fn cell_schema(kind: ColumnKind) -> Value {
    match kind {
        ColumnKind::Text => json!({ "type": ["string", "null"] }),
        ColumnKind::Integer => json!({ "type": ["integer", "null"] }),
        ColumnKind::Real => json!({ "type": ["number", "null"] }),
        ColumnKind::PValue => json!({ "type": ["number", "null"], "minimum": 0, "maximum": 1 }),
        ColumnKind::Estimate => {
            let number = || json!({ "type": ["number", "null"] });
            let ends = [("value", number()), ("low", number()), ("high", number())];
            let mut estimate =
                object_schema(ends.into_iter().map(|(end, of)| (end.to_owned(), of)).collect(), &[]);
            estimate["type"] = json!(["object", "null"]);
            estimate
        }
    }
}

/// All settings of some keys with their values; dotted keys are in tables of
/// their own.
#[must_use]
pub fn settings_schema(keys: &[Key]) -> Value {
    let mut properties = Map::new();
    let mut tables: Map<String, Value> = Map::new();
    for key in keys {
        let mut value = allowed_schema(&key.allowed);
        value["description"] = key.meaning.into();
        match key.name.split_once('.') {
            None => drop(properties.insert(key.name.to_owned(), value)),
            Some((table, name)) => {
                let table = tables.entry(table).or_insert_with(|| Value::Object(Map::new()));
                table[name] = value;
            }
        }
    }
    for (name, table) in tables {
        if let Value::Object(table) = table {
            properties.insert(name, object_schema(table, &[]));
        }
    }
    object_schema(properties, &[])
}

fn allowed_schema(allowed: &Allowed) -> Value {
    match allowed {
        Allowed::Bool => json!({ "type": "boolean" }),
        Allowed::Whole(range) => {
            json!({ "type": "integer", "minimum": range.start(), "maximum": range.end() })
        }
        Allowed::Numbers(numbers) => json!({ "type": "integer", "enum": numbers }),
        Allowed::Real(range) => json!({ "type": "number", "minimum": range.start(), "maximum": range.end() }),
        Allowed::Reals(count, range) => json!({
            "type": "array",
            "items": { "type": "number", "minimum": range.start(), "maximum": range.end() },
            "minItems": count,
            "maxItems": count,
        }),
        Allowed::Words(words) => json!({ "type": "string", "enum": words }),
        Allowed::Name(_) => json!({ "type": "string" }),
    }
}
