//! Leagues: every bot of a field against every other, on the same deals.

mod counts;
mod cycles;
mod field;
mod standings;
mod summary;

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use self::counts::{Counts, MixedBlock, PairCounts, pairs_of};
pub(crate) use self::cycles::cycles;
use self::field::{Field, Tables};
pub use self::standings::{RankRange, Standings};
use super::compare::{GameEnd, GameResult, largest_stake};
use super::verdict::Verdict;
use super::{Precision, PrecisionError, Study, UnknownMetric};
use crate::bots::{BotError, BotRecord, BotSpec, GameKey, Player};
use crate::game::Game;
use crate::random::{BlockStreams, Purpose};
use crate::seat::{BySeat, MAX_SEATS, Seat};
use crate::sim::{BlockCounter, BlockFault};
use crate::stats::is_look;
use crate::table::{Shown, Table};
use crate::tally::{UnreadableCounts, from_bytes, to_bytes};

/// The maximum number of bots: the counts grow with its fourth power.
pub const MAX_BOTS: usize = 24;

/// A field of bots, each of which plays each other.
///
/// A block is one deal. In it each bot of a pair sits once in each seat, among
/// copies of the other bot. How far the one is ahead of the other is the mean of
/// both ways: what it wins alone among the others, and what the other loses alone
/// among it. At a table of two both are the same games, which are played once.
pub struct League {
    /// The name of the game.
    game: &'static str,
    /// The number of players at a table.
    seats: usize,
    /// How far one round can move the difference of a game.
    stake: f64,
    seed: u64,
    bots: Vec<BotSpec>,
    /// Their names where room is short.
    short_names: Vec<String>,
    field: Box<dyn Field>,
    records: Vec<BotRecord>,
    /// The equivalence margin.
    pub margin: Option<f64>,
    /// Whether there are tables of all bots, too.
    pub mixed: bool,
    /// Whether a pair whose order is sure plays no more, and the league ends with
    /// the last one.
    pub until_sure: bool,
    /// For each pair, after how many blocks it was settled. Only looks change it,
    /// while no games are played.
    settled: Vec<AtomicU64>,
}

/// A pair that is not settled.
const OPEN: u64 = u64::MAX;

/// Keeps the seatings of mixed tables apart from the deals of any seed.
const MIXED_SEED: u64 = 0x6d69_7865_6400;

/// The metric for which a precision can be requested.
const METRIC: &str = "advantage";

impl League {
    /// A league of these bots, evenly played.
    ///
    /// # Errors
    /// If one of them cannot play.
    pub fn new<G: Game>(game: G, bots: Vec<BotSpec>, seed: u64) -> Result<League, BotError> {
        let opened = bots.iter().map(|bot| bot.open(&game)).collect::<Result<Vec<_>, _>>()?;
        let (players, records) = opened.into_iter().unzip();
        Ok(League { records, ..League::of_players(game, bots, players, seed) })
    }

    /// A league of players that are made already.
    fn of_players<G: Game>(game: G, bots: Vec<BotSpec>, players: Vec<Player<G>>, seed: u64) -> League {
        League {
            game: G::NAME,
            seats: game.players(),
            stake: largest_stake(&game),
            seed,
            settled: pairs_of(bots.len()).map(|_| AtomicU64::new(OPEN)).collect(),
            short_names: BotSpec::short_names(&bots),
            bots,
            field: Box::new((game, players)),
            records: Vec::new(),
            margin: None,
            mixed: false,
            until_sure: false,
        }
    }

    /// Everything that determines what the bots do.
    #[must_use]
    pub fn records(&self) -> &[BotRecord] {
        &self.records
    }

    /// The pairs of bots, by their indices.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + Clone + use<> {
        pairs_of(self.bots.len())
    }

    /// The number of games of a pair in a block.
    fn games_of_pair(&self) -> u64 {
        let players = self.seats as u64;
        if players == 2 { players } else { 2 * players }
    }

    /// The number of mixed tables in a block, and of their rotations: a table that
    /// begins at each bot of the circle. If the bots fill a table, or fill it
    /// several times, these are rotations of one table.
    fn mixed_tables(&self) -> (usize, usize) {
        let (players, bots) = (self.seats, self.bots.len());
        if players.is_multiple_of(bots) { (1, bots) } else { (bots, players) }
    }

    /// How often each bot sits at the mixed tables of a block.
    fn mixed_games_of_bot(&self) -> u64 {
        let (tables, rotations) = self.mixed_tables();
        (tables * rotations * self.seats / self.bots.len()) as u64
    }

    /// The number of games at the mixed tables of a block.
    fn mixed_games(&self) -> u64 {
        let (tables, rotations) = self.mixed_tables();
        if self.mixed { (tables * rotations) as u64 } else { 0 }
    }

    fn settled_at(&self, pair: usize) -> u64 {
        self.settled[pair].load(Ordering::Relaxed)
    }

    /// The bots in the order in which they sit around the mixed tables of a block.
    fn circle(&self, block: u64) -> Vec<usize> {
        let mut circle: Vec<usize> = (0..self.bots.len()).collect();
        let streams = BlockStreams::new(self.seed.wrapping_add(MIXED_SEED), block);
        streams.stream(0, Purpose::Game).shuffle(&mut circle);
        circle
    }

    /// Who sits at a seat of the mixed table that begins at a place of the circle.
    /// If there are fewer bots than seats, the circle goes on around.
    fn mixed_bot(&self, circle: &[usize], first: usize, rotation: usize, seat: usize) -> usize {
        circle[(first + (seat + rotation) % self.seats) % circle.len()]
    }

    /// Who sits where at that table.
    fn mixed_seating(&self, circle: &[usize], first: usize, rotation: usize) -> BySeat<u8> {
        let players = self.seats;
        BySeat::from_fn(|seat| self.mixed_bot(circle, first, rotation, seat.index() % players) as u8)
    }
}

/// Who sits where if a bot sits alone among copies of another.
fn among(bot: usize, others: usize, rotation: usize, players: usize) -> BySeat<u8> {
    let seat = Seat::at((players - rotation) % players);
    BySeat::from_fn(|at| if at == seat { bot as u8 } else { others as u8 })
}

/// Plays the blocks of a league and counts them.
pub struct LeagueCounter<'a> {
    league: &'a League,
    tables: Box<dyn Tables + 'a>,
    /// The counts.
    pub counts: Counts,
    /// How far the first of each pair is ahead in this block; none if the pair is
    /// settled.
    ahead: Vec<Option<i128>>,
}

impl LeagueCounter<'_> {
    /// Plays a game with these bots at the seats.
    fn play(&mut self, block: u64, rotation: usize, seating: &BySeat<u8>) -> Result<GameEnd, BlockFault> {
        let League { seats: players, seed, bots, .. } = self.league;
        let streams = BlockStreams::new(*seed, block);
        self.tables.play(seating, &streams, block).map_err(|fault| {
            let bot = bots[usize::from(seating[fault.seat])].to_string();
            // Before the rotation, as `fuda replay` takes it.
            let line_up = (0..*players).map(|seat| Seat::at((seat + players - rotation) % players));
            let line_up = line_up.map(|seat| bots[usize::from(seating[seat])].as_str());
            let table = Some(format!("line-up {}", line_up.collect::<Vec<_>>().join(", ")));
            BlockFault { block, rotation, bot, table, fault }
        })
    }

    /// The games of a block, in any order.
    fn games(&self, block: u64) -> Vec<GameKey> {
        let League { seats: players, seed, mixed, .. } = *self.league;
        let streams = BlockStreams::new(seed, block);
        let mut games = Vec::new();
        let is_both_ways = players == 2;
        for (pair, (bot, others)) in self.league.pairs().enumerate() {
            if self.league.settled_at(pair) != OPEN {
                continue;
            }
            for rotation in 0..players {
                let among = |bot, others| GameKey { streams, bot_at: among(bot, others, rotation, players) };
                games.push(among(bot, others));
                games.extend((!is_both_ways).then(|| among(others, bot)));
            }
        }
        if mixed {
            let circle = self.league.circle(block);
            let (tables, rotations) = self.league.mixed_tables();
            games.extend((0..tables).flat_map(|first| {
                let circle = &circle;
                (0..rotations).map(move |rotation| GameKey {
                    streams,
                    bot_at: self.league.mixed_seating(circle, first, rotation),
                })
            }));
        }
        games
    }

    /// Plays a block with a bot in each seat in turn, among copies of another;
    /// returns its results, and those of the seat after it.
    fn play_among(
        &mut self,
        block: u64,
        bot: usize,
        others: usize,
    ) -> Result<[[GameResult; MAX_SEATS]; 2], BlockFault> {
        let players = self.league.seats;
        let mut results = [[GameResult::default(); MAX_SEATS]; 2];
        for rotation in 0..players {
            let seat = Seat::at((players - rotation) % players);
            let seating = among(bot, others, rotation, players);
            let end = self.play(block, rotation, &seating)?;
            let next = Seat::at((seat.index() + 1) % players);
            for (results, seat) in results.iter_mut().zip([seat, next]) {
                results[rotation] = end.result(seat);
            }
        }
        Ok(results)
    }

    /// Plays the games of a pair in a block, and returns how far its first bot is
    /// ahead.
    fn play_pair(&mut self, block: u64, pair: usize, bots: (usize, usize)) -> Result<i128, BlockFault> {
        let players = self.league.seats;
        let [first, opposite] = self.play_among(block, bots.0, bots.1)?;
        let is_both_ways = players == 2;
        let second = if is_both_ways { opposite } else { self.play_among(block, bots.1, bots.0)?[0] };
        let PairCounts { first: of_first, second: of_second, .. } = &mut self.counts.pairs[pair];
        of_first.add_block(&first[..players]);
        of_second.add_block(&second[..players]);
        let sum = |games: &[GameResult]| games.iter().map(|game| game.ahead).sum::<i128>();
        Ok(if is_both_ways { sum(&first) } else { sum(&first) - sum(&second) })
    }

    /// Plays the mixed tables of a block: the bots on a circle, with a table that
    /// begins at each of them, in every rotation. So every bot plays equally many
    /// games in each seat.
    fn play_mixed(&mut self, block: u64) -> Result<MixedBlock, BlockFault> {
        let (players, bots) = (self.league.seats, self.league.bots.len());
        let circle = self.league.circle(block);
        let mut played = MixedBlock { ahead: vec![0; bots], won: vec![0; bots] };
        let (tables, rotations) = self.league.mixed_tables();
        for first in 0..tables {
            for rotation in 0..rotations {
                let bot_at =
                    |seat: Seat| self.league.mixed_bot(&circle, first, rotation, seat.index() % players);
                let seating = self.league.mixed_seating(&circle, first, rotation);
                let end = self.play(block, rotation, &seating)?;
                for seat in Seat::all(players) {
                    let (bot, result) = (bot_at(seat), end.result(seat));
                    played.ahead[bot] += result.ahead;
                    played.won[bot] += result.won;
                }
            }
        }
        Ok(played)
    }
}

impl BlockCounter for LeagueCounter<'_> {
    fn prepare(&mut self, blocks: Range<u64>) -> bool {
        // Most leagues have no bot that wants it.
        if !self.tables.want_rehearsal() {
            return false;
        }
        let games: Vec<GameKey> = blocks.flat_map(|block| self.games(block)).collect();
        self.tables.rehearse(games)
    }

    fn count_block(&mut self, block: u64) -> Result<(), BlockFault> {
        for (pair, bots) in self.league.pairs().enumerate() {
            let is_open = self.league.settled_at(pair) == OPEN;
            self.ahead[pair] = if is_open { Some(self.play_pair(block, pair, bots)?) } else { None };
        }
        if self.league.mixed {
            let played = self.play_mixed(block)?;
            self.counts.mixed.as_mut().expect("mixed tables are counted").end_block(&played);
        }
        self.counts.end_block(&self.ahead);
        Ok(())
    }

    fn blocks(&self) -> u64 {
        self.counts.blocks
    }

    fn merge(&mut self, other: &mut Self) {
        let empty = self.league.empty_counts();
        self.counts.merge(&std::mem::replace(&mut other.counts, empty));
    }

    fn save(&self) -> Vec<u8> {
        let settled = (0..self.counts.pairs.len()).map(|pair| self.league.settled_at(pair));
        to_bytes(&(settled.collect::<Vec<_>>(), &self.counts))
    }

    fn restore(&mut self, saved: &[u8]) -> Result<(), UnreadableCounts> {
        let (settled, counts): (Vec<u64>, Counts) = from_bytes(saved)?;
        let fits = counts.has_shape_of(&self.counts)
            && settled.len() == counts.pairs.len()
            && settled.iter().zip(&counts.pairs).all(|(&at, pair)| pair.blocks() == at.min(counts.blocks));
        if !fits {
            return Err(UnreadableCounts);
        }
        for (at, now) in self.league.settled.iter().zip(settled) {
            at.store(now, Ordering::Relaxed);
        }
        self.counts = counts;
        Ok(())
    }
}

impl League {
    fn empty_counts(&self) -> Counts {
        Counts::new(self.bots.len(), self.seats, self.mixed)
    }
}

impl Study for League {
    type Counter<'a> = LeagueCounter<'a>;

    fn counter(&self) -> LeagueCounter<'_> {
        let counts = self.empty_counts();
        let ahead = vec![None; counts.pairs.len()];
        LeagueCounter { league: self, tables: self.field.open(), counts, ahead }
    }

    fn games_per_block(&self) -> u64 {
        self.games_of_pair()
    }

    fn all_games_per_block(&self) -> u64 {
        self.settled.len() as u64 * self.games_of_pair() + self.mixed_games()
    }

    fn games_in(&self, blocks: u64) -> u64 {
        let of_pairs = (0..self.settled.len()).map(|pair| self.settled_at(pair).min(blocks));
        of_pairs.sum::<u64>() * self.games_of_pair() + blocks * self.mixed_games()
    }

    fn check_precision(&self, precision: &Precision) -> Result<(), PrecisionError> {
        if precision.metric != METRIC {
            return Err(UnknownMetric::new("metric", &precision.metric, &[METRIC]).into());
        }
        match &precision.outcome {
            Some(outcome) => Err(UnknownMetric::new("outcome", outcome, &[]).into()),
            None => Ok(()),
        }
    }

    fn widest(&self, counter: &LeagueCounter<'_>, _: &Precision) -> Option<f64> {
        let widths: Option<Vec<f64>> = (self.changes(&counter.counts).iter())
            .map(|(change, blocks)| change.half_width_at_looks(*blocks))
            .collect();
        widths?.into_iter().reduce(f64::max)
    }

    fn awaits_verdict(&self) -> bool {
        self.until_sure
    }

    /// Settles the pairs whose order is sure at this look.
    fn is_decided(&self, counter: &LeagueCounter<'_>) -> bool {
        let blocks = counter.blocks();
        // What is extended may have stopped between two looks. It must go on as
        // if it had not.
        if is_look(blocks) {
            for (pair, judged) in self.judged_pairs(&counter.counts).iter().enumerate() {
                if self.settled_at(pair) == OPEN && judged.verdict != Verdict::Undecided {
                    self.settled[pair].store(blocks, Ordering::Relaxed);
                }
            }
        }
        (0..self.settled.len()).all(|pair| self.settled_at(pair) != OPEN)
    }

    fn tables(&self, counter: &LeagueCounter<'_>) -> Vec<Table> {
        self.result_tables(&counter.counts)
    }

    fn summary(&self, counter: &LeagueCounter<'_>) -> Vec<Shown> {
        self.shown(&counter.counts)
    }
}

#[cfg(test)]
mod tests;
