//! Transcripts: a game move by move, as text for people or JSON lines for
//! programs.

use serde_json::{Value, json};

use crate::game::{Game, Narrate, Narration, Observer, Options};
use crate::seat::Seat;

/// The format of a transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TranscriptFormat {
    /// Sentences, as an onlooker would tell it.
    Text,
    /// Every event and every choice, as a JSON object in a line of its own.
    JsonLines,
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
}

impl Transcript {
    /// An empty transcript.
    #[must_use]
    pub fn new(format: TranscriptFormat) -> Transcript {
        Transcript { format, text: String::new(), open: false, decisions: 0, named: 0 }
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

    fn on_decision(&mut self, seat: Seat, options: &G::Options, choice: usize) {
        self.decisions += 1;
        if self.format == TranscriptFormat::JsonLines {
            let names: Vec<Value> = options.iter().map(|option| Value::String(option.to_string())).collect();
            let record = json!({
                "event": "decided",
                "number": self.decisions,
                "seat": seat,
                "decision": options.decision(),
                "options": names,
                "choice": options.at(choice).to_string(),
            });
            self.line(&record.to_string());
        }
    }
}
