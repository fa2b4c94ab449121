//! `weighing`: the player who counts what is out, and what it is worth to
//! whom.

mod prospects;

use self::prospects::{Captures, Parts, Prospects};
use crate::bots::{Bot, BotKind};
use crate::cards::{Card, Hanafuda};
use crate::game::{Game, Options};
use crate::games::kusuri_gui::table::{CARDS, HAND, WILLOWS};
use crate::games::kusuri_gui::{Choices, DECK, KusuriGui, Set, View};
use crate::random::Stream;

crate::settings! {
    /// What weighs how much.
    pub struct Weights {
        reach["reach"]: f64 = 0.35, in 0.0..=1.0, "the chance by which a card that nobody has yet is expected to be captured, for yaku in reach";
        denial["denial"]: f64 = 0.6, in 0.0..=10.0, "what a chip of the opponent's yaku is worth, in own ones";
        danger["danger"]: f64 = 1.0, in 0.0..=10.0, "the weight of what the opponent takes if a laid card is matched";
        hope["hope"]: f64 = 1.0, in 0.0..=10.0, "the weight of what the next turn may take, if a laid card is not matched";
        willow["willow"]: f64 = 0.7, in 0.0..=20.0, "what it costs to play a willow, for each card that is left in the hand";
    }
    check |_| Ok(());
}

/// How many cards can match one: its month and the willows.
const MATCHES: usize = 8;

/// Reckons what each card is worth in chips, and plays the best.
#[derive(Clone, Debug)]
pub struct Weighing {
    weights: Weights,
    prospects: Prospects,
    /// What a kusuri-gui pays.
    kusuri: f64,
    /// Whether nobody pays more than they have.
    has_limit: bool,
    willow_kusuri: bool,
    /// The chance to hold one of some cards at least: by the number of all
    /// unseen ones, that of the cards held, and their own.
    holds: Box<[[[f64; MATCHES + 1]; HAND + 1]; CARDS + 1]>,
}

impl BotKind<KusuriGui> for Weighing {
    const NAME: &'static str = "weighing";
    const DESCRIPTION: &'static str = "weighs the pile for both players' yaku, the probability that a laid card is matched, and what a willow is worth";
    type Parameters = Weights;

    fn new(game: &KusuriGui, weights: Weights) -> Weighing {
        let rules = game.rules();
        let mut holds = Box::new([[[0.0; MATCHES + 1]; HAND + 1]; CARDS + 1]);
        for (unseen, holds) in holds.iter_mut().enumerate().skip(HAND) {
            for (held, holds) in holds.iter_mut().enumerate() {
                for (matches, holds) in holds.iter_mut().enumerate() {
                    let none = (0..held)
                        .map(|card| unseen.saturating_sub(matches + card) as f64 / (unseen - card) as f64);
                    *holds = 1.0 - none.product::<f64>();
                }
            }
        }
        Weighing {
            prospects: Prospects::new(rules, weights.reach),
            kusuri: f64::from(rules.kusuri),
            has_limit: rules.chips > 0,
            willow_kusuri: rules.willow_kusuri,
            holds,
            weights,
        }
    }
}

/// The cards that a card matches if they are laid.
#[inline]
fn matched_by(card: Hanafuda) -> Set {
    if WILLOWS.has(card) { DECK } else { card.same_month() }
}

/// How many cards of a card's month there are among some.
#[inline]
fn of_month(cards: Set, card: Hanafuda) -> u8 {
    const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
    COUNTS[(cards.bits() >> (card.index() & !3)) as usize % 16]
}

/// A table as the player sees it, with what is reckoned only once.
struct Look<'a> {
    view: &'a View,
    unseen: Set,
    /// How many cards are unseen.
    hidden: u8,
    /// How many of them are willows.
    willows: u8,
    /// How many of them the hand can match if they are laid; those that only
    /// one of its cards matches, and how many these are.
    matched: u8,
    matched_once: Set,
    once: u8,
    /// The chance that the opponent matches a card that is laid, by how many
    /// unseen cards do.
    taken: &'a [f64; MATCHES + 1],
    /// What the opponent can still pay, and what the player can.
    their_chips: f64,
    own_chips: f64,
    captures: Captures,
    pile: Parts,
    /// The worth of the captures as they are.
    now: f64,
}

impl Bot<KusuriGui> for Weighing {
    fn choose(&mut self, view: &View, choices: &Choices, _own: &mut Stream) -> usize {
        let [own, theirs] = [view.role, view.role.opponent()].map(|role| view.captured[role as usize]);
        let seen = own | theirs | view.discards.cards | view.aside | view.hand.set();
        let captures = self.prospects.parts(own).beside(self.prospects.parts(theirs));
        let (mut matched, mut matched_twice) = (Set::EMPTY, Set::EMPTY);
        for &card in view.hand.cards() {
            matched_twice |= matched & matched_by(card);
            matched |= matched_by(card);
        }
        let unseen = DECK - seen;
        let matched_once = unseen & (matched - matched_twice);
        let held = view.held[view.role.opponent() as usize];
        let [own_chips, their_chips] = [view.role, view.role.opponent()].map(|role| {
            if self.has_limit { f64::from(view.chips[role.seat(view.dealer)]) } else { f64::INFINITY }
        });
        let look = Look {
            view,
            their_chips,
            own_chips,
            unseen,
            hidden: unseen.len() as u8,
            willows: of_month(unseen, Hanafuda::RAINMAN),
            matched: (unseen & matched).len() as u8,
            matched_once,
            once: matched_once.len() as u8,
            taken: &self.holds[unseen.len()][usize::from(held)],
            captures,
            pile: self.prospects.parts(view.discards.cards),
            now: self.lead(captures),
        };
        let mut best = (0, f64::NEG_INFINITY);
        for place in 0..choices.count() {
            let worth = self.worth(&look, choices.at(place));
            if worth > best.1 {
                best = (place, worth);
            }
        }
        best.0
    }
}

impl Weighing {
    /// What captures are worth to the player, less what they are to the
    /// opponent.
    #[inline]
    fn lead(&self, captures: Captures) -> f64 {
        let [own, theirs] = self.prospects.worth(captures);
        own - self.weights.denial * theirs
    }

    /// What it is worth to play a card.
    fn worth(&self, look: &Look<'_>, card: Hanafuda) -> f64 {
        let (view, discards) = (look.view, &look.view.discards);
        let is_willow = WILLOWS.has(card);
        let left = view.hand.len() - 1;
        let spent = if is_willow { self.weights.willow * left as f64 } else { 0.0 };
        let pile = look.pile.and(self.prospects.parts_of(card));
        let gain = self.lead(look.captures.and_own(pile)) - look.now;
        let next = self.weights.hope * matches_next(look, card);
        if discards.matching.has(card) {
            let made = if discards.lone { self.kusuri } else { 0.0 };
            if made >= look.their_chips {
                // It takes all that there is to win.
                return f64::INFINITY;
            }
            // The opponent has to lay a card on the empty pile.
            return gain + made + next * self.kusuri.min(look.their_chips - made) - spent;
        }
        let matching = look.willows + if is_willow { 0 } else { of_month(look.unseen, card) };
        let taken = look.taken[usize::from(matching)];
        let is_lone = discards.cards.is_empty() && (!is_willow || self.willow_kusuri);
        let suffered = if is_lone { self.kusuri.min(look.own_chips) } else { 0.0 };
        let loss = look.now - self.lead(look.captures.and_theirs(pile)) + suffered;
        (1.0 - taken) * next * gain - self.weights.danger * taken * loss - spent
    }
}

/// The chance that the hand without a card matches one that is laid next.
fn matches_next(look: &Look<'_>, card: Hanafuda) -> f64 {
    // Whatever the hand matches once only, a willow in it matches.
    let by_card_alone = if WILLOWS.has(card) { look.once } else { of_month(look.matched_once, card) };
    f64::from(look.matched - by_card_alone) / f64::from(look.hidden)
}
