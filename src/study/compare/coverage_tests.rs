//! What the intervals and verdicts of comparisons are worth, by many of them
//! whose deals are drawn from a large pool, the mean of which is the truth.
//!
//! `FUDA_COMPARISONS=10000 cargo test --lib coverage_tests` draws as many of each.

use super::{Contest, GameEnd, GameResult, Score, largest_stake};
use crate::bots::{Bot, BotSpec, ExternalBot, GameKey, Player};
use crate::game::{Game, NullObserver, Options};
use crate::games::kachi_kachi::{self, Decision, KachiKachi, Move};
use crate::games::oni::{self, Oni};
use crate::random::{BlockStreams, Purpose, Stream};
use crate::seat::MAX_SEATS;
use crate::sim::{BlockCounter, LineUp, Setup};
use crate::stats::{FIRST_LOOK, next_look};
use crate::study::verdict::{ENOUGH_ALIKE, Judged, Looking, Verdict, judge};

fn comparisons(unless_set: u64) -> u64 {
    let set = std::env::var("FUDA_COMPARISONS").ok();
    set.map_or(unless_set, |text| text.parse().expect("FUDA_COMPARISONS is a number"))
}

/// The results of the games of many deals.
struct Pool {
    players: usize,
    stake: f64,
    deals: Vec<[GameResult; MAX_SEATS]>,
}

impl Pool {
    fn of<G: Game>(contest: &Contest<G>, deals: u64) -> Pool {
        let (game, mut players) = (&contest.setup.game, contest.setup.line_up.players());
        let deals = (0..deals).map(|block| {
            let mut games = [GameResult::default(); MAX_SEATS];
            for (rotation, result) in games[..game.players()].iter_mut().enumerate() {
                let end =
                    contest.setup.play(block, rotation, &mut players, &mut NullObserver).expect("legal");
                *result = GameEnd::new(game, &end).result(contest.seat_of_bot(rotation));
            }
            games
        });
        Pool { players: game.players(), stake: largest_stake(game), deals: deals.collect() }
    }

    fn score(&self, deals: impl Iterator<Item = usize>) -> Score {
        let mut score = Score::empty(self.players);
        deals.for_each(|deal| score.add_block(&self.deals[deal][..self.players]));
        score
    }

    fn truth(&self) -> Score {
        self.score(0..self.deals.len())
    }

    fn mean(&self) -> f64 {
        self.truth().difference(0.0).value()
    }

    /// Deals at random, the same for a number.
    fn draws(&self, number: u64) -> impl Iterator<Item = usize> {
        let mut stream = BlockStreams::new(0xc0de, number).stream(0, Purpose::Game);
        let count = self.deals.len() as u32;
        std::iter::repeat_with(move || stream.random_range(0..count) as usize)
    }
}

fn near_copy(bot: &str, rules: kachi_kachi::Rules, deals: u64) -> Pool {
    let [bot, baseline] = [bot, "weighing"].map(BotSpec::new);
    Pool::of(&Contest::new(KachiKachi::new(rules), &bot, &baseline, 1).expect("both can play"), deals)
}

fn of_one_hand(bot: &str) -> Pool {
    let rules = kachi_kachi::Rules { players: 2, hands: 1, ..kachi_kachi::Rules::default() };
    near_copy(bot, rules, 400_000)
}

fn of_a_whole_game(bot: &str) -> Pool {
    near_copy(bot, kachi_kachi::Rules::default(), 8_000)
}

fn of_oni(bot: &str) -> Pool {
    let [bot, baseline] = [bot, "weighing"].map(BotSpec::new);
    let game = Oni::new(oni::Rules::default());
    Pool::of(&Contest::new(game, &bot, &baseline, 1).expect("both can play"), 2_500)
}

/// Near copies: between 0.3 and 40 % of the deals differ.
fn near_copies() -> [(&'static str, Pool); 6] {
    [
        ("kachi-kachi, one hand, caution=0.29", of_one_hand("weighing:caution=0.29")),
        ("kachi-kachi, one hand, trust=0.41", of_one_hand("weighing:trust=0.41")),
        ("kachi-kachi, caution=0.29", of_a_whole_game("weighing:caution=0.29")),
        ("kachi-kachi, fear=0.81", of_a_whole_game("weighing:fear=0.81")),
        ("oni, points=1.01", of_oni("weighing:points=1.01")),
        ("oni, skip=4.1", of_oni("weighing:skip=4.1")),
    ]
}

#[test]
fn intervals_of_bots_that_differ_in_few_deals_cover_the_difference() {
    for (name, pool) in near_copies() {
        let truth = pool.mean();
        for games in [400, 1_000] {
            let deals = games / pool.players;
            let count = comparisons(600);
            let covered = (0..count)
                .filter(|&number| {
                    let score = pool.score(pool.draws(number).take(deals));
                    let interval = score.difference(pool.stake).change().interval().expect("enough deals");
                    (interval.low..=interval.high).contains(&truth)
                })
                .count();
            let share = covered as f64 / count as f64;
            // Where one deal in 150 differs by six times as much as the others, all of
            // these to one side, some runs have none of them and show no sign of any.
            let least = if name.ends_with("fear=0.81") { 0.9 } else { 0.93 };
            assert!(share > least, "{name}, {games} games: {share}");
        }
    }
}

#[test]
fn hundreds_of_differing_deals_have_the_ordinary_interval() {
    let pool = of_a_whole_game("weighing:caution=0.29");
    for (deals, most) in [(500, 1.015), (1_000, 1.006), (4_000, 1.002)] {
        let difference = pool.score(pool.draws(1).take(deals)).difference(pool.stake);
        let half = difference.change().interval().expect("enough deals").half_width();
        let width = half / difference.ratio().interval().expect("enough deals").half_width();
        assert!((1.0..most).contains(&width), "{deals}: {width}");
    }
}

/// Judges at every look, until there is a verdict.
fn until_sure(pool: &Pool, number: u64, margin: Option<f64>, most: u64) -> (Judged, u64) {
    let mut draws = pool.draws(number);
    let (mut score, mut look) = (Score::empty(pool.players), FIRST_LOOK);
    loop {
        score.merge(&pool.score(draws.by_ref().take((look - score.blocks) as usize)));
        let judged = judge(&score.difference(pool.stake), margin, Looking::Repeatedly);
        if judged.verdict != Verdict::Undecided || look >= most {
            return (judged, look);
        }
        look = next_look(look);
    }
}

#[test]
fn bots_at_the_edge_of_the_margin_are_rarely_equal() {
    for (name, pool) in near_copies() {
        // The difference is just outside.
        let margin = 0.999 * pool.mean().abs();
        for games in [400, 1_000] {
            let count = comparisons(400);
            let equal = (0..count)
                .filter(|&number| {
                    let score = pool.score(pool.draws(number).take(games / pool.players));
                    let judged = judge(&score.difference(pool.stake), Some(margin), Looking::Once);
                    judged.verdict == Verdict::Equal
                })
                .count();
            assert!(equal as u64 * 20 <= count, "{name}, {games} games: {equal} of {count}");
        }
        let count = comparisons(200);
        let judged = (0..count).map(|number| until_sure(&pool, number, Some(margin), 20_000).0.verdict);
        let equal = judged.filter(|verdict| *verdict == Verdict::Equal).count();
        assert!(equal as u64 * 20 <= count, "{name}, until sure: {equal} of {count}");
    }
}

#[test]
fn no_wait_ends_before_deals_as_large_as_games_would_have_shown() {
    let pool = of_one_hand("weighing:caution=0.29");
    for number in 0..50 {
        // Games deviate by ten points, so that a deal of two may differ by five. After
        // so many deals, one in 26 of that size would have shown, which is a mean of 0.2.
        let (judged, deals) = until_sure(&pool, number, Some(0.2), 20_000);
        assert!(
            judged.verdict == Verdict::Equal && (240..ENOUGH_ALIKE).contains(&deals),
            "{judged:?} {deals}"
        );
    }
}

#[test]
fn shares_of_wins_are_covered_at_all_looks() {
    let pool = of_a_whole_game("station");
    let truth = pool.truth().win_share().value();
    let count = comparisons(300);
    let missed = (0..count)
        .filter(|&number| {
            let (mut draws, mut score, mut look) =
                (pool.draws(number), Score::empty(pool.players), FIRST_LOOK);
            while look < 3_000 {
                score.merge(&pool.score(draws.by_ref().take((look - score.blocks) as usize)));
                let interval = score.win_share().share_interval_at_looks();
                if !(interval.low..=interval.high).contains(&truth) {
                    return true;
                }
                look = next_look(look);
            }
            false
        })
        .count();
    assert!(missed as u64 * 20 <= count, "{missed} of {count}");
}

/// Folds one opening in four, and bets everything on one pair of Tens in 300: it
/// loses a little in most games, and wins 100,000 points in one of 40,000.
struct Jackpot;

/// Of so many pairs of Tens one is worth everything.
const PAIRS: u32 = 300;

fn is_best(view: &kachi_kachi::View) -> bool {
    view.dealt.class().name() == "pair-10"
}

impl Bot<KachiKachi> for Jackpot {
    fn choose(
        &mut self,
        view: &kachi_kachi::View,
        choices: &kachi_kachi::Choices,
        rng: &mut Stream,
    ) -> usize {
        let wanted = match choices.asked() {
            Decision::Open if !is_best(view) && rng.random_range(0..4) == 0 => Move::Fold,
            Decision::Open => Move::Open,
            Decision::Call => Move::Call,
            Decision::Claim | Decision::Again => Move::Keep,
            Decision::Amount => {
                let is_all = is_best(view) && rng.random_range(0..PAIRS) == 0;
                return if is_all { choices.count() - 1 } else { 0 };
            }
        };
        choices.iter().position(|option| option == wanted).expect("each of these is always an option")
    }
}

impl ExternalBot<KachiKachi> for Jackpot {
    fn boxed_clone(&self) -> Box<dyn ExternalBot<KachiKachi>> {
        Box::new(Jackpot)
    }

    fn begin_game(&mut self, _: &GameKey) {}

    fn failure(&self) -> Option<&str> {
        None
    }
}

fn jackpot(seed: u64) -> Contest<KachiKachi> {
    let rules =
        kachi_kachi::Rules { players: 2, hands: 1, max_wager: 100_000, ..kachi_kachi::Rules::default() };
    let game = KachiKachi::new(rules);
    let station = BotSpec::new("station").open(&game).expect("it is built in").0;
    let players = [Player::External(Box::new(Jackpot)), station];
    let line_up = LineUp::versus_players(&game, ["jackpot", "station"], players);
    Contest { setup: Setup::new(game, line_up, seed) }
}

#[test]
fn a_bot_that_wins_much_and_rarely_is_never_called_worse() {
    for seed in 1..=20 {
        let contest = jackpot(seed);
        let mut counter = contest.counter();
        let mut look = FIRST_LOOK;
        for block in 0..20_000 {
            counter.count_block(block).expect("it is legal");
            let (blocks, difference) = (block + 1, counter.difference());
            let is_fixed = [100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000].contains(&blocks);
            let judged = |looking| judge(&difference, Some(1.0), looking).verdict;
            if is_fixed {
                assert_ne!(judged(Looking::Once), Verdict::Worse, "seed {seed}, {blocks} deals");
                assert_ne!(judged(Looking::Once), Verdict::Equal, "seed {seed}, {blocks} deals");
            }
            if blocks == look {
                look = next_look(look);
                assert_ne!(judged(Looking::Repeatedly), Verdict::Worse, "seed {seed}, {blocks} deals");
            }
        }
    }
}

#[test]
fn that_bot_is_better_in_the_long_run_and_seems_worse_in_short_ones() {
    let pool = Pool::of(&jackpot(1), comparisons(400_000));
    let score = pool.truth();
    assert!(score.difference(0.0).value() > 0.5, "{}", score.difference(0.0).value());
    // Without a look at the rules, a loss in nearly every deal seems sure.
    let short = pool.score(0..2_000);
    assert_eq!(judge(&short.difference(0.0), None, Looking::Once).verdict, Verdict::Worse);
    let judged = judge(&short.difference(pool.stake), None, Looking::Once);
    assert_eq!(judged.verdict, Verdict::Undecided);
    assert_eq!(judged.doubt.map(|doubt| doubt.name()), Some("stakes"));
}
