//! The body: how haste turns into slaps, and slaps into times.
//!
//! A slap takes handicap x median x (1 - gain x haste) x e^(spread x Z), with
//! Z from the standard normal distribution. Who is faster, and who is too
//! late, can be told from the logarithms, which are sums: nothing but an
//! addition and a multiplication is done to a draw, so that every machine
//! finds the same order.

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
    /// Chance to slap a card that may be taken.
    notice: Probability,
    /// For each haste, chance to slap a card that may not.
    alarm: [Probability; Haste::COUNT],
    /// The highest of these.
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
        let alarms = hastes.map(|haste| false_alarm(rules, haste));
        Body {
            middle,
            spread: rules.spread,
            notice: Probability::new(1.0 - rules.lapse),
            alarm: alarms.map(Probability::new),
            highest_alarm: Probability::new(alarms.into_iter().fold(0.0, f64::max)),
        }
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
        std::array::from_fn(|seat| {
            if !circle.has(Seat::at(seat)) {
                Probability::NEVER
            } else if may_take {
                self.notice
            } else {
                self.alarm[hastes[seat].index()]
            }
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

/// Palms on a card, in time, the fastest first. Of two that are equally fast
/// the one that was put in first stays before the other.
#[derive(Clone, Copy, Debug)]
pub struct Palms {
    palms: [(Seat, Lateness); SEATS],
    count: u8,
}

impl Palms {
    /// Nobody slapped.
    pub const NONE: Palms = Palms { palms: [(Seat::FIRST, 0.0); SEATS], count: 0 };

    /// The seats, the fastest first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Seat> {
        self.palms[..usize::from(self.count)].iter().map(|&(seat, _)| seat)
    }

    /// The fastest.
    #[must_use]
    #[inline]
    pub fn fastest(&self) -> Option<Seat> {
        (self.count > 0).then_some(self.palms[0].0)
    }

    /// One more palm.
    #[inline]
    pub(super) fn add(&mut self, seat: Seat, lateness: Lateness) {
        let mut place = usize::from(self.count);
        while place > 0 && self.palms[place - 1].1 > lateness {
            self.palms[place] = self.palms[place - 1];
            place -= 1;
        }
        self.palms[place] = (seat, lateness);
        self.count += 1;
    }
}
