//! Curves with bands: how a figure depends on another.

use maud::{Markup, html};

use super::rows::tick_label;
use super::{Axis, TickScale, colour, percent, short};
use crate::stats::Interval;

/// A point of a curve.
#[derive(Clone, Copy, Debug)]
pub struct CurvePoint {
    /// Where it lies across.
    pub x: f64,
    /// The value.
    pub value: f64,
    /// Its interval.
    pub interval: Option<Interval>,
}

/// Curves over the same axis.
#[derive(Clone, Debug)]
pub struct Curve<'a> {
    /// The curves.
    pub curves: &'a [Vec<CurvePoint>],
    /// The axis across.
    pub across: Axis,
    /// The labels of the axis across, if it is not a scale of numbers.
    pub labels: Option<Vec<(f64, String)>>,
    /// The axis upwards.
    pub upwards: Axis,
    /// How the values are written.
    pub scale: TickScale,
    /// A value to compare with.
    pub line: Option<f64>,
    /// A range that is shaded.
    pub shade: Option<Interval>,
    /// Whether the points are marked: those that were measured, of a curve in
    /// between.
    pub has_dots: bool,
    /// The height.
    pub height: u32,
    /// What it shows, for those who do not see it.
    pub description: &'a str,
}

const WIDE: f64 = 1000.0;
const FOOT: u32 = 20;

impl Curve<'_> {
    /// The picture.
    #[must_use]
    pub fn draw(&self) -> Markup {
        let inner = self.height - FOOT - 8;
        let y = |value: f64| f64::from(8 + inner) - f64::from(inner) * self.upwards.at(value) / 100.0;
        let ticks = self.upwards.ticks(4, self.scale);
        let across = self.labels.clone().unwrap_or_else(|| self.across.ticks(5, TickScale::Plain));
        let xs: Vec<String> = self
            .curves
            .iter()
            .max_by_key(|curve| curve.len())
            .into_iter()
            .flatten()
            .map(|point| short(self.across.at(point.x)))
            .collect();
        html! {
            svg.plot.tips width="100%" height=(self.height) role="img" tabindex="0"
                aria-label=(self.description) data-x=(xs.join(",")) {
                @if let Some(Interval { low, high }) = self.shade {
                    rect.shade x="0" width="100%" y=(short(y(high))) height=(short(y(low) - y(high))) {}
                }
                @for (tick, _) in &ticks {
                    line.grid x1="0" x2="100%" y1=(short(y(*tick))) y2=(short(y(*tick))) {}
                }
                @if let Some(line) = self.line.filter(|line| self.upwards.holds(*line)) {
                    line.zero x1="0" x2="100%" y1=(short(y(line))) y2=(short(y(line))) {}
                }
                svg x="0" y="8" width="100%" height=(inner)
                    viewBox=(format!("0 0 {WIDE} {inner}")) preserveAspectRatio="none" {
                    @for (index, curve) in self.curves.iter().enumerate() {
                        path.ribbon.(colour(index)) d=(self.ribbon(curve, inner)) {}
                    }
                    @for (index, curve) in self.curves.iter().enumerate() {
                        path.line.(colour(index)) d=(self.path(curve.iter().map(|point| (point.x, point.value)), inner)) {}
                    }
                }
                @if self.has_dots {
                    @for (index, curve) in self.curves.iter().enumerate() {
                        @for point in curve {
                            circle.(colour(index)) cx=(percent(self.across.at(point.x)))
                                cy=(short(y(point.value))) r="3.5" {}
                        }
                    }
                }
                @for (tick, label) in &ticks {
                    text.tick.inner x="2" y=(short((y(*tick) - 3.0).max(11.0))) { (label) }
                }
                @for (tick, label) in &across {
                    (tick_label(self.across.at(*tick), self.height - 4, label))
                }
            }
        }
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>, inner: u32) -> String {
        let place = |(x, value): (f64, f64)| {
            let across = WIDE / 100.0 * self.across.at(x);
            let down = f64::from(inner) * (1.0 - self.upwards.at(value) / 100.0);
            format!("{} {}", short((across * 10.0).round() / 10.0), short((down * 10.0).round() / 10.0))
        };
        let places: Vec<String> = points.map(place).collect();
        if places.is_empty() { String::new() } else { format!("M{}", places.join("L")) }
    }

    /// The intervals of a curve as an area.
    fn ribbon(&self, curve: &[CurvePoint], inner: u32) -> String {
        let known: Vec<(f64, Interval)> =
            curve.iter().filter_map(|point| Some((point.x, point.interval?))).collect();
        let upper = known.iter().map(|(x, interval)| (*x, interval.high));
        let lower = known.iter().rev().map(|(x, interval)| (*x, interval.low));
        let path = self.path(upper.chain(lower), inner);
        if path.is_empty() { path } else { path + "z" }
    }
}
