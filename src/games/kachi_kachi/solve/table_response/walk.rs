//! Tries every option on a sampled deal.

use super::continuation::{Continuation, Draws};
use super::deal::Deal;
use super::memory::{Memory, Policy, UNKNOWN};
use super::spot::{OwnHands, Spot, tried};
use crate::bots::{Bot as _, Player};
use crate::game::{Game as _, Next, NullObserver, Options as _};
use crate::games::kachi_kachi::table::Waits;
use crate::games::kachi_kachi::{Bots, Choices, Decision, KachiKachi, Table, Tips, View};
use crate::random::{BlockStreams, Purpose, Stream};
use crate::seat::{BySeat, Seat};

/// Walks through what can happen in deals.
pub struct Walker<'a> {
    pub game: &'a KachiKachi,
    pub hands: &'a OwnHands,
    /// The own seat, which is also the position: the first seat deals.
    pub seat: Seat,
    /// Who sits at all other seats.
    pub bot: Player<KachiKachi>,
    /// Who plays where nothing is known.
    pub house: Bots,
    /// What was learned before.
    pub policy: &'a Policy,
    pub continuation: Continuation,
    /// What is learned.
    pub memory: Memory,
    pub draws: Draws,
}

/// A deal that is being walked through, with the score before it.
struct Ground<'a> {
    deal: &'a Deal,
    score: i64,
}

/// A table on the way, with the random numbers of each seat.
#[derive(Clone)]
struct Position {
    table: Table,
    streams: BySeat<Stream>,
    /// Nothing is drawn from it: the cards lie in order.
    rng: Stream,
}

impl Walker<'_> {
    /// Tries everything on a deal; returns what the policy wins on average over the
    /// own hands.
    pub fn learn_from(&mut self, deal: &Deal, streams: &BlockStreams) -> f64 {
        let rng = streams.stream(0, Purpose::Game);
        let position = Position {
            table: deal.table.clone(),
            streams: BySeat::from_fn(|seat| streams.stream(1, Purpose::Bot(seat))),
            rng,
        };
        let ground = Ground { deal, score: deal.table.points[self.seat] };
        let values = self.walk(&ground, position, &vec![true; deal.own.len()]);
        let all: f64 = deal.own.iter().map(|own| own.weight).sum();
        deal.own.iter().zip(values).map(|(own, value)| own.weight * value).sum::<f64>() / all
    }

    /// What each own hand wins from here on, with `comes` those that the policy
    /// comes here with.
    fn walk(&mut self, ground: &Ground<'_>, mut position: Position, comes: &[bool]) -> Vec<f64> {
        loop {
            match self.game.to_act(&position.table) {
                Next::Choice(seat) if seat == self.seat => return self.decide(ground, &position, comes),
                Next::Choice(seat) => {
                    let choice = self.answer(&mut position, seat);
                    if let Some(values) = self.step(ground, &mut position, choice, comes) {
                        return values;
                    }
                }
                Next::Deal | Next::Over => {
                    let weight = weight_of(ground.deal, comes, |_| true);
                    return vec![self.won(ground, &position.table, weight); comes.len()];
                }
            }
        }
    }

    /// What a bot at another seat chooses.
    fn answer(&mut self, position: &mut Position, seat: Seat) -> usize {
        let options = self.game.options(&position.table);
        let choice = self.bot.choose(self.game, &position.table, seat, &options, &mut position.streams[seat]);
        assert!(choice < options.count(), "a bot that was admitted chooses one of its options");
        choice
    }

    /// Carries out a choice; returns what each hand wins, if the betting ends
    /// with it.
    fn step(
        &mut self,
        ground: &Ground<'_>,
        position: &mut Position,
        choice: usize,
        comes: &[bool],
    ) -> Option<Vec<f64>> {
        if comes.len() == 1 {
            self.apply(position, choice);
            return None;
        }
        let before = position.clone();
        self.apply(position, choice);
        let table = &position.table;
        let is_open = matches!(table.waits, Waits::Choice(_)) && !table.betting.showdown;
        (!is_open).then(|| self.end(ground, before, choice, position, comes))
    }

    fn apply(&self, position: &mut Position, choice: usize) {
        self.game.apply(&mut position.table, choice, &mut position.rng, &mut NullObserver);
    }

    /// What each hand wins if a choice ends the betting: the same as the one that
    /// lies on the table if no hand is shown, otherwise what comes of its own.
    fn end(
        &mut self,
        ground: &Ground<'_>,
        before: Position,
        choice: usize,
        after: &Position,
        comes: &[bool],
    ) -> Vec<f64> {
        let rules = self.game.rules();
        let is_fold =
            matches!(before.table.waits, Waits::Choice(Decision::Open | Decision::Call)) && choice == 0;
        let is_last_left = is_fold && before.table.betting.remaining.count_ones() == 2;
        if is_last_left && !(rules.tips_without_showdown && rules.tips != Tips::Off) {
            return vec![self.won(ground, &after.table, 0.0); comes.len()];
        }
        let outcomes: Vec<f64> = (0..ground.deal.outcomes.len())
            .map(|outcome| {
                let mut position = before.clone();
                position.table.give(self.seat, ground.deal.outcomes[outcome]);
                self.apply(&mut position, choice);
                let weight = weight_of(ground.deal, comes, |of| of == outcome);
                self.finish(ground, position, weight)
            })
            .collect();
        ground.deal.own.iter().map(|own| outcomes[own.outcome]).collect()
    }

    /// Plays a hand to its end in which the own seat has nothing more to decide.
    fn finish(&mut self, ground: &Ground<'_>, mut position: Position, weight: f64) -> f64 {
        while let Next::Choice(seat) = self.game.to_act(&position.table) {
            let choice = self.answer(&mut position, seat);
            self.apply(&mut position, choice);
        }
        self.won(ground, &position.table, weight)
    }

    /// What was won in a hand that is over. If it was drawn, others follow.
    fn won(&mut self, ground: &Ground<'_>, table: &Table, weight: f64) -> f64 {
        let won = (self.game.score(table, self.seat) - ground.score) as f64;
        if self.game.to_act(table) == Next::Over {
            return won;
        }
        let pot = table.betting.pot;
        if weight > 0.0 {
            self.draws.drawn(pot, weight);
        }
        won + self.continuation.at(pot)
    }

    /// Tries every option, and follows the policy from there.
    fn decide(&mut self, ground: &Ground<'_>, position: &Position, comes: &[bool]) -> Vec<f64> {
        let options = self.game.options(&position.table);
        let view = self.game.view(&position.table, self.seat);
        let tried = tried(&options);
        let spot = Spot::of(&view, self.game.rules(), tried.len());
        let is_one = comes.len() == 1;
        let own: Vec<usize> = if is_one {
            vec![self.hands.of(&view)]
        } else {
            ground.deal.own.iter().map(|own| own.index).collect()
        };
        let choices = self.choices(ground, spot, &view, &options, &tried, &own);
        let mut values = Vec::with_capacity(tried.len());
        for (option, &choice) in tried.iter().enumerate() {
            let comes: Vec<bool> =
                comes.iter().zip(&choices).map(|(&comes, &chosen)| comes && chosen == option).collect();
            let mut position = position.clone();
            let ended = if matches!(view.decision, Decision::Open | Decision::Call) && choice == 0 {
                self.apply(&mut position, choice);
                let weight = weight_of(ground.deal, &comes, |_| true);
                Some(vec![self.finish(ground, position.clone(), weight); comes.len()])
            } else {
                self.step(ground, &mut position, choice, &comes)
            };
            values.push(ended.unwrap_or_else(|| self.walk(ground, position, &comes)));
        }
        let weights = ground.deal.own.iter().map(|own| own.weight);
        self.memory.add(spot, own.iter().copied().zip(weights), &values);
        choices.iter().enumerate().map(|(hand, &choice)| values[choice][hand]).collect()
    }

    /// What the policy chooses with each hand, as an index of the options that are
    /// tried.
    fn choices(
        &mut self,
        ground: &Ground<'_>,
        spot: Spot,
        view: &View,
        options: &Choices,
        tried: &[usize],
        own: &[usize],
    ) -> Vec<usize> {
        let known = self.policy.at(spot);
        let mut choices = Vec::with_capacity(own.len());
        for (place, &hand) in own.iter().enumerate() {
            let choice = match known.map_or(UNKNOWN, |known| known[hand]) {
                UNKNOWN => {
                    let mut view = view.clone();
                    if own.len() > 1 {
                        let of = ground.deal.own[place].outcome;
                        view.cards[view.position].dealt = Some(ground.deal.outcomes[of]);
                    }
                    house_choice(&mut self.house, &view, options, tried)
                }
                known => usize::from(known),
            };
            choices.push(choice);
        }
        choices
    }
}

/// The weight of the hands with an outcome that come somewhere.
fn weight_of(deal: &Deal, comes: &[bool], is_it: impl Fn(usize) -> bool) -> f64 {
    let coming = deal.own.iter().zip(comes).filter(|(own, comes)| **comes && is_it(own.outcome));
    coming.map(|(own, _)| own.weight).sum()
}

/// What the house bot chooses, as the nearest of the options that are tried.
pub fn house_choice(house: &mut Bots, view: &View, options: &Choices, tried: &[usize]) -> usize {
    // It draws no random numbers.
    let mut rng = BlockStreams::new(0, 0).stream(0, Purpose::Game);
    let choice = house.choose(view, options, &mut rng);
    tried.partition_point(|&option| option < choice).min(tried.len() - 1)
}
