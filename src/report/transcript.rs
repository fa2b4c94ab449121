//! Transcripts: a game move by move, as text for people or JSON lines for
//! programs.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::bots::Note;
use crate::game::{Game, Narrate, Narration, Observer, Options};
use crate::seat::Seat;
use crate::text::decimal;

/// The format of a transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TranscriptFormat {
    /// Sentences, as an onlooker would tell it.
    Text,
    /// Every event and every choice, as a JSON object in a line of its own.
    JsonLines,
}

/// A line of JSON that the replays of all games have, besides the game's events.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum CommonLine<'a> {
    /// The first line: what is played.
    GameBegan {
        /// The name of the schema of all lines.
        schema: String,
        /// The game.
        game: &'static str,
        /// The seed.
        seed: u64,
        /// The block, from 0.
        block: u64,
        /// The rotation of the line-up, from 0.
        rotation: usize,
        /// The bots, in seat order.
        bots: &'a [String],
        /// Every house rule with its value.
        #[schemars(with = "Map<String, Value>")]
        rules: toml::Table,
    },
    /// A player made a choice; its consequences follow.
    Decided {
        /// Which decision of the game it is, from 1.
        number: u32,
        /// Who.
        seat: Seat,
        /// The decision.
        decision: &'a str,
        /// All options.
        options: Vec<String>,
        /// What was chosen.
        choice: String,
    },
    /// What a script printed or thought at the decision that follows.
    Noted {
        /// The number of the decision.
        number: u32,
        /// Who.
        seat: Seat,
        /// The lines that it printed.
        printed: Vec<&'a str>,
        /// What it returned; null without `--thoughts`.
        returned: Option<&'a str>,
        /// What it takes each option to be worth; empty if it does not say so.
        values: &'a [f64],
    },
}

impl CommonLine<'_> {
    /// The line.
    ///
    /// # Panics
    /// Never: every line has a form in JSON.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a line has a form in JSON")
    }
}

/// An observer that writes down what happens, with the number of each decision.
pub struct Transcript {
    format: TranscriptFormat,
    text: String,
    /// Whether the last sentence still lacks its full stop.
    open: bool,
    /// The number of decisions so far.
    decisions: u32,
    /// The number of those that the text has named.
    named: u32,
    /// Whether to write down what scripts return and think of their options.
    thoughts: bool,
}

impl Transcript {
    /// An empty transcript.
    #[must_use]
    pub fn new(format: TranscriptFormat) -> Transcript {
        Transcript { format, text: String::new(), open: false, decisions: 0, named: 0, thoughts: false }
    }

    /// The same transcript, with what scripts return and what they take each
    /// option to be worth.
    #[must_use]
    pub fn with_thoughts(self, thoughts: bool) -> Transcript {
        Transcript { thoughts, ..self }
    }

    /// What a script printed, returned and thinks of its options, in lines of
    /// their own.
    fn note<O: Options>(&mut self, seat: Seat, options: &O, note: &Note) {
        let number = self.decisions + 1;
        for line in note.printed.lines() {
            self.close();
            self.line(&format!("    [{number}] seat {seat} prints: {line}"));
        }
        if !self.thoughts || note.returned.is_empty() {
            return;
        }
        let values: Vec<String> = options
            .iter()
            .zip(&note.values)
            .map(|(option, value)| format!("{option} {}", decimal(*value)))
            .collect();
        let values = if values.is_empty() { String::new() } else { format!(": {}", values.join(", ")) };
        self.close();
        let (decision, returned) = (options.decision(), &note.returned);
        self.line(&format!("    [{number}] seat {seat} returns {returned} for '{decision}'{values}"));
    }

    /// The text so far.
    #[must_use]
    pub fn into_text(mut self) -> String {
        self.close();
        self.text
    }

    fn narrate(&mut self, narration: Narration) {
        match narration {
            Narration::Silent => {}
            Narration::Continues(more) => self.append(&more),
            Narration::Begins(beginning) => {
                self.close();
                self.append(&beginning);
                self.open = true;
            }
            Narration::Line(line) => {
                self.close();
                self.append(&line);
                self.text.push('\n');
            }
        }
    }

    /// Adds what followed from the last decisions, with their numbers before its
    /// full stop.
    fn append(&mut self, told: &str) {
        let (words, full_stop) = told.strip_suffix('.').map_or((told, ""), |words| (words, "."));
        self.text.push_str(words);
        self.text += &match self.decisions - self.named {
            0 => String::new(),
            1 => format!(" [{}]", self.decisions),
            _ => format!(" [{}-{}]", self.named + 1, self.decisions),
        };
        self.text.push_str(full_stop);
        self.named = self.decisions;
    }

    fn close(&mut self) {
        if std::mem::take(&mut self.open) {
            self.text.push_str(".\n");
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}

impl<G: Game> Observer<G> for Transcript {
    /// Every decision has its number, also where the runner would choose without
    /// asking.
    const WANTS_STATE: bool = true;

    fn on_event(&mut self, event: &G::Event) {
        match self.format {
            TranscriptFormat::Text => self.narrate(event.narrate()),
            TranscriptFormat::JsonLines => {
                let record = serde_json::to_string(event).expect("an event can be written as JSON");
                self.line(&record);
            }
        }
    }

    fn on_note(&mut self, seat: Seat, options: &G::Options, note: &Note) {
        match self.format {
            TranscriptFormat::Text => self.note(seat, options, note),
            TranscriptFormat::JsonLines => {
                let thoughts = self.thoughts && !note.returned.is_empty();
                if !thoughts && note.printed.is_empty() {
                    return;
                }
                let noted = CommonLine::Noted {
                    number: self.decisions + 1,
                    seat,
                    printed: note.printed.lines().collect(),
                    returned: thoughts.then_some(note.returned.as_str()),
                    values: if thoughts { &note.values } else { &[] },
                };
                self.line(&noted.text());
            }
        }
    }

    fn on_decision(&mut self, seat: Seat, options: &G::Options, choice: usize) {
        self.decisions += 1;
        if self.format == TranscriptFormat::JsonLines {
            let decided = CommonLine::Decided {
                number: self.decisions,
                seat,
                decision: options.decision(),
                options: options.iter().map(|option| option.to_string()).collect(),
                choice: options.at(choice).to_string(),
            };
            self.line(&decided.text());
        }
    }
}
