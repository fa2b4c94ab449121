//! Statistics of whole runs, against exact values.
//!
//! With `max_turns = 1` a round is its first turn, of which everything can be
//! worked out; with a hand of one card as well, that turn may win it.

use crate::bots::BotSpec;
use crate::cards::{Card, Hanafuda};
use crate::game::Game;
use crate::games::oni::{Bonus, Ending, HandPoints, Oni, Rules, Set, Special, fitting};
use crate::metric::{MetricKind, MetricList};
use crate::sim::{Counter, LineUp, Setup};
use crate::tally::Tally;

/// The tally of a run of `random` bots.
struct Run {
    metrics: MetricList,
    tally: Tally,
}

impl Run {
    fn of(rules: Rules, blocks: u64) -> Run {
        let game = Oni::new(rules);
        let line_up = LineUp::new(&game, &[BotSpec::new("random")]).expect("random can play");
        let setup = Setup::new(game, line_up, 12);
        let mut counter = Counter::new(&setup);
        (0..blocks).for_each(|block| counter.count_block(block).expect("random is legal"));
        Run { metrics: setup.metrics().clone(), tally: counter.tally }
    }

    /// The mean of a metric's group, within four standard errors of its exact
    /// value; the seed is fixed, so this is passed for good or not at all.
    #[track_caller]
    fn mean_is(&self, name: &str, group: usize, exact: f64) {
        let metric = self.metrics.find(name).expect("a metric of that name");
        let mean = self.tally.mean(metric, 0, group);
        let mean = mean.unwrap_or_else(|| panic!("{name} was not observed")).ratio;
        let error = mean.standard_error().expect("there are many blocks");
        let off = (mean.value() - exact).abs();
        assert!(off <= 4.0 * error, "{name} {group}: {} is not {exact} ± {error}", mean.value());
    }

    /// The same for the share of an outcome.
    #[track_caller]
    fn share_is(&self, name: &str, outcome: &str, exact: f64) {
        let metric = self.metrics.find(name).expect("a metric of that name");
        let MetricKind::Shares { outcomes } = &metric.kind else { panic!("{name} has no outcomes") };
        let place = outcomes.iter().position(|known| known == outcome).expect("an outcome of that name");
        let ratio = self.tally.share(metric, 0, 0, place).expect("it was tried");
        let error = (exact * (1.0 - exact) / ratio.n as f64).sqrt();
        assert!(
            (ratio.value() - exact).abs() <= 4.0 * error,
            "{name} {outcome}: {} is not {exact} ± {error}",
            ratio.value()
        );
    }
}

/// How many ways there are to choose `few` of `many`.
fn choose(many: usize, few: usize) -> f64 {
    (0..few).fold(1.0, |ways, step| ways * (many - step) as f64 / (step + 1) as f64)
}

/// For each card, the chance that the first turn discards it, and in the last
/// place the chance that the first player holds nothing that fits.
///
/// Of `m` cards that fit on the top each is as likely as the others: chosen
/// from the hand, or, if the hand has none, drawn as one of the cards that are
/// left.
pub fn first_turn(rules: &Rules) -> ([f64; Hanafuda::COUNT], f64) {
    let hand = usize::from(rules.hand);
    let mut discarded = [0.0; Hanafuda::COUNT];
    let mut no_match = 0.0;
    for top in Hanafuda::ALL {
        let barred = Set::of(Hanafuda::LIGHTNING).only_if(!rules.lightning_first_turn);
        let fits = fitting(top) - top.into() - barred;
        let none = choose(47 - fits.len(), hand) / choose(47, hand);
        no_match += none / 48.0;
        for card in fits {
            let chance = (1.0 - none) / fits.len() as f64 + none / (47 - hand) as f64;
            discarded[card.index()] += chance / 48.0;
        }
    }
    (discarded, no_match)
}

fn one_turn(players: u8, lightning_first_turn: bool) -> Rules {
    Rules { players, lightning_first_turn, max_turns: 1, max_rounds: 100, goal: 10_000, ..Rules::default() }
}

#[test]
fn special_cards_of_a_first_turn_are_as_likely_as_the_cards_say() {
    for (players, free) in [(4, false), (2, true), (8, false)] {
        // Nobody declares, so that every round is void after its first turn.
        let rules = Rules { declare_lightning: false, ..one_turn(players, free) };
        let (discarded, no_match) = first_turn(&rules);
        let run = Run::of(rules.clone(), 1_000);
        let of = |wanted: &[Special]| -> f64 {
            Hanafuda::ALL
                .iter()
                .filter(|&card| wanted.contains(&Special::of(card)))
                .map(|card| discarded[card.index()])
                .sum()
        };
        let (poetry, blue, yellow) = (of(&[Special::Poetry]), of(&[Special::Blue]), of(&[Special::Yellow]));
        let willow = of(&[Special::Willow, Special::Lightning]);
        let others = [Special::Bridge, Special::SakeCup, Special::Lightning].map(|special| of(&[special]));
        for (group, exact) in
            [poetry, blue, yellow, others[0], willow, others[1], others[2]].into_iter().enumerate()
        {
            run.mean_is("effect", group, exact);
        }
        run.mean_is("drawn", 0, no_match + 2.0 * poetry + blue + 5.0 * yellow);
        run.mean_is("round_turns", 0, 1.0);
        run.mean_is("reshuffles", 0, 0.0);
        run.share_is("ending", "void", 1.0);
    }
}

/// Two players with a card each: the first one wins at once with a card that
/// fits, unless it is the bridge. All deals are gone through.
#[test]
fn rounds_of_one_card_are_worth_what_all_deals_say() {
    let rules = Rules { hand: 1, ..one_turn(2, true) };
    let points = HandPoints::new();
    let deals = (48 * 47 * 46) as f64;
    let (mut won, mut winners, mut losers) = (0.0, 0.0, 0.0);
    let mut endings = [0.0; Ending::NAMES.len()];
    let mut bonuses = [0.0; Bonus::NAMES.len()];
    for top in Hanafuda::ALL {
        for last in fitting(top) - top.into() {
            for left in Hanafuda::ALL - top.into() - last.into() {
                if last == Hanafuda::BRIDGE {
                    continue;
                }
                let hand = f64::from(points.of(left.into()));
                let (ending, bonus, debt) = match last {
                    Hanafuda::RAINMAN => (1, 1, hand + 5.0),
                    Hanafuda::LIGHTNING => (2, 2, 2.0 * hand),
                    _ => (0, 0, hand),
                };
                won += 1.0;
                losers += hand;
                winners += debt;
                endings[ending] += 1.0;
                bonuses[bonus] += 1.0;
            }
        }
    }
    // The rounds that the first card does not win are void, but for a drawn
    // lightning, which may be declared: that is left out here.
    let rules = Rules { declare_lightning: false, ..rules };
    let run = Run::of(rules, 1_000);
    for (ending, name) in ["plain", "rainman", "lightning_last"].into_iter().enumerate() {
        run.share_is("ending", name, endings[ending] / deals);
    }
    run.share_is("ending", "void", 1.0 - won / deals);
    run.share_is("bonus", "rainman", bonuses[1] / deals);
    run.share_is("bonus", "lightning", bonuses[2] / deals);
    // The first player does not deal: the dealer never wins in one turn.
    run.share_is("dealer_wins", "yes", 0.0);
    run.mean_is("hand_points", 0, losers / won);
    run.mean_is("round_points", 0, winners / won);
    run.mean_is("hand_cards", 0, 1.0);
}
