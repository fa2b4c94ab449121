//! A league as tables, and as people want to see it.

use super::counts::{Counts, PairCounts};
use super::standings::{JudgedPair, RankRange, Ranking, Standings};
use super::{League, METRIC};
use crate::stats::{Change, Interval, LEVEL, MIN_BLOCKS, Ratio, level_at_looks};
use crate::study::verdict::{DOUBT, Doubt, Verdict};
use crate::table::{Cell, Column, Estimate, Scale, Shown, Table, row};
use crate::text::{counted, decimal, thousands};

/// The normal quantile of 95 %: a sum of so many games leads with it.
const LEADS: f64 = 1.644_853_626_951_472;

/// The undecided pairs that are named on the terminal; the file has all of them.
const NAMED: usize = 5;

/// A bot of a pair, from its own side.
struct Side<'a> {
    pair: &'a PairCounts,
    judged: JudgedPair,
    is_first: bool,
}

impl Side<'_> {
    /// What it did alone among copies of the other.
    fn alone(&self) -> &crate::study::compare::Score {
        if self.is_first { &self.pair.first } else { &self.pair.second }
    }

    fn effect(&self, games_per_block: u64) -> Option<f64> {
        let effect = self.pair.effect(games_per_block)?;
        Some(if self.is_first { effect } else { 0.0 - effect })
    }
}

/// The number of games after which a bot leads with 95 %, if it is better by
/// this effect.
fn games_to_lead(effect: f64) -> Option<u64> {
    (effect > 0.0).then(|| (LEADS / effect).powi(2).ceil().max(1.0) as u64)
}

fn ends(interval: Option<Interval>) -> (Option<f64>, Option<f64>) {
    interval.map(|Interval { low, high }| (low, high)).unzip()
}

fn signed(value: f64, interval: Option<Interval>) -> Estimate {
    Estimate { value, interval, scale: Scale::Signed }
}

/// A value with its spread, which is to one side of it if no bot beats it:
/// `-1.2 (-2.1 to 0)`.
fn spread_text(value: f64, interval: Option<Interval>) -> String {
    let half = interval.map_or(0.0, |interval| interval.half_width());
    let number = |number: f64| Scale::Signed.number(number, half);
    match interval.filter(|_| half > 0.0) {
        Some(Interval { low, high }) => format!("{} ({} to {})", number(value), number(low), number(high)),
        None => number(value),
    }
}

/// The bots by their means, the best first; equal ones as they were named.
fn order(means: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..means.len()).collect();
    order.sort_by(|&one, &other| means[other].total_cmp(&means[one]));
    order
}

fn league_columns() -> Vec<Column> {
    vec![
        Column::text("game", "the game"),
        Column::text("bot", "the bot"),
        Column::integer("rank_best", "1 and the bots that are certainly better over the field"),
        Column::integer("rank_worst", "the bots, less those that are certainly worse over the field"),
        Column::integer("games", "its games in pairs"),
        Column::real("mean", "how far it is ahead of an opponent in a game, mean over the field"),
        Column::real("low", "lower end of its interval; those of all bots hold together with 95 %"),
        Column::real("high", "upper end of its interval"),
        Column::real("win_share", "what it won of its games alone among an opponent, mean over the field"),
        Column::real("fair_share", "the same for a bot that is as good as its opponents"),
        Column::real("effect", "its mean in standard deviations of a single game"),
        Column::real("nash", "what it wins from the mixture of bots from which none wins anything"),
        Column::real("nash_low", "lower end of the spread of that, 95 % of draws"),
        Column::real("nash_high", "upper end of the spread of that"),
        Column::real("nash_share", "its share of the mixture"),
        Column::integer("nash_rank_best", "its best rank by that"),
        Column::integer("nash_rank_worst", "its worst rank by that"),
    ]
}

fn pair_columns() -> Vec<Column> {
    vec![
        Column::text("game", "the game"),
        Column::text("bot", "the bot"),
        Column::text("opponent", "whom it played"),
        Column::integer("games", "how many games"),
        Column::integer("blocks", "how many deals"),
        Column::real(METRIC, "how far the bot is ahead in a game: the mean of both ways"),
        Column::real("low", "lower end of its 95 % interval, over deals"),
        Column::real("high", "upper end of its 95 % interval, over deals"),
        Column::p_value("p", "the p-value under no difference"),
        Column::p_value("p_adjusted", "the same, adjusted for all pairs (Holm)"),
        Column::real("margin", "within this margin the two are equal"),
        Column::text("verdict", "better, worse, equal, same or undecided"),
        Column::text("doubt", DOUBT),
        Column::text("doubt_sentence", "the same in a sentence"),
        Column::integer("games_to_decide", "games that would decide it, if the advantage is what it seems"),
        Column::real("difference", "the bot's score over the mean of the others, alone among the opponent"),
        Column::real("difference_low", "lower end of its 95 % interval"),
        Column::real("difference_high", "upper end of its 95 % interval"),
        Column::real("win_share", "what the bot won of its games alone among the opponent"),
        Column::real("win_low", "lower end of its 95 % interval"),
        Column::real("win_high", "upper end of its 95 % interval"),
        Column::real("fair_share", "the same for a bot that is as good as the others"),
        Column::real("effect", "the advantage in standard deviations of a single game"),
        Column::integer("games_to_lead", "games after which the bot leads with 95 %, if it is better"),
    ]
}

fn mixed_columns() -> Vec<Column> {
    vec![
        Column::text("game", "the game"),
        Column::text("bot", "the bot"),
        Column::integer("rank_best", "1 and the bots that are certainly better at these tables"),
        Column::integer("rank_worst", "the bots, less those that are certainly worse at these tables"),
        Column::integer("games", "how often it sat at a table"),
        Column::integer("blocks", "how many deals"),
        Column::real("mean", "its score over the mean of its table, in a game"),
        Column::real("low", "lower end of its interval; those of all bots hold together with 95 %"),
        Column::real("high", "upper end of its interval"),
        Column::real("win_share", "what it won of its games; a win shared by k players counts 1/k"),
        Column::real("win_low", "lower end of its 95 % interval"),
        Column::real("win_high", "upper end of its 95 % interval"),
    ]
}

impl League {
    /// The side of a bot in its pair with another.
    fn side<'a>(&self, counts: &'a Counts, standings: &Standings, bot: usize, opponent: usize) -> Side<'a> {
        let is_first = bot < opponent;
        let bots = if is_first { (bot, opponent) } else { (opponent, bot) };
        let index = self.pairs().position(|pair| pair == bots).expect("they are a pair");
        let judged = standings.pairs[index];
        let judged = if is_first { judged } else { judged.reversed() };
        Side { pair: &counts.pairs[index], judged, is_first }
    }

    /// The sides of a bot in all of its pairs.
    fn sides<'a>(&self, counts: &'a Counts, standings: &Standings, bot: usize) -> Vec<Side<'a>> {
        let opponents = (0..self.bots.len()).filter(|&opponent| opponent != bot);
        opponents.map(|opponent| self.side(counts, standings, bot, opponent)).collect()
    }

    /// The 95 % interval of a difference; with `--until-sure`, one that is valid at
    /// all looks.
    fn interval(&self, change: &Change, blocks: u64) -> Option<Interval> {
        change.interval_at(if self.until_sure { level_at_looks(blocks, 1) } else { LEVEL })
    }

    /// The same of a share.
    fn share_interval(&self, share: &Ratio) -> Interval {
        if self.until_sure { share.share_interval_at_looks() } else { share.share_interval() }
    }

    pub(super) fn result_tables(&self, counts: &Counts) -> Vec<Table> {
        let standings = self.standings(counts);
        let mut league = Table::new("league", league_columns());
        let mut pairs = Table::new("league_pairs", pair_columns());
        let order = order(&standings.field.means);
        for &bot in &order {
            league.push(self.league_row(counts, &standings, bot));
            for &opponent in order.iter().filter(|&&opponent| opponent != bot) {
                pairs.push(self.pair_row(counts, &standings, bot, opponent));
            }
        }
        let mixed = standings.mixed.as_ref().map(|ranking| self.mixed_table(counts, ranking));
        [league, pairs].into_iter().chain(mixed).collect()
    }

    fn league_row(&self, counts: &Counts, standings: &Standings, bot: usize) -> Vec<Cell> {
        let sides = self.sides(counts, standings, bot);
        let blocks: u64 = sides.iter().map(|side| side.pair.blocks()).sum();
        let (low, high) = ends(standings.field.intervals[bot]);
        let RankRange { best, worst } = standings.field.ranks[bot];
        let unbeaten = &standings.unbeaten[bot];
        let (nash_low, nash_high) = ends(unbeaten.interval);
        row![
            self.game,
            self.bots[bot].to_string(),
            best,
            worst,
            blocks * self.games_of_pair(),
            standings.field.means[bot],
            low,
            high,
            mean_of(&sides, |side| Some(side.alone().win_share().value())),
            mean_of(&sides, |side| Some(side.alone().fair_share())),
            mean_of(&sides, |side| side.effect(self.games_of_pair())),
            unbeaten.skill,
            nash_low,
            nash_high,
            unbeaten.share,
            unbeaten.rank.best,
            unbeaten.rank.worst,
        ]
    }

    fn pair_row(&self, counts: &Counts, standings: &Standings, bot: usize, opponent: usize) -> Vec<Cell> {
        let side = self.side(counts, standings, bot, opponent);
        let (judged, alone) = (&side.judged, side.alone());
        let games = self.games_of_pair();
        let (low, high) = ends(judged.interval);
        let difference = alone.difference(self.stake);
        let (difference_low, difference_high) = ends(self.interval(&difference.change(), alone.blocks));
        let wins = alone.win_share();
        let Interval { low: win_low, high: win_high } = self.share_interval(&wins);
        let effect = side.effect(games);
        row![
            self.game,
            self.bots[bot].to_string(),
            self.bots[opponent].to_string(),
            side.pair.blocks() * games,
            side.pair.blocks(),
            judged.advantage,
            low,
            high,
            judged.p,
            judged.p_adjusted,
            self.margin,
            judged.verdict.name(),
            judged.doubt.map(Doubt::name),
            judged.doubt.map(Doubt::sentence),
            judged.blocks_to_decide.map(|blocks| blocks.saturating_mul(games)),
            difference.value(),
            difference_low,
            difference_high,
            wins.value(),
            win_low,
            win_high,
            alone.fair_share(),
            effect,
            effect.and_then(games_to_lead),
        ]
    }

    fn mixed_table(&self, counts: &Counts, ranking: &Ranking) -> Table {
        let mut table = Table::new("league_mixed", mixed_columns());
        let mixed = counts.mixed.as_ref().expect("there is a ranking of them");
        let games = self.mixed_games_of_bot();
        for bot in order(&ranking.means) {
            let (low, high) = ends(ranking.intervals[bot]);
            let wins = mixed.win_share(bot, counts.blocks, games);
            let Interval { low: win_low, high: win_high } = self.share_interval(&wins);
            table.push(row![
                self.game,
                self.bots[bot].to_string(),
                ranking.ranks[bot].best,
                ranking.ranks[bot].worst,
                counts.blocks * games,
                counts.blocks,
                ranking.means[bot],
                low,
                high,
                wins.value(),
                win_low,
                win_high,
            ]);
        }
        table
    }

    pub(super) fn shown(&self, counts: &Counts) -> Vec<Shown> {
        let standings = self.standings(counts);
        let mut shown = vec![
            Shown::text(self.heading(counts)),
            Shown::Gap,
            Shown::Table(String::new(), self.ranking_table(counts, &standings)),
            Shown::Gap,
            Shown::text("How far the bot of each row is ahead of that of each column, in a game:"),
            Shown::Table(String::new(), self.matrix(counts, &standings)),
        ];
        if let Some(ranking) = &standings.mixed {
            shown.extend([
                Shown::Gap,
                Shown::text("At tables of all bots, score over the mean of the table, in a game:"),
                Shown::Table(String::new(), self.shown_mixed(counts, ranking)),
            ]);
        }
        shown.push(Shown::Gap);
        shown.extend(self.notes(&standings, counts).into_iter().map(|note| Shown::Text(note, 0)));
        shown
    }

    fn heading(&self, counts: &Counts) -> String {
        let games = self.games_of_pair();
        let pairs = counted(self.settled.len() as u64, "pair");
        let blocks = counts.pairs.iter().map(PairCounts::blocks);
        let (fewest, most) = (blocks.clone().min().unwrap_or(0), blocks.max().unwrap_or(0));
        let each = if fewest == most {
            format!("{}: {}", counted(most * games, "game"), counted(most, "deal"))
        } else {
            format!(
                "{} to {} games: {} to {} deals",
                thousands(fewest * games),
                thousands(most * games),
                thousands(fewest),
                thousands(most)
            )
        };
        format!("{}: {} bots, {pairs} of {each}, each bot once in each seat", self.game, self.bots.len())
    }

    fn ranking_table(&self, counts: &Counts, standings: &Standings) -> Table {
        let columns = vec![
            Column::text("", "the bot"),
            Column::text("rank", "the ranks that it may have"),
            Column::estimate("ahead of the field", "mean over its opponents"),
            Column::text("won", "what it won of its games"),
            Column::text("effect", "in standard deviations of a single game"),
            Column::text("Nash", "what it gets from the mixture that none beats"),
        ];
        let mut table = Table::new("ranking", columns);
        for bot in order(&standings.field.means) {
            let sides = self.sides(counts, standings, bot);
            let share = mean_of(&sides, |side| Some(side.alone().win_share().value()));
            let effect = mean_of(&sides, |side| side.effect(self.games_of_pair()));
            let unbeaten = &standings.unbeaten[bot];
            table.push(row![
                self.short_names[bot].clone(),
                standings.field.ranks[bot].text(),
                signed(standings.field.means[bot], standings.field.intervals[bot]),
                share.map(|share| format!("{:.1} %", 100.0 * share)),
                effect.map(|effect| format!("{effect:+.2}")),
                spread_text(unbeaten.skill, unbeaten.interval),
            ]);
        }
        table
    }

    fn matrix(&self, counts: &Counts, standings: &Standings) -> Table {
        let order = order(&standings.field.means);
        let others =
            order.iter().map(|&bot| Column::estimate(self.short_names[bot].clone(), "how far ahead"));
        let columns = std::iter::once(Column::text("", "the bot")).chain(others).collect();
        let mut table = Table::new("pairs", columns);
        for &bot in &order {
            let cell = |&opponent: &usize| {
                let judged = (bot != opponent).then(|| self.side(counts, standings, bot, opponent).judged);
                Cell::from(judged.map(|judged| signed(judged.advantage, judged.interval)))
            };
            let name = Cell::from(self.short_names[bot].clone());
            table.push(std::iter::once(name).chain(order.iter().map(cell)).collect());
        }
        table
    }

    fn shown_mixed(&self, counts: &Counts, ranking: &Ranking) -> Table {
        let columns = vec![
            Column::text("", "the bot"),
            Column::text("rank", "the ranks that it may have"),
            Column::estimate("score", "over the mean of the table"),
            Column::estimate("won", "what it won of its games"),
        ];
        let mut table = Table::new("mixed", columns);
        let mixed = counts.mixed.as_ref().expect("there is a ranking of them");
        for bot in order(&ranking.means) {
            let wins = mixed.win_share(bot, counts.blocks, self.mixed_games_of_bot());
            table.push(row![
                self.short_names[bot].clone(),
                ranking.ranks[bot].text(),
                signed(ranking.means[bot], ranking.intervals[bot]),
                Estimate {
                    value: wins.value(),
                    interval: Some(self.share_interval(&wins)),
                    scale: Scale::Percent,
                },
            ]);
        }
        table
    }

    /// What is to be said about the tables.
    fn notes(&self, standings: &Standings, counts: &Counts) -> Vec<String> {
        let mut notes = Vec::new();
        if counts.blocks < MIN_BLOCKS {
            notes.push(format!("Fewer than {MIN_BLOCKS} deals decide nothing: every bot may have any rank."));
        }
        let name = |bot: usize| self.short_names[bot].as_str();
        for cycle in &standings.cycles {
            let around: Vec<&str> = cycle.iter().chain(&cycle[..1]).map(|&bot| name(bot)).collect();
            notes.push(format!(
                "A cycle: {}. No order does justice to it; Nash compares each bot with the mixture that none beats.",
                around.join(" beats ")
            ));
        }
        let with = |verdict: Verdict| {
            let judged =
                self.pairs().zip(&standings.pairs).filter(move |(_, judged)| judged.verdict == verdict);
            judged.map(|((one, other), judged)| (format!("{} and {}", name(one), name(other)), judged))
        };
        let same: Vec<String> = with(Verdict::Same).map(|(pair, _)| pair).collect();
        if !same.is_empty() {
            notes.push(format!("The same in every deal: {}.", same.join("; ")));
        }
        let equal: Vec<String> = with(Verdict::Equal).map(|(pair, _)| pair).collect();
        if let Some(margin) = self.margin.filter(|_| !equal.is_empty()) {
            notes.push(format!("Equal within ±{}: {}.", decimal(margin), equal.join("; ")));
        }
        let undecided: Vec<String> = with(Verdict::Undecided)
            .map(|(pair, judged)| match (judged.doubt, judged.blocks_to_decide) {
                (Some(doubt @ (Doubt::OneDeal { .. } | Doubt::Stake { .. })), _) => {
                    format!("{pair} ({})", doubt.sentence().trim_end_matches('.'))
                }
                (_, Some(blocks)) => {
                    let games = thousands(blocks.saturating_mul(self.games_of_pair()));
                    format!("{pair} (about {games} games would decide it)")
                }
                (_, None) => pair,
            })
            .collect();
        match &undecided[..] {
            [] => notes.push("Every pair is decided.".to_owned()),
            pairs if pairs.len() <= NAMED => notes.push(format!("Undecided: {}.", pairs.join("; "))),
            pairs => notes.push(format!(
                "Undecided: {}; and {} more pairs, in the file.",
                pairs[..NAMED].join("; "),
                pairs.len() - NAMED
            )),
        }
        notes
    }
}

/// The mean over the pairs of a bot; none if one of them has no such number.
fn mean_of(sides: &[Side<'_>], number: impl Fn(&Side<'_>) -> Option<f64>) -> Option<f64> {
    let numbers: Option<Vec<f64>> = sides.iter().map(number).collect();
    numbers.map(|numbers| numbers.iter().sum::<f64>() / numbers.len() as f64)
}
