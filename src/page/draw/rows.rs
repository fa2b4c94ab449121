//! Rows of a value each: a dot or a bar with its interval, between a label and
//! the number.

use maud::{Markup, html};

use super::{Axis, TickScale, colour, percent};
use crate::stats::Interval;

/// How a value is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A dot: where the value lies among others.
    Dot,
    /// A bar from zero: how much it is.
    Bar,
}

/// A value with its label.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is.
    pub label: String,
    /// The value.
    pub value: f64,
    /// Its interval.
    pub interval: Option<Interval>,
    /// The value in words.
    pub text: String,
    /// The colour.
    pub colour: usize,
    /// Whether it is drawn as of little weight: what is not decided.
    pub is_faint: bool,
    /// A range that is shaded: what makes no difference.
    pub shade: Option<Interval>,
}

/// Rows on a common axis.
#[derive(Clone, Debug)]
pub struct Rows<'a> {
    /// The rows.
    pub rows: &'a [Row],
    /// How they are drawn.
    pub mark: Mark,
    /// The axis.
    pub axis: Axis,
    /// How it is labelled.
    pub scale: TickScale,
    /// A value to compare with.
    pub line: Option<f64>,
}

/// The height of a row.
const HEIGHT: u32 = 26;

impl Rows<'_> {
    /// The picture. Labels and numbers are text, so that it needs no
    /// description.
    #[must_use]
    pub fn draw(&self) -> Markup {
        let ticks = self.axis.ticks(3, self.scale);
        html! {
            div.rows {
                svg.gridlines width="100%" height="100%" aria-hidden="true" {
                    @for (tick, _) in &ticks {
                        line.grid x1=(self.axis.x(*tick)) x2=(self.axis.x(*tick)) y1="0" y2="100%" {}
                    }
                }
                @for row in self.rows {
                    div.row.faint[row.is_faint] {
                        span.label { (row.label) }
                        svg.strip {
                            @if let Some(shade) = row.shade { (self.shading(shade)) }
                            @if let Some(line) = self.line.filter(|line| self.axis.holds(*line)) {
                                line.zero x1=(self.axis.x(line)) x2=(self.axis.x(line)) y1="0" y2=(HEIGHT) {}
                            }
                            (self.mark(row))
                        }
                        span.value { (row.text) }
                    }
                }
                div.row.axis aria-hidden="true" {
                    span.label {}
                    svg.strip.foot {
                        @for (tick, label) in &ticks {
                            (tick_label(self.axis.at(*tick), 13, label))
                        }
                    }
                    span.value {}
                }
            }
        }
    }

    fn mark(&self, row: &Row) -> Markup {
        let middle = HEIGHT / 2;
        let class = colour(row.colour);
        let at = self.axis.x(row.value);
        html! {
            @match self.mark {
                Mark::Bar => {
                    @let (from, to) = (self.axis.at(0.0), self.axis.at(row.value));
                    rect.(class) x=(percent(from.min(to))) width=(percent((to - from).abs()))
                        y="6" height=(HEIGHT - 12) rx="1" {}
                }
                Mark::Dot => {}
            }
            @if let Some(Interval { low, high }) = row.interval {
                line.whisker.over[self.mark == Mark::Bar].(class) x1=(self.axis.x(low)) x2=(self.axis.x(high))
                    y1=(middle) y2=(middle) {}
            }
            @if self.mark == Mark::Dot {
                circle.(class) cx=(at) cy=(middle) r="4.5" {}
            }
        }
    }

    fn shading(&self, Interval { low, high }: Interval) -> Markup {
        let (from, to) = (self.axis.at(low), self.axis.at(high));
        html! { rect.shade x=(percent(from)) width=(percent(to - from)) y="0" height=(HEIGHT) {} }
    }
}

/// The label of a tick, which stays inside of the picture at its ends.
pub(super) fn tick_label(at: f64, y: u32, label: &str) -> Markup {
    let (anchor, at) = match at {
        at if at < 4.0 => ("start", at.max(0.3)),
        at if at > 96.0 => ("end", at.min(99.7)),
        at => ("middle", at),
    };
    html! { text.tick x=(percent(at)) y=(y) text-anchor=(anchor) { (label) } }
}
