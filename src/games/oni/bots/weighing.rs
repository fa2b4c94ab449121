//! `weighing`: the thoughtful player, who weighs the hand left and what the
//! next player can do.

use std::hint::select_unpredictable;
use std::sync::Arc;

use super::followers::{CardCounter, Counted, Followers};
use crate::bots::{Bot, BotKind};
use crate::cards::{Card, Hanafuda};
use crate::game::Game;
use crate::games::oni::special::Effects;
use crate::games::oni::{Bonus, Choices, Ending, HandPoints, LosersScore, Oni, Rules, Set, View, fitting};
use crate::random::Stream;
use crate::seat::{BySeat, Seat};

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
    /// Who comes after a seat, and who after that.
    after: [BySeat<Seat>; 2],
    points: HandPoints,
    counter: CardCounter,
    /// Of the size of a word, so that a place in it needs no check.
    discards: Box<[Discard; 64]>,
    /// The cards that skip the next player.
    skipping: Set,
    hindering: Hindering,
    /// By how many cards somebody holds.
    danger: Box<[f64; CARDS]>,
}

/// What is known of a discard before the game.
#[derive(Clone, Copy, Debug)]
struct Discard {
    /// The cards that may follow it.
    fits: Set,
    followers: Followers,
    /// What the card counts in a hand with others.
    points: f64,
    /// How many seats further on the next turn is; none if it is the own one.
    steps: u8,
    /// What it does to the next player is worth so much if that player has
    /// one card.
    harm: f64,
}

impl BotKind<Oni> for Weighing {
    const NAME: &'static str = "weighing";
    const DESCRIPTION: &'static str = "weighs the points left in hand, what the next player can follow, and special cards by how few cards \
         that player has";
    type Parameters = Weights;

    fn new(game: &Oni, weights: Weights) -> Weighing {
        let (points, effects) = (HandPoints::new(), Effects::new(game.rules()));
        let discard = |card: Hanafuda| {
            let effect = effects.of(card);
            let skips = if effect.skips { weights.skip } else { 0.0 };
            Discard {
                fits: fitting(card),
                followers: Followers::new(card),
                points: points.among_others(card.into()).into(),
                steps: match usize::from(effect.skips) + 1 {
                    _ if card == Hanafuda::BRIDGE => 0,
                    steps => (steps % game.players()) as u8,
                },
                harm: weights.attack * f64::from(effect.draws) + skips,
            }
        };
        Weighing {
            rules: game.rules().clone(),
            players: game.players(),
            after: [1, 2].map(|steps| {
                let after = |seat: Seat| Seat::at((seat.index() + steps) % game.players());
                BySeat::from_fn(after)
            }),
            counter: CardCounter::new(),
            discards: Box::new(std::array::from_fn(|card| discard(Hanafuda::at(card % Hanafuda::COUNT)))),
            skipping: Hanafuda::ALL.iter().filter(|&card| discard(card).steps == 2).collect(),
            hindering: Hindering::new(weights.hinder),
            danger: Box::new(std::array::from_fn(|held| danger(held as u8))),
            points,
            weights,
        }
    }
}

impl Bot<Oni> for Weighing {
    // Always inlined: with the view, of which most is then left out.
    #[inline(always)]
    fn choose(&mut self, view: &View, choices: &Choices, _own: &mut Stream) -> usize {
        let View { seat, hand, dealer, top, discards, held, lacks, .. } = *view;
        let unseen = Hanafuda::ALL - hand - discards - top.into();
        let table = &Seen { seat, hand, dealer, unseen, held: &held, lacks: &lacks };
        match *choices {
            Choices::Discard(cards) => self.best_discard(cards, table),
            Choices::Declare => usize::from(self.of_declaring(table) > self.of_playing_on(table)),
        }
    }
}

/// What the bot looks at of a view. What it looks up by seat is by itself: if it
/// were looked up in the view, all of that would have to be there.
struct Seen<'a> {
    seat: Seat,
    hand: Set,
    dealer: Seat,
    unseen: Set,
    held: &'a BySeat<u8>,
    lacks: &'a BySeat<Set>,
}

/// How near a player with so many cards is to the end of the round: 1 with one
/// card, less with more.
fn danger(held: u8) -> f64 {
    1.0 / f64::from(held.max(1))
}

/// Numbers of cards that a player can hold, and none.
const CARDS: usize = Hanafuda::COUNT + 1;

/// What it is worth that the next player cannot follow: by how many cards that
/// player may hold, how many of them are held, and how many fit. The first
/// changes least from turn to turn, which keeps what is looked up together.
///
/// A megabyte that never changes: all that play the same weights look into the
/// same one.
#[derive(Clone, Debug)]
struct Hindering(Arc<[[[f64; CARDS]; CARDS]]>);

impl Hindering {
    fn new(hinder: f64) -> Hindering {
        let of_may_hold = |may_hold: usize| {
            // The chance to hold none that fits, each card of the hand being
            // as likely as any that may be there.
            let mut stuck = [1.0; CARDS];
            std::array::from_fn(|held| {
                let worth = stuck.map(|stuck| hinder * stuck * danger(held as u8));
                for (fitting, stuck) in stuck.iter_mut().enumerate().take(may_hold + 1) {
                    *stuck *= 1.0 - fitting as f64 / may_hold.max(1) as f64;
                }
                worth
            })
        };
        Hindering((0..CARDS).map(of_may_hold).collect())
    }
}

/// Another player whose turn is next.
#[derive(Clone, Copy)]
struct Next<'a> {
    may_hold: Counted,
    /// What it is worth that this player cannot follow, by how many of the
    /// cards that may be held fit.
    hindering: &'a [f64; CARDS],
}

impl Weighing {
    /// Another player as the one whose turn is next.
    #[inline]
    fn next(&self, seat: Seat, table: &Seen<'_>) -> Next<'_> {
        let may_hold = self.counter.count(table.unseen - table.lacks[seat]);
        let hindering = &self.hindering.0[may_hold.len()][usize::from(table.held[seat])];
        Next { may_hold, hindering }
    }

    /// The place of the discard that is worth most.
    #[inline(always)]
    fn best_discard(&self, cards: Set, table: &Seen<'_>) -> usize {
        let hand = table.hand;
        if HandPoints::is_plain(hand) {
            let points = f64::from(self.points.among_others(hand));
            self.best_by_points_left(cards, table, |_, discard| points - discard.points)
        } else {
            let points = self.points.among_others(hand);
            let points_left = |card: Hanafuda, discard: &Discard| {
                f64::from(HandPoints::with_exceptions(points - discard.points as u16, hand - card.into()))
            };
            self.best_by_points_left(cards, table, points_left)
        }
    }

    /// The same, given what the hand counts that a discard leaves.
    #[inline(always)]
    fn best_by_points_left(
        &self,
        cards: Set,
        table: &Seen<'_>,
        points_left: impl Fn(Hanafuda, &Discard) -> f64,
    ) -> usize {
        let [next, after_next] = [self.after[0][table.seat], self.after[1][table.seat]];
        let danger_of_next = self.danger[usize::from(table.held[next])];
        let next = self.next(next, table);
        let points_and_harm = |card: Hanafuda, discard: &Discard| {
            (-self.weights.points * points_left(card, discard), discard.harm * danger_of_next)
        };
        // Most hands skip nobody: who would come after the next player is then
        // not looked up.
        if cards.meets(self.skipping) {
            let nexts = [next, self.next(after_next, table)];
            let next = |discard: &Discard| nexts[usize::from((discard.steps - 1) % 2)];
            self.best_by_next(cards, table.hand, points_and_harm, next)
        } else {
            self.best_by_next(cards, table.hand, points_and_harm, |_| next)
        }
    }

    /// The same, given who has the next turn after a discard that does not let
    /// the player go again.
    #[inline(always)]
    fn best_by_next<'a>(
        &self,
        cards: Set,
        hand: Set,
        points_and_harm: impl Fn(Hanafuda, &Discard) -> (f64, f64),
        next: impl Fn(&Discard) -> Next<'a>,
    ) -> usize {
        let weights = &self.weights;
        let worth = |card: Hanafuda| {
            let discard = &self.discards[card.index() % 64];
            let (mut worth, harm) = points_and_harm(card, discard);
            if discard.steps > 0 {
                let next = next(discard);
                worth += next.hindering[next.may_hold.following(discard.followers)];
            } else {
                let left = hand - card.into();
                if !left.meets(discard.fits) {
                    worth -= weights.again;
                } else if left.is_single() {
                    return WON;
                } else {
                    worth += weights.again;
                }
            }
            worth + harm
        };
        let mut best = (0, f64::NEG_INFINITY);
        for (place, card) in cards.iter().enumerate() {
            let worth = worth(card);
            let is_better = worth > best.1;
            best = (select_unpredictable(is_better, place, best.0), if is_better { worth } else { best.1 });
        }
        best.0
    }

    /// The others are thought to hold, for each of their cards, the mean of
    /// the unseen ones.
    #[inline(always)]
    fn of_declaring(&self, table: &Seen<'_>) -> f64 {
        let cards: u32 = table.seat.others(self.players).map(|seat| u32::from(table.held[seat])).sum();
        let mean = f64::from(self.points.among_others(table.unseen)) / table.unseen.len().max(1) as f64;
        let bonus = Bonus::new(&self.rules, Ending::LightningDeclared, table.seat == table.dealer);
        let own = f64::from(self.points.of(table.hand));
        (mean * f64::from(cards) - own) * f64::from(bonus.doubled(1))
    }

    /// The own hand may be lost, each player being thought to win in inverse
    /// proportion to the cards in hand. What playing on may win is left out:
    /// to count it changed nothing among three or more, and made the bot
    /// weaker among two.
    #[inline(always)]
    fn of_playing_on(&self, table: &Seen<'_>) -> f64 {
        if self.rules.losers_score == LosersScore::Zero {
            return 0.0;
        }
        let own = danger(table.held[table.seat]);
        let theirs: f64 = table.seat.others(self.players).map(|seat| danger(table.held[seat])).sum();
        -self.weights.fear * f64::from(self.points.of(table.hand)) * theirs / (own + theirs)
    }
}
