//! Distributions as steps: one filled, others as lines above it.

use maud::{Markup, html};

use super::rows::tick_label;
use super::{Axis, TickScale, colour, percent, short};
use crate::page::words::minus;
use crate::report::Bins;

/// Distributions over the same bins.
#[derive(Clone, Debug)]
pub struct Steps<'a> {
    /// The bins.
    pub bins: &'a Bins,
    /// The distribution that is filled.
    pub area: Option<&'a [f64]>,
    /// Distributions as lines, with the indices of their colours.
    pub lines: &'a [(usize, Vec<f64>)],
    /// A value that matters, with its name.
    pub line: Option<(i64, String)>,
    /// Named ranges: where each but the first begins, and the names.
    pub bands: (&'a [i64], &'a [&'static str]),
    /// The height.
    pub height: u32,
    /// What it shows, for those who do not see it.
    pub description: &'a str,
}

/// The width of a bin, and the height, in the units of the stretched picture.
const BIN: usize = 10;
const TALL: f64 = 1000.0;
/// Below the steps, for labels.
const FOOT: u32 = 20;

impl Steps<'_> {
    /// The picture.
    #[must_use]
    pub fn draw(&self) -> Markup {
        let count = self.bins.count();
        let all = self.area.into_iter().chain(self.lines.iter().map(|(_, line)| line.as_slice()));
        let most = all.flatten().copied().fold(0.0, f64::max);
        let vertical = Axis::new(0.0, (most * 1.04).max(1e-9));
        let has_bands = !self.bands.1.is_empty();
        let head: u32 = if has_bands || self.line.is_some() { 22 } else { 4 };
        let inner = self.height - head - FOOT;
        let y = |share: f64| f64::from(head + inner) - f64::from(inner) * vertical.at(share) / 100.0;
        let shares: Vec<(f64, String)> =
            vertical.ticks(if self.height > 200 { 4 } else { 2 }, TickScale::Percent).split_off(1);
        html! {
            svg.plot.tips width="100%" height=(self.height) role="img" tabindex="0"
                aria-label=(self.description) data-bins=(count) {
                (self.bands(head, inner))
                @for (share, _) in &shares {
                    line.grid x1="0" x2="100%" y1=(short(y(*share))) y2=(short(y(*share))) {}
                }
                svg x="0" y=(head) width="100%" height=(inner)
                    viewBox=(format!("0 0 {} {TALL}", count * BIN)) preserveAspectRatio="none" {
                    @if let Some(area) = self.area {
                        path.area.alone[self.lines.is_empty()] d=(filled(area, &vertical)) {}
                    }
                    @for (index, line) in self.lines {
                        path.line.(colour(*index)) d=(outline(line, &vertical)) {}
                    }
                }
                line.base x1="0" x2="100%" y1=(head + inner) y2=(head + inner) {}
                @for (share, label) in &shares {
                    text.tick.inner x="2" y=(short(y(*share) - 3.0)) { (label) }
                }
                @for (at, label) in self.bins.ticks() {
                    (tick_label(at, self.height - 5, &label))
                }
                (self.marked(head, inner))
            }
        }
    }

    fn bands(&self, head: u32, inner: u32) -> Markup {
        let (edges, names) = self.bands;
        let ends: Vec<f64> = std::iter::once(0.0)
            .chain(edges.iter().map(|edge| self.bins.place(*edge)))
            .chain([100.0])
            .collect();
        html! {
            @for (index, name) in names.iter().enumerate() {
                @let (from, to) = (ends[index], ends[index + 1]);
                @if to > from {
                    @if index % 2 == 0 {
                        rect.band x=(percent(from)) width=(percent(to - from)) y="18" height=(head + inner - 18) {}
                    }
                    @if to - from > 3.0 {
                        text.tick x=(percent(f64::midpoint(from, to))) y="13" text-anchor="middle" { (minus(name)) }
                    }
                }
            }
        }
    }

    fn marked(&self, head: u32, inner: u32) -> Markup {
        let Some((value, name)) = self.line.as_ref().filter(|(value, _)| self.bins.holds(*value)) else {
            return html! {};
        };
        let at = self.bins.place(*value);
        let (anchor, shift) = if at < 50.0 { ("start", "5") } else { ("end", "-5") };
        html! {
            line.mark x1=(percent(at)) x2=(percent(at)) y1=(head - 4) y2=(head + inner) {}
            text.marked x=(percent(at)) dx=(shift) y=(head + 14) text-anchor=(anchor) { (name) }
        }
    }
}

/// The height of a share, from the top.
fn depth(share: f64, vertical: &Axis) -> i64 {
    (TALL - TALL / 100.0 * vertical.at(share)).round() as i64
}

/// The outline of steps, from the left to the right.
fn outline(shares: &[f64], vertical: &Axis) -> String {
    let mut path = String::new();
    let mut last = None;
    for (index, share) in shares.iter().enumerate() {
        let depth = depth(*share, vertical);
        match last {
            None => path += &format!("M0 {depth}"),
            Some(last) if last == depth => {}
            Some(_) => path += &format!("H{}V{depth}", index * BIN),
        }
        last = Some(depth);
    }
    path + &format!("H{}", shares.len() * BIN)
}

/// The steps, filled down to the base.
fn filled(shares: &[f64], vertical: &Axis) -> String {
    format!("{}V{TALL}H0z", outline(shares, vertical))
}
