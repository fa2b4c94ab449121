//! What hands are worth at the end of a round, and who writes down what.

use schemars::JsonSchema;
use serde::Serialize;

use super::Set;
use super::events::RoundResult;
use super::rules::{LosersScore, Rules};
use crate::cards::{Hanafuda, Kind};
use crate::seat::Seat;

/// What a card counts in a hand with others.
fn among_others(card: Hanafuda) -> u16 {
    match (card, card.kind()) {
        (Hanafuda::RAINMAN, _) => 5,
        (Hanafuda::LIGHTNING, _) => 0,
        (_, Kind::Bright) => 20,
        (_, Kind::Animal) => 10,
        (_, Kind::PoetryRibbon | Kind::BlueRibbon | Kind::PlainRibbon) => 5,
        (_, Kind::Chaff) => 1,
    }
}

/// What the exceptions count more if they are alone in a hand.
const ALONE: [(Hanafuda, u16); 3] =
    [(Hanafuda::YELLOW_PAULOWNIA, 9), (Hanafuda::RAINMAN, 15), (Hanafuda::LIGHTNING, 1)];

/// What hands are worth: for each byte of a set, the sum of its cards. Six
/// looks instead of a loop over the cards.
#[derive(Clone, Debug)]
pub struct HandPoints([[Sum; 256]; Hanafuda::COUNT / 8]);

/// Cards, and what they count among others: in one word, to be added at once.
#[derive(Clone, Copy, Debug, Default)]
struct Sum(u32);

impl Sum {
    fn of(cards: Set) -> Sum {
        let points: u16 = cards.iter().map(among_others).sum();
        Sum((cards.len() as u32) << 16 | u32::from(points))
    }

    #[inline]
    const fn points(self) -> u16 {
        self.0 as u16
    }

    #[inline]
    const fn cards(self) -> u8 {
        (self.0 >> 16) as u8
    }
}

impl HandPoints {
    /// The table.
    #[must_use]
    pub fn new() -> HandPoints {
        let mut sums = [[Sum::default(); 256]; Hanafuda::COUNT / 8];
        for (byte, sums) in sums.iter_mut().enumerate() {
            for (bits, sum) in sums.iter_mut().enumerate() {
                *sum = Sum::of(Set::from_bits((bits as u64) << (8 * byte)));
            }
        }
        HandPoints(sums)
    }

    /// The points of a hand: of its cards, with the exceptions of a card alone
    /// and of the lightning, which doubles all others.
    #[must_use]
    #[inline]
    pub fn of(&self, hand: Set) -> u16 {
        HandPoints::with_exceptions(self.among_others(hand), hand)
    }

    /// The points of a hand of which the sum of what its cards count among
    /// others is known.
    #[must_use]
    #[inline]
    pub(super) fn with_exceptions(among_others: u16, hand: Set) -> u16 {
        // Whether a hand is one card cannot be foreseen: sums, and no branch.
        let alone: u16 = ALONE.iter().map(|&(card, more)| more * u16::from(hand == card.into())).sum();
        (among_others << u32::from(hand.has(Hanafuda::LIGHTNING))) + alone
    }

    /// Whether a hand counts the sum of its cards, and still does when any one of
    /// them is discarded: there is no lightning to double it, and what is left is
    /// no exception.
    #[must_use]
    #[inline]
    pub(super) fn is_plain(hand: Set) -> bool {
        const EXCEPTIONS: Set =
            Set::from_bits(ALONE[0].0.alone().bits() | ALONE[1].0.alone().bits() | ALONE[2].0.alone().bits());
        !hand.has(Hanafuda::LIGHTNING) && (hand - EXCEPTIONS).has_several()
    }

    /// The number of cards of a hand, and its points.
    #[must_use]
    #[inline]
    pub(super) fn count(&self, hand: Set) -> (u8, u16) {
        let sum = self.sum(hand);
        (sum.cards(), HandPoints::with_exceptions(sum.points(), hand))
    }

    /// The sum of what cards count among others, where no lightning doubles
    /// them.
    #[must_use]
    #[inline]
    pub fn among_others(&self, cards: Set) -> u16 {
        self.sum(cards).points()
    }

    #[inline]
    fn sum(&self, cards: Set) -> Sum {
        let bytes = cards.bits().to_le_bytes();
        Sum(self.0.iter().zip(bytes).map(|(sums, byte)| sums[usize::from(byte)].0).sum())
    }
}

impl Default for HandPoints {
    fn default() -> HandPoints {
        HandPoints::new()
    }
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// With some other last card.
    Plain,
    /// With the rainman as the last card.
    Rainman,
    /// With the lightning as the last card.
    LightningLast,
    /// The lightning was discarded, and its player ended the round.
    LightningDeclared,
    /// Not at all: it was stopped.
    Void,
}

impl Ending {
    /// The names in the files, in the order of the variants.
    pub const NAMES: [&'static str; 5] = ["plain", "rainman", "lightning_last", "lightning_declared", "void"];

    /// The ending by a last card.
    #[must_use]
    pub(super) fn by(last: Hanafuda) -> Ending {
        match last {
            Hanafuda::RAINMAN => Ending::Rainman,
            Hanafuda::LIGHTNING => Ending::LightningLast,
            _ => Ending::Plain,
        }
    }

    const fn is_by_lightning(self) -> bool {
        matches!(self, Ending::LightningLast | Ending::LightningDeclared)
    }
}

/// What raises the debts of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Bonus {
    /// What each loser owes on top, before the doublings.
    pub rainman: u8,
    /// Doubled for the lightning.
    pub lightning: bool,
    /// Doubled for the dealer.
    pub dealer: bool,
}

impl Bonus {
    /// The names in the files, in the order of [`Bonus::index`].
    pub const NAMES: [&'static str; 6] =
        ["none", "rainman", "lightning", "dealer", "rainman+dealer", "lightning+dealer"];

    pub(super) const NONE: Bonus = Bonus { rainman: 0, lightning: false, dealer: false };

    /// The bonus of an ending; one that is switched off is none.
    #[must_use]
    pub fn new(rules: &Rules, ending: Ending, by_dealer: bool) -> Bonus {
        Bonus {
            rainman: if ending == Ending::Rainman { rules.rainman_bonus } else { 0 },
            lightning: rules.double_lightning && ending.is_by_lightning(),
            dealer: rules.double_dealer && by_dealer,
        }
    }

    /// The place among [`Bonus::NAMES`]. Rainman and lightning cannot both end
    /// a round.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.rainman > 0) as usize + 2 * self.lightning as usize + 3 * self.dealer as usize
    }

    /// Points after the doublings.
    #[must_use]
    #[inline]
    pub const fn doubled(self, points: i32) -> i32 {
        points << (self.lightning as u32 + self.dealer as u32)
    }
}

/// Settles a round: each loser owes the points of its hand with the bonus, and
/// the winner gets that, less the points of the own hand after a declaration.
/// Gives back what the losers owed and did not write down.
#[inline]
pub(super) fn settle(rules: &Rules, winner: Seat, result: &mut RoundResult) -> i32 {
    let is_written = rules.losers_score == LosersScore::Negative;
    let RoundResult { bonus, hand_points, written, own_hand, .. } = result;
    let debt = |points: u16| bonus.doubled(i32::from(points) + i32::from(bonus.rainman));
    // The winner owes nothing; to leave that out afterwards is quicker than to
    // go round the table from the winner.
    let winners = hand_points.of(winner);
    let mut debts = -debt(winners);
    for (seat, points) in hand_points.iter() {
        debts += debt(points);
        written[seat] = -debt(points) * i32::from(is_written);
    }
    *own_hand = bonus.doubled(i32::from(winners));
    written[winner] = debts - *own_hand;
    if is_written { 0 } else { debts }
}
