//! The hand for two under some house rules, ready to be solved.

use super::cards::Cards;
use super::hand_tree::HandTree;
use super::meeting::Meetings;
use crate::games::kachi_kachi::{Rules, Tip, Tips};
use crate::settings::Settings as _;

/// The most nodes of a tree that is solved: with strategies and regrets some
/// 300 MB.
const MAX_NODES: usize = 2_000_000;

/// The cards and the public tree of a hand.
#[derive(Clone, Debug)]
pub struct Model {
    /// The house rules, for two players.
    pub rules: Rules,
    /// The cards.
    pub cards: Cards,
    /// The public tree.
    pub hand_tree: HandTree,
    /// What two hands bring that are shown.
    pub meetings: Meetings,
}

impl Model {
    /// The hand under some house rules.
    ///
    /// # Errors
    /// If it is not a hand for two, or there are too many situations in it.
    pub fn new(rules: &Rules) -> Result<Model, String> {
        if rules.players != 2 {
            return Err(format!(
                "a hand of {} players cannot be solved: no strategy for more than two is known to be unbeatable; \
                 players is 2",
                rules.players
            ));
        }
        let cards = Cards::new(rules);
        let hand_tree = HandTree::new(&cards, rules, MAX_NODES).map_err(|_| {
            let fewer = if rules.zero_hand { ", or zero_hand=false" } else { "" };
            format!(
                "max_wager={} with min_bet={} gives more than {MAX_NODES} situations; set a lower max_wager, a \
                 higher min_bet{fewer}",
                rules.max_wager, rules.min_bet
            )
        })?;
        debug_assert_eq!(rules.check(), Ok(()));
        let meetings = Meetings::new(&cards, rules);
        Ok(Model { rules: rules.clone(), cards, hand_tree, meetings })
    }

    /// The most that a player who folds can lose in tips to the other.
    #[must_use]
    pub fn tip_of_who_is_left(&self) -> f64 {
        if !self.rules.tips_without_showdown || self.rules.tips == Tips::Off {
            return 0.0;
        }
        Tip::ALL.iter().map(|tip| tip.value(&self.rules) as f64).sum()
    }

    /// What lies in the pot when a hand begins.
    #[must_use]
    pub fn first_pot(&self, free_ante: bool, carried: f64) -> f64 {
        carried + f64::from(self.rules.ante) * if free_ante { 1.0 } else { 2.0 }
    }

    /// The pot of the hand after a draw: everybody antes again.
    #[must_use]
    pub fn pot_after(&self, pot: f64, wagered: u32) -> f64 {
        pot + 2.0 * f64::from(wagered) + 2.0 * f64::from(self.rules.ante)
    }
}
