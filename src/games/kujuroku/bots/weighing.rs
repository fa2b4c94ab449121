//! `weighing`: the thoughtful player, who weighs what an option takes against
//! what it leaves to the others.

mod hopes;

use self::hopes::{Hopes, ONI, Outlook, Powers, count, powers, roles_from};
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
            points: std::array::from_fn(|card| f64::from(points.points(NumberCard::at(card).into()))),
            deck: game.deck(),
            weights,
        }
    }
}

impl Bot<Kujuroku> for Weighing {
    fn choose(&mut self, view: &View, choices: &Choices, _own: &mut Stream) -> usize {
        let scales = Scales::new(self, view);
        let mut best = (0, f64::NEG_INFINITY);
        for place in 0..choices.count() {
            let card = choices.at(place);
            let worth = match choices.asked() {
                Decision::Play => scales.of_playing(card),
                Decision::TakeHand | Decision::TakeDraw | Decision::DealOni => {
                    scales.of_taking(view.in_play, card)
                }
                Decision::DealTriple => scales.of_capturing(choices.of_the_field() - card.into()),
            };
            if worth > best.1 {
                best = (place, worth);
            }
        }
        best.0
    }
}

/// The scales for one decision: what its options are compared with.
struct Scales<'a> {
    bot: &'a Weighing,
    now: Outlook,
    /// What the yaku in reach are worth now, and the cards that can change it.
    hopes: f64,
    alive: Set,
    /// The chance that a field card stays to the next own turn, by how many
    /// of its number are unseen.
    stays: Powers,
}

impl<'a> Scales<'a> {
    fn new(bot: &'a Weighing, view: &View) -> Scales<'a> {
        let me = view.role as usize;
        let hand = view.hand.set();
        let in_play = Set::of(view.in_play).only_if(matches!(view.waits, Waits::TakeHand | Waits::TakeDraw));
        let seen = view.captured.iter().fold(hand | view.field | in_play, |seen, &cards| seen | cards);
        let now = Outlook {
            me,
            hand,
            field: view.field,
            unseen: bot.deck - seen - ONI.only_if(view.oni.removed),
            captured: roles_from(me).map(|role| view.captured[role]),
            holder: (view.oni.holder as usize + 3 - me) % 3,
            number: view.oni.number,
        };
        // Before the next own turn the two others play a card of their hands
        // and turn up another.
        let theirs = view.held.iter().sum::<u8>() - view.held[me];
        let near = f64::from(theirs + view.pile.min(2)) / f64::from((theirs + view.pile).max(1));
        Scales {
            bot,
            now,
            hopes: bot.hopes.worth(&now),
            alive: Hopes::alive(&now),
            stays: powers(1.0 - near),
        }
    }

    fn of_playing(&self, card: NumberCard) -> f64 {
        let field = self.now.field;
        if card.is_joker() {
            let others = self.now.hand.len() as f64 - 1.0;
            let worth = match card {
                NumberCard::JIZO => self.of_capturing(card.into()),
                _ if field.is_empty() => self.of_losing_the_oni(),
                _ => self.of_the_best(card, field),
            };
            return worth - self.bot.weights.patience * others;
        }
        let matches = field & card.alike();
        if matches.is_empty() { self.of_laying(card) } else { self.of_the_best(card, matches) }
    }

    fn of_the_best(&self, card: NumberCard, preys: Set) -> f64 {
        preys.iter().map(|prey| self.of_taking(card, prey)).fold(f64::NEG_INFINITY, f64::max)
    }

    fn of_taking(&self, card: NumberCard, prey: NumberCard) -> f64 {
        let taken = Set::of(card) | prey.into();
        let mut after = self.after_capturing(taken);
        if card == NumberCard::ONI {
            after.holder = 0;
            after.number = prey.alike();
        }
        self.worth(&after, taken, prey.alike())
    }

    /// Two of three alike, or the Jizo.
    fn of_capturing(&self, taken: Set) -> f64 {
        self.worth(&self.after_capturing(taken), taken, taken.first().alike())
    }

    fn of_laying(&self, card: NumberCard) -> f64 {
        let Outlook { hand, field, .. } = self.now;
        let after = Outlook { hand: hand - card.into(), field: field | card.into(), ..self.now };
        self.worth(&after, Set::EMPTY, card.alike())
    }

    fn of_losing_the_oni(&self) -> f64 {
        let after = Outlook { hand: self.now.hand - ONI, ..self.now };
        self.worth(&after, Set::EMPTY, ONI)
    }

    fn after_capturing(&self, taken: Set) -> Outlook {
        // A new value, and no copy that is changed: to read a copy right after
        // a part of it was changed takes long.
        let Outlook { hand, field, captured: [own, next, last], .. } = self.now;
        Outlook { hand: hand - taken, field: field - taken, captured: [own | taken, next, last], ..self.now }
    }

    /// What it is worth to take some cards, and to change what lies there of
    /// a number.
    fn worth(&self, after: &Outlook, taken: Set, number: Set) -> f64 {
        let bot = self.bot;
        let points: f64 = taken.iter().map(|card| bot.points[card.index()]).sum();
        let stays = self.stays[count(self.now.unseen, number)];
        let lying = self.points_lying(after, number, stays) - self.points_lying(&self.now, number, stays);
        let matters = (taken | number).meets(self.alive | after.number);
        let hopes = if matters { bot.hopes.worth(after) - self.hopes } else { 0.0 };
        bot.weights.points * (points + lying) + hopes
    }

    /// What is worth a number that lies on the field: the own hand may take
    /// it next turn, if it stays, and the others may before.
    fn points_lying(&self, at: &Outlook, number: Set, stays: f64) -> f64 {
        let lies = at.field & number;
        if lies.is_empty() {
            return 0.0;
        }
        let weights = &self.bot.weights;
        let pair = 2.0 * self.bot.points[lies.first().index()];
        let keep = if at.hand.meets(number) { weights.keep * stays } else { 0.0 };
        pair * (keep - weights.leave * (1.0 - stays))
    }
}
