//! Balance: measures that all games share.
//!
//! They are computed from the scores and from the events that all games have in
//! common: who deals, turns, acts. They are declared as metrics, like those of a
//! game, and counted beside them.

mod watch;

#[cfg(test)]
mod tests;

use crate::game::Game;
use crate::metric::{Average, Importance, MetricList, Shares, SplitBy, WORDS, Words, YES_NO};
use crate::seat::WHOLE;
use crate::stats::{SeatTest, SeatVectors};
use crate::table::Scale;
use crate::tally::{Tally, UnreadableCounts, from_bytes, to_bytes};

use watch::Watch;

/// The metric handles of the measures.
#[derive(Clone, Debug)]
struct Measures {
    seat_score: Average,
    seat_wins: Average,
    dealer_score: Average,
    dealer_best: Average,
    turns: Average,
    rounds: Average,
    decisions: Average,
    shared_wins: Shares,
    drawn_rounds: Shares,
    first_to_last: Average,
    first_to_second: Average,
    lead_changes: Average,
    open_decisions: Shares,
    free_acts: Shares,
}

impl Measures {
    fn declare(metrics: &mut MetricList, score: &str) -> Measures {
        let (all, seat) = ([SplitBy::All], [SplitBy::Seat]);
        let (a_game, a_round) = (format!("{score} a game"), format!("{score} a round"));
        Measures {
            seat_score: metrics.number(
                &seat,
                Words {
                    name: "seat_score",
                    label: "advantage",
                    phrase: "{part}'s advantage",
                    unit: &a_game,
                    scale: Scale::Signed,
                    denominator: WHOLE,
                    meaning: "the score at the end of a game, over the mean of the table",
                    importance: Importance::Fairness,
                    ..WORDS
                },
            ),
            seat_wins: metrics.number(
                &seat,
                Words {
                    name: "seat_wins",
                    label: "edge in wins",
                    phrase: "{part}'s edge in wins",
                    unit: "wins",
                    scale: Scale::SignedPercent,
                    denominator: WHOLE,
                    meaning: "share of the games won, over an equal share of those that somebody won; a shared win \
                    counts in part",
                    importance: Importance::Fairness,
                    ..WORDS
                },
            ),
            dealer_score: metrics.number(
                &all,
                Words {
                    name: "dealer_score",
                    label: "dealer's advantage",
                    phrase: "the dealer's advantage",
                    unit: &a_round,
                    scale: Scale::Signed,
                    denominator: WHOLE,
                    meaning: "what the dealer gained in a round, over the mean of those who played it",
                    importance: Importance::Fairness,
                    ..WORDS
                },
            ),
            dealer_best: metrics.number(
                &all,
                Words {
                    name: "dealer_best",
                    label: "dealer's edge in best rounds",
                    phrase: "the dealer's edge in best rounds",
                    unit: "rounds",
                    scale: Scale::SignedPercent,
                    denominator: WHOLE,
                    meaning: "share of the rounds in which the dealer gained the most, over an equal share",
                    importance: Importance::Fairness,
                    ..WORDS
                },
            ),
            rounds: metrics.number(
                &all,
                Words {
                    name: "rounds_a_game",
                    label: "rounds a game",
                    phrase: "the length of a game",
                    unit: "rounds",
                    meaning: "rounds in a game",
                    importance: Importance::Course,
                    ..WORDS
                },
            ),
            turns: metrics.number(
                &all,
                Words {
                    name: "turns_a_game",
                    label: "turns a game",
                    phrase: "the length of a game",
                    unit: "turns",
                    meaning: "turns in a game",
                    ..WORDS
                },
            ),
            decisions: metrics.number(
                &all,
                Words {
                    name: "decisions_a_game",
                    label: "decisions a game",
                    phrase: "the number of decisions in a game",
                    unit: "decisions",
                    meaning: "decisions in a game: who has one option only is not asked",
                    importance: Importance::Course,
                    ..WORDS
                },
            ),
            shared_wins: metrics.shares(
                &YES_NO,
                &all,
                Words {
                    name: "shared_wins",
                    label: "shared wins",
                    phrase: "the share of games that several win",
                    unit: "games",
                    meaning: "whether several share the win",
                    importance: Importance::Course,
                    ..WORDS
                },
            ),
            drawn_rounds: metrics.shares(
                &YES_NO,
                &all,
                Words {
                    name: "drawn_rounds",
                    label: "drawn rounds",
                    phrase: "the share of rounds that nobody wins alone",
                    unit: "rounds",
                    meaning: "whether nobody gained more than all others in a round",
                    importance: Importance::Course,
                    ..WORDS
                },
            ),
            first_to_last: metrics.number(
                &all,
                Words {
                    name: "first_to_last",
                    label: "first to last",
                    phrase: "the distance from first to last",
                    unit: score,
                    meaning: "how far the first is ahead of the last at the end",
                    ..WORDS
                },
            ),
            first_to_second: metrics.number(
                &all,
                Words {
                    name: "first_to_second",
                    label: "first to second",
                    phrase: "the distance from first to second",
                    unit: score,
                    meaning: "how far the first is ahead of the second at the end",
                    importance: Importance::Course,
                    ..WORDS
                },
            ),
            lead_changes: metrics.number(
                &all,
                Words {
                    name: "lead_changes",
                    label: "lead changes a game",
                    phrase: "the number of lead changes in a game",
                    unit: "changes",
                    meaning: "times in a game that another one comes to lead alone",
                    importance: Importance::Course,
                    ..WORDS
                },
            ),
            open_decisions: metrics.shares(
                &YES_NO,
                &all,
                Words {
                    name: "open_decisions",
                    label: "decided at",
                    phrase: "the part of a game until it is decided",
                    unit: "decisions",
                    meaning: "whether a decision came before the winner led for good, as all do if nobody wins: \
                    how late a game is decided",
                    importance: Importance::Course,
                    ..WORDS
                },
            ),
            free_acts: metrics.shares(
                &YES_NO,
                &all,
                Words {
                    name: "free_acts",
                    label: "acts with a choice",
                    phrase: "the share of acts with a choice",
                    unit: "acts",
                    meaning: "whether there was a choice in what a player did: the others were forced",
                    ..WORDS
                },
            ),
        }
    }
}

/// The counts of the measures at one table.
#[derive(Clone, Debug)]
pub struct Balance {
    players: usize,
    measures: Measures,
    /// The counts of the metrics.
    pub tally: Tally,
    scores: SeatVectors,
    wins: SeatVectors,
    watch: Watch,
}

impl Balance {
    /// The metrics that measure a game's balance, and empty counts of them.
    #[must_use]
    pub fn new<G: Game>(game: &G, rotations: usize) -> (MetricList, Balance) {
        let players = game.players();
        let mut metrics = MetricList::new(players, Vec::new()).with_games_per_block(rotations as u64);
        let measures = Measures::declare(&mut metrics, G::SCORE);
        let balance = Balance {
            players,
            measures,
            tally: Tally::new(&metrics),
            scores: SeatVectors::default(),
            wins: SeatVectors::default(),
            watch: Watch::default(),
        };
        (metrics, balance)
    }

    /// Counts the games of a block. If its cluster is whole, that is folded in.
    pub fn end_block(&mut self) {
        if self.add_block() {
            self.tally.fold(|_| ());
        }
    }

    /// Counts the games of a block; returns whether its cluster is whole and has
    /// to be folded.
    #[must_use]
    pub fn add_block(&mut self) -> bool {
        self.scores.end_block();
        self.wins.end_block();
        self.tally.add_block()
    }

    /// Adds what another balance has folded in. Of clusters that are not whole its
    /// tally keeps the blocks, which are to be joined.
    pub fn merge_folded(&mut self, other: &mut Balance) {
        self.tally.merge_folded(&mut other.tally);
        self.scores.merge(&std::mem::take(&mut other.scores));
        self.wins.merge(&std::mem::take(&mut other.wins));
    }

    /// The counts as bytes, to be restored later.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        to_bytes(&(self.tally.save(), &self.scores, &self.wins))
    }

    /// Replaces the counts by saved ones.
    ///
    /// # Errors
    /// If they are damaged, or of another table.
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), UnreadableCounts> {
        let (tally, scores, wins): (Vec<u8>, SeatVectors, SeatVectors) = from_bytes(saved)?;
        self.tally.restore(&tally)?;
        (self.scores, self.wins) = (scores, wins);
        Ok(())
    }

    /// The test that all seats have equal scores; none if there are too few
    /// blocks or nothing varies.
    #[must_use]
    pub fn seats_in_score(&self) -> Option<SeatTest> {
        self.scores.test(self.players)
    }

    /// The test that all seats have equal wins; none if there are too few
    /// blocks or nothing varies.
    #[must_use]
    pub fn seats_in_wins(&self) -> Option<SeatTest> {
        self.wins.test(self.players)
    }
}
