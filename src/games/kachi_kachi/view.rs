//! What a player knows, and the options of a decision.

use std::fmt;

use super::hand::Hand;
use super::table::{Bets, Betting, MAX_PLAYERS};
use crate::cards::NumberCard;
use crate::game::Options;
use crate::seat::{BySeat, Seat};

/// All that a player knows: the own cards, and what lies open.
///
/// Positions count from the dealer, who has 0, in playing order; a set of
/// positions has a bit for each.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The hand, from 1.
    pub hand: u32,
    /// Who deals.
    pub dealer: Seat,
    /// Whether the dealer won the hand before, and not a draw or nothing went
    /// before.
    pub dealer_won: bool,
    /// The own position.
    pub position: usize,
    /// The two cards that were dealt to it.
    pub dealt: Hand,
    /// What is to be decided.
    pub decision: Decision,
    /// How the betting stands.
    pub betting: Betting,
    /// The opening bets of this hand.
    pub bets: Bets,
    /// What each seat has paid into the pot in this hand.
    pub paid: BySeat<i32>,
    /// Every seat's points before this hand.
    pub points: BySeat<i64>,
    /// The cards of each position, as far as they are known.
    pub cards: [Seen; MAX_PLAYERS],
    /// How many cards the deck has left.
    pub deck: u8,
}

/// What is known of a player's cards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    /// The two that were dealt.
    pub dealt: Option<Hand>,
    /// How many were drawn for a Zero Hand.
    pub draws: u8,
    /// Those that were drawn.
    pub drawn: [Option<NumberCard>; 2],
}

impl Seen {
    /// The hand that the player has, as far as the cards are known; none without
    /// cards. What was drawn last makes the hand with one of the others.
    #[must_use]
    #[inline]
    pub fn hand(&self) -> Option<Hand> {
        let hand = self.dealt?;
        let [one, other] = hand.0;
        match (self.draws, self.drawn) {
            (0, _) => Some(hand),
            (1, [Some(card), _]) => Some(Hand::best(card, &[one, other])),
            (_, [Some(ten), Some(card)]) => Some(Hand::best(card, &[one, other, ten])),
            _ => None,
        }
    }
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Whether to claim a Zero Hand.
    Claim,
    /// Whether to draw once more after a Ten.
    Again,
    /// Whether to open the betting.
    Open,
    /// With how much.
    Amount,
    /// Whether to match the opening bet.
    Call,
}

/// One option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Gives up the hand.
    Fold,
    /// Opens the betting; the amount is asked for next.
    Open,
    /// Bets this much.
    Bet(u32),
    /// Matches the opening bet.
    Call,
    /// Leaves the cards as they are.
    Keep,
    /// Claims the Zero Hand.
    Claim,
    /// Draws once more.
    Again,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Fold => f.write_str("fold"),
            Move::Open => f.write_str("open"),
            Move::Bet(amount) => amount.fmt(f),
            Move::Call => f.write_str("call"),
            Move::Keep => f.write_str("keep"),
            Move::Claim => f.write_str("claim"),
            Move::Again => f.write_str("again"),
        }
    }
}

/// The options of a decision. Those of the amount are a range, and never
/// listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    decision: Decision,
    least: u32,
    count: u32,
    /// The betting round, whose coin decides for who bets at random.
    round: u8,
}

impl Choices {
    /// The two options of a decision that is not about an amount.
    #[inline]
    pub(super) const fn of_two(decision: Decision) -> Choices {
        Choices { decision, least: 0, count: 2, round: 0 }
    }

    /// To stay in or to fold, in a betting round.
    #[inline]
    pub(super) const fn of_bet(betting: &Betting) -> Choices {
        Choices { round: betting.round, ..Choices::of_two(betting.decision()) }
    }

    /// Every whole bet in a range.
    #[inline]
    pub(super) const fn of_amounts(least: u32, most: u32) -> Choices {
        Choices { decision: Decision::Amount, least, count: most - least + 1, round: 0 }
    }

    /// What is to be decided.
    #[must_use]
    #[inline]
    pub const fn asked(&self) -> Decision {
        self.decision
    }
}

impl Options for Choices {
    type Move = Move;

    fn decision(&self) -> &'static str {
        match self.decision {
            Decision::Claim => "claim",
            Decision::Again => "again",
            Decision::Open => "open",
            Decision::Amount => "amount",
            Decision::Call => "call",
        }
    }

    #[inline]
    fn count(&self) -> usize {
        self.count as usize
    }

    #[inline]
    fn at(&self, place: usize) -> Move {
        assert!(place < self.count(), "no option at place {place}");
        let either = |first, second| if place == 0 { first } else { second };
        match self.decision {
            Decision::Claim => either(Move::Keep, Move::Claim),
            Decision::Again => either(Move::Keep, Move::Again),
            Decision::Open => either(Move::Fold, Move::Open),
            Decision::Amount => Move::Bet(self.least + place as u32),
            Decision::Call => either(Move::Fold, Move::Call),
        }
    }
}
