//! The standings at the end of a game.

use serde::{Serialize, Serializer};

use crate::seat::{BySeat, Seat};

/// The score of every seat of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standings {
    scores: BySeat<i64>,
    players: usize,
}

/// The result of a game for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// The only one with the highest score.
    Win,
    /// One of several with the highest score.
    Shared,
    /// Others have a higher score.
    Loss,
}

impl GameResult {
    /// The names in the files, in the order of the variants.
    pub const NAMES: [&'static str; 3] = ["win", "shared", "loss"];
    /// The labels in tables, in the order of the variants.
    pub const LABELS: [&'static str; 3] = ["wins", "shared wins", "losses"];
}

impl Standings {
    /// The scores of the first `players` seats.
    #[must_use]
    pub fn new(players: usize, mut score: impl FnMut(Seat) -> i64) -> Standings {
        let scores = BySeat::from_fn(|seat| if seat.index() < players { score(seat) } else { 0 });
        Standings { scores, players }
    }

    /// The seats with their scores.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, i64)> + Clone + '_ {
        Seat::all(self.players).map(|seat| (seat, self.scores[seat]))
    }

    /// The seats with the highest score.
    pub fn leaders(&self) -> impl Iterator<Item = Seat> + '_ {
        let max = self.max();
        self.iter().filter(move |(_, score)| *score == max).map(|(seat, _)| seat)
    }

    /// The result of a seat, if the highest score wins.
    ///
    /// # Panics
    /// If nobody sits there.
    #[must_use]
    pub fn result(&self, seat: Seat) -> GameResult {
        self.results().find(|(other, _)| *other == seat).expect("a seat of the table").1
    }

    /// The result of each seat, if the highest score wins.
    pub fn results(&self) -> impl Iterator<Item = (Seat, GameResult)> + Clone + '_ {
        let max = self.max();
        let first = if self.leaders().count() == 1 { GameResult::Win } else { GameResult::Shared };
        self.iter().map(move |(seat, score)| (seat, if score < max { GameResult::Loss } else { first }))
    }

    fn max(&self) -> i64 {
        self.iter().map(|(_, score)| score).max().expect("a table has seats")
    }
}

/// The scores, in the order of the seats.
impl Serialize for Standings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|(_, score)| score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_score_wins_and_ties_share_the_win() {
        let alone = Standings::new(3, |seat| [5, -2, -3][seat.index()]);
        assert_eq!(
            Seat::all(3).map(|seat| alone.result(seat)).collect::<Vec<_>>(),
            [GameResult::Win, GameResult::Loss, GameResult::Loss]
        );
        let shared = Standings::new(4, |seat| [-2, 1, 0, 1][seat.index()]);
        assert_eq!(
            Seat::all(4).map(|seat| shared.result(seat)).collect::<Vec<_>>(),
            [GameResult::Loss, GameResult::Shared, GameResult::Loss, GameResult::Shared]
        );
    }
}
