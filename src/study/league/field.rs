//! The bots of a league at the tables of its game. Only what is here is compiled
//! for each game.

use super::GameEnd;
use crate::bots::{GameKey, Player};
use crate::game::{Game, NullObserver};
use crate::random::BlockStreams;
use crate::seat::BySeat;
use crate::sim::{Fault, play_in_block, rehearse};

/// The bots of a league, in the order in which they were named, and their game.
pub(super) trait Field: Send + Sync {
    /// Tables of its own for a thread.
    fn open(&self) -> Box<dyn Tables + '_>;
}

/// Tables at which the bots of a league play.
pub(super) trait Tables: Send {
    /// Whether there are bots that are asked about many games at once.
    fn want_rehearsal(&mut self) -> bool;

    /// Asks these bots about games to come; returns whether there are any.
    fn rehearse(&mut self, games: Vec<GameKey>) -> bool;

    /// Plays a game of a block with these bots at the seats.
    fn play(&mut self, bot_at: &BySeat<u8>, streams: &BlockStreams, block: u64) -> Result<GameEnd, Fault>;
}

impl<G: Game> Field for (G, Vec<Player<G>>) {
    fn open(&self) -> Box<dyn Tables + '_> {
        Box::new(Seated { game: &self.0, players: self.1.clone() })
    }
}

struct Seated<'a, G: Game> {
    game: &'a G,
    players: Vec<Player<G>>,
}

impl<G: Game> Tables for Seated<'_, G> {
    fn want_rehearsal(&mut self) -> bool {
        self.players.iter_mut().any(|player| player.rehearsing().is_some())
    }

    fn rehearse(&mut self, games: Vec<GameKey>) -> bool {
        rehearse(self.game, &mut self.players, games)
    }

    fn play(&mut self, bot_at: &BySeat<u8>, streams: &BlockStreams, block: u64) -> Result<GameEnd, Fault> {
        let end = play_in_block(self.game, &mut self.players, bot_at, streams, block, &mut NullObserver)?;
        Ok(GameEnd::new(self.game, &end))
    }
}
