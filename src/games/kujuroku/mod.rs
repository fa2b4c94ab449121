//! Kujuroku, *ninety-six*: a fishing game for three, or for four of whom one
//! sits out.
//!
//! The words that players use:
//! - the *field*: the cards that lie open and can be captured;
//! - to *capture*: to take a field card of the same number;
//! - the *Oni*: a joker that captures any card; the *Jizo*: a joker that
//!   captures nothing but the Oni;
//! - a *yaku*: a set of captured cards that ends the round at once;
//! - *par*: 96 card points, a third of what the forty number cards are worth.
//!
//! | file | has |
//! | --- | --- |
//! | `rows` | the facts of its rows |
//! | `rules` | the house rules |
//! | `table` | where the cards lie |
//! | `play` | the deal, the turn, the end of a round |
//! | `yaku`, `scoring` | what captured cards are worth |
//! | `view` | what a player sees and may choose |
//! | `script_view` | the view as scripts and programs read it |
//! | `events`, `metrics` | what happens, and what is counted of it |
//! | `bots` | who plays |

mod bots;
mod events;
mod metrics;
mod play;
mod rows;
mod rules;
mod scoring;
mod script_view;
mod table;
mod view;
mod yaku;

#[cfg(test)]
mod tests;

pub use bots::Bots;
pub use events::{Ending, Event, GameEnd, OniFate};
pub use metrics::Counts;
pub use rows::Facts;
pub use rules::{Rules, YakuCheck};
pub use scoring::{PointTable, Settlement};
pub use table::{Hand, Oni, Table, Waits};
pub use view::{Choices, Decision, View};
pub use yaku::Yaku;

use schemars::JsonSchema;
use serde::Serialize;

use self::play::Play;
use self::table::{COMMON_DECK, Pile, TURNS};
use self::yaku::YakuTable;
use crate::cards::{CardSet, NumberCard};
use crate::game::{Audit, Draw, Game, Next, Observer, Zone};
use crate::random::Stream;
use crate::script_value::Fields;
use crate::seat::Seat;
use crate::standings::{Standings, Winners};

/// A set of the cards that Kujuroku is played with.
pub type Set = CardSet<NumberCard>;

/// A participant's part in a round, in playing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Plays first, and takes what the deal gives.
    Dealer,
    /// Plays second.
    Second,
    /// Plays third.
    Third,
}

impl Role {
    /// All three, in playing order.
    pub const ALL: [Role; 3] = [Role::Dealer, Role::Second, Role::Third];
    /// Their names, in the same order.
    pub const NAMES: &'static [&'static str] = &["dealer", "second", "third"];

    /// The name in the files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Role::NAMES[self as usize]
    }

    /// Who plays next.
    #[must_use]
    #[inline]
    pub const fn next(self) -> Role {
        match self {
            Role::Dealer => Role::Second,
            Role::Second => Role::Third,
            Role::Third => Role::Dealer,
        }
    }
}

/// Kujuroku under some house rules.
#[derive(Clone, Debug)]
pub struct Kujuroku {
    rules: Rules,
    players: usize,
    /// The cards that are played with, as a set and as a pack, the jokers last.
    cards: Set,
    pack: Pile,
    yaku: YakuTable,
    points: PointTable,
}

impl Kujuroku {
    /// The chips that each player starts with; 0 without a limit, where chips
    /// are only a count.
    fn stake(&self) -> i32 {
        self.rules.chips as i32
    }

    /// Whether nobody pays more than they have.
    fn has_limit(&self) -> bool {
        self.rules.chips > 0
    }
}

impl Game for Kujuroku {
    const NAME: &'static str = "kujuroku";
    const TITLE: &'static str = "Kujuroku";
    const ABOUT: &'static str = "a fishing game with a par of 96 points, 3 or 4 players";
    const HOUSE_BOT: &'static str = "weighing";
    const SCORE: &'static str = "chips";

    type Rules = Rules;
    type State = Table;
    type Options = Choices;
    type View = View;
    type Event = Event;
    type Bots = Bots;
    type Ledger = Counts;
    type Rows = Facts;
    type Card = NumberCard;

    fn new(rules: Rules) -> Kujuroku {
        let oni = Set::of(NumberCard::ONI).only_if(rules.oni);
        let jizo = Set::of(NumberCard::JIZO).only_if(rules.jizo);
        let cards = NumberCard::NUMBERED | oni | jizo;
        let pack: Vec<NumberCard> = cards.iter().collect();
        Kujuroku {
            players: usize::from(rules.players),
            cards,
            pack: Pile::new(&pack),
            yaku: YakuTable::new(&rules),
            points: PointTable::new(&rules),
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
        self.cards
    }

    fn begin(&self) -> Table {
        Table::new(self.stake())
    }

    #[inline]
    fn deal(&self, table: &mut Table, rng: &mut Stream, observer: &mut impl Observer<Kujuroku>) {
        Play { game: self, table, observer }.deal(rng);
    }

    #[inline]
    fn to_act(&self, table: &Table) -> Next {
        match table.waits {
            Waits::Deal => Next::Deal,
            Waits::Over => Next::Over,
            _ => Next::Choice(table.seat(table.role)),
        }
    }

    #[inline]
    fn options(&self, table: &Table) -> Choices {
        table.options()
    }

    #[inline]
    fn apply(
        &self,
        table: &mut Table,
        choice: usize,
        _rng: &mut Stream,
        observer: &mut impl Observer<Kujuroku>,
    ) {
        Play { game: self, table, observer }.choose(choice);
    }

    fn view(&self, table: &Table, seat: Seat) -> View {
        let [_, second, third] = table.participants.map(|participant| participant == seat);
        debug_assert!(table.participants.contains(&seat), "who sits out is not asked");
        table.view(Role::ALL[usize::from(second) + 2 * usize::from(third)])
    }

    fn sample_state(&self, view: &View, rng: &mut Stream) -> Table {
        Table::from_view(view, self.cards, rng)
    }

    fn score(&self, table: &Table, seat: Seat) -> i64 {
        i64::from(table.chips[seat] - self.stake())
    }

    /// The most chips win; who ties for first shares the win.
    fn winners(&self, table: &Table) -> Winners {
        Standings::new(self.players, |seat| self.score(table, seat)).leaders()
    }

    fn script_card(&self, card: NumberCard, fields: &mut impl Fields) {
        script_view::card(self, card, fields);
    }

    fn script_view(&self, view: &View, options: &Choices, fields: &mut impl Fields) {
        script_view::view(self, view, options, fields);
    }
}

impl Audit for Kujuroku {
    fn zones(&self, table: &Table) -> Vec<Zone<NumberCard>> {
        table.zones()
    }

    // Nothing lies in a heap.
    fn laid(_event: &Event) -> Option<NumberCard> {
        None
    }

    fn role(&self, table: &Table, seat: Seat) -> Option<&'static str> {
        let role = Role::ALL.into_iter().find(|&role| table.seat(role) == seat);
        Some(role.map_or("sits out", Role::name))
    }

    fn dealt(event: &Event) -> Option<Vec<(String, Set)>> {
        let Event::Dealt { hands, field, .. } = event else {
            return None;
        };
        let mut places: Vec<(String, Set)> =
            Role::NAMES.iter().zip(hands).map(|(name, &hand)| ((*name).to_owned(), hand)).collect();
        places.push(("field".to_owned(), *field));
        Some(places)
    }

    fn drawn(&self, event: &Event, draw: &mut dyn FnMut(Draw)) {
        if let Event::Dealt { .. } = event {
            draw(Draw::ShuffleWithExtras { cards: self.cards.len(), common: COMMON_DECK });
        }
    }

    fn has_view(&self, table: &Table, seat: Seat) -> bool {
        table.participants.contains(&seat)
    }

    fn max_decisions(&self) -> u64 {
        // A turn has a card to play, and two cards that may have a choice; the
        // deal has the Oni's prey, and two triples at most.
        u64::from(self.rules.max_rounds) * (3 * u64::from(TURNS) + 3)
    }

    const RARE: &'static [(&'static str, &'static str)] = &[];
}
