//! House rules: files in TOML, and lines as they are typed. The first line of a
//! document names the game.

use std::path::Path;

use super::edits::Corpus;
use super::runner::{Outcome, Target, files_in, root};
use crate::game::{Audit, Game};
use crate::games::{self, GameVisitor, NAMES};
use crate::settings::{Assignment, Settings, value_text};

pub fn target() -> Target {
    Target { corpus: corpus(), check: Box::new(check) }
}

/// The rules of golden games, and all rules of every game.
fn corpus() -> Corpus {
    let mut documents = Vec::new();
    let mut words = Vec::new();
    for game in NAMES {
        let golden = files_in(&root().join("tests/golden").join(game));
        let mut rules: Vec<Vec<u8>> =
            golden.into_iter().filter(|text| !text.starts_with(b"A game of")).collect();
        rules.push(games::visit(game, DefaultRules).expect("a game of the list").into_bytes());
        documents.extend(rules.iter().map(|rules| [game.as_bytes(), b"\n", rules].concat()));
        words.extend(games::visit(game, Words).expect("a game of the list"));
    }
    Corpus { documents, words }
}

fn check(document: &[u8]) -> Result<Outcome, String> {
    let Ok(text) = str::from_utf8(document) else { return Ok(Outcome::Refused) };
    let (game, text) = text.split_once('\n').unwrap_or((text, ""));
    let mut typed = Vec::new();
    for line in text.lines() {
        match Assignment::parse(line) {
            Ok(assignment) => typed.push(assignment),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    let read = Assignment::read_toml(text, Path::new("rules.toml"));
    let read = read.unwrap_or_else(|error| {
        assert!(error.to_string().starts_with("rules.toml, line "), "{error}");
        Vec::new()
    });
    let mut outcome = Outcome::Refused;
    for assignments in [&typed[..], &typed[..typed.len().min(1)], &read] {
        if !assignments.is_empty() && games::visit(game, Assign(assignments)).unwrap_or(Ok(false))? {
            outcome = Outcome::Accepted;
        }
    }
    Ok(outcome)
}

/// Whether the rules are allowed; what is allowed is the same after it was
/// written and read.
struct Assign<'a>(&'a [Assignment]);

impl GameVisitor for Assign<'_> {
    type Output = Result<bool, String>;

    fn visit<G: Game + Audit>(self) -> Result<bool, String> {
        let rules = match G::Rules::with(self.0) {
            Ok(rules) => rules,
            Err(error) => {
                let message = error.of("rule", G::NAME).to_string();
                return if message.is_empty() { Err("no message".to_owned()) } else { Ok(false) };
            }
        };
        let text = toml::to_string(&rules.to_table()).map_err(|error| error.to_string())?;
        let read =
            Assignment::read_toml(&text, Path::new("rules.toml")).map_err(|error| error.to_string())?;
        let again = G::Rules::with(&read).map_err(|error| format!("{error} of\n{text}"))?;
        if again != rules {
            return Err(format!("{} rules are others after they were written:\n{text}", G::NAME));
        }
        let game = G::new(rules);
        if game.max_decisions() == 0 { Err("a game without decisions".to_owned()) } else { Ok(true) }
    }
}

/// All rules of a game, with their defaults.
pub struct DefaultRules;

impl GameVisitor for DefaultRules {
    type Output = String;

    fn visit<G: Game + Audit>(self) -> String {
        toml::to_string(&G::Rules::default().to_table()).expect("rules have a form in TOML")
    }
}

/// The keys of a game's rules, and values of each.
pub struct Words;

impl GameVisitor for Words {
    type Output = Vec<String>;

    fn visit<G: Game + Audit>(self) -> Vec<String> {
        let of_key = |key: crate::settings::Key| {
            let values = key.allowed.examples();
            let texts = values.iter().map(ToString::to_string);
            let lines = values.iter().map(|value| format!("{}={}", key.name, value_text(value)));
            texts.chain(lines).chain([key.name.to_owned()]).collect::<Vec<_>>()
        };
        G::Rules::keys().into_iter().flat_map(of_key).collect()
    }
}
