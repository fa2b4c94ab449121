//! Transcripts: a game move by move, as text for people or JSON lines for
//! programs.

use serde_json::{Value, json};

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
                let mut record = json!({ "event": "noted", "number": self.decisions + 1, "seat": seat });
                if !note.printed.is_empty() {
                    record["printed"] = note.printed.lines().collect();
                }
                if thoughts {
                    record["returned"] = note.returned.as_str().into();
                    record["values"] = note.values.iter().copied().collect();
                }
                self.line(&record.to_string());
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
