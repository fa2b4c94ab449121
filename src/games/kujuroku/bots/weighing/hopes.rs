//! Yaku in reach: what the players can hope for, in chips.

use super::Weights;
use crate::cards::Number;
use crate::games::kujuroku::yaku::YakuTable;
use crate::games::kujuroku::{Rules, Set, Yaku};

pub(super) const ONI: Set = Set::from_bits(1 << 40);
const SPECIAL_ONE: Set = Set::from_bits(1);
const SPECIAL_FOUR: Set = Set::from_bits(1 << 12);
const ONES: Set = Number::new(1).cards();
const THREES: Set = Number::new(3).cards();
const FOURS: Set = Number::new(4).cards();

/// A table as it is or would be, as far as a player knows it.
#[derive(Clone, Copy)]
pub(super) struct Outlook {
    /// The own place among dealer, second and third.
    pub me: usize,
    pub hand: Set,
    pub field: Set,
    /// The cards in other hands and in the draw pile.
    pub unseen: Set,
    pub captured: [Set; 3],
    /// Who holds the Oni, if somebody does.
    pub holder: usize,
    /// The cards of the number of which the Oni captured one.
    pub number: Set,
}

/// A chance to the power of 0 to 4: for so many cards.
pub(super) type Powers = [f64; 5];

pub(super) fn powers(chance: f64) -> Powers {
    let mut powers = [1.0; 5];
    for place in 1..5 {
        powers[place] = powers[place - 1] * chance;
    }
    powers
}

/// The chances of a player to capture cards, by where they are.
#[derive(Clone, Debug)]
struct Chances {
    hand: Powers,
    field: Powers,
    unseen: Powers,
}

/// What the yaku in reach are worth.
#[derive(Clone, Debug)]
pub(super) struct Hopes {
    table: YakuTable,
    shi: f64,
    san: f64,
    danjou: f64,
    /// What Shi-Dan pays beyond Shi.
    and_dan: f64,
    own: Chances,
    others: Chances,
    denial: f64,
}

impl Hopes {
    pub(super) fn new(rules: &Rules, weights: &Weights) -> Hopes {
        let value = |yaku: Yaku| if rules.yaku { f64::from(yaku.value(rules)) } else { 0.0 };
        let chances = |hand, field, unseen| Chances {
            hand: powers(hand),
            field: powers(field),
            unseen: powers(unseen),
        };
        Hopes {
            table: YakuTable::new(rules),
            shi: value(Yaku::Shi),
            san: value(Yaku::San),
            danjou: value(Yaku::Danjou),
            and_dan: (value(Yaku::ShiDan) - value(Yaku::Shi)).max(0.0),
            own: chances(weights.own_near, weights.own_far, weights.own_far),
            others: chances(weights.others_hand, weights.others_field, weights.others_unseen),
            denial: weights.denial,
        }
    }

    /// The cards that somebody may still hope for, and those that match them:
    /// no other card can change what the hopes are worth.
    pub(super) fn alive(at: &Outlook) -> Set {
        let open = |cards: Set| at.captured.iter().filter(|captured| captured.meets(cards)).count() < 2;
        let danjou = open(ONI | SPECIAL_ONE | SPECIAL_FOUR);
        ONI | ONES.only_if(danjou) | THREES.only_if(open(THREES)) | FOURS.only_if(danjou || open(FOURS))
    }

    /// The own yaku, which two pay, less those of the others, to which one
    /// pays.
    pub(super) fn worth(&self, at: &Outlook) -> f64 {
        let mut captured = at.captured;
        let fourth = at.number - (captured[0] | captured[1] | captured[2]);
        captured[at.holder] |= fourth.only_if(fourth.is_single());
        let all = captured[0] | captured[1] | captured[2];
        let mine = captured[at.me];
        let theirs = all - mine;
        let reach = |cards: Set, number: Set| Reach {
            cards,
            own: if theirs.meets(cards) { 0.0 } else { self.own_chance(at, cards - all, number) },
            others: if mine.meets(cards) { 0.0 } else { self.others_chance(at, cards - all, number) },
        };
        let groups = [
            reach(THREES, THREES),
            reach(FOURS, FOURS),
            reach(SPECIAL_ONE, ONES),
            reach(SPECIAL_FOUR, FOURS),
            self.reach_of_the_oni(at, all),
        ];
        let mut worth = 0.0;
        for (role, &cards) in captured.iter().enumerate() {
            let mine = role == at.me;
            let chips = match self.table.payment(cards) {
                Some(payment) => f64::from(payment.each),
                None => self.of_player(&groups, all - cards, mine),
            };
            worth += if mine { 2.0 * chips } else { -self.denial * chips };
        }
        worth
    }

    fn own_chance(&self, at: &Outlook, missing: Set, number: Set) -> f64 {
        let chances = &self.own;
        let takes = if at.hand.meets(number) { &chances.hand } else { &chances.field };
        chances.hand[count(missing & at.hand)]
            * takes[count(missing & at.field)]
            * chances.unseen[count(missing & at.unseen)]
    }

    fn others_chance(&self, at: &Outlook, missing: Set, number: Set) -> f64 {
        let chances = &self.others;
        // Nobody else can take what nobody else can match.
        if missing.meets(at.field) && !at.unseen.meets(number | ONI) {
            return 0.0;
        }
        chances.hand[count(missing & at.hand)]
            * chances.field[count(missing & at.field)]
            * chances.unseen[count(missing & at.unseen)]
    }

    fn reach_of_the_oni(&self, at: &Outlook, all: Set) -> Reach {
        let (own, others) = match () {
            () if all.meets(ONI) => (1.0, 1.0),
            () if at.hand.meets(ONI) => (1.0, 0.0),
            () if at.unseen.meets(ONI) => (self.own.unseen[1], self.others.unseen[1]),
            () => (0.0, 0.0),
        };
        Reach { cards: ONI, own, others }
    }

    /// What one of two payers would pay to a player, by the chance to capture
    /// what the yaku still lack.
    fn of_player(&self, groups: &[Reach; 5], others_have: Set, mine: bool) -> f64 {
        let chance = |reach: &Reach| match () {
            () if others_have.meets(reach.cards) => 0.0,
            () if mine => reach.own,
            () => reach.others,
        };
        let [threes, fours, one, four, oni] = groups;
        let oni = chance(oni);
        let danjou = oni * chance(one) * chance(four);
        self.san * chance(threes) + (self.shi + self.and_dan * oni) * chance(fours) + self.danjou * danjou
    }
}

/// The chances to capture what is missing of some cards, if no other player
/// has captured one of them: the own, and that of each other player.
struct Reach {
    cards: Set,
    own: f64,
    others: f64,
}

/// How many cards, all 1s, 3s or 4s.
fn count(cards: Set) -> usize {
    const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
    // The 1s, the 3s or the 4s, in the lowest four bits.
    let bits = cards.bits();
    usize::from(COUNTS[((bits | bits >> 8 | bits >> 12) & 0xF) as usize])
}
