//! The protocol between fuda and programs: lines of JSON, described in
//! docs/programs.md.
//!
//! Views are encoded as for scripts ([`Encoder`]) and written as JSON by the shapes
//! of their fields: as compact numbers, or with names.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::values::{Style, Values, comma, number, whole, write_cards, write_text};
use crate::cards::Card;
use crate::game::{Game, Options};
use crate::script_value::{Encoder, Field, OptionValue, ScriptInterface, Shape};
use crate::settings::Settings;
use crate::text::printable;

/// The version of the protocol.
pub const PROTOCOL: u64 = 1;

/// How a program wants to be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Many decisions in a line, in compact numbers.
    Batch,
    /// A decision a line, with names.
    Plain,
}

/// What a program answers to the first line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ready {
    pub form: Form,
    /// What it says of itself.
    pub about: Option<String>,
}

impl Ready {
    /// Reads the answer to the first line.
    ///
    /// # Errors
    /// If it is none, in words.
    pub fn parse(line: &[u8]) -> Result<Ready, String> {
        let expected = r#"expected a line such as {"protocol":1,"form":"batch"}"#;
        let wrong = |what: String| format!("it began with {}: {what}; {expected}", quoted(line));
        let answer: Value = serde_json::from_slice(line).map_err(|error| wrong(error.to_string()))?;
        match answer.get("protocol") {
            Some(version) if *version == json!(PROTOCOL) => {}
            Some(version) => {
                let version = printable(&version.to_string(), 40);
                return Err(format!("it speaks protocol {version}, and this fuda speaks {PROTOCOL}"));
            }
            None => return Err(wrong("there is no 'protocol' in it".to_owned())),
        }
        let form = match answer.get("form").and_then(Value::as_str) {
            Some("batch") => Form::Batch,
            Some("plain") => Form::Plain,
            _ => return Err(wrong("'form' has to be \"batch\" or \"plain\"".to_owned())),
        };
        let about = match answer.get("about") {
            None | Some(Value::Null) => None,
            Some(Value::String(about)) => Some(about.clone()),
            Some(_) => return Err(wrong("'about' has to be a text".to_owned())),
        };
        Ok(Ready { form, about })
    }
}

/// The start of what a program wrote, for messages.
pub fn quoted(line: &[u8]) -> String {
    if line.is_empty() {
        return "an empty line".to_owned();
    }
    printable(&String::from_utf8_lossy(&line[..line.len().min(400)]), 100)
}

/// What a program is told of a game, and what is needed to ask it.
pub struct Interface {
    /// The first line.
    pub hello: Vec<u8>,
    fields: Vec<Field>,
    /// The names of the fields and of the cards, as JSON.
    field_names: Vec<String>,
    card_names: Vec<String>,
}

impl Interface {
    /// What programs are told of a game.
    pub fn new<G: Game>(game: &G) -> Interface {
        let ScriptInterface { view, card } = crate::bots::interface::<G>();
        let all = || (0..G::Card::COUNT).map(G::Card::at);
        let mut encoder = Encoder::default();
        let facts = all().map(|of| {
            encoder.begin(0, card.len());
            game.script_card(of, &mut encoder);
            let mut facts = serde_json::Map::new();
            facts.insert("name".to_owned(), json!(of.to_string()));
            let mut values = Values::of(encoder.bytes(), card.len());
            for field in &card {
                let mut text = Vec::new();
                values.write(&field.shape, Style::Facts, &mut text);
                facts.insert(field.name.to_owned(), serde_json::from_slice(&text).expect("it is JSON"));
            }
            Value::Object(facts)
        });
        // Cards are counted from 1.
        let cards: Vec<Value> = std::iter::once(Value::Null).chain(facts).collect();
        let described = |field: &Field| json!({ "name": field.name, "shape": shape(&field.shape), "meaning": field.meaning });
        let hello = json!({
            "protocol": PROTOCOL,
            "fuda": env!("CARGO_PKG_VERSION"),
            "game": G::NAME,
            "players": game.players(),
            "rules": game.rules().to_table(),
            "cards": cards,
            "deck": game.deck().iter().map(|card| card.index() + 1).collect::<Vec<_>>(),
            "card": card.iter().map(described).collect::<Vec<_>>(),
            "view": view.iter().map(described).collect::<Vec<_>>(),
        });
        Interface {
            hello: format!("{hello}\n").into_bytes(),
            field_names: view.iter().map(|field| json!(field.name).to_string()).collect(),
            card_names: all().map(|card| json!(card.to_string()).to_string()).collect(),
            fields: view,
        }
    }

    /// Encodes a decision; returns where its options begin.
    pub fn encode<G: Game>(
        &self,
        game: &G,
        view: &G::View,
        options: &G::Options,
        lists: &mut OptionLists,
        encoder: &mut Encoder,
    ) -> usize {
        encoder.begin(0, self.fields.len());
        game.script_view(view, options, encoder);
        let options_at = encoder.bytes().len();
        lists.encode::<G>(options, encoder);
        options_at
    }

    /// Writes a decision in compact numbers: the view, and the options or the
    /// number of their list.
    pub fn write_compact(&self, bytes: &[u8], options_at: usize, out: &mut Vec<u8>) {
        let mut values = Values::of(&bytes[..options_at], self.fields.len());
        out.push(b'[');
        for (index, field) in self.fields.iter().enumerate() {
            comma(index, out);
            values.write(&field.shape, Style::Compact, out);
        }
        out.extend_from_slice(b"],");
        match Offered::read(&bytes[options_at..]) {
            Offered::Cards(cards) => write_cards(cards, Style::Compact, out),
            Offered::List(list) => whole(i64::from(list), out),
        }
    }

    /// Writes a decision with names: `"view":{...},"options":[...]`.
    pub fn write_plain(&self, bytes: &[u8], options_at: usize, lists: &OptionLists, out: &mut Vec<u8>) {
        let mut values = Values::of(&bytes[..options_at], self.fields.len());
        out.extend_from_slice(b"\"view\":{");
        for (index, (field, name)) in self.fields.iter().zip(&self.field_names).enumerate() {
            comma(index, out);
            out.extend_from_slice(name.as_bytes());
            out.push(b':');
            values.write(&field.shape, Style::Plain(&self.card_names), out);
        }
        out.extend_from_slice(b"},\"options\":");
        match Offered::read(&bytes[options_at..]) {
            Offered::Cards(cards) => write_cards(cards, Style::Plain(&self.card_names), out),
            Offered::List(list) => out.extend_from_slice(lists.texts[list as usize].as_bytes()),
        }
    }
}

/// The shape of a field, as programs are told it.
#[must_use]
pub fn shape(shape: &Shape) -> Value {
    match shape {
        Shape::Bool => json!("bool"),
        Shape::Number => json!("number"),
        Shape::Text => json!("text"),
        Shape::Card => json!("card"),
        Shape::Cards => json!("cards"),
        Shape::List(of) => json!({ "list": self::shape(of) }),
        Shape::Record(names, of) => json!({ "record": names, "of": self::shape(of) }),
        Shape::Optional(of) => json!({ "optional": self::shape(of) }),
    }
}

/// Lists of words or numbers that were offered, which programs are told once.
#[derive(Default)]
pub struct OptionLists {
    known: HashMap<Vec<u8>, u32>,
    /// Each list as JSON.
    pub texts: Vec<String>,
    key: Vec<u8>,
}

/// The options of an encoded decision.
enum Offered<'a> {
    /// Cards, by their number.
    Cards(&'a [u8]),
    /// A list, by its number.
    List(u32),
}

const CARDS: u8 = 0;
const LIST: u8 = 1;

impl Offered<'_> {
    fn read(bytes: &[u8]) -> Offered<'_> {
        match bytes {
            [CARDS, cards @ ..] => Offered::Cards(cards),
            [_, list @ ..] => Offered::List(u32::from_le_bytes(list.try_into().expect("four bytes"))),
            [] => unreachable!("there are options"),
        }
    }
}

impl OptionLists {
    fn encode<G: Game>(&mut self, options: &G::Options, encoder: &mut Encoder) {
        let first: OptionValue = options.at(0).into();
        self.key.clear();
        match first {
            OptionValue::Card(_) => {
                encoder.byte(CARDS);
                for option in options.iter() {
                    let OptionValue::Card(card) = option.into() else {
                        unreachable!("all options are alike")
                    };
                    encoder.byte(card as u8 + 1);
                }
                return;
            }
            // Numbers are evenly spaced.
            OptionValue::Number(first) => {
                let OptionValue::Number(second) = options.at(1).into() else {
                    unreachable!("all options are alike")
                };
                self.key.extend_from_slice(&first.to_le_bytes());
                self.key.extend_from_slice(&second.to_le_bytes());
                self.key.extend_from_slice(&options.count().to_le_bytes());
            }
            OptionValue::Word(_) => {
                for option in options.iter() {
                    let OptionValue::Word(word) = option.into() else {
                        unreachable!("all options are alike")
                    };
                    self.key.extend_from_slice(word.as_bytes());
                    self.key.push(b',');
                }
            }
        }
        let number = match self.known.get(&self.key) {
            Some(&number) => number,
            None => {
                let number = self.texts.len() as u32;
                self.known.insert(self.key.clone(), number);
                self.texts.push(list_text::<G>(options));
                number
            }
        };
        encoder.byte(LIST);
        encoder.raw(&number.to_le_bytes());
    }
}

fn list_text<G: Game>(options: &G::Options) -> String {
    let mut text = Vec::from(b"[");
    for (index, option) in options.iter().enumerate() {
        comma(index, &mut text);
        match option.into() {
            OptionValue::Word(word) => write_text(word, &mut text),
            OptionValue::Number(value) => number(value, &mut text),
            OptionValue::Card(_) => unreachable!("all options are alike"),
        }
    }
    text.push(b']');
    String::from_utf8(text).expect("JSON is UTF-8")
}

/// An answer of a program: the game, and the option, which may be any number yet.
pub type Answer = (u64, i64);

#[derive(Deserialize)]
struct PlainAnswer {
    game: u64,
    option: i64,
}

/// Reads the answers in a line.
///
/// # Errors
/// If it has none, in words.
pub fn answers(form: Form, line: &[u8], out: &mut Vec<Answer>) -> Result<(), String> {
    out.clear();
    let (read, expected) = match form {
        Form::Batch => {
            let read =
                serde_json::from_slice::<Vec<Answer>>(line).map(|mut answers| out.append(&mut answers));
            (read, "[[game,option],...]")
        }
        Form::Plain => {
            let read =
                serde_json::from_slice(line).map(|PlainAnswer { game, option }| out.push((game, option)));
            (read, r#"{"game":1,"option":0}"#)
        }
    };
    read.map_err(|error| {
        // It may quote what was answered.
        let error = printable(&error.to_string(), 200);
        format!("it answered {}: {error}; expected {expected}", quoted(line))
    })
}
