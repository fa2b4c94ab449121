//! Checks that a bot plays by the rules: its choices are legal, repeatable, and
//! depend only on what it can see.

use std::time::{Duration, Instant};

use super::walk::{DecisionPoint, walk};
use crate::bots::{GameKey, Player, program_limits};
use crate::game::{Game, Options};
use crate::random::{BlockStreams, Purpose};
use crate::sim::rehearse;

/// The result of checking a bot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// The number of games played to the end.
    pub games: u64,
    /// The number of decisions in them.
    pub decisions: u64,
    /// The time that they took.
    pub time: Duration,
    /// What the bot printed in the first game.
    pub printed: String,
    /// An illegal choice.
    pub illegal: Option<Finding>,
    /// A game that took another course when it was replayed.
    pub unrepeatable: Option<Finding>,
    /// A choice that changed when the hidden cards were dealt again.
    pub peeks: Option<Finding>,
    /// Whether the bot is a program, for which there are two checks more.
    pub is_program: bool,
    /// A choice that was another one when the program was asked about many games
    /// at once.
    pub mixes: Option<Finding>,
    /// A decision that took more than half of the time that a program has.
    pub slow: Option<Finding>,
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
        let found = [&self.illegal, &self.unrepeatable, &self.peeks, &self.mixes, &self.slow];
        found.iter().all(|finding| finding.is_none())
    }
}

/// Checks a bot by letting it play at all seats through some blocks: every game
/// once by a bot that has played before, and once by a new one for which the
/// hidden cards are dealt again before each of its decisions.
///
/// No bot is asked the same question twice, as a bot may remember what it was
/// asked within a game.
#[must_use]
pub fn check<G: Game>(game: &G, bot: &Player<G>, seed: u64, blocks: std::ops::Range<u64>) -> Findings {
    let mut used = bot.clone();
    let is_program = used.rehearsing().is_some();
    let mut findings = Findings { is_program, ..Findings::default() };
    let mut all_choices = Vec::new();
    let first_block = blocks.start;
    // Whoever takes notes takes longer: only the first game, which is not timed.
    if let Some(first) = blocks.clone().next() {
        let mut noting = bot.clone();
        noting.take_notes();
        let mut told = Told::default();
        // If it fails, it fails again below.
        let _ = choices_of(game, &mut noting, seed, first, Tables::AsDealt, &mut told);
        findings.printed = told.printed;
    }
    for block in blocks {
        let began = Instant::now();
        let mut told = Told::default();
        let played = choices_of(game, &mut used, seed, block, Tables::AsDealt, &mut told);
        findings.time += began.elapsed();
        let choices = match played {
            Ok(choices) => choices,
            Err(finding) => {
                findings.illegal = Some(finding);
                return findings;
            }
        };
        findings.games += 1;
        findings.decisions += choices.len() as u64;
        if is_program && findings.slow.is_none() {
            findings.slow = told.slow(block);
        }
        let again = |tables| choices_of(game, &mut bot.clone(), seed, block, tables, &mut Told::default());
        let Some(departure) = first_departure(&choices, &again(Tables::HiddenDealtAgain), block) else {
            all_choices.push(choices);
            continue;
        };
        // If a new bot plays as before when nothing is dealt again, the hidden
        // cards made the difference.
        let second = again(Tables::AsDealt);
        match first_departure(&choices, &second, block) {
            Some(unrepeatable) => {
                let third = again(Tables::AsDealt);
                let why = match &second {
                    Err(_) => "",
                    Ok(second) if first_departure(second, &third, block).is_some() => {
                        ", and another new bot differs from that: its choices are never the same"
                    }
                    Ok(_) => ", and so does another new bot: it remembers something of earlier games",
                };
                let Finding { block, decision, what } = unrepeatable.told("a new bot");
                findings.unrepeatable = Some(Finding { block, decision, what: format!("{what}{why}") });
            }
            None => findings.peeks = Some(departure.told("with the hidden cards dealt again, a new bot")),
        }
        return findings;
    }
    if is_program {
        findings.mixes = mixes(game, bot, seed, first_block, &all_choices);
    }
    findings
}

/// Where a new program makes other choices if it is asked about all games at once.
fn mixes<G: Game>(
    game: &G,
    bot: &Player<G>,
    seed: u64,
    first_block: u64,
    all_choices: &[Vec<Choice>],
) -> Option<Finding> {
    let mut bots = [bot.clone()];
    let key = |block| GameKey::alone(BlockStreams::new(seed, block));
    let blocks = first_block..first_block + all_choices.len() as u64;
    rehearse(game, &mut bots, blocks.clone().map(key));
    let [mut bot] = bots;
    blocks.zip(all_choices).find_map(|(block, choices)| {
        let key = key(block);
        bot.begin_game(&key);
        let again = played(game, &mut bot, &key.streams, block, Tables::AsDealt, &mut Told::default());
        let departure = first_departure(choices, &again, block)?;
        Some(departure.told("a new one that is asked about many games at once"))
    })
}

/// What a bot told in a game beside its choices.
#[derive(Default)]
struct Told {
    printed: String,
    /// The longest time for a decision, and its number.
    slowest: (Duration, usize),
}

impl Told {
    /// The decision that took longest, if it is on the verge of too long.
    fn slow(&self, block: u64) -> Option<Finding> {
        let limit = program_limits().decision;
        let (took, decision) = self.slowest;
        (took > limit / 2).then(|| {
            let what = format!(
                "it took {} ms of the {} ms that it has (--bot-timeout): on a busier machine it would fail",
                took.as_millis(),
                limit.as_millis()
            );
            Finding { block, decision, what }
        })
    }
}

/// The tables that a bot is asked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tables {
    /// Those of the game.
    AsDealt,
    /// At each decision another one that looks the same to the bot.
    HiddenDealtAgain,
}

/// A choice of a bot: the name of the decision, and the index of the option.
type Choice = (&'static str, usize);

/// Where a game that was played again took another course.
struct Departure {
    block: u64,
    /// The number of the decision, from 1.
    decision: usize,
    /// What was chosen at first and again; none if there was nothing to choose.
    choices: [Option<Choice>; 2],
    /// How the bot failed when it played again.
    failure: Option<String>,
}

impl Departure {
    fn told(self, who: &str) -> Finding {
        let Departure { block, decision, choices: [first, again], failure } = self;
        let chose = |choice: Option<Choice>| {
            choice.map_or("is not asked".to_owned(), |(name, index)| {
                format!("chooses {} of '{name}'", index + 1)
            })
        };
        let again = failure.unwrap_or_else(|| chose(again));
        let what = format!("the bot {}; in the same game {who} {again}", chose(first));
        Finding { block, decision, what }
    }
}

/// The first decision at which a game that was played again differs.
fn first_departure(first: &[Choice], again: &Result<Vec<Choice>, Finding>, block: u64) -> Option<Departure> {
    match again {
        Ok(again) => {
            let mut all = 0..first.len().max(again.len());
            let nth = all.find(|&nth| first.get(nth) != again.get(nth))?;
            let choices = [first.get(nth).copied(), again.get(nth).copied()];
            Some(Departure { block, decision: nth + 1, choices, failure: None })
        }
        Err(Finding { decision, what, .. }) => Some(Departure {
            block,
            decision: *decision,
            choices: [first.get(decision - 1).copied(), None],
            failure: Some(format!("fails: {what}")),
        }),
    }
}

/// The choices of a bot in a game.
///
/// # Errors
/// If one of them is illegal.
fn choices_of<G: Game>(
    game: &G,
    bot: &mut Player<G>,
    seed: u64,
    block: u64,
    tables: Tables,
    told: &mut Told,
) -> Result<Vec<Choice>, Finding> {
    let streams = BlockStreams::new(seed, block);
    bot.begin_game(&GameKey::alone(streams));
    played(game, bot, &streams, block, tables, told)
}

/// The choices of a bot in a game that has begun.
fn played<G: Game>(
    game: &G,
    bot: &mut Player<G>,
    streams: &BlockStreams,
    block: u64,
    tables: Tables,
    told: &mut Told,
) -> Result<Vec<Choice>, Finding> {
    let mut choices: Vec<Choice> = Vec::new();
    walk(game, streams, |DecisionPoint { state, seat, options, rng, .. }| {
        let decision = choices.len() + 1;
        let began = Instant::now();
        let choice = match tables {
            Tables::AsDealt => bot.choose(game, state, seat, &options, rng),
            Tables::HiddenDealtAgain => {
                // A stream that nothing else uses: of a round that no game reaches.
                let mut hidden = streams.stream(u32::MAX - decision as u32, Purpose::Game);
                let table = game.sample_state(&game.view(state, seat), &mut hidden);
                bot.choose(game, &table, seat, &game.options(&table), rng)
            }
        };
        told.slowest = told.slowest.max((began.elapsed(), decision));
        if let Some(note) = bot.note() {
            told.printed
                .extend(note.printed.lines().map(|line| format!("[{decision}] seat {seat}: {line}\n")));
        }
        let name = options.decision();
        if choice >= options.count() {
            let what = bot.failure().map_or_else(
                || format!("chose option {choice} of '{name}', which has {}", options.count()),
                ToOwned::to_owned,
            );
            return Err(Finding { block, decision, what });
        }
        choices.push((name, choice));
        Ok(choice)
    })?;
    Ok(choices)
}

#[cfg(test)]
mod tests;
