//! Bounds of what hands are worth, by what lies in the pot.

/// Bounds of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The lower one.
    pub low: f64,
    /// The upper one.
    pub high: f64,
}

impl Bounds {
    /// How far they are apart.
    #[must_use]
    pub fn gap(self) -> f64 {
        self.high - self.low
    }

    /// The middle.
    #[must_use]
    pub fn middle(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// The bounds of the value plus a term.
    #[must_use]
    pub fn plus(self, term: f64) -> Bounds {
        Bounds { low: self.low + term, high: self.high + term }
    }
}

/// Two pots are the same if they differ by less.
const SAME: f64 = 1e-6;

/// Bounds of F(pot), what a hand that begins with a pot is worth to the dealer,
/// without the antes that are in it.
///
/// Whatever both play, a pot that is larger by x brings the dealer x more times
/// the probability to win it in the end. So F falls nowhere and rises by no more
/// than the pot, and bounds for one pot are bounds for all others. Besides,
/// 0 <= F <= pot, because each player can fold at once, unless that costs a tip.
#[derive(Clone, Debug, Default)]
pub struct Ladder {
    known: Vec<(f64, Bounds)>,
    /// The most that a tip costs a player who folds.
    tip: f64,
}

impl Ladder {
    /// A ladder of which nothing is known but what folding can cost in tips.
    #[must_use]
    pub fn new(tip: f64) -> Ladder {
        Ladder { known: Vec::new(), tip }
    }

    /// What is known of a pot without solving anything.
    #[must_use]
    pub fn at_least_known(&self, pot: f64) -> Bounds {
        Bounds { low: -self.tip, high: pot + self.tip }
    }

    /// Bounds of a pot.
    #[must_use]
    pub fn at(&self, pot: f64) -> Bounds {
        let place = self.known.partition_point(|(other, _)| *other < pot - SAME);
        let mut bounds = self.at_least_known(pot);
        if let Some(&(other, above)) = self.known.get(place) {
            if other < pot + SAME {
                return above;
            }
            bounds.low = bounds.low.max(above.low - (other - pot));
            bounds.high = bounds.high.min(above.high);
        }
        if let Some(&(other, below)) = place.checked_sub(1).and_then(|below| self.known.get(below)) {
            bounds.low = bounds.low.max(below.low);
            bounds.high = bounds.high.min(below.high + (pot - other));
        }
        bounds
    }

    /// Notes what is known of a pot.
    pub fn put(&mut self, pot: f64, bounds: Bounds) {
        let place = self.known.partition_point(|(other, _)| *other < pot - SAME);
        match self.known.get_mut(place).filter(|(other, _)| *other < pot + SAME) {
            Some(known) => known.1 = bounds,
            None => self.known.insert(place, (pot, bounds)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_one_pot_are_bounds_of_others() {
        let mut ladder = Ladder::default();
        assert_eq!(ladder.at(4.0), Bounds { low: 0.0, high: 4.0 });
        ladder.put(10.0, Bounds { low: 5.0, high: 5.5 });
        ladder.put(4.0, Bounds { low: 2.0, high: 2.5 });
        assert_eq!(ladder.at(10.0), Bounds { low: 5.0, high: 5.5 });
        assert_eq!(ladder.at(12.0), Bounds { low: 5.0, high: 7.5 });
        assert_eq!(ladder.at(3.0), Bounds { low: 1.0, high: 2.5 });
        assert_eq!(ladder.at(9.0), Bounds { low: 4.0, high: 5.5 });
        assert_eq!(ladder.at(5.0), Bounds { low: 2.0, high: 3.5 });
        assert_eq!(ladder.at(1.0), Bounds { low: 0.0, high: 1.0 });
        assert_eq!(Ladder::new(5.0).at(1.0), Bounds { low: -5.0, high: 6.0 });
    }
}
