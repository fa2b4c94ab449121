//! Oni, *demon*: a shedding game for two to eight, played with hanafuda.
//!
//! The words that players use:
//! - to *discard*: to put a card on the discard pile; it must *fit*, that is,
//!   be of the month or of the type of the top card;
//! - a *special card*: one that makes the next player draw, skips a turn,
//!   gives another turn, or may end the round;
//! - the *bridge*, the *rainman*, the *lightning*, the *yellow paulownia*, the
//!   *sake cup*: special cards by name;
//! - to *declare*: to end the round with the lightning;
//! - a *debt*: what a loser owes the winner of a round for the cards left;
//! - the *goal*: the total that wins the game.
//!
//! | file | has |
//! | --- | --- |
//! | `rows` | the facts of its rows |
//! | `rules` | the house rules |
//! | `special` | what fits on what, and what special cards do |
//! | `table` | where the cards lie |
//! | `play` | the deal, the turn, the end of a round |
//! | `scoring` | what hands are worth, and who writes down what |
//! | `view`, `sample_state` | what a player sees and may choose, and tables that agree with it |
//! | `script_view` | the view as scripts and programs read it |
//! | `events`, `narration` | what happens, and how it is told |
//! | `metrics`, `piles` | what is counted of it, and shown |
//! | `bots` | who plays |

mod bots;
mod events;
mod metrics;
mod narration;
mod piles;
mod play;
mod rows;
mod rules;
mod sample_state;
mod scoring;
mod script_view;
mod special;
mod table;
mod view;

#[cfg(test)]
mod tests;

pub use bots::Bots;
pub use events::{Event, RoundResult, Source};
pub use metrics::Counts;
pub use rows::Facts;
pub use rules::{LosersScore, Rules};
pub use scoring::{Bonus, Ending, HandPoints};
pub use special::{Special, fitting};
pub use table::{Elsewhere, Table, Waits};
pub use view::{Choices, Move, View};

use self::play::Play;
use self::special::Effects;
use self::table::Pile;
use crate::cards::{CardSet, Hanafuda};
use crate::game::{Audit, Draw, Game, Next, Observer, Zone};
use crate::random::Stream;
use crate::script_value::Fields;
use crate::seat::{BySeat, Seat};
use crate::standings::Winners;

/// A set of the cards that Oni is played with.
pub type Set = CardSet<Hanafuda>;

/// Oni under some house rules.
#[derive(Clone, Debug)]
pub struct Oni {
    rules: Rules,
    players: usize,
    /// The cards in the order of their indices, to be shuffled.
    pack: Pile,
    effects: Effects,
    /// How many cards a special card can make a player draw.
    most_draws: u8,
    points: HandPoints,
    /// Who sits next to each seat, and who after that.
    next: BySeat<Seat>,
    next_but_one: BySeat<Seat>,
}

impl Game for Oni {
    const NAME: &'static str = "oni";
    const TITLE: &'static str = "Oni";
    const ABOUT: &'static str = "a shedding game with special cards, 2 to 8 players";
    const HOUSE_BOT: &'static str = "weighing";
    const SCORE: &'static str = "points";

    type Rules = Rules;
    type State = Table;
    type Options = Choices;
    type View = View;
    type Event = Event;
    type Bots = Bots;
    type Ledger = Counts;
    type Rows = Facts;
    type Card = Hanafuda;

    fn new(rules: Rules) -> Oni {
        let players = usize::from(rules.players);
        let after =
            |seat: Seat, steps| if seat.index() < players { seat.after(steps, players) } else { seat };
        let effects = Effects::new(&rules);
        Oni {
            players,
            pack: Pile::of(Hanafuda::ALL.iter()),
            most_draws: rules.poetry.max(rules.blue).max(rules.yellow),
            effects,
            points: HandPoints::new(),
            next: BySeat::from_fn(|seat| after(seat, 1)),
            next_but_one: BySeat::from_fn(|seat| after(seat, 2)),
            rules,
        }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> usize {
        self.players
    }

    fn deck(&self) -> Set {
        Hanafuda::ALL
    }

    fn begin(&self) -> Table {
        Table::new()
    }

    #[inline]
    fn deal(&self, table: &mut Table, rng: &mut Stream, observer: &mut impl Observer<Oni>) {
        Play { game: self, table, observer, rng }.deal();
    }

    #[inline]
    fn to_act(&self, table: &Table) -> Next {
        match table.waits {
            Waits::Deal => Next::Deal,
            Waits::Over => Next::Over,
            Waits::Discard | Waits::Declare => Next::Choice(table.seat),
        }
    }

    #[inline]
    fn options(&self, table: &Table) -> Choices {
        table.options()
    }

    #[inline(always)]
    fn apply(&self, table: &mut Table, choice: usize, rng: &mut Stream, observer: &mut impl Observer<Oni>) {
        Play { game: self, table, observer, rng }.choose(choice);
    }

    #[inline]
    fn view(&self, table: &Table, seat: Seat) -> View {
        table.view(seat)
    }

    fn sample_state(&self, view: &View, rng: &mut Stream) -> Table {
        sample_state::from_view(view, self.players, rng)
    }

    fn score(&self, table: &Table, seat: Seat) -> i64 {
        i64::from(table.scores[seat])
    }

    /// Who has reached the goal; nobody if the game was stopped before.
    fn winners(&self, table: &Table) -> Winners {
        Seat::all(self.players).filter(|&seat| table.scores[seat] >= i32::from(self.rules.goal)).collect()
    }

    fn script_card(&self, card: Hanafuda, fields: &mut impl Fields) {
        script_view::card(self, card, fields);
    }

    fn script_view(&self, view: &View, options: &Choices, fields: &mut impl Fields) {
        script_view::view(self, view, options, fields);
    }
}

impl Audit for Oni {
    fn zones(&self, table: &Table) -> Vec<Zone<Hanafuda>> {
        table.zones(self.players)
    }

    fn laid(event: &Event) -> Option<Hanafuda> {
        match event {
            Event::Dealt { top, .. } => Some(*top),
            Event::Moved { card, kept: false, .. } => Some(*card),
            _ => None,
        }
    }

    fn role(&self, table: &Table, seat: Seat) -> Option<&'static str> {
        (seat == table.dealer).then_some("dealer")
    }

    fn dealt(event: &Event) -> Option<Vec<(String, Set)>> {
        let Event::Dealt { hands, top, .. } = event else {
            return None;
        };
        let hands = hands.iter().map(|(seat, hand)| (format!("hand of seat {seat}"), hand));
        Some(hands.chain([("top".to_owned(), Set::of(*top))]).collect())
    }

    fn drawn(&self, event: &Event, draw: &mut dyn FnMut(Draw)) {
        match event {
            Event::Dealt { .. } => draw(Draw::Shuffle(Hanafuda::COUNT)),
            Event::Reshuffled { cards } => draw(Draw::Shuffle(cards.len())),
            _ => {}
        }
    }

    fn points_elsewhere(&self, table: &Table) -> Vec<(&'static str, i64)> {
        vec![
            ("declarers' own hands", i64::from(table.elsewhere.own_hands)),
            ("debts not written down", -i64::from(table.elsewhere.unwritten)),
        ]
    }

    fn max_decisions(&self) -> u64 {
        // A turn has a card to discard, and the lightning to declare with.
        2 * u64::from(self.rules.max_turns) * u64::from(self.rules.max_rounds)
    }
}
