//! A picture of a page as a file of its own, for other documents.

use maud::{Markup, PreEscaped, html};
use thiserror::Error;

use super::chapter::chapter;
use super::document::STYLE;
use super::figure::Figure;
use super::safe_text;
use super::source::Source;
use crate::report::PICTURE_FONT;
use crate::storage::File;
use crate::text::did_you_mean;

/// A figure that a page does not have, or that is not a single picture.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("there is no picture '{name}'; {hint}")]
pub struct UnknownFigure {
    name: String,
    hint: String,
}

const WIDTH: u32 = 840;
const MARGIN: u32 = 20;
/// What is above the picture: the title, and the names of groups.
const HEAD: u32 = 44;
const NAMES: u32 = 26;

/// The picture of this name.
///
/// # Errors
/// If there is none.
pub fn figure_file(source: &Source, name: &str) -> Result<File, UnknownFigure> {
    let chapter = chapter(source);
    let figures: Vec<(&Figure, String, u32)> = chapter
        .sections
        .iter()
        .flat_map(|section| &section.figures)
        .filter_map(|figure| plot(figure).map(|(plot, height)| (figure, plot, height)))
        .collect();
    let Some((figure, plot, height)) = figures.iter().find(|(figure, ..)| figure.id == name) else {
        let known: Vec<&str> = figures.iter().map(|(figure, ..)| figure.id.as_str()).collect();
        return Err(UnknownFigure { name: name.to_owned(), hint: did_you_mean(name, &known) });
    };
    let content = drawing(figure, plot, *height).into_string().into_bytes();
    Ok(File { name: format!("{name}.svg"), content })
}

/// The plot of a figure, if it has one, and its height.
fn plot(figure: &Figure) -> Option<(String, u32)> {
    let picture = &figure.picture.0;
    let plot = &picture[picture.find("<svg class=\"plot")?..picture.rfind("</svg>")? + "</svg>".len()];
    let height = plot.split_once("height=\"")?.1.split_once('"')?.0.parse().ok()?;
    Some((plot.to_owned(), height))
}

fn drawing(figure: &Figure, plot: &str, height: u32) -> Markup {
    let top = HEAD + if figure.legend.is_empty() { 0 } else { NAMES };
    let (all, inner) = (top + height + MARGIN, WIDTH - 2 * MARGIN);
    // About as wide as the letters are.
    let mut x = MARGIN;
    let names: Vec<(u32, &String, &String)> = figure
        .legend
        .iter()
        .map(|(class, name)| {
            let at = x;
            x += 40 + 7 * name.chars().count() as u32;
            (at, class, name)
        })
        .collect();
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {all}")) width=(WIDTH) height=(all)
            font-family=(PICTURE_FONT) role="img"
            aria-label=(safe_text(&format!("{}. {}", figure.title, figure.sentence))) {
            style { (PreEscaped(STYLE)) }
            rect width="100%" height="100%" style="fill:var(--card)" {}
            text x=(MARGIN) y="30" style="font-size:17px;font-weight:650" { (safe_text(&figure.title)) }
            @for (x, class, name) in names {
                rect class=(class) x=(x) y=(HEAD + 2) width="12" height="12" rx="2" {}
                text x=(x + 18) y=(HEAD + 12) { (safe_text(name)) }
            }
            svg x=(MARGIN) y=(top) width=(inner) height=(height) { (PreEscaped(plot)) }
        }
    }
}
