//! A table to try the rules at: piles in names of cards, cards laid and
//! slapped by name, and what came of them.

use crate::game::Audit;
use crate::games::kazu_tori::play::{Play, may_take};
use crate::games::kazu_tori::table::Waits;
use crate::games::kazu_tori::{Circle, Ending, Event, KazuTori, Palms, Rules, SEATS, Score, Stack, deck};
pub use crate::games::testkit::stream;
use crate::games::testkit::{self, Recorder, pick};
use crate::seat::Seat;

/// A table of Kazu-Tori that is set up by hand.
pub type Scene = testkit::Scene<KazuTori>;

/// The house rules of most tests.
pub fn plain() -> Rules {
    Rules::default()
}

/// The seat with this number.
pub fn seat(number: usize) -> Seat {
    Seat::at(number - 1)
}

impl Scene {
    /// Piles in names of cards with spaces between them. Equal names are equal
    /// cards: each takes the next that is free. Who has no cards is out. Seat
    /// 1 lays the next card and declares one; nothing lies on the table.
    pub fn with_piles(rules: Rules, piles: [&str; SEATS]) -> Scene {
        let mut scene = Scene::new(rules);
        for (number, names) in (1..).zip(piles) {
            scene.table.piles[number - 1] = scene.pick(names);
            if names.is_empty() {
                scene.table.circle.lose(seat(number));
            }
        }
        scene.table.ask();
        scene
    }

    /// The same with cards on the table: who laid each, and its name, in the
    /// order in which they were laid.
    pub fn with_table(mut self, laid: &[(usize, &str)]) -> Scene {
        for &(number, name) in laid {
            let card = self.pick(name);
            card.cards().iter().for_each(|&card| self.table.laid.push(card));
            self.table.laid_by[number - 1] += 1;
        }
        self
    }

    /// The same with another discarder and number.
    pub fn at(mut self, discarder: usize, number: u8) -> Scene {
        self.table.discarder = seat(discarder);
        self.table.number = number;
        self.table.ask();
        self
    }

    /// Takes cards of these names that lie nowhere yet.
    fn pick(&self, names: &str) -> Stack {
        let mut free = self.game.zones(&self.table).iter().fold(deck(), |free, zone| free - zone.cards);
        let mut stack = Stack::EMPTY;
        pick(names, &mut free).into_iter().for_each(|card| stack.push(card));
        stack
    }

    pub(in crate::games::kazu_tori) fn play(&mut self) -> Play<'_, Recorder<KazuTori>> {
        let (game, table, observer) = (&self.game, &mut self.table, &mut self.recorder);
        Play { game, table, observer }
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
            let mut lateness = [Palms::TOO_LATE; SEATS];
            for (place, &number) in slaps.iter().enumerate() {
                assert!(self.table.circle.has(seat(number)), "seat {number} is out and cannot slap");
                lateness[number - 1] = place as f64 - 10.0;
            }
            let from_seat_1 = Circle::FULL.round(seat(4));
            let palms = Palms::new(from_seat_1, &lateness);
            let mut rng = self.rng.clone();
            let may_take = may_take(card, self.table.number);
            self.play().settle(card, may_take, &palms, &mut rng);
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
    pub fn next_discard(&self) -> (usize, u8) {
        assert_eq!(self.table.waits, Waits::Haste, "the game is over");
        (self.table.discarder.number(), self.table.number)
    }

    /// Whether the player is still in the game.
    pub fn is_in(&self, number: usize) -> bool {
        self.table.circle.has(seat(number))
    }

    /// How the game ended; none if it has not.
    pub fn ended(&self) -> Option<(Ending, Score)> {
        self.last(|event| match event {
            Event::GameOver { ending, score, .. } => Some((*ending, *score)),
            _ => None,
        })
    }

    /// Who paid to whom: the payers in order, whom they paid from their right
    /// on.
    pub fn payments(&self) -> Vec<(usize, usize)> {
        let mut payments = Vec::new();
        for event in self.events() {
            if let Event::Paid { from, given, .. } = event {
                let paid = Circle::FULL.round(*from).iter().filter(|to| !given[to.index()].is_empty());
                payments.extend(paid.map(|to| (from.number(), to.number())));
            }
        }
        payments
    }
}
