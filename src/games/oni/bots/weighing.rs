//! `weighing`: the thoughtful player, who weighs the hand left and what the
//! next player can do.

use crate::bots::{Bot, Family};
use crate::cards::Hanafuda;
use crate::chance::Stream;
use crate::game::{Game, Options};
use crate::games::oni::special::Effects;
use crate::games::oni::{
    Bonus, Choices, Ending, HandPoints, LosersScore, Move, Oni, Rules, Set, View, fitting,
};
use crate::seat::Seat;

crate::settings! {
    /// The weights of the bot `weighing`. All worth is reckoned in points.
    pub struct Weights {
        points["points"]: f64 = 1.0, in 0.0..=100.0, "cost of a point left in the hand";
        hinder["hinder"]: f64 = 1.5, in 0.0..=100.0, "worth of a discard that a next player with one card cannot follow";
        attack["attack"]: f64 = 2.5, in 0.0..=100.0, "worth of each card that a next player with one card must draw";
        skip["skip"]: f64 = 4.0, in 0.0..=100.0, "worth of skipping a next player with one card";
        again["again"]: f64 = 5.0, in 0.0..=100.0, "worth of going again with a card that fits, and cost without one";
        fear["fear"]: f64 = 3.0, in 0.0..=100.0, "weight of what playing on may lose, where the lightning could end the round";
    }
    check |_| Ok(());
}

/// More than any hand can cost: what a discard is worth that wins the round.
const WON: f64 = 1e6;

/// Weighs the points of the hand left, what the next player can follow, and
/// special cards by how few cards that player has.
#[derive(Clone, Debug)]
pub struct Weighing {
    weights: Weights,
    rules: Rules,
    players: usize,
    points: HandPoints,
    effects: Effects,
}

impl Family<Oni> for Weighing {
    const NAME: &'static str = "weighing";
    const SENTENCE: &'static str = "weighs the points of the hand left, what the next player can follow, and special cards by how few \
         cards that player has";
    type Parameters = Weights;

    fn new(game: &Oni, weights: Weights) -> Weighing {
        Weighing {
            weights,
            rules: game.rules().clone(),
            players: game.players(),
            points: HandPoints::new(),
            effects: Effects::new(game.rules()),
        }
    }
}

impl Bot<Oni> for Weighing {
    fn choose(&mut self, view: &View, choices: &Choices, _own: &mut Stream) -> usize {
        let unseen = Hanafuda::ALL - view.hand - view.discards - view.top.into();
        let mut best = (0, f64::NEG_INFINITY);
        for place in 0..choices.count() {
            let worth = match choices.at(place) {
                Move::Discard(card) => self.of_discarding(card, view, unseen),
                Move::PlayOn => self.of_playing_on(view),
                Move::EndRound => self.of_declaring(view, unseen),
            };
            if worth > best.1 {
                best = (place, worth);
            }
        }
        best.0
    }
}

/// How near a player is to the end of the round: 1 with one card, less with
/// more.
fn danger(view: &View, seat: Seat) -> f64 {
    1.0 / f64::from(view.held[seat].max(1))
}

/// The chance that a player holds none of some cards, each card of the hand
/// being as likely as any that may be there.
fn stuck(view: &View, seat: Seat, unseen: Set, cards: Set) -> f64 {
    let may_hold = unseen - view.lacks[seat];
    let other = 1.0 - (may_hold & cards).len() as f64 / may_hold.len().max(1) as f64;
    (0..view.held[seat]).fold(1.0, |chance, _| chance * other)
}

impl Weighing {
    fn of_discarding(&self, card: Hanafuda, view: &View, unseen: Set) -> f64 {
        let weights = &self.weights;
        let left = view.hand - card.into();
        let fits = fitting(card);
        let effect = self.effects.of(card);
        let steps = if card == Hanafuda::BRIDGE { 0 } else { 1 + usize::from(effect.skips) };
        let next = view.seat.after(steps, self.players);
        let mut worth = -weights.points * f64::from(self.points.of(left));
        if next != view.seat {
            worth += weights.hinder * stuck(view, next, unseen, fits) * danger(view, next);
        } else if !left.meets(fits) {
            worth -= weights.again;
        } else if left.is_single() {
            return WON;
        } else {
            worth += weights.again;
        }
        let skips = if effect.skips { weights.skip } else { 0.0 };
        let victim = view.seat.after(1, self.players);
        worth + (weights.attack * f64::from(effect.draws) + skips) * danger(view, victim)
    }

    /// The others are thought to hold, for each of their cards, the mean of
    /// the unseen ones.
    fn of_declaring(&self, view: &View, unseen: Set) -> f64 {
        let cards: u32 = view.seat.others(self.players).map(|seat| u32::from(view.held[seat])).sum();
        let mean = f64::from(self.points.among_others(unseen)) / unseen.len().max(1) as f64;
        let bonus = Bonus::new(&self.rules, Ending::LightningDeclared, view.seat == view.dealer);
        let own = f64::from(self.points.of(view.hand));
        (mean * f64::from(cards) - own) * f64::from(bonus.doubled(1))
    }

    /// The own hand may be lost, each player being thought to win in inverse
    /// proportion to the cards in hand. What playing on may win is left out:
    /// to count it changed nothing among three or more, and made the bot
    /// weaker among two.
    fn of_playing_on(&self, view: &View) -> f64 {
        if self.rules.losers_score == LosersScore::Zero {
            return 0.0;
        }
        let own = danger(view, view.seat);
        let theirs: f64 = view.seat.others(self.players).map(|seat| danger(view, seat)).sum();
        -self.weights.fear * f64::from(self.points.of(view.hand)) * theirs / (own + theirs)
    }
}
