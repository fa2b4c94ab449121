//! `weighing`: the player who counts what is out, and what it is worth to
//! whom.

mod months;
mod prospects;

use std::hint::select_unpredictable;

use self::months::ByMonth;
use self::prospects::{Captures, Parts, Prospects, ToBoth};
use crate::bots::{Bot, BotKind};
use crate::cards::Hanafuda;
use crate::game::{Game, Options};
use crate::games::kusuri_gui::table::{CARDS, HAND, WILLOWS};
use crate::games::kusuri_gui::{Choices, DECK, KusuriGui, View};
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
    /// Whether yaku add up.
    stack: bool,
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
            stack: rules.yaku_stack,
            has_limit: rules.chips > 0,
            willow_kusuri: rules.willow_kusuri,
            holds,
            weights,
        }
    }
}

/// A table as the player sees it, with what is reckoned only once.
struct Look<'a> {
    view: &'a View,
    /// The cards of each month that are unseen, and in the hand.
    unseen: ByMonth,
    held: ByMonth,
    /// How many cards are unseen.
    hidden: u8,
    /// How many of them the hand can match by month if they are laid.
    by_month: u8,
    /// How many willows are unseen, and in the hand.
    willows: u8,
    held_willows: u8,
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
        if self.stack { self.best::<true>(view, choices) } else { self.best::<false>(view, choices) }
    }
}

impl Weighing {
    /// The best card, if yaku add up (`STACK`) or not: compiled for both, as
    /// most of the work is to find out what captures are worth.
    #[inline(never)]
    fn best<const STACK: bool>(&self, view: &View, choices: &Choices) -> usize {
        let look = self.look::<STACK>(view);
        let mut best = (0, f64::NEG_INFINITY);
        for (place, card) in choices.iter().enumerate() {
            let worth = self.worth::<STACK>(&look, card);
            if worth > best.1 {
                best = (place, worth);
            }
        }
        best.0
    }

    /// What captures are worth to the player, less what they are to the
    /// opponent.
    #[inline(always)]
    fn lead<const STACK: bool>(&self, captures: Captures) -> f64 {
        let ToBoth([own, theirs]) = self.prospects.worth::<STACK>(captures);
        own - self.weights.denial * theirs
    }

    #[inline(always)]
    fn look<'a, const STACK: bool>(&'a self, view: &'a View) -> Look<'a> {
        let [own, theirs] = [view.role, view.role.opponent()].map(|role| view.captured[role as usize]);
        let hand = view.hand.set();
        let unseen = ByMonth::of(DECK - (own | theirs | view.discards.cards | view.aside | hand));
        let held = ByMonth::of(hand);
        let hidden = unseen.total();
        let their_hand = view.held[view.role.opponent() as usize];
        let [own_chips, their_chips] = [view.role, view.role.opponent()].map(|role| {
            if self.has_limit { f64::from(view.chips[role.seat(view.dealer)]) } else { f64::INFINITY }
        });
        let captures = self.prospects.parts(own).beside(self.prospects.parts(theirs));
        Look {
            view,
            unseen,
            held,
            hidden,
            by_month: unseen.in_months_of(hand - WILLOWS).total(),
            willows: unseen.month_of(Hanafuda::RAINMAN),
            held_willows: held.month_of(Hanafuda::RAINMAN),
            taken: &self.holds[usize::from(hidden)][usize::from(their_hand)],
            their_chips,
            own_chips,
            captures,
            pile: self.prospects.parts(view.discards.cards),
            now: self.lead::<STACK>(captures),
        }
    }

    /// What it is worth to play a card.
    #[inline(always)]
    fn worth<const STACK: bool>(&self, look: &Look<'_>, card: Hanafuda) -> f64 {
        let (view, discards) = (look.view, &look.view.discards);
        let is_willow = WILLOWS.has(card);
        let left = view.hand.len() - 1;
        let spent = select_unpredictable(is_willow, self.weights.willow * left as f64, 0.0);
        let pile = look.pile.and(self.prospects.parts_of(card));
        let gain = self.lead::<STACK>(look.captures.and_own(pile)) - look.now;
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
        let matching = look.willows + select_unpredictable(is_willow, 0, look.unseen.month_of(card));
        let taken = look.taken[usize::from(matching)];
        let is_lone = discards.cards.is_empty() && (!is_willow || self.willow_kusuri);
        let suffered = if is_lone { self.kusuri.min(look.own_chips) } else { 0.0 };
        let loss = look.now - self.lead::<STACK>(look.captures.and_theirs(pile)) + suffered;
        (1.0 - taken) * next * gain - self.weights.danger * taken * loss - spent
    }
}

/// The chance that the hand without a card matches one that is laid next.
/// Willows match all cards, the others those of their month.
#[inline(always)]
fn matches_next(look: &Look<'_>, card: Hanafuda) -> f64 {
    let is_willow = WILLOWS.has(card);
    // None of this can be foreseen: no branches.
    let is_alone = !is_willow & (look.held.month_of(card) == 1);
    let others = look.by_month - select_unpredictable(is_alone, look.unseen.month_of(card), 0);
    let has_other_willow = look.held_willows > u8::from(is_willow);
    f64::from(select_unpredictable(has_other_willow, look.hidden, others)) / f64::from(look.hidden)
}
