//! What a hand is worth at its end.
//!
//! Payoffs are the dealer's, without the antes, which are paid and gone: a pot
//! lies there, and either of the two can win it.

use std::collections::BTreeMap;

use super::cards::{Cards, Holding, Space};
use super::hand_tree::Ending;
use super::meeting::{Meeting, Meetings};
use super::model::Model;
use super::tabulate::ShowdownClaims;
use crate::games::kachi_kachi::{Rules, Tips};
use crate::solve::{DEALER, End, Matrix, OTHER, Payoffs};

/// What a drawn hand is worth to the dealer, by what both have bet in it and
/// left in the pot.
pub type Continuation<'a> = &'a dyn Fn(u32) -> f64;

/// What the other player does at the turn to show, when the dealer's hand is
/// seen.
#[derive(Clone, Copy, Debug)]
pub enum LastTurn<'a> {
    /// The best, by what a draw is worth.
    Best,
    /// What [`super::SolvedBot`] does: claims, and draws again on a Ten if that
    /// is better when a drawn pot is shared.
    Solved,
    /// What some bot does.
    Bot(&'a ShowdownClaims),
}

/// What is paid at an end.
struct Paying<'a> {
    cards: &'a Cards,
    rules: &'a Rules,
    meetings: &'a Meetings,
    pot: f64,
    drawn: Continuation<'a>,
    last_turn: LastTurn<'a>,
}

/// The payoffs of a hand for a pot, which need not be a whole number.
#[must_use]
pub fn hand_payoffs(model: &Model, pot: f64, drawn: Continuation, last_turn: LastTurn) -> Payoffs<f64> {
    let Model { rules, cards, hand_tree, meetings } = model;
    let paying = Paying { cards, rules, meetings, pot, drawn, last_turn };
    let mut payoffs = Payoffs { matrices: Vec::new(), ends: Vec::new() };
    // The matrix of a showdown does not depend on the way there; that of a
    // fold not even on the bets, unless tips are paid.
    let mut known: BTreeMap<Ending, usize> = BTreeMap::new();
    for &ending in &hand_tree.endings {
        let (like, scale) = match ending {
            Ending::Showdown { wagered, spaces, .. } if !matches!(last_turn, LastTurn::Bot(_)) => {
                (Ending::Showdown { wagered, round: 0, bet: 0, spaces }, 1.0)
            }
            Ending::Showdown { .. } => (ending, 1.0),
            Ending::Fold { folds, wagered, spaces } if paying.tips_alone() => {
                (Ending::Fold { folds, wagered, spaces }, 1.0)
            }
            Ending::Fold { folds, wagered, spaces } => {
                (Ending::Fold { folds: DEALER, wagered: 0, spaces }, paying.folded(folds, wagered))
            }
        };
        let matrices = &mut payoffs.matrices;
        let matrix = *known.entry(like).or_insert_with(|| {
            matrices.push(paying.matrix(ending));
            matrices.len() - 1
        });
        payoffs.ends.push(End { matrix, scale });
    }
    payoffs
}

impl Paying<'_> {
    /// Whether the last player left gets tips.
    fn tips_alone(&self) -> bool {
        self.rules.tips_without_showdown && self.rules.tips != Tips::Off
    }

    /// What the dealer gets if somebody folds.
    fn folded(&self, folds: usize, wagered: u32) -> f64 {
        if folds == DEALER { -f64::from(wagered) } else { self.pot + f64::from(wagered) }
    }

    fn matrix(&self, ending: Ending) -> Matrix<f64> {
        match ending {
            Ending::Fold { folds, wagered, spaces } => self.of(spaces, |dealer, other| {
                let probability = self.cards.probability(dealer, other);
                if !self.tips_alone() {
                    return probability;
                }
                let tip = if folds == OTHER {
                    self.cards.tip(dealer, other, self.rules)
                } else {
                    -self.cards.tip(other, dealer, self.rules)
                };
                probability * (self.folded(folds, wagered) + tip)
            }),
            Ending::Showdown { wagered, spaces, .. } => {
                let [dealers, others] = spaces.map(|space| self.cards.holdings(space));
                Matrix::new([dealers.len(), others.len()], |dealer, other| {
                    self.showdown(&ending, dealer, other, wagered)
                })
            }
        }
    }

    fn of(&self, spaces: [Space; 2], payoff: impl Fn(&Holding, &Holding) -> f64) -> Matrix<f64> {
        let [dealers, others] = spaces.map(|space| self.cards.holdings(space));
        Matrix::new([dealers.len(), others.len()], |dealer, other| payoff(&dealers[dealer], &others[other]))
    }

    /// The payoff at a showdown, times its probability, with what the other
    /// player claims after the dealer's hand is seen.
    fn showdown(&self, ending: &Ending, dealer: usize, other: usize, wagered: u32) -> f64 {
        let Ending::Showdown { spaces, .. } = *ending else { unreachable!("the hands are shown") };
        let kept = self.shown(self.meetings.at(spaces, dealer, other), wagered);
        let zero = self.cards.zeros().iter().position(|&zero| zero == other);
        let Some(zero) = zero.filter(|_| spaces[OTHER] == Space::Dealt) else { return kept };
        let [others, ten, again] = self.claimed(spaces[DEALER], dealer, zero, wagered);
        match self.last_turn {
            LastTurn::Best => kept.min(others + ten.min(again)),
            LastTurn::Solved => {
                others + if self.draws_again(spaces[DEALER], dealer, zero, wagered) { again } else { ten }
            }
            LastTurn::Bot(claims) => {
                let [claims, draws] = claims.at(self.cards, ending, dealer, zero);
                let claimed = others + ten + draws * (again - ten);
                kept + claims * (claimed - kept)
            }
        }
    }

    /// The payoffs if the other player claims at the showdown, times their
    /// probabilities: with a card that is not a Ten; with a Ten that is kept;
    /// with one that is drawn again on.
    fn claimed(&self, space: Space, dealer: usize, zero: usize, wagered: u32) -> [f64; 3] {
        let shown = |meeting: &Meeting| self.shown(*meeting, wagered);
        let once = self.meetings.of_dealer([space, Space::Once(zero)], dealer);
        let ten = shown(&once[self.cards.ten()]);
        let (before, after) = once.split_at(self.cards.ten());
        let others = before.iter().chain(&after[1..]).map(shown).sum();
        let again = self.meetings.of_dealer([space, Space::Again(zero)], dealer).iter().map(shown).sum();
        [others, ten, again]
    }

    /// Whether to draw again on a Ten is better for the other player, if a
    /// drawn pot is shared.
    fn draws_again(&self, space: Space, dealer: usize, zero: usize, wagered: u32) -> bool {
        let shared = |wagered: u32| f64::from(wagered) + self.pot / 2.0;
        let [_, ten, again] = Paying { drawn: &shared, ..*self }.claimed(space, dealer, zero, wagered);
        again < ten
    }

    /// The payoff of two hands that are shown, times their probability.
    fn shown(&self, meeting: Meeting, wagered: u32) -> f64 {
        let bets = f64::from(wagered);
        let pot = match meeting.order {
            std::cmp::Ordering::Less => self.pot + bets,
            std::cmp::Ordering::Equal => (self.drawn)(wagered) - bets,
            std::cmp::Ordering::Greater => -bets,
        };
        meeting.probability * (pot + meeting.tips)
    }
}

/// Whether a solved bot draws again on a Ten at the turn to show, when the
/// dealer's hand of some space is seen.
#[must_use]
pub fn draws_again(model: &Model, pot: f64, space: Space, dealer: usize, zero: usize, wagered: u32) -> bool {
    let Model { rules, cards, meetings, .. } = model;
    let paying = Paying { cards, rules, meetings, pot, drawn: &|_| 0.0, last_turn: LastTurn::Solved };
    paying.draws_again(space, dealer, zero, wagered)
}
