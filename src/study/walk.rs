//! A game loop with a callback for every decision, for studies that make all
//! choices themselves. The runner's loop, which has none, is `sim::play`.

use crate::game::{Game, Next, NullObserver};
use crate::random::{BlockStreams, Purpose, Stream};
use crate::seat::{BySeat, Seat};

/// A decision that a seat has to make in the middle of a game.
pub(super) struct DecisionPoint<'a, G: Game> {
    pub state: &'a G::State,
    /// The round, from 1.
    pub round: u32,
    /// The number of the decision in the game, from 1.
    pub number: u32,
    pub seat: Seat,
    pub options: G::Options,
    /// The random stream of the bot at this seat.
    pub rng: &'a mut Stream,
}

/// Plays a game in which `choose` makes every choice, with the streams that a
/// run would use.
///
/// # Errors
/// The first error that `choose` returns, which ends the game.
pub(super) fn walk<G: Game, E>(
    game: &G,
    streams: &BlockStreams,
    mut choose: impl FnMut(DecisionPoint<'_, G>) -> Result<usize, E>,
) -> Result<(), E> {
    let mut state = game.begin();
    let (mut round, mut number) = (0, 0);
    let mut rng = streams.stream(round, Purpose::Game);
    let mut bot_rngs = BySeat::from_fn(|_| rng.clone());
    loop {
        match game.to_act(&state) {
            Next::Choice(seat) => {
                number += 1;
                let options = game.options(&state);
                let rng_of_bot = &mut bot_rngs[seat];
                let choice =
                    choose(DecisionPoint { state: &state, round, number, seat, options, rng: rng_of_bot })?;
                game.apply(&mut state, choice, &mut rng, &mut NullObserver);
            }
            Next::Deal => {
                round += 1;
                rng = streams.stream(round, Purpose::Game);
                for seat in Seat::all(game.players()) {
                    bot_rngs[seat] = streams.stream(round, Purpose::Bot(seat));
                }
                game.deal(&mut state, &mut rng, &mut NullObserver);
            }
            Next::Over => return Ok(()),
        }
    }
}
