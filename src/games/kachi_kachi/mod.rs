//! Kachi-Kachi: a betting game with hands of two cards, for two to eight.
//!
//! The words that players use:
//! - the *ante*: what goes into the pot before the deal;
//! - to *open*: to make the first bet of a betting round; to *call*: to match
//!   it; to *fold*: to give up the hand;
//! - the *showdown*: the comparison of the hands of those who remain;
//! - *shippin*: a One and a Four;
//! - *kabu*: the last digit of the sum of two cards, which ranks the hands
//!   that are nothing better;
//! - a *Zero Hand*: 2-8, 3-7 or 4-6, which may be *claimed* for a new card;
//! - a *tip*: what every other player pays for certain hands, beside the pot.
//!
//! | file | has |
//! | --- | --- |
//! | `rows` | the facts of its rows |
//! | `rules` | the house rules |
//! | `hand` | hands of two cards and their rank |
//! | `circle` | sets of players around the table |
//! | `tips` | which hands are worth a tip |
//! | `pack` | the cards in the order of the deal, shuffled as far as needed |
//! | `past` | what the others chose before, as far as it shows what they hold |
//! | `table` | where the cards and the points lie |
//! | `play` | the deal, the betting, the showdown, the end of a hand |
//! | `view` | what a player sees and may choose |
//! | `script_view` | the view as scripts and programs read it |
//! | `events`, `metrics` | what happens, and what is counted of it |
//! | `bots` | who plays |
//! | `solve` | the hand for two as an extensive game |

mod bots;
mod circle;
mod events;
mod hand;
mod metrics;
mod pack;
mod past;
mod play;
mod rows;
mod rules;
mod script_view;
pub mod solve;
mod table;
mod tips;
mod view;

#[cfg(test)]
mod tests;

pub use bots::Bots;
pub use events::{Ending, Event, Stage};
pub use hand::{Class, Classes, Hand};
pub use metrics::Counts;
pub use rows::Facts;
pub use rules::{Rules, Tips};
pub use table::{Bets, Betting, Table};
pub use tips::Tip;
pub use view::{Choices, Decision, Move, Seen, View};

use self::circle::Circle;
use self::pack::Pack;
use self::play::Play;
use self::solve::table_response::{is_response, open_response};
use self::table::{COMMON_DECK, Waits};
use crate::bots::ExternalBot;
use crate::cards::{CardSet, Number, NumberCard};
use crate::game::{Audit, Draw, Game, Next, Observer, Zone};
use crate::random::Stream;
use crate::script_value::Fields;
use crate::seat::{BySeat, Seat};
use crate::standings::{Standings, Winners};

/// A set of the cards that Kachi-Kachi is played with.
pub type Set = CardSet<NumberCard>;

/// How many cards of a number are in the deck: half of the Kabufuda deck, and
/// by house rule one more of the Ones and the Tens.
#[must_use]
pub const fn copies(number: Number, extra_cards: bool) -> u8 {
    if extra_cards && (number.get() == 1 || number.get() == 10) { 3 } else { 2 }
}

/// The cards of the deck. The first of the Ones is the red One, the first of
/// the Fours the marked Four.
#[must_use]
pub fn deck(extra_cards: bool) -> Set {
    Number::all()
        .flat_map(|number| (0..copies(number, extra_cards)).map(move |copy| NumberCard::of(number, copy)))
        .collect()
}

/// Kachi-Kachi under some house rules.
#[derive(Clone, Debug)]
pub struct KachiKachi {
    rules: Rules,
    players: usize,
    circle: Circle,
    /// The cards that are played with, as a set and as a pack.
    cards: Set,
    pack: Pack,
    /// What each seat antes.
    antes: BySeat<i32>,
}

impl KachiKachi {
    /// The opening bets that are possible.
    #[inline]
    fn amounts(&self, betting: &Betting) -> Choices {
        Choices::of_amounts(self.rules.min_bet, self.rules.max_wager - betting.wagered)
    }
}

impl Game for KachiKachi {
    const NAME: &'static str = "kachi-kachi";
    const TITLE: &'static str = "Kachi-Kachi";
    const ABOUT: &'static str = "a betting game with hands of two cards, 2 to 8 players";
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
    type Card = NumberCard;

    fn new(rules: Rules) -> KachiKachi {
        let cards = deck(rules.extra_cards);
        let common = deck(false);
        let players = usize::from(rules.players);
        KachiKachi {
            players,
            circle: Circle::new(players),
            cards,
            pack: Pack::unshuffled(common.iter().chain(cards - common)),
            antes: BySeat::from_fn(|seat| if seat.index() < players { rules.ante as i32 } else { 0 }),
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
        Table::new()
    }

    #[inline]
    fn deal(&self, table: &mut Table, rng: &mut Stream, observer: &mut impl Observer<KachiKachi>) {
        Play { game: self, table, observer, rng }.deal();
    }

    #[inline]
    fn to_act(&self, table: &Table) -> Next {
        match table.waits {
            Waits::Choice(_) => Next::Choice(table.seat(table.betting.turn(), self.players)),
            Waits::Deal => Next::Deal,
            Waits::Over => Next::Over,
        }
    }

    #[inline]
    fn options(&self, table: &Table) -> Choices {
        table.options(self)
    }

    #[inline]
    fn apply(
        &self,
        table: &mut Table,
        choice: usize,
        rng: &mut Stream,
        observer: &mut impl Observer<KachiKachi>,
    ) {
        Play { game: self, table, observer, rng }.choose(choice);
    }

    #[inline(always)]
    fn view(&self, table: &Table, seat: Seat) -> View {
        let Waits::Choice(decision) = table.waits else { panic!("nobody is to choose") };
        table.view(table.position(seat, self.players), decision, self)
    }

    fn sample_state(&self, view: &View, rng: &mut Stream) -> Table {
        Table::from_view(view, self, rng)
    }

    fn redeal(&self, view: &View, table: &mut Table, seat: Seat, rng: &mut Stream) {
        table.redeal(view, seat, self, rng);
    }

    fn past_choices(&self, table: &Table, seat: Seat, tell: &mut impl FnMut(&View, &Choices, usize)) {
        past::choices(self, table, table.position(seat, self.players), tell);
    }

    fn score(&self, table: &Table, seat: Seat) -> i64 {
        table.points[seat] - i64::from(table.paid[seat])
    }

    /// What all others may have bet, and their antes.
    fn largest_stake(&self) -> Option<i64> {
        let others = i64::from(self.rules.players) - 1;
        Some(others * (i64::from(self.rules.max_wager) + i64::from(self.rules.ante)))
    }

    /// The most points win; who ties for first shares the win.
    fn winners(&self, table: &Table) -> Winners {
        Standings::new(self.players, |seat| self.score(table, seat)).leaders()
    }

    fn solved_bot(&self, content: &[u8]) -> Result<(Box<dyn ExternalBot<KachiKachi>>, String), String> {
        if is_response(content) {
            let (bot, about) = open_response(&self.rules, content)?;
            return Ok((Box::new(bot), about));
        }
        let (bot, file) = solve::open_solution(&self.rules, content)?;
        Ok((Box::new(bot), file.about))
    }

    fn script_card(&self, card: NumberCard, fields: &mut impl Fields) {
        script_view::card(self, card, fields);
    }

    fn script_view(&self, view: &View, options: &Choices, fields: &mut impl Fields) {
        script_view::view(self, view, options, fields);
    }
}

impl Audit for KachiKachi {
    fn zones(&self, table: &Table) -> Vec<Zone<NumberCard>> {
        table.zones(self)
    }

    // Nothing lies in a heap.
    fn laid(_event: &Event) -> Option<NumberCard> {
        None
    }

    fn role(&self, table: &Table, seat: Seat) -> Option<&'static str> {
        let remains = table.betting.remaining >> table.position(seat, self.players) & 1 == 1;
        match (seat == table.dealer, remains) {
            (true, true) => Some("dealer"),
            (true, false) => Some("dealer, folded"),
            (false, true) => None,
            (false, false) => Some("folded"),
        }
    }

    fn notice(&self, table: &Table) -> Option<String> {
        let Betting { pot, bet, .. } = table.betting;
        Some(if bet > 0 { format!("Pot {pot}, bet {bet}") } else { format!("Pot {pot}") })
    }

    fn dealt(event: &Event) -> Option<Vec<(String, Set)>> {
        let Event::Dealt { hands, .. } = event else {
            return None;
        };
        Some(hands.iter().map(|(seat, hand)| (format!("seat {seat}"), hand.set())).collect())
    }

    fn drawn(&self, event: &Event, draw: &mut dyn FnMut(Draw)) {
        if let Event::Dealt { .. } = event {
            draw(Draw::Deal { cards: COMMON_DECK, dealt: 2 * self.players });
        }
    }

    fn points_elsewhere(&self, table: &Table) -> Vec<(&'static str, i64)> {
        vec![("the pot", table.betting.pot)]
    }

    fn max_decisions(&self) -> u64 {
        // In a round each player is asked for a claim and for the bet, and one
        // of them for the amount; at the showdown for a claim again; and once
        // in a hand whether to draw again.
        let in_a_hand = 3 * (2 * self.players as u64 + 1) + self.players as u64 + self.players as u64;
        // A drawn last hand is followed by more. That a thousand of them are
        // drawn is not to be expected before the stars are cold.
        (u64::from(self.rules.hands) + 1_000) * in_a_hand
    }

    const RARE: &'static [(&'static str, &'static str)] = &[
        ("tip.tens_top", "takes a third Ten, and extra_cards changes more than this tip"),
        ("tip.ones_top", "takes a third One, and extra_cards changes more than this tip"),
        ("zero_result:pair-9", NO_CLAIM_MAKES),
        ("zero_result:pair-5", NO_CLAIM_MAKES),
        ("zero_result:pair-1", NO_CLAIM_MAKES),
        ("zero_result:one-nine", NO_CLAIM_MAKES),
        ("zero_result:one-six", NO_CLAIM_MAKES),
        ("zero_result:one-five", NO_CLAIM_MAKES),
        ("zero_result:kabu-2", NO_CLAIM_MAKES),
        ("zero_result:kabu-1", NO_CLAIM_MAKES),
        ("zero_result:kabu-0", NO_CLAIM_MAKES),
    ];
}

/// The hands that no claim can come to, or that a better one always replaces.
const NO_CLAIM_MAKES: &str = "no card drawn to 2-8, 3-7 or 4-6 makes it the best hand";
