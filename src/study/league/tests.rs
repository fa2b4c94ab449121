use std::sync::atomic::AtomicBool;

use super::counts::{Counts, pairs_of};
use super::{League, LeagueCounter, OPEN, RankRange, Standings};
use crate::bots::{Bot, BotSpec, ExternalBot, GameKey, Player};
use crate::game::{Game, Options};
use crate::games::kachi_kachi::{self, KachiKachi};
use crate::games::kujuroku::{self, Kujuroku};
use crate::random::{BlockStreams, Purpose, Stream};
use crate::sim::{BlockCounter, Controls, KeepNothing, StopReason, StopRule};
use crate::study::compare::{Contest, GameResult};
use crate::study::verdict::{Looking, Verdict, judge};
use crate::study::{Study, carry_out};

fn specs(bots: &[&str]) -> Vec<BotSpec> {
    bots.iter().map(|bot| BotSpec::new(bot)).collect()
}

fn table_of_three() -> Kujuroku {
    Kujuroku::new(kujuroku::Rules { players: 3, ..kujuroku::Rules::default() })
}

fn kujuroku(bots: &[&str]) -> League {
    League::new(table_of_three(), specs(bots), 1).expect("the bots can play")
}

fn duel(hands: u32) -> KachiKachi {
    KachiKachi::new(kachi_kachi::Rules { players: 2, hands, ..kachi_kachi::Rules::default() })
}

fn played(league: &League, blocks: u64) -> LeagueCounter<'_> {
    let mut counter = league.counter();
    (0..blocks).for_each(|block| counter.count_block(block).expect("the bots are legal"));
    counter
}

/// Plays until it stops by itself or has so many blocks.
fn carried_out(league: &League, saved: Option<&[u8]>, blocks: u64, threads: usize) -> (Vec<u8>, StopReason) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let controls = Controls { pool: &pool, interrupted: &AtomicBool::new(false), progress: &|_| {} };
    let stop = StopRule { blocks: Some(blocks), ..StopRule::default() };
    let mut counter = league.counter();
    if let Some(saved) = saved {
        counter.restore(saved).expect("it was saved by the same league");
    }
    let stopped = carry_out(league, &mut counter, &stop, None, &mut KeepNothing, &controls);
    (counter.save(), stopped.reason)
}

/// A bot that draws as `random` does and counts the options from another one: of
/// equal strength, but with other choices.
struct Shifted(usize);

impl Bot<KachiKachi> for Shifted {
    fn choose(&mut self, _: &kachi_kachi::View, options: &kachi_kachi::Choices, rng: &mut Stream) -> usize {
        let count = options.count();
        let drawn = rng.random_range(0..count as u32) as usize;
        // Where there are two options, half of the bots take the other one.
        let from = if self.0.is_multiple_of(2) { drawn } else { count - 1 - drawn };
        (from + self.0 / 2) % count
    }
}

impl ExternalBot<KachiKachi> for Shifted {
    fn boxed_clone(&self) -> Box<dyn ExternalBot<KachiKachi>> {
        Box::new(Shifted(self.0))
    }

    fn begin_game(&mut self, _game: &GameKey) {}

    fn failure(&self) -> Option<&str> {
        None
    }
}

fn equals(seed: u64, until_sure: bool) -> League {
    let players = (0..4).map(|shift| Player::External(Box::new(Shifted(shift)))).collect();
    let bots = specs(&["a", "b", "c", "d"]);
    League { until_sure, ..League::of_players(duel(2), bots, players, seed) }
}

#[test]
fn bots_of_equal_strength_share_the_first_rank_in_95_percent_of_leagues() {
    let leagues = 200;
    let all = RankRange { best: 1, worst: 4 };
    let shared = (1..=leagues)
        .filter(|&seed| {
            let league = equals(seed, false);
            let counter = played(&league, 60);
            league.field(&counter.counts).ranks == [all; 4]
        })
        .count();
    assert!(shared * 100 >= leagues as usize * 95, "{shared} of {leagues}");
    // The bots do differ from deal to deal.
    let league = equals(1, false);
    assert!(played(&league, 60).counts.pairs.iter().all(|pair| pair.advantage(2, 0.0).sums.yy > 0));
}

#[test]
fn looking_again_and_again_settles_no_pair_of_equal_bots() {
    let leagues = 60;
    let wrong = (1..=leagues)
        .filter(|&seed| {
            let league = equals(1_000 + seed, true);
            let _ = carried_out(&league, None, 250, 1);
            (0..6).any(|pair| league.settled_at(pair) != OPEN)
        })
        .count();
    // 5 % are 3.
    assert!(wrong <= 6, "{wrong} of {leagues}");
}

#[test]
fn each_way_of_a_pair_is_a_comparison() {
    let league = kujuroku(&["greedy", "random"]);
    let counts = played(&league, 50).counts;
    let score = |bot: &str, baseline: &str| {
        let [bot, baseline] = [bot, baseline].map(BotSpec::new);
        let contest = Contest::new(table_of_three(), &bot, &baseline, 1).unwrap();
        let mut counter = contest.counter();
        (0..50).for_each(|block| counter.count_block(block).unwrap());
        counter.score
    };
    let (greedy, random) = (score("greedy", "random"), score("random", "greedy"));
    assert_eq!((counts.pairs[0].first, counts.pairs[0].second), (greedy, random));
    let mean = f64::midpoint(greedy.difference(0.0).value(), -random.difference(0.0).value());
    assert!((counts.pairs[0].advantage(6, 0.0).value() - mean).abs() < 1e-12);
    assert_eq!((league.games_per_block(), league.all_games_per_block()), (6, 6));
}

#[test]
fn at_a_table_of_two_both_ways_are_the_same_games() {
    let league = League::new(duel(4), specs(&["weighing", "station"]), 1).unwrap();
    let counts = played(&league, 40).counts;
    let score = |bots: [&str; 2]| {
        let [bot, baseline] = bots.map(BotSpec::new);
        let contest = Contest::new(duel(4), &bot, &baseline, 1).unwrap();
        let mut counter = contest.counter();
        (0..40).for_each(|block| counter.count_block(block).unwrap());
        counter.score
    };
    let (weighing, station) = (score(["weighing", "station"]), score(["station", "weighing"]));
    assert_eq!((counts.pairs[0].first, counts.pairs[0].second), (weighing, station));
    // So the advantage is the difference, with its interval and verdict.
    assert_eq!(counts.pairs[0].advantage(2, 0.0), weighing.difference(0.0));
    assert_eq!(league.games_per_block(), 2);
}

#[test]
fn means_over_the_field_and_their_errors_are_those_of_the_blocks() {
    let league = kujuroku(&["random", "greedy", "weighing"]);
    let blocks: Vec<[f64; 3]> = (0..60)
        .map(|block| {
            let mut counter = league.counter();
            counter.count_block(block).unwrap();
            let value = |pair: usize| counter.counts.pairs[pair].advantage(6, 0.0).value();
            let [rg, rw, gw] = [0, 1, 2].map(value);
            [f64::midpoint(rg, rw), f64::midpoint(gw, -rg), f64::midpoint(-rw, -gw)]
        })
        .collect();
    let field = league.field(&played(&league, 60).counts);
    for bot in 0..3 {
        let mean = blocks.iter().map(|block| block[bot]).sum::<f64>() / 60.0;
        assert!((field.means[bot] - mean).abs() < 1e-9);
        let variance = blocks.iter().map(|block| (block[bot] - mean).powi(2)).sum::<f64>() / 59.0;
        let half = field.intervals[bot].expect("enough blocks").half_width();
        let errors = half / (variance / 60.0).sqrt();
        // More than Student's 2.0 for one mean, less than Bonferroni's for three;
        // with a little for what was not seen.
        assert!((2.0..2.55).contains(&errors), "{errors}");
    }
    assert_eq!(field.ranks.iter().map(|rank| rank.text()).collect::<Vec<_>>(), ["3", "2", "1"]);
}

#[test]
fn a_bot_under_two_names_is_the_same() {
    let league = kujuroku(&["greedy", "random", "greedy"]);
    let standings = league.standings(&played(&league, 60).counts);
    let verdicts: Vec<Verdict> = standings.pairs.iter().map(|pair| pair.verdict).collect();
    assert_eq!(verdicts, [Verdict::Better, Verdict::Same, Verdict::Worse]);
    let first = RankRange { best: 1, worst: 2 };
    assert_eq!(standings.field.ranks, [first, RankRange { best: 3, worst: 3 }, first]);
}

#[test]
fn a_league_has_the_word_of_a_comparison_for_bots_that_hardly_differ() {
    let names = ["weighing", "weighing:caution=0.29"];
    for until_sure in [false, true] {
        let league = League::new(duel(1), specs(&names), 1).expect("the bots can play");
        let league = League { margin: Some(1.0), until_sure, ..league };
        let contest = Contest::new(duel(1), &BotSpec::new(names[0]), &BotSpec::new(names[1]), 1);
        let contest = contest.expect("the bots can play");
        let (mut of_league, mut of_contest) = (league.counter(), contest.counter());
        let mut words = Vec::new();
        for block in 0..3_000 {
            of_league.count_block(block).unwrap();
            of_contest.count_block(block).unwrap();
            let looking = if until_sure { Looking::Repeatedly } else { Looking::Once };
            let pair = league.judged_pairs(&of_league.counts)[0];
            let judged = judge(&of_contest.difference(), Some(1.0), looking);
            assert_eq!((pair.verdict, pair.doubt), (judged.verdict, judged.doubt), "block {block}");
            if words.last() != Some(&judged.verdict) {
                words.push(judged.verdict);
            }
        }
        let same = (!until_sure).then_some(Verdict::Same);
        let undecided = words.iter().position(|word| *word == Verdict::Undecided);
        assert!(undecided.is_some() && words.contains(&Verdict::Same) == same.is_some(), "{words:?}");
        assert_eq!(words.last(), Some(&Verdict::Equal));
    }
}

#[test]
fn fewer_than_twenty_deals_decide_no_rank() {
    let league = kujuroku(&["random", "greedy", "weighing"]);
    let standings = league.standings(&played(&league, 19).counts);
    let any = RankRange { best: 1, worst: 3 };
    assert_eq!(standings.field.ranks, [any; 3]);
    assert!(standings.pairs.iter().all(|pair| pair.verdict == Verdict::Undecided));
    assert!(standings.unbeaten.iter().all(|bot| bot.rank == any && bot.interval.is_none()));
    let standings = league.standings(&played(&league, 20).counts);
    assert_eq!(standings.field.ranks[2], RankRange { best: 1, worst: 1 });
}

#[test]
fn pairs_that_are_settled_play_no_more_on_any_number_of_threads() {
    let play = |threads: usize| {
        let league =
            League { until_sure: true, ..kujuroku(&["random", "greedy", "weighing", "weighing:keep=0.46"]) };
        let result = carried_out(&league, None, 400, threads);
        let settled: Vec<u64> = (0..6).map(|pair| league.settled_at(pair)).collect();
        assert_eq!(league.games_in(400), 6 * settled.iter().map(|&at| at.min(400)).sum::<u64>());
        (result, settled)
    };
    let [one, two, three] = [1, 2, 3].map(play);
    assert_eq!(one, two);
    assert_eq!(one, three);
    let ((_, reason), settled) = one;
    assert!(settled.iter().any(|&at| at < 400), "{settled:?}");
    assert!(settled.contains(&OPEN) == (reason == StopReason::Games), "{settled:?} {reason:?}");
}

#[test]
fn a_league_goes_on_where_it_stopped_with_the_same_pairs() {
    let bots = ["random", "greedy", "weighing", "weighing:keep=0.46"];
    let league = || League { until_sure: true, ..kujuroku(&bots) };
    let whole = carried_out(&league(), None, 350, 1);
    // At a look, at which pairs are settled, and between two looks.
    for stop in [100, 130, 195] {
        let (saved, _) = carried_out(&league(), None, stop, 1);
        assert_eq!(carried_out(&league(), Some(&saved), 350, 2), whole, "{stop}");
    }
    // Whoever extends it asks first whether it is decided.
    let (saved, _) = carried_out(&league(), None, 130, 1);
    let extended = league();
    let mut counter = extended.counter();
    counter.restore(&saved).unwrap();
    let settled = |league: &League| (0..6).map(|pair| league.settled_at(pair)).collect::<Vec<_>>();
    let before = settled(&extended);
    let _ = extended.is_decided(&counter);
    assert_eq!(settled(&extended), before, "there is no look at 130 blocks");
}

#[test]
fn saved_counts_are_restored_and_others_are_rejected() {
    let league = kujuroku(&["random", "greedy", "weighing"]);
    let saved = played(&league, 20).save();
    let again = kujuroku(&["random", "greedy", "weighing"]);
    let mut counter = again.counter();
    counter.restore(&saved).unwrap();
    assert_eq!((counter.blocks(), counter.save()), (20, saved.clone()));
    assert!(counter.restore(&saved[1..]).is_err());
    assert!(kujuroku(&["random", "greedy"]).counter().restore(&saved).is_err());
    let mixed = League { mixed: true, ..kujuroku(&["random", "greedy", "weighing"]) };
    assert!(mixed.counter().restore(&saved).is_err());
}

#[test]
fn mixed_tables_give_every_bot_every_seat_equally_often() {
    // With the games of the block, and how often each bot sits in each seat.
    for (bots, games, times) in
        [(&["a", "b"][..], 6, 3), (&["a", "b", "c"], 3, 1), (&["a", "b", "c", "d", "e"], 15, 3)]
    {
        // Only the seating matters: any player will do.
        let game = Kujuroku::new(kujuroku::Rules { players: 3, ..kujuroku::Rules::default() });
        let players = bots.iter().map(|_| Player::Random).collect();
        let league = League { mixed: true, ..League::of_players(game, specs(bots), players, 1) };
        let circle = league.circle(7);
        let (tables, rotations) = league.mixed_tables();
        let mut seated = vec![[0; 3]; bots.len()];
        let mut different = Vec::new();
        for first in 0..tables {
            for rotation in 0..rotations {
                let table = [0, 1, 2].map(|seat| league.mixed_bot(&circle, first, rotation, seat));
                table.iter().enumerate().for_each(|(seat, &bot)| seated[bot][seat] += 1);
                if !different.contains(&table) {
                    different.push(table);
                }
            }
        }
        assert_eq!(seated, vec![[times; 3]; bots.len()]);
        assert_eq!((different.len(), league.mixed_games()), (games, games as u64), "no game is played twice");
        assert_eq!(league.mixed_games_of_bot(), 3 * times);
        assert_ne!((0..9).map(|block| league.circle(block)).collect::<Vec<_>>(), vec![circle; 9]);
    }
}

#[test]
fn a_failing_bot_is_named_with_the_line_up_to_replay() {
    struct Stuck;
    impl Bot<KachiKachi> for Stuck {
        fn choose(&mut self, _: &kachi_kachi::View, options: &kachi_kachi::Choices, _: &mut Stream) -> usize {
            options.count()
        }
    }
    impl ExternalBot<KachiKachi> for Stuck {
        fn boxed_clone(&self) -> Box<dyn ExternalBot<KachiKachi>> {
            Box::new(Stuck)
        }
        fn begin_game(&mut self, _game: &GameKey) {}
        fn failure(&self) -> Option<&str> {
            None
        }
    }
    let game = KachiKachi::new(kachi_kachi::Rules { players: 3, ..kachi_kachi::Rules::default() });
    let players = vec![Player::Random, Player::External(Box::new(Stuck))];
    let league = League::of_players(game, specs(&["random", "stuck"]), players, 1);
    let fault = league.counter().count_block(0).expect_err("it chooses what there is not");
    assert_eq!((fault.bot.as_str(), fault.table.as_deref()), ("stuck", Some("line-up random, stuck, stuck")));
}

#[test]
fn mixed_tables_have_their_own_ranks() {
    let league = League { mixed: true, ..kujuroku(&["random", "greedy", "weighing", "weighing:keep=0.46"]) };
    let counts = played(&league, 40).counts;
    let ranking = league.standings(&counts).mixed.expect("they were played");
    assert!(ranking.means.iter().sum::<f64>().abs() < 1e-9, "of each table the scores over its mean");
    assert_eq!(ranking.ranks[0], RankRange { best: 4, worst: 4 });
    assert!(ranking.ranks[2].best == 1 && ranking.means[2] > ranking.means[1]);
    let won: f64 = (0..4)
        .map(|bot| counts.mixed.as_ref().unwrap().win_share(bot, 40, league.mixed_games_of_bot()).value())
        .sum();
    // Every bot has an equal part of the games, and a table of three one win.
    assert!((0.9..=4.0 / 3.0 + 1e-9).contains(&won), "{won}");
    assert!(
        kujuroku(&["random", "greedy"])
            .standings(&played(&kujuroku(&["random", "greedy"]), 1).counts)
            .mixed
            .is_none()
    );
}

/// The results of bots with these advantages, with noise of a deviation of 10 that
/// clones share.
fn standings(advantages: &[&[i128]], noise_of: &[u64]) -> Standings {
    let bots = noise_of.len();
    let names: Vec<String> = (0..bots).map(|bot| format!("bot-{bot}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let players = (0..bots).map(|_| Player::Random).collect();
    let league = League::of_players(duel(2), specs(&names), players, 1);
    let mut counts = Counts::new(bots, 2, false);
    for block in 0..2_000 {
        let noise = |bot: usize| {
            let mut stream = BlockStreams::new(noise_of[bot], block).stream(0, Purpose::Game);
            (stream.normal() * 10.0).round() as i128
        };
        let ahead: Vec<i128> =
            pairs_of(bots).map(|(one, other)| advantages[one][other] + noise(one) - noise(other)).collect();
        for (pair, &ahead) in counts.pairs.iter_mut().zip(&ahead) {
            let game = |ahead: i128| GameResult { ahead, won: 0, is_decided: false };
            pair.first.add_block(&[game(ahead), game(0)]);
            pair.second.add_block(&[game(-ahead), game(0)]);
        }
        counts.end_block(&ahead.into_iter().map(Some).collect::<Vec<_>>());
    }
    league.standings(&counts)
}

const ROCK_PAPER_SCISSORS_AND_AIR: [&[i128]; 4] =
    [&[0, -4, 4, 6], &[4, 0, -4, 6], &[-4, 4, 0, 6], &[-6, -6, -6, 0]];

#[test]
fn rock_paper_scissors_is_called_a_cycle() {
    let found = standings(&ROCK_PAPER_SCISSORS_AND_AIR, &[1, 2, 3, 4]);
    assert_eq!(found.cycles, [[0, 2, 1]]);
    assert!(found.pairs.iter().all(|pair| pair.verdict != Verdict::Undecided));
    // None of the three is beaten by the mixture of all three, and air is.
    let skills: Vec<f64> = found.unbeaten.iter().map(|bot| bot.skill).collect();
    assert_eq!(skills[..3], [0.0; 3]);
    assert!((skills[3] + 3.0).abs() < 0.5, "{skills:?}");
    assert_eq!(found.unbeaten[3].rank, RankRange { best: 4, worst: 4 });
    assert_eq!(found.unbeaten[0].rank.best, 1);
}

#[test]
fn an_order_has_no_cycle() {
    let found = standings(&[&[0, 4, 8], &[-4, 0, 4], &[-8, -4, 0]], &[1, 2, 3]);
    assert!(found.cycles.is_empty());
    assert_eq!(found.field.ranks.iter().map(|rank| rank.text()).collect::<Vec<_>>(), ["1", "2", "3"]);
    // The mixture is the best bot alone.
    assert_eq!(found.unbeaten[0].share, 1.0);
    assert!((found.unbeaten[2].skill + 4.0).abs() < 0.3, "{}", found.unbeaten[2].skill);
}

#[test]
fn a_clone_does_not_change_the_second_ranking_of_the_others() {
    let without = standings(&ROCK_PAPER_SCISSORS_AND_AIR, &[1, 2, 3, 4]);
    // Rock twice: once the very same, and once with other luck.
    let again: [&[i128]; 5] =
        [&[0, -4, 4, 6, 0], &[4, 0, -4, 6, 4], &[-4, 4, 0, 6, -4], &[-6, -6, -6, 0, -6], &[0, -4, 4, 6, 0]];
    for noise in [[1, 2, 3, 4, 1], [1, 2, 3, 4, 5]] {
        let with = standings(&again, &noise);
        for bot in 0..4 {
            let (one, other) = (&without.unbeaten[bot], &with.unbeaten[bot]);
            // A clone with other luck can push its twin out of the mixture: the twin
            // is compared with its spread among both.
            let is_twin = bot == 0 && noise[4] != noise[0];
            let (of, skill) = if is_twin { (other, one.skill) } else { (one, other.skill) };
            let spread = of.interval.expect("enough blocks");
            assert!(
                spread.low - 1e-9 <= skill && skill <= spread.high + 1e-9,
                "bot {bot}: {one:?}, with the clone {other:?}"
            );
            // Air comes after one more.
            assert_eq!(other.rank.best, one.rank.best + usize::from(bot == 3));
        }
        // The first ranking does change: whoever beats rock gains.
        let gain = with.field.means[1] - without.field.means[1];
        assert!(gain > 0.1, "{gain}");
    }
    let same = standings(&again, &[1, 2, 3, 4, 1]);
    assert_eq!(same.pairs[3].verdict, Verdict::Same);
    assert_eq!(same.pairs[3].advantage, 0.0);
}
