//! What happens at a table of Oni.

use schemars::JsonSchema;
use serde::Serialize;

use super::Set;
use super::scoring::{Bonus, Ending, HandPoints};
use super::table::Table;
use crate::cards::Hanafuda;
use crate::seat::{BySeat, EachSeat, Seat};
use crate::standings::Standings;

/// Where a card came from, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The hand.
    Hand,
    /// The draw pile: the player held no card that may be discarded.
    Pile,
    /// The same, on the own bridge.
    PileForBridge,
    /// The draw pile: a special card said so.
    PileByForce,
}

/// How a round ended, and what it was worth.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct RoundResult {
    /// How it ended.
    pub ending: Ending,
    /// Who won it; nobody if it is void.
    pub winner: Option<Seat>,
    /// Whether the dealer did.
    pub dealer_wins: bool,
    /// What raised the debts.
    pub bonus: Bonus,
    /// The turns that were taken.
    pub turns: u32,
    /// The discard pile, its top included.
    pub discards: Set,
    /// How many cards were left in the draw pile.
    pub pile: u8,
    /// How many cards each seat held.
    pub hand_cards: EachSeat<u8>,
    /// What they were worth before bonuses.
    pub hand_points: EachSeat<u16>,
    /// What the winner's own hand cost.
    pub own_hand: i32,
    /// What each seat wrote down.
    pub written: EachSeat<i32>,
}

impl RoundResult {
    /// A round that nobody has won, and of which nothing is counted yet.
    #[inline]
    pub(super) fn new(ending: Ending, table: &Table, players: usize) -> RoundResult {
        RoundResult {
            ending,
            winner: None,
            dealer_wins: false,
            bonus: Bonus::NONE,
            turns: table.turns,
            discards: table.discards,
            pile: table.pile.len(),
            hand_cards: EachSeat::new(BySeat::default(), players),
            hand_points: EachSeat::new(BySeat::default(), players),
            own_hand: 0,
            written: EachSeat::new(BySeat::default(), players),
        }
    }

    /// Counts the hands.
    #[inline]
    pub(super) fn count_hands(&mut self, hands: &BySeat<Set>, points: &HandPoints) {
        for seat in self.written.seats() {
            (self.hand_cards[seat], self.hand_points[seat]) = points.count(hands[seat]);
        }
    }
}

/// What happens at a table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A round begins.
    RoundBegan {
        /// From 1.
        round: u32,
        /// Who deals it.
        dealer: Seat,
    },
    /// The cards were dealt.
    Dealt {
        /// The hands.
        hands: EachSeat<Set>,
        /// The card turned up as the discard pile.
        top: Hanafuda,
        /// How many cards are left for the draw pile.
        pile: u8,
    },
    /// A player drew a card or discarded one, or both at once.
    Moved {
        /// Who.
        seat: Seat,
        /// What.
        card: Hanafuda,
        /// Where it came from.
        from: Source,
        /// Whether it came into the hand, and not on the discard pile.
        kept: bool,
    },
    /// A player has no turn.
    Skipped {
        /// Who.
        seat: Seat,
    },
    /// The discard pile but its top card was shuffled into a new draw pile.
    Reshuffled {
        /// The cards.
        cards: Set,
    },
    /// A player was to draw, and there was nothing to be drawn.
    NothingToDraw {
        /// Who.
        seat: Seat,
    },
    /// A player ended the round with the lightning.
    Declared {
        /// Who.
        seat: Seat,
        /// What is left in the hand.
        hand: Set,
    },
    /// A player of the lightning did not end the round with it.
    PlayedOn {
        /// Who.
        seat: Seat,
    },
    /// A round is over and settled.
    RoundOver {
        /// How it ended, and what it was worth.
        #[serde(flatten)]
        result: RoundResult,
    },
    /// The game is over.
    GameOver {
        /// The rounds that were played.
        rounds: u32,
        /// The totals of all seats.
        scores: Standings,
        /// Who reached the goal; nobody if the game was stopped.
        winner: Option<Seat>,
    },
}
