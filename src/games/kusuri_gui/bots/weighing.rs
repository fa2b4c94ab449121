//! `weighing`: the player who counts what is out, and what it is worth to
//! whom.

mod expected;
mod months;
mod places;
mod prospects;
#[cfg(test)]
mod tests;

use std::hint::select_unpredictable;

use self::months::ByMonth;
use self::places::Places;
use self::prospects::Prospects;
use crate::bots::{Bot, BotKind};
use crate::cards::Hanafuda;
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

/// More than the cards that can match one, its month and the willows: as many
/// as a count [by month](ByMonth) can be.
const MATCHES: usize = 16;
/// More than the cards that can be unseen: a power of two.
const UNSEEN: usize = 64;

/// Reckons what each card is worth in chips, and plays the best.
#[derive(Clone, Debug)]
pub struct Weighing {
    weights: Weights,
    prospects: Prospects,
    /// Whether yaku add up.
    stack: bool,
    /// Whether nobody pays more than they have.
    has_limit: bool,
    willow_kusuri: bool,
    /// What a kusuri-gui pays.
    kusuri: f64,
    /// The odds that a card is captured by the opponent: by the number of all
    /// unseen ones, and that of the cards held.
    odds: Box<[[Odds; HAND + 1]; CARDS + 1]>,
    /// The hope for the next turn: by the number of all unseen cards, and of
    /// those that the hand matches.
    hopes: Box<[[f64; UNSEEN]; CARDS + 1]>,
}

/// The chance that somebody holds none of some cards, and that they hold one as
/// it is [weighed](Weights::danger), by how many of these cards there are.
#[derive(Clone, Copy, Debug)]
struct Odds {
    missed: [f64; MATCHES],
    danger: [f64; MATCHES],
}

impl BotKind<KusuriGui> for Weighing {
    const NAME: &'static str = "weighing";
    const DESCRIPTION: &'static str = "weighs the pile for both players' yaku, the probability that a laid card is matched, and what a willow is worth";
    type Parameters = Weights;

    #[allow(clippy::large_stack_arrays, reason = "made once, and then boxed")]
    fn new(game: &KusuriGui, weights: Weights) -> Weighing {
        let rules = game.rules();
        let mut odds =
            Box::new([[Odds { missed: [1.0; MATCHES], danger: [0.0; MATCHES] }; HAND + 1]; CARDS + 1]);
        for (unseen, odds) in odds.iter_mut().enumerate().skip(HAND) {
            for (held, odds) in odds.iter_mut().enumerate() {
                for matches in 0..MATCHES {
                    let none = (0..held)
                        .map(|card| unseen.saturating_sub(matches + card) as f64 / (unseen - card) as f64);
                    let taken = 1.0 - none.product::<f64>();
                    odds.missed[matches] = 1.0 - taken;
                    odds.danger[matches] = weights.danger * taken;
                }
            }
        }
        let mut hopes = Box::new([[0.0; UNSEEN]; CARDS + 1]);
        for (unseen, hopes) in hopes.iter_mut().enumerate() {
            for (matched, hope) in hopes.iter_mut().enumerate().take(unseen + 1) {
                *hope = weights.hope * (matched as f64 / unseen.max(1) as f64);
            }
        }
        Weighing {
            prospects: Prospects::new(rules, weights.reach, weights.denial),
            stack: rules.yaku_stack,
            has_limit: rules.chips > 0,
            willow_kusuri: rules.willow_kusuri,
            kusuri: f64::from(rules.kusuri),
            odds,
            hopes,
            weights,
        }
    }
}

/// A table as the player sees it, with what is reckoned only once. Pairs stand
/// in the order of cards that are no willows, and those that are.
struct Look<'a> {
    /// The cards that capture the pile.
    capturing: Set,
    /// How many unseen cards match one of each month that is laid: those of the
    /// month, and the willows.
    matching: ByMonth,
    /// The odds that the opponent holds one.
    odds: &'a Odds,
    /// How many unseen cards the rest of the hand matches; and how many fewer, if
    /// it loses its only card of a month.
    matched: [u32; 2],
    lost: ByMonth,
    /// The hope for the next turn, by how many it matches.
    hopes: &'a [f64; UNSEEN],
    /// What it costs to play a card.
    spent: [f64; 2],
    /// What it pays at once to capture the pile, and a kusuri-gui after that.
    made: f64,
    pays_next: f64,
    /// The captures if the player takes the pile, and what is gained by it.
    own: Places,
    gain: f64,
    /// The captures if the opponent takes it, and what is lost by it.
    theirs: Places,
    loss: [f64; 2],
}

impl Bot<KusuriGui> for Weighing {
    #[inline(always)]
    fn choose(&mut self, view: &View, choices: &Choices, _own: &mut Stream) -> usize {
        if self.stack { self.best::<true>(view, choices) } else { self.best::<false>(view, choices) }
    }
}

impl Weighing {
    /// The best card, if yaku add up (`STACK`) or not: compiled for both, as
    /// most of the work is to find out what captures are worth.
    #[inline(always)]
    fn best<const STACK: bool>(&self, view: &View, choices: &Choices) -> usize {
        let look = self.look::<STACK>(view);
        let mut best = (0, f64::NEG_INFINITY);
        for (place, card) in choices.iter().enumerate() {
            let worth = self.worth::<STACK>(&look, card);
            let is_better = worth > best.1;
            best = (select_unpredictable(is_better, place, best.0), if is_better { worth } else { best.1 });
        }
        best.0
    }

    #[inline(always)]
    fn look<'a, const STACK: bool>(&'a self, view: &View) -> Look<'a> {
        let [own, theirs] = view.role.own_first(view.captured);
        let (hand, pile) = (view.hand.set(), view.discards.cards);
        let unseen = ByMonth::of(DECK - (own | theirs | pile | view.aside | hand));
        let held = ByMonth::of(hand);
        let hidden = unseen.total();
        let by_month = unseen.in_months_of(hand - WILLOWS).total();
        let held_willows = held.month_of(Hanafuda::RAINMAN);
        let [_, their_hand] = view.role.own_first(view.held);
        let [made, pays_next, pays_them] = self.payments(view);
        let captures = Places::of(self.prospects.moves::<0>(own), self.prospects.moves::<1>(theirs));
        let own = captures.and(self.prospects.moves::<0>(pile));
        let theirs = captures.and(self.prospects.moves::<1>(pile));
        let [now, own_lead, their_lead] =
            [captures, own, theirs].map(|captures| self.prospects.lead::<STACK>(captures));
        let (loss, is_empty) = (now - their_lead, pile.is_empty());
        // Willows match all cards, the others those of their month.
        let matched = [0, 1].map(|own| select_unpredictable(held_willows > own, hidden, by_month));
        Look {
            capturing: view.discards.matching,
            matching: unseen.with_willows(),
            odds: &self.odds[usize::from(hidden)][usize::from(their_hand)],
            matched: matched.map(u32::from),
            lost: unseen.where_single(held).only_if(held_willows == 0),
            hopes: &self.hopes[usize::from(hidden)],
            spent: [0.0, self.weights.willow * f64::from(view.hand.len() as u8 - 1)],
            made,
            pays_next,
            own,
            gain: own_lead - now,
            theirs,
            loss: [is_empty, is_empty & self.willow_kusuri]
                .map(|is_kusuri| loss + either(is_kusuri, pays_them, 0.0)),
        }
    }

    /// What it pays to capture the pile, a kusuri-gui after that, and one of the
    /// opponent's. With a limit, nobody pays more than they have, and what takes
    /// all that there is to win pays more than anything.
    #[inline(always)]
    fn payments(&self, view: &View) -> [f64; 3] {
        let made = either(view.discards.lone, self.kusuri, 0.0);
        if !self.has_limit {
            return [made, self.kusuri, self.kusuri];
        }
        let [own, theirs] = view.own_chips_first().map(f64::from);
        let all_made = if made >= theirs { f64::INFINITY } else { made };
        [all_made, self.kusuri.min(theirs - made), self.kusuri.min(own)]
    }

    /// What it is worth to play a card.
    #[inline(always)]
    fn worth<const STACK: bool>(&self, look: &Look<'_>, card: Hanafuda) -> f64 {
        let step = self.prospects.step(card);
        let is_willow = usize::from(step.is_willow);
        let gain = look.gain + self.prospects.change::<STACK, 0>(look.own, step);
        let matched = look.matched[is_willow] - u32::from(look.lost.month_of(card));
        let next = look.hopes[matched as usize % UNSEEN];
        if look.capturing.has(card) {
            // The opponent has to lay a card on the empty pile.
            return gain + look.made + next * look.pays_next - look.spent[is_willow];
        }
        let matching = usize::from(look.matching.month_of(card));
        let loss = look.loss[is_willow] - self.prospects.change::<STACK, 1>(look.theirs, step);
        look.odds.missed[matching] * next * gain - look.odds.danger[matching] * loss - look.spent[is_willow]
    }
}

/// One of two numbers, without a branch.
#[inline(always)]
fn either(first: bool, one: f64, other: f64) -> f64 {
    f64::from_bits(select_unpredictable(first, one.to_bits(), other.to_bits()))
}
