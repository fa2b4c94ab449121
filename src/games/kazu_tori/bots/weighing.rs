//! `weighing`: the player whose haste follows the odds.

use crate::bots::{Bot, BotKind};
use crate::cards::NumberCard;
use crate::game::Game;
use crate::games::kazu_tori::{
    Body, Circle, Haste, Hastes, KazuTori, Rules, SEATS, Score, Set, TieRule, View, deck, false_alarm,
};
use crate::random::Stream;
use crate::seat::Seat;

crate::settings! {
    /// What weighs how much.
    pub struct Weights {
        end["end"]: f64 = 1.0, in 0.0..=100.0, "what a point is worth at the take that ends the game, against one that the piles promise before";
        wrong["wrong"]: f64 = 1.0, in 0.0..=100.0, "the weight of what a wrong slap costs";
    }
    check |_| Ok(());
}

/// Steps of an integral over the own reaction time, and how many standard
/// deviations it goes down to.
const STEPS: usize = 200;
const LIMIT: f64 = 8.0;
/// Sets of seats.
const CIRCLES: usize = 1 << SEATS;

/// Weighs what a take brings, and how likely the next card can be taken,
/// against what a wrong slap costs.
#[derive(Clone, Debug)]
pub struct Weighing {
    weights: Weights,
    /// The house's rule for ties.
    tie: TieRule,
    deck: Set,
    /// By the players still in the game, the own seat and haste, the chance to
    /// be the first on a card.
    fastest: Box<[[[f64; Haste::COUNT]; SEATS]; CIRCLES]>,
    /// By haste, the chance of a wrong slap.
    wrong: [f64; Haste::COUNT],
    /// What was seen last, and the chance that the card may be taken: all
    /// players who are asked about a card see the same.
    last: (Sight, f64),
}

impl BotKind<KazuTori> for Weighing {
    const NAME: &'static str = "weighing";
    const DESCRIPTION: &'static str =
        "is hasty when the next card is likely to match and the table is worth it, calm otherwise";
    type Parameters = Weights;

    fn new(game: &KazuTori, weights: Weights) -> Weighing {
        let rules = game.rules();
        Weighing {
            fastest: fastest(rules),
            wrong: std::array::from_fn(|place| false_alarm(rules, Haste::at(place))),
            deck: deck(),
            last: (Sight::NONE, 0.0),
            tie: rules.tie,
            weights,
        }
    }
}

/// The probabilities to be the first on a card if the others are keen and do
/// not overlook it: Simpson's rule over the own reaction time, up to the moment
/// at which the next card is laid.
fn fastest(rules: &Rules) -> Box<[[[f64; Haste::COUNT]; SEATS]; CIRCLES]> {
    let body = Body::new(rules);
    // Times that do not vary at all are the limit of this.
    let spread = rules.spread.max(1e-9);
    let mut fastest = Box::new([[[0.0; Haste::COUNT]; SEATS]; CIRCLES]);
    for (seat, haste) in (0..SEATS).flat_map(|seat| (0..Haste::COUNT).map(move |haste| (seat, haste))) {
        let lateness = |draw: f64| body.lateness(Seat::at(seat), Haste::at(haste), draw);
        let last = (-lateness(0.0) / spread).min(LIMIT);
        let width = (last + LIMIT).max(0.0) / STEPS as f64;
        for step in 0..=STEPS {
            let draw = step as f64 * width - LIMIT;
            let ends = if step == 0 || step == STEPS { 1.0 } else { 2.0 + (step % 2 * 2) as f64 };
            let density = libm::exp(-0.5 * draw * draw) / (2.0 * std::f64::consts::PI).sqrt();
            let slower: [f64; SEATS] = std::array::from_fn(|other| {
                let others = body.lateness(Seat::at(other), Haste::KEEN, 0.0);
                0.5 * libm::erfc((lateness(draw) - others) / spread * std::f64::consts::FRAC_1_SQRT_2)
            });
            for (circle, fastest) in fastest.iter_mut().enumerate() {
                let others = (0..SEATS).filter(|&other| other != seat && circle >> other & 1 == 1);
                let alone = others.map(|other| slower[other]).product::<f64>();
                fastest[seat][haste] += (1.0 - rules.lapse) * ends * width / 3.0 * density * alone;
            }
        }
    }
    fastest
}

impl Bot<KazuTori> for Weighing {
    fn choose(&mut self, view: &View, _options: &Hastes, _own: &mut Stream) -> usize {
        let fits = self.fits(view);
        if fits == 0.0 {
            return Haste::CALM.index();
        }
        let piles = Piles(view.piles.map(i32::from));
        let before = Promise::of(&piles, view.seat);
        let take = fits * self.take(view, &piles, before);
        let wrong = (1.0 - fits) * self.weights.wrong * Weighing::penalty(view, &piles, before);
        let fastest = &self.fastest[view.circle.index() % CIRCLES][view.seat.index() % SEATS];
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

/// What everybody knows about the next card: the number that goes with it, the
/// size of the pile that it comes from, the cards known to be in there, and
/// those of which nobody knows where they are.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sight {
    number: u8,
    size: u8,
    known: Set,
    unseen: Set,
}

impl Sight {
    /// Nothing that can be seen: no pile is empty.
    const NONE: Sight = Sight { number: 0, size: 0, known: Set::EMPTY, unseen: Set::EMPTY };

    /// The chance that the card may be taken.
    fn fits(&self) -> f64 {
        let first = 4 * ((self.number - 1) % 10);
        let size = f64::from(self.size);
        let count_matching = |cards: Set| {
            f64::from(IN_FOUR[(cards.bits() >> first) as usize & 0xF] + u8::from(cards.has(NumberCard::ONI)))
        };
        let (sure, open) = (count_matching(self.known), count_matching(self.unseen));
        if open == 0.0 {
            sure / size
        } else {
            (sure + (size - self.known.len() as f64) * open / self.unseen.len() as f64) / size
        }
    }
}

/// How many bits four bits have: quicker than to count those of a word, where
/// the processor has no instruction for that.
const IN_FOUR: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

impl Weighing {
    /// The chance that the next card may be taken: from the cards that are
    /// known to be in the pile it comes from, and from those that may be.
    fn fits(&mut self, view: &View) -> f64 {
        let mut seen = view.laid.set();
        for known in view.known {
            seen |= known;
        }
        let sight = Sight {
            number: view.number,
            size: view.piles[view.discarder.index()],
            known: view.known[view.discarder.index()],
            unseen: self.deck - seen - Set::of(NumberCard::JIZO).only_if(view.jizo_gone),
        };
        if self.last.0 != sight {
            self.last = (sight, sight.fits());
        }
        self.last.1
    }

    /// What it is worth to take the table, and not to leave it to another, with
    /// the piles as they are before the discard.
    fn take(&self, view: &View, piles: &Piles, before: Promise) -> f64 {
        let table = view.laid.len() as i32 + 1;
        let is_last = view.circle != Circle::FULL || piles.size(view.discarder) == 1;
        if is_last {
            return ahead_of_others(view, |taker| self.at_end(view, piles, taker, table));
        }
        let before = before.with(view, view.discarder, piles.size(view.discarder), -1);
        ahead_of_others(view, |taker| {
            before.with(view, taker, piles.after_discard(view, taker), table).worth()
        })
    }

    /// What piles are worth after the take that ends the game.
    fn at_end(&self, view: &View, piles: &Piles, taker: Seat, table: i32) -> f64 {
        let cards = std::array::from_fn(|seat| {
            let taken = if seat == taker.index() { table } else { 0 };
            (piles.after_discard(view, Seat::at(seat)) + taken) as u8
        });
        let mut last_takes = view.last_takes;
        last_takes[taker.index() % SEATS] = view.discards + 1;
        let score = Score::new(cards, last_takes, self.tie);
        self.weights.end * f64::from(score.points[view.seat.index() % SEATS])
    }

    /// What a wrong slap costs: a card for each other player, as far as the pile
    /// reaches after the discard.
    fn penalty(view: &View, piles: &Piles, before: Promise) -> f64 {
        let payable = piles.after_discard(view, view.seat);
        let mut after = before;
        for seat in others_of(view).take(payable as usize) {
            after = after.with_own(-1).with_others(piles.size(seat), 1);
        }
        before.worth() - after.worth()
    }
}

/// The other players still in the game, from the right on: who looks is in the
/// game, and comes last.
#[inline]
fn others_of(view: &View) -> impl Iterator<Item = Seat> {
    let round = view.circle.round(view.seat);
    round.iter().take(round.len() - 1)
}

/// What is worth something to do oneself, less the mean of what it is if
/// another player does.
#[inline]
fn ahead_of_others(view: &View, worth: impl Fn(Seat) -> f64) -> f64 {
    let (mut others, mut count) = (0.0, 0);
    for seat in others_of(view) {
        others += worth(seat);
        count += 1;
    }
    worth(view.seat) - others / f64::from(count)
}

/// How many cards are in the piles. Never copied nor changed: to store numbers
/// one by one and load all of them takes longer than all the rest.
struct Piles([i32; SEATS]);

impl Piles {
    #[inline]
    fn size(&self, seat: Seat) -> i32 {
        self.0[seat.index() % SEATS]
    }

    /// The size of a pile after the discard.
    #[inline]
    fn after_discard(&self, view: &View, seat: Seat) -> i32 {
        self.size(seat) - i32::from(seat == view.discarder)
    }
}

/// The points that piles promise a player in the middle of a game, if a pile
/// wins by the square of its size. The winner gets a point for each card of
/// the others, and who loses pays one for each own card: so a small pile is
/// better lost, and a large one is worth the more.
///
/// Kept in whole numbers, whose sums can be changed and need not be reckoned
/// anew, and without the piles: to change one of some bytes and read all of
/// them after that takes longer than all the rest.
#[derive(Clone, Copy)]
struct Promise {
    /// The size of the own pile, and the sums of all sizes and their squares.
    own: i32,
    all: i32,
    squares: i32,
}

impl Promise {
    #[inline]
    fn of(piles: &Piles, seat: Seat) -> Promise {
        Promise {
            own: piles.size(seat),
            all: piles.0.iter().sum(),
            squares: piles.0.iter().map(|size| size * size).sum(),
        }
    }

    /// With so many cards more in a pile of some size.
    #[inline]
    fn with(self, view: &View, seat: Seat, size: i32, more: i32) -> Promise {
        if seat == view.seat { self.with_own(more) } else { self.with_others(size, more) }
    }

    /// With so many cards more in the own pile.
    #[inline]
    fn with_own(self, more: i32) -> Promise {
        Promise { own: self.own + more, ..self.with_others(self.own, more) }
    }

    /// With so many cards more in a pile of another player, of some size.
    #[inline]
    fn with_others(self, size: i32, more: i32) -> Promise {
        Promise { all: self.all + more, squares: self.squares + more * (2 * size + more), ..self }
    }

    #[inline]
    fn worth(self) -> f64 {
        let [own, all, squares] = [self.own, self.all, self.squares].map(f64::from);
        if self.squares > 0 { own * own / squares * all - own } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{BlockStreams, Purpose};

    #[test]
    fn the_probabilities_to_be_the_fastest_are_those_of_races() {
        let rules = Rules { handicap: [1.0, 1.1, 0.9, 1.3], lapse: 0.0, ..Rules::default() };
        let (body, races) = (Body::new(&rules), 100_000);
        let mut rng = BlockStreams::new(5, 0).stream(0, Purpose::Game);
        let mut won = [[0.0; SEATS]; 2];
        for _ in 0..races {
            let times: [f64; SEATS] =
                std::array::from_fn(|seat| body.lateness(Seat::at(seat), Haste::KEEN, rng.normal()));
            // All four, and without seat 3.
            for (won, seats) in won.iter_mut().zip([&[0, 1, 2, 3][..], &[0, 1, 3]]) {
                let first = seats.iter().copied().min_by(|&one, &other| times[one].total_cmp(&times[other]));
                let first = first.expect("somebody races");
                won[first] += f64::from(times[first] < 0.0) / f64::from(races);
            }
        }
        let exact = fastest(&rules);
        for (won, circle) in won.iter().zip([0b1111, 0b1011]) {
            for (seat, won) in won.iter().enumerate().filter(|(seat, _)| circle >> seat & 1 == 1) {
                let exact = exact[circle][seat][Haste::KEEN.index()];
                let error = (exact * (1.0 - exact) / f64::from(races)).sqrt();
                assert!((won - exact).abs() < 4.0 * error, "seat {}: {won} is not {exact}", seat + 1);
            }
        }
    }

    #[test]
    fn times_that_do_not_vary_have_one_winner() {
        let rules = Rules { spread: 0.0, lapse: 0.0, handicap: [1.0, 1.1, 0.9, 1.3], ..Rules::default() };
        let all = fastest(&rules)[0b1111].map(|seat| seat[Haste::KEEN.index()]);
        assert!((all[2] - 1.0).abs() < 1e-6 && all.iter().sum::<f64>() < 1.0 + 1e-6, "{all:?}");
    }
}
