//! What a player knows.

use super::table::Laid;
use super::{Circle, SEATS, Set};
use crate::seat::Seat;

/// All that a player knows who is to decide on a haste: what lies open, what
/// was seen to go where, and how many cards there are. Nobody may look into a
/// pile, not even the own one; and all decide at the same time, so that the
/// haste of the others for this discard is not here.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Who looks.
    pub seat: Seat,
    /// Who lays the next card.
    pub discarder: Seat,
    /// The number that will be declared with it.
    pub number: u8,
    /// The players still in the game. If some are out, it is the last call.
    pub circle: Circle,
    /// The cards on the table, in the order in which they were laid.
    pub laid: Laid,
    /// How many of them each seat laid.
    pub laid_by: [u8; SEATS],
    /// How many cards are in each pile.
    pub piles: [u8; SEATS],
    /// For each pile, cards that are known to be in it: they went in face up,
    /// by a take or by the Jizo, or came back to the only player who had laid
    /// any, or were the only card of a payer and known there; were not laid
    /// again, and no penalty was paid out of the pile since.
    pub known: [Set; SEATS],
    /// How often the Jizo was used.
    pub jizo_used: u32,
    /// Whether the Jizo has left the game.
    pub jizo_gone: bool,
    /// Cards laid so far in the game.
    pub discards: u32,
    /// For each seat, with which discard of the game it last took the table;
    /// 0 for never.
    pub last_takes: [u32; SEATS],
}
