//! What two hands bring that are shown, but for the pot.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::cards::{Cards, Holding, Space};
use crate::games::kachi_kachi::{Rules, Tips};
use crate::solve::{DEALER, OTHER};

/// Two hands that meet at a showdown.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    /// How likely they are.
    pub probability: f64,
    /// The order of the hands: less if the dealer's is better.
    pub order: Ordering,
    /// What the dealer gets in tips.
    pub tips: f64,
}

/// All hands of two spaces that can meet, by the dealer's and the other's.
#[derive(Clone, Debug)]
pub struct Meetings(BTreeMap<[Space; 2], (usize, Vec<Meeting>)>);

impl Meetings {
    /// The meetings under some house rules.
    #[must_use]
    pub fn new(cards: &Cards, rules: &Rules) -> Meetings {
        let zeros = 0..cards.zeros().len();
        let claimed = zeros.flat_map(|zero| [Space::Once(zero), Space::Again(zero)]);
        let spaces: Vec<Space> = std::iter::once(Space::Dealt).chain(claimed).collect();
        let mut meetings = BTreeMap::new();
        for &dealer in &spaces {
            for &other in &spaces {
                let [dealers, others] = [dealer, other].map(|space| cards.holdings(space));
                let all = dealers.iter().flat_map(|dealer| {
                    others.iter().map(move |other| Meeting::new(cards, rules, dealer, other))
                });
                meetings.insert([dealer, other], (others.len(), all.collect()));
            }
        }
        Meetings(meetings)
    }

    /// The meeting of two hands.
    #[must_use]
    pub fn at(&self, spaces: [Space; 2], dealer: usize, other: usize) -> Meeting {
        let (others, meetings) = &self.0[&spaces];
        meetings[dealer * others + other]
    }

    /// The meetings of one hand of the dealer with all of the other's.
    #[must_use]
    pub fn of_dealer(&self, spaces: [Space; 2], dealer: usize) -> &[Meeting] {
        let (others, meetings) = &self.0[&spaces];
        &meetings[dealer * others..(dealer + 1) * others]
    }
}

impl Meeting {
    fn new(cards: &Cards, rules: &Rules, dealer: &Holding, other: &Holding) -> Meeting {
        let probability = cards.probability(dealer, other);
        let order = dealer.class().cmp(&other.class());
        if probability == 0.0 {
            return Meeting { probability, order, tips: 0.0 };
        }
        let winner = match order {
            Ordering::Less => Some(DEALER),
            Ordering::Equal => None,
            Ordering::Greater => Some(OTHER),
        };
        let may_show = |side: usize| match rules.tips {
            Tips::Off => false,
            Tips::Winner => winner == Some(side),
            Tips::Showdown => true,
        };
        let mut tips = 0.0;
        if may_show(DEALER) {
            tips += cards.tip(dealer, other, rules);
        }
        if may_show(OTHER) {
            tips -= cards.tip(other, dealer, rules);
        }
        Meeting { probability, order, tips }
    }
}
