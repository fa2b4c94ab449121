use std::sync::atomic::AtomicBool;

use super::Contest;
use crate::bots::{Bot, BotSpec, ExternalBot, Player};
use crate::game::{Game, Options};
use crate::games::kachi_kachi::{self, KachiKachi};
use crate::games::kujuroku::{Kujuroku, Rules};
use crate::random::Stream;
use crate::sim::{Controls, CountBlocks, Ended, Enough, count_blocks};
use crate::study::verdict::{Looking, Verdict, judge};

fn contest(bot: &str, baseline: &str, seed: u64) -> Contest<Kujuroku> {
    let game = Kujuroku::new(Rules::default());
    let player = |name: &str| BotSpec::new(name).player(&game).expect("a bot");
    let players = [player(bot), player(baseline)];
    Contest { game, players, names: [bot.to_owned(), baseline.to_owned()], seed }
}

fn counted(contest: &Contest<Kujuroku>, blocks: u64) -> super::Score {
    let mut counter = contest.counter();
    (0..blocks).for_each(|block| counter.count_block(block).expect("the bots are legal"));
    counter.score
}

#[test]
fn a_bot_among_its_like_is_level_in_every_deal() {
    let score = counted(&contest("greedy", "greedy", 1), 200);
    assert!(score.is_all_alike());
    assert_eq!(score.difference().value(), 0.0);
    assert_eq!(judge(&score.difference(), None, Looking::Once).verdict, Verdict::Equal);
    // Every win is somebody's: the bot has each seat once.
    assert!((score.win_share().value() - 0.25).abs() < 1e-12);
}

#[test]
fn greedy_is_better_than_random_and_random_worse_than_greedy() {
    let ahead = counted(&contest("greedy", "random", 1), 500);
    assert_eq!(judge(&ahead.difference(), None, Looking::Once).verdict, Verdict::Better);
    assert!(ahead.win_share().value() > ahead.fair_share());
    let behind = counted(&contest("random", "greedy", 1), 500);
    assert_eq!(judge(&behind.difference(), None, Looking::Once).verdict, Verdict::Worse);
}

#[test]
fn the_gain_of_duplicate_deals_is_that_of_the_variances() {
    // By the definition, from single games.
    let contest = contest("greedy", "random", 3);
    let mut counter = contest.counter();
    let mut games: Vec<f64> = Vec::new();
    for block in 0..300 {
        counter.count_block(block).expect("the bots are legal");
        for rotation in 0..4 {
            let table = contest.play(block, rotation, &mut contest.players.clone()).expect("legal");
            let bot = contest.seat_of_bot(rotation);
            let score = |seat| contest.game.score(&table, seat) as f64;
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
    assert!((score.difference().value() - mean).abs() < 1e-9);
    let error = score.difference().standard_error().expect("many blocks");
    assert!((error - (variance(&blocks) / 300.0).sqrt()).abs() < 1e-9);
    let gain = score.duplicate_gain().expect("it varies");
    assert!((gain - variance(&games) / (4.0 * variance(&blocks))).abs() < 1e-9, "{gain}");
}

/// A bot that draws as `random` does, and takes the draws the other way
/// round: as good, and never the same.
struct Contrary;

impl Bot<KachiKachi> for Contrary {
    fn choose(
        &mut self,
        _view: &kachi_kachi::View,
        options: &kachi_kachi::Choices,
        own: &mut Stream,
    ) -> usize {
        options.count() - 1 - own.below(options.count() as u32) as usize
    }
}

impl ExternalBot<KachiKachi> for Contrary {
    fn another(&self) -> Box<dyn ExternalBot<KachiKachi>> {
        Box::new(Contrary)
    }

    fn begin_game(&mut self) {}

    fn failure(&self) -> Option<&str> {
        None
    }
}

fn contrary(seed: u64) -> Contest<KachiKachi> {
    let game = KachiKachi::new(kachi_kachi::Rules { hands: 2, ..kachi_kachi::Rules::default() });
    let names = ["contrary", "random"].map(str::to_owned);
    Contest { game, players: [Player::External(Box::new(Contrary)), Player::Random], names, seed }
}

#[test]
fn bots_of_equal_strength_are_seldom_told_apart() {
    let seeds = 200;
    let wrong = (1..=seeds)
        .filter(|&seed| {
            let contest = contrary(seed);
            let mut counter = contest.counter();
            (0..60).for_each(|block| counter.count_block(block).expect("the bots are legal"));
            judge(&counter.score.difference(), None, Looking::Once).verdict != Verdict::Undecided
        })
        .count();
    // 5 % are 10, with a standard deviation of 3.1.
    assert!((2..=20).contains(&wrong), "{wrong} of {seeds}");
}

#[test]
fn looking_again_and_again_tells_them_apart_no_more_often() {
    let seeds = 200;
    let wrong = (1..=seeds)
        .filter(|&seed| {
            let contest = contrary(1_000 + seed);
            let stands = |counter: &super::ContestCounter<'_, KachiKachi>| {
                judge(&counter.score.difference(), None, Looking::Repeatedly).verdict != Verdict::Undecided
            };
            let enough = Enough { blocks: Some(400), time: None, look: Some(&stands) };
            let controls = Controls { threads: 1, interrupted: &AtomicBool::new(false), progress: &|_| {} };
            count_blocks(&mut contest.counter(), || contest.counter(), &enough, &controls) == Ended::Enough
        })
        .count();
    assert!(wrong <= 10, "{wrong} of {seeds}");
}

#[test]
fn it_is_sure_after_the_same_block_on_any_number_of_threads() {
    let contest = contest("greedy", "random", 7);
    let stands = |counter: &super::ContestCounter<'_, Kujuroku>| {
        judge(&counter.score.difference(), None, Looking::Repeatedly).verdict == Verdict::Better
    };
    let scores = [1, 2, 3].map(|threads| {
        let enough = Enough { blocks: Some(100_000), time: None, look: Some(&stands) };
        let controls = Controls { threads, interrupted: &AtomicBool::new(false), progress: &|_| {} };
        let mut counter = contest.counter();
        assert_eq!(count_blocks(&mut counter, || contest.counter(), &enough, &controls), Ended::Enough);
        counter.score
    });
    assert_eq!(scores[0], scores[1]);
    assert_eq!(scores[0], scores[2]);
}

#[test]
fn the_first_difference_is_where_the_choices_part() {
    let contest = contest("greedy", "random", 1);
    let found = contest.first_difference(0, 1).expect("legal").expect("they differ soon");
    assert_ne!(found.bot, found.baseline);
    assert_eq!((found.block, found.rotation, found.seat.number()), (0, 1, 4));
    let alike = Contest { players: [contest.players[0].clone(), contest.players[0].clone()], ..contest };
    assert_eq!(alike.first_difference(0, 1).expect("legal"), None);
}
