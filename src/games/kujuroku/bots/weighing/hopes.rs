//! Yaku in reach: what the players can hope for, in chips.

use super::Weights;
use crate::cards::{Card, IN_FOUR, Number};
use crate::games::kujuroku::yaku::YakuTable;
use crate::games::kujuroku::{Rules, Set, Yaku};

pub(super) const ONI: Set = Set::from_bits(1 << 40);
pub(super) const SPECIAL_ONE: Set = Set::from_bits(1);
pub(super) const SPECIAL_FOUR: Set = Set::from_bits(1 << 12);
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
    /// The own captures, and those of the two others in playing order.
    pub captured: [Set; 3],
    /// Who holds the Oni, if somebody does: the place in the same order.
    pub holder: usize,
    /// The cards of the number of which the Oni captured one.
    pub number: Set,
}

impl Outlook {
    /// What counts as captured by each player: the fourth card of the number
    /// that the Oni captured, once three are, is its holder's.
    #[inline]
    fn counted_as_captured(&self) -> [Set; 3] {
        let [own, next, last] = self.captured;
        if self.number.is_empty() {
            return self.captured;
        }
        let fourth = self.number - (own | next | last);
        let fourth = fourth.only_if(fourth.is_single());
        std::array::from_fn(|player| self.captured[player] | fourth.only_if(player == self.holder))
    }
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

/// Cards that a yaku needs together: four of a number, or one of them.
#[derive(Clone, Copy)]
struct Group {
    cards: Set,
    /// All cards of their number, which match them, and where these begin in
    /// a set.
    number: Set,
    first: u32,
}

const ALL_THREES: Group = Group { cards: THREES, number: THREES, first: 8 };
const ALL_FOURS: Group = Group { cards: FOURS, number: FOURS, first: 12 };
const ONE: Group = Group { cards: SPECIAL_ONE, number: ONES, first: 0 };
const FOUR: Group = Group { cards: SPECIAL_FOUR, number: FOURS, first: 12 };

/// The chances to capture what is missing of a group, by where that is.
#[derive(Clone, Copy, Debug)]
struct Reach {
    /// The own, without a match in the hand and with one.
    own: [f64; 2],
    /// That of each other player, if nobody else can have a match and if
    /// somebody can.
    others: [f64; 2],
}

/// How many numbers of missing cards there are at one of three places.
const COUNTS: usize = 5;

/// The place in a table by how many cards there are in the hand, on the field and
/// unseen, for the cards of a number that are there: four bits for each.
static PLACES: [u8; 1 << 12] = {
    let mut places = [0; 1 << 12];
    let mut cards = 0;
    while cards < places.len() {
        let [hand, field, unseen] = [IN_FOUR[cards % 16], IN_FOUR[cards / 16 % 16], IN_FOUR[cards / 256]];
        let place = (hand as usize * COUNTS + field as usize) * COUNTS + unseen as usize;
        // No place for more cards than there are of a number.
        places[cards] = if hand + field + unseen <= 4 { place as u8 } else { 0 };
        cards += 1;
    }
    places
};

/// Something of each player: of the own, and of the two others in playing order.
type ByPlayer = [f64; 3];

/// The chances of the players to capture the whole of each group, and the Oni.
/// Who has captured a card of a group shuts the others out.
#[derive(Clone, Copy)]
struct Chances {
    threes: ByPlayer,
    fours: ByPlayer,
    one: ByPlayer,
    four: ByPlayer,
    oni: ByPlayer,
}

/// Who is not shut out, by who has captured a card of a group, a bit for each
/// player. Numbers to multiply with, because a question whose answer cannot be
/// foreseen costs more.
static OPEN: [ByPlayer; 8] = {
    let mut open = [[1.0; 3]; 8];
    let mut have = 0;
    while have < 8 {
        let mut player = 0;
        while player < 3 {
            if have & !(1 << player) != 0 {
                open[have][player] = 0.0;
            }
            player += 1;
        }
        have += 1;
    }
    open
};

/// All roles in playing order, from one on.
pub(super) fn roles_from(role: usize) -> [usize; 3] {
    static FROM: [[usize; 3]; 3] = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];
    FROM[role]
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
    /// By how many cards are missing in the hand, on the field and unseen.
    reach: Box<[Reach; COUNTS * COUNTS * COUNTS]>,
    /// The chance to capture the Oni while it is unseen: the own, and that of
    /// each other player.
    unseen_oni: [f64; 2],
    denial: f64,
}

impl Hopes {
    pub(super) fn new(rules: &Rules, weights: &Weights) -> Hopes {
        let value = |yaku: Yaku| if rules.yaku { f64::from(yaku.value(rules)) } else { 0.0 };
        let [near, far] = [weights.own_near, weights.own_far].map(powers);
        let [hands, fields, unseens] =
            [weights.others_hand, weights.others_field, weights.others_unseen].map(powers);
        let reach = std::array::from_fn(|place| {
            let (hand, field, unseen) = (place / (COUNTS * COUNTS), place / COUNTS % COUNTS, place % COUNTS);
            let others = hands[hand] * fields[field] * unseens[unseen];
            Reach {
                own: [&far, &near].map(|takes| near[hand] * takes[field] * far[unseen]),
                // Nobody else can take what nobody else can match.
                others: [if field > 0 { 0.0 } else { others }, others],
            }
        });
        Hopes {
            table: YakuTable::new(rules),
            shi: value(Yaku::Shi),
            san: value(Yaku::San),
            danjou: value(Yaku::Danjou),
            and_dan: (value(Yaku::ShiDan) - value(Yaku::Shi)).max(0.0),
            reach: Box::new(reach),
            unseen_oni: [far[1], unseens[1]],
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

    /// The hopes at a table as it is.
    #[inline(never)]
    pub(super) fn now(&self, at: &Outlook) -> HopesNow<'_> {
        let captured = at.counted_as_captured();
        let chances = self.chances(at, &captured);
        let Chances { threes, fours, one, four, oni } = &chances;
        let terms = self.terms(threes, fours, one, four, oni);
        let worth = self.worth(at.me, &captured, terms.chips());
        let formed = captured.iter().any(|&captured| self.table.formed(captured));
        HopesNow { hopes: self, captured, formed, chances, terms, worth }
    }

    #[inline(always)]
    fn chances(&self, at: &Outlook, captured: &[Set; 3]) -> Chances {
        Chances {
            threes: self.of_group(at, captured, ALL_THREES),
            fours: self.of_group(at, captured, ALL_FOURS),
            one: self.of_group(at, captured, ONE),
            four: self.of_group(at, captured, FOUR),
            oni: self.of_the_oni(at, captured),
        }
    }

    #[inline(always)]
    fn terms(
        &self,
        threes: &ByPlayer,
        fours: &ByPlayer,
        one: &ByPlayer,
        four: &ByPlayer,
        oni: &ByPlayer,
    ) -> Terms {
        Terms {
            san: self.of_san(threes),
            shi: self.of_shi(fours, oni),
            danjou: self.of_danjou(one, four, oni),
        }
    }

    #[inline(always)]
    fn of_san(&self, threes: &ByPlayer) -> ByPlayer {
        threes.map(|threes| self.san * threes)
    }

    #[inline(always)]
    fn of_shi(&self, fours: &ByPlayer, oni: &ByPlayer) -> ByPlayer {
        std::array::from_fn(|player| (self.shi + self.and_dan * oni[player]) * fours[player])
    }

    #[inline(always)]
    fn of_danjou(&self, one: &ByPlayer, four: &ByPlayer, oni: &ByPlayer) -> ByPlayer {
        std::array::from_fn(|player| self.danjou * (oni[player] * one[player] * four[player]))
    }

    /// The own yaku, which two pay, less those of the others, to which one pays;
    /// by what a payer would pay for those that are not formed.
    #[inline(always)]
    fn worth(&self, me: usize, captured: &[Set; 3], mut chips: ByPlayer) -> f64 {
        let [own, next, last] = captured.map(|captured| self.table.formed(captured));
        if own | next | last {
            self.pay(captured, &mut chips);
        }
        self.balance(me, chips)
    }

    #[inline(always)]
    fn balance(&self, me: usize, [own, next, last]: ByPlayer) -> f64 {
        let (own, next, last) = (2.0 * own, -self.denial * next, -self.denial * last);
        // What the third wins comes last, so that all reckon the same sum.
        [own + next + last, own + last + next, next + last + own][me]
    }

    /// Who has formed a yaku has what it pays.
    #[cold]
    fn pay(&self, captured: &[Set; 3], chips: &mut ByPlayer) {
        for (chips, &captured) in chips.iter_mut().zip(captured) {
            if let Some(payment) = self.table.payment(captured) {
                *chips = f64::from(payment.each);
            }
        }
    }

    /// The chances to capture the whole of a group.
    #[inline(always)]
    fn of_group(&self, at: &Outlook, captured: &[Set; 3], group: Group) -> ByPlayer {
        let missing = group.cards - (captured[0] | captured[1] | captured[2]);
        let nibble = |cards: Set| ((missing & cards).bits() >> group.first) as usize % 16;
        let cards = nibble(at.hand) | nibble(at.field) << 4 | nibble(at.unseen) << 8;
        let reach = &self.reach[usize::from(PLACES[cards])];
        let own = reach.own[usize::from(at.hand.meets(group.number))];
        let others = reach.others[usize::from(at.unseen.meets(group.number | ONI))];
        by_player(own, others, open(captured, group.cards))
    }

    fn of_the_oni(&self, at: &Outlook, captured: &[Set; 3]) -> ByPlayer {
        let [own, others] = match () {
            () if (captured[0] | captured[1] | captured[2]).meets(ONI) => [1.0, 1.0],
            () if at.hand.meets(ONI) => [1.0, 0.0],
            () if at.unseen.meets(ONI) => self.unseen_oni,
            () => [0.0, 0.0],
        };
        by_player(own, others, open(captured, ONI))
    }
}

/// What each yaku promises to each player: what one of two payers would pay, by
/// the chance to capture what it still lacks. Shi is with Dan, as far as the Oni
/// is in reach.
#[derive(Clone, Copy)]
struct Terms {
    san: ByPlayer,
    shi: ByPlayer,
    danjou: ByPlayer,
}

impl Terms {
    #[inline(always)]
    fn chips(&self) -> ByPlayer {
        std::array::from_fn(|player| self.san[player] + self.shi[player] + self.danjou[player])
    }
}

/// The hopes at a decision, with which those after each option are compared.
pub(super) struct HopesNow<'a> {
    hopes: &'a Hopes,
    /// What counts as captured by each player, and whether that has a yaku.
    captured: [Set; 3],
    formed: bool,
    chances: Chances,
    terms: Terms,
    worth: f64,
}

impl HopesNow<'_> {
    /// What the hopes gain by an option that takes, lays or leaves cards of a
    /// number. Only the yaku of that number are reckoned anew.
    #[inline]
    pub(super) fn gain(&self, after: &Outlook, number: Set) -> f64 {
        let hopes = self.hopes;
        let [own, next, last] = self.captured;
        let captured = [own | after.captured[0], next, last];
        if number.meets(after.number | ONI) || self.formed || hopes.table.formed(captured[0]) {
            return self.gain_anew(after, number);
        }
        let group = |group| hopes.of_group(after, &captured, group);
        let Chances { one, four, oni, .. } = &self.chances;
        let mut terms = self.terms;
        if number == THREES {
            terms.san = hopes.of_san(&group(ALL_THREES));
        } else if number == FOURS {
            terms.shi = hopes.of_shi(&group(ALL_FOURS), oni);
            terms.danjou = hopes.of_danjou(one, &group(FOUR), oni);
        } else if number == ONES {
            terms.danjou = hopes.of_danjou(&group(ONE), four, oni);
        }
        hopes.balance(after.me, terms.chips()) - self.worth
    }

    /// What they gain if the Oni may have moved, or what counts as captured for
    /// its sake; or if somebody has formed a yaku.
    #[inline(never)]
    fn gain_anew(&self, after: &Outlook, number: Set) -> f64 {
        let hopes = self.hopes;
        let captured = after.counted_as_captured();
        let group = |group| hopes.of_group(after, &captured, group);
        let Chances { threes, fours, one, four, .. } = &self.chances;
        let oni = &hopes.of_the_oni(after, &captured);
        let terms = if number == THREES {
            hopes.terms(&group(ALL_THREES), fours, one, four, oni)
        } else if number == FOURS {
            hopes.terms(threes, &group(ALL_FOURS), one, &group(FOUR), oni)
        } else if number == ONES {
            hopes.terms(threes, fours, &group(ONE), four, oni)
        } else {
            hopes.terms(threes, fours, one, four, oni)
        };
        hopes.worth(after.me, &captured, terms.chips()) - self.worth
    }
}

#[inline]
fn by_player(own: f64, others: f64, open: &ByPlayer) -> ByPlayer {
    [open[0] * own, open[1] * others, open[2] * others]
}

/// How many of some cards there are of a number.
#[inline]
pub(super) fn count(cards: Set, number: Set) -> usize {
    let of_number = (cards & number).bits() >> number.first().index();
    usize::from(IN_FOUR[of_number as usize % 16])
}

/// To whom some cards are open that these players may have captured.
#[inline]
fn open(captured: &[Set; 3], cards: Set) -> &'static ByPlayer {
    let [own, next, last] = captured.map(|captured| usize::from(captured.meets(cards)));
    &OPEN[own | next << 1 | last << 2]
}
