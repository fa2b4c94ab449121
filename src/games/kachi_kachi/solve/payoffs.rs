//! What a hand is worth at its end.
//!
//! Payoffs are the dealer's, without the antes, which are paid and gone: a pot
//! lies there, and either of the two can win it.

use std::collections::BTreeMap;

use super::cards::{Cards, Holding, Space};
use super::hand_tree::Ending;
use super::model::Model;
use super::tabulate::ShowdownClaims;
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
    /// What the other player does at the turn to show; none if it is the best.
    claims: Option<&'a ShowdownClaims>,
}

/// The payoffs of a hand for a pot, which need not be a whole number. The other
/// player claims at the showdown as some bot does, or, knowing both hands, in
/// the best way.
#[must_use]
pub fn hand_payoffs(
    model: &Model,
    pot: f64,
    drawn: Continuation,
    claims: Option<&ShowdownClaims>,
) -> Payoffs<f64> {
    let Model { rules, cards, hand_tree } = model;
    let paying = Paying { cards, rules, pot, drawn, claims };
    let mut payoffs = Payoffs { matrices: Vec::new(), ends: Vec::new() };
    // The matrix of a showdown does not depend on the way there; that of a
    // fold not even on the bets, unless tips are paid.
    let mut known: BTreeMap<Ending, usize> = BTreeMap::new();
    for &ending in &hand_tree.endings {
        let (like, scale) = match ending {
            Ending::Showdown { wagered, spaces, .. } if claims.is_none() => {
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
        let Ending::Showdown { spaces, .. } = ending else { unreachable!("the hands are shown") };
        let dealers = &self.cards.holdings(spaces[DEALER])[dealer];
        let kept = self.shown(dealers, &self.cards.holdings(spaces[OTHER])[other], wagered);
        let zero = self.cards.zeros().iter().position(|&zero| zero == other);
        let Some(zero) = zero.filter(|_| spaces[OTHER] == Space::Dealt) else { return kept };
        let [others, ten, again] = self.claimed(dealers, zero, wagered);
        match self.claims {
            None => kept.min(others + ten.min(again)),
            Some(claims) => {
                let [claims, draws] = claims.at(self.cards, ending, dealer, zero);
                let claimed = others + ten + draws * (again - ten);
                kept + claims * (claimed - kept)
            }
        }
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

/// Whether the other player should draw again after a Ten at the turn to show,
/// when the dealer's hand is seen.
#[must_use]
pub fn draws_again(
    model: &Model,
    pot: f64,
    drawn: Continuation,
    dealer: &Holding,
    zero: usize,
    wagered: u32,
) -> bool {
    let paying = Paying { cards: &model.cards, rules: &model.rules, pot, drawn, claims: None };
    let [_, ten, again] = paying.claimed(dealer, zero, wagered);
    again < ten
}
