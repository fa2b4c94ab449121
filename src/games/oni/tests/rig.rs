//! A table to try the rules at: hands and piles in names of cards, choices by
//! name, and what came of them.

use crate::cards::Hanafuda;
use crate::game::{AskEverySeat, Audit, Game, Narrate, Narration, Next, Observer, Options};
use crate::games::oni::play::Play;
use crate::games::oni::table::Pile;
use crate::games::oni::{Event, Oni, RoundResult, Rules, Set, Source, Table};
use crate::random::{BlockStreams, Purpose, Stream};
use crate::seat::{BySeat, Seat};

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
    pick(names, &mut Hanafuda::ALL.clone()).into_iter().collect()
}

/// Takes the cards of these names out of the free ones.
fn pick(names: &str, free: &mut Set) -> Vec<Hanafuda> {
    let mut take = |name: &str| {
        let card = free.iter().find(|card| card.to_string() == name);
        let card = card.unwrap_or_else(|| panic!("no '{name}' is left in the deck"));
        free.remove(card);
        card
    };
    names.split_whitespace().map(&mut take).collect()
}

/// Remembers what happened.
#[derive(Default)]
pub struct Heard(pub Vec<Event>);

impl Observer<Oni> for Heard {
    fn on_event(&mut self, event: &Event) {
        self.0.push(event.clone());
    }
}

/// A table at which a test plays.
pub struct Scene {
    pub game: Oni,
    pub table: Table,
    pub heard: Heard,
    rng: Stream,
}

impl Scene {
    /// A table before the first deal.
    pub fn new(rules: Rules) -> Scene {
        let game = Oni::new(rules);
        let rng = BlockStreams::new(9, 9).stream(0, Purpose::Game);
        Scene { table: game.begin(), game, heard: Heard::default(), rng }
    }

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
        assert_eq!(self.game.to_act(&self.table), Next::Deal, "the round is not over");
        assert_eq!(situation.hands.len(), players, "a hand for each seat");
        let mut free = Hanafuda::ALL;
        let table = &mut self.table;
        let mut hands: Vec<Set> =
            situation.hands.iter().map(|names| pick(names, &mut free).into_iter().collect()).collect();
        table.top = pick(situation.top, &mut free)[0];
        let mut pile = pick(situation.pile, &mut free);
        table.discards = pick(situation.discards, &mut free).into_iter().chain([table.top]).collect();
        match situation.rest {
            Rest::Pile => pile.extend(free),
            Rest::Discards => table.discards |= free,
            Rest::Hand(seat) => hands[seat - 1] |= free,
        }
        table.pile = Pile::of(pile.into_iter());
        table.shuffled = Hanafuda::ALL;
        for (seat, hand) in Seat::all(players).zip(hands) {
            table.hands[seat] = hand;
            table.lacks[seat] = Set::EMPTY;
        }
        table.dealer = Seat::at(situation.dealer.unwrap_or(players) - 1);
        table.seat = Seat::FIRST;
        let barred = situation.first_turns && !self.game.rules().lightning_first_turn;
        table.allowed = BySeat::all(Hanafuda::ALL - Set::of(Hanafuda::LIGHTNING).only_if(barred));
        table.turns = 0;
        table.round += 1;
        let turn = self.table.turn();
        self.at_play().tell_deal();
        self.at_play().take_turns(turn);
        self.no_card_is_lost();
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
        self.no_card_is_lost();
        self
    }

    /// Plays to the end of the game, each choice picked at random.
    pub fn play_at_random(&mut self) {
        let mut own = self.rng.fork();
        loop {
            match self.game.to_act(&self.table) {
                Next::Deal => self.at_play().deal(),
                Next::Choice(_) => {
                    let count = self.game.options(&self.table).count();
                    self.at_play().choose(own.random_range(0..count as u32) as usize);
                }
                Next::Over => return,
            }
        }
    }

    fn at_play(&mut self) -> Play<'_, Heard, AskEverySeat> {
        let Scene { game, table, heard, rng } = self;
        Play { game, table, observer: heard, chooser: AskEverySeat, rng }
    }

    /// The name of the decision that is asked for, and of whom, as in
    /// `2 discard`; empty if nobody is asked.
    pub fn asked(&self) -> String {
        match self.game.to_act(&self.table) {
            Next::Choice(seat) => format!("{seat} {}", self.game.options(&self.table).decision()),
            Next::Deal | Next::Over => String::new(),
        }
    }

    /// The names of the options.
    pub fn options(&self) -> String {
        let names: Vec<String> =
            self.game.options(&self.table).iter().map(|option| option.to_string()).collect();
        names.join(" ")
    }

    /// Chooses an option by name.
    #[track_caller]
    pub fn choose(&mut self, name: &str) -> &mut Scene {
        assert_ne!(self.asked(), "", "nobody is asked");
        let options = self.game.options(&self.table);
        let place = options.iter().position(|option| option.to_string() == name);
        let place = place.unwrap_or_else(|| panic!("'{name}' is not among {}", self.options()));
        self.at_play().choose(place);
        self.no_card_is_lost();
        self
    }

    fn no_card_is_lost(&self) {
        let places = self.game.places(&self.table);
        let all = places.iter().fold(Set::EMPTY, |all, (_, cards)| all | *cards);
        let count: usize = places.iter().map(|(_, cards)| cards.len()).sum();
        assert_eq!((all, count), (self.game.deck(), all.len()), "each card lies in one place: {places:?}");
    }

    /// The hand of a seat, from 1.
    pub fn hand(&self, seat: usize) -> Set {
        self.table.hands[Seat::at(seat - 1)]
    }

    /// The totals of all seats.
    pub fn scores(&self) -> Vec<i32> {
        self.table.scores.first(self.game.players()).to_vec()
    }

    /// Whether an onlooker said so.
    pub fn saw(&self, words: &str) -> bool {
        self.told().contains(words)
    }

    /// All that an onlooker said.
    pub fn told(&self) -> String {
        let mut told = String::new();
        for event in &self.heard.0 {
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
        let result = |event: &Event| match event {
            Event::RoundOver { result } => Some(*result),
            _ => None,
        };
        self.heard.0.iter().filter_map(result).collect()
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
        let drew = |event: &&Event| match event {
            Event::Moved { seat: by, from, .. } => by.number() == seat && *from != Source::Hand,
            _ => false,
        };
        self.heard.0.iter().filter(drew).count()
    }

    /// The rounds and the winner, if the game is over.
    pub fn game_over(&self) -> Option<(u32, Option<usize>)> {
        self.heard.0.iter().find_map(|event| match event {
            Event::GameOver { rounds, winner, .. } => Some((*rounds, winner.map(Seat::number))),
            _ => None,
        })
    }
}
