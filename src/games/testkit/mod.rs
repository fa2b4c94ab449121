//! What the tests of all games share: a table to play at, the books that are
//! kept of it, chances to compare shares with, and games with what was chosen
//! in them.
//!
//! A game's own `tests/rig.rs` adds how its rounds are dealt, and questions
//! about its own events.

mod books;
mod chance;
mod past;
mod scene;

pub use books::Books;
pub use chance::{agrees, cards_are_picked_evenly, watch_games, ways};
pub use past::watch_house_bots;
pub use scene::{Recorder, Scene};

use crate::cards::{Card, CardSet};
use crate::random::{BlockStreams, Purpose, Stream};

/// Takes cards out of the free ones, by their names with spaces between them.
/// Equal names are equal cards: each takes the next that is free.
pub fn pick<C: Card>(names: &str, free: &mut CardSet<C>) -> Vec<C> {
    let mut take = |name: &str| {
        let card = free.iter().find(|card| card.to_string() == name);
        let card = card.unwrap_or_else(|| panic!("no '{name}' is left in the deck"));
        free.remove(card);
        card
    };
    names.split_whitespace().map(&mut take).collect()
}

/// The same, as a set.
pub fn pick_set<C: Card>(names: &str, free: &mut CardSet<C>) -> CardSet<C> {
    pick(names, free).into_iter().collect()
}

/// A stream for a test's own draws.
pub fn stream(number: u64) -> Stream {
    BlockStreams::new(0x7e57, number).stream(0, Purpose::Game)
}
