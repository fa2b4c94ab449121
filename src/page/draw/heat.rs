//! Heat maps: a table whose cells are the deeper in colour the more they hold.

use maud::{Markup, html};

use crate::page::safe_text;

/// A table of numbers in colour.
#[derive(Clone, Debug)]
pub struct Heat {
    /// What the rows are.
    pub corner: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The names of the rows, with their cells.
    pub rows: Vec<(String, Vec<HeatCell>)>,
}

/// A cell.
#[derive(Clone, Debug)]
pub struct HeatCell {
    /// How deep the colour is, from 0 to 1; below 0 in the other colour.
    pub depth: f64,
    /// The number in it.
    pub text: String,
    /// Whether it is hatched: nothing is decided.
    pub is_hatched: bool,
}

impl Heat {
    /// The picture.
    #[must_use]
    pub fn draw(&self, label: &str) -> Markup {
        html! {
            div.scroll.map tabindex="0" role="region" aria-label=(safe_text(label)) {
                table.heat {
                    thead { tr { th scope="col" { (safe_text(&self.corner)) } @for name in &self.columns { th scope="col" { (safe_text(name)) } } } }
                    tbody {
                        @for (name, cells) in &self.rows {
                            tr {
                                th scope="row" { (safe_text(name)) }
                                @for cell in cells {
                                    // So faint at most that text is legible on it.
                                    @let depth = format!("--v:{:.0}%", 48.0 * cell.depth.abs().clamp(0.0, 1.0));
                                    td.cold[cell.depth < 0.0].hatched[cell.is_hatched] style=(depth) { (safe_text(&cell.text)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
