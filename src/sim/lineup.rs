//! Line-ups: the bots in seat order, and their rotations.

use thiserror::Error;

use crate::bots::{BotError, BotRecord, BotSpec, Player};
use crate::game::Game;
use crate::seat::BySeat;

/// The bots at a table, in seat order.
#[derive(Clone)]
pub struct LineUp<G: Game> {
    /// The distinct bots, in the order in which they first appear.
    bots: Vec<BotSpec>,
    players: Vec<Player<G>>,
    records: Vec<BotRecord>,
    /// For each seat, the index of the bot that sits there before any rotation.
    seated: Vec<u8>,
    /// The same in each distinct rotation, all seats of a table included. Finding
    /// them for every game took a division for each seat.
    seatings: Vec<BySeat<u8>>,
}

/// Why bots do not make a line-up.
#[derive(Debug, Error)]
pub enum LineUpError {
    /// More bots than seats.
    #[error("{bots} bots for a table of {seats}: name at most {seats}; fewer are repeated in order")]
    TooMany {
        /// The number of bots named.
        bots: usize,
        /// The number of seats.
        seats: usize,
    },
    /// No bot was named.
    #[error("no bot is named; name one with --bots")]
    None,
    /// A bot that cannot play.
    #[error(transparent)]
    Bot(#[from] BotError),
}

impl<G: Game> LineUp<G> {
    /// A line-up of these bots, repeated in order if there are fewer than seats.
    ///
    /// # Errors
    /// If there are none or too many, or one of them cannot play.
    pub fn new(game: &G, specs: &[BotSpec]) -> Result<LineUp<G>, LineUpError> {
        let seats = game.players();
        if specs.is_empty() {
            return Err(LineUpError::None);
        }
        if specs.len() > seats {
            return Err(LineUpError::TooMany { bots: specs.len(), seats });
        }
        let mut bots: Vec<BotSpec> = Vec::new();
        let mut seated = Vec::with_capacity(seats);
        for spec in specs.iter().cycle().take(seats) {
            let index = bots.iter().position(|bot| bot == spec).unwrap_or_else(|| {
                bots.push(spec.clone());
                bots.len() - 1
            });
            seated.push(index as u8);
        }
        let rotations = (1..=seats)
            .find(|&turn| (0..seats).all(|seat| seated[seat] == seated[(seat + turn) % seats]))
            .expect("a full turn changes nothing");
        LineUp::open(game, bots, seated, rotations)
    }

    /// A line-up of a bot in the first seat and a baseline, which may be the
    /// same bot, in all others: a block has the bot once in each seat.
    ///
    /// # Errors
    /// If one of them cannot play.
    pub fn versus(game: &G, bot: &BotSpec, baseline: &BotSpec) -> Result<LineUp<G>, LineUpError> {
        let seats = game.players();
        let seated = (0..seats).map(|seat| u8::from(seat > 0)).collect();
        LineUp::open(game, vec![bot.clone(), baseline.clone()], seated, seats)
    }

    /// A line-up of players that have no name on the command line.
    #[cfg(test)]
    pub(crate) fn versus_players(game: &G, names: [&str; 2], players: [Player<G>; 2]) -> LineUp<G> {
        let seats = game.players();
        let seated: Vec<u8> = (0..seats).map(|seat| u8::from(seat > 0)).collect();
        LineUp {
            bots: names.map(BotSpec::new).to_vec(),
            players: players.to_vec(),
            records: Vec::new(),
            seatings: seatings(&seated, seats),
            seated,
        }
    }

    fn open(
        game: &G,
        bots: Vec<BotSpec>,
        seated: Vec<u8>,
        rotations: usize,
    ) -> Result<LineUp<G>, LineUpError> {
        let opened = bots.iter().map(|bot| bot.open(game)).collect::<Result<Vec<_>, _>>()?;
        let (players, records) = opened.into_iter().unzip();
        Ok(LineUp { bots, players, records, seatings: seatings(&seated, rotations), seated })
    }

    /// The number of distinct rotations, which is the number of games in a
    /// block.
    #[must_use]
    pub fn rotations(&self) -> usize {
        self.seatings.len()
    }

    /// The distinct bots, in the order in which they first appear.
    #[must_use]
    pub fn bots(&self) -> &[BotSpec] {
        &self.bots
    }

    /// Everything that determines what the distinct bots do.
    #[must_use]
    pub fn records(&self) -> &[BotRecord] {
        &self.records
    }

    /// The bots in seat order, before any rotation.
    pub fn seats(&self) -> impl Iterator<Item = &BotSpec> {
        self.seated.iter().map(|&bot| &self.bots[usize::from(bot)])
    }

    /// The bots in seat order, for people: `2 x greedy, random`.
    #[must_use]
    pub fn text(&self) -> String {
        let groups = self.seated.chunk_by(|one, other| one == other);
        let texts = groups.map(|group| {
            let bot = &self.bots[usize::from(group[0])];
            if group.len() > 1 { format!("{} x {bot}", group.len()) } else { bot.to_string() }
        });
        texts.collect::<Vec<_>>().join(", ")
    }

    /// The index of the bot at each seat in a rotation.
    ///
    /// # Panics
    /// If there are fewer rotations.
    #[must_use]
    #[inline]
    pub fn seating(&self, rotation: usize) -> BySeat<u8> {
        self.seatings[rotation]
    }

    /// New players, one for each of the distinct bots.
    #[must_use]
    pub fn players(&self) -> Vec<Player<G>> {
        self.players.clone()
    }
}

fn seatings(seated: &[u8], rotations: usize) -> Vec<BySeat<u8>> {
    let seating = |rotation: usize| BySeat::from_fn(|seat| seated[(seat.index() + rotation) % seated.len()]);
    (0..rotations).map(seating).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kujuroku::{Kujuroku, Rules};

    fn line_up(names: &[&str]) -> Result<LineUp<Kujuroku>, LineUpError> {
        let specs: Vec<BotSpec> = names.iter().map(|name| BotSpec::new(name)).collect();
        LineUp::new(&Kujuroku::new(Rules::default()), &specs)
    }

    fn rotations(names: &[&str]) -> usize {
        line_up(names).unwrap().rotations()
    }

    #[test]
    fn a_block_is_one_game_for_each_distinct_rotation() {
        assert_eq!(rotations(&["random"]), 1);
        assert_eq!(rotations(&["random", "greedy"]), 2);
        assert_eq!(rotations(&["random", "greedy", "random", "greedy"]), 2);
        assert_eq!(rotations(&["random", "random", "random", "greedy"]), 4);
        // Repeated in order to random, random, greedy, random.
        assert_eq!(rotations(&["random", "random", "greedy"]), 4);
    }

    #[test]
    fn every_bot_sits_everywhere_once_in_a_block() {
        let line_up = line_up(&["greedy", "random", "random", "random"]).unwrap();
        let greedy_at: Vec<usize> = (0..4)
            .map(|rotation| line_up.seating(rotation).first(4).iter().position(|&bot| bot == 0).unwrap())
            .collect();
        assert_eq!(greedy_at, [0, 3, 2, 1]);
    }

    #[test]
    fn five_bots_do_not_fit_at_a_table_of_four() {
        let error = line_up(&["random"; 5]).err().unwrap().to_string();
        assert!(error.contains("5 bots for a table of 4"), "{error}");
    }
}
