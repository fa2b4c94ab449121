//! The figures of a league.

use maud::Markup;

use super::Shown;
use super::chapter::NAME;
use super::declared::Declared;
use super::draw::{Axis, Cycle, Heat, HeatCell, Mark, Row, Rows, TickScale};
use super::figure::{DataTable, Figure, FigureSize, Section};
use super::source::Source;
use super::words::{clipped, estimate, estimate_text, list, share_text, value_text};
use crate::report::{Grid, GridRow};
use crate::stats::Interval;
use crate::study::league::cycles;
use crate::table::{Estimate, Scale};
use crate::text::{counted, decimal, thousands};

/// How many letters of a name a column of the matrix has room for.
const COLUMN_NAME: usize = 20;

/// A league, as its tables have it.
struct League<'a> {
    score: &'static str,
    bots: Vec<Bot<'a>>,
    /// How far each bot is ahead of each other; none of itself.
    pairs: Vec<Vec<Option<Pair<'a>>>>,
    margin: Option<f64>,
}

/// A bot, the best over the field first.
struct Bot<'a> {
    name: &'a str,
    rank: Interval,
    ahead: Estimate,
    win_share: f64,
    nash: Estimate,
    nash_share: f64,
    row: GridRow<'a>,
}

/// What a bot did against another.
struct Pair<'a> {
    advantage: Estimate,
    verdict: &'a str,
    row: GridRow<'a>,
}

/// What is shown of a league.
pub fn show(source: &Source) -> Option<Shown> {
    let league = League::new(source)?;
    let section = |title: &str, size: FigureSize, figures: Vec<Figure>| Section {
        title: title.to_owned(),
        size,
        figures,
    };
    let mixed = source.table("league_mixed").map(|grid| league.mixed(grid));
    let sections = vec![
        section("Ranks", FigureSize::Half, vec![league.ranks(), league.ahead()]),
        section("Bot against bot", FigureSize::Wide, vec![league.matrix()]),
        section("Who beats whom around", FigureSize::Half, league.cycles()),
        section("In other ways", FigureSize::Half, vec![league.nash(), league.wins()]),
        section("Tables of all bots", FigureSize::Half, mixed.into_iter().collect()),
    ];
    Some(Shown { lead: league.lead(), sections })
}

impl<'a> League<'a> {
    fn new(source: &'a Source) -> Option<League<'a>> {
        let bots: Vec<Bot<'a>> = source.table("league")?.rows().filter_map(Bot::new).collect();
        let grid = source.table("league_pairs")?;
        let pair = |bot: &Bot<'_>, opponent: &Bot<'_>| {
            let mut rows = grid.rows();
            Pair::new(rows.find(|row| row.text("bot") == bot.name && row.text("opponent") == opponent.name)?)
        };
        let pairs = bots.iter().map(|bot| bots.iter().map(|opponent| pair(bot, opponent)).collect());
        Some(League {
            score: Declared::of(&source.record).map_or("points", |declared| declared.score),
            pairs: pairs.collect(),
            margin: grid.rows().next().and_then(|row| row.number("margin")),
            bots,
        })
        .filter(|league| league.bots.len() > 1)
    }

    /// Who comes first, in a sentence, and what no order does justice to.
    fn lead(&self) -> String {
        let may_be_first: Vec<String> =
            self.bots.iter().filter(|bot| bot.rank.low == 1.0).map(|bot| clipped(bot.name, NAME)).collect();
        let bots = self.bots.len();
        let first = match &may_be_first[..] {
            [best] => format!(
                "{best} is the best of {bots} bots over this field, {} ahead of an opponent.",
                estimate_text(&self.bots[0].ahead, &format!("{} a game", self.score)),
            ),
            all if all.len() == bots => {
                format!("Nothing is certain yet about the order: any of the {bots} bots may be the best.")
            }
            several => format!("The best of {bots} bots over this field is one of {}.", list(several)),
        };
        let cycles = self.found_cycles();
        let around = match cycles.first() {
            Some(cycle) => {
                format!(" But there is a cycle: {}.", self.around(cycle))
            }
            None => String::new(),
        };
        first + &around
    }

    /// The cycles whose every step is certain.
    fn found_cycles(&self) -> Vec<Vec<usize>> {
        let is_better = |pair: &Option<Pair<'_>>| pair.as_ref().is_some_and(|pair| pair.verdict == "better");
        let beats: Vec<Vec<bool>> =
            self.pairs.iter().map(|pairs| pairs.iter().map(is_better).collect()).collect();
        cycles(&beats)
    }

    /// A cycle in words.
    fn around(&self, cycle: &[usize]) -> String {
        let all = cycle.iter().chain(cycle.first());
        all.map(|&bot| clipped(self.bots[bot].name, NAME)).collect::<Vec<_>>().join(" beats ")
    }

    /// The rows of the bots' values on a common axis.
    fn rows(&self, value: impl Fn(&Bot<'a>) -> Estimate, text: impl Fn(&Bot<'a>) -> String) -> Vec<Row> {
        let row = |bot: &Bot<'a>| {
            let Estimate { value, interval, .. } = value(bot);
            Row {
                label: clipped(bot.name, NAME),
                value,
                interval,
                text: text(bot),
                colour: 0,
                is_faint: false,
                shade: None,
            }
        };
        self.bots.iter().map(row).collect()
    }

    /// A table of the bots.
    fn table<const COLUMNS: usize>(
        &self,
        head: [&str; COLUMNS],
        row: impl Fn(&Bot<'a>) -> [String; COLUMNS],
    ) -> DataTable {
        let mut table = DataTable::new(std::iter::once("bot").chain(head), "league.csv");
        let cells = |bot: &Bot<'a>| std::iter::once(clipped(bot.name, NAME)).chain(row(bot)).collect();
        table.rows = self.bots.iter().map(cells).collect();
        table
    }

    fn ranks(&self) -> Figure {
        let certain = self.bots.iter().filter(|bot| bot.rank.low == bot.rank.high).count();
        let rows = self.rows(
            |bot| Estimate {
                value: bot.rank.low.midpoint(bot.rank.high),
                interval: Some(Interval { low: bot.rank.low - 0.4, high: bot.rank.high + 0.4 }),
                scale: Scale::Plain,
            },
            Bot::rank_text,
        );
        let axis = Axis::new(0.5, self.bots.len() as f64 + 0.5);
        Figure {
            legend: Vec::new(),
            id: "ranks".to_owned(),
            title: "The ranks that each bot may have".to_owned(),
            picture: Rows { rows: &rows, mark: Mark::Range, axis, scale: TickScale::Plain, line: None }
                .draw(),
            sentence: format!(
                "{certain} of {} have a rank that is certain; the longer a bar, the less is known. In 95 of 100 \
                 leagues no bot's true rank lies outside of its bar.",
                counted(self.bots.len() as u64, "bot"),
            ),
            table: self.table(["rank"], |bot| [bot.rank_text()]),
        }
    }

    fn ahead(&self) -> Figure {
        let rows = self.rows(|bot| bot.ahead, |bot| estimate_text(&bot.ahead, ""));
        let (best, last) = (&self.bots[0], &self.bots[self.bots.len() - 1]);
        Figure {
            legend: Vec::new(),
            id: "field".to_owned(),
            title: format!("Ahead of an opponent, mean over the field, in {} a game", self.score),
            picture: dots(&rows, 0.0, TickScale::Plain),
            sentence: format!(
                "From {} for {} to {} for {}. The intervals of all bots hold together with 95 %.",
                estimate_text(&best.ahead, ""),
                clipped(best.name, NAME),
                estimate_text(&last.ahead, ""),
                clipped(last.name, NAME),
            ),
            table: self.table(["ahead of the field", "effect", "games"], |bot| {
                let effect = bot
                    .row
                    .number("effect")
                    .map_or(String::new(), |effect| value_text(&estimate(effect, None, None, Scale::Signed)));
                [estimate_text(&bot.ahead, ""), effect, integer(&bot.row, "games")]
            }),
        }
    }

    fn wins(&self) -> Figure {
        let fair = self.bots[0].row.number("fair_share").unwrap_or(0.0);
        let wins = |bot: &Bot<'a>| estimate(bot.win_share, None, None, Scale::Percent);
        let rows = self.rows(wins, |bot| share_text(bot.win_share));
        let best = self.bots.iter().max_by(|one, other| one.win_share.total_cmp(&other.win_share));
        let sentence = best.map_or(String::new(), |bot| {
            format!(
                "Alone among an opponent, {} won {} of its games, mean over the field; a bot as good as its \
                 opponents would win {}, which is the line.",
                clipped(bot.name, NAME),
                share_text(bot.win_share),
                share_text(fair),
            )
        });
        Figure {
            legend: Vec::new(),
            id: "wins".to_owned(),
            title: "Games won".to_owned(),
            picture: dots(&rows, fair, TickScale::Percent),
            sentence,
            table: self.table(["games won", "a fair share"], |bot| {
                [share_text(bot.win_share), share_text(bot.row.number("fair_share").unwrap_or(0.0))]
            }),
        }
    }

    fn matrix(&self) -> Figure {
        let most = self.all_pairs().map(|(_, _, pair)| pair.advantage.value.abs()).fold(1e-9, f64::max);
        let cell = |pair: &Option<Pair<'_>>| match pair {
            Some(pair) => HeatCell {
                depth: pair.advantage.value / most,
                text: value_text(&pair.advantage),
                is_hatched: pair.verdict == "undecided",
            },
            None => HeatCell { depth: 0.0, text: "·".to_owned(), is_hatched: false },
        };
        let heat = Heat {
            corner: "ahead of".to_owned(),
            columns: self.bots.iter().map(|bot| clipped(bot.name, COLUMN_NAME)).collect(),
            rows: self
                .bots
                .iter()
                .zip(&self.pairs)
                .map(|(bot, pairs)| (clipped(bot.name, NAME), pairs.iter().map(cell).collect()))
                .collect(),
        };
        let title =
            format!("How far the bot of a row is ahead of that of a column, in {} a game", self.score);
        let mut table = DataTable::new(
            ["bot", "opponent", "ahead", "verdict", "games", "games to lead", "games to decide"],
            "league_pairs.csv",
        );
        table.rows = self
            .all_pairs()
            .map(|(bot, opponent, pair)| {
                vec![
                    clipped(bot.name, NAME),
                    clipped(opponent.name, NAME),
                    estimate_text(&pair.advantage, ""),
                    pair.verdict.to_owned(),
                    integer(&pair.row, "games"),
                    integer(&pair.row, "games_to_lead"),
                    integer(&pair.row, "games_to_decide"),
                ]
            })
            .collect();
        Figure {
            legend: Vec::new(),
            id: "matrix".to_owned(),
            picture: heat.draw(&title),
            title,
            sentence: self.matrix_sentence(),
            table,
        }
    }

    fn matrix_sentence(&self) -> String {
        let undecided = self.all_pairs().filter(|(_, _, pair)| pair.verdict == "undecided").count() / 2;
        let all = self.all_pairs().count() / 2;
        let by_advantage = |pair: &(&Bot<'a>, &Bot<'a>, &Pair<'a>)| pair.2.advantage.value;
        let largest = self
            .all_pairs()
            .max_by(|one, other| by_advantage(one).total_cmp(&by_advantage(other)))
            .map_or(String::new(), |(bot, opponent, pair)| {
                format!(
                    "The largest advantage is that of {} over {}: {}.",
                    clipped(bot.name, NAME),
                    clipped(opponent.name, NAME),
                    estimate_text(&pair.advantage, &format!("{} a game", self.score)),
                )
            });
        let hatched = match undecided {
            0 => format!(" All {} are decided.", counted(all as u64, "pair")),
            some => format!(" Hatched is what is not decided, {some} of {}.", counted(all as u64, "pair")),
        };
        let rare =
            self.all_pairs().find(|(_, _, pair)| ["one deal", "stakes"].contains(&pair.row.text("doubt")));
        let rare = rare.map_or(String::new(), |(bot, opponent, pair)| {
            let names = [bot, opponent].map(|bot| clipped(bot.name, NAME));
            format!(" {} and {}: {}", names[0], names[1], pair.row.text("doubt_sentence"))
        });
        let margin = self.margin.map_or(String::new(), |margin| {
            format!(" Two bots within ±{} of each other count as equal.", decimal(margin))
        });
        largest + &hatched + &rare + &margin
    }

    /// Every pair from both sides.
    fn all_pairs(&self) -> impl Iterator<Item = (&Bot<'a>, &Bot<'a>, &Pair<'a>)> {
        self.bots.iter().zip(&self.pairs).flat_map(move |(bot, pairs)| {
            let opponents = self.bots.iter().zip(pairs);
            opponents.filter_map(move |(opponent, pair)| Some((bot, opponent, pair.as_ref()?)))
        })
    }

    fn cycles(&self) -> Vec<Figure> {
        let cycles = self.found_cycles();
        let numbered =
            |index: usize| if cycles.len() > 1 { format!(" {}", index + 1) } else { String::new() };
        let figure = |(index, cycle): (usize, &Vec<usize>)| {
            let steps: Vec<(&Bot<'a>, &Bot<'a>, &Pair<'a>)> = cycle
                .iter()
                .zip(cycle.iter().cycle().skip(1))
                .filter_map(|(&bot, &next)| {
                    Some((&self.bots[bot], &self.bots[next], self.pairs[bot][next].as_ref()?))
                })
                .collect();
            let mut table = DataTable::new(["bot", "beats", "by"], "league_pairs.csv");
            table.rows = steps
                .iter()
                .map(|(bot, next, pair)| {
                    let names = [bot, next].map(|bot| clipped(bot.name, NAME));
                    names.into_iter().chain([estimate_text(&pair.advantage, "")]).collect()
                })
                .collect();
            let sentence = format!(
                "{}. Every step is certain, so that no order does justice to these bots.",
                self.around(cycle)
            );
            let title = format!("Cycle{}", numbered(index));
            let picture = Cycle {
                steps: steps
                    .iter()
                    .map(|(bot, _, pair)| (clipped(bot.name, COLUMN_NAME), value_text(&pair.advantage)))
                    .collect(),
                description: format!("{title}: {sentence}"),
            };
            Figure {
                legend: Vec::new(),
                id: format!("cycle-{}", index + 1),
                picture: picture.draw(),
                title,
                sentence,
                table,
            }
        };
        cycles.iter().enumerate().map(figure).collect()
    }

    fn nash(&self) -> Figure {
        let rows = self.rows(|bot| bot.nash, |bot| value_text(&bot.nash));
        let mixture: Vec<String> = self
            .bots
            .iter()
            .filter(|bot| bot.nash_share > 0.0)
            .map(|bot| format!("{} {}", share_text(bot.nash_share), clipped(bot.name, NAME)))
            .collect();
        let sentence = format!(
            "No bot wins anything from this mixture: {}. Neither cycles nor copies of a bot distort what each \
             bot gets from it. The whisker is where that lies in 95 % of draws of what the pairs leave open.",
            list(&mixture),
        );
        Figure {
            legend: Vec::new(),
            id: "nash".to_owned(),
            title: format!("Against the mixture that none beats, in {} a game", self.score),
            picture: dots(&rows, 0.0, TickScale::Plain),
            sentence,
            table: self.table(["against the mixture", "spread", "share of the mixture"], |bot| {
                let spread = bot.nash.interval.map_or(String::new(), |interval| {
                    let end = |value: f64| value_text(&Estimate { value, ..bot.nash });
                    format!("{} to {}", end(interval.low), end(interval.high))
                });
                [value_text(&bot.nash), spread, share_text(bot.nash_share)]
            }),
        }
    }

    fn mixed(&self, grid: &Grid) -> Figure {
        let of_row = |row: GridRow<'_>| {
            let score = estimate(row.number("mean")?, row.number("low"), row.number("high"), Scale::Signed);
            let text = estimate_text(&score, "");
            let wins = estimate(
                row.number("win_share")?,
                row.number("win_low"),
                row.number("win_high"),
                Scale::Percent,
            );
            let bar = Row {
                label: clipped(row.text("bot"), NAME),
                value: score.value,
                interval: score.interval,
                text: text.clone(),
                colour: 0,
                is_faint: false,
                shade: None,
            };
            let rank = rank_text(row.number("rank_best")?, row.number("rank_worst")?);
            Some((bar, vec![clipped(row.text("bot"), NAME), rank, text, estimate_text(&wins, "")]))
        };
        let (rows, cells): (Vec<Row>, Vec<Vec<String>>) = grid.rows().filter_map(of_row).unzip();
        let mut table =
            DataTable::new(["bot", "rank", "score over the table", "games won"], "league_mixed.csv");
        table.rows = cells;
        let sentence = rows.first().map_or(String::new(), |best| {
            format!(
                "{} did best where all bots sit together: {} {} a game over the mean of its table.",
                best.label, best.text, self.score
            )
        });
        Figure {
            legend: Vec::new(),
            id: "mixed".to_owned(),
            title: format!("Score over the mean of the table, in {} a game", self.score),
            picture: dots(&rows, 0.0, TickScale::Plain),
            sentence,
            table,
        }
    }
}

impl<'a> Bot<'a> {
    fn new(row: GridRow<'a>) -> Option<Bot<'a>> {
        let value = |name: &str, low: &str, high: &str| {
            Some(estimate(row.number(name)?, row.number(low), row.number(high), Scale::Signed))
        };
        Some(Bot {
            name: row.text("bot"),
            rank: Interval { low: row.number("rank_best")?, high: row.number("rank_worst")? },
            ahead: value("mean", "low", "high")?,
            win_share: row.number("win_share")?,
            nash: value("nash", "nash_low", "nash_high")?,
            nash_share: row.number("nash_share")?,
            row,
        })
    }

    fn rank_text(&self) -> String {
        rank_text(self.rank.low, self.rank.high)
    }
}

impl<'a> Pair<'a> {
    fn new(row: GridRow<'a>) -> Option<Pair<'a>> {
        let advantage =
            estimate(row.number("advantage")?, row.number("low"), row.number("high"), Scale::Signed);
        Some(Pair { advantage, verdict: row.text("verdict"), row })
    }
}

/// Ranks from the best to the worst.
fn rank_text(best: f64, worst: f64) -> String {
    if best == worst { best.to_string() } else { format!("{best}\u{2013}{worst}") }
}

/// A whole number of a row, nothing if there is none.
fn integer(row: &GridRow<'_>, name: &str) -> String {
    row.text(name).parse().map_or(String::new(), thousands)
}

/// The rows as dots with whiskers, beside a line at a value to compare with.
fn dots(rows: &[Row], line: f64, scale: TickScale) -> Markup {
    Rows { rows, mark: Mark::Dot, axis: around(rows, line), scale, line: Some(line) }.draw()
}

/// The axis that holds all rows and a line.
fn around(rows: &[Row], line: f64) -> Axis {
    let ends = rows.iter().filter_map(|row| row.interval).flat_map(|interval| [interval.low, interval.high]);
    Axis::around(ends.chain(rows.iter().map(|row| row.value)).chain([line]))
}
