//! Comparisons of bots: as CSV, as JSON, and as text.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::csv::{File, Sheet};
use super::figures::{decimal, grouped};
use super::table::{aligned, share_text};
use crate::stats::{FEWEST_BLOCKS, Interval};
use crate::study::contest::{Difference, Score};
use crate::study::verdict::{Judged, Verdict};

/// A comparison with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The game.
    pub game: &'static str,
    /// The bot.
    pub bot: String,
    /// Who it is compared with.
    pub baseline: String,
    /// What was counted.
    pub score: Score,
    /// What can be said of the difference.
    pub judged: Judged,
    /// The margin within which the two are equal.
    pub margin: Option<f64>,
}

impl Comparison {
    /// How many games would decide it.
    #[must_use]
    pub fn games_to_decide(&self) -> Option<u64> {
        self.judged.blocks_to_decide.map(|blocks| blocks.saturating_mul(self.score.players as u64))
    }

    fn row(&self) -> [String; 16] {
        let win_share = self.score.win_share();
        let wins = win_share.share_interval();
        let number = |value: Option<f64>| value.map(decimal).unwrap_or_default();
        [
            self.game.to_owned(),
            self.bot.clone(),
            self.baseline.clone(),
            self.score.games().to_string(),
            self.score.blocks.to_string(),
            decimal(self.score.difference().value()),
            number(self.judged.interval.map(|interval| interval.low)),
            number(self.judged.interval.map(|interval| interval.high)),
            decimal(win_share.value()),
            decimal(wins.low),
            decimal(wins.high),
            decimal(self.score.fair_share()),
            number(self.score.duplicate_gain()),
            number(self.margin),
            self.judged.verdict.to_string(),
            self.games_to_decide().map(|games| games.to_string()).unwrap_or_default(),
        ]
    }
}

const COLUMNS: [&str; 16] = [
    "game",
    "bot",
    "baseline",
    "games",
    "blocks",
    "difference",
    "low",
    "high",
    "win_share",
    "win_low",
    "win_high",
    "fair_share",
    "duplicate_gain",
    "margin",
    "verdict",
    "games_to_decide",
];

/// `compare.csv`: a row for each comparison.
#[must_use]
pub fn compare_file(comparisons: &[Comparison]) -> File {
    let mut sheet = Sheet::new(&COLUMNS);
    for comparison in comparisons {
        sheet.row(comparison.row());
    }
    sheet.finish("compare")
}

/// The same, for programs that read the standard output.
#[must_use]
pub fn compare_json(comparisons: &[Comparison]) -> Value {
    comparisons
        .iter()
        .map(|comparison| {
            let wins = comparison.score.win_share();
            let interval = comparison.judged.interval;
            json!({
                "game": comparison.game,
                "bot": comparison.bot,
                "baseline": comparison.baseline,
                "games": comparison.score.games(),
                "blocks": comparison.score.blocks,
                "difference": comparison.score.difference().value(),
                "low": interval.map(|interval| interval.low),
                "high": interval.map(|interval| interval.high),
                "win_share": wins.value(),
                "win_low": wins.share_interval().low,
                "win_high": wins.share_interval().high,
                "fair_share": comparison.score.fair_share(),
                "duplicate_gain": comparison.score.duplicate_gain(),
                "margin": comparison.margin,
                "verdict": comparison.judged.verdict.name(),
                "games_to_decide": comparison.games_to_decide(),
            })
        })
        .collect()
}

/// A number with its interval: as many digits as the interval is worth.
fn with_interval(value: f64, interval: Option<Interval>) -> String {
    let Some(Interval { low, high }) = interval else {
        return format!("{value:+.2}");
    };
    let half = (high - low) / 2.0;
    let digits = if half > 0.0 { (1.0 - half.log10().floor()).clamp(0.0, 6.0) as usize } else { 2 };
    format!("{value:+.digits$} ± {half:.digits$}")
}

/// A comparison in words.
#[must_use]
pub fn compare_text(comparison: &Comparison, until_sure: bool) -> String {
    let Comparison { game, bot, baseline, score, judged, margin } = comparison;
    let mut text = format!(
        "{game}: {bot} among {baseline}, {} games: {} deals, each from {} seats\n\n",
        grouped(score.games()),
        grouped(score.blocks),
        score.players
    );
    let rows = vec![
        vec![
            "score a game, over the others' mean".to_owned(),
            with_interval(score.difference().value(), judged.interval),
        ],
        vec![
            format!("share of the wins; fair is {}", percent_plain(score.fair_share())),
            share_text(&score.win_share()),
        ],
    ];
    text += &aligned(&rows);
    text.push('\n');
    if let Some(gain) = score.duplicate_gain() {
        let needed = (score.games() as f64 * gain) as u64;
        writeln!(
            text,
            "The same deal in every seat: with a deal for each game, the same interval\n\
             would have taken {} games ({gain:.2} times as many).",
            grouped(needed)
        )
        .expect("text grows");
    }
    if until_sure {
        text += "The interval holds however often one looks.\n";
    }
    let margin = margin.map(|margin| format!(" within ±{margin}"));
    let said = match judged.verdict {
        Verdict::Better => format!("{bot} is better than {baseline}."),
        Verdict::Worse => format!("{bot} is worse than {baseline}."),
        Verdict::Equal if score.is_all_alike() => {
            format!("{bot} and {baseline} are equal: no deal showed a difference.")
        }
        Verdict::Equal => format!("{bot} and {baseline} are equal{}.", margin.unwrap_or_default()),
        Verdict::Undecided => {
            let too_few = score.blocks < FEWEST_BLOCKS;
            let why = too_few.then(|| format!(": fewer than {FEWEST_BLOCKS} deals decide nothing"));
            let needed = comparison.games_to_decide().map(|games| {
                format!("\nIf things are as they seem, about {} games would decide it.", grouped(games))
            });
            format!("Undecided{}.{}", why.unwrap_or_default(), needed.unwrap_or_default())
        }
    };
    text + "\n" + &said + "\n"
}

fn percent_plain(share: f64) -> String {
    let text = format!("{:.2}", 100.0 * share);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

/// All pairs, as a table: how far the bot of a line is ahead among those of a
/// column.
#[must_use]
pub fn pairs_text(bots: &[String], comparisons: &[Comparison]) -> String {
    let mut rows = vec![std::iter::once(String::new()).chain(bots.iter().cloned()).collect::<Vec<_>>()];
    for bot in bots {
        let mut row = vec![bot.clone()];
        for baseline in bots {
            let pair = comparisons.iter().find(|pair| pair.bot == *bot && pair.baseline == *baseline);
            row.push(pair.map_or("-".to_owned(), |pair| {
                with_interval(pair.score.difference().value(), pair.judged.interval)
            }));
        }
        rows.push(row);
    }
    aligned(&rows)
}

/// `differences.csv`: where two bots first differ, a row for each game.
#[must_use]
pub fn differences_file(differences: &[Difference]) -> File {
    let mut sheet =
        Sheet::new(&["block", "rotation", "seat", "round", "number", "decision", "bot", "baseline"]);
    for difference in differences {
        let Difference { block, rotation, seat, round, number, decision, bot, baseline } = difference;
        sheet.row([
            block.to_string(),
            rotation.to_string(),
            seat.to_string(),
            round.to_string(),
            number.to_string(),
            (*decision).to_owned(),
            bot.clone(),
            baseline.clone(),
        ]);
    }
    sheet.finish("differences")
}

/// Where two bots first differ, as a table.
#[must_use]
pub fn differences_text(differences: &[Difference]) -> String {
    let heading = ["block", "rotation", "seat", "round", "decision", "bot", "baseline"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    rows.extend(differences.iter().map(|difference| {
        vec![
            difference.block.to_string(),
            difference.rotation.to_string(),
            difference.seat.to_string(),
            difference.round.to_string(),
            format!("{} {}", difference.number, difference.decision),
            difference.bot.clone(),
            difference.baseline.clone(),
        ]
    }));
    aligned(&rows)
}
