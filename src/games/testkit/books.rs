//! What is counted, by the names of metrics, groups and outcomes.

use crate::bots::BotSpec;
use crate::game::{Game, Ledger};
use crate::metric::{Metric, MetricKind, MetricList};
use crate::seat::BySeat;
use crate::sim::{Counter, LineUp, Setup};
use crate::stats::Ratio;
use crate::tally::Tally;

/// What was counted. Groups have names such as `all` and `role dealer`: the
/// split and the group, or the group alone where it is clear.
pub struct Books {
    metrics: MetricList,
    tally: Tally,
}

impl Books {
    /// Of some events, with the bot `odd` at the odd and `even` at the even
    /// seats.
    pub fn of_events<G: Game>(game: &G, events: &[G::Event]) -> Books {
        Books::of(game, |ledger, tally| events.iter().for_each(|event| ledger.on_event(event, tally)))
    }

    /// Of whatever is counted, as one block.
    pub fn of<G: Game>(game: &G, count: impl FnOnce(&mut G::Ledger, &mut Tally)) -> Books {
        let mut metrics = MetricList::new(game.players(), vec!["odd".to_owned(), "even".to_owned()]);
        let mut ledger = G::Ledger::declare(game, &mut metrics);
        let mut tally = Tally::new(&metrics);
        tally.seat_bots(BySeat::from_fn(|seat| (seat.index() % 2) as u8));
        count(&mut ledger, &mut tally);
        tally.end_block();
        Books { metrics, tally }
    }

    /// Of many games of a bot against itself.
    pub fn of_games<G: Game>(rules: G::Rules, bot: &str, seed: u64, blocks: u64) -> Books {
        let game = G::new(rules);
        let line_up = LineUp::new(&game, &[BotSpec::new(bot)]).expect("the bot can play");
        let setup = Setup::new(game, line_up, seed);
        let mut counter = Counter::new(&setup);
        (0..blocks).for_each(|block| counter.count_block(block).expect("the bot is legal"));
        counter.counts.settle();
        Books { metrics: setup.metrics().clone(), tally: counter.counts.tally }
    }

    fn metric(&self, name: &str) -> &Metric {
        self.metrics.find(name).unwrap_or_else(|| panic!("no metric is called '{name}'"))
    }

    /// A metric, with the indices of a split and of a group in it: `bot odd`, or
    /// `seat 2` for the group `seat-2`.
    fn find(&self, name: &str, group: &str) -> (&Metric, usize, usize) {
        let metric = self.metric(name);
        let (by, group) = group.split_once(' ').map_or((None, group), |(by, group)| (Some(by), group));
        let splits = metric.splits.iter().enumerate();
        let named = splits.filter(|(_, split)| by.is_none_or(|by| split.by.name() == by));
        let mut indexs = named.filter_map(|(index, split)| {
            let numbered = format!("{}-{group}", split.by.name());
            Some((index, split.groups.iter().position(|known| known == group || *known == numbered)?))
        });
        let (split, group) = indexs.next().unwrap_or_else(|| panic!("{name} has no group '{group}'"));
        (metric, split, group)
    }

    /// The outcomes that occurred in a group, as in `2 yes, 1 no`.
    pub fn outcomes(&self, name: &str, group: &str) -> String {
        let (metric, split, group) = self.find(name, group);
        let occurred = outcomes(metric).iter().enumerate().filter_map(|(index, outcome)| {
            let times = self.tally.share(metric, split, group, index)?.y;
            (times > 0).then(|| format!("{times} {outcome}"))
        });
        occurred.collect::<Vec<_>>().join(", ")
    }

    /// The share of an outcome; none if it was never tried.
    pub fn ratio(&self, name: &str, group: &str, outcome: &str) -> Option<Ratio> {
        let (metric, split, group) = self.find(name, group);
        let index = outcomes(metric).iter().position(|known| known == outcome);
        let index = index.unwrap_or_else(|| panic!("{name} has no outcome '{outcome}'"));
        self.tally.share(metric, split, group, index)
    }

    /// How often an outcome occurred, and how often it could have.
    pub fn share(&self, name: &str, group: &str, outcome: &str) -> (i128, i128) {
        self.ratio(name, group, outcome).map_or((0, 0), |ratio| (ratio.y, ratio.n))
    }

    /// The values that occurred in a group, each as often as it did.
    pub fn values(&self, name: &str, group: &str) -> Vec<i64> {
        let (metric, split, group) = self.find(name, group);
        let values = self.tally.values(metric, split, group);
        values.into_iter().flat_map(|(value, ratio)| std::iter::repeat_n(value, ratio.y as usize)).collect()
    }

    /// The mean of a number or distribution; none if it was never observed.
    pub fn mean(&self, name: &str, group: &str) -> Option<Ratio> {
        let (metric, split, group) = self.find(name, group);
        self.tally.mean(metric, split, group).map(|mean| mean.ratio)
    }

    /// The sum of the values, and how many there are.
    pub fn sum(&self, name: &str, group: &str) -> (i128, i128) {
        self.mean(name, group).map_or((0, 0), |mean| (mean.y, mean.n))
    }
}

fn outcomes(metric: &Metric) -> &[String] {
    let MetricKind::Shares { outcomes } = &metric.kind else { panic!("{} has no outcomes", metric.name) };
    outcomes
}
