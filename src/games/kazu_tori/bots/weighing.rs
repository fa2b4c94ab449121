//! `weighing`: the player whose haste follows the odds.

use crate::bots::{Bot, Family};
use crate::cards::NumberCard;
use crate::chance::{BlockChance, Purpose, Stream};
use crate::game::Game;
use crate::games::kazu_tori::{
    Body, Circle, Haste, Hastes, KazuTori, Rules, SEATS, Score, Set, View, deck, false_alarm,
};
use crate::seat::Seat;

crate::settings! {
    /// What weighs how much.
    pub struct Weights {
        end["end"]: f64 = 1.0, in 0.0..=100.0, "what a point is worth at the take that ends the game, against one that the piles promise before";
        wrong["wrong"]: f64 = 1.0, in 0.0..=100.0, "the weight of what a wrong slap costs";
    }
    check |_| Ok(());
}

/// Races that are imagined to find the chances to be the fastest.
const RACES: usize = 2_000;
/// Sets of seats.
const CIRCLES: usize = 1 << SEATS;

/// Weighs what a take brings, and how likely the next card can be taken,
/// against what a wrong slap costs.
#[derive(Clone, Debug)]
pub struct Weighing {
    weights: Weights,
    rules: Rules,
    deck: Set,
    /// By the players still in the game, the own seat and haste, the chance to
    /// be the first on a card.
    fastest: Box<[[[f64; Haste::COUNT]; SEATS]; CIRCLES]>,
    /// By haste, the chance of a wrong slap.
    wrong: [f64; Haste::COUNT],
}

impl Family<KazuTori> for Weighing {
    const NAME: &'static str = "weighing";
    const SENTENCE: &'static str =
        "is hasty where the next card is likely to fit and the table is worth it, and calm elsewhere";
    type Parameters = Weights;

    fn new(game: &KazuTori, weights: Weights) -> Weighing {
        let rules = game.rules().clone();
        Weighing {
            fastest: fastest(&rules),
            wrong: std::array::from_fn(|place| false_alarm(&rules, Haste::at(place))),
            deck: deck(),
            rules,
            weights,
        }
    }
}

/// The chances to be the first on a card if the others are keen, from races
/// that are run with the same draws for every haste.
fn fastest(rules: &Rules) -> Box<[[[f64; Haste::COUNT]; SEATS]; CIRCLES]> {
    let body = Body::new(rules);
    let mut chance = BlockChance::new(0, 0).stream(0, Purpose::Game);
    let mut wins = Box::new([[[0.0; Haste::COUNT]; SEATS]; CIRCLES]);
    for _ in 0..RACES {
        let draws: [f64; SEATS] = std::array::from_fn(|_| chance.normal());
        let times: [f64; SEATS] =
            std::array::from_fn(|seat| body.lateness(Seat::at(seat), Haste::KEEN, draws[seat]));
        for (circle, wins) in wins.iter_mut().enumerate() {
            for (seat, wins) in wins.iter_mut().enumerate() {
                let others = (0..SEATS).filter(|&other| other != seat && circle >> other & 1 == 1);
                let first = others.map(|other| times[other]).fold(0.0, f64::min);
                for (place, wins) in wins.iter_mut().enumerate() {
                    let time = body.lateness(Seat::at(seat), Haste::at(place), draws[seat]);
                    *wins += if time < first { (1.0 - rules.lapse) / RACES as f64 } else { 0.0 };
                }
            }
        }
    }
    wins
}

impl Bot<KazuTori> for Weighing {
    fn choose(&mut self, view: &View, _options: &Hastes, _own: &mut Stream) -> usize {
        let fits = self.fits(view);
        if fits == 0.0 {
            return Haste::CALM.place();
        }
        let take = fits * self.take(view);
        let wrong = (1.0 - fits) * self.weights.wrong * Weighing::penalty(view);
        let circle =
            Seat::all(SEATS).fold(0, |all, seat| all | usize::from(view.circle.has(seat)) << seat.index());
        let fastest = &self.fastest[circle][view.seat.index()];
        let mut best = (0, f64::NEG_INFINITY);
        for (place, (fastest, alarm)) in fastest.iter().zip(&self.wrong).enumerate() {
            let worth = fastest * take - alarm * wrong;
            if worth > best.1 {
                best = (place, worth);
            }
        }
        best.0
    }
}

impl Weighing {
    /// The chance that the next card may be taken: from the cards that are
    /// known to be in the pile it comes from, and from those that may be.
    fn fits(&self, view: &View) -> f64 {
        let matching = Set::from_bits(0xF << (4 * ((view.number - 1) % 10))) | NumberCard::ONI.into();
        let pile = view.discarder.index();
        let mut seen = view.laid.set();
        for known in view.known {
            seen |= known;
        }
        if view.jizo_gone {
            seen.insert(NumberCard::JIZO);
        }
        let (known, unseen) = (view.known[pile], self.deck - seen);
        let size = f64::from(view.piles[pile]);
        let sure = (known & matching).len() as f64;
        let open = (unseen & matching).len() as f64;
        if open == 0.0 {
            sure / size
        } else {
            (sure + (size - known.len() as f64) * open / unseen.len() as f64) / size
        }
    }

    /// What it is worth to take the table, and not to leave it to another.
    fn take(&self, view: &View) -> f64 {
        let table = view.laid.len() as u8 + 1;
        let mut piles = view.piles;
        piles[view.seat.index()] += table;
        piles[view.discarder.index()] -= 1;
        let own = self.after_take(view, piles, view.seat);
        piles[view.seat.index()] -= table;
        let (mut others, mut count) = (0.0, 0.0);
        for seat in view.circle.round(view.seat).iter().filter(|&seat| seat != view.seat) {
            piles[seat.index()] += table;
            others += self.after_take(view, piles, seat);
            piles[seat.index()] -= table;
            count += 1.0;
        }
        own - others / count
    }

    /// What piles are worth after a take, which ends the game in the last
    /// call.
    fn after_take(&self, view: &View, piles: [u8; SEATS], taker: Seat) -> f64 {
        if view.circle == Circle::FULL && view.piles[view.discarder.index()] > 1 {
            return Weighing::promise(piles.map(f64::from), view.seat);
        }
        let mut last_takes = view.last_takes;
        last_takes[taker.index()] = view.discards + 1;
        let score = Score::new(piles, last_takes, self.rules.tie);
        self.weights.end * f64::from(score.points[view.seat.index()])
    }

    /// What a wrong slap costs: a card for each other player.
    fn penalty(view: &View) -> f64 {
        let mut piles = view.piles.map(f64::from);
        let before = Weighing::promise(piles, view.seat);
        let own = view.seat.index();
        let payable = view.piles[own] - u8::from(view.seat == view.discarder);
        let others = view.circle.round(view.seat).iter().filter(|&seat| seat != view.seat);
        for seat in others.take(usize::from(payable)) {
            piles[own] -= 1.0;
            piles[seat.index()] += 1.0;
        }
        before - Weighing::promise(piles, view.seat)
    }

    /// The points that piles promise a player in the middle of a game, if a
    /// pile wins by the square of its size. The winner gets a point for each
    /// card of the others, and who loses pays one for each own card: so a
    /// small pile is better lost, and a large one is worth the more.
    fn promise(piles: [f64; SEATS], seat: Seat) -> f64 {
        let own = piles[seat.index()];
        let all: f64 = piles.iter().sum();
        let squares: f64 = piles.iter().map(|pile| pile * pile).sum();
        if squares > 0.0 { own * own / squares * all - own } else { 0.0 }
    }
}
