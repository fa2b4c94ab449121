//! One game, from the first deal to the end.

use thiserror::Error;

use crate::bots::{GameKey, Player};
use crate::game::{Game, Next, Observer, Options};
use crate::random::{BlockStreams, Purpose};
use crate::seat::{BySeat, Seat};

/// The failure of a bot: an illegal choice, or none at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("seat {seat}, decision '{decision}': {what}")]
pub struct Fault {
    /// The seat of the bot.
    pub seat: Seat,
    /// The decision.
    pub decision: &'static str,
    /// What went wrong.
    pub what: String,
}

impl Fault {
    /// A choice that is not among the options.
    #[cold]
    fn illegal_choice<G: Game>(player: &Player<G>, seat: Seat, options: &G::Options, choice: usize) -> Fault {
        let what = player.failure().map_or_else(
            || format!("chose option {choice}, and there are {}", options.count()),
            ToOwned::to_owned,
        );
        Fault { seat, decision: options.decision(), what }
    }
}

/// Plays a game, with `bot_at` the index of the player at each seat.
///
/// # Errors
/// If a bot makes a choice that is not among its options.
#[inline]
pub fn play<G: Game, O: Observer<G>>(
    game: &G,
    players: &mut [Player<G>],
    bot_at: &BySeat<u8>,
    block_streams: &BlockStreams,
    observer: &mut O,
) -> Result<G::State, Fault> {
    let key = GameKey { streams: *block_streams, bot_at: *bot_at };
    players.iter_mut().for_each(|player| player.begin_game(&key));
    let mut state = game.begin();
    let mut round = 0;
    let mut rng = block_streams.stream(round, Purpose::Game);
    // Those of the next round are hashed ahead: where rounds are short, the deal
    // would wait for them.
    let mut next_round = block_streams.round(1);
    let mut next_rng = next_round.stream(Purpose::Game);
    let mut streams = BySeat::from_fn(|_| rng.clone());
    loop {
        let next = game.to_act(&state);
        if O::WANTS_STATE {
            observer.on_state(game, &state, next);
        }
        match next {
            Next::Choice(seat) => {
                let options = game.options(&state);
                let player = &mut players[usize::from(bot_at[seat])];
                let choice = player.choose(game, &state, seat, &options, &mut streams[seat]);
                if O::WANTS_STATE
                    && let Some(note) = player.note()
                {
                    observer.on_note(seat, &options, note);
                }
                if !player.is_random() && !options.has(choice) {
                    return Err(Fault::illegal_choice(player, seat, &options, choice));
                }
                observer.on_decision(seat, &options, choice);
                game.apply(&mut state, choice, &mut rng, observer);
            }
            Next::Deal => {
                round += 1;
                rng = next_rng;
                for seat in Seat::all(game.players()) {
                    streams[seat] = next_round.stream(Purpose::Bot(seat));
                }
                next_round = block_streams.round(round + 1);
                next_rng = next_round.stream(Purpose::Game);
                game.deal(&mut state, &mut rng, observer);
            }
            Next::Over => return Ok(state),
        }
    }
}
