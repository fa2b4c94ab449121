//! Figures: a picture with a sentence in numbers under it, and the table behind
//! it.

use maud::{Markup, html};

use super::draw::legend;
use super::safe_text;

/// The bytes that a page may have.
const LIMIT: usize = 490_000;

/// How many rows of a table a page may show, and how many if it is too large.
const ROWS: [usize; 4] = [400, 40, 10, 0];

/// A chapter: one result.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Unique on the page.
    pub id: String,
    /// What kind of result it is.
    pub kind: String,
    /// The title.
    pub title: String,
    /// What came out, in a sentence.
    pub lead: String,
    /// The command, the rules, the bots, how much was played.
    pub facts: Vec<(String, Markup)>,
    /// The figures.
    pub sections: Vec<Section>,
}

/// Figures of a kind.
#[derive(Clone, Debug)]
pub struct Section {
    /// The title.
    pub title: String,
    /// How wide they are.
    pub size: FigureSize,
    /// The figures.
    pub figures: Vec<Figure>,
}

/// How wide the figures of a section are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureSize {
    /// One to a line.
    Wide,
    /// Two to a line, where there is room.
    Half,
    /// As many as there is room for.
    Small,
}

/// A picture with what belongs to it.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Unique in its chapter.
    pub id: String,
    /// The title.
    pub title: String,
    /// The names of groups, with the classes of their colours.
    pub legend: Vec<(String, String)>,
    /// The picture.
    pub picture: Markup,
    /// What it shows, in numbers.
    pub sentence: String,
    /// The table behind it. If the picture has bins or points, they are its
    /// rows.
    pub table: DataTable,
}

/// A table of texts, as it is read on the page.
#[derive(Clone, Debug, Default)]
pub struct DataTable {
    /// The names of the columns.
    pub head: Vec<String>,
    /// The rows; the first column has labels.
    pub rows: Vec<Vec<String>>,
    /// The file that has all of it.
    pub file: String,
}

impl DataTable {
    /// An empty table.
    #[must_use]
    pub fn new<S: Into<String>>(head: impl IntoIterator<Item = S>, file: impl Into<String>) -> DataTable {
        DataTable { head: head.into_iter().map(Into::into).collect(), rows: Vec::new(), file: file.into() }
    }

    fn markup(&self, of: &str, most: usize) -> Markup {
        html! {
            details {
                summary { "The numbers" span.unseen { " of " (of) } }
                div.scroll tabindex="0" role="region" aria-label=(format!("The numbers of {of}")) {
                    table {
                        thead { tr { @for name in &self.head { th scope="col" { (safe_text(name)) } } } }
                        tbody {
                            @for row in self.rows.iter().take(most) {
                                tr {
                                    @for (index, cell) in row.iter().enumerate() {
                                        @if index == 0 { th scope="row" { (safe_text(cell)) } }
                                        @else { td { (safe_text(cell)) } }
                                    }
                                }
                            }
                        }
                    }
                }
                @if !self.file.is_empty() {
                    p.source {
                        @if self.rows.len() > most { "The first " (most) " of " (self.rows.len()) " rows. " }
                        "More in " code { (self.file) }
                    }
                }
            }
        }
    }
}

impl Figure {
    fn markup(&self, chapter: &str, level: u8, most: usize) -> Markup {
        html! {
            figure id=(format!("{chapter}-{}", self.id)) {
                (heading(level, "", &self.title))
                @if !self.legend.is_empty() { (legend(&self.legend)) }
                (self.picture)
                figcaption { (safe_text(&self.sentence)) }
                // Landmarks have names of their own on a page of several chapters.
                @let of = if level > 3 { format!("{} of {chapter}", self.title) } else { self.title.clone() };
                (self.table.markup(&safe_text(&of), most))
            }
        }
    }
}

impl Chapter {
    /// The chapter, with its title at this level and at most so many rows in a
    /// table.
    #[must_use]
    pub fn markup(&self, level: u8, most: usize) -> Markup {
        html! {
            article id=(self.id) {
                header {
                    p.kind { (self.kind) }
                    (heading(level, "", &self.title))
                    p.lead { (safe_text(&self.lead)) }
                    dl.facts {
                        @for (name, fact) in &self.facts {
                            div { dt { (name) } dd { (fact) } }
                        }
                    }
                }
                @for section in self.sections.iter().filter(|section| !section.figures.is_empty()) {
                    @let size = match section.size {
                        FigureSize::Wide => "wide",
                        FigureSize::Half => "half",
                        FigureSize::Small => "small",
                    };
                    section {
                        (heading(level + 1, "", &section.title))
                        div.figures.(size) {
                            @for figure in &section.figures { (figure.markup(&self.id, level + 2, most)) }
                        }
                    }
                }
            }
        }
    }
}

/// Page after page with fewer rows in the tables, until one is small enough.
pub fn fitting(page: impl Fn(usize) -> String) -> String {
    let mut pages = ROWS.into_iter().map(page);
    let first = pages.next().unwrap_or_default();
    if first.len() <= LIMIT { first } else { pages.find(|page| page.len() <= LIMIT).unwrap_or(first) }
}

/// A heading of a level from 1 to 6.
fn heading(level: u8, id: &str, text: &str) -> Markup {
    let text = safe_text(text);
    let id = (!id.is_empty()).then_some(id);
    match level {
        1 => html! { h1 id=[id] { (text) } },
        2 => html! { h2 id=[id] { (text) } },
        3 => html! { h3 id=[id] { (text) } },
        4 => html! { h4 id=[id] { (text) } },
        _ => html! { h5 id=[id] { (text) } },
    }
}
