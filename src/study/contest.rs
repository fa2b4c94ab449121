//! One bot among others: the same deal with it in each seat in turn.

use super::walk::{Asked, walk};
use crate::bots::Player;
use crate::game::{Game, NullObserver, Options};
use crate::random::BlockStreams;
use crate::seat::{BySeat, Seat};
use crate::sim::{BlockFault, CountBlocks, play};
use crate::standings::Standings;
use crate::stats::Ratio;

/// A bot and the baseline that sits everywhere else.
#[derive(Clone)]
pub struct Contest<G: Game> {
    /// The game with its house rules.
    pub game: G,
    /// The bot, and the baseline.
    pub players: [Player<G>; 2],
    /// Their names.
    pub names: [String; 2],
    /// The seed.
    pub seed: u64,
}

/// A win, in parts that can be shared by up to eight without a rest.
const WIN: i128 = 840;

/// Sums over blocks of a number that every game has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    y: i128,
    yy: i128,
    /// The sum of the squares of the single games.
    single: i128,
}

impl Sums {
    fn add(&mut self, games: impl Iterator<Item = i128>) {
        let mut block = 0;
        for game in games {
            block += game;
            self.single += game * game;
        }
        self.y += block;
        self.yy += block * block;
    }

    fn merge(&mut self, other: Sums) {
        self.y += other.y;
        self.yy += other.yy;
        self.single += other.single;
    }

    /// The mean of the games, whose numbers are so many times too large.
    fn mean(&self, blocks: u64, games: usize, times: i128) -> Ratio {
        let per_block = games as i128 * times;
        let all = i128::from(blocks);
        Ratio {
            blocks,
            y: self.y,
            n: all * per_block,
            yy: self.yy,
            yn: self.y * per_block,
            nn: all * per_block * per_block,
        }
    }
}

/// What is counted of a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// How many blocks are counted.
    pub blocks: u64,
    /// How many play, which is how many games a block has.
    pub players: usize,
    ahead: Sums,
    won: Sums,
}

impl Score {
    /// How many games are counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.blocks * self.players as u64
    }

    /// How far the bot is ahead of the others' mean at the end of a game.
    #[must_use]
    pub fn difference(&self) -> Ratio {
        self.ahead.mean(self.blocks, self.players, self.players as i128 - 1)
    }

    /// The bot's share of the wins; of a win that is shared, its part.
    #[must_use]
    pub fn win_share(&self) -> Ratio {
        self.won.mean(self.blocks, self.players, WIN)
    }

    /// The share that a bot has that is as good as the others.
    #[must_use]
    pub fn fair_share(&self) -> f64 {
        1.0 / self.players as f64
    }

    /// How many times as many games it would have taken for the same interval
    /// of the difference, had every game its own deal and its own seat: what
    /// the same deal in every seat gains. None if nothing varies.
    #[must_use]
    pub fn duplicate_gain(&self) -> Option<f64> {
        let games = self.games() as f64;
        let (blocks, players) = (self.blocks as f64, self.players as f64);
        let squares = |sum: i128, square: i128, count: f64| {
            let mean = sum as f64 / count;
            (square as f64 - mean * sum as f64) / (count - 1.0)
        };
        if self.blocks < 2 {
            return None;
        }
        let single = squares(self.ahead.y, self.ahead.single, games);
        let of_blocks = squares(self.ahead.y, self.ahead.yy, blocks);
        (of_blocks > 0.0).then(|| single * players / of_blocks)
    }

    /// Whether the bot did the same as the baseline in every game, as far as
    /// scores can show.
    #[must_use]
    pub fn is_all_alike(&self) -> bool {
        self.ahead.yy == 0
    }
}

/// Plays a contest and counts it.
pub struct ContestCounter<'a, G: Game> {
    contest: &'a Contest<G>,
    players: [Player<G>; 2],
    /// What was counted.
    pub score: Score,
}

impl<G: Game> Contest<G> {
    /// A counter with nothing counted yet.
    #[must_use]
    pub fn counter(&self) -> ContestCounter<'_, G> {
        let score = Score { players: self.game.players(), ..Score::default() };
        ContestCounter { contest: self, players: self.players.clone(), score }
    }

    /// Where the bot sits in a rotation: as in a line-up that it opens.
    #[must_use]
    pub fn seat_of_bot(&self, rotation: usize) -> Seat {
        let players = self.game.players();
        Seat::at((players - rotation) % players)
    }

    fn seating(&self, rotation: usize) -> BySeat<u8> {
        let bot = self.seat_of_bot(rotation);
        BySeat::from_fn(|seat| u8::from(seat != bot))
    }

    /// Where the bot first chooses what the baseline would not, in a game of a
    /// block; none if it never does.
    ///
    /// # Errors
    /// If a bot fails.
    pub fn first_difference(&self, block: u64, rotation: usize) -> Result<Option<Difference>, BlockFault> {
        let mut players = self.players.clone();
        players.iter_mut().for_each(Player::begin_game);
        let (game, bot) = (&self.game, self.seat_of_bot(rotation));
        let seating = self.seating(rotation);
        let streams = BlockStreams::new(self.seed, block);
        let walked = walk(game, &streams, |Asked { state, round, number, seat, options, own }| {
            let mut also = own.clone();
            let choice = players[usize::from(seating[seat])].choose(game, state, seat, &options, own);
            if choice >= options.count() {
                return Err(None);
            }
            if seat != bot {
                return Ok(choice);
            }
            let instead = players[1].choose(game, state, seat, &options, &mut also);
            if instead == choice {
                return Ok(choice);
            }
            let said = |index: usize| {
                if index < options.count() { options.at(index).to_string() } else { "nothing".to_owned() }
            };
            let (bot, baseline) = (said(choice), said(instead));
            let decision = options.decision();
            Err(Some(Difference { block, rotation, seat, round, number, decision, bot, baseline }))
        });
        match walked {
            Ok(()) => Ok(None),
            Err(Some(difference)) => Ok(Some(difference)),
            // A choice that is none: played in earnest, for the message.
            Err(None) => self.play(block, rotation, &mut self.players.clone()).map(|_| None),
        }
    }

    fn play(
        &self,
        block: u64,
        rotation: usize,
        players: &mut [Player<G>; 2],
    ) -> Result<G::State, BlockFault> {
        let seating = self.seating(rotation);
        let streams = BlockStreams::new(self.seed, block);
        play(&self.game, players, &seating, &streams, &mut NullObserver).map_err(|fault| {
            let bot = self.names[usize::from(seating[fault.seat])].clone();
            BlockFault { block, rotation, bot, fault }
        })
    }
}

/// A decision in which the bot and the baseline differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The block.
    pub block: u64,
    /// The rotation.
    pub rotation: usize,
    /// Where the bot sits.
    pub seat: Seat,
    /// The round, from 1.
    pub round: u32,
    /// Which decision of the game it is, from 1.
    pub number: u32,
    /// Its name.
    pub decision: &'static str,
    /// What the bot chose.
    pub bot: String,
    /// What the baseline would have chosen.
    pub baseline: String,
}

impl<G: Game> CountBlocks for ContestCounter<'_, G> {
    fn count_block(&mut self, block: u64) -> Result<(), BlockFault> {
        let game = &self.contest.game;
        let players = game.players();
        let (mut ahead, mut won) = ([0; crate::seat::MAX_SEATS], [0; crate::seat::MAX_SEATS]);
        for rotation in 0..players {
            let table = self.contest.play(block, rotation, &mut self.players)?;
            let bot = self.contest.seat_of_bot(rotation);
            let standings = Standings::new(players, |seat| game.score(&table, seat));
            let total: i64 = standings.iter().map(|(_, score)| score).sum();
            ahead[rotation] = i128::from(game.score(&table, bot)) * players as i128 - i128::from(total);
            let leaders = standings.leaders().count() as i128;
            won[rotation] = if standings.leaders().any(|seat| seat == bot) { WIN / leaders } else { 0 };
        }
        self.score.ahead.add(ahead.into_iter().take(players));
        self.score.won.add(won.into_iter().take(players));
        self.score.blocks += 1;
        Ok(())
    }

    fn blocks(&self) -> u64 {
        self.score.blocks
    }

    fn merge(&mut self, other: &mut Self) {
        let players = other.score.players;
        let add = std::mem::replace(&mut other.score, Score { players, ..Score::default() });
        self.score.blocks += add.blocks;
        self.score.ahead.merge(add.ahead);
        self.score.won.merge(add.won);
    }
}

#[cfg(test)]
mod tests;
