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

/// An observer that writes down what happens.
pub struct Transcript {
    format: TranscriptFormat,
    text: String,
    /// Whether the last sentence still lacks its full stop.
    open: bool,
}

impl Transcript {
    /// An empty transcript.
    #[must_use]
    pub fn new(format: TranscriptFormat) -> Transcript {
        Transcript { format, text: String::new(), open: false }
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
            Narration::Continues(more) => self.text.push_str(&more),
            Narration::Begins(beginning) => {
                self.close();
                self.text.push_str(&beginning);
                self.open = true;
            }
            Narration::Line(line) => {
                self.close();
                self.line(&line);
            }
        }
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
        if self.format == TranscriptFormat::JsonLines {
            let names: Vec<Value> = options.iter().map(|option| Value::String(option.to_string())).collect();
            let record = json!({
                "event": "decided",
                "seat": seat,
                "decision": options.decision(),
                "options": names,
                "choice": options.at(choice).to_string(),
            });
            self.line(&record.to_string());
        }
    }
}
