//! Kusuri-gui, *medicine eating*: a hanafuda game for two around one discard
//! pile, which whoever matches its top card takes whole.
//!
//! The words that players use:
//! - the *field*: four cards of the deal, one face up and three face down;
//! - the *discard pile*: begun with the face-up card; the only thing there is
//!   to capture;
//! - a *willow*: any of the four cards of the month, wild here (*oni-fuda*,
//!   demon cards): it captures whatever lies there, but is laid on an empty
//!   pile as any other card;
//! - to *lay*: to put a card on the pile that does not capture it;
//! - a *kusuri-gui*: to capture the single card that the opponent has just
//!   laid on the empty pile;
//! - a *yaku*: a set of captured cards that is worth chips at the end of a
//!   round.
//!
//! | file | has |
//! | --- | --- |
//! | `rows` | the facts of its rows |
//! | `rules` | the house rules |
//! | `table` | where the cards lie |
//! | `play` | the deal, the turn, the end of a round |
//! | `yaku` | what captured cards are worth |
//! | `view` | what a player sees and may choose |
//! | `script_view` | the view as scripts and programs read it |
//! | `events` | what happens |
//! | `metrics`, `rounds` | what is counted of it |
//! | `bots` | who plays |

mod bots;
mod events;
mod metrics;
mod play;
mod rounds;
mod rows;
mod rules;
mod script_view;
mod table;
mod view;
mod yaku;

#[cfg(test)]
mod tests;

pub use bots::Bots;
pub use events::{Event, GameEnd, RoundResult};
pub use metrics::Counts;
pub use rows::Facts;
pub use rules::{Brights, Rules};
pub use table::{AtDeal, Discards, Hand, Laid, Table, Waits};
pub use view::{Choices, View};
pub use yaku::{Score, Scoring, Yaku, YakuSet};

use std::hint::select_unpredictable;

use schemars::JsonSchema;
use serde::Serialize;

use self::play::Play;
use self::table::{CARDS, TURNS};
use crate::cards::{CardSet, Hanafuda, Kind};
use crate::game::{Audit, Game, Next, NullObserver, Observer, Options, Zone};
use crate::random::Stream;
use crate::script_value::Fields;
use crate::seat::Seat;
use crate::standings::{Standings, Winners};

/// A set of the cards that Kusuri-gui is played with.
pub type Set = CardSet<Hanafuda>;

/// How many play.
const PLAYERS: usize = 2;

/// The deck: all hanafuda but the chaff of bush clover and of maple, so that
/// hands of four come out even.
const DECK: Set = {
    let short_months = Hanafuda::BOAR.same_month().bits() | Hanafuda::DEER.same_month().bits();
    Set::from_bits(Hanafuda::ALL.bits() & !(short_months & Hanafuda::of_kind(Kind::Chaff).bits()))
};

/// A player's part in a round, in playing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Plays first.
    Dealer,
    /// Plays second.
    Other,
}

impl Role {
    /// Both, in playing order.
    pub const ALL: [Role; PLAYERS] = [Role::Dealer, Role::Other];
    /// Their names, in the same order.
    pub const NAMES: &'static [&'static str] = &["dealer", "other"];

    /// The name in the files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Role::NAMES[self as usize]
    }

    /// The seat that has the role when this one deals.
    #[must_use]
    #[inline]
    pub const fn seat(self, dealer: Seat) -> Seat {
        Seat::at(dealer.index() ^ self as usize)
    }

    /// Of what the dealer and the other player have, what this one has and then
    /// the opponent. Without a branch: it is looked at in turns.
    #[inline]
    pub(super) fn own_first<T: Copy>(self, [dealers, others]: [T; PLAYERS]) -> [T; PLAYERS] {
        let is_dealer = self == Role::Dealer;
        [select_unpredictable(is_dealer, dealers, others), select_unpredictable(is_dealer, others, dealers)]
    }

    /// The one across the table.
    #[must_use]
    #[inline]
    pub const fn opponent(self) -> Role {
        match self {
            Role::Dealer => Role::Other,
            Role::Other => Role::Dealer,
        }
    }
}

/// Kusuri-gui under some house rules.
#[derive(Clone, Debug)]
pub struct KusuriGui {
    rules: Rules,
    /// The cards that are played with, as a pack.
    pack: [Hanafuda; CARDS],
    scoring: Scoring,
}

impl KusuriGui {
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

impl Game for KusuriGui {
    const NAME: &'static str = "kusuri-gui";
    const TITLE: &'static str = "Kusuri-gui";
    const ABOUT: &'static str = "a hanafuda game for 2 in which a match takes the whole discard pile";
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
    type Card = Hanafuda;

    fn new(rules: Rules) -> KusuriGui {
        let mut cards = DECK.iter();
        let pack = [(); CARDS].map(|()| cards.next().expect("the deck fills a pack"));
        KusuriGui { scoring: Scoring::new(&rules), pack, rules }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> usize {
        PLAYERS
    }

    fn deck(&self) -> Set {
        DECK
    }

    fn begin(&self) -> Table {
        Table::new(self.stake())
    }

    #[inline]
    fn deal(&self, table: &mut Table, rng: &mut Stream, observer: &mut impl Observer<KusuriGui>) {
        Play { game: self, table, observer }.deal(rng);
    }

    #[inline]
    fn to_act(&self, table: &Table) -> Next {
        match table.waits {
            Waits::Play => Next::Choice(table.seat(table.role())),
            Waits::Deal => Next::Deal,
            Waits::Over => Next::Over,
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
        observer: &mut impl Observer<KusuriGui>,
    ) {
        Play { game: self, table, observer }.choose(choice);
    }

    #[inline]
    fn view(&self, table: &Table, seat: Seat) -> View {
        table.view(if seat == table.dealer { Role::Dealer } else { Role::Other })
    }

    fn sample_state(&self, view: &View, rng: &mut Stream) -> Table {
        Table::from_view(view, rng)
    }

    /// What was played from the hand that a seat holds.
    fn past_choices(&self, table: &Table, seat: Seat, tell: &mut impl FnMut(&View, &Choices, usize)) {
        let mut then = table.at_deal();
        for &card in table.plays() {
            let options = then.options();
            let choice = options.iter().position(|held| held == card).expect("who played it held it");
            if then.seat(then.role()) == seat {
                tell(&then.view(then.role()), &options, choice);
            }
            Play { game: self, table: &mut then, observer: &mut NullObserver }.choose(choice);
        }
    }

    fn score(&self, table: &Table, seat: Seat) -> i64 {
        i64::from(table.chips[seat] - self.stake())
    }

    /// The most chips win; who ties for first shares the win.
    fn winners(&self, table: &Table) -> Winners {
        Standings::new(PLAYERS, |seat| self.score(table, seat)).leaders()
    }

    fn script_card(&self, card: Hanafuda, fields: &mut impl Fields) {
        script_view::card(self, card, fields);
    }

    fn script_view(&self, view: &View, options: &Choices, fields: &mut impl Fields) {
        script_view::view(self, view, options, fields);
    }
}

impl Audit for KusuriGui {
    fn zones(&self, table: &Table) -> Vec<Zone<Hanafuda>> {
        table.zones()
    }

    fn laid(event: &Event) -> Option<Hanafuda> {
        match event {
            Event::Dealt { face_up, .. } => Some(*face_up),
            Event::SetAside { first, .. } => Some(*first),
            Event::Played { card, .. } => Some(*card),
            _ => None,
        }
    }

    fn role(&self, table: &Table, seat: Seat) -> Option<&'static str> {
        (seat == table.dealer).then_some(Role::Dealer.name())
    }

    fn dealt(event: &Event) -> Option<Vec<(String, Set)>> {
        let Event::Dealt { hands, face_up, face_down, .. } = event else {
            return None;
        };
        let mut places: Vec<(String, Set)> =
            Role::NAMES.iter().zip(hands).map(|(name, &hand)| ((*name).to_owned(), hand)).collect();
        places.push(("face up".to_owned(), Set::of(*face_up)));
        places.push(("face down".to_owned(), *face_down));
        Some(places)
    }

    fn max_decisions(&self) -> u64 {
        u64::from(self.rules.rounds) * u64::from(TURNS)
    }

    const RARE: &'static [(&'static str, &'static str)] =
        &[("misdeal:yes", "one deal in 135,751; the tests enumerate every field instead")];
}
