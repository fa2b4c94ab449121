//! The rows of Kazu-Tori. What is laid until somebody takes the table is a round;
//! the last one ends with a take or with the game.

use super::KazuTori;
use super::events::{Ending, Event};
use super::scoring::Score;
use crate::game::RowFacts;
use crate::rows::{Choice, Common, Fact, RowCollector, RowList};
use crate::seat::{BySeat, Seat};

const ENDED: [&str; 3] = ["number", "oni", "game_over"];

/// The facts of Kazu-Tori's rows, and those of the game that is played.
#[derive(Clone, Debug)]
pub struct Facts {
    game: GameFacts,
    round: RoundFacts,
    /// The round that ended with the last take: what it won is known only when
    /// it turns out whether the game ends with it.
    taken: Option<Round>,
    /// What the game has shown so far, and what it had when that round ended.
    shown: Shown,
    shown_before: Shown,
    takes: BySeat<i32>,
    first_taker: Option<Seat>,
    out_first: Option<Seat>,
}

#[derive(Clone, Copy, Debug)]
struct GameFacts {
    ending: Common<Choice>,
    cards: Fact<i32>,
    takes: Fact<i32>,
    took_first: Fact<bool>,
    out_first: Fact<bool>,
    tie: Common<bool>,
    course: Course,
}

#[derive(Clone, Copy, Debug)]
struct RoundFacts {
    ended: Common<Choice>,
    took: Fact<bool>,
    number: Common<Option<i32>>,
    cards: Common<Option<i32>>,
    course: Course,
}

/// What both games and rounds have.
#[derive(Clone, Copy, Debug)]
struct Course {
    discards: Common<i32>,
    missed: Common<i32>,
    wrong_slaps: Fact<i32>,
    jizo_uses: Common<i32>,
    returns: Common<i32>,
}

/// What was shown in a round, or in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shown {
    discards: i32,
    missed: i32,
    wrong_slaps: BySeat<i32>,
    jizo_uses: i32,
    returns: i32,
}

/// A round that is over.
#[derive(Clone, Copy, Debug)]
struct Round {
    shown: Shown,
    take: Option<Take>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Take {
    seat: Seat,
    number: u8,
    oni: bool,
    cards: u8,
}

/// Declares what both games and rounds have.
macro_rules! course {
    ($columns:expr) => {
        Course {
            discards: $columns.common("discards", "cards", "cards laid"),
            missed: $columns.common("missed", "cards", "cards that might be taken, and were not"),
            wrong_slaps: $columns.fact(
                "wrong_slaps",
                "slaps",
                "palms in time by the seat on cards that may not be taken, paid for or not",
            ),
            jizo_uses: $columns.common("jizo_uses", "uses", "uses of the Jizo"),
            returns: $columns.common("returns", "tables", "tables given back at the limit"),
        }
    };
}

impl RowFacts<KazuTori> for Facts {
    fn declare(_: &KazuTori, rows: &mut RowList) -> Facts {
        rows.rounds_a_game = 8;
        let games = &mut rows.games;
        let game = GameFacts {
            ending: games.common_choice(
                &Ending::NAMES,
                "ending",
                "how the game ended: a take in the last call, the Oni as a last card, one player left, \
                 stopped at max_discards",
            ),
            cards: games.fact("final_cards", "cards", "cards in the seat's pile at the end"),
            takes: games.fact("takes", "takes", "takes by the seat"),
            took_first: games.fact("took_first", "", "whether the seat made the first take"),
            out_first: games.fact("out_first", "", "whether the seat went out first"),
            tie: games.common("tie", "", "whether two or more had the most cards"),
            course: course!(games),
        };
        let rounds = &mut rows.rounds;
        let round = RoundFacts {
            ended: rounds.common_choice(
                &ENDED,
                "ended",
                "what ended the round: a take by the number or by the Oni, or the end of the game",
            ),
            took: rounds.fact("took", "", "whether the seat took the table"),
            number: rounds.common("number", "", "the number declared at the take"),
            cards: rounds.common("cards_taken", "cards", "cards in the take"),
            course: course!(rounds),
        };
        Facts {
            game,
            round,
            taken: None,
            shown: Shown::default(),
            shown_before: Shown::default(),
            takes: BySeat::default(),
            first_taker: None,
            out_first: None,
        }
    }

    #[inline(always)]
    fn on_event(&mut self, event: &Event, rows: &mut RowCollector) {
        match event {
            Event::Discarded { .. } => self.shown.discards += 1,
            Event::Slapped { seat, may_take: false, in_time: true } => self.shown.wrong_slaps[*seat] += 1,
            Event::Missed { .. } => self.shown.missed += 1,
            Event::Took { seat, number, oni, cards } => {
                let take = Take { seat: *seat, number: *number, oni: *oni, cards: *cards };
                self.end_round(Some(take), rows);
            }
            Event::JizoUsed { .. } => self.shown.jizo_uses += 1,
            Event::GaveBack { .. } => self.shown.returns += 1,
            Event::WentOut { seat, .. } => {
                self.out_first.get_or_insert(*seat);
            }
            Event::GameOver { ending, score, .. } => self.end_game(*ending, score, rows),
            _ => {}
        }
    }
}

impl Facts {
    /// Ends a round: the one before it was not the last one.
    #[inline(never)]
    fn end_round(&mut self, take: Option<Take>, rows: &mut RowCollector) {
        if let Some(before) = self.taken.take()
            && !rows.only_counts_round()
        {
            self.write_round(&before, |_| 0, rows);
        }
        if let Some(take) = take {
            self.takes[take.seat] += 1;
            self.first_taker.get_or_insert(take.seat);
        }
        // Without rows of rounds nobody reads what is shown in this one.
        let shown = if rows.wants_rounds() { self.shown.since(&self.shown_before) } else { Shown::default() };
        self.shown_before = self.shown;
        self.taken = Some(Round { shown, take });
    }

    #[inline(never)]
    fn end_game(&mut self, ending: Ending, score: &Score, rows: &mut RowCollector) {
        if self.taken.is_none() || self.shown != self.shown_before {
            self.end_round(None, rows);
        }
        let last = self.taken.take().expect("a round has just ended");
        self.write_round(&last, |seat| i64::from(score.points[seat.index()]), rows);
        let (shown, takes) = (std::mem::take(&mut self.shown), std::mem::take(&mut self.takes));
        self.shown_before = Shown::default();
        let (first_taker, out_first) = (self.first_taker.take(), self.out_first.take());
        let Some(mut row) = rows.game() else { return };
        let facts = &self.game;
        row.put_common(facts.ending, Choice(ending as usize));
        row.put(facts.cards, |seat| i32::from(score.cards[seat.index()]));
        row.put(facts.takes, |seat| takes[seat]);
        row.put(facts.took_first, |seat| first_taker == Some(seat));
        row.put(facts.out_first, |seat| out_first == Some(seat));
        row.put_common(facts.tie, score.tie);
        facts.course.write(&shown, &mut row);
    }

    fn write_round(&self, round: &Round, change: impl Fn(Seat) -> i64, rows: &mut RowCollector) {
        let Some(mut row) = rows.round(Seat::FIRST, change) else { return };
        let (facts, take) = (&self.round, round.take);
        row.put_common(facts.ended, Choice(take.map_or(2, |take| usize::from(take.oni))));
        row.put(facts.took, |seat| take.is_some_and(|take| take.seat == seat));
        row.put_common(facts.number, take.map(|take| i32::from(take.number)));
        row.put_common(facts.cards, take.map(|take| i32::from(take.cards)));
        facts.course.write(&round.shown, &mut row);
    }
}

impl Course {
    fn write(&self, shown: &Shown, row: &mut crate::rows::RowWriter<'_>) {
        row.put_common(self.discards, shown.discards);
        row.put_common(self.missed, shown.missed);
        row.put(self.wrong_slaps, |seat| shown.wrong_slaps[seat]);
        row.put_common(self.jizo_uses, shown.jizo_uses);
        row.put_common(self.returns, shown.returns);
    }
}

impl Shown {
    /// What was shown since `before`.
    fn since(&self, before: &Shown) -> Shown {
        Shown {
            discards: self.discards - before.discards,
            missed: self.missed - before.missed,
            wrong_slaps: BySeat::from_fn(|seat| self.wrong_slaps[seat] - before.wrong_slaps[seat]),
            jizo_uses: self.jizo_uses - before.jizo_uses,
            returns: self.returns - before.returns,
        }
    }
}
