//! What a hand is worth at its end.
//!
//! Payoffs are the dealer's, without the antes, which are paid and gone: a pot
//! lies there, and either of the two can win it.

use std::collections::BTreeMap;

use super::cards::{Cards, Holding, Space};
use super::hand_tree::{Ending, HandTree};
use crate::games::kachi_kachi::{Rules, Tips};
use crate::solve::{DEALER, End, Matrix, OTHER, Payoffs};

/// What a drawn hand is worth to the dealer, by what both have bet in it and
/// left in the pot.
pub type Continuation<'a> = &'a dyn Fn(u32) -> f64;

/// What is paid at an end.
struct Paying<'a> {
    cards: &'a Cards,
    rules: &'a Rules,
    pot: f64,
    drawn: Continuation<'a>,
}

/// The payoffs of a hand for a pot, which need not be a whole number.
#[must_use]
pub fn hand_payoffs(
    hand_tree: &HandTree,
    cards: &Cards,
    rules: &Rules,
    pot: f64,
    drawn: Continuation,
) -> Payoffs<f64> {
    let paying = Paying { cards, rules, pot, drawn };
    let mut payoffs = Payoffs { matrices: Vec::new(), ends: Vec::new() };
    // The matrix of a showdown does not depend on the way there; that of a
    // fold not even on the bets, unless tips are paid.
    let mut known: BTreeMap<Ending, usize> = BTreeMap::new();
    for &ending in &hand_tree.endings {
        let (like, scale) = match ending {
            Ending::Showdown { wagered, spaces, .. } => {
                (Ending::Showdown { wagered, round: 0, bet: 0, spaces }, 1.0)
            }
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
                    self.showdown(&dealers[dealer], spaces[OTHER], other, wagered)
                })
            }
        }
    }

    fn of(&self, spaces: [Space; 2], payoff: impl Fn(&Holding, &Holding) -> f64) -> Matrix<f64> {
        let [dealers, others] = spaces.map(|space| self.cards.holdings(space));
        Matrix::new([dealers.len(), others.len()], |dealer, other| payoff(&dealers[dealer], &others[other]))
    }

    /// The payoff at a showdown, times its probability. The other player, who
    /// has seen the dealer's hand, claims a Zero Hand if that is better.
    fn showdown(&self, dealer: &Holding, space: Space, other: usize, wagered: u32) -> f64 {
        let holding = &self.cards.holdings(space)[other];
        let kept = self.shown(dealer, holding, wagered);
        let zero = self.cards.zeros().iter().position(|&zero| zero == other);
        let Some(zero) = zero.filter(|_| space == Space::Dealt) else { return kept };
        let [others, ten, again] = self.claimed(dealer, zero, wagered);
        kept.min(others + ten.min(again))
    }

    /// The payoffs if the other player claims at the showdown, times their
    /// probabilities: with a card that is not a Ten; with a Ten that is kept;
    /// with one that is drawn again on.
    fn claimed(&self, dealer: &Holding, zero: usize, wagered: u32) -> [f64; 3] {
        let mut once: Vec<f64> = self
            .cards
            .holdings(Space::Once(zero))
            .iter()
            .map(|other| self.shown(dealer, other, wagered))
            .collect();
        let ten = std::mem::take(&mut once[self.cards.ten()]);
        let again = self.cards.holdings(Space::Again(zero));
        [once.iter().sum(), ten, again.iter().map(|other| self.shown(dealer, other, wagered)).sum()]
    }

    /// The payoff of two hands that are shown, times their probability.
    fn shown(&self, dealer: &Holding, other: &Holding, wagered: u32) -> f64 {
        let probability = self.cards.probability(dealer, other);
        if probability == 0.0 {
            return 0.0;
        }
        let bets = f64::from(wagered);
        let (pot, winner) = match dealer.class().cmp(&other.class()) {
            std::cmp::Ordering::Less => (self.pot + bets, Some(DEALER)),
            std::cmp::Ordering::Equal => ((self.drawn)(wagered) - bets, None),
            std::cmp::Ordering::Greater => (-bets, Some(OTHER)),
        };
        let may_show = |side: usize| match self.rules.tips {
            Tips::Off => false,
            Tips::Winner => winner == Some(side),
            Tips::Showdown => true,
        };
        let mut tips = 0.0;
        if may_show(DEALER) {
            tips += self.cards.tip(dealer, other, self.rules);
        }
        if may_show(OTHER) {
            tips -= self.cards.tip(other, dealer, self.rules);
        }
        probability * (pot + tips)
    }
}
