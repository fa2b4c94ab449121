//! Haste: what a player decides before each discard.

use std::fmt;

use crate::game::Options;

/// How hasty a player is, in quarters: from 0, who waits to see the card, to
/// 1, whose palm is on its way already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Haste(u8);

impl Haste {
    /// How many degrees there are.
    pub const COUNT: usize = 5;
    /// None.
    pub const CALM: Haste = Haste(0);
    /// A half.
    pub const KEEN: Haste = Haste(2);
    /// Full.
    pub const RECKLESS: Haste = Haste(4);

    /// The haste at a place among the options.
    ///
    /// # Panics
    /// If there is no such option.
    #[must_use]
    #[inline]
    pub const fn at(place: usize) -> Haste {
        assert!(place < Haste::COUNT, "there are five degrees of haste");
        Haste(place as u8)
    }

    /// Its place among the options.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// From 0 to 1.
    #[must_use]
    pub fn degree(self) -> f64 {
        f64::from(self.0) / 4.0
    }
}

impl fmt::Display for Haste {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.degree().fmt(f)
    }
}

/// The options of the decision `haste`: the five degrees, always.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hastes;

impl Options for Hastes {
    type Move = Haste;

    fn decision(&self) -> &'static str {
        "haste"
    }

    #[inline]
    fn count(&self) -> usize {
        Haste::COUNT
    }

    #[inline]
    fn at(&self, place: usize) -> Haste {
        Haste::at(place)
    }
}
