//! What a learned response wins, measured on deals that it was not learned from.

use std::sync::Arc;

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use crate::bots::Player;
use crate::game::{Game as _, NullObserver};
use crate::games::kachi_kachi::KachiKachi;
use crate::games::kachi_kachi::solve::Stopped;
use crate::games::kachi_kachi::solve::table_response::{Policy, Progress, ResponseBot};
use crate::random::BlockStreams;
use crate::seat::{BySeat, Seat};
use crate::sim::play;
use crate::stats::{Interval, mean_interval};
use crate::table::{Cell, Column, Estimate, Scale, Shown, Table, row};
use crate::text::thousands;

/// The games that a thread plays at a time.
pub const AT_ONCE: u64 = 1_000;
/// The games from which it is found out how many are needed.
const FIRST: u64 = 20 * AT_ONCE;
/// The most that are played, however precisely it is asked.
const MOST: u64 = 20_000 * AT_ONCE;
/// The normal quantile of a 95 % interval.
const QUANTILE: f64 = 1.96;

/// The random numbers that responses are measured with: not those that they are
/// learned with.
const SEED: u64 = 0x0e7a_1a7e_0d5e_5eed;

/// What is won in a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The mean.
    pub mean: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// How many games it is the mean of.
    pub games: u64,
}

/// The sum of what was won in some games, and that of its squares.
#[derive(Clone, Copy, Default)]
struct Sums {
    sum: i128,
    squares: i128,
}

impl Sums {
    fn add(self, other: Sums) -> Sums {
        Sums { sum: self.sum + other.sum, squares: self.squares + other.squares }
    }

    fn mean(self, games: u64) -> f64 {
        self.sum as f64 / games as f64
    }

    fn variance(self, games: u64) -> f64 {
        let (games, mean) = (games as f64, self.mean(games));
        (self.squares as f64 - games * mean * mean).max(0.0) / (games - 1.0)
    }
}

/// Measures what a response wins in a position from a table of bots: as often as it
/// takes for an interval of ± `precision`, but at most twenty million times.
///
/// # Errors
/// If `progress`, which is told of every few games, says to stop.
pub fn measure(
    game: &KachiKachi,
    bot: &Player<KachiKachi>,
    policies: &Arc<Vec<Policy>>,
    position: usize,
    precision: f64,
    progress: Progress<'_>,
) -> Result<Measured, Stopped> {
    let response = ResponseBot::new(game.rules(), Arc::clone(policies));
    let players = [bot.clone(), Player::External(Box::new(response))];
    let part = |part: u64| {
        if progress() {
            return None;
        }
        let mut players = players.clone();
        let own = Seat::at(position);
        let bot_at = BySeat::from_fn(|seat| u8::from(seat == own));
        let mut sums = Sums::default();
        for number in part * AT_ONCE..(part + 1) * AT_ONCE {
            let streams = BlockStreams::new(SEED ^ position as u64, number);
            let end = play(game, &mut players, &bot_at, &streams, &mut NullObserver);
            let won = i128::from(game.score(&end.expect("admitted bots do not fail"), own));
            sums = sums.add(Sums { sum: won, squares: won * won });
        }
        Some(sums)
    };
    let all = |parts: std::ops::Range<u64>| {
        let sums: Option<Vec<Sums>> = parts.into_par_iter().map(part).collect();
        sums.map(|sums| sums.into_iter().fold(Sums::default(), Sums::add)).ok_or(Stopped)
    };
    let first = all(0..FIRST / AT_ONCE)?;
    let needed = first.variance(FIRST) * (QUANTILE / precision).powi(2);
    let games = (needed.ceil() as u64).clamp(FIRST, MOST).next_multiple_of(AT_ONCE);
    let sums = first.add(all(FIRST / AT_ONCE..games / AT_ONCE)?);
    let error = (sums.variance(games) / games as f64).sqrt();
    let mean = sums.mean(games);
    Ok(Measured { mean, interval: mean_interval(mean, error, games as f64 - 1.0), games })
}

/// A response to a table of a bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// The bot.
    pub bot: String,
    /// How many deals it was learned from in each position.
    pub deals: u64,
    /// What it wins, by position.
    pub won: Vec<Measured>,
}

/// What a position is called.
fn role(position: usize) -> String {
    if position == 0 { "dealer".to_owned() } else { format!("position-{}", position + 1) }
}

fn columns() -> Vec<Column> {
    vec![
        Column::text("bot", "the bot at all other seats"),
        Column::text("role", "the role of who plays against them, by position from the dealer on"),
        Column::estimate(
            "best_response",
            "points a hand that the learned response wins, measured on other deals: the best response wins at least as much",
        ),
        Column::integer("games", "games in which it was measured"),
        Column::integer("deals", "deals from which it was learned"),
    ]
}

/// The table without rows.
#[must_use]
pub fn empty_table() -> Table {
    Table::new("against", columns())
}

fn estimate(won: Measured) -> Cell {
    Cell::Estimate(Estimate { value: won.mean, interval: Some(won.interval), scale: Scale::Signed })
}

/// The table `against` of more than two players: what is won from each bot in a
/// hand.
#[must_use]
pub fn responses_table(responses: &[Response]) -> Table {
    let mut table = empty_table();
    for Response { bot, deals, won } in responses {
        for (position, &won) in won.iter().enumerate() {
            table.push(row![bot.as_str(), role(position), estimate(won), won.games, *deals]);
        }
    }
    table
}

/// The result for people.
#[must_use]
pub fn response_summary(players: usize, precision: f64, responses: &[Response]) -> Vec<Shown> {
    let deals = responses.first().map_or(0, |response| response.deals);
    let mut table = Table::new("against", vec![Column::text("", "the bot at all other seats")]);
    table.columns.extend((0..players).map(|position| Column::estimate(role(position), "points")));
    for response in responses {
        let mut cells = row![response.bot.as_str()];
        cells.extend(response.won.iter().map(|&won| estimate(won)));
        table.push(cells);
    }
    let mut shown = vec![
        Shown::text(format!(
            "kachi-kachi for {players}: best responses to tables of bots, learned from {} deals in each position",
            thousands(deals)
        )),
        Shown::Gap,
        Shown::text(
            "No equilibrium is computed: with more than two players none is known to be unbeatable. What the \
             responses win was measured on other deals. The best response wins at least as much, and perhaps more.",
        ),
    ];
    // How many games are needed is found out from the first of them.
    let slack = 1.1;
    let widths = responses.iter().flat_map(|response| &response.won).map(|won| won.interval.half_width());
    if widths.fold(0.0, f64::max) > slack * precision {
        shown.push(Shown::text("More games would take too long: the intervals are wider than requested."));
    }
    let title = "What is won from a table of bots in a hand, in points".to_owned();
    shown.extend([Shown::Gap, Shown::Table(title, table), Shown::Gap]);
    shown
}

#[cfg(test)]
mod tests;
