//! Figures: a picture with a sentence in numbers under it, and the table behind
//! it.

use maud::{Markup, html};

use super::draw::legend;
use super::safe_text;

/// The bytes that a page may have.
const LIMIT: usize = 490_000;

/// The bytes that a chapter may have in any case. What has more is no result of
/// this program, and its pictures are left out.
const MOST: usize = 8_000_000;

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
                        "More in " code { (safe_text(&self.file)) }
                    }
                }
            }
        }
    }
}

impl Figure {
    fn markup(&self, chapter: &str, level: u8, most: usize) -> Markup {
        html! {
            figure id=(safe_text(&format!("{chapter}-{}", self.id))) {
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
            article id=(safe_text(&self.id)) {
                header {
                    p.kind { (safe_text(&self.kind)) }
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

/// The page of some chapters, with as many rows in the tables as fit on it.
pub fn fitting(mut chapters: Vec<Chapter>, page: impl Fn(&[Chapter], usize) -> String) -> String {
    let most = MOST * chapters.len().max(1);
    let mut first = None;
    for rows in ROWS {
        let page = page(&chapters, rows);
        if page.len() <= LIMIT {
            return page;
        }
        first = first.or((page.len() <= most).then_some(page));
    }
    first.unwrap_or_else(|| {
        for chapter in &mut chapters {
            chapter.lead = "Its tables are too large for a page.".to_owned();
            chapter.sections.clear();
        }
        page(&chapters, 0)
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn chapter(rows: usize, picture: usize) -> Chapter {
        let mut table = DataTable::new(["a"], "a.csv");
        table.rows = vec![vec!["x".repeat(100)]; rows];
        let figure = Figure {
            id: "f".to_owned(),
            title: "F".to_owned(),
            legend: Vec::new(),
            picture: html! { (".".repeat(picture)) },
            sentence: String::new(),
            table,
        };
        let section = Section { title: "S".to_owned(), size: FigureSize::Wide, figures: vec![figure] };
        Chapter {
            id: "c".to_owned(),
            kind: String::new(),
            title: String::new(),
            lead: String::new(),
            facts: Vec::new(),
            sections: vec![section],
        }
    }

    #[test]
    fn a_page_has_no_more_than_fits() {
        let page = |chapter: Chapter| {
            fitting(vec![chapter], |chapters, rows| chapters[0].markup(1, rows).into_string())
        };
        assert_eq!(page(chapter(10, 10)).matches("<th scope=\"row\">").count(), 10);
        assert!(page(chapter(100_000, 10)).len() < LIMIT);
        let large = page(chapter(10, 1_000_000)).len();
        assert!(large > 1_000_000, "{large}");
        let hostile = page(chapter(10, MOST));
        assert!(hostile.len() < 1_000 && hostile.contains("too large for a page"), "{hostile}");
    }
}
