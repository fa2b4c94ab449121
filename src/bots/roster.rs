//! The list of a game's built-in bots.

use super::{Bot, Viewpoint};
use crate::game::Game;
use crate::random::Stream;
use crate::settings::{Assignment, Key, Settings, SettingsError};

/// A built-in bot: a strategy with parameters.
pub trait BotKind<G: Game>: Bot<G> + Sized {
    /// The name on the command line.
    const NAME: &'static str;
    /// What it does, in one sentence.
    const DESCRIPTION: &'static str;
    /// Its parameters.
    type Parameters: Settings;

    /// A bot of this kind for a game.
    fn new(game: &G, parameters: Self::Parameters) -> Self;
}

/// A bot as `fuda bots` shows it.
#[derive(Clone, Debug)]
pub struct BotInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub description: &'static str,
    /// Its parameters.
    pub parameters: Vec<Key>,
}

/// All built-in bots of a game except `random`, declared with
/// [`bots!`](crate::bots!).
pub trait Roster<G: Game>: Bot<G> + Clone + Sync + 'static {
    /// The bots that play in the playouts of `search`, if none are named: the first at
    /// the own seat, any of them at the others. A new bot is not among them until
    /// it is named here, as that changes what `search` plays.
    const PLAYOUTS: &'static [&'static str];

    /// [`Bot::choose`] with a view that is made for the one bot that looks at
    /// it: so the compiler leaves out what that bot never looks at.
    fn view_and_choose(&mut self, viewpoint: Viewpoint<G>, options: &G::Options, rng: &mut Stream) -> usize;

    /// The bots, the simplest first.
    fn list() -> Vec<BotInfo>;

    /// Makes the bot of this name; none if it is unknown.
    ///
    /// # Errors
    /// If a parameter is unknown or not allowed.
    fn make(name: &str, game: &G, parameters: &[Assignment]) -> Option<Result<Self, SettingsError>>;

    /// The parameters of the bot of this name, with defaults; none if it is
    /// unknown.
    ///
    /// # Errors
    /// If a parameter is unknown or not allowed.
    fn parameters(name: &str, parameters: &[Assignment]) -> Option<Result<toml::Table, SettingsError>>;
}

crate::settings! {
    /// The settings of a bot that has no parameters.
    pub struct NoParameters {}
    check |_| Ok(());
}

/// Declares the bots of a game:
/// `bots! { pub enum Bots for Kujuroku, playouts ["greedy", "random"] { Greedy(Greedy) } }`
/// expands to
///
/// ```ignore
/// #[derive(Clone)]
/// pub enum Bots { Greedy(Greedy) }
/// impl Bot<Kujuroku> for Bots { /* by match */ }
/// impl Roster<Kujuroku> for Bots { /* from the kinds' own names */ }
/// ```
#[macro_export]
macro_rules! bots {
    (
        $(#[$about:meta])*
        pub enum $bots:ident for $game:ty, playouts [$($playout:literal),*] { $($name:ident($kind:ty)),* $(,)? }
    ) => {
        $(#[$about])*
        #[derive(Clone)]
        pub enum $bots { $(#[doc = "A bot of this kind."] $name($kind),)* }

        impl $crate::bots::Bot<$game> for $bots {
            #[inline]
            fn choose(
                &mut self,
                view: &<$game as $crate::game::Game>::View,
                options: &<$game as $crate::game::Game>::Options,
                rng: &mut $crate::random::Stream,
            ) -> usize {
                match self { $($bots::$name(bot) => bot.choose(view, options, rng),)* }
            }
        }

        impl $crate::bots::Roster<$game> for $bots {
            const PLAYOUTS: &'static [&'static str] = &[$($playout),*];

            #[inline]
            fn view_and_choose(
                &mut self,
                viewpoint: $crate::bots::Viewpoint<$game>,
                options: &<$game as $crate::game::Game>::Options,
                rng: &mut $crate::random::Stream,
            ) -> usize {
                use $crate::bots::Bot;
                match self { $($bots::$name(bot) => bot.choose(&viewpoint.view(), options, rng),)* }
            }

            fn list() -> Vec<$crate::bots::BotInfo> {
                vec![$($crate::bots::BotInfo {
                    name: <$kind as $crate::bots::BotKind<$game>>::NAME,
                    description: <$kind as $crate::bots::BotKind<$game>>::DESCRIPTION,
                    parameters: <<$kind as $crate::bots::BotKind<$game>>::Parameters
                        as $crate::settings::Settings>::keys(),
                },)*]
            }

            fn make(
                name: &str,
                game: &$game,
                parameters: &[$crate::settings::Assignment],
            ) -> Option<Result<$bots, $crate::settings::SettingsError>> {
                match name {
                    $(<$kind as $crate::bots::BotKind<$game>>::NAME => Some(
                        $crate::settings::Settings::with(parameters).map(|parameters| {
                            $bots::$name(<$kind as $crate::bots::BotKind<$game>>::new(game, parameters))
                        }),
                    ),)*
                    _ => None,
                }
            }

            fn parameters(
                name: &str,
                parameters: &[$crate::settings::Assignment],
            ) -> Option<Result<toml::Table, $crate::settings::SettingsError>> {
                match name {
                    $(<$kind as $crate::bots::BotKind<$game>>::NAME => Some(
                        <<$kind as $crate::bots::BotKind<$game>>::Parameters
                            as $crate::settings::Settings>::with(parameters)
                            .map(|parameters| $crate::settings::Settings::to_table(&parameters)),
                    ),)*
                    _ => None,
                }
            }
        }
    };
}
