//! A table to try the rules at: hands and piles in names of cards, choices by
//! name, and what came of them.

use crate::cards::Hanafuda;
use crate::game::{Game, Narrate, Narration, Next, Options};
use crate::games::oni::play::Play;
use crate::games::oni::table::Pile;
use crate::games::oni::{Event, Oni, RoundResult, Rules, Set, Source};
use crate::games::testkit::{self, Recorder, pick, pick_set};
use crate::seat::{BySeat, Seat};

/// A table of Oni.
pub type Scene = testkit::Scene<Oni>;

/// The house rules of most tests.
pub fn plain() -> Rules {
    Rules::default()
}

/// The house rules for two.
pub fn for_two() -> Rules {
    Rules { players: 2, ..plain() }
}

/// Where the cards lie that a situation does not name.
#[derive(Clone, Copy, Default)]
pub enum Rest {
    /// At the bottom of the draw pile.
    #[default]
    Pile,
    /// Among the discards.
    Discards,
    /// In the hand of a seat, from 1.
    Hand(usize),
}

/// A table in the middle of a round: seat 1 is to play, the last seat deals,
/// and everybody has had a turn. Cards by name with spaces between them;
/// equal names are equal cards: each takes the next that is free.
#[derive(Clone, Copy, Default)]
pub struct Situation<'a> {
    pub hands: &'a [&'a str],
    pub top: &'a str,
    /// The first cards to be drawn.
    pub pile: &'a str,
    /// The cards under the top.
    pub discards: &'a str,
    pub rest: Rest,
    /// Who deals, from 1, if not the last seat.
    pub dealer: Option<usize>,
    /// Whether nobody has had a turn yet.
    pub first_turns: bool,
}

/// The cards of these names.
pub fn cards(names: &str) -> Set {
    pick_set(names, &mut { Hanafuda::ALL })
}

impl Scene {
    /// A table in the middle of the first round, played on to the first
    /// choice.
    pub fn of(rules: Rules, situation: Situation<'_>) -> Scene {
        let mut scene = Scene::new(rules);
        scene.round(situation);
        scene
    }

    /// Goes on in the middle of the next round.
    pub fn round(&mut self, situation: Situation<'_>) -> &mut Scene {
        let players = self.game.players();
        assert_eq!(self.next(), Next::Deal, "the round is not over");
        assert_eq!(situation.hands.len(), players, "a hand for each seat");
        let mut free = Hanafuda::ALL;
        let table = &mut self.table;
        let mut hands: Vec<Set> = situation.hands.iter().map(|names| pick_set(names, &mut free)).collect();
        table.top = pick(situation.top, &mut free)[0];
        let mut pile = pick(situation.pile, &mut free);
        table.discards = pick_set(situation.discards, &mut free) | table.top.into();
        match situation.rest {
            Rest::Pile => pile.extend(free),
            Rest::Discards => table.discards |= free,
            Rest::Hand(seat) => hands[seat - 1] |= free,
        }
        table.pile = Pile::of(pile.into_iter());
        table.shuffled = Hanafuda::ALL;
        for (seat, hand) in Seat::all(players).zip(hands) {
            table.hands[seat] = hand;
            table.held[seat] = hand.len() as u8;
            table.lacks[seat] = Set::EMPTY;
        }
        table.dealer = Seat::at(situation.dealer.unwrap_or(players) - 1);
        table.seat = Seat::FIRST;
        let barred = situation.first_turns && !self.game.rules().lightning_first_turn;
        table.allowed = BySeat::all(Hanafuda::ALL - Set::of(Hanafuda::LIGHTNING).only_if(barred));
        table.turns = 0;
        table.round += 1;
        self.at_play().tell_deal();
        let turn = self.table.turn();
        self.at_play().take_turns(turn);
        self.check();
        self
    }

    /// Deals the next round: hands and the card turned up by name, then the
    /// draw pile.
    pub fn deal(&mut self, hands: &[&str], top: &str, pile: &str) -> &mut Scene {
        let mut free = Hanafuda::ALL;
        let mut pack: Vec<Hanafuda> = hands.iter().flat_map(|names| pick(names, &mut free)).collect();
        pack.extend(pick(top, &mut free));
        pack.extend(pick(pile, &mut free));
        pack.extend(free);
        self.table.pile = Pile::of(pack.into_iter());
        self.at_play().deal_from_pile();
        self.check();
        self
    }

    /// Plays to the end of the game, each choice picked at random.
    pub fn play_at_random(&mut self) {
        let mut own = self.rng.fork();
        loop {
            match self.next() {
                Next::Deal => self.at_play().deal(),
                Next::Choice(_) => {
                    let count = self.game.options(&self.table).count();
                    self.at_play().choose(own.random_range(0..count as u32) as usize);
                }
                Next::Over => return,
            }
        }
    }

    fn at_play(&mut self) -> Play<'_, Recorder<Oni>> {
        Play { game: &self.game, table: &mut self.table, observer: &mut self.recorder, rng: &mut self.rng }
    }

    /// The hand of a seat, from 1.
    pub fn hand(&self, seat: usize) -> Set {
        self.table.hands[Seat::at(seat - 1)]
    }

    /// Whether an onlooker said so.
    pub fn saw(&self, words: &str) -> bool {
        self.told().contains(words)
    }

    /// All that an onlooker said.
    pub fn told(&self) -> String {
        let mut told = String::new();
        for event in self.events() {
            match event.narrate() {
                Narration::Silent => {}
                Narration::Line(line) => told += &format!("\n{line}"),
                Narration::Begins(words) => told += &format!("\n{words}"),
                Narration::Continues(words) => told += &words,
            }
        }
        told
    }

    /// The results of the rounds that are over.
    pub fn results(&self) -> Vec<RoundResult> {
        self.each(|event| match event {
            Event::RoundOver { result } => Some(*result),
            _ => None,
        })
    }

    /// The result of the last round that is over.
    #[track_caller]
    pub fn result(&self) -> RoundResult {
        *self.results().last().unwrap_or_else(|| panic!("no round is over:{}", self.told()))
    }

    /// What each seat wrote down in the last round.
    #[track_caller]
    pub fn written(&self) -> Vec<i32> {
        self.result().written.iter().map(|(_, points)| points).collect()
    }

    /// How often a seat, from 1, drew, of its own or by force.
    pub fn draws(&self, seat: usize) -> usize {
        self.count(|event| match event {
            Event::Moved { seat: by, from, .. } => by.number() == seat && *from != Source::Hand,
            _ => false,
        })
    }

    /// The rounds and the winner, if the game is over.
    pub fn game_over(&self) -> Option<(u32, Option<usize>)> {
        self.last(|event| match event {
            Event::GameOver { rounds, winner, .. } => Some((*rounds, winner.map(Seat::number))),
            _ => None,
        })
    }
}
