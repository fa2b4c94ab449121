//! Checks that a bot plays by the rules: its choices are legal, repeatable, and
//! depend only on what it can see.

use std::time::{Duration, Instant};

use super::walk::{DecisionPoint, walk};
use crate::bots::Player;
use crate::game::{Game, Options};
use crate::random::{BlockStreams, Purpose, Stream};
use crate::seat::Seat;

/// The result of checking a bot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// The number of games played to the end.
    pub games: u64,
    /// The number of decisions in them.
    pub decisions: u64,
    /// The time that they took.
    pub time: Duration,
    /// An illegal choice.
    pub illegal: Option<Finding>,
    /// A game that took another course when it was replayed.
    pub unrepeatable: Option<Finding>,
    /// A choice that changed when the hidden cards were dealt again.
    pub peeks: Option<Finding>,
}

/// A violation of the rules, and where it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The block, to replay.
    pub block: u64,
    /// The number of the decision in the game, from 1.
    pub decision: usize,
    /// What happened.
    pub what: String,
}

impl Findings {
    /// Whether no violation was found.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.illegal.is_none() && self.unrepeatable.is_none() && self.peeks.is_none()
    }
}

/// Checks a bot by letting it play at all seats through some blocks: every game
/// once by a bot that has played before and once by a new one, which has to make
/// every decision again on another table that looks the same to it.
#[must_use]
pub fn check<G: Game>(game: &G, bot: &Player<G>, seed: u64, blocks: std::ops::Range<u64>) -> Findings {
    let mut findings = Findings::default();
    let mut used = bot.clone();
    for block in blocks {
        let began = Instant::now();
        let first = choices_of(game, &mut used, seed, block, false);
        findings.time += began.elapsed();
        match first {
            Err(finding) => {
                findings.illegal = Some(finding);
                return findings;
            }
            Ok(first) => {
                findings.games += 1;
                findings.decisions += first.len() as u64;
                match choices_of(game, &mut bot.clone(), seed, block, true) {
                    Ok(again) => {
                        if let Some(decision) =
                            (0..first.len().max(again.len())).find(|&nth| first.get(nth) != again.get(nth))
                        {
                            let what = "the same game, played by a new bot, takes another course from here"
                                .to_owned();
                            findings.unrepeatable = Some(Finding { block, decision: decision + 1, what });
                            return findings;
                        }
                    }
                    Err(finding) => {
                        findings.peeks = Some(finding);
                        return findings;
                    }
                }
            }
        }
    }
    findings
}

/// The choices of a bot in a game. With `shuffle_hidden`, every choice is checked
/// on another table that looks the same.
fn choices_of<G: Game>(
    game: &G,
    bot: &mut Player<G>,
    seed: u64,
    block: u64,
    shuffle_hidden: bool,
) -> Result<Vec<usize>, Finding> {
    bot.begin_game();
    let streams = BlockStreams::new(seed, block);
    let mut choices = Vec::new();
    walk(game, &streams, |DecisionPoint { state, seat, options, rng, .. }| {
        let before = rng.clone();
        let choice = bot.choose(game, state, seat, &options, rng);
        let decision = choices.len() + 1;
        let name = options.decision();
        if choice >= options.count() {
            let what = bot.failure().map_or_else(
                || format!("chose option {choice} of '{name}', which has {}", options.count()),
                ToOwned::to_owned,
            );
            return Err(Finding { block, decision, what });
        }
        if shuffle_hidden {
            let again = on_another_table(game, bot, state, seat, before, &streams, decision);
            if again != choice {
                let again =
                    if again < options.count() { (again + 1).to_string() } else { "nothing".to_owned() };
                let first = choice + 1;
                let what =
                    format!("chose {first} of '{name}', and {again} when the hidden cards were dealt again");
                return Err(Finding { block, decision, what });
            }
        }
        choices.push(choice);
        Ok(choice)
    })?;
    Ok(choices)
}

/// What the bot chooses on a table that looks the same to it, with the same
/// random numbers.
fn on_another_table<G: Game>(
    game: &G,
    bot: &mut Player<G>,
    state: &G::State,
    seat: Seat,
    mut rng: Stream,
    streams: &BlockStreams,
    decision: usize,
) -> usize {
    // A stream that nothing else uses: of a round that no game reaches.
    let mut hidden = streams.stream(u32::MAX - decision as u32, Purpose::Game);
    let table = game.sample_state(&game.view(state, seat), &mut hidden);
    bot.choose(game, &table, seat, &game.options(&table), &mut rng)
}

#[cfg(test)]
mod tests;
