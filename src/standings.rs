//! The standings at the end of a game, and who won it.

use std::borrow::Cow;
use std::fmt::{self, Display};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use crate::seat::{BySeat, MAX_SEATS, Seat, WHOLE};

/// The score of every seat of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standings {
    scores: BySeat<i64>,
    players: usize,
}

/// The result of a game for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Won alone.
    Win,
    /// Won together with others.
    Shared,
    /// Did not win.
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

    /// The seats with the highest score: the winners, where that is what wins.
    ///
    /// # Panics
    /// If there are no seats.
    #[must_use]
    pub fn leaders(&self) -> Winners {
        let max = self.iter().map(|(_, score)| score).max().expect("a table has seats");
        self.iter().filter(|(_, score)| *score == max).map(|(seat, _)| seat).collect()
    }
}

/// The seats that won a game: nobody, one, or several who share the win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Winners {
    /// A bit for each seat.
    seats: u8,
}

impl Winners {
    /// The seats, in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(MAX_SEATS).filter(move |&seat| self.includes(seat))
    }

    /// The number of seats.
    #[must_use]
    pub const fn count(self) -> usize {
        self.seats.count_ones() as usize
    }

    /// Whether nobody won.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.seats == 0
    }

    /// Whether a seat won, alone or with others.
    #[must_use]
    pub const fn includes(self, seat: Seat) -> bool {
        self.seats >> seat.index() & 1 == 1
    }

    /// The result of the game for a seat.
    #[must_use]
    pub const fn result(self, seat: Seat) -> GameResult {
        match (self.includes(seat), self.count()) {
            (false, _) => GameResult::Loss,
            (true, 1) => GameResult::Win,
            (true, _) => GameResult::Shared,
        }
    }

    /// A seat's part of the win, of [`WHOLE`]: k winners get an equal part
    /// each.
    #[must_use]
    pub const fn part_of(self, seat: Seat) -> i64 {
        if self.includes(seat) { WHOLE / self.count() as i64 } else { 0 }
    }
}

impl FromIterator<Seat> for Winners {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Winners {
        Winners { seats: seats.into_iter().fold(0, |bits, seat| bits | 1 << seat.index()) }
    }
}

/// In words: `seat 2 wins`, `seat 1 and seat 3 share the win`, `nobody wins`.
impl Display for Winners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seats: Vec<String> = self.iter().map(|seat| format!("seat {seat}")).collect();
        match &seats[..] {
            [] => f.write_str("nobody wins"),
            [seat] => write!(f, "{seat} wins"),
            _ => write!(f, "{} share the win", seats.join(" and ")),
        }
    }
}

/// The seats, in order.
impl Serialize for Winners {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl JsonSchema for Winners {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Winners".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Vec<Seat>>()
    }
}

/// The scores, in the order of the seats.
impl Serialize for Standings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|(_, score)| score))
    }
}

impl JsonSchema for Standings {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Standings".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Vec<i64>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_leader_wins_and_several_share_the_win() {
        let alone = Standings::new(3, |seat| [5, -2, -3][seat.index()]).leaders();
        assert_eq!(
            Seat::all(3).map(|seat| alone.result(seat)).collect::<Vec<_>>(),
            [GameResult::Win, GameResult::Loss, GameResult::Loss]
        );
        assert_eq!(alone.to_string(), "seat 1 wins");
        let shared = Standings::new(4, |seat| [-2, 1, 0, 1][seat.index()]).leaders();
        assert_eq!(
            Seat::all(4).map(|seat| shared.result(seat)).collect::<Vec<_>>(),
            [GameResult::Loss, GameResult::Shared, GameResult::Loss, GameResult::Shared]
        );
        assert_eq!(Seat::all(4).map(|seat| shared.part_of(seat)).sum::<i64>(), WHOLE);
        assert_eq!(shared.to_string(), "seat 2 and seat 4 share the win");
    }

    #[test]
    fn a_game_may_have_no_winner() {
        let nobody = Winners::default();
        assert!(nobody.is_empty());
        assert!(Seat::all(4).all(|seat| nobody.result(seat) == GameResult::Loss));
        assert!(Seat::all(4).all(|seat| nobody.part_of(seat) == 0));
        assert_eq!(nobody.to_string(), "nobody wins");
    }
}
