//! The games.

pub mod kachi_kachi;
pub mod kazu_tori;
pub mod kujuroku;
pub mod kusuri_gui;
pub mod oni;

/// The list of games: hands `name: type;` of each to a macro. Everything that
/// is done for all games, from the commands to the tests, hangs on it: a new
/// game is a folder here and a line in this list.
#[macro_export]
macro_rules! for_each_game {
    ($then:ident) => {
        $then! {
            kujuroku: $crate::games::kujuroku::Kujuroku;
            kazu_tori: $crate::games::kazu_tori::KazuTori;
            kusuri_gui: $crate::games::kusuri_gui::KusuriGui;
            oni: $crate::games::oni::Oni;
            kachi_kachi: $crate::games::kachi_kachi::KachiKachi;
        }
    };
}

#[cfg(test)]
mod fields_page;
#[cfg(test)]
mod page;
#[cfg(test)]
mod rows_page;
#[cfg(test)]
pub(crate) mod testkit;

use crate::game::{Audit, Game};

/// Something to be done with a game whose type is not known before the
/// program runs.
pub trait GameVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Game + Audit>(self) -> Self::Output;
}

macro_rules! doors {
    ($($name:ident: $game:ty;)*) => {
        /// The names of all games, in the order of the list.
        pub const NAMES: &[&str] = &[$(<$game as Game>::NAME),*];

        /// Does something with the game of this name; none if there is none.
        pub fn visit<V: GameVisitor>(name: &str, visitor: V) -> Option<V::Output> {
            match name {
                $(<$game as Game>::NAME => Some(visitor.visit::<$game>()),)*
                _ => None,
            }
        }
    };
}
for_each_game!(doors);
