//! Where two bots diverge: the first decision of each game in which one makes
//! another choice than the other would.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::compare::Contest;
use super::walk::{DecisionPoint, walk};
use super::{Precision, PrecisionError, Study, UnknownMetric};
use crate::bots::{GameKey, Player};
use crate::game::{Game, NullObserver, Options};
use crate::random::BlockStreams;
use crate::sim::{BlockCounter, BlockFault};
use crate::table::row;
use crate::table::{Column, Shown, Table};
use crate::tally::{UnreadableCounts, from_bytes, to_bytes};
use crate::text::{counted, thousands};

/// A decision in which the bot and the baseline differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The block.
    pub block: u64,
    /// The rotation.
    pub rotation: usize,
    /// The seat of the bot, from 1.
    pub seat: usize,
    /// The round, from 1.
    pub round: u32,
    /// The number of the decision in the game, from 1.
    pub number: u32,
    /// Its name.
    pub decision: String,
    /// What the bot chose.
    pub bot: String,
    /// What the baseline would have chosen.
    pub baseline: String,
}

impl<G: Game> Contest<G> {
    /// The first decision of a game in which the bot makes another choice than
    /// the baseline would; none if there is no such decision.
    ///
    /// # Errors
    /// If a bot fails.
    pub fn first_difference(
        &self,
        players: &mut [Player<G>],
        block: u64,
        rotation: usize,
    ) -> Result<Option<Difference>, BlockFault> {
        let (game, bot) = (&self.setup.game, self.seat_of_bot(rotation));
        let seating = self.setup.line_up.seating(rotation);
        let streams = BlockStreams::new(self.setup.seed, block);
        // The bot plays an ordinary game, which may have been rehearsed; the
        // baseline is asked more than in any game.
        players[0].begin_game(&GameKey { streams, bot_at: seating });
        players[1..].iter_mut().for_each(|player| player.begin_game(&GameKey::alone(streams)));
        let walked = walk(game, &streams, |DecisionPoint { state, round, number, seat, options, rng }| {
            let mut baseline_rng = rng.clone();
            let choice = players[usize::from(seating[seat])].choose(game, state, seat, &options, rng);
            if choice >= options.count() {
                return Err(None);
            }
            if seat != bot {
                return Ok(choice);
            }
            let baseline_choice = players[1].choose(game, state, seat, &options, &mut baseline_rng);
            if baseline_choice == choice {
                return Ok(choice);
            }
            let option = |index: usize| {
                if index < options.count() { options.at(index).to_string() } else { "nothing".to_owned() }
            };
            Err(Some(Difference {
                block,
                rotation,
                seat: seat.number(),
                round,
                number,
                decision: options.decision().to_owned(),
                bot: option(choice),
                baseline: option(baseline_choice),
            }))
        });
        match walked {
            Ok(()) => Ok(None),
            Err(Some(difference)) => Ok(Some(difference)),
            // An illegal choice: played again by the runner, for its message.
            Err(None) => self.setup.play(block, rotation, players, &mut NullObserver).map(|_| None),
        }
    }
}

/// The study of where a bot and its baseline diverge.
pub struct Differences<G: Game> {
    /// The bot and the baseline.
    pub contest: Contest<G>,
    /// The options of a replay command for the line-up and the rules.
    pub replay_options: String,
}

/// Plays games up to the first difference, and collects the differences.
pub struct DifferenceCounter<'a, G: Game> {
    contest: &'a Contest<G>,
    players: Vec<Player<G>>,
    counts: Counts,
}

#[derive(Default, Serialize, Deserialize)]
struct Counts {
    blocks: u64,
    /// In no particular order, as threads finish in any.
    differences: Vec<Difference>,
}

impl<G: Game> DifferenceCounter<'_, G> {
    /// The differences, in the order of the games.
    #[must_use]
    pub fn differences(&self) -> Vec<&Difference> {
        let mut differences: Vec<&Difference> = self.counts.differences.iter().collect();
        differences.sort_by_key(|difference| (difference.block, difference.rotation));
        differences
    }
}

impl<G: Game> BlockCounter for DifferenceCounter<'_, G> {
    fn prepare(&mut self, blocks: Range<u64>) -> bool {
        let is_baseline_asked_alone = self.players[1].rehearsing().is_some();
        !is_baseline_asked_alone && self.contest.setup.rehearse(blocks, &mut self.players)
    }

    fn count_block(&mut self, block: u64) -> Result<(), BlockFault> {
        for rotation in 0..self.contest.setup.line_up.rotations() {
            let found = self.contest.first_difference(&mut self.players, block, rotation)?;
            self.counts.differences.extend(found);
        }
        self.counts.blocks += 1;
        Ok(())
    }

    fn blocks(&self) -> u64 {
        self.counts.blocks
    }

    fn merge(&mut self, other: &mut Self) {
        let add = std::mem::take(&mut other.counts);
        self.counts.blocks += add.blocks;
        self.counts.differences.extend(add.differences);
    }

    fn save(&self) -> Vec<u8> {
        to_bytes(&(self.counts.blocks, self.differences()))
    }

    fn restore(&mut self, saved: &[u8]) -> Result<(), UnreadableCounts> {
        self.counts = from_bytes(saved)?;
        Ok(())
    }
}

/// The number of differences shown on the terminal; the file has all of them.
const SHOWN: usize = 20;

impl<G: Game> Study for Differences<G> {
    type Counter<'a> = DifferenceCounter<'a, G>;

    fn counter(&self) -> DifferenceCounter<'_, G> {
        DifferenceCounter {
            contest: &self.contest,
            players: self.contest.setup.line_up.players(),
            counts: Counts::default(),
        }
    }

    fn games_per_block(&self) -> u64 {
        self.contest.setup.line_up.rotations() as u64
    }

    fn check_precision(&self, precision: &Precision) -> Result<(), PrecisionError> {
        Err(UnknownMetric::new("metric", &precision.metric, &[]).into())
    }

    fn widest(&self, _: &DifferenceCounter<'_, G>, _: &Precision) -> Option<f64> {
        None
    }

    fn tables(&self, counter: &DifferenceCounter<'_, G>) -> Vec<Table> {
        vec![table(&counter.differences())]
    }

    fn summary(&self, counter: &DifferenceCounter<'_, G>) -> Vec<Shown> {
        let [bot, baseline] = self.contest.names();
        let games = counted(counter.blocks() * self.games_per_block(), "game");
        let differences = counter.differences();
        let Some(first) = differences.first() else {
            let text = format!("{}: in {games} {bot} never chooses what {baseline} would not.", G::NAME);
            return vec![Shown::text(text)];
        };
        let count = thousands(differences.len() as u64);
        let mut shown = vec![
            Shown::text(format!(
                "{}: {bot} chooses what {baseline} would not in {count} of {games}; the first time in each:",
                G::NAME
            )),
            Shown::Gap,
            Shown::Table(String::new(), shown_table(&differences[..differences.len().min(SHOWN)])),
        ];
        if differences.len() > SHOWN {
            let more = thousands((differences.len() - SHOWN) as u64);
            shown.push(Shown::text(format!("  and {more} more, in the file")));
        }
        shown.extend([
            Shown::Gap,
            Shown::Command(format!(
                "To see the first one: fuda replay {} --seed {} --block {} --rotation {}{}",
                G::NAME,
                self.contest.setup.seed,
                first.block,
                first.rotation,
                self.replay_options
            )),
        ]);
        shown
    }
}

/// The table for the terminal: the first column, which is repeated if there is no
/// room for all of them, tells the game.
fn shown_table(differences: &[&Difference]) -> Table {
    let columns = vec![
        Column::text("block/rotation", "the game, to replay"),
        Column::integer("seat", "where the bot sits"),
        Column::integer("number", "which decision of the game it is"),
        Column::text("decision", "its name"),
        Column::text("bot", "what the bot chose"),
        Column::text("baseline", "what the baseline would have chosen"),
    ];
    let mut table = Table::new("differences", columns);
    for Difference { block, rotation, seat, number, decision, bot, baseline, .. } in differences {
        let game = format!("{block}/{rotation}");
        table.push(row![game, *seat, *number, decision.as_str(), bot.as_str(), baseline.as_str()]);
    }
    table
}

fn table(differences: &[&Difference]) -> Table {
    let columns = vec![
        Column::integer("block", "the block, to replay"),
        Column::integer("rotation", "the rotation, to replay"),
        Column::integer("seat", "where the bot sits"),
        Column::integer("round", "the round"),
        Column::integer("number", "which decision of the game it is"),
        Column::text("decision", "its name"),
        Column::text("bot", "what the bot chose"),
        Column::text("baseline", "what the baseline would have chosen"),
    ];
    let mut table = Table::new("differences", columns);
    for difference in differences {
        let Difference { block, rotation, seat, round, number, decision, bot, baseline } = difference;
        table.push(row![
            *block,
            *rotation,
            *seat,
            *round,
            *number,
            decision.as_str(),
            bot.as_str(),
            baseline.as_str(),
        ]);
    }
    table
}
