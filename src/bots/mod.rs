//! What the bots of all games share.
//!
//! A bot gets a [`Game::View`] and the options, draws from a random stream of
//! its own, and returns the index of its choice. It never holds a state.
//!
//! There are the built-in bots of each game (`roster`), the search that works in
//! every game (`search`), and files (`strategy`): a built-in bot with other
//! parameters, a script (`script`), or a program in any language (`program`).

mod external;
mod program;
mod roster;
mod script;
mod search;
mod spec;
mod strategy;

use external::LastChoice;
pub use external::{ExternalBot, GameKey, Note, Rehearsing, Unrepeatable};
#[cfg(test)]
pub(crate) use program::{DryQuestion, choices_in};
pub use program::{
    PROTOCOL, PYTHON_MODULE, PYTHON_MODULE_NAME, ProgramBot, ProgramCommand, ProgramLimits, allow_programs,
    before_programs, end_programs, new_program, program_limits, program_shape, set_program_limits,
};
pub use roster::{BotInfo, BotKind, NoParameters, Roster};
pub use script::{
    MEMORY, PATIENCE, STEPS, Script, ScriptError, ScriptInfo, Source, interface, new_script, stoppable,
    types, when_stuck,
};
pub use search::{Search, SearchParameters, Worth};
pub use spec::{BotError, BotRecord, BotSpec, built_in, programs_in};
pub use strategy::{StrategyError, StrategyInfo, names as strategy_names, strategies};

use crate::game::{Game, Options};
use crate::random::Stream;
use crate::seat::Seat;

/// A strategy.
pub trait Bot<G: Game>: Send {
    /// The index of the chosen option.
    ///
    /// A choice must not depend on earlier games: after a hundred of them, a bot
    /// plays like a new one.
    fn choose(&mut self, view: &G::View, options: &G::Options, rng: &mut Stream) -> usize;
}

/// Where a seat's view is made, for the bot that looks at it: nothing else of the
/// state can be had from here.
pub struct Viewpoint<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
}

impl<G: Game> Viewpoint<'_, G> {
    /// The view.
    // Always inlined: of a view that is made in a function of its own nothing can
    // be left out.
    #[must_use]
    #[inline(always)]
    pub fn view(&self) -> G::View {
        self.game.view(self.state, self.seat)
    }
}

/// The bot that every game has, which picks uniformly among the options.
pub const RANDOM: &str = "random";

/// A bot at the table.
#[derive(Clone)]
pub enum Player<G: Game> {
    /// Picks uniformly among the options, without a view.
    Random,
    /// One of the game's own bots.
    BuiltIn(G::Bots),
    /// The bot that samples states and plays them out.
    Search(Search<G>),
    /// The one that plays out the true state: it cheats, and is there to measure
    /// what could be won.
    Clairvoyant(Search<G>),
    /// A bot that is not built in.
    External(Box<dyn ExternalBot<G>>),
}

impl<G: Game> Player<G> {
    /// The index of the chosen option. This is the only function that has access
    /// to both bot and state: every bot but `clairvoyant` gets nothing but the view.
    ///
    /// Always inlined: `random` is a draw, and needs neither a call nor the
    /// options in memory.
    #[inline(always)]
    pub fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        options: &G::Options,
        rng: &mut Stream,
    ) -> usize {
        match self {
            Player::Random => options.pick(rng),
            _ => self.view_and_choose(game, state, seat, options.clone(), rng),
        }
    }

    /// [`choose`](Player::choose) for bots that need a view.
    ///
    /// Takes the options by value: a reference would keep the caller's in
    /// memory, for `random` too.
    #[inline(never)]
    fn view_and_choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        options: G::Options,
        rng: &mut Stream,
    ) -> usize {
        match self {
            Player::BuiltIn(bot) => bot.view_and_choose(Viewpoint { game, state, seat }, &options, rng),
            _ => self.view_and_think(game, state, seat, &options, rng),
        }
    }

    /// [`choose`](Player::choose) for bots that take their time: beside them, the
    /// built-in ones would have to save what they do not need.
    #[inline(never)]
    fn view_and_think(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        options: &G::Options,
        rng: &mut Stream,
    ) -> usize {
        let view = game.view(state, seat);
        match self {
            Player::Random => options.pick(rng),
            Player::BuiltIn(bot) => bot.choose(&view, options, rng),
            Player::Search(bot) => bot.choose(&view, options, rng),
            Player::Clairvoyant(bot) => bot.choose_knowing(state, &view, options, rng),
            Player::External(bot) => bot.choose_at(seat, &view, options, rng),
        }
    }

    /// Whether it picks uniformly among the options: if so, it needs no view,
    /// and its choices need no check.
    #[must_use]
    #[inline]
    pub const fn is_random(&self) -> bool {
        matches!(self, Player::Random)
    }

    /// Resets the bot before a game: external bots forget the previous one.
    #[inline]
    pub fn begin_game(&mut self, game: &GameKey) {
        if let Player::External(bot) = self {
            bot.begin_game(game);
        }
    }

    /// The bot as one that is asked about many games at once, if it is.
    pub fn rehearsing(&mut self) -> Option<&mut dyn Rehearsing<G>> {
        if let Player::External(bot) = self { bot.rehearsing() } else { None }
    }

    /// Lets an external bot make the choices of the last game again.
    ///
    /// # Errors
    /// If it makes another one.
    #[inline]
    pub fn verify(&mut self) -> Result<(), Unrepeatable> {
        if let Player::External(bot) = self { bot.verify() } else { Ok(()) }
    }

    /// Asks an external bot for a [`Note`] on every choice from now on.
    pub fn take_notes(&mut self) {
        if let Player::External(bot) = self {
            bot.take_notes();
        }
    }

    /// What the bot said about its last choice, if that was asked for.
    #[must_use]
    pub fn note(&self) -> Option<&Note> {
        match self {
            Player::External(bot) => bot.note(),
            _ => None,
        }
    }

    /// Why the last choice failed, if the bot reports it.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        match self {
            Player::External(bot) => bot.failure(),
            _ => None,
        }
    }
}
