//! A table to try the rules at: piles in names of cards, cards laid and
//! slapped by name, and what came of them.

use crate::game::{Game, Observer};
use crate::games::kazu_tori::play::Play;
use crate::games::kazu_tori::table::Waits;
use crate::games::kazu_tori::{
    Circle, Ending, Event, KazuTori, Palms, Rules, SEATS, Score, Set, Stack, Table, deck,
};
use crate::random::{BlockStreams, Purpose, Stream};
use crate::seat::Seat;

/// The house rules of most tests.
pub fn plain() -> Rules {
    Rules::default()
}

/// The seat with this number.
pub fn seat(number: usize) -> Seat {
    Seat::at(number - 1)
}

/// A stream for a test's own draws.
pub fn stream(number: u64) -> Stream {
    BlockStreams::new(0x7e57, number).stream(0, Purpose::Game)
}

/// Keeps the events.
#[derive(Default)]
pub struct Notes(pub Vec<Event>);

impl Observer<KazuTori> for Notes {
    fn on_event(&mut self, event: &Event) {
        self.0.push(event.clone());
    }
}

/// A table that is set up by hand.
pub struct Rig {
    pub game: KazuTori,
    pub table: Table,
    pub notes: Notes,
    pub rng: Stream,
    free: Set,
}

impl Rig {
    /// Piles in names of cards with spaces between them. Equal names are equal
    /// cards: each takes the next that is free. Who has no cards is out. Seat
    /// 1 lays the next card and declares one; nothing lies on the table.
    pub fn new(rules: Rules, piles: [&str; SEATS]) -> Rig {
        let game = KazuTori::new(rules);
        let mut rig =
            Rig { table: game.begin(), game, notes: Notes::default(), rng: stream(1), free: deck() };
        for (number, names) in (1..).zip(piles) {
            rig.table.piles[number - 1] = rig.pick(names);
            if names.is_empty() {
                rig.table.circle.lose(seat(number));
            }
        }
        rig.table.ask();
        rig
    }

    /// The same with cards on the table: who laid each, and its name, in the
    /// order in which they were laid.
    pub fn with_table(mut self, laid: &[(usize, &str)]) -> Rig {
        for &(number, name) in laid {
            let card = self.pick(name);
            self.table.laid.extend(card.cards());
            self.table.laid_by[number - 1] += 1;
        }
        self
    }

    /// The same with another discarder and number.
    pub fn at(mut self, discarder: usize, number: u8) -> Rig {
        self.table.discarder = seat(discarder);
        self.table.number = number;
        self.table.ask();
        self
    }

    fn pick(&mut self, names: &str) -> Stack {
        let mut stack = Stack::EMPTY;
        for name in names.split_whitespace() {
            let card = self.free.iter().find(|card| card.to_string() == name);
            let card = card.unwrap_or_else(|| panic!("no '{name}' is left in the deck"));
            self.free.remove(card);
            stack.push(card);
        }
        stack
    }

    pub fn play(&mut self) -> Play<'_, Notes> {
        Play { game: &self.game, table: &mut self.table, observer: &mut self.notes }
    }

    /// The discarder lays this card, and these seats slap it in time, the
    /// fastest first.
    pub fn lays(&mut self, name: &str, slaps: &[usize]) {
        let (mut rest, mut laid) = (Stack::EMPTY, None);
        let discarder = self.table.discarder;
        let pile = *self.table.pile(discarder);
        for &card in pile.cards() {
            if laid.is_none() && card.to_string() == name {
                laid = Some(card);
            } else {
                rest.push(card);
            }
        }
        *self.table.pile(discarder) = rest;
        let card = laid.unwrap_or_else(|| panic!("seat {discarder} has no '{name}'"));
        if self.play().lay(card) {
            let mut palms = Palms::NONE;
            for (place, &number) in slaps.iter().enumerate() {
                assert!(self.table.circle.has(seat(number)), "seat {number} is out and cannot slap");
                palms.add(seat(number), place as f64 - 10.0);
            }
            let mut rng = self.rng.clone();
            self.play().settle(card, &palms, &mut rng);
            self.rng = rng;
        }
    }

    /// The cards of a pile.
    pub fn pile(&self, number: usize) -> String {
        self.table.piles[number - 1].set().to_string()
    }

    /// How many cards each pile has.
    pub fn sizes(&self) -> [usize; SEATS] {
        self.table.piles.each_ref().map(Stack::len)
    }

    /// The cards on the table.
    pub fn on_the_table(&self) -> String {
        self.table.laid.set().to_string()
    }

    /// Who lays the next card, and the number that will be declared.
    pub fn next(&self) -> (usize, u8) {
        assert_eq!(self.table.waits, Waits::Haste, "the game is over");
        (self.table.discarder.number(), self.table.number)
    }

    /// Whether the player is still in the game.
    pub fn is_in(&self, number: usize) -> bool {
        self.table.circle.has(seat(number))
    }

    /// How the game ended; none if it has not.
    pub fn ended(&self) -> Option<(Ending, Score)> {
        self.notes.0.iter().find_map(|event| match event {
            Event::GameOver { ending, score, .. } => Some((*ending, *score)),
            _ => None,
        })
    }

    /// Who paid to whom: the payers in order, whom they paid from their right
    /// on.
    pub fn payments(&self) -> Vec<(usize, usize)> {
        let mut payments = Vec::new();
        for event in &self.notes.0 {
            if let Event::Paid { from, given, .. } = event {
                let paid = Circle::FULL.round(*from).iter().filter(|to| !given[to.index()].is_empty());
                payments.extend(paid.map(|to| (from.number(), to.number())));
            }
        }
        payments
    }

    /// How many of the events are of a kind.
    pub fn count(&self, kind: impl Fn(&Event) -> bool) -> usize {
        self.notes.0.iter().filter(|event| kind(event)).count()
    }
}
