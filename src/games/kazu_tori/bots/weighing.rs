//! `weighing`: the player whose haste follows the odds.

use crate::bots::{Bot, BotKind};
use crate::cards::NumberCard;
use crate::game::Game;
use crate::games::kazu_tori::{
    Body, Circle, Haste, Hastes, KazuTori, Rules, SEATS, Score, Set, View, deck, false_alarm,
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
    rules: Rules,
    deck: Set,
    /// By the players still in the game, the own seat and haste, the chance to
    /// be the first on a card.
    fastest: Box<[[[f64; Haste::COUNT]; SEATS]; CIRCLES]>,
    /// By haste, the chance of a wrong slap.
    wrong: [f64; Haste::COUNT],
}

impl BotKind<KazuTori> for Weighing {
    const NAME: &'static str = "weighing";
    const DESCRIPTION: &'static str =
        "is hasty when the next card is likely to match and the table is worth it, calm otherwise";
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
        let take = fits * self.take(view);
        let wrong = (1.0 - fits) * self.weights.wrong * Weighing::penalty(view);
        let fastest = &self.fastest[view.circle.index()][view.seat.index()];
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

/// How many bits four bits have: quicker than to count those of a word, where
/// the processor has no instruction for that.
const IN_FOUR: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

impl Weighing {
    /// The chance that the next card may be taken: from the cards that are
    /// known to be in the pile it comes from, and from those that may be.
    fn fits(&self, view: &View) -> f64 {
        let first = 4 * ((view.number - 1) % 10);
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
        let count_matching = |cards: Set| {
            f64::from(IN_FOUR[(cards.bits() >> first) as usize & 0xF] + u8::from(cards.has(NumberCard::ONI)))
        };
        let (sure, open) = (count_matching(known), count_matching(unseen));
        if open == 0.0 {
            sure / size
        } else {
            (sure + (size - known.len() as f64) * open / unseen.len() as f64) / size
        }
    }

    /// What it is worth to take the table, and not to leave it to another.
    fn take(&self, view: &View) -> f64 {
        let table = view.laid.len() as u8 + 1;
        let piles = Piles { view, laid: 1 };
        let is_last = view.circle != Circle::FULL || piles.size(view.discarder) == 0;
        if is_last {
            return ahead_of_others(view, |taker| self.at_end(piles, taker, table));
        }
        let before = Promise::of(piles);
        ahead_of_others(view, |taker| {
            let size = piles.size(taker).into();
            let is_own = taker == view.seat;
            let after =
                if is_own { before.with_own(table.into()) } else { before.with_others(size, table.into()) };
            after.worth()
        })
    }

    /// What piles are worth after the take that ends the game.
    fn at_end(&self, piles: Piles<'_>, taker: Seat, table: u8) -> f64 {
        let view = piles.view;
        let mut cards = piles.sizes();
        cards[taker.index()] += table;
        let mut last_takes = view.last_takes;
        last_takes[taker.index()] = view.discards + 1;
        let score = Score::new(cards, last_takes, self.rules.tie);
        self.weights.end * f64::from(score.points[view.seat.index()])
    }

    /// What a wrong slap costs: a card for each other player.
    fn penalty(view: &View) -> f64 {
        let piles = Piles { view, laid: 0 };
        let before = Promise::of(piles);
        let payable = Piles { view, laid: 1 }.size(view.seat);
        let mut after = before;
        for seat in others_of(view).take(usize::from(payable)) {
            after = after.with_own(-1).with_others(piles.size(seat).into(), 1);
        }
        before.worth() - after.worth()
    }
}

/// The other players still in the game, from the right on.
fn others_of(view: &View) -> impl Iterator<Item = Seat> {
    view.circle.round(view.seat).iter().filter(|&seat| seat != view.seat)
}

/// What is worth something to do oneself, less the mean of what it is if
/// another player does.
fn ahead_of_others(view: &View, worth: impl Fn(Seat) -> f64) -> f64 {
    let (mut others, mut count) = (0.0, 0);
    for seat in others_of(view) {
        others += worth(seat);
        count += 1;
    }
    worth(view.seat) - others / f64::from(count)
}

/// How many cards are in the piles, if the discarder has laid so many more.
#[derive(Clone, Copy)]
struct Piles<'a> {
    view: &'a View,
    laid: u8,
}

impl Piles<'_> {
    fn size(self, seat: Seat) -> u8 {
        let laid = if seat == self.view.discarder { self.laid } else { 0 };
        self.view.piles[seat.index()] - laid
    }

    fn sizes(self) -> [u8; SEATS] {
        std::array::from_fn(|seat| self.size(Seat::at(seat)))
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
    fn of(piles: Piles<'_>) -> Promise {
        let sizes = piles.sizes().map(i32::from);
        Promise {
            own: piles.size(piles.view.seat).into(),
            all: sizes.iter().sum(),
            squares: sizes.iter().map(|size| size * size).sum(),
        }
    }

    /// With so many cards more in the own pile.
    fn with_own(self, more: i32) -> Promise {
        Promise { own: self.own + more, ..self.with_others(self.own, more) }
    }

    /// With so many cards more in a pile of another player, of some size.
    fn with_others(self, size: i32, more: i32) -> Promise {
        Promise { all: self.all + more, squares: self.squares + more * (2 * size + more), ..self }
    }

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
