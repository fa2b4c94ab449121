//! Axes: where a value lies, and which values are labelled.

use super::percent;
use crate::text::thousands;

/// A range of values across a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
    is_logarithmic: bool,
}

/// How the values of an axis are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TickScale {
    /// As they are.
    Plain,
    /// In percent.
    Percent,
}

impl Axis {
    /// From the lowest to the highest value, which may be the same.
    #[must_use]
    pub fn new(low: f64, high: f64) -> Axis {
        let (low, high) = if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
        Axis { low, high, is_logarithmic: false }
    }

    /// The same for positive values, by their logarithms.
    #[must_use]
    pub fn logarithmic(low: f64, high: f64) -> Axis {
        let high = if high > low { high } else { low * 2.0 };
        Axis { low, high, is_logarithmic: true }
    }

    /// The axis that holds all values, with some room at both ends.
    #[must_use]
    pub fn around(values: impl IntoIterator<Item = f64>) -> Axis {
        let (low, high) = values
            .into_iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        let axis = Axis::new(low, high);
        let room = 0.06 * (axis.high - axis.low);
        Axis::new(axis.low - room, axis.high + room)
    }

    /// Where a value lies, in percent of the width; at an end if it is outside.
    #[must_use]
    pub fn at(&self, value: f64) -> f64 {
        let place = if self.is_logarithmic {
            libm::log(value.max(self.low) / self.low) / libm::log(self.high / self.low)
        } else {
            (value - self.low) / (self.high - self.low)
        };
        100.0 * place.clamp(0.0, 1.0)
    }

    /// Where a value lies, as an attribute.
    #[must_use]
    pub fn x(&self, value: f64) -> String {
        percent(self.at(value))
    }

    /// Whether a value is on it.
    #[must_use]
    pub fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Round values on it, about as many as requested, and how they are written.
    #[must_use]
    pub fn ticks(&self, about: usize, scale: TickScale) -> Vec<(f64, String)> {
        if self.is_logarithmic {
            let mut ticks: Vec<f64> =
                (0..19).map(|power| 10_f64.powi(power)).filter(|tick| self.holds(*tick)).collect();
            if ticks.len() < 2 {
                let more = (0..19).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(power)));
                ticks = more.filter(|tick| self.holds(*tick)).collect();
            }
            return ticks.into_iter().map(|tick| (tick, number_text(tick, 0))).collect();
        }
        let step = step(self.high - self.low, about);
        let factor = if scale == TickScale::Percent { 100.0 } else { 1.0 };
        let decimals = (0..9).find(|&decimals| {
            let scaled = step * factor * 10_f64.powi(decimals);
            (scaled - scaled.round()).abs() < 1e-6 * scaled
        });
        let (first, last) = ((self.low / step).ceil() as i64, (self.high / step).floor() as i64);
        let ticks = (first..=last).map(|index| {
            let value = index as f64 * step;
            let text = number_text(value * factor, decimals.unwrap_or(9) as usize);
            (value, if scale == TickScale::Percent { text + "\u{a0}%" } else { text })
        });
        ticks.collect()
    }
}

/// A round step that divides a range into about so many parts: 1, 2 or 5 times
/// a power of ten.
fn step(range: f64, about: usize) -> f64 {
    let rough = range / about.max(1) as f64;
    let power = (-12..=12).map(|power| 10_f64.powi(power));
    let steps = power.flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * power));
    steps.into_iter().find(|step| *step >= rough * 0.999_999).unwrap_or(range)
}

/// A number with separators and a true minus sign.
fn number_text(number: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", number.abs());
    let (whole, rest) = text.split_once('.').map_or((text.as_str(), None), |(a, b)| (a, Some(b)));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), thousands);
    let is_zero = text.chars().all(|letter| matches!(letter, '0' | '.'));
    let sign = if number < 0.0 && !is_zero { "\u{2212}" } else { "" };
    rest.map_or(format!("{sign}{whole}"), |rest| format!("{sign}{whole}.{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: Axis, about: usize, scale: TickScale) -> Vec<String> {
        axis.ticks(about, scale).into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_round_and_say_no_more_than_they_need() {
        assert_eq!(labels(Axis::new(0.0, 200.0), 5, TickScale::Plain), ["0", "50", "100", "150", "200"]);
        assert_eq!(
            labels(Axis::new(-2400.0, 800.0), 4, TickScale::Plain),
            ["\u{2212}2,000", "\u{2212}1,000", "0"]
        );
        assert_eq!(labels(Axis::new(0.2425, 0.2475), 3, TickScale::Percent), ["24.4\u{a0}%", "24.6\u{a0}%"]);
        assert_eq!(
            labels(Axis::logarithmic(30.0, 20_000.0), 5, TickScale::Plain),
            ["100", "1,000", "10,000"]
        );
        assert_eq!(labels(Axis::logarithmic(30.0, 80.0), 5, TickScale::Plain), ["50"]);
    }

    #[test]
    fn an_axis_of_a_single_value_has_it_in_the_middle() {
        assert_eq!(Axis::around([3.0]).at(3.0), 50.0);
        assert_eq!(Axis::around([]).at(0.5), 50.0);
    }

    #[test]
    fn what_is_outside_is_drawn_at_the_end() {
        let axis = Axis::new(10.0, 20.0);
        assert_eq!([axis.at(5.0), axis.at(12.5), axis.at(99.0)], [0.0, 25.0, 100.0]);
        assert_eq!(Axis::logarithmic(1.0, 100.0).at(10.0), 50.0);
    }
}
