//! A comparison as a table, and as people want to see it.

use super::{Comparison, METRICS, Score, largest_stake};
use crate::game::Game;
use crate::stats::{DealDifference, Interval};
use crate::study::Study;
use crate::study::verdict::{DOUBT, Doubt, Judged, Looking, Verdict, judge};
use crate::table::{Cell, Column, Estimate, Scale, Shown, Table, row};
use crate::text::{counted, decimal, thousands};

/// The columns of `compare.csv`.
pub(super) fn columns() -> Vec<Column> {
    vec![
        Column::text("game", "the game"),
        Column::text("bot", "the bot"),
        Column::text("baseline", "who it is compared with"),
        Column::integer("games", "how many games"),
        Column::integer("blocks", "how many deals; each is played once with the bot in each seat"),
        Column::real(METRICS[0], "the bot's score at the end of a game over the baselines' mean"),
        Column::real("low", "lower end of its 95 % interval, over deals"),
        Column::real("high", "upper end of its 95 % interval, over deals"),
        Column::real(
            METRICS[1],
            "the share of the games that the bot won; a win shared by k players counts 1/k",
        ),
        Column::real("win_low", "lower end of its 95 % interval"),
        Column::real("win_high", "upper end of its 95 % interval"),
        Column::real(
            "fair_share",
            "the share of a bot that is as good as the others: an equal share of the games that somebody won",
        ),
        Column::real(
            "duplicate_gain",
            "games that independent deals would have taken for the same interval, over games",
        ),
        Column::real("margin", "within this margin the two are equal"),
        Column::text("verdict", "better, worse, equal, same or undecided"),
        Column::text("doubt", DOUBT),
        Column::text("doubt_sentence", "the same in a sentence"),
        Column::integer("games_to_decide", "games that would decide it, if the difference is what it seems"),
    ]
}

impl<G: Game> Comparison<G> {
    /// The verdict on a score.
    #[must_use]
    pub fn judge(&self, score: &Score) -> Judged {
        let looking = if self.until_sure { Looking::Repeatedly } else { Looking::Once };
        judge(&self.difference(score), self.margin, looking)
    }

    /// The mean difference of a score.
    pub(super) fn difference(&self, score: &Score) -> DealDifference {
        score.difference(largest_stake(&self.contest.setup.game))
    }

    /// The 95 % interval of the share won; under repeated looks, one that is valid
    /// at all of them.
    fn win_interval(&self, score: &Score) -> Interval {
        let wins = score.win_share();
        if self.until_sure { wins.share_interval_at_looks() } else { wins.share_interval() }
    }

    fn games_to_decide(&self, judged: &Judged) -> Option<u64> {
        judged.blocks_to_decide.map(|blocks| blocks.saturating_mul(self.games_per_block()))
    }

    pub(super) fn row(&self, score: &Score) -> Vec<Cell> {
        let [bot, baseline] = self.contest.names();
        let judged = self.judge(score);
        let (low, high) = judged.interval.map(|Interval { low, high }| (low, high)).unzip();
        let wins = score.win_share();
        let Interval { low: win_low, high: win_high } = self.win_interval(score);
        row![
            G::NAME,
            bot,
            baseline,
            score.games(),
            score.blocks,
            self.difference(score).value(),
            low,
            high,
            wins.value(),
            win_low,
            win_high,
            score.fair_share(),
            score.duplicate_gain(),
            self.margin,
            judged.verdict.name(),
            judged.doubt.map(Doubt::name),
            judged.doubt.map(Doubt::sentence),
            self.games_to_decide(&judged),
        ]
    }

    fn estimate(&self, score: &Score, judged: &Judged) -> Estimate {
        Estimate { value: self.difference(score).value(), interval: judged.interval, scale: Scale::Signed }
    }

    /// The summary for people.
    pub(super) fn pair(&self, score: &Score) -> Vec<Shown> {
        let [bot, baseline] = self.contest.names();
        let judged = self.judge(score);
        let mut table = Table::new(
            "compare",
            vec![Column::text("", "the figure"), Column::estimate("value", "an estimate")],
        );
        table.push(row!["score a game, over the others' mean", self.estimate(score, &judged)]);
        let wins = Estimate {
            value: score.win_share().value(),
            interval: Some(self.win_interval(score)),
            scale: Scale::Percent,
        };
        let fair = decimal((1000.0 * score.fair_share()).round() / 10.0);
        table.push(row![format!("games won; fair is {fair} %"), wins]);
        let mut shown = vec![
            Shown::text(format!(
                "{}: 1 {bot} against {} {baseline}, {}: {}, each from {} seats",
                G::NAME,
                score.players - 1,
                counted(score.games(), "game"),
                counted(score.blocks, "deal"),
                score.players
            )),
            Shown::Gap,
            Shown::Table(String::new(), table),
        ];
        let mut notes = Vec::new();
        if let Some(gain) = score.duplicate_gain() {
            let needed = thousands((score.games() as f64 * gain) as u64);
            notes.push(Shown::Text(
                format!(
                    "Every deal is played from every seat: on independent deals, the same interval would have \
                     taken {needed} games ({gain:.2} times as many)."
                ),
                0,
            ));
        }
        if self.until_sure {
            notes.push(Shown::Text("The intervals are valid under repeated looks.".to_owned(), 0));
        }
        if !notes.is_empty() {
            shown.push(Shown::Gap);
            shown.extend(notes);
        }
        shown.extend([Shown::Gap, Shown::Text(self.verdict_text(&bot, &baseline, &judged), 0)]);
        if let Some(games) = self.games_to_decide(&judged) {
            let games = thousands(games);
            let text = format!("If the difference is what it seems, about {games} games would decide it.");
            shown.push(Shown::Text(text, 0));
        }
        shown
    }

    fn verdict_text(&self, bot: &str, baseline: &str, judged: &Judged) -> String {
        match judged.verdict {
            Verdict::Better => format!("{bot} is better than {baseline}."),
            Verdict::Worse => format!("{bot} is worse than {baseline}."),
            Verdict::Same => format!("{bot} and {baseline} are the same: no deal showed a difference."),
            Verdict::Equal => {
                let margin = self.margin.map_or(String::new(), |margin| format!(" within ±{margin}"));
                format!("{bot} and {baseline} are equal{margin}.")
            }
            Verdict::Undecided => match judged.doubt {
                Some(doubt) => format!("Undecided. {}", doubt.sentence()),
                None => "Undecided.".to_owned(),
            },
        }
    }
}
