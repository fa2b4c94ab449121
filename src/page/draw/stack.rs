//! Stacked bars: the shares of all outcomes in each group.

use maud::{Markup, html};

use super::{colour, percent};
use crate::stats::Interval;

/// A bar with its label.
#[derive(Clone, Debug)]
pub struct StackRow {
    /// The group.
    pub label: String,
    /// The shares, in the order of the outcomes.
    pub segments: Vec<Segment>,
    /// The row of the figure's table that has the first of them.
    pub first: usize,
}

/// The share of an outcome.
#[derive(Clone, Debug)]
pub struct Segment {
    /// The index of the outcome.
    pub outcome: usize,
    /// The share.
    pub share: f64,
    /// Its interval.
    pub interval: Option<Interval>,
}

const HEIGHT: u32 = 30;

/// Bars of which each is the whole. A whisker at the end of a segment is the
/// interval of its length.
#[must_use]
pub fn stacks(rows: &[StackRow]) -> Markup {
    html! {
        div.rows.stacks {
            @for row in rows {
                div.row {
                    span.label { (row.label) }
                    (bar(row))
                }
            }
        }
    }
}

fn bar(row: &StackRow) -> Markup {
    let mut begin = 0.0;
    let placed: Vec<(f64, &Segment)> = row
        .segments
        .iter()
        .map(|segment| {
            let at = begin;
            begin += segment.share;
            (at, segment)
        })
        .collect();
    let centres: Vec<String> =
        placed.iter().map(|(at, segment)| super::short(100.0 * (at + segment.share / 2.0))).collect();
    html! {
        svg.strip.tall.tips role="img" tabindex="0" aria-label=(row.label)
            data-x=(centres.join(",")) data-row=(row.first) {
            @for (at, segment) in &placed {
                rect.(colour(segment.outcome)) x=(percent(100.0 * at)) width=(percent(100.0 * segment.share))
                    y="4" height=(HEIGHT - 8) {}
                @if segment.share >= 0.13 {
                    text.inside x=(percent(100.0 * (at + segment.share / 2.0))) y=(HEIGHT / 2 + 4)
                        text-anchor="middle" { (format!("{:.0}\u{a0}%", 100.0 * segment.share)) }
                }
            }
            @for (at, segment) in &placed {
                @if let Some(Interval { low, high }) = segment.interval {
                    @if high - low > 0.004 {
                        line.whisker.over x1=(percent(100.0 * (at + low).min(1.0)))
                            x2=(percent(100.0 * (at + high).min(1.0))) y1=(HEIGHT / 2) y2=(HEIGHT / 2) {}
                    }
                }
            }
        }
    }
}
