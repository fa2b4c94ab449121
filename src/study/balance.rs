//! Balance: measures that are the same for all games.
//!
//! They are read off the scores and off what all games tell of their course:
//! who deals, turns, acts. They are declared as metrics like those of a game,
//! and counted beside them.

mod parts;
mod watch;

#[cfg(test)]
mod tests;

use crate::game::Game;
use crate::metric::{MetricList, Number, Shares, SplitBy};
use crate::stats::{SeatTest, SeatVectors};
use crate::tally::Tally;

pub use parts::{Part, ScoreParts};
use watch::Watch;

/// What is measured in parts of one is counted in so many: they can be shared
/// by up to eight without a rest.
pub const ONE: i64 = 840;

/// The measures that are counted in parts of [`ONE`].
const IN_PARTS: [&str; 4] = ["seat_score", "seat_wins", "dealer_score", "dealer_best"];

/// How many times too large a metric's numbers are.
#[must_use]
pub fn times(metric: &str) -> i64 {
    if IN_PARTS.contains(&metric) { ONE } else { 1 }
}

/// The name of the measure that is no mean: [`ScoreParts`].
pub const SCORE_PARTS: &str = "score_parts";

/// What [`SCORE_PARTS`] is.
pub const SCORE_PARTS_MEANING: &str = "how much of what sets final scores apart is the seat, the deal and the play: \
     the same deal with other bots in the seats tells the deal from the play";

const YES_NO: [&str; 2] = ["yes", "no"];

/// The handles of the measures.
#[derive(Clone, Debug)]
struct Measures {
    seat_score: Number,
    seat_wins: Number,
    dealer_score: Number,
    dealer_best: Number,
    turns: Number,
    rounds: Number,
    decisions: Number,
    shared_wins: Shares,
    drawn_rounds: Shares,
    first_to_last: Number,
    first_to_second: Number,
    lead_changes: Number,
    open_decisions: Shares,
    free_acts: Shares,
}

impl Measures {
    fn declare(metrics: &mut MetricList, score: &'static str) -> Measures {
        let (all, seat) = ([SplitBy::All], [SplitBy::Seat]);
        Measures {
            seat_score: metrics.number(
                "seat_score",
                &seat,
                score,
                "the score at the end of a game, over the mean of the table",
            ),
            seat_wins: metrics.number(
                "seat_wins",
                &seat,
                "wins",
                "part of the wins, over an equal part; a win that is shared counts in part",
            ),
            dealer_score: metrics.number(
                "dealer_score",
                &all,
                score,
                "what the dealer gained in a round, over the mean of those who played it",
            ),
            dealer_best: metrics.number(
                "dealer_best",
                &all,
                "rounds",
                "part of the rounds in which the dealer gained the most, over an equal part",
            ),
            turns: metrics.number("turns_a_game", &all, "turns", "turns in a game"),
            rounds: metrics.number("rounds_a_game", &all, "rounds", "rounds in a game"),
            decisions: metrics.number(
                "decisions_a_game",
                &all,
                "decisions",
                "decisions in a game: who has one option only is not asked",
            ),
            shared_wins: metrics.shares(
                "shared_wins",
                &YES_NO,
                &all,
                "games",
                "whether several have the most at the end",
            ),
            drawn_rounds: metrics.shares(
                "drawn_rounds",
                &YES_NO,
                &all,
                "rounds",
                "whether nobody gained more than all others in a round",
            ),
            first_to_last: metrics.number(
                "first_to_last",
                &all,
                score,
                "how far the first is ahead of the last at the end",
            ),
            first_to_second: metrics.number(
                "first_to_second",
                &all,
                score,
                "how far the first is ahead of the second at the end",
            ),
            lead_changes: metrics.number(
                "lead_changes",
                &all,
                "changes",
                "times in a game that another one comes to lead alone",
            ),
            open_decisions: metrics.shares(
                "open_decisions",
                &YES_NO,
                &all,
                "decisions",
                "whether a decision came before the winner led for good: how late a game is decided",
            ),
            free_acts: metrics.shares(
                "free_acts",
                &YES_NO,
                &all,
                "acts",
                "whether there was a choice in what a player did: the others were forced",
            ),
        }
    }
}

/// The measures of games at a table, as they are counted.
#[derive(Clone, Debug)]
pub struct Balance {
    players: usize,
    measures: Measures,
    /// What was counted.
    pub tally: Tally,
    scores: SeatVectors,
    wins: SeatVectors,
    parts: ScoreParts,
    watch: Watch,
}

impl Balance {
    /// The measures for a game, with nothing counted yet.
    #[must_use]
    pub fn new<G: Game>(game: &G, rotations: usize) -> (MetricList, Balance) {
        let players = game.players();
        let mut metrics = MetricList::new(players, Vec::new());
        let measures = Measures::declare(&mut metrics, G::SCORE);
        let balance = Balance {
            players,
            measures,
            tally: Tally::new(&metrics),
            scores: SeatVectors::default(),
            wins: SeatVectors::default(),
            parts: ScoreParts::new(players, rotations),
            watch: Watch::default(),
        };
        (metrics, balance)
    }

    /// Folds in the games of a block.
    pub fn end_block(&mut self, block: u64) {
        self.parts.end_block(block, self.scores.now());
        self.scores.end_block();
        self.wins.end_block();
        self.tally.end_block();
    }

    /// Adds what another one counted, and empties it.
    pub fn merge(&mut self, other: &mut Balance) {
        self.tally.merge(&mut other.tally);
        self.scores.merge(&std::mem::take(&mut other.scores));
        self.wins.merge(&std::mem::take(&mut other.wins));
        self.parts.merge(&mut other.parts);
    }

    /// The test that all seats are equal in score.
    #[must_use]
    pub fn seats_in_score(&self) -> Option<SeatTest> {
        self.scores.test(self.players)
    }

    /// The test that all seats are equal in wins.
    #[must_use]
    pub fn seats_in_wins(&self) -> Option<SeatTest> {
        self.wins.test(self.players)
    }

    /// What sets the final scores apart.
    #[must_use]
    pub fn score_parts(&self) -> &ScoreParts {
        &self.parts
    }
}
