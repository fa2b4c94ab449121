//! Who won a game: said by the game, and counted the same everywhere.

use fuda::bots::BotSpec;
use fuda::game::{Audit, Game, Next, Observer};
use fuda::metric::Metric;
use fuda::seat::{BySeat, Seat, WHOLE};
use fuda::sim::{BlockCounter, Counter};
use fuda::stats::Ratio;
use fuda::study::balance::Balance;
use fuda::study::compare::Contest;
use fuda::tally::Tally;

use crate::rig::rule_sets;

const BLOCKS: u64 = 25;

/// What a game says at its end: each seat's part of the win, the games a seat
/// won alone and with others, and the games that several won.
#[derive(Default)]
struct Said {
    parts: BySeat<i64>,
    alone: BySeat<i64>,
    together: BySeat<i64>,
    shared: i64,
    decided: i64,
}

impl<G: Game> Observer<G> for Said {
    const WANTS_STATE: bool = true;

    fn on_event(&mut self, _event: &G::Event) {}

    fn on_state(&mut self, game: &G, state: &G::State, next: Next) {
        if next != Next::Over {
            return;
        }
        let winners = game.winners(state);
        for seat in winners.iter() {
            self.parts[seat] += winners.part_of(seat);
            let won = if winners.count() == 1 { &mut self.alone } else { &mut self.together };
            won[seat] += 1;
        }
        self.shared += i64::from(winners.count() > 1);
        self.decided += i64::from(!winners.is_empty());
    }
}

/// The share of a seat in an outcome of a metric that is split by seat; nothing
/// if it has no such outcome.
fn count_of(tally: &Tally, metric: &Metric, seat: Seat, outcome: &str) -> i128 {
    let split = metric.splits.iter().position(|split| split.by.name() == "seat").expect("a split by seat");
    let index = metric.outcomes().iter().position(|name| name == outcome);
    index.and_then(|index| tally.share(metric, split, seat.index(), index)).map_or(0, |ratio| ratio.y)
}

/// `win` of a run, the win share of a comparison and the measures of a sweep
/// agree with the game on the same games, under all house rules.
pub fn every_command_counts_the_winners_that_the_game_names<G: Game + Audit>() {
    for set in rule_sets::<G>() {
        let [bot, baseline] = [G::HOUSE_BOT, "random"].map(BotSpec::new);
        let contest = Contest::new(G::new(set.rules), &bot, &baseline, 1).expect("the bots can play");
        let setup = &contest.setup;
        let players = setup.game.players();
        let games = BLOCKS as i64 * players as i64;

        let (mut said, mut bots_part) = (Said::default(), 0);
        let (measures, mut balance) = Balance::new(&setup.game, setup.line_up.rotations());
        for block in 0..BLOCKS {
            for rotation in 0..players {
                let mut bots = setup.line_up.players();
                let before = said.parts;
                let bot = contest.seat_of_bot(rotation);
                setup.play(block, rotation, &mut bots, &mut said).expect("the bots are legal");
                bots_part += said.parts[bot] - before[bot];
                setup.play(block, rotation, &mut bots, &mut balance).expect("the bots are legal");
            }
            balance.end_block();
        }

        let (mut run, mut compare) = (Counter::new(setup), contest.counter());
        for block in 0..BLOCKS {
            run.count_block(block).expect("the bots are legal");
            compare.count_block(block).expect("the bots are legal");
        }
        let win = setup.metrics().metrics().iter().find(|metric| metric.name == "win").expect("who wins");
        for seat in Seat::all(players) {
            let counted = ["win", "shared"].map(|outcome| count_of(&run.counts.tally, win, seat, outcome));
            let expected = [said.alone[seat], said.together[seat]].map(i128::from);
            assert_eq!(counted, expected, "{}: wins of seat {seat}", set.name);
        }

        let share = compare.score.win_share();
        assert_near(&set.name, &share, bots_part as f64 / (games * WHOLE) as f64);
        let fair = said.decided as f64 / (games * players as i64) as f64;
        assert!((compare.score.fair_share() - fair).abs() < 1e-12, "{}: a fair share", set.name);

        let measure =
            |name: &str| measures.metrics().iter().find(|metric| metric.name == name).expect("a measure");
        let shared = balance.tally.share(measure("shared_wins"), 0, 0, 0).expect("games were played");
        assert_near(&set.name, &shared, said.shared as f64 / games as f64);
        for seat in Seat::all(players) {
            let edge = balance.tally.mean(measure("seat_wins"), 0, seat.index()).expect("games were played");
            let won = said.parts[seat] as f64 / (games * WHOLE) as f64;
            assert_near(&set.name, &edge.ratio, won - fair);
        }
    }
}

#[track_caller]
fn assert_near(rules: &str, counted: &Ratio, expected: f64) {
    assert!((counted.value() - expected).abs() < 1e-12, "{rules}: {} is not {expected}", counted.value());
}
