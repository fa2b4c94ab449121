//! The course of a game, as far as a program decides it.

use std::ops::Range;

use super::protocol::{Interface, OptionLists};
use super::talk::{Question, Talk};
use crate::random::GuestKey;
use crate::seat::{BySeat, MAX_SEATS, Seat};

/// A decision as it was put to a program, and what it chose.
#[derive(Clone)]
pub(super) struct Asked {
    pub(super) seat: Seat,
    /// The number of the decision at this seat, from 1.
    pub(super) number: u32,
    pub(super) decision: &'static str,
    /// Where the view and the options are.
    pub(super) bytes: Range<usize>,
    pub(super) options_at: usize,
    pub(super) options: usize,
    pub(super) seed: u64,
    pub(super) choice: usize,
}

/// The course of a game, as far as a program decided it.
#[derive(Default)]
pub(super) struct Course {
    pub(super) asked: Vec<Asked>,
    pub(super) bytes: Vec<u8>,
    /// The game as the program knows it, and its decisions, for each seat.
    pub(super) games: BySeat<Option<(u64, u32)>>,
    pub(super) is_over: bool,
    /// The random numbers of the game.
    pub(super) random: Option<GuestKey>,
}

impl Course {
    /// The bytes of a decision.
    pub(super) fn bytes(&self, asked: &Asked) -> &[u8] {
        &self.bytes[asked.bytes.clone()]
    }

    /// Adds a decision, which is put to the program.
    pub(super) fn put(
        &mut self,
        asked: Asked,
        bytes: &[u8],
        talk: &mut Talk,
        interface: &Interface,
        lists: &OptionLists,
    ) -> usize {
        let (game, number) = self.games[asked.seat].get_or_insert_with(|| (talk.begin(asked.seat), 0));
        *number += 1;
        let begin = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        let asked = Asked { number: *number, bytes: begin..self.bytes.len(), ..asked };
        let place = talk.put(&asked.question(*game, bytes), interface, lists);
        self.asked.push(asked);
        place
    }

    /// Tells the program that the game is over.
    pub(super) fn end(&mut self, talk: &mut Talk) {
        for (game, _) in Seat::all(MAX_SEATS).filter_map(|seat| self.games[seat].take()) {
            talk.end(game);
        }
    }

    pub(super) fn clear(&mut self) {
        self.asked.clear();
        self.bytes.clear();
        self.games = BySeat::default();
    }
}

impl Asked {
    pub(super) fn question<'a>(&self, game: u64, bytes: &'a [u8]) -> Question<'a> {
        Question {
            game,
            seat: self.seat,
            number: self.number,
            seed: self.seed,
            decision: self.decision,
            bytes,
            options_at: self.options_at,
            options: self.options,
        }
    }
}
