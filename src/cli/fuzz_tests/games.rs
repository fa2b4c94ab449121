//! Whole games under random house rules, with random choices: cards are
//! conserved, points balance, every game ends, and views show nothing hidden.
//!
//! A document is a line with the game and the seed, and house rules in TOML.

use std::path::Path;

use super::edits::Corpus;
use super::rules::{DefaultRules, Words};
use super::runner::{Outcome, Target};
use crate::game::audit::{check_cards, check_points, check_view, walk};
use crate::game::{Audit, Game, Next, Options};
use crate::games::{self, GameVisitor, NAMES};
use crate::random::{BlockStreams, Purpose};
use crate::settings::{Assignment, Settings};

/// The most decisions of games that are played, relative to the default rules:
/// the longest take minutes.
const LONGEST: u64 = 10;

/// The decisions of a game that are looked at: those of the longest would take
/// seconds, and are more of the same.
const LOOKED_AT: u64 = 20_000;

/// One in so many views is compared with what it would be if others held other
/// cards.
const LOOKS: u64 = 8;

pub fn target() -> Target {
    let mut documents = Vec::new();
    let mut words = Vec::new();
    for game in NAMES {
        let rules = games::visit(game, DefaultRules).expect("a game of the list");
        // Each several times, so that seeds are others too.
        documents.extend((0..4).map(|seed| format!("{game} {seed}\n{rules}").into_bytes()));
        documents.push(format!("{game} 5\n").into_bytes());
        words.extend(games::visit(game, Words).expect("a game of the list"));
    }
    Target { corpus: Corpus { documents, words }, check: Box::new(check) }
}

fn check(document: &[u8]) -> Result<Outcome, String> {
    let Ok(text) = str::from_utf8(document) else { return Ok(Outcome::Refused) };
    let (head, rules) = text.split_once('\n').unwrap_or((text, ""));
    let Some((game, seed)) = head.split_once(' ') else { return Ok(Outcome::Refused) };
    // Whatever stands there decides the cards.
    let seed = seed.bytes().fold(rules.len() as u64, |seed, byte| seed.wrapping_mul(31) + u64::from(byte));
    let Ok(rules) = Assignment::read_toml(rules, Path::new("rules.toml")) else {
        return Ok(Outcome::Refused);
    };
    games::visit(game, Play { rules: &rules, seed }).unwrap_or(Ok(Outcome::Refused))
}

struct Play<'a> {
    rules: &'a [Assignment],
    seed: u64,
}

impl GameVisitor for Play<'_> {
    type Output = Result<Outcome, String>;

    fn visit<G: Game + Audit>(self) -> Result<Outcome, String> {
        let longest = LONGEST * G::new(G::Rules::default()).max_decisions();
        let Ok(rules) = G::Rules::with(self.rules) else { return Ok(Outcome::Refused) };
        let game = G::new(rules);
        if game.max_decisions() > longest {
            return Ok(Outcome::Refused);
        }
        play(&game, self.seed)?;
        Ok(Outcome::Accepted)
    }
}

/// Plays a game of random choices.
fn play<G: Game + Audit>(game: &G, seed: u64) -> Result<(), String> {
    let mut hidden = BlockStreams::new(seed, 1).stream(0, Purpose::Game);
    let mut decisions = 0;
    walk(game, &BlockStreams::new(seed, 0), |state, next| {
        let Next::Choice(seat) = next else { return check_points(game, state) };
        decisions += 1;
        if decisions > game.max_decisions() {
            return Err("a game without end".to_owned());
        }
        if decisions > LOOKED_AT {
            return Ok(());
        }
        check_points(game, state)?;
        check_cards(game, state)?;
        if decisions % LOOKS == 1 {
            check_view(game, state, seat, &mut hidden)?;
        }
        let count = game.options(state).count();
        if seat.index() >= game.players() || count < 2 {
            return Err(format!("seat {seat} has {count} options"));
        }
        Ok(())
    })
}
