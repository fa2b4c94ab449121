//! Pictures in SVG.
//!
//! Positions across are percentages, and text keeps its size: a picture is as
//! wide as there is room, on a phone and on a wide screen. What needs a path is
//! drawn in a nested picture that is stretched. Colours are variables of the
//! page's style sheet, so that one picture fits light and dark.

mod axis;
mod curve;
mod heat;
mod rows;
mod stack;
mod steps;

pub use axis::{Axis, TickScale};
pub use curve::{Curve, CurvePoint};
pub use heat::{Heat, HeatCell};
pub use rows::{Mark, Row, Rows};
pub use stack::{Segment, StackRow, stacks};
pub use steps::Steps;

use maud::{Markup, html};

/// The number of colours that the style sheet has for groups.
pub const COLOURS: usize = 8;

/// The class of the colour with this index.
#[must_use]
pub fn colour(index: usize) -> String {
    format!("c{}", index % COLOURS)
}

/// The names of groups beside their colours.
#[must_use]
pub fn legend(names: &[(String, String)]) -> Markup {
    html! {
        ul.legend {
            @for (class, name) in names {
                li {
                    svg.swatch width="12" height="12" aria-hidden="true" {
                        rect.(class) width="12" height="12" rx="2" {}
                    }
                    (crate::page::safe_text(name))
                }
            }
        }
    }
}

/// A coordinate with at most two decimals.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A percentage of the width.
fn percent(number: f64) -> String {
    short(number) + "%"
}
