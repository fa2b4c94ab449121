//! A bot that plays a solved strategy.

use std::sync::Arc;

use super::cards::Space;
use super::model::Model;
use super::payoffs::draws_again;
use super::situation::{Claimed, History};
use super::solution::{Solution, StrategyTable};
use crate::bots::{Bot, ExternalBot, GameKey};
use crate::game::Options as _;
use crate::games::kachi_kachi::{Choices, Decision, Hand, KachiKachi, View};
use crate::random::Stream;
use crate::solve::{DEALER, Node, OTHER};

/// Plays the strategies of a solution.
#[derive(Clone)]
pub struct SolvedBot {
    solved: Arc<(Model, Solution)>,
    /// How many hands a game has.
    hands: u32,
    /// How the hand went that is being played.
    history: History,
}

impl SolvedBot {
    /// A bot for games of so many hands.
    #[must_use]
    pub fn new(solved: Arc<(Model, Solution)>, hands: u32) -> SolvedBot {
        SolvedBot { solved, hands, history: History::default() }
    }

    fn model(&self) -> &Model {
        &self.solved.0
    }

    /// Brings what is remembered up to date. A player is asked in every round,
    /// and sees what the others have done since; so the first turn of a hand
    /// takes no memory.
    fn remember(&mut self, view: &View) {
        let betting = &view.betting;
        let min_bet = self.model().rules.min_bet;
        if betting.round == 1 && !betting.showdown {
            self.history.bets = [0; 3];
        }
        let place = usize::from(betting.round) - 1;
        let wagered = if betting.showdown { betting.wagered - betting.bet } else { betting.wagered };
        let bets = &mut self.history.bets;
        if bets[..place].iter().sum::<u32>() != wagered || bets[..place].contains(&0) {
            // The round before this one is the only new one, unless the bot
            // begins in the middle of a hand.
            let known: u32 = bets[..place.saturating_sub(1)].iter().sum();
            let is_new = place > 0 && known + min_bet <= wagered && !bets[..place - 1].contains(&0);
            match place {
                0 => {}
                _ if is_new => bets[place - 1] = wagered - known,
                1 => bets[0] = wagered,
                _ => bets[..2].copy_from_slice(&[min_bet, wagered - min_bet]),
            }
        }
        bets[place] = betting.bet;
        for side in [DEALER, OTHER] {
            self.history.claims[side] = self.claimed(view, side);
        }
    }

    /// What is known of a player's claim.
    fn claimed(&self, view: &View, side: usize) -> Option<Claimed> {
        let seen = &view.cards[side];
        let is_first = view.betting.round == 1 && !view.betting.showdown;
        let remembered = self.history.claims[side].filter(|_| !is_first);
        let zero = self.zero(seen.dealt.filter(|_| seen.draws > 0)?)?;
        let is_own = side == view.position;
        // Before this turn it was the turn of the other player: the dealer's in
        // this round, or the other's in the round before.
        let round = match (is_own, side, view.betting.showdown) {
            (true, _, true) | (false, DEALER, true) => 0,
            (true, _, false) | (false, DEALER, false) | (false, _, true) => view.betting.round,
            (false, _, false) => view.betting.round - 1,
        };
        let now = Claimed { zero, again: seen.draws > 1, round };
        Some(remembered.map_or(now, |before| Claimed { round: before.round, ..now }))
    }

    fn zero(&self, hand: Hand) -> Option<usize> {
        let dealt = self.model().cards.dealt(hand);
        self.model().cards.zeros().iter().position(|&zero| zero == dealt)
    }

    /// What lay in the pot before the first bet.
    fn pot(view: &View) -> f64 {
        let betting = &view.betting;
        let bet = if view.position == OTHER && !betting.showdown { betting.bet } else { 0 };
        (betting.pot - i64::from(2 * betting.wagered + bet)) as f64
    }

    /// The strategy for the pot. While more hands follow, to win means to deal
    /// the next one as well.
    fn table(&self, view: &View) -> &StrategyTable {
        let solution = &self.solved.1;
        let deal = if view.hand < self.hands { 2.0 * solution.deal } else { 0.0 };
        solution.nearest(SolvedBot::pot(view) + deal)
    }

    /// The index of the own hand in its space.
    fn hand(&self, view: &View) -> usize {
        let seen = &view.cards[view.position];
        let cards = &self.model().cards;
        let last = seen.drawn.iter().flatten().last();
        match (view.decision, last) {
            (Decision::Claim | Decision::Again, _) | (_, None) => {
                cards.dealt(seen.dealt.expect("a player knows the own hand"))
            }
            (_, Some(&card)) => cards.kind(card),
        }
    }

    /// Where the hand stands for a player who was just asked, and the index of
    /// the own hand there.
    #[cfg(test)]
    pub(super) fn place(&self, view: &View) -> (super::Place, usize) {
        let model = self.model();
        let betting = &view.betting;
        let is_claim = matches!(view.decision, Decision::Claim | Decision::Again);
        let mut history = self.history;
        if is_claim {
            history.claims[view.position] = None;
        }
        let node = model.find(&history, betting.round, betting.showdown, view.position, is_claim);
        // The end after the dealer's turn to show is the other player's turn.
        let place = super::Place { side: view.position, ..model.hand_tree.places[node as usize] };
        (place, self.hand(view))
    }

    /// At the turn to show of who has seen the dealer's hand.
    fn last_turn(&self, view: &View) -> bool {
        if view.decision == Decision::Claim {
            // No hand is worse than a Zero Hand.
            return true;
        }
        let model = self.model();
        let pot = SolvedBot::pot(view);
        let seen = &view.cards[DEALER];
        let space = match self.history.claims[DEALER] {
            None => Space::Dealt,
            Some(Claimed { zero, again: false, .. }) => Space::Once(zero),
            Some(Claimed { zero, again: true, .. }) => Space::Again(zero),
        };
        let hand = match seen.drawn.iter().flatten().last() {
            None => model.cards.dealt(seen.dealt.expect("the dealer has shown")),
            Some(&card) => model.cards.kind(card),
        };
        let zero = self.history.claims[OTHER].map_or(0, |claimed| claimed.zero);
        draws_again(model, pot, space, hand, zero, view.betting.wagered)
    }

    /// An option, with the probability of its weight.
    fn draw(weights: &[u16], rng: &mut Stream) -> usize {
        let whole: u32 = weights.iter().map(|&weight| u32::from(weight)).sum();
        if whole == 0 {
            return rng.random_range(0..weights.len() as u32) as usize;
        }
        let mut left = rng.random_range(0..whole);
        for (option, &weight) in weights.iter().enumerate() {
            match left.checked_sub(weight.into()) {
                Some(more) => left = more,
                None => return option,
            }
        }
        unreachable!("the number is below the sum of all weights")
    }
}

impl Bot<KachiKachi> for SolvedBot {
    fn choose(&mut self, view: &View, options: &Choices, rng: &mut Stream) -> usize {
        self.remember(view);
        let betting = &view.betting;
        if betting.showdown && view.position == OTHER {
            return usize::from(self.last_turn(view));
        }
        let model = self.model();
        let is_claim = matches!(view.decision, Decision::Claim | Decision::Again);
        let mut history = self.history;
        if is_claim {
            history.claims[view.position] = None;
        }
        let node = model.find(&history, betting.round, betting.showdown, view.position, is_claim);
        let (table, hand) = (&self.table(view).weights, self.hand(view));
        match model.hand_tree.tree.nodes[node as usize] {
            Node::End(_) => unreachable!("a turn is not an end"),
            Node::Claim { first, .. } => {
                let zero = model.cards.zeros().iter().position(|&zero| zero == hand);
                let first = first + 4 * zero.expect("only Zero Hands are claimed");
                let first = if view.decision == Decision::Again { first + 2 } else { first };
                SolvedBot::draw(&table[first..first + 2], rng)
            }
            Node::Choice { hands, options: count, first, .. } => {
                let weight = |option: usize| table[first + option * hands + hand];
                match view.decision {
                    Decision::Open => {
                        // Of all weights, one may be drawn that is not to fold.
                        let weights: Vec<u16> = (0..count).map(weight).collect();
                        usize::from(SolvedBot::draw(&weights, rng) > 0)
                    }
                    Decision::Amount => {
                        let weights: Vec<u16> = (1..count).map(weight).collect();
                        SolvedBot::draw(&weights, rng).min(options.count() - 1)
                    }
                    _ => SolvedBot::draw(&[weight(0), weight(1)], rng),
                }
            }
        }
    }
}

impl ExternalBot<KachiKachi> for SolvedBot {
    fn boxed_clone(&self) -> Box<dyn ExternalBot<KachiKachi>> {
        Box::new(self.clone())
    }

    fn begin_game(&mut self, _game: &GameKey) {
        self.history = History::default();
    }

    fn failure(&self) -> Option<&str> {
        None
    }
}
