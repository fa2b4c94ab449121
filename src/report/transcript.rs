//! A game told move by move: to people as text, to programs as JSON lines.

use serde_json::{Value, json};

use crate::game::{Game, Narrate, Narration, Observer, Options};
use crate::seat::Seat;

/// How a game is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TranscriptFormat {
    /// As an onlooker would.
    Text,
    /// Every event and every choice, as a JSON object in a line of its own.
    JsonLines,
}

/// Writes down what happens.
pub struct Transcript {
    telling: TranscriptFormat,
    text: String,
    /// Whether a sentence has begun that wants its end.
    open: bool,
}

impl Transcript {
    /// Nothing told yet.
    #[must_use]
    pub fn new(telling: TranscriptFormat) -> Transcript {
        Transcript { telling, text: String::new(), open: false }
    }

    /// All that was told.
    #[must_use]
    pub fn into_text(mut self) -> String {
        self.close();
        self.text
    }

    fn say(&mut self, told: Narration) {
        match told {
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
        match self.telling {
            TranscriptFormat::Text => self.say(event.narrate()),
            TranscriptFormat::JsonLines => {
                let record = serde_json::to_string(event).expect("an event has a form in JSON");
                self.line(&record);
            }
        }
    }

    fn on_decision(&mut self, seat: Seat, options: &G::Options, choice: usize) {
        if self.telling == TranscriptFormat::JsonLines {
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
