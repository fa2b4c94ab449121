//! Scoring: who wins, and who pays.

use schemars::JsonSchema;
use serde::Serialize;

use super::SEATS;
use super::rules::TieRule;
use crate::seat::Seat;
use crate::standings::Winners;

/// How a game was scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Score {
    /// Cards in each pile.
    pub cards: [u8; SEATS],
    /// What each seat won or lost.
    pub points: [i32; SEATS],
    /// Whether two or more have the most cards.
    pub tie: bool,
    /// Who wins, alone or together.
    pub wins: [bool; SEATS],
}

impl Score {
    /// Scores a game: the cards in each pile, and for each seat when it last
    /// took the table, 0 for never. Who is out has no cards, and so pays
    /// nothing.
    #[must_use]
    #[inline]
    pub fn new(cards: [u8; SEATS], last_takes: [u32; SEATS], tie_rule: TieRule) -> Score {
        let most = cards.into_iter().max().expect("there are seats");
        let mut wins = cards.map(|cards| cards == most);
        let tie = count(wins) > 1;
        if tie && tie_rule == TieRule::LastTake {
            let tied = || (0..SEATS).filter(|&seat| wins[seat]);
            let last = tied().max_by_key(|&seat| last_takes[seat]).expect("somebody is tied");
            if last_takes[last] > 0 {
                wins = std::array::from_fn(|seat| seat == last);
            }
        }
        let winners = count(wins);
        let paid_to = if winners == 1 || tie_rule == TieRule::PayEach { winners } else { 0 };
        let paid: i32 = (0..SEATS).filter(|&seat| !wins[seat]).map(|seat| i32::from(cards[seat])).sum();
        let points = std::array::from_fn(|seat| match (paid_to, wins[seat]) {
            (0, _) => 0,
            (_, true) => paid,
            (winners, false) => -winners * i32::from(cards[seat]),
        });
        Score { cards, points, tie, wins }
    }

    /// The seats that win, alone or together.
    #[must_use]
    pub fn winners(&self) -> Winners {
        Seat::all(SEATS).filter(|seat| self.wins[seat.index()]).collect()
    }
}

fn count(wins: [bool; SEATS]) -> i32 {
    wins.into_iter().map(i32::from).sum()
}
