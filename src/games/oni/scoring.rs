//! What hands are worth at the end of a round, and who writes down what.

use serde::Serialize;

use super::Set;
use super::rules::{LosersScore, Rules};
use crate::cards::{Hanafuda, Kind};
use crate::seat::{BySeat, Seat};

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
pub struct HandPoints([[u16; 256]; Hanafuda::COUNT / 8]);

impl HandPoints {
    /// The table.
    #[must_use]
    pub fn new() -> HandPoints {
        let mut sums = [[0; 256]; Hanafuda::COUNT / 8];
        for (byte, sums) in sums.iter_mut().enumerate() {
            for (bits, sum) in sums.iter_mut().enumerate() {
                let cards = Set::from_bits((bits as u64) << (8 * byte));
                *sum = cards.iter().map(among_others).sum();
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

    /// The points of each hand at a table.
    #[must_use]
    #[inline]
    pub(super) fn of_each(&self, hands: &BySeat<Set>, players: usize) -> BySeat<u16> {
        let mut points = BySeat::default();
        for seat in Seat::all(players) {
            points[seat] = self.of(hands[seat]);
        }
        points
    }

    /// The sum of what cards count among others, where no lightning doubles
    /// them.
    #[must_use]
    #[inline]
    pub fn among_others(&self, cards: Set) -> u16 {
        let bytes = cards.bits().to_le_bytes();
        self.0.iter().zip(bytes).map(|(sums, byte)| sums[usize::from(byte)]).sum()
    }
}

impl Default for HandPoints {
    fn default() -> HandPoints {
        HandPoints::new()
    }
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bonus {
    /// What each loser owes on top, before the doublings.
    pub rainman: u8,
    /// Doubled for the lightning.
    pub lightning: bool,
    /// Doubled for the dealer.
    pub dealer: bool,
}

impl Bonus {
    /// The names in the files, in the order of [`Bonus::place`].
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
    pub const fn place(self) -> usize {
        (self.rainman > 0) as usize + 2 * self.lightning as usize + 3 * self.dealer as usize
    }

    /// Points after the doublings.
    #[must_use]
    #[inline]
    pub const fn doubled(self, points: i32) -> i32 {
        points << (self.lightning as u32 + self.dealer as u32)
    }
}

/// Who writes down what at the end of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settlement {
    /// What each seat writes down.
    pub written: BySeat<i32>,
    /// What the winner's own hand cost, which nobody gets.
    pub own_hand: i32,
    /// What the losers owed and did not write down.
    pub unwritten: i32,
}

/// Settles a round: each loser owes the points of its hand with the bonus, and
/// the winner gets that, less the points of the own hand after a declaration.
#[inline]
pub(super) fn settle(
    rules: &Rules,
    players: usize,
    winner: Seat,
    bonus: Bonus,
    hand_points: &BySeat<u16>,
) -> Settlement {
    let is_written = rules.losers_score == LosersScore::Negative;
    let debt = |seat: Seat| bonus.doubled(i32::from(hand_points[seat]) + i32::from(bonus.rainman));
    let mut written = BySeat::default();
    // The winner owes nothing; to leave that out afterwards is quicker than to
    // go round the table from the winner.
    let mut debts = -debt(winner);
    for seat in Seat::all(players) {
        debts += debt(seat);
        written[seat] = -debt(seat) * i32::from(is_written);
    }
    let own_hand = bonus.doubled(i32::from(hand_points[winner]));
    written[winner] = debts - own_hand;
    Settlement { written, own_hand, unwritten: if is_written { 0 } else { debts } }
}
