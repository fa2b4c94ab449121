//! What must hold at every state of every game, whatever the house rules: for
//! tests, and for fuzzing.

use super::{Audit, Game, Next, NullObserver, Options, Zone};
use crate::cards::CardSet;
use crate::random::{BlockStreams, Purpose, Stream};
use crate::seat::Seat;

/// The most moves of a decision that are looked at.
const MOVES: usize = 100;

/// The moves of a decision with their indices; an evenly spaced subset, if there
/// are more than a hundred.
pub fn moves<G: Game>(options: &G::Options) -> Vec<(usize, <G::Options as Options>::Move)> {
    let last = options.count() - 1;
    let step = options.count().div_ceil(MOVES);
    let indices = (0..last).step_by(step).chain([last]);
    indices.map(|index| (index, options.at(index))).collect()
}

/// Plays a game of random choices, and calls `look` with every state.
///
/// # Errors
/// That of `look`, which ends the game.
pub fn walk<G: Game, E>(
    game: &G,
    streams: &BlockStreams,
    mut look: impl FnMut(&G::State, Next) -> Result<(), E>,
) -> Result<(), E> {
    let mut state = game.begin();
    let mut shuffles = streams.stream(0, Purpose::Game);
    let mut choices = streams.stream(0, Purpose::Bot(Seat::FIRST));
    let mut round = 0;
    loop {
        let next = game.to_act(&state);
        look(&state, next)?;
        match next {
            Next::Choice(_) => {
                let count = game.options(&state).count();
                let choice = choices.random_range(0..count as u32) as usize;
                game.apply(&mut state, choice, &mut shuffles, &mut NullObserver);
            }
            Next::Deal => {
                round += 1;
                shuffles = streams.stream(round, Purpose::Game);
                game.deal(&mut state, &mut shuffles, &mut NullObserver);
            }
            Next::Over => return Ok(()),
        }
    }
}

/// Where the cards of a state lie, for messages.
pub fn zones_text<G: Audit>(game: &G, state: &G::State) -> String {
    game.zones(state).iter().map(|zone| format!("{}: {}\n", zone.name, zone.cards)).collect()
}

/// Checks that the zones are disjoint and make up the deck, at a choice.
///
/// # Errors
/// If they do not.
pub fn check_cards<G: Audit>(game: &G, state: &G::State) -> Result<(), String> {
    let mut seen = CardSet::EMPTY;
    for Zone { cards, .. } in game.zones(state) {
        let twice = seen & cards;
        if !twice.is_empty() {
            return Err(format!("{twice} twice in\n{}", zones_text(game, state)));
        }
        seen |= cards;
    }
    if seen == game.deck() { Ok(()) } else { Err(format!("not the deck:\n{}", zones_text(game, state))) }
}

/// Checks that the scores of all seats, and the points that no seat has, add up
/// to zero.
///
/// # Errors
/// If they do not.
pub fn check_points<G: Audit>(game: &G, state: &G::State) -> Result<(), String> {
    let seats: i64 = Seat::all(game.players()).map(|seat| game.score(state, seat)).sum();
    let elsewhere: i64 = game.points_elsewhere(state).iter().map(|(_, points)| points).sum();
    let total = seats + elsewhere;
    if total == 0 { Ok(()) } else { Err(format!("the points add up to {total}")) }
}

/// Draws what a seat that is to choose cannot see anew, and checks that the seat
/// does not notice.
///
/// # Errors
/// If its view or its options differ.
pub fn check_view<G: Audit>(
    game: &G,
    state: &G::State,
    seat: Seat,
    rng: &mut Stream,
) -> Result<G::State, String> {
    let view = game.view(state, seat);
    let sampled = game.sample_state(&view, rng);
    if game.to_act(&sampled) != Next::Choice(seat) {
        return Err(format!("seat {seat} is not to choose any more"));
    }
    if game.view(&sampled, seat) != view {
        return Err("the view shows what is hidden".to_owned());
    }
    if moves::<G>(&game.options(state)) != moves::<G>(&game.options(&sampled)) {
        return Err("the options show what is hidden".to_owned());
    }
    Ok(sampled)
}
