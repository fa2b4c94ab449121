use std::sync::atomic::AtomicBool;

use super::{Comparison, Contest};
use crate::bots::{Bot, BotSpec, ExternalBot, GameKey, Player};
use crate::game::NullObserver;
use crate::game::{Game, Options};
use crate::games::kachi_kachi::{self, KachiKachi};
use crate::games::kujuroku::{Kujuroku, Rules};
use crate::random::Stream;
use crate::sim::{BlockCounter, Controls, KeepNothing, LineUp, Setup, StopReason, StopRule};
use crate::study::verdict::{Looking, Verdict, judge};
use crate::study::{Study, carry_out};

fn contest(bot: &str, baseline: &str, seed: u64) -> Contest<Kujuroku> {
    let game = Kujuroku::new(Rules::default());
    Contest::new(game, &BotSpec::new(bot), &BotSpec::new(baseline), seed).expect("the bots can play")
}

/// Compares a pair until the verdict is reached or `blocks` are played; returns
/// the score and why it stopped.
fn until_sure<G: Game>(contest: Contest<G>, blocks: u64, threads: usize) -> (super::Score, StopReason) {
    let comparison = Comparison { contest, margin: None, until_sure: true };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let controls = Controls { pool: &pool, interrupted: &AtomicBool::new(false), progress: &|_| {} };
    let stop = StopRule { blocks: Some(blocks), ..StopRule::default() };
    let mut counter = comparison.counter();
    let stopped = carry_out(&comparison, &mut counter, &stop, None, &mut KeepNothing, &controls);
    (counter.score, stopped.reason)
}

fn counted(contest: &Contest<Kujuroku>, blocks: u64) -> super::Score {
    let mut counter = contest.counter();
    (0..blocks).for_each(|block| counter.count_block(block).expect("the bots are legal"));
    counter.score
}

#[test]
fn a_bot_against_itself_is_the_same_in_every_deal() {
    let score = counted(&contest("greedy", "greedy", 1), 200);
    assert_eq!(score.difference(0.0).value(), 0.0);
    assert_eq!(judge(&score.difference(0.0), None, Looking::Once).verdict, Verdict::Same);
    // Every win is somebody's: the bot has each seat once.
    assert!((score.win_share().value() - 0.25).abs() < 1e-12);
}

#[test]
fn greedy_is_better_than_random_and_random_worse_than_greedy() {
    let ahead = counted(&contest("greedy", "random", 1), 500);
    assert_eq!(judge(&ahead.difference(0.0), None, Looking::Once).verdict, Verdict::Better);
    assert!(ahead.win_share().value() > ahead.fair_share());
    let behind = counted(&contest("random", "greedy", 1), 500);
    assert_eq!(judge(&behind.difference(0.0), None, Looking::Once).verdict, Verdict::Worse);
}

#[test]
fn the_gain_of_duplicate_deals_is_the_ratio_of_the_variances() {
    // By the definition, from single games.
    let contest = contest("greedy", "random", 3);
    let mut counter = contest.counter();
    let mut games: Vec<f64> = Vec::new();
    for block in 0..300 {
        counter.count_block(block).expect("the bots are legal");
        for rotation in 0..4 {
            let mut players = contest.setup.line_up.players();
            let table = contest.setup.play(block, rotation, &mut players, &mut NullObserver).expect("legal");
            let bot = contest.seat_of_bot(rotation);
            let score = |seat| contest.setup.game.score(&table, seat) as f64;
            let others: f64 = bot.others(4).map(score).sum::<f64>() / 3.0;
            games.push(score(bot) - others);
        }
    }
    let variance = |values: &[f64]| {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (values.len() as f64 - 1.0)
    };
    let blocks: Vec<f64> = games.chunks(4).map(|block| block.iter().sum::<f64>() / 4.0).collect();
    let score = counter.score;
    let mean = games.iter().sum::<f64>() / games.len() as f64;
    assert!((score.difference(0.0).value() - mean).abs() < 1e-9);
    let error = score.difference(0.0).standard_error().expect("many blocks");
    assert!((error - (variance(&blocks) / 300.0).sqrt()).abs() < 1e-9);
    let gain = score.duplicate_gain().expect("it varies");
    assert!((gain - variance(&games) / (4.0 * variance(&blocks))).abs() < 1e-9, "{gain}");
}

/// A bot that draws as `random` does and counts the options from the last: of
/// equal strength, but with other choices.
struct Contrary;

impl Bot<KachiKachi> for Contrary {
    fn choose(
        &mut self,
        _view: &kachi_kachi::View,
        options: &kachi_kachi::Choices,
        rng: &mut Stream,
    ) -> usize {
        options.count() - 1 - rng.random_range(0..options.count() as u32) as usize
    }
}

impl ExternalBot<KachiKachi> for Contrary {
    fn boxed_clone(&self) -> Box<dyn ExternalBot<KachiKachi>> {
        Box::new(Contrary)
    }

    fn begin_game(&mut self, _game: &GameKey) {}

    fn failure(&self) -> Option<&str> {
        None
    }
}

fn contrary(seed: u64) -> Contest<KachiKachi> {
    let game = KachiKachi::new(kachi_kachi::Rules { hands: 2, ..kachi_kachi::Rules::default() });
    let players = [Player::External(Box::new(Contrary)), Player::Random];
    let line_up = LineUp::versus_players(&game, ["contrary", "random"], players);
    Contest { setup: Setup::new(game, line_up, seed) }
}

#[test]
fn the_false_positive_rate_between_equal_bots_is_5_percent() {
    let seeds = 200;
    let wrong = (1..=seeds)
        .filter(|&seed| {
            let contest = contrary(seed);
            let mut counter = contest.counter();
            (0..60).for_each(|block| counter.count_block(block).expect("the bots are legal"));
            judge(&counter.score.difference(0.0), None, Looking::Once).verdict != Verdict::Undecided
        })
        .count();
    // 5 % are 10, with a standard deviation of 3.1.
    assert!((2..=20).contains(&wrong), "{wrong} of {seeds}");
}

#[test]
fn repeated_looks_keep_the_false_positive_rate_at_5_percent() {
    let seeds = 200;
    let wrong = (1..=seeds)
        .filter(|&seed| until_sure(contrary(1_000 + seed), 400, 1).1 == StopReason::Verdict)
        .count();
    assert!(wrong <= 10, "{wrong} of {seeds}");
}

#[test]
fn the_verdict_is_reached_at_the_same_block_on_any_number_of_threads() {
    let [alone, two, three] =
        [1, 2, 3].map(|threads| until_sure(contest("greedy", "random", 7), 100_000, threads));
    assert_eq!(alone.1, StopReason::Verdict);
    assert_eq!(judge(&alone.0.difference(0.0), None, Looking::Repeatedly).verdict, Verdict::Better);
    assert_eq!(alone, two);
    assert_eq!(alone, three);
}

#[test]
fn the_first_difference_is_where_the_choices_diverge() {
    let contest = contest("greedy", "random", 1);
    let found = contest
        .first_difference(&mut contest.setup.line_up.players(), 0, 1)
        .expect("legal")
        .expect("they differ soon");
    assert_ne!(found.bot, found.baseline);
    assert_eq!((found.block, found.rotation, found.seat), (0, 1, 4));
    let alike = self::contest("greedy", "greedy", 1);
    assert_eq!(alike.first_difference(&mut alike.setup.line_up.players(), 0, 1).expect("legal"), None);
}

#[test]
fn saved_counts_are_restored_and_others_are_rejected() {
    let comparison = Comparison { contest: contest("greedy", "random", 1), margin: None, until_sure: false };
    let mut counter = comparison.counter();
    (0..20).for_each(|block| counter.count_block(block).unwrap());
    let saved = counter.save();
    let mut again = comparison.counter();
    again.restore(&saved).unwrap();
    assert_eq!((again.blocks(), again.save()), (20, saved.clone()));
    assert!(contrary(1).counter().restore(&saved[1..]).is_err());
    let three = Kujuroku::new(Rules { players: 3, ..Rules::default() });
    let [greedy, random] = ["greedy", "random"].map(BotSpec::new);
    let three = Contest::new(three, &greedy, &random, 1).expect("the bots can play");
    assert!(three.counter().restore(&saved).is_err(), "a table of another size");
}
