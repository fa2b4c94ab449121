//! What a game is: a state machine that everything that plays goes through.
//!
//! Rules and state are separate values: a [`Game`] is a set of house rules
//! that can be played, its [`Game::State`] is one table in the middle of a
//! game. The runner, replay, search and scripts all use the same five
//! functions, `deal`, `to_act`, `options`, `apply` and `view`, so that each
//! rule is written once.
//!
//! Chance comes in by one door: no generator lives in a state; the engine
//! hands over the stream of the round. What happens goes out by one door as
//! well: `deal` and `apply` tell an [`Observer`] each [`Game::Event`]. A tally,
//! a transcript and the [`NullObserver`] are observers; no rule knows of
//! statistics. An observer never decides: who chooses without a look at the
//! table is a [`BlindChooser`].

mod blind_chooser;

pub use blind_chooser::{AskEverySeat, BlindChooser};

use std::fmt::{Debug, Display};

use serde::Serialize;

use crate::bots::Roster;
use crate::cards::CardSet;
use crate::metric::{MetricList, Panel};
use crate::random::Stream;
use crate::script_value::{Field, ScriptValue};
use crate::seat::Seat;
use crate::settings::Settings;
use crate::tally::Tally;

/// What a state waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A seat has two options or more, and is to choose.
    Choice(Seat),
    /// The next round is to be dealt.
    Deal,
    /// Nothing: the game is over.
    Over,
}

/// The options of a decision, in a fixed order without duplicates.
pub trait Options: Clone {
    /// One option.
    type Move: Copy + Eq + Debug + Display + Into<ScriptValue>;

    /// The name of the decision, as the game's page has it.
    fn decision(&self) -> &'static str;

    /// How many there are: at least two at every decision.
    fn count(&self) -> usize;

    /// The option at an index below [`Options::count`].
    fn at(&self, index: usize) -> Self::Move;

    /// All options, in order.
    fn iter(&self) -> impl Iterator<Item = Self::Move> {
        (0..self.count()).map(|index| self.at(index))
    }
}

/// A game with its house rules, ready to be played.
pub trait Game: Clone + Send + Sync + Sized + 'static {
    /// The name on the command line.
    const NAME: &'static str;
    /// The name in prose.
    const TITLE: &'static str;
    /// One line on the game.
    const ABOUT: &'static str;
    /// The default bot, which plays if none is named.
    const HOUSE_BOT: &'static str;
    /// What its score is counted in.
    const SCORE: &'static str;
    /// Whether its rules ask a [`BlindChooser`] before they stop for a
    /// decision. The runner has a loop of its own for those that do.
    const ASKS_CHOOSER: bool = false;

    /// The house rules.
    type Rules: Settings;
    /// The state of a game. Its fields are private to the rules.
    type State: Clone + Send;
    /// The options of a decision.
    type Options: Options;
    /// What a seat knows: plain data, with no path to the state.
    type View: Clone + PartialEq + Debug;
    /// Something that happens at the table.
    type Event: Narrate + CommonEvent;
    /// The built-in bots but `random`.
    type Bots: Roster<Self>;
    /// What is counted, and how it is read off the events.
    type Ledger: Ledger<Self>;
    /// The cards it is played with.
    type Card: crate::cards::Card;

    /// The game under these rules, which must have passed their own check.
    fn new(rules: Self::Rules) -> Self;

    /// The house rules it is played by.
    fn rules(&self) -> &Self::Rules;

    /// The number of players.
    fn players(&self) -> usize;

    /// The cards that a round is played with.
    fn deck(&self) -> CardSet<Self::Card>;

    /// The state before the first deal.
    fn begin(&self) -> Self::State;

    /// Deals the next round, and plays on to the first decision.
    #[inline]
    fn deal(&self, state: &mut Self::State, rng: &mut Stream, observer: &mut impl Observer<Self>) {
        self.deal_with(state, rng, observer, AskEverySeat);
    }

    /// [`deal`](Game::deal), with a chooser that the rules may ask before they
    /// stop for a decision.
    fn deal_with(
        &self,
        state: &mut Self::State,
        rng: &mut Stream,
        observer: &mut impl Observer<Self>,
        chooser: impl BlindChooser,
    );

    /// What the state waits for.
    fn to_act(&self, state: &Self::State) -> Next;

    /// The options of the seat that is to choose.
    fn options(&self, state: &Self::State) -> Self::Options;

    /// Carries out the option at index `choice`, and plays on to the next
    /// decision or the end of the round.
    ///
    /// # Panics
    /// If there is no such option.
    #[inline]
    fn apply(
        &self,
        state: &mut Self::State,
        choice: usize,
        rng: &mut Stream,
        observer: &mut impl Observer<Self>,
    ) {
        self.apply_with(state, choice, rng, observer, AskEverySeat);
    }

    /// [`apply`](Game::apply), with a chooser that the rules may ask before
    /// they stop for a decision.
    ///
    /// # Panics
    /// If there is no such option.
    fn apply_with(
        &self,
        state: &mut Self::State,
        choice: usize,
        rng: &mut Stream,
        observer: &mut impl Observer<Self>,
        chooser: impl BlindChooser,
    );

    /// All that a seat which is to choose knows.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// A state drawn at random from all that agree with a view.
    fn sample_state(&self, view: &Self::View, rng: &mut Stream) -> Self::State;

    /// The score of a seat so far: the highest one wins the game.
    fn score(&self, state: &Self::State, seat: Seat) -> i64;

    /// By what a seat leads in the middle of a game: its score, unless that is
    /// known at the end only.
    fn standing(&self, state: &Self::State, seat: Seat) -> i64 {
        self.score(state, seat)
    }

    /// The fields of a card that scripts read, beside its name.
    fn script_card(&self, card: Self::Card) -> Vec<Field>;

    /// The fields of a view that scripts read.
    fn script_view(&self, view: &Self::View, options: &Self::Options) -> Vec<Field>;
}

/// A game whose states can be audited: where every card lies, and where every
/// point went. For tests; a bot never holds a state to ask.
pub trait Audit: Game {
    /// Every place where cards lie in the middle of a round, by name.
    fn places(&self, state: &Self::State) -> Vec<(String, CardSet<Self::Card>)>;

    /// Where a deal put the cards, if the event is one.
    fn dealt(event: &Self::Event) -> Option<Vec<(String, CardSet<Self::Card>)>>;

    /// What the game's own stream was asked for before an event: the floor
    /// that the bench measures a game against.
    fn drawn(&self, event: &Self::Event, draw: &mut dyn FnMut(Draw)) {
        if Self::dealt(event).is_some() {
            draw(Draw::Shuffle(self.deck().len()));
        }
    }

    /// Points that no seat has, with the name of where they went. With the
    /// scores of all seats they add up to zero.
    fn points_elsewhere(&self, _state: &Self::State) -> Vec<(&'static str, i64)> {
        Vec::new()
    }

    /// A number of decisions that no game exceeds.
    fn most_decisions(&self) -> u64;

    /// House rules, as `KEY=VALUE`, that tests of many rule sets set beside
    /// the one that they vary: so that a game without a natural end is cut
    /// short there.
    const SHORT: &'static [&'static str] = &[];

    /// House rules whose change cannot be expected to show in ten thousand
    /// games, or outcomes that cannot be expected to occur, each with the
    /// reason. The game's own tests show them.
    const RARE: &'static [(&'static str, &'static str)] = &[];
}

/// Random numbers that are drawn from a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// A shuffle of so many cards.
    Shuffle(usize),
    /// A shuffle of so many cards, the first so many of them common to several
    /// decks.
    ShuffleWithExtras {
        /// The number of cards.
        cards: usize,
        /// How many of them are common to the decks.
        common: usize,
    },
    /// A draw below a bound.
    Range(u32),
    /// Four chances that come true or not.
    Bools,
    /// A draw from the normal distribution.
    Normal,
}

/// Callbacks for what happens at a table.
pub trait Observer<G: Game> {
    /// Whether [`on_state`](Observer::on_state) is called: then the rules stop
    /// for every decision.
    const WANTS_STATE: bool = false;

    /// Something happened.
    fn on_event(&mut self, event: &G::Event);

    /// A seat made a choice, which is carried out next.
    #[inline]
    fn on_decision(&mut self, _seat: Seat, _options: &G::Options, _choice: usize) {}

    /// The state before each decision, between rounds, and at the end, if it
    /// is [wanted](Observer::WANTS_STATE).
    #[inline]
    fn on_state(&mut self, _game: &G, _state: &G::State, _next: Next) {}
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug)]
pub struct NullObserver;

impl<G: Game> Observer<G> for NullObserver {
    #[inline]
    fn on_event(&mut self, _event: &G::Event) {}
}

/// An event that can be told in words. Its form for programs is its serialised
/// one.
pub trait Narrate: Serialize {
    /// The event in words.
    fn narrate(&self) -> Narration;
}

/// What the events of all games have in common, and can be measured in any
/// of them.
pub trait CommonEvent {
    /// Who deals and who sits out, if a round begins.
    fn begins(&self) -> Option<Dealing>;

    /// The number of turns that are over and that no event before told of.
    fn turns(&self) -> u32;

    /// Who did something for which there might have been a choice. It was
    /// forced if it did not come of a decision.
    fn acted(&self) -> Option<Seat>;
}

/// The roles in a round that all games share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dealing {
    /// Who deals.
    pub dealer: Seat,
    /// Who sits out.
    pub out: Option<Seat>,
}

/// An event in words, as a line or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Narration {
    /// Nothing: it goes without saying.
    Silent,
    /// A line by itself.
    Line(String),
    /// The beginning of a sentence, that later events may go on with.
    Begins(String),
    /// More of the sentence that is open.
    Continues(String),
}

/// A game's metrics, and how they are read off its events.
pub trait Ledger<G: Game>: Clone + Send + Sync {
    /// Declares every metric of the game.
    fn declare(game: &G, metrics: &mut MetricList) -> Self;

    /// What a player wants to see of the results, on one screen.
    fn panels(&self) -> Vec<Panel>;

    /// Counts what happened.
    fn on_event(&mut self, event: &G::Event, tally: &mut Tally);
}
