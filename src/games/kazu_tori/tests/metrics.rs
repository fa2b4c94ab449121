//! What is counted, of games that are known and of chances that are exact.

use super::rig::{Rig, plain};
use crate::bots::BotSpec;
use crate::game::{Game, Ledger};
use crate::games::kazu_tori::{Counts, Event, KazuTori, Rules};
use crate::metric::{Metric, MetricList};
use crate::seat::BySeat;
use crate::sim::{Counter, LineUp, Setup};
use crate::tally::Tally;

/// What some events were counted as.
struct Counted {
    metrics: MetricList,
    tally: Tally,
}

impl Counted {
    fn of(game: &KazuTori, events: &[Event]) -> Counted {
        Counted::of_bots(game, events, &["somebody"])
    }

    /// At a table at which these bots sit in turn.
    fn of_bots(game: &KazuTori, events: &[Event], bots: &[&str]) -> Counted {
        let mut metrics = MetricList::new(4, bots.iter().map(|&bot| bot.to_owned()).collect());
        let mut ledger = Counts::declare(game, &mut metrics);
        let mut tally = Tally::new(&metrics);
        tally.seat_bots(BySeat::from_fn(|seat| (seat.index() % bots.len()) as u8));
        events.iter().for_each(|event| ledger.on_event(event, &mut tally));
        tally.end_block();
        Counted { metrics, tally }
    }

    fn games(rules: Rules, games: u64) -> Counted {
        let game = KazuTori::new(rules);
        let line_up = LineUp::new(&game, &[BotSpec::new("random")]).expect("random can play");
        let setup = Setup::new(game, line_up, 1);
        let metrics = setup.metrics();
        let mut counter = Counter::new(&setup);
        (0..games).for_each(|block| counter.count_block(block).expect("random is legal"));
        Counted { metrics: metrics.clone(), tally: counter.tally }
    }

    fn metric(&self, name: &str) -> &Metric {
        self.metrics.find(name).expect("a metric of this name")
    }

    /// How often each outcome occurred in a group of the first split.
    fn outcomes(&self, name: &str, group: usize) -> Vec<(&str, i128)> {
        let metric = self.metric(name);
        let crate::metric::MetricKind::Shares { outcomes } = &metric.kind else {
            panic!("{name} has no outcomes")
        };
        let count = |place| self.tally.share(metric, 0, group, place).map_or(0, |ratio| ratio.y);
        let counts = outcomes.iter().enumerate().map(|(place, outcome)| (outcome.as_str(), count(place)));
        counts.filter(|(_, count)| *count > 0).collect()
    }

    /// The sum of a number or distribution in a group of the first split.
    fn sum(&self, name: &str, group: usize) -> i128 {
        self.tally.mean(self.metric(name), 0, group).map_or(0, |mean| mean.ratio.y)
    }

    /// The sum and the number of observations for a bot, by its place.
    fn of_bot(&self, name: &str, bot: usize) -> (i128, i128) {
        let metric = self.metric(name);
        let split = metric.splits.iter().position(|split| split.by.name() == "bot").expect("a split by bot");
        let ratio = match metric.kind {
            // The first outcome.
            crate::metric::MetricKind::Shares { .. } => self.tally.share(metric, split, bot, 0),
            _ => self.tally.mean(metric, split, bot).map(|mean| mean.ratio),
        };
        ratio.map_or((0, 0), |ratio| (ratio.y, ratio.n))
    }

    fn sums(&self, name: &str) -> [i128; 4] {
        [0, 1, 2, 3].map(|seat| self.sum(name, seat))
    }
}

#[test]
fn takes_are_counted_by_kind_number_and_size() {
    let rules = Rules { max_discards: 4, ..plain() };
    let mut rig = Rig::new(rules, ["3 5 6", "6 7 8", "7 8 9", "9 10 Oni"]).with_table(&[(4, "2")]).at(1, 3);
    rig.lays("3", &[2, 1]);
    rig.lays("6", &[]);
    rig.lays("8", &[]);
    rig.lays("Oni", &[4]);
    let counted = Counted::of(&rig.game, &rig.notes.0);
    assert_eq!(counted.outcomes("take_kind", 0), [("number", 1), ("oni", 1)]);
    assert_eq!(counted.outcomes("take_count", 0), [("3", 1)]);
    assert_eq!(counted.outcomes("takeable", 0), [("taken", 2)]);
    assert_eq!(counted.sum("table_taken", 0), 2 + 3);
    assert_eq!(counted.sums("takes"), [0, 1, 0, 1]);
    assert_eq!(counted.outcomes("ending", 0), [("truncated", 1)]);
    assert_eq!(counted.outcomes("out_first", 0), [("none", 1)]);
    assert_eq!(counted.sum("discards", 0), 4);
    assert_eq!(counted.sums("final_cards").iter().sum::<i128>(), 13);
}

#[test]
fn jizo_uses_returns_and_who_went_out_are_counted_by_game() {
    let mut rig = Rig::new(plain(), ["Jizo 2 2", "4 5", "6 7", "2"]).at(1, 9);
    rig.lays("Jizo", &[]); // at nine, to seat 2
    rig.lays("4", &[]); // at ten: given back
    rig.lays("6", &[]); // at one
    rig.lays("2", &[]); // at two: missed, and seat 4 is out
    rig.lays("2", &[]); // at three
    rig.lays("4", &[3]); // at four: taken, and the game is over
    let counted = Counted::of(&rig.game, &rig.notes.0);
    assert_eq!(counted.outcomes("ending", 0), [("take", 1)]);
    assert_eq!((counted.sum("jizo_uses", 0), counted.sum("returns", 0)), (1, 1));
    assert_eq!(counted.outcomes("out_first", 0), [("4", 1)]);
    assert_eq!(counted.outcomes("takeable", 0), [("taken", 1), ("missed", 1)]);
    assert_eq!(counted.sums("final_cards"), [1, 2, 5, 0]);
    assert_eq!(counted.sums("points"), [-1, -2, 3, 0]);
    assert_eq!(counted.outcomes("win", 2), [("win", 1)]);
    assert_eq!(counted.outcomes("tie", 0), [("no", 1)]);
}

#[test]
fn of_two_who_go_out_at_one_discard_the_discarder_is_the_first() {
    let mut rig = Rig::new(plain(), ["4 5", "8", "6", "2"]).at(4, 3);
    rig.lays("2", &[2]);
    rig.lays("4", &[1]);
    let counted = Counted::of(&rig.game, &rig.notes.0);
    assert_eq!(counted.outcomes("out_first", 0), [("4", 1)]);
}

#[test]
fn an_oni_that_ends_the_game_is_neither_taken_nor_missed() {
    let mut rig = Rig::new(plain(), ["Oni", "4 5", "6", "2"]);
    rig.lays("Oni", &[]);
    let counted = Counted::of(&rig.game, &rig.notes.0);
    assert_eq!(counted.outcomes("ending", 0), [("oni", 1)]);
    assert_eq!(counted.outcomes("takeable", 0), []);
    assert_eq!(counted.outcomes("out_first", 0), [("none", 1)]);
    assert_eq!(counted.sums("points"), [-1, 3, -1, -1]);
}

#[test]
fn wrong_palms_are_counted_whether_they_pay_or_not() {
    // Everybody is certain to slap; only the fastest, seat 3, pays.
    let rules = Rules {
        false_alarm: 1.0,
        spread: 0.0,
        handicap: [1.0, 1.0, 0.5, 1.0],
        wrong_slap: crate::games::kazu_tori::WrongSlap::First,
        max_discards: 1,
        ..plain()
    };
    let mut rig = Rig::new(rules, ["2 3", "4 5", "6 7 8 9", "9"]).at(1, 4);
    for _ in 0..4 {
        rig.game.apply(&mut rig.table, 0, &mut rig.rng, &mut rig.notes);
    }
    assert_eq!(rig.payments(), [(3, 4), (3, 1), (3, 2)]);
    let counted = Counted::of(&rig.game, &rig.notes.0);
    assert_eq!(counted.sums("wrong_slaps"), [1; 4]);
}

#[test]
fn a_wrong_palm_that_is_too_late_is_not_counted() {
    // Everybody is certain to slap; seat 4 needs ten times as long.
    let rules =
        Rules { false_alarm: 1.0, spread: 0.0, handicap: [1.0, 1.0, 0.5, 10.0], max_discards: 1, ..plain() };
    let mut rig = Rig::new(rules, ["2 3 5 6", "4 5 6 7", "6 7 8 9", "9 10"]).at(1, 4);
    for _ in 0..4 {
        rig.game.apply(&mut rig.table, 0, &mut rig.rng, &mut rig.notes);
    }
    assert_eq!(rig.count(|event| matches!(event, Event::Slapped { in_time: false, .. })), 1);
    let counted = Counted::of_bots(&rig.game, &rig.notes.0, &["odd", "even"]);
    assert_eq!(counted.sums("wrong_slaps"), [1, 1, 1, 0]);
    assert_eq!([0, 1].map(|bot| counted.of_bot("wrong_slaps", bot)), [(2, 2), (1, 2)]);
}

#[test]
fn bots_have_their_own_counts() {
    let rules = Rules { max_discards: 4, ..plain() };
    let mut rig = Rig::new(rules, ["3 5 6", "6 7 8", "7 8 9", "9 10 Oni"]).with_table(&[(4, "2")]).at(1, 3);
    rig.lays("3", &[2]);
    rig.lays("6", &[]);
    rig.lays("8", &[]);
    rig.lays("Oni", &[4]);
    let counted = Counted::of_bots(&rig.game, &rig.notes.0, &["odd", "even"]);
    assert_eq!(counted.sums("final_cards"), [2, 4, 2, 5]);
    for (metric, odd, even) in [("final_cards", 4, 9), ("points", -4, 4), ("takes", 0, 2), ("win", 0, 1)] {
        assert_eq!([0, 1].map(|bot| counted.of_bot(metric, bot)), [(odd, 2), (even, 2)], "{metric}");
    }
}

/// Asserts that a count is within four standard deviations.
fn likely(found: i128, trials: u64, chance: f64) {
    let expected = trials as f64 * chance;
    let deviation = (expected * (1.0 - chance)).sqrt();
    assert!((found as f64 - expected).abs() < 4.0 * deviation, "{found}, not {expected}");
}

#[test]
fn the_first_card_may_be_taken_in_one_game_of_ten() {
    // Three Ones and the Oni, of forty cards.
    let games = 100_000;
    let counted = Counted::games(Rules { max_discards: 1, lapse: 0.0, tempo_ms: 60_000.0, ..plain() }, games);
    assert_eq!(counted.outcomes("takeable", 0).len(), 1, "nobody misses");
    likely(counted.outcomes("takeable", 0)[0].1, games, 4.0 / 40.0);
    let kinds = counted.outcomes("take_kind", 0);
    likely(kinds[1].1, games, 1.0 / 40.0);
}

#[test]
fn the_jizo_is_among_the_first_ten_cards_in_one_game_of_four() {
    let rules = Rules { max_discards: 10, lapse: 1.0, false_alarm: 0.0, jizo_uses: 1, ..plain() };
    let games = 100_000;
    let counted = Counted::games(rules, games);
    likely(counted.sum("jizo_uses", 0), games, 10.0 / 40.0);
}

#[test]
fn without_spread_and_haste_the_right_of_the_discarder_takes_every_first_card() {
    let rules = Rules { max_discards: 1, lapse: 0.0, spread: 0.0, haste_gain: 0.0, ..plain() };
    let counted = Counted::games(rules, 10_000);
    let [first, second, third, fourth] = counted.sums("takes");
    assert_eq!((first, third, fourth), (0, 0, 0));
    likely(second, 10_000, 0.1);
}
