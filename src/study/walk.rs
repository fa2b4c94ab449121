//! A game loop with a callback for every decision, for studies that make all
//! choices themselves. The runner's own loop, without one, is `sim::play`.

use crate::game::{Game, Next, NullObserver};
use crate::random::{BlockStreams, Purpose, Stream};
use crate::seat::{BySeat, Seat};

/// A decision in the middle of a game.
pub(super) struct Asked<'a, G: Game> {
    pub state: &'a G::State,
    /// The round, from 1.
    pub round: u32,
    /// Which decision of the game it is, from 1.
    pub number: u32,
    pub seat: Seat,
    pub options: G::Options,
    /// The stream for the choices of this seat.
    pub own: &'a mut Stream,
}

/// Plays a game in which `choose` makes every choice, with the streams that a
/// run would use. What `choose` gives as an error ends it.
pub(super) fn walk<G: Game, E>(
    game: &G,
    streams: &BlockStreams,
    mut choose: impl FnMut(Asked<'_, G>) -> Result<usize, E>,
) -> Result<(), E> {
    let mut state = game.begin();
    let (mut round, mut number) = (0, 0);
    let mut shuffles = streams.stream(round, Purpose::Game);
    let mut own = BySeat::from_fn(|_| shuffles.clone());
    loop {
        match game.to_act(&state) {
            Next::Choice(seat) => {
                number += 1;
                let options = game.options(&state);
                let choice =
                    choose(Asked { state: &state, round, number, seat, options, own: &mut own[seat] })?;
                game.apply(&mut state, choice, &mut shuffles, &mut NullObserver);
            }
            Next::Deal => {
                round += 1;
                shuffles = streams.stream(round, Purpose::Game);
                for seat in Seat::all(game.players()) {
                    own[seat] = streams.stream(round, Purpose::Bot(seat));
                }
                game.deal(&mut state, &mut shuffles, &mut NullObserver);
            }
            Next::Over => return Ok(()),
        }
    }
}
