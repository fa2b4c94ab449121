//! Guests: bots that come from outside the program.

use super::Bot;
use crate::game::Game;

/// A bot that is not built in. It can fail where a built-in bot cannot.
pub trait ExternalBot<G: Game>: Bot<G> + Sync {
    /// Another one like it, for another thread.
    fn another(&self) -> Box<dyn ExternalBot<G>>;

    /// A game begins: whatever was remembered of the one before is forgotten.
    fn begin_game(&mut self);

    /// Why the last choice was none.
    fn failure(&self) -> Option<&str>;
}

impl<G: Game> Clone for Box<dyn ExternalBot<G>> {
    fn clone(&self) -> Box<dyn ExternalBot<G>> {
        self.another()
    }
}
