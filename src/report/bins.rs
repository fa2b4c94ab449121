//! Distributions in bins that can be drawn.

use crate::text::thousands;

/// How often each value occurred in a group.
#[derive(Clone, Debug)]
pub struct Series {
    /// The group, as people read it.
    pub name: String,
    /// The values, ascending, with their counts.
    pub counts: Vec<(i64, u64)>,
}

/// Bins of equal width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bins {
    start: i64,
    width: i64,
    count: usize,
    /// The lowest and the highest value, if they are not drawn.
    pub beyond: Option<(i64, i64)>,
}

/// The shares of values that may be left out at each end, if they are far away:
/// as few as possible.
const TAILS: [f64; 4] = [0.0005, 0.0025, 0.01, 0.025];

/// How many times as smooth wider bins have to be.
const WIDER_IF_SMOOTHER: f64 = 2.0;

/// How many times as wide as its middle, nine tenths of all, a picture may be.
const TAILS_TO_MIDDLE: i64 = 3;

impl Series {
    fn total(&self) -> u64 {
        self.counts.iter().map(|(_, count)| count).sum()
    }
}

impl Bins {
    /// Bins for some series whose values are multiples of `unit`: at most this
    /// many, with an edge at `edge`. None if there is no value.
    #[must_use]
    pub fn new(series: &[Series], unit: i64, most: usize, edge: Option<i64>) -> Option<Bins> {
        let first =
            series.iter().filter_map(|series| series.counts.first()).map(|(value, _)| *value).min()?;
        let last = series.iter().filter_map(|series| series.counts.last()).map(|(value, _)| *value).max()?;
        // Of few observations, many bins would show nothing but chance.
        let observed = series.iter().map(Series::total).max().unwrap_or(0);
        let most = most.min(((3.0 * (observed as f64).sqrt()) as usize).max(12));
        let (mut low, mut high) = (first, last);
        if (last - first) / unit >= most as i64 {
            let within = |tail: f64| {
                let low = series.iter().filter_map(|series| quantile(series, tail)).min()?;
                let high = series.iter().filter_map(|series| quantile(series, 1.0 - tail)).max()?;
                Some((low, high))
            };
            let (from, to) = within(0.05)?;
            let is_near = |ends: &(i64, i64)| ends.1 - ends.0 <= TAILS_TO_MIDDLE * (to - from).max(unit);
            let found = TAILS.into_iter().filter_map(within).find(is_near);
            (low, high) = found.or_else(|| within(TAILS[TAILS.len() - 1]))?;
        }
        if let Some(edge) = edge.filter(|edge| (first..=last).contains(edge)) {
            (low, high) = (low.min(edge), high.max(edge));
        }
        let origin = edge.unwrap_or(0);
        let place = |value: i64, width: i64| (value - origin).div_euclid(width);
        let of_width = |width: i64| {
            let (from, to) = (place(low, width), place(high, width));
            let (start, end) = (origin + from * width, origin + (to + 1) * width);
            let beyond = (first < start || last >= end).then_some((first, last));
            Bins { start, width, count: (to - from + 1) as usize, beyond }
        };
        let mut fitting = widths(unit).map(of_width).skip_while(|bins| bins.count > most);
        let mut best = fitting.next()?;
        // Of values that are mostly even, bins of five hold two and three in
        // turn: a little wider ones show the shape.
        let narrowest = best.width;
        // Where each value has a bin of its own, nothing is hidden.
        let widest = if narrowest == unit { unit } else { narrowest * 5 / 2 };
        for wider in fitting.take_while(|bins| bins.width <= widest) {
            if WIDER_IF_SMOOTHER * wider.roughness(series) < best.roughness(series) {
                best = wider;
            }
        }
        Some(best)
    }

    /// How much the shares of bins side by side go up and down.
    fn roughness(&self, series: &[Series]) -> f64 {
        let bends = |series: &Series| -> f64 {
            self.shares(series).windows(3).map(|side| (side[0] - 2.0 * side[1] + side[2]).abs()).sum()
        };
        series.iter().map(bends).sum()
    }

    /// The number of bins.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many of a series lie in each bin.
    #[must_use]
    pub fn counts(&self, series: &Series) -> Vec<u64> {
        let mut counts = vec![0; self.count];
        for (value, count) in &series.counts {
            let index = (value - self.start).div_euclid(self.width);
            if let Some(bin) = usize::try_from(index).ok().and_then(|index| counts.get_mut(index)) {
                *bin += count;
            }
        }
        counts
    }

    /// The share of a series that lies beyond the bins.
    #[must_use]
    pub fn share_beyond(&self, series: &Series) -> f64 {
        1.0 - self.counts(series).iter().sum::<u64>() as f64 / series.total().max(1) as f64
    }

    /// The share of a series that lies in each bin.
    #[must_use]
    pub fn shares(&self, series: &Series) -> Vec<f64> {
        let total = series.total().max(1) as f64;
        self.counts(series).into_iter().map(|count| count as f64 / total).collect()
    }

    /// Where the lower end of a value lies, in percent of the width.
    #[must_use]
    pub fn place(&self, value: i64) -> f64 {
        let bins = (value - self.start) as f64 / self.width as f64;
        100.0 * (bins / self.count as f64).clamp(0.0, 1.0)
    }

    /// Whether a value lies where bins are drawn.
    #[must_use]
    pub fn holds(&self, value: i64) -> bool {
        (self.start..=self.start + self.count as i64 * self.width).contains(&value)
    }

    /// The values of a bin.
    #[must_use]
    pub fn label(&self, index: usize) -> String {
        let low = self.start + index as i64 * self.width;
        if self.width == 1 {
            return signed(low);
        }
        format!("{} to {}", signed(low), signed(low + self.width - 1))
    }

    /// Labels below the bins, with their places: in the middle of single values,
    /// at the lower ends of ranges.
    #[must_use]
    pub fn ticks(&self) -> Vec<(f64, String)> {
        let range = self.count as i64 * self.width;
        let step = widths(self.width).find(|step| range / step <= 6).unwrap_or(range);
        let end = self.start + range;
        let half = if self.width == 1 { 50.0 / self.count as f64 } else { 0.0 };
        let first = self.start.div_euclid(step) * step;
        let values = (0..).map(|index| first + index * step).take_while(|value| *value < end);
        values
            .filter(|value| *value >= self.start)
            .map(|value| (self.place(value) + half, signed(value)))
            .collect()
    }
}

/// Round widths, from a unit on.
fn widths(unit: i64) -> impl Iterator<Item = i64> {
    (0..18).flat_map(move |power| {
        [1, 2, 4, 5].map(|digit| digit * unit.saturating_mul(10_i64.saturating_pow(power)))
    })
}

/// The smallest value that this share of a series does not exceed.
fn quantile(series: &Series, probability: f64) -> Option<i64> {
    let needed = probability * series.total() as f64;
    let mut reached = 0;
    let mut values = series.counts.iter();
    let found = values.find(|(_, count)| {
        reached += count;
        reached as f64 >= needed
    });
    found.or(series.counts.last()).map(|(value, _)| *value)
}

/// An integer with separators and a true minus sign.
#[must_use]
pub fn signed(value: i64) -> String {
    let sign = if value < 0 { "\u{2212}" } else { "" };
    format!("{sign}{}", thousands(value.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(counts: &[(i64, u64)]) -> Series {
        Series { name: String::new(), counts: counts.to_vec() }
    }

    #[test]
    fn few_values_have_a_bin_each() {
        let dice = series(&[(1, 5), (2, 3), (4, 2)]);
        let bins = Bins::new(std::slice::from_ref(&dice), 1, 60, None).expect("there are values");
        assert_eq!(bins.counts(&dice), [5, 3, 0, 2]);
        assert_eq!(bins.shares(&dice), [0.5, 0.3, 0.0, 0.2]);
        assert_eq!((bins.label(0), bins.beyond), ("1".to_owned(), None));
        assert_eq!(bins.ticks()[0], (12.5, "1".to_owned()));
        assert!(bins.holds(1) && bins.holds(4) && !bins.holds(0) && !bins.holds(6));
    }

    #[test]
    fn many_values_share_bins_with_an_edge_where_it_matters() {
        let scores = series(&(0..200).map(|score| (score, 1)).collect::<Vec<_>>());
        let bins = Bins::new(std::slice::from_ref(&scores), 1, 60, Some(96)).expect("there are values");
        assert_eq!(bins.counts(&scores).iter().sum::<u64>(), 200);
        assert!(bins.count() <= 60);
        let at = bins.place(96) * bins.count() as f64 / 100.0;
        assert!((at - at.round()).abs() < 1e-9, "96 is an edge: {at}");
    }

    #[test]
    fn bins_do_not_follow_a_pattern_of_the_values() {
        // Even values only, of a smooth shape, for which there are forty bins.
        let counts: Vec<(i64, u64)> =
            (0..100).map(|half| (2 * half, 100 + half.min(99 - half) as u64)).collect();
        let bins = Bins::new(&[series(&counts)], 1, 40, None).expect("there are values");
        assert_eq!(bins.label(0), "0 to 9");
    }

    #[test]
    fn values_far_away_are_left_out_and_told_of() {
        let mut counts: Vec<(i64, u64)> = (0..100).map(|value| (value, 1000)).collect();
        counts.push((1_000_000, 1));
        let bins = Bins::new(&[series(&counts)], 1, 60, None).expect("there are values");
        assert_eq!(bins.beyond, Some((0, 1_000_000)));
        assert_eq!(bins.count(), 50);
    }

    #[test]
    fn bins_of_a_result_are_not_divided() {
        let wagers = series(&[(-30, 1), (-20, 4), (10, 2)]);
        let bins = Bins::new(std::slice::from_ref(&wagers), 10, 60, Some(0)).expect("there are values");
        assert_eq!(bins.counts(&wagers), [1, 4, 0, 0, 2]);
        assert_eq!(bins.label(0), "\u{2212}30 to \u{2212}21");
        assert_eq!(Bins::new(&[], 1, 60, None), None);
    }
}
