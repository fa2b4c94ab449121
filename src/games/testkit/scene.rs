//! A table at which a test plays.

use super::Books;
use crate::bots::BotSpec;
use crate::cards::CardSet;
use crate::game::{Audit, Game, Next, Observer, Options};
use crate::random::{BlockStreams, Purpose, Stream};
use crate::seat::Seat;

/// An observer that keeps the events.
pub struct Recorder<G: Game>(pub Vec<G::Event>);

impl<G: Game<Event: Clone>> Observer<G> for Recorder<G> {
    fn on_event(&mut self, event: &G::Event) {
        self.0.push(event.clone());
    }
}

/// A table at which a test plays, with all that has happened there.
pub struct Scene<G: Game> {
    pub game: G,
    pub table: G::State,
    pub recorder: Recorder<G>,
    pub rng: Stream,
}

impl<G: Audit<Event: Clone>> Scene<G> {
    /// A table before the first deal.
    pub fn new(rules: G::Rules) -> Scene<G> {
        let game = G::new(rules);
        let rng = BlockStreams::new(9, 9).stream(0, Purpose::Game);
        Scene { table: game.begin(), game, recorder: Recorder(Vec::new()), rng }
    }

    /// What the table waits for.
    pub fn next(&self) -> Next {
        self.game.to_act(&self.table)
    }

    /// Who is asked.
    #[track_caller]
    pub fn seat_asked(&self) -> Seat {
        match self.next() {
            Next::Choice(seat) => seat,
            next => panic!("nobody is asked: {next:?}"),
        }
    }

    /// The name of the decision that is asked for; none if nobody is asked.
    pub fn asked(&self) -> Option<&'static str> {
        matches!(self.next(), Next::Choice(_)).then(|| self.game.options(&self.table).decision())
    }

    /// Who is asked for what, as in `2 discard`; empty if nobody is asked.
    pub fn asks(&self) -> String {
        self.asked().map_or(String::new(), |decision| format!("{} {decision}", self.seat_asked()))
    }

    /// The names of the options.
    pub fn options(&self) -> String {
        let options = self.game.options(&self.table);
        options.iter().map(|option| option.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// Deals the next round from a shuffled pack.
    pub fn deal_at_random(&mut self, rng: &mut Stream) {
        self.game.deal(&mut self.table, rng, &mut self.recorder);
    }

    /// Carries out the option at a place.
    pub fn apply(&mut self, place: usize) {
        self.game.apply(&mut self.table, place, &mut self.rng, &mut self.recorder);
    }

    /// The same at a table with all cards, none of which may be lost.
    pub fn choose_at(&mut self, place: usize) -> &mut Scene<G> {
        self.apply(place);
        self.check();
        self
    }

    /// Chooses an option by name.
    #[track_caller]
    pub fn choose(&mut self, name: &str) -> &mut Scene<G> {
        assert_ne!(self.asks(), "", "nobody is asked");
        let place = self.game.options(&self.table).iter().position(|option| option.to_string() == name);
        let place = place.unwrap_or_else(|| panic!("'{name}' is not among {}", self.options()));
        self.choose_at(place)
    }

    /// Plays the round to its end, each time by the first option.
    pub fn play_on(&mut self) -> &mut Scene<G> {
        while self.asked().is_some() {
            self.choose_at(0);
        }
        self
    }

    /// Plays the round to its end, by options at random.
    pub fn play_on_at_random(&mut self, rng: &mut Stream) {
        while self.asked().is_some() {
            let count = self.game.options(&self.table).count();
            self.choose_at(rng.random_range(0..count as u32) as usize);
        }
    }

    /// Asserts that each card lies in one zone, and that the points balance.
    pub fn check(&self) {
        let zones = self.game.zones(&self.table);
        let all = zones.iter().fold(CardSet::EMPTY, |all, zone| all | zone.cards);
        let count: usize = zones.iter().map(|zone| zone.cards.len()).sum();
        assert_eq!((all, count), (self.game.deck(), all.len()), "each card lies in one zone: {zones:?}");
        let elsewhere: i64 = self.game.points_elsewhere(&self.table).iter().map(|(_, points)| points).sum();
        assert_eq!(self.scores().iter().sum::<i64>() + elsewhere, 0, "points balance");
    }

    /// The scores of all seats.
    pub fn scores(&self) -> Vec<i64> {
        Seat::all(self.game.players()).map(|seat| self.game.score(&self.table, seat)).collect()
    }

    /// All that happened.
    pub fn events(&self) -> &[G::Event] {
        &self.recorder.0
    }

    /// What is read off the last event of which something can be.
    pub fn last<'a, T>(&'a self, read: impl Fn(&'a G::Event) -> Option<T>) -> Option<T> {
        self.events().iter().rev().find_map(read)
    }

    /// What is read off each event of which something can be.
    pub fn each<'a, T>(&'a self, read: impl Fn(&'a G::Event) -> Option<T>) -> Vec<T> {
        self.events().iter().filter_map(read).collect()
    }

    /// How many of the events are of a kind.
    pub fn count(&self, kind: impl Fn(&G::Event) -> bool) -> usize {
        self.events().iter().filter(|event| kind(event)).count()
    }

    /// The place of the option that a bot chooses here, with parameters as in
    /// `points=0,follow=2` or none.
    #[track_caller]
    pub fn place_chosen_by(&self, bot: &str, parameters: &str) -> usize {
        let seat = self.seat_asked();
        let colon = if parameters.is_empty() { "" } else { ":" };
        let spec = BotSpec::new(&format!("{bot}{colon}{parameters}"));
        let mut bot = spec.player(&self.game).expect("the bot can play");
        let mut rng = BlockStreams::new(1, 1).stream(1, Purpose::Bot(seat));
        bot.choose(&self.game, &self.table, seat, &self.game.options(&self.table), &mut rng)
    }

    /// That option.
    #[track_caller]
    pub fn chosen_by(&self, bot: &str, parameters: &str) -> String {
        self.game.options(&self.table).at(self.place_chosen_by(bot, parameters)).to_string()
    }

    /// The books of all that happened, with one bot at the odd and another at
    /// the even seats.
    pub fn books(&self) -> Books {
        Books::of_events(&self.game, self.events())
    }
}
