//! Cycles: names around a circle, each with an arrow to the next.

use maud::{Markup, html};

use super::short;

/// Bots that beat each other around.
#[derive(Clone, Debug)]
pub struct Cycle {
    /// The names, each with the number on its arrow to the next.
    pub steps: Vec<(String, String)>,
    /// What it shows, for those who do not see it.
    pub description: String,
}

/// The size of the picture: as wide as a phone shows without scaling.
const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 240.0;

/// How far the dots are from the middle, across and upwards.
const RADII: (f64, f64) = (95.0, 80.0);

/// How far an arrow keeps from both dots.
const GAP: f64 = 12.0;

impl Cycle {
    /// The picture.
    #[must_use]
    pub fn draw(&self) -> Markup {
        let count = self.steps.len();
        html! {
            svg.cycle viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(self.description) {
                @for (index, (name, number)) in self.steps.iter().enumerate() {
                    @let (from, to) = (place(index, count), place((index + 1) % count, count));
                    (arrow(from, to))
                    @let (x, y) = between(from, to, 0.5);
                    text.number x=(short(x)) y=(short(y + 4.0)) text-anchor="middle" { (number) }
                    circle.dot cx=(short(from.0)) cy=(short(from.1)) r="5" {}
                    // Above the upper dots and below the others, out of the arrows' way.
                    @let above = if from.1 < HEIGHT / 2.0 - 1.0 { -14.0 } else { 24.0 };
                    text.name x=(short(from.0)) y=(short(from.1 + above)) text-anchor="middle" { (name) }
                }
            }
        }
    }
}

/// Where the dot with this index stands, the first one at the top.
fn place(index: usize, count: usize) -> (f64, f64) {
    let angle = std::f64::consts::TAU * index as f64 / count as f64;
    (WIDTH / 2.0 + RADII.0 * libm::sin(angle), HEIGHT / 2.0 - RADII.1 * libm::cos(angle))
}

/// The point that lies this share of the way from one to the other.
fn between(from: (f64, f64), to: (f64, f64), share: f64) -> (f64, f64) {
    (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1))
}

/// An arrow on the way from one to the other, which leaves both free.
fn arrow(from: (f64, f64), to: (f64, f64)) -> Markup {
    let length = libm::hypot(to.0 - from.0, to.1 - from.1).max(1.0);
    let (start, end) = (between(from, to, GAP / length), between(from, to, 1.0 - GAP / length));
    let (across, upwards) = (8.0 * (to.0 - from.0) / length, 8.0 * (to.1 - from.1) / length);
    let back = (end.0 - across, end.1 - upwards);
    let point = |(x, y): (f64, f64)| format!("{},{}", short(x), short(y));
    let head = [
        end,
        (back.0 - upwards / 2.0, back.1 + across / 2.0),
        (back.0 + upwards / 2.0, back.1 - across / 2.0),
    ];
    html! {
        line.shaft x1=(short(start.0)) y1=(short(start.1)) x2=(short(back.0)) y2=(short(back.1)) {}
        polygon.head points=(head.map(point).join(" ")) {}
    }
}
