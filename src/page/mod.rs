//! Pages: results as people look at them, each in one file that needs nothing
//! else.
//!
//! | file | has |
//! | --- | --- |
//! | `source` | what a page is made of: the record and the CSV files of a result |
//! | `declared` | what the game says about its metrics, rules and bots |
//! | `figure` | a picture with its sentence and its table; sections and chapters |
//! | `draw` | the kinds of pictures, in SVG |
//! | `run`, `compare`, `league`, `sweep`, `solve`, `odds` | which figures a result has |
//! | `index` | the list of all results, and pages of several |
//! | `replay`, `cards` | a game that one steps through |
//! | `document` | the page around it: style, script, light and dark |
//!
//! A page is made of the files that lie in the folder of its result, and of
//! nothing else: so `fuda report` makes the same bytes again. What is drawn
//! follows from the metrics' declarations: a new metric or game needs no code
//! here. A new command needs an entry in `KINDS`.

mod again;
mod cards;
mod chapter;
mod compare;
mod declared;
mod document;
mod draw;
mod figure;
mod index;
mod league;
mod odds;
mod replay;
mod run;
mod solve;
mod source;
mod standalone;
mod sweep;
mod words;

pub use declared::{ChangedRule, changed_rules};
pub use index::{Listed, index_page, joint_page};
pub use replay::{ReplayHead, ReplaySteps, replay_page};
pub use source::Source;
pub use standalone::{UnknownFigure, figure_file};

use document::Made;
use figure::Section;

use crate::storage::File;
use crate::text::is_hidden;

pub use crate::report::PAGE as REPORT;

/// What is shown of a result: a sentence on what came out, and figures.
struct Shown {
    lead: String,
    sections: Vec<Section>,
}

/// A kind of results.
struct ResultKind {
    /// The command.
    command: &'static str,
    /// What a page calls it.
    name: &'static str,
    /// How it is shown; none if this program cannot.
    show: fn(&Source) -> Option<Shown>,
}

/// The kinds of results. Of any other command, the tables are shown.
const KINDS: &[ResultKind] = &[
    ResultKind { command: "run", name: "Run", show: run::show },
    ResultKind { command: "compare", name: "Comparison", show: compare::show },
    ResultKind { command: "league", name: "League", show: league::show },
    ResultKind { command: "sweep", name: "Sweep", show: sweep::show },
    ResultKind { command: "solve", name: "Solution", show: solve::show },
    ResultKind { command: "odds", name: "Odds", show: odds::show },
];

/// The page of a result.
#[must_use]
pub fn report_page(source: &Source) -> File {
    let page = figure::fitting(vec![chapter::chapter(source)], |chapters, rows| {
        let chapter = &chapters[0];
        document::document(&chapter.title, &chapter.markup(1, rows), Made::FromFiles)
    });
    File { name: REPORT.to_owned(), content: page.into_bytes() }
}

/// Text with its control characters made visible: what comes from a strategy
/// file or a file name is never more than text.
fn safe_text(text: &str) -> String {
    let shown = |letter: char| match letter {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + u32::from(letter)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        // Marks that turn the direction of the text around them, and ends of lines.
        letter if is_hidden(letter) => '\u{fffd}',
        letter => letter,
    };
    text.chars().map(shown).collect()
}
