//! Kazu-Tori, *number taking*: a game of hands and nerves for four.
//!
//! The words that players use:
//! - a *pile*: a player's cards, face down; nobody looks into one;
//! - to *discard*: to lay a card of the pile face up on the table, and to
//!   *declare* the next number;
//! - to *slap*: to put a palm on the card; a card *may be taken* if it is the
//!   Oni or ends in the same digit as the declared number;
//! - to *take*: to be the first to slap such a card, and get all the table;
//! - the *limit*: the number after which the count begins again;
//! - *out*: without cards, and out of the game; the first to be out begins the
//!   *last call*, in which a take ends the game;
//! - a player's *right*: the next in playing order.
//!
//! | file | has |
//! | --- | --- |
//! | `rows` | the facts of its rows |
//! | `rules` | the house rules |
//! | `haste`, `body` | what a player decides, and what hands make of it |
//! | `circle` | the players still in the game |
//! | `table` | where the cards lie |
//! | `play` | the deal, the discard, the end |
//! | `scoring` | who wins, and who pays |
//! | `view` | what a player knows |
//! | `script_view` | the view as scripts and programs read it |
//! | `events`, `metrics` | what happens, and what is counted of it |
//! | `bots` | who plays |

mod body;
mod bots;
mod circle;
mod events;
mod haste;
mod metrics;
mod play;
mod rows;
mod rules;
mod scoring;
mod script_view;
mod table;
mod view;

#[cfg(test)]
mod tests;

pub use body::{Body, Lateness, Palms, false_alarm};
pub use bots::Bots;
pub use circle::{Circle, Round};
pub use events::{Ending, Event};
pub use haste::{Haste, Hastes};
pub use metrics::Counts;
pub use rows::Facts;
pub use rules::{Rules, TieRule, WrongSlap};
pub use scoring::Score;
pub use table::{Stack, Table};
pub use view::View;

use self::play::Play;
use crate::cards::{CardSet, NumberCard};
use crate::game::{Audit, Draw, Game, Next, Observer, Zone};
use crate::random::Stream;
use crate::script_value::Fields;
use crate::seat::Seat;
use crate::standings::Winners;

/// A set of the cards that Kazu-Tori is played with.
pub type Set = CardSet<NumberCard>;

/// How many play.
pub const SEATS: usize = 4;
/// How many cards there are.
pub const DECK: usize = 40;

/// The cards: the numbers without both special ones, the Oni and the Jizo.
#[must_use]
pub fn deck() -> Set {
    let jokers = Set::of(NumberCard::ONI) | NumberCard::JIZO.into();
    let specials = Set::of(NumberCard::SPECIAL_ONE) | NumberCard::SPECIAL_FOUR.into();
    (NumberCard::NUMBERED - specials) | jokers
}

/// Kazu-Tori under some house rules.
#[derive(Clone, Debug)]
pub struct KazuTori {
    rules: Rules,
    body: Body,
}

impl Game for KazuTori {
    const NAME: &'static str = "kazu-tori";
    const TITLE: &'static str = "Kazu-Tori";
    const ABOUT: &'static str = "a game of counting and quick palms, 4 players";
    const HOUSE_BOT: &'static str = "weighing";
    const SCORE: &'static str = "points";

    type Rules = Rules;
    type State = Table;
    type Options = Hastes;
    type View = View;
    type Event = Event;
    type Bots = Bots;
    type Ledger = Counts;
    type Rows = Facts;
    type Card = NumberCard;

    fn new(rules: Rules) -> KazuTori {
        KazuTori { body: Body::new(&rules), rules }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> usize {
        SEATS
    }

    fn deck(&self) -> Set {
        deck()
    }

    fn begin(&self) -> Table {
        Table::new()
    }

    fn deal(&self, table: &mut Table, rng: &mut Stream, observer: &mut impl Observer<KazuTori>) {
        Play { game: self, table, observer }.deal(rng);
    }

    #[inline]
    fn to_act(&self, table: &Table) -> Next {
        table.to_act()
    }

    #[inline]
    fn options(&self, _table: &Table) -> Hastes {
        Hastes
    }

    #[inline]
    fn apply(
        &self,
        table: &mut Table,
        choice: usize,
        rng: &mut Stream,
        observer: &mut impl Observer<KazuTori>,
    ) {
        Play { game: self, table, observer }.choose(Haste::at(choice), rng);
    }

    fn view(&self, table: &Table, seat: Seat) -> View {
        table.view(seat)
    }

    fn sample_state(&self, view: &View, rng: &mut Stream) -> Table {
        Table::from_view(view, rng)
    }

    fn score(&self, table: &Table, seat: Seat) -> i64 {
        i64::from(table.points[seat.index()])
    }

    /// Who has the most cards, by the house's rule for ties. Points do not
    /// tell: after a tie for which nobody pays, all have none.
    fn winners(&self, table: &Table) -> Winners {
        table.winners
    }

    /// The cards in the pile, by which the points are given at the end.
    fn standing(&self, table: &Table, seat: Seat) -> i64 {
        table.piles[seat.index()].len() as i64
    }

    fn script_card(&self, card: NumberCard, fields: &mut impl Fields) {
        script_view::card(self, card, fields);
    }

    fn script_view(&self, view: &View, options: &Hastes, fields: &mut impl Fields) {
        script_view::view(self, view, options, fields);
    }
}

impl Audit for KazuTori {
    fn zones(&self, table: &Table) -> Vec<Zone<NumberCard>> {
        table.zones()
    }

    fn laid(event: &Event) -> Option<NumberCard> {
        if let Event::Discarded { card, .. } = event { Some(*card) } else { None }
    }

    fn role(&self, table: &Table, seat: Seat) -> Option<&'static str> {
        match (table.circle.has(seat), seat == table.discarder) {
            (false, _) => Some("out"),
            (true, true) => Some("lays the next card"),
            (true, false) => None,
        }
    }

    fn notice(&self, table: &Table) -> Option<String> {
        Some(format!("Number to be called: {}", table.number))
    }

    fn dealt(event: &Event) -> Option<Vec<(String, Set)>> {
        let Event::Dealt { piles } = event else {
            return None;
        };
        Some(Seat::all(SEATS).zip(piles).map(|(seat, &pile)| (format!("seat {seat}"), pile)).collect())
    }

    fn drawn(&self, event: &Event, draw: &mut dyn FnMut(Draw)) {
        match event {
            Event::Dealt { .. } => draw(Draw::Shuffle(DECK)),
            Event::Discarded { card, left, .. } => {
                draw(Draw::Range(u32::from(left + 1)));
                if *left > 0 || *card != NumberCard::ONI {
                    draw(Draw::Bools);
                }
            }
            Event::Slapped { .. } => draw(Draw::Normal),
            Event::Paid { left, given, .. } => {
                let paid = given.iter().map(|cards| cards.len() as u32).sum::<u32>();
                (1..=paid).rev().for_each(|card| draw(Draw::Range(u32::from(*left) + card)));
            }
            Event::GaveBack { given } => draw(Draw::Shuffle(given.iter().map(|cards| cards.len()).sum())),
            _ => {}
        }
    }

    fn has_view(&self, table: &Table, seat: Seat) -> bool {
        table.circle.has(seat)
    }

    fn max_decisions(&self) -> u64 {
        u64::from(self.rules.max_discards) * SEATS as u64
    }

    // Hands that are always too late never end a game.
    const SHORT: &'static [&'static str] = &["max_discards=2000"];
}
