//! Games with the choices that were made in them.

use super::stream;
use crate::bots::{Bot, Roster};
use crate::game::{Game, Next, NullObserver};
use crate::seat::{BySeat, Seat};

/// A choice that was made, and what it was made from.
pub struct Made<G: Game> {
    pub view: G::View,
    pub options: G::Options,
    pub choice: usize,
}

/// Plays games with the default bot at every seat, and shows every table at
/// which a seat is to choose, with what each seat has chosen in the round.
pub fn watch_house_bots<G: Game>(
    game: &G,
    games: u64,
    mut look: impl FnMut(&G::State, Seat, &BySeat<Vec<Made<G>>>),
) {
    let mut bot = G::Bots::make(G::HOUSE_BOT, game, &[]).expect("it is there").expect("it needs nothing");
    for number in 0..games {
        let (mut state, mut rng) = (game.begin(), stream(number));
        let mut made: BySeat<Vec<Made<G>>> = BySeat::default();
        loop {
            match game.to_act(&state) {
                Next::Choice(seat) => {
                    look(&state, seat, &made);
                    let (view, options) = (game.view(&state, seat), game.options(&state));
                    let choice = bot.choose(&view, &options, &mut rng);
                    made[seat].push(Made { view, options, choice });
                    game.apply(&mut state, choice, &mut rng, &mut NullObserver);
                }
                Next::Deal => {
                    made = BySeat::default();
                    game.deal(&mut state, &mut rng, &mut NullObserver);
                }
                Next::Over => break,
            }
        }
    }
}
