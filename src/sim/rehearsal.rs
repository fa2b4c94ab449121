//! Games that are played ahead for bots that are asked about many at once.
//!
//! All games are played as far as the next decision of such a bot, which is then
//! asked all of these decisions together. Nothing is counted: the bots keep their
//! answers, and the games are played as always afterwards.

use std::collections::HashSet;

use crate::bots::{GameKey, Player, Rehearsing};
use crate::game::{Game, Next, NullObserver, Options};
use crate::random::{Purpose, Stream};
use crate::seat::{BySeat, Seat};

/// Rehearses games that are going to be played, if there are bots that want it;
/// returns whether there are.
///
/// Whatever goes wrong shows when the games are played: a game that was not
/// rehearsed to its end is played without.
pub fn rehearse<G: Game>(
    game: &G,
    players: &mut [Player<G>],
    games: impl IntoIterator<Item = GameKey>,
) -> bool {
    let wanting: Vec<bool> = players.iter_mut().map(|player| player.rehearsing().is_some()).collect();
    if !wanting.contains(&true) {
        return false;
    }
    // Every bot plays the game twice. A search takes longer for that than is
    // gained by asking another bot about many games at once.
    let is_slow = |player: &Player<G>| matches!(player, Player::Search(_) | Player::Clairvoyant(_));
    let slow: Vec<bool> = players.iter().map(is_slow).collect();
    programs(players).for_each(|bot| bot.forget());
    let has = |kind: &[bool], key: &GameKey| {
        Seat::all(game.players()).any(|seat| kind[usize::from(key.bot_at[seat])])
    };
    // A game that is played twice takes the same course.
    let mut known = HashSet::new();
    let gains = |key: &GameKey| has(&wanting, key) && !has(&slow, key) && known.insert(*key);
    let mut waiting = games.into_iter().filter(gains);
    let mut rehearsal = Rehearsal { game, wanting: &wanting, tables: Vec::new(), free: Vec::new() };
    while let Some(at_once) = programs(players).map(|bot| bot.at_once()).min().filter(|&most| most > 0) {
        while rehearsal.tables.len() < at_once
            && let Some(key) = waiting.next()
        {
            rehearsal.begin(key, players);
        }
        if rehearsal.tables.is_empty() || !rehearsal.go_on(players) {
            break;
        }
    }
    programs(players).for_each(|bot| bot.stop());
    true
}

/// The players that are asked about many games at once.
fn programs<G: Game>(players: &mut [Player<G>]) -> impl Iterator<Item = &mut dyn Rehearsing<G>> {
    players.iter_mut().filter_map(Player::rehearsing)
}

struct Rehearsal<'a, G: Game> {
    game: &'a G,
    /// Which players are asked about many games at once.
    wanting: &'a [bool],
    tables: Vec<Table<G>>,
    /// The other players of tables that are over, for the next ones.
    free: Vec<Vec<Player<G>>>,
}

/// A game that is being rehearsed.
struct Table<G: Game> {
    key: GameKey,
    state: G::State,
    round: u32,
    rng: Stream,
    streams: BySeat<Stream>,
    /// The players of this table alone, as they may remember what they saw.
    players: Vec<Player<G>>,
    /// Who is asked, and the place of the question.
    asked: Option<(usize, usize)>,
}

impl<G: Game> Rehearsal<'_, G> {
    fn begin(&mut self, key: GameKey, players: &[Player<G>]) {
        let mut players = self.free.pop().unwrap_or_else(|| players.to_vec());
        players.iter_mut().for_each(|player| player.begin_game(&key));
        let rng = key.streams.stream(0, Purpose::Game);
        let streams = BySeat::from_fn(|_| rng.clone());
        let state = self.game.begin();
        self.tables.push(Table { key, state, round: 0, rng, streams, players, asked: None });
    }

    /// Plays every table to its next question, and asks all of them. False if a
    /// bot failed.
    fn go_on(&mut self, players: &mut [Player<G>]) -> bool {
        let mut index = 0;
        while index < self.tables.len() {
            let table = &mut self.tables[index];
            if table.play_on(self.game, self.wanting, players) {
                index += 1;
            } else {
                let table = self.tables.swap_remove(index);
                self.free.push(table.players);
            }
        }
        let mut choices = Vec::new();
        for player in players {
            let Some(answered) = player.rehearsing().map_or(Some(Vec::new()), |bot| bot.ask()) else {
                return false;
            };
            choices.push(answered);
        }
        for table in &mut self.tables {
            let (player, place) = table.asked.take().expect("every table waits for an answer");
            table.apply(self.game, choices[player][place]);
        }
        true
    }
}

impl<G: Game> Table<G> {
    /// Plays on to the next question, which is put; false if there is none.
    fn play_on(&mut self, game: &G, wanting: &[bool], players: &mut [Player<G>]) -> bool {
        loop {
            match game.to_act(&self.state) {
                Next::Choice(seat) => {
                    let options = game.options(&self.state);
                    let player = usize::from(self.key.bot_at[seat]);
                    let rng = &mut self.streams[seat];
                    if wanting[player] {
                        let bot = players[player].rehearsing().expect("it wants to be asked");
                        let view = game.view(&self.state, seat);
                        let place = bot.put(&self.key, seat, &view, &options, rng);
                        self.asked = Some((player, place));
                        return true;
                    }
                    let choice = self.players[player].choose(game, &self.state, seat, &options, rng);
                    if choice >= options.count() {
                        // It fails again when the game is played.
                        return false;
                    }
                    self.apply(game, choice);
                }
                Next::Deal => {
                    self.round += 1;
                    self.rng = self.key.streams.stream(self.round, Purpose::Game);
                    for seat in Seat::all(game.players()) {
                        self.streams[seat] = self.key.streams.stream(self.round, Purpose::Bot(seat));
                    }
                    game.deal(&mut self.state, &mut self.rng, &mut NullObserver);
                }
                Next::Over => {
                    programs(players).for_each(|bot| bot.end(&self.key));
                    return false;
                }
            }
        }
    }

    fn apply(&mut self, game: &G, choice: usize) {
        game.apply(&mut self.state, choice, &mut self.rng, &mut NullObserver);
    }
}
