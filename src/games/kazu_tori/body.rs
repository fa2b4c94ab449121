//! The body: how haste turns into slaps, and slaps into times.
//!
//! A slap takes handicap x median x (1 - gain x haste) x e^(spread x Z), with
//! Z from the standard normal distribution. Who is faster, and who is too
//! late, can be told from the logarithms, which are sums: nothing but an
//! addition and a multiplication is done to a draw, so that every machine
//! finds the same order.

use std::hint::select_unpredictable;

use super::circle::Round;
use super::haste::Haste;
use super::rules::Rules;
use super::{Circle, SEATS};
use crate::random::Probability;
use crate::seat::Seat;

/// How late a slap is: the logarithm of its time over the tempo. Above 0 it
/// is too late.
pub type Lateness = f64;

/// The body under some house rules.
#[derive(Clone, Debug)]
pub struct Body {
    /// For each seat and haste, the lateness of a slap in the middle.
    middle: [[Lateness; Haste::COUNT]; SEATS],
    spread: f64,
    /// For each haste, the chance to slap a card that may not be taken, and one
    /// that may; and after the last that of who is out.
    slap: [[Probability; Haste::COUNT + 1]; 2],
    /// The highest chance to slap a card that may not be taken.
    highest_alarm: Probability,
}

impl Body {
    /// The body under some house rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Body {
        let hastes: [Haste; Haste::COUNT] = std::array::from_fn(Haste::at);
        let middle = rules.handicap.map(|handicap| {
            hastes.map(|haste| {
                let time = handicap * rules.median_ms * (1.0 - rules.haste_gain * haste.degree());
                libm::log(time / rules.tempo_ms)
            })
        });
        let mut slap = [[Probability::NEVER; Haste::COUNT + 1]; 2];
        for haste in hastes {
            slap[0][haste.index()] = Probability::new(false_alarm(rules, haste));
            slap[1][haste.index()] = Probability::new(1.0 - rules.lapse);
        }
        let highest_alarm = hastes.map(|haste| false_alarm(rules, haste)).into_iter().fold(0.0, f64::max);
        Body { middle, spread: rules.spread, slap, highest_alarm: Probability::new(highest_alarm) }
    }

    /// For each seat, the chance of a slap. Who is out does not slap.
    #[must_use]
    #[inline]
    pub fn slap_chances(
        &self,
        may_take: bool,
        circle: Circle,
        hastes: &[Haste; SEATS],
    ) -> [Probability; SEATS] {
        let slap = &self.slap[usize::from(may_take)];
        // Who is out cannot be foreseen: no branches.
        std::array::from_fn(|seat| {
            let is_in = circle.has(Seat::at(seat));
            slap[select_unpredictable(is_in, hastes[seat].index(), Haste::COUNT)]
        })
    }

    /// Whether nobody slaps a card that may not be taken, whatever their haste,
    /// if the chances are decided by this random word.
    #[must_use]
    #[inline]
    pub fn nobody_is_alarmed(&self, word: u64) -> bool {
        self.highest_alarm.fails_in(word)
    }

    /// How late a slap is, with a draw from the standard normal distribution.
    #[must_use]
    #[inline]
    pub fn lateness(&self, seat: Seat, haste: Haste, draw: f64) -> Lateness {
        self.middle[seat.index()][haste.index()] + self.spread * draw
    }
}

/// Chance to slap a card that may not be taken.
#[must_use]
pub fn false_alarm(rules: &Rules, haste: Haste) -> f64 {
    let haste = haste.degree();
    (rules.false_alarm * (1.0 + rules.haste_cost * haste * haste)).min(1.0)
}

/// Palms on a card, in time, the fastest first.
#[derive(Clone, Copy, Debug)]
pub struct Palms {
    seats: [Seat; SEATS],
    count: u8,
}

impl Palms {
    /// Nobody slapped.
    pub const NONE: Palms = Palms { seats: [Seat::FIRST; SEATS], count: 0 };

    /// The lateness of who is late, or does not slap at all.
    pub const TOO_LATE: Lateness = Lateness::INFINITY;

    /// The palms by how late each of the seats in a round is. Of two that are
    /// equally fast the one that comes first in the round is before the other.
    ///
    /// Who is faster cannot be foreseen: each counts who is before it, without
    /// branches.
    #[must_use]
    #[inline]
    pub fn new(round: &Round, lateness: &[Lateness; SEATS]) -> Palms {
        let mut palms = Palms::NONE;
        let mut places = [0; SEATS];
        for later in 1..SEATS {
            for earlier in 0..later {
                let is_before = lateness[earlier] <= lateness[later];
                places[later] += usize::from(is_before);
                places[earlier] += usize::from(!is_before);
            }
        }
        for (index, place) in places.into_iter().enumerate() {
            palms.seats[place % SEATS] = round.at(index);
            palms.count += u8::from(lateness[index] < Palms::TOO_LATE);
        }
        palms
    }

    /// The seats, the fastest first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Seat> {
        self.seats[..usize::from(self.count)].iter().copied()
    }

    /// The fastest.
    #[must_use]
    #[inline]
    pub fn fastest(&self) -> Option<Seat> {
        (self.count > 0).then_some(self.seats[0])
    }
}
