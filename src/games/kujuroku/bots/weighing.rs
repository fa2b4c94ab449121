//! `weighing`: the thoughtful player, who weighs what an option takes against
//! what it leaves to the others.

mod hopes;
mod lying;

use std::hint::select_unpredictable;

use self::hopes::{Hopes, HopesNow, ONI, Outlook, SPECIAL_FOUR, SPECIAL_ONE, count, roles_from};
use self::lying::{Lying, LyingTable};
use crate::bots::{Bot, BotKind};
use crate::cards::{Card, NumberCard};
use crate::game::{Game, Options};
use crate::games::kujuroku::{Choices, Decision, Kujuroku, PointTable, Set, View, Waits};
use crate::random::Stream;

crate::settings! {
    /// The weights of the bot `weighing`.
    pub struct Weights {
        points["points"]: f64 = 0.04, in 0.0..=10.0, "chips that a card point is worth";
        keep["keep"]: f64 = 0.45, in 0.0..=10.0, "points of a pair that can be taken next turn, to those of one taken now";
        leave["leave"]: f64 = 0.3, in 0.0..=10.0, "points of a pair that the others can take, to those of one taken now";
        denial["denial"]: f64 = 0.8, in 0.0..=10.0, "weight of the yaku that the others may form, to what they cost";
        own_near["own_near"]: f64 = 0.65, in 0.0..=1.0, "chance to capture a yaku card that the own hand has, or has a match for on the field";
        own_far["own_far"]: f64 = 0.4, in 0.0..=1.0, "chance to capture another yaku card";
        others_hand["others_hand"]: f64 = 0.3, in 0.0..=1.0, "chance of another player to capture a yaku card of the own hand";
        others_field["others_field"]: f64 = 0.6, in 0.0..=1.0, "chance of another player to capture a yaku card of the field";
        others_unseen["others_unseen"]: f64 = 0.5, in 0.0..=1.0, "chance of another player to capture a yaku card that is unseen";
        patience["patience"]: f64 = 0.7, in 0.0..=10.0, "chips that playing a joker costs, for each other card of the hand";
    }
    check |_| Ok(());
}

/// Weighs points, the yaku in reach of all three, and what stays on the field
/// for the next turns.
#[derive(Clone, Debug)]
pub struct Weighing {
    weights: Weights,
    hopes: Hopes,
    lying: LyingTable,
    /// The points of each card.
    points: [f64; NumberCard::COUNT],
    deck: Set,
}

impl BotKind<Kujuroku> for Weighing {
    const NAME: &'static str = "weighing";
    const DESCRIPTION: &'static str =
        "weighs points, the yaku in reach of anybody, and what stays on the field for the next turns";
    type Parameters = Weights;

    fn new(game: &Kujuroku, weights: Weights) -> Weighing {
        let points = PointTable::new(game.rules());
        Weighing {
            hopes: Hopes::new(game.rules(), &weights),
            lying: LyingTable::new(&weights),
            points: std::array::from_fn(|card| f64::from(points.points(NumberCard::at(card).into()))),
            deck: game.deck(),
            weights,
        }
    }
}

impl Bot<Kujuroku> for Weighing {
    fn choose(&mut self, view: &View, choices: &Choices, _own: &mut Stream) -> usize {
        if matches!(choices.asked(), Decision::TakeHand | Decision::TakeDraw)
            && are_the_same(choices.of_the_field())
        {
            return 0;
        }
        let now = self.outlook(view);
        let alive = Hopes::alive(&now);
        let concerned = match choices.asked() {
            Decision::Play => now.hand,
            _ => choices.of_the_field() | view.in_play.into(),
        };
        // Made where it stays: it is too large to be moved.
        let hopes;
        let hopes = if concerned.meets(alive) {
            hopes = self.hopes.now(&now);
            Some(&hopes)
        } else {
            None
        };
        let theirs = view.held.iter().sum::<u8>() - view.held[view.role as usize];
        let scales = Scales { bot: self, now: &now, alive, hopes, lying: self.lying.at(theirs, view.pile) };
        match choices.asked() {
            Decision::Play => best(view.hand.cards().map(|card| scales.of_playing(card))),
            Decision::TakeHand | Decision::TakeDraw | Decision::DealOni => {
                best(choices.iter().map(|prey| scales.of_taking(view.in_play, prey)))
            }
            Decision::DealTriple => {
                let triple = choices.of_the_field();
                best(choices.iter().map(|stays| scales.of_capturing(triple - stays.into())))
            }
        }
    }
}

impl Weighing {
    /// The table as the player sees it.
    #[inline]
    fn outlook(&self, view: &View) -> Outlook {
        let me = view.role as usize;
        let hand = view.hand.set();
        let in_play = Set::of(view.in_play).only_if(matches!(view.waits, Waits::TakeHand | Waits::TakeDraw));
        let seen = view.captured.iter().fold(hand | view.field | in_play, |seen, &cards| seen | cards);
        Outlook {
            me,
            hand,
            field: view.field,
            unseen: self.deck - seen - ONI.only_if(view.oni.removed),
            captured: roles_from(me).map(|role| view.captured[role]),
            holder: (view.oni.holder as usize + 3 - me) % 3,
            number: view.oni.number,
        }
    }
}

/// Whether it makes no difference which of these cards is taken: they are of one
/// number, and none of them is special.
#[inline]
fn are_the_same(cards: Set) -> bool {
    !cards.meets(SPECIAL_ONE | SPECIAL_FOUR) && cards.first().alike().includes(cards)
}

/// The place of the option that is worth most, of equal ones the first.
#[inline(always)]
fn best(worths: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (place, worth) in worths.enumerate() {
        // Which option is better cannot be foreseen: no branch.
        best = select_unpredictable(worth > best.1, (place, worth), best);
    }
    best.0
}

/// The scales for one decision: what its options are compared with.
struct Scales<'a> {
    bot: &'a Weighing,
    now: &'a Outlook,
    /// The cards that can change what the yaku in reach are worth, and what
    /// that is, if some option has such a card.
    alive: Set,
    hopes: Option<&'a HopesNow<'a>>,
    /// What a pair is worth that lies on the field.
    lying: &'a Lying,
}

impl Scales<'_> {
    #[inline]
    fn of_playing(&self, card: NumberCard) -> f64 {
        if card.is_joker() {
            return self.of_playing_joker(card);
        }
        let matches = self.now.field & card.alike();
        let points = self.bot.weights.points * self.points_of_playing(card, matches);
        if !card.alike().meets(self.alive) {
            return points;
        }
        points + self.hopes_of_playing(card, matches)
    }

    /// The best hopes that a card with a number leaves.
    #[inline(never)]
    fn hopes_of_playing(&self, card: NumberCard, matches: Set) -> f64 {
        if matches.is_empty() {
            return self.hopes_gained(&self.after_laying(card), card.alike());
        }
        let of_taking = |prey| self.hopes_gained(&self.after_taking(card, prey), card.alike());
        matches.iter().map(of_taking).fold(f64::NEG_INFINITY, f64::max)
    }

    /// What the hopes gain by an option that changes what lies there of a
    /// number.
    fn hopes_gained(&self, after: &Outlook, number: Set) -> f64 {
        // If no option has a card that is alive, all that can be asked for is what
        // the Jizo gains, which is nothing.
        self.hopes.map_or(0.0, |now| now.gain(after, number))
    }

    /// The points of playing a card with a number: of the pair that it takes,
    /// and of what lies there of its number after that and before.
    ///
    /// How many it matches cannot be foreseen, so that all is reckoned, and
    /// counts or does not.
    #[inline]
    fn points_of_playing(&self, card: NumberCard, matches: Set) -> f64 {
        // With two on the field one of them stays, and so does a card that
        // matches none.
        const TAKES: [f64; 3] = [0.0, 1.0, 1.0];
        const LEAVES: [f64; 3] = [1.0, 0.0, 1.0];
        let matching = usize::from(!matches.is_empty()) + usize::from(matches.has_several());
        let pair = 2.0 * self.bot.points[card.index()];
        let unseen = count(self.now.unseen, card.alike());
        let another = (self.now.hand & card.alike()).has_several();
        let leaves = LEAVES[matching] * (pair * self.lying.of(unseen, another));
        let lay = TAKES[matching] * (pair * self.lying.of(unseen, true));
        TAKES[matching] * pair + (leaves - lay)
    }

    #[inline(never)]
    fn of_playing_joker(&self, card: NumberCard) -> f64 {
        let others = self.now.hand.len() as f64 - 1.0;
        let field = self.now.field;
        let worth = match card {
            NumberCard::JIZO => self.of_capturing(card.into()),
            _ if field.is_empty() => self.of_losing_the_oni(),
            _ => self.of_the_best_prey(field),
        };
        worth - self.bot.weights.patience * others
    }

    /// What it is worth that the Oni takes the best card of the field.
    ///
    /// To the hopes all cards are the same that nobody can need for a yaku:
    /// of these only the points are compared.
    fn of_the_best_prey(&self, field: Set) -> f64 {
        let oni = NumberCard::ONI;
        let of_yaku = (field & self.alive).iter().map(|prey| self.of_taking(oni, prey));
        let best = of_yaku.fold(f64::NEG_INFINITY, f64::max);
        let others = field - self.alive;
        if others.is_empty() {
            return best;
        }
        let points = others.iter().map(|prey| self.points_of_taking(oni, prey));
        let points = points.fold(f64::NEG_INFINITY, f64::max);
        let any = others.first();
        best.max(points + self.hopes_gained(&self.after_taking(oni, any), any.alike()))
    }

    #[inline(never)]
    fn of_taking(&self, card: NumberCard, prey: NumberCard) -> f64 {
        let taken = Set::of(card) | prey.into();
        self.worth(&self.after_taking(card, prey), taken, prey.alike())
    }

    fn points_of_taking(&self, card: NumberCard, prey: NumberCard) -> f64 {
        self.points(&self.after_taking(card, prey), Set::of(card) | prey.into(), prey.alike())
    }

    /// Two of three alike, or the Jizo.
    fn of_capturing(&self, taken: Set) -> f64 {
        self.worth(&self.after_capturing(taken), taken, taken.first().alike())
    }

    fn of_losing_the_oni(&self) -> f64 {
        let after = Outlook { hand: self.now.hand - ONI, ..*self.now };
        self.worth(&after, Set::EMPTY, ONI)
    }

    #[inline]
    fn after_laying(&self, card: NumberCard) -> Outlook {
        let Outlook { hand, field, .. } = *self.now;
        Outlook { hand: hand - card.into(), field: field | card.into(), ..*self.now }
    }

    #[inline]
    fn after_taking(&self, card: NumberCard, prey: NumberCard) -> Outlook {
        let after = self.after_capturing(Set::of(card) | prey.into());
        if card == NumberCard::ONI { Outlook { holder: 0, number: prey.alike(), ..after } } else { after }
    }

    #[inline]
    fn after_capturing(&self, taken: Set) -> Outlook {
        // A new value, and no copy that is changed: to read a copy right after
        // a part of it was changed takes long.
        let Outlook { hand, field, captured: [own, next, last], .. } = *self.now;
        Outlook { hand: hand - taken, field: field - taken, captured: [own | taken, next, last], ..*self.now }
    }

    /// What it is worth to take some cards, and to change what lies there of
    /// a number.
    fn worth(&self, after: &Outlook, taken: Set, number: Set) -> f64 {
        let matters = (taken | number).meets(self.alive);
        let hopes = if matters { self.hopes_gained(after, number) } else { 0.0 };
        self.points(after, taken, number) + hopes
    }

    /// What the points of that are worth.
    fn points(&self, after: &Outlook, taken: Set, number: Set) -> f64 {
        let points: f64 = taken.iter().map(|card| self.bot.points[card.index()]).sum();
        let lying = self.points_lying(after, number) - self.points_lying(self.now, number);
        self.bot.weights.points * (points + lying)
    }

    /// What is worth a number that lies on the field.
    fn points_lying(&self, at: &Outlook, number: Set) -> f64 {
        let lies = at.field & number;
        if lies.is_empty() {
            return 0.0;
        }
        let pair = 2.0 * self.bot.points[lies.first().index()];
        pair * self.lying.of(count(self.now.unseen, number), at.hand.meets(number))
    }
}
