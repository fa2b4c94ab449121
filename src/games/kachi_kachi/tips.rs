//! Tips: what each other player pays for a hand, beside the pot.

use schemars::JsonSchema;
use serde::Serialize;

use super::hand::{Class, Hand};
use super::rules::Rules;
use crate::cards::NumberCard;

/// A tip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tip {
    /// A pair of Tens.
    Tens,
    /// A Ten on top of the deck, beside a pair of Tens.
    TensTop,
    /// The red One and the marked Four.
    RedOneMarkedFour,
    /// A pair of Ones with the red One.
    Ones,
    /// A One on top of the deck, beside that pair.
    OnesTop,
}

impl Tip {
    /// All of them.
    pub const ALL: [Tip; 5] = [Tip::Tens, Tip::TensTop, Tip::RedOneMarkedFour, Tip::Ones, Tip::OnesTop];
    /// Their names in the files, in the same order.
    pub const NAMES: &'static [&'static str] =
        &["tens", "tens_top", "red_one_marked_four", "ones", "ones_top"];

    /// What each other player pays.
    #[must_use]
    pub fn value(self, rules: &Rules) -> i64 {
        i64::from(match self {
            Tip::Tens => rules.tip_tens,
            Tip::TensTop => rules.tip_tens_top,
            Tip::RedOneMarkedFour => rules.tip_red_one_marked_four,
            Tip::Ones => rules.tip_ones,
            Tip::OnesTop => rules.tip_ones_top,
        })
    }

    /// Whether a hand of this class may be worth a tip.
    #[must_use]
    #[inline]
    pub fn may_be_of(class: Class) -> bool {
        matches!(class, Class::TENS | Class::SHIPPIN | Class::ONES)
    }

    /// The tip that a hand is worth.
    #[must_use]
    pub fn of(hand: Hand) -> Option<Tip> {
        let class = hand.class();
        if class == Class::TENS {
            return Some(Tip::Tens);
        }
        let has_red_one = hand.0.contains(&NumberCard::SPECIAL_ONE);
        let has_marked_four = hand.0.contains(&NumberCard::SPECIAL_FOUR);
        match class {
            Class::SHIPPIN if has_red_one && has_marked_four => Some(Tip::RedOneMarkedFour),
            Class::ONES if has_red_one => Some(Tip::Ones),
            _ => None,
        }
    }

    /// The tip that the top card of the deck may add to this one. With two
    /// Tens in the deck nobody looks for a third.
    #[must_use]
    pub fn with_top(self, rules: &Rules) -> Option<Tip> {
        match self {
            Tip::Tens if rules.extra_cards => Some(Tip::TensTop),
            Tip::Ones => Some(Tip::OnesTop),
            _ => None,
        }
    }
}
