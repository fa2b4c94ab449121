//! External bots: those that are not compiled in.

use super::Bot;
use crate::game::Game;

/// A bot that is not built in, and may fail.
pub trait ExternalBot<G: Game>: Bot<G> + Sync {
    /// A copy in a box, for another thread.
    fn boxed_clone(&self) -> Box<dyn ExternalBot<G>>;

    /// Resets it before a game: it must remember nothing of the one before.
    fn begin_game(&mut self);

    /// Why the last choice failed, if it did.
    fn failure(&self) -> Option<&str>;
}

impl<G: Game> Clone for Box<dyn ExternalBot<G>> {
    fn clone(&self) -> Box<dyn ExternalBot<G>> {
        self.boxed_clone()
    }
}
