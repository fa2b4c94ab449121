//! The interface of a game: a state machine that all play goes through.
//!
//! Rules and state are separate values: a [`Game`] is a set of house rules
//! that can be played, its [`Game::State`] is one table in the middle of a
//! game. The runner, replay, search and scripts all use the same five
//! functions, `deal`, `to_act`, `options`, `apply` and `view`, so that each
//! rule is written once.
//!
//! A state contains no random generator; the caller passes the stream of the
//! round. `deal` and `apply` notify an [`Observer`] of each [`Game::Event`]. A
//! tally, a transcript and the [`NullObserver`] are observers; no rule knows of
//! statistics. An observer never decides.

pub mod audit;
mod zone;

pub use zone::{Zone, ZoneKind};

use std::fmt::{Debug, Display};

use schemars::JsonSchema;
use serde::Serialize;

use crate::bots::{ExternalBot, Note, Roster};
use crate::cards::CardSet;
use crate::metric::{MetricList, Panel};
use crate::random::Stream;
use crate::rows::{RowCollector, RowList};
use crate::script_value::{Fields, OptionValue};
use crate::seat::Seat;
use crate::settings::Settings;
use crate::standings::Winners;
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
    type Move: Copy + Eq + Debug + Display + Into<OptionValue>;

    /// The name of the decision, as the game's page has it.
    fn decision(&self) -> &'static str;

    /// The number of options, at least two at every decision.
    fn count(&self) -> usize;

    /// Whether there is an option at this index.
    #[inline]
    fn has(&self, index: usize) -> bool {
        index < self.count()
    }

    /// The option at an index below [`Options::count`].
    fn at(&self, index: usize) -> Self::Move;

    /// The index of an option that is picked uniformly at random.
    #[inline]
    fn pick(&self, rng: &mut Stream) -> usize {
        rng.random_range(0..self.count() as u32) as usize
    }

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
    /// The unit of its score.
    const SCORE: &'static str;

    /// The house rules.
    type Rules: Settings;
    /// The state of a game. Its fields are private to the rules.
    type State: Clone + Send;
    /// The options of a decision.
    type Options: Options;
    /// What a seat knows: plain data, without a reference to the state.
    type View: Clone + PartialEq + Debug;
    /// Something that happens at the table.
    type Event: Narrate + CommonEvent;
    /// The built-in bots except `random`.
    type Bots: Roster<Self>;
    /// The metrics, and how they are counted from events.
    type Ledger: Ledger<Self>;
    /// The facts of its rows, and how they are filled from events.
    type Rows: RowFacts<Self>;
    /// The cards it is played with.
    type Card: crate::cards::Card;

    /// The game under these rules, which must have passed their check.
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
    fn deal(&self, state: &mut Self::State, rng: &mut Stream, observer: &mut impl Observer<Self>);

    /// What the state waits for.
    fn to_act(&self, state: &Self::State) -> Next;

    /// The options of the seat that is to choose.
    fn options(&self, state: &Self::State) -> Self::Options;

    /// Carries out the option at index `choice`, and plays on to the next
    /// decision or the end of the round.
    ///
    /// # Panics
    /// If there is no such option.
    fn apply(
        &self,
        state: &mut Self::State,
        choice: usize,
        rng: &mut Stream,
        observer: &mut impl Observer<Self>,
    );

    /// Everything that a seat which is to choose knows.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// A random state among all that are consistent with a view.
    fn sample_state(&self, view: &Self::View, rng: &mut Stream) -> Self::State;

    /// Draws anew what a view hides of another seat's hand, in a state that is
    /// consistent with it, and remains so. What others hold stays with them,
    /// unless there are no others: then everything may be drawn anew.
    fn redeal(&self, view: &Self::View, state: &mut Self::State, _seat: Seat, rng: &mut Stream) {
        *state = self.sample_state(view, rng);
    }

    /// Tells what a seat chose before for everybody to see, as far as that says
    /// something about what it holds: each choice with the view and the options
    /// that the seat had then, if this state is the true one.
    fn past_choices(
        &self,
        _state: &Self::State,
        _seat: Seat,
        _tell: &mut impl FnMut(&Self::View, &Self::Options, usize),
    ) {
    }

    /// The score of a seat so far, which everybody wants to be high.
    fn score(&self, state: &Self::State, seat: Seat) -> i64;

    /// Who won, once the game is over. Whatever counts or names winners asks
    /// here: the highest score need not have won, and nobody need have.
    fn winners(&self, state: &Self::State) -> Winners;

    /// What decides who leads in the middle of a game: the score, unless that is
    /// known only at the end.
    fn standing(&self, state: &Self::State, seat: Seat) -> i64 {
        self.score(state, seat)
    }

    /// The most that a seat can win in a round where bots choose what is staked;
    /// none where they choose no stakes. Bots that stake little may meet a bot that
    /// stakes this much once in a great while.
    fn largest_stake(&self) -> Option<i64> {
        None
    }

    /// A bot that plays a strategy which `fuda solve` wrote, from the content of
    /// its file, with one sentence on it.
    ///
    /// # Errors
    /// Why it cannot play at this table.
    fn solved_bot(&self, _content: &[u8]) -> Result<(Box<dyn ExternalBot<Self>>, String), String> {
        Err(format!("there are no solved strategies for {}", Self::NAME))
    }

    /// Tells the fields of a card that scripts can read, beside its name.
    fn script_card(&self, card: Self::Card, fields: &mut impl Fields);

    /// Tells the fields of a view that scripts can read, always the same ones.
    fn script_view(&self, view: &Self::View, options: &Self::Options, fields: &mut impl Fields);
}

/// A game whose states can be audited and drawn: where every card lies, and
/// where every point went. For tests and onlookers; a bot never holds a state.
pub trait Audit: Game {
    /// The zones of the table in the middle of a round: together they have the
    /// deck. The same ones in the same order in every state of a game.
    fn zones(&self, state: &Self::State) -> Vec<Zone<Self::Card>>;

    /// The card that an event puts face up on a heap, if it does.
    fn laid(event: &Self::Event) -> Option<Self::Card>;

    /// What a seat is in this round, in a word or two; none for a player like
    /// all others.
    fn role(&self, _state: &Self::State, _seat: Seat) -> Option<&'static str> {
        None
    }

    /// What all players know of the state beside cards and scores, such as the
    /// pot; none if there is nothing of the kind.
    fn notice(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// Where a deal put the cards, if the event is one.
    fn dealt(event: &Self::Event) -> Option<Vec<(String, CardSet<Self::Card>)>>;

    /// The draws from the game's stream before an event: the lower bound that
    /// the benchmark compares a game with.
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

    /// Whether a seat has a view while somebody is to choose: not if it sits out,
    /// or is out of the game.
    fn has_view(&self, _state: &Self::State, _seat: Seat) -> bool {
        true
    }

    /// An upper bound of the decisions in a game.
    fn max_decisions(&self) -> u64;

    /// House rules, as `KEY=VALUE`, that tests of many rule sets set in addition
    /// to the one that they vary, to keep games short.
    const SHORT: &'static [&'static str] = &[];

    /// House rules whose change cannot be expected to show in ten thousand
    /// games, or outcomes that cannot be expected to occur, each with the
    /// reason. The game's own tests show them.
    const RARE: &'static [(&'static str, &'static str)] = &[];
}

/// Random numbers that are drawn from a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// A shuffle of this number of cards.
    Shuffle(usize),
    /// A shuffle of cards of which the first are common to several decks.
    ShuffleWithExtras {
        /// The number of cards.
        cards: usize,
        /// The number of cards that the decks have in common.
        common: usize,
    },
    /// The first cards of a pack.
    Deal {
        /// The number of cards in the pack.
        cards: usize,
        /// The number of cards that are dealt.
        dealt: usize,
    },
    /// A draw below a bound.
    Range(u32),
    /// Four Bernoulli trials.
    Bools,
    /// A draw from the normal distribution.
    Normal,
}

/// Callbacks for the events and decisions of a game.
pub trait Observer<G: Game> {
    /// Whether [`on_state`](Observer::on_state) is called: then the rules stop
    /// for every decision.
    const WANTS_STATE: bool = false;

    /// Called for every event.
    fn on_event(&mut self, event: &G::Event);

    /// Called for every choice, before it is carried out.
    #[inline]
    fn on_decision(&mut self, _seat: Seat, _options: &G::Options, _choice: usize) {}

    /// Called with what an external bot says about its choice, before
    /// [`on_decision`](Observer::on_decision), if it was asked for notes and the
    /// state is [wanted](Observer::WANTS_STATE).
    #[inline]
    fn on_note(&mut self, _seat: Seat, _options: &G::Options, _note: &Note) {}

    /// Called with the state before each decision, between rounds and at the
    /// end, if it is [wanted](Observer::WANTS_STATE).
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

/// An event that can be narrated for people, and serialised for programs.
pub trait Narrate: Serialize + JsonSchema {
    /// The event in words.
    fn narrate(&self) -> Narration;
}

/// What the events of all games have in common.
pub trait CommonEvent {
    /// Who deals and who sits out, if a round begins.
    fn begins(&self) -> Option<Dealing>;

    /// The number of turns that ended with this event.
    fn turns(&self) -> u32;

    /// Who did something for which there might have been a choice. It was
    /// forced if it did not follow a decision.
    fn acted(&self) -> Option<Seat>;

    /// Whether a round is over that does not count.
    fn is_void(&self) -> bool {
        false
    }
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
    /// Nothing.
    Silent,
    /// A line by itself.
    Line(String),
    /// The beginning of a sentence, which later events may continue.
    Begins(String),
    /// A continuation of that sentence.
    Continues(String),
}

/// A game's metrics, and how they are counted from its events.
pub trait Ledger<G: Game>: Clone + Send + Sync {
    /// Declares every metric of the game.
    fn declare(game: &G, metrics: &mut MetricList) -> Self;

    /// The results that a player wants to see, on one screen.
    fn panels(&self) -> Vec<Panel>;

    /// Counts an event.
    fn on_event(&mut self, event: &G::Event, tally: &mut Tally);
}

/// The facts that the rows of a game have, and how they are filled from its
/// events.
pub trait RowFacts<G: Game>: Clone + Send + Sync {
    /// Declares the columns that only this game has.
    fn declare(game: &G, rows: &mut RowList) -> Self;

    /// Fills rows from an event: those of a round when it is over, those of the
    /// game when that is.
    fn on_event(&mut self, event: &G::Event, rows: &mut RowCollector);
}
