//! Situations as the response tells them apart.

use serde::{Deserialize, Serialize};

use crate::cards::Number;
use crate::game::Options as _;
use crate::games::kachi_kachi::solve::{Cards, Space};
use crate::games::kachi_kachi::table::{MAX_PLAYERS, ROUNDS};
use crate::games::kachi_kachi::{Choices, Class, Decision, Hand, Rules, Seen, Tip, View};

/// How many ways there are to tell situations apart, from fine to coarse.
pub const LEVELS: u8 = 3;

/// Bets from which on only some are tried.
const ALL_TRIED: usize = 16;
/// How many are tried then.
const TRIED: usize = 8;

/// A situation of one position, without the own hand. The coarser its level,
/// the more situations are the same, and the more deals teach about it.
///
/// What folded players did is left out: with it there would be too many
/// situations to learn, and it says little.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Spot {
    /// 0 is the finest.
    pub level: u8,
    decision: u8,
    /// How many options are tried.
    pub options: u8,
    /// What lies over from drawn hands, in doublings of the antes.
    carried: u8,
    round: u8,
    showdown: bool,
    /// The bets of the rounds; coarser: those before this round together, and
    /// that of this one; coarser still: their magnitudes.
    bets: [u32; ROUNDS as usize],
    /// The positions that remain; coarser: how many.
    remaining: u8,
    /// The same of those that are to bet or to show.
    to_come: u8,
    /// What the others who remain have claimed, four bits each; coarser: how many
    /// have.
    claimed: u32,
    /// What this one has claimed; coarser: whether.
    own_claim: u8,
    /// The best hand shown, from 1; 0 if there is none.
    shown: u8,
}

/// How often a number can be halved: 0 for 0, 1 for 1, 2 for 2 and 3.
fn magnitude(number: u32) -> u32 {
    u32::BITS - number.leading_zeros()
}

impl Spot {
    /// The situation of a player who is asked.
    pub fn of(view: &View, rules: &Rules, tried: usize) -> Spot {
        let players = usize::from(rules.players);
        let betting = &view.betting;
        let shown = if betting.showdown { betting.remaining & !betting.to_come } else { 0 };
        let of_set = |set: u8| (0..players).filter(move |position| set >> position & 1 != 0);
        let best = of_set(shown).filter_map(|position| view.cards[position].hand()).map(Hand::class).min();
        let others = of_set(betting.remaining & !(1 << view.position));
        let claimed = others.map(|position| u32::from(claim_of(&view.cards[position])) << (4 * position));
        let paid: i64 = view.paid.first(players).iter().map(|&paid| i64::from(paid)).sum();
        let carried = (betting.pot - paid).max(0);
        let antes = i64::from(rules.ante.max(rules.min_bet)) * players as i64;
        let [_, bets @ ..] = view.bets;
        Spot {
            level: 0,
            decision: view.decision as u8,
            options: tried as u8,
            carried: magnitude((carried / antes) as u32).min(4) as u8 + u8::from(carried > 0),
            round: betting.round,
            showdown: betting.showdown,
            bets,
            remaining: betting.remaining,
            to_come: betting.to_come,
            claimed: claimed.sum(),
            own_claim: claim_of(&view.cards[view.position]),
            shown: best.map_or(0, |class| class.index() as u8 + 1),
        }
    }

    /// The same on the next coarser level; none on the last.
    pub fn coarser(self) -> Option<Spot> {
        let level = self.level + 1;
        let Spot { bets, round, .. } = self;
        match level {
            1 => {
                let now = usize::from(round) - 1;
                let before = if self.showdown { bets.iter().sum() } else { bets[..now].iter().sum() };
                let bet = if self.showdown { 0 } else { bets[now] };
                Some(Spot {
                    level,
                    bets: [before, bet, 0],
                    remaining: self.remaining.count_ones() as u8,
                    to_come: self.to_come.count_ones() as u8,
                    claimed: (0..8)
                        .map(|position| self.claimed >> (4 * position) & 0xF)
                        .filter(|&claim| claim > 0)
                        .count() as u32,
                    own_claim: self.own_claim.min(1),
                    ..self
                })
            }
            2 => Some(Spot {
                level,
                carried: self.carried.min(1),
                bets: bets.map(magnitude),
                to_come: self.to_come.min(2),
                claimed: self.claimed.min(1),
                ..self
            }),
            _ => None,
        }
    }

    /// The situation on all levels, the finest first.
    pub fn levels(self) -> impl Iterator<Item = Spot> {
        std::iter::successors(Some(self), |spot| spot.coarser())
    }
}

/// The options that are tried of so many: all, or some bets, closer together
/// where they are small.
pub fn tried(options: &Choices) -> Vec<usize> {
    let count = options.count();
    if count <= ALL_TRIED {
        return (0..count).collect();
    }
    // The squares of equal steps.
    let last = TRIED - 1;
    let mut places: Vec<usize> = (0..TRIED).map(|step| (count - 1) * step * step / (last * last)).collect();
    places.dedup();
    places
}

/// What a player has claimed, as far as everybody knows: which Zero Hand, and
/// whether a Ten was drawn again on; 0 without a claim.
fn claim_of(seen: &Seen) -> u8 {
    let Some(hand) = seen.dealt.filter(|_| seen.draws > 0) else { return 0 };
    let lower = hand.0.iter().filter_map(|card| card.number()).map(Number::get).min().unwrap_or(0);
    2 * lower + seen.draws
}

/// The own hands that are told apart: by the kinds of their cards as dealt, and
/// after a claim by their class, and whether they are worth a tip beside it.
#[derive(Clone, Debug)]
pub struct OwnHands {
    cards: Cards,
    dealt: usize,
}

impl OwnHands {
    /// Those of a deck.
    pub fn new(cards: Cards) -> OwnHands {
        let dealt = cards.holdings(Space::Dealt).len();
        OwnHands { cards, dealt }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.dealt + Class::COUNT + 1
    }

    /// The index of a hand as dealt.
    pub fn dealt(&self, hand: Hand) -> usize {
        self.cards.dealt(hand)
    }

    /// The index of the hand of who is asked.
    pub fn of(&self, view: &View) -> usize {
        let seen = &view.cards[view.position];
        let dealt = seen.dealt.expect("a player knows the own hand");
        if seen.draws == 0 || matches!(view.decision, Decision::Claim | Decision::Again) {
            return self.dealt(dealt);
        }
        let made = seen.hand().expect("a player knows the own cards");
        match (made.class(), Tip::of(made)) {
            (Class::SHIPPIN, Some(_)) => self.dealt + Class::COUNT,
            (class, _) => self.dealt + class.index(),
        }
    }
}

const _: () = assert!(MAX_PLAYERS <= 8, "positions are bits of a byte");
