//! Who is better: ranks, verdicts on pairs, cycles, and a ranking that clones do
//! not change.

use super::League;
use super::counts::{Counts, PairCounts, pairs_of};
use super::cycles::cycles;
use crate::stats::{Change, Interval, JointErrors, LEVEL, MIN_BLOCKS, equilibrium, holm, level_at_looks};
use crate::study::verdict::{
    Doubt, Looking, Verdict, blocks_to_decide, blocks_with_looks, doubt, planning, verdict_by_intervals,
};

/// The ranks that a bot may have, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankRange {
    /// One more than the number of bots that are certainly better.
    pub best: usize,
    /// The number of bots less those that are certainly worse.
    pub worst: usize,
}

impl RankRange {
    /// The ranks for people: `2`, or `2-4`.
    #[must_use]
    pub fn text(self) -> String {
        let RankRange { best, worst } = self;
        if best == worst { best.to_string() } else { format!("{best}-{worst}") }
    }

    /// The ranks in a field, from which bots are certainly better than which.
    fn all(count: usize, is_better: impl Fn(usize, usize) -> bool) -> Vec<RankRange> {
        let others = |bot: usize| (0..count).filter(move |other| *other != bot);
        (0..count)
            .map(|bot| RankRange {
                best: 1 + others(bot).filter(|&other| is_better(other, bot)).count(),
                worst: count - others(bot).filter(|&other| is_better(bot, other)).count(),
            })
            .collect()
    }
}

/// Means of all bots, with what is certain of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// The mean of each bot.
    pub means: Vec<f64>,
    /// Intervals that hold together with 95 %; none for too few blocks.
    pub intervals: Vec<Option<Interval>>,
    /// The ranks. With 95 %, no range of all is wrong.
    pub ranks: Vec<RankRange>,
}

impl Ranking {
    /// The ranking by the means of each bot, the combinations with these weights of
    /// what was measured.
    fn new(measured: &[Change], weights: &[Vec<f64>], errors: &JointErrors, blocks: Blocks) -> Ranking {
        let count = weights.len();
        let unit = |bot: usize| (0..count).map(|other| f64::from(other == bot)).collect::<Vec<f64>>();
        let change = |of_means: &[f64]| {
            let of_measured = (0..measured.len())
                .map(|index| of_means.iter().zip(weights).map(|(mean, of)| mean * of[index]).sum::<f64>());
            let parts: Vec<(f64, Change)> = of_measured.zip(measured.iter().copied()).collect();
            Change::of_combination(errors.standard_error(of_means), &parts)
        };
        let means = (0..count).map(|bot| change(&unit(bot)).value).collect();
        let units: Vec<Vec<f64>> = (0..count).map(unit).collect();
        let level = blocks.level(errors, &units);
        let intervals = units.iter().map(|weights| change(weights).interval_at(level)).collect();
        let differences: Vec<Vec<f64>> = pairs_of(count)
            .map(|(one, other)| {
                units[one].iter().zip(&units[other]).map(|(one, other)| one - other).collect()
            })
            .collect();
        let level = blocks.level(errors, &differences);
        let mut is_better = vec![vec![false; count]; count];
        for ((one, other), weights) in pairs_of(count).zip(&differences) {
            let interval = change(weights).interval_at(level);
            is_better[one][other] = interval.is_some_and(|interval| interval.low > 0.0);
            is_better[other][one] = interval.is_some_and(|interval| interval.high < 0.0);
        }
        let ranks = RankRange::all(count, |one, other| is_better[one][other]);
        Ranking { means, intervals, ranks }
    }
}

/// How many blocks means are made of, and how often they are looked at.
#[derive(Clone, Copy)]
struct Blocks {
    fewest: u64,
    all: u64,
    looking: Looking,
}

impl Blocks {
    /// The level at which the intervals of these combinations hold together.
    fn level(self, errors: &JointErrors, combinations: &[Vec<f64>]) -> f64 {
        match self.looking {
            _ if self.fewest < MIN_BLOCKS => LEVEL,
            Looking::Once => errors.simultaneous_level(combinations),
            Looking::Repeatedly => level_at_looks(self.all, combinations.len()),
        }
    }
}

/// The verdict on a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedPair {
    /// How far the first bot is ahead of the second in a game.
    pub advantage: f64,
    /// The 95 % interval of this pair; with `--until-sure`, one that is valid for
    /// all pairs at all looks.
    pub interval: Option<Interval>,
    /// The p-value under no difference, and the same adjusted for all pairs; none
    /// with `--until-sure`.
    pub p: Option<f64>,
    /// The p-value, adjusted for all pairs (Holm).
    pub p_adjusted: Option<f64>,
    /// The verdict on the first bot.
    pub verdict: Verdict,
    /// What stands in the way of a verdict besides the width of the interval.
    pub doubt: Option<Doubt>,
    /// The number of blocks that would decide it, if the true advantage is the
    /// estimated one.
    pub blocks_to_decide: Option<u64>,
}

impl JudgedPair {
    /// The same from the other side.
    #[must_use]
    pub fn reversed(self) -> JudgedPair {
        let verdict = match self.verdict {
            Verdict::Better => Verdict::Worse,
            Verdict::Worse => Verdict::Better,
            other => other,
        };
        let interval =
            self.interval.map(|Interval { low, high }| Interval { low: 0.0 - high, high: 0.0 - low });
        JudgedPair { advantage: 0.0 - self.advantage, interval, verdict, ..self }
    }
}

/// What a bot gets from the strongest mixture of the field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unbeaten {
    /// What it wins from the mixture in a game: 0 for the bots in it, less for
    /// others.
    pub skill: f64,
    /// Where that lies in 95 % of the draws.
    pub interval: Option<Interval>,
    /// Its share of the mixture.
    pub share: f64,
    /// Its ranks in these draws.
    pub rank: RankRange,
}

/// The results of a league.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// The mean advantage of each bot over the field.
    pub field: Ranking,
    /// The pairs.
    pub pairs: Vec<JudgedPair>,
    /// Certain cycles: each bot beats the next one, and the last the first.
    pub cycles: Vec<Vec<usize>>,
    /// The second ranking.
    pub unbeaten: Vec<Unbeaten>,
    /// The tables of all bots, if they were played.
    pub mixed: Option<Ranking>,
}

/// The number of draws for the spread of the second ranking.
const DRAWS: usize = 1_000;

impl League {
    fn looking(&self) -> Looking {
        if self.until_sure { Looking::Repeatedly } else { Looking::Once }
    }

    /// The results.
    pub(super) fn standings(&self, counts: &Counts) -> Standings {
        let bots = self.bots.len();
        let (advantages, errors) = self.advantages(counts);
        let pairs = self.judged_pairs(counts);
        let mut beats = vec![vec![false; bots]; bots];
        for ((one, other), judged) in self.pairs().zip(&pairs) {
            beats[one][other] = judged.verdict == Verdict::Better;
            beats[other][one] = judged.verdict == Verdict::Worse;
        }
        Standings {
            field: self.field(counts),
            pairs,
            cycles: cycles(&beats),
            unbeaten: unbeaten(bots, &advantages, &errors, fewest_blocks(counts)),
            mixed: self.mixed_ranking(counts),
        }
    }

    /// How far the first bot of each pair is ahead, with the errors of that.
    fn advantages(&self, counts: &Counts) -> (Vec<f64>, JointErrors) {
        let games = self.games_of_pair();
        let unit = games as f64 * (self.seats as f64 - 1.0);
        let advantages = counts.pairs.iter().map(|pair| pair.advantage(games, 0.0).value()).collect();
        (advantages, JointErrors::new(counts.covariance(unit)))
    }

    /// The ranking by the mean over the field.
    pub(super) fn field(&self, counts: &Counts) -> Ranking {
        let (_, errors) = self.advantages(counts);
        let changes: Vec<Change> = self.changes(counts).into_iter().map(|(change, _)| change).collect();
        let blocks = Blocks { fewest: fewest_blocks(counts), all: counts.blocks, looking: self.looking() };
        field_ranking(self.bots.len(), &changes, &errors, blocks)
    }

    fn mixed_ranking(&self, counts: &Counts) -> Option<Ranking> {
        let (mixed, all) = (counts.mixed.as_ref()?, counts.blocks);
        let (players, games) = (self.seats, self.mixed_games_of_bot());
        let covariance = mixed.covariance(all, players, games);
        let of_each = mixed.means(all, players, games).into_iter().enumerate();
        let changes: Vec<Change> = of_each
            .map(|(bot, mean)| Change::of_block_means(mean, covariance[bot][bot].sqrt(), all))
            .collect();
        let blocks = Blocks { fewest: all, all, looking: self.looking() };
        let count = changes.len();
        let units: Vec<Vec<f64>> =
            (0..count).map(|bot| (0..count).map(|other| f64::from(other == bot)).collect()).collect();
        Some(Ranking::new(&changes, &units, &JointErrors::new(covariance), blocks))
    }

    /// How far the first bot of each pair is ahead, and of how many blocks that is
    /// the mean.
    pub(super) fn changes(&self, counts: &Counts) -> Vec<(Change, u64)> {
        let (games, stake) = (self.games_of_pair(), self.stake);
        counts.pairs.iter().map(|pair| (pair.advantage(games, stake).change(), pair.blocks())).collect()
    }

    /// The verdicts on all pairs. The familywise error rate of those that are
    /// better or worse is at most 5 %, and so is that of those that are equal.
    pub(super) fn judged_pairs(&self, counts: &Counts) -> Vec<JudgedPair> {
        let changes = self.changes(counts);
        match self.looking() {
            Looking::Once => judged_once(&changes, self.margin),
            Looking::Repeatedly => judged_at_looks(&changes, self.margin),
        }
    }
}

fn fewest_blocks(counts: &Counts) -> u64 {
    counts.pairs.iter().map(PairCounts::blocks).min().unwrap_or(0)
}

/// Each bot's mean over its opponents.
fn field_ranking(bots: usize, advantages: &[Change], errors: &JointErrors, blocks: Blocks) -> Ranking {
    let weights = field_weights(bots);
    let covariance = weights
        .iter()
        .map(|one| weights.iter().map(|other| errors.covariance_of(one, other)).collect())
        .collect();
    Ranking::new(advantages, &weights, &JointErrors::new(covariance), blocks)
}

/// For each bot, the weights of the pairs in its mean over the field.
fn field_weights(bots: usize) -> Vec<Vec<f64>> {
    let part = 1.0 / (bots as f64 - 1.0);
    let weight = |bot: usize, (one, other): (usize, usize)| match bot {
        _ if bot == one => part,
        _ if bot == other => -part,
        _ => 0.0,
    };
    (0..bots).map(|bot| pairs_of(bots).map(|pair| weight(bot, pair)).collect()).collect()
}

/// The second ranking, by Nash averaging (Balduzzi, Tuyls, Perolat and Graepel,
/// *Re-evaluating Evaluation*, 2018): against the mixture of bots from which none
/// wins anything, copies of a bot share its part, and what a bot wins from weak
/// ones does not count. Its spread is that of the same for drawn advantages.
fn unbeaten(bots: usize, advantages: &[f64], errors: &JointErrors, blocks: u64) -> Vec<Unbeaten> {
    let (shares, skills) = against_equilibrium(bots, advantages);
    let is_enough = blocks >= MIN_BLOCKS;
    let draws = errors.deviations(if is_enough { DRAWS } else { 0 });
    let drawn: Vec<Vec<f64>> = draws
        .into_iter()
        .map(|draw| {
            let advantages: Vec<f64> = draw.iter().zip(advantages).map(|(one, other)| one + other).collect();
            against_equilibrium(bots, &advantages).1
        })
        .collect();
    let tail = (DRAWS as f64 * (1.0 - LEVEL) / 2.0) as usize;
    let is_better = |one: usize, other: usize| {
        let above = drawn.iter().filter(|skills| skills[one] > skills[other]).count();
        is_enough && above >= DRAWS - tail
    };
    let ranks = RankRange::all(bots, is_better);
    let interval = |bot: usize| {
        let mut skills: Vec<f64> = drawn.iter().map(|skills| skills[bot]).collect();
        skills.sort_by(f64::total_cmp);
        Interval { low: skills[tail], high: skills[DRAWS - 1 - tail] }
    };
    (0..bots)
        .map(|bot| Unbeaten {
            skill: skills[bot],
            interval: is_enough.then(|| interval(bot)),
            share: shares[bot],
            rank: ranks[bot],
        })
        .collect()
}

/// The mixture from which no bot wins anything, and what each bot gets from it.
fn against_equilibrium(bots: usize, advantages: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let mut payoffs = vec![vec![0.0; bots]; bots];
    for ((one, other), &advantage) in pairs_of(bots).zip(advantages) {
        payoffs[one][other] = advantage;
        payoffs[other][one] = -advantage;
    }
    let shares = equilibrium(&payoffs);
    let largest = advantages.iter().fold(0.0_f64, |largest, one| largest.max(one.abs()));
    // Nothing is above 0, and bots of the mixture are at 0 but for rounding.
    let skill = |row: &Vec<f64>| -> f64 {
        let skill: f64 = row.iter().zip(&shares).map(|(payoff, share)| payoff * share).sum();
        if skill > -1e-9 * largest { 0.0 } else { skill }
    };
    let skills = payoffs.iter().map(skill).collect();
    (shares, skills)
}

fn judged_once(changes: &[(Change, u64)], margin: Option<f64>) -> Vec<JudgedPair> {
    let alpha = 1.0 - LEVEL;
    // What is the same in every block cannot be significant, and does not count.
    let differing = |change: &Change| (!change.is_same).then_some(*change);
    let p_values: Vec<Option<f64>> = changes.iter().map(|(change, _)| differing(change)?.p()).collect();
    let equivalence: Vec<Option<f64>> =
        changes.iter().map(|(change, _)| differing(change)?.equivalence_p(margin?)).collect();
    let (adjusted, equivalence_adjusted) = (adjust(&p_values), adjust(&equivalence));
    let tests = [&p_values, &equivalence].map(|p| p.iter().flatten().count().max(1) as f64);
    let is_significant = |p: Option<f64>| p.is_some_and(|p| p <= alpha);
    (0..changes.len())
        .map(|index| {
            let (change, blocks) = changes[index];
            let verdict = if blocks < MIN_BLOCKS {
                Verdict::Undecided
            } else if change.is_same {
                Verdict::Same
            } else if is_significant(equivalence_adjusted[index]) {
                Verdict::Equal
            } else if is_significant(adjusted[index]) {
                if change.value > 0.0 { Verdict::Better } else { Verdict::Worse }
            } else {
                Verdict::Undecided
            };
            let planning = planning(&change, blocks).filter(|_| verdict == Verdict::Undecided);
            JudgedPair {
                advantage: change.value,
                interval: change.interval(),
                p: p_values[index],
                p_adjusted: adjusted[index],
                verdict,
                doubt: doubt(&change, blocks, verdict),
                blocks_to_decide: planning.and_then(|planning| {
                    blocks_to_decide(&planning, margin, tests.map(|tests| alpha / tests))
                }),
            }
        })
        .collect()
}

fn judged_at_looks(changes: &[(Change, u64)], margin: Option<f64>) -> Vec<JudgedPair> {
    changes
        .iter()
        .map(|&(change, blocks)| {
            let level = level_at_looks(blocks, changes.len());
            let (interval, inner) = (change.interval_at(level), change.at_its_largest().interval_at(level));
            let verdict = verdict_by_intervals(&change, blocks, margin, Looking::Repeatedly, interval, inner);
            let planning = planning(&change, blocks).filter(|_| verdict == Verdict::Undecided);
            let blocks_to_decide = planning.and_then(|planning| blocks_with_looks(&planning, margin));
            JudgedPair {
                advantage: change.value,
                interval,
                p: None,
                p_adjusted: None,
                verdict,
                doubt: doubt(&change, blocks, verdict),
                blocks_to_decide,
            }
        })
        .collect()
}

/// Holm's adjustment of the p-values that exist.
fn adjust(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let known: Vec<f64> = p_values.iter().flatten().copied().collect();
    let mut adjusted = holm(&known).into_iter();
    p_values.iter().map(|p| p.and_then(|_| adjusted.next())).collect()
}
