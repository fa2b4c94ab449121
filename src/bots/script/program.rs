//! A script that is ready to be put in machines: its code, and what it can read
//! of the game.

use mlua::chunk::Compiler;

use super::code;
use super::guards;
use super::messages::reason;
use super::watchdog::Watched;
use super::{ScriptError, Source};
use crate::cards::Card;
use crate::game::{Game, Options};
use crate::script_value::{Encoder, OptionValue, ScriptInterface};
use crate::settings::Settings;
use crate::text::printable;

/// A compiled script, and what it can read of the game beside the view.
pub(super) struct Program {
    /// The file, as messages name it.
    pub name: String,
    /// The bytecode.
    pub code: Vec<u8>,
    /// The bytecode of what scripts call most.
    pub basics: Vec<u8>,
    /// The bytecode of the prelude.
    pub prelude: Vec<u8>,
    /// The bytecode that puts decisions to scripts.
    pub decisions: Vec<u8>,
    /// Whether it may be compiled to native code. With coroutines it would count
    /// its steps in another way.
    pub is_native: bool,
    /// The name of every card, and its encoded facts.
    pub cards: Vec<(String, Vec<u8>)>,
    /// The numbers of the cards that are played with.
    pub deck: Vec<usize>,
    /// The house rules.
    pub rules: toml::Table,
    /// The number of players.
    pub players: usize,
    /// The fields of views and cards.
    pub interface: ScriptInterface,
}

impl Program {
    /// Compiles a script for a game.
    ///
    /// # Errors
    /// If it is not valid Luau, or uses what it must not.
    pub fn new<G: Game>(game: &G, source: &Source) -> Result<Program, ScriptError> {
        let name = printable(&source.path.display().to_string(), 200);
        let text = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
        let compiler = Compiler::new()
            .set_optimization_level(2)
            .set_debug_level(1)
            .set_disabled_builtins(code::replaced());
        // The message begins with ":LINE: ".
        let wrong =
            |error: mlua::Error| ScriptError(format!("{name}:{}", reason(&error).trim_start_matches(':')));
        let watched = Watched::new(&name);
        // First as it is, for messages about what the author wrote.
        watched.work(|| compiler.compile(text)).map_err(wrong)?;
        let guarded =
            guards::guarded(text).map_err(|(line, what)| ScriptError(format!("{name}:{line}: {what}")))?;
        let code = watched.work(|| compiler.compile(&guarded)).map_err(|error| {
            let ScriptError(what) = wrong(error);
            ScriptError(format!(
                "{what} (with steps counted, which this is not made for: write it otherwise)"
            ))
        })?;
        let interface = super::interface::<G>();
        let mut encoder = Encoder::default();
        let cards = (0..G::Card::COUNT).map(G::Card::at).map(|card| {
            encoder.begin(HEAD, interface.card.len());
            game.script_card(card, &mut encoder);
            (card.to_string(), encoder.bytes().to_vec())
        });
        let cards = cards.collect();
        Ok(Program {
            code,
            basics: code::basics(),
            prelude: code::prelude(),
            decisions: code::decisions(&interface.view),
            is_native: !text.contains("coroutine"),
            cards,
            deck: game.deck().iter().map(|card| card.index() + 1).collect(),
            rules: game.rules().to_table(),
            players: game.players(),
            interface,
            name,
        })
    }
}

/// The bytes before the fields, which say where the options begin.
const HEAD: usize = 2;

/// Writes views and options for a machine.
#[derive(Default)]
pub(super) struct Asking {
    encoder: Encoder,
    /// The lists of words or numbers that were offered in this game: a few, which
    /// are found sooner than they are hashed.
    offered: Vec<Vec<u8>>,
    list: Vec<u8>,
}

impl Asking {
    /// Forgets the options of the last game.
    pub fn begin_game(&mut self) {
        self.offered.clear();
    }

    /// The view and the options of a decision.
    pub fn write<G: Game>(&mut self, game: &G, fields: usize, view: &G::View, options: &G::Options) -> &[u8] {
        self.encoder.begin(HEAD, fields);
        game.script_view(view, options, &mut self.encoder);
        let begin = u16::try_from(self.encoder.bytes().len()).expect("a short view").to_le_bytes();
        self.encoder.head()[..HEAD].copy_from_slice(&begin);
        self.write_options::<G>(options);
        self.encoder.bytes()
    }

    /// Cards as they are; other options as the number of their list, and the
    /// list.
    fn write_options<G: Game>(&mut self, options: &G::Options) {
        let count = options.count();
        if let OptionValue::Card(_) = options.at(0).into() {
            self.encoder.byte(0);
            self.encoder.byte(count as u8);
            for option in options.iter() {
                let OptionValue::Card(card) = option.into() else { unreachable!("all options are alike") };
                self.encoder.byte(card as u8 + 1);
            }
            return;
        }
        self.list.clear();
        let kind = match (options.at(0).into(), options.at(1).into()) {
            (OptionValue::Number(first), OptionValue::Number(second)) => {
                self.list.extend_from_slice(&first.to_le_bytes());
                self.list.extend_from_slice(&(second - first).to_le_bytes());
                1
            }
            _ => {
                for option in options.iter() {
                    let OptionValue::Word(word) = option.into() else {
                        unreachable!("all options are alike")
                    };
                    self.list.push(word.len() as u8);
                    self.list.extend_from_slice(word.as_bytes());
                }
                2
            }
        };
        self.list.extend_from_slice(&(count as u32).to_le_bytes());
        let place = self.offered.iter().position(|list| *list == self.list).unwrap_or_else(|| {
            self.offered.push(self.list.clone());
            self.offered.len() - 1
        });
        self.encoder.byte(kind);
        self.encoder.raw(&(place as u32 + 1).to_le_bytes());
        self.encoder.raw(&(count as u32).to_le_bytes());
        self.encoder.raw(&self.list);
    }
}
