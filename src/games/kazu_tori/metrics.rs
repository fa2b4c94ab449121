//! What is counted in Kazu-Tori.

use super::events::{Ending, Event};
use super::scoring::Score;
use super::{KazuTori, SEATS};
use crate::game::Ledger;
use crate::metric::{
    Average, Distribution, GroupKey, Headline, Importance, MetricList, Panel, SEATS_TITLE, Shares, SplitBy,
    WORDS, Words, YES_NO, yes_no,
};
use crate::seat::Seat;
use crate::standings::GameResult;
use crate::tally::Tally;

/// How many takes are kept before they are counted.
const TAKES: usize = 64;

/// What is counted of a take.
#[derive(Clone, Copy, Debug)]
struct Take {
    oni: bool,
    number: u8,
    cards: u8,
}

/// What a game has shown so far, beside its takes.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    takes: [u32; SEATS],
    wrong_slaps: [u32; SEATS],
    missed: u32,
    jizo_uses: u32,
    returns: u32,
    out_first: Option<Seat>,
}

/// The metrics of Kazu-Tori, and what is still to be counted.
#[derive(Clone, Debug)]
pub struct Counts {
    ending: Shares,
    final_cards: Distribution,
    points: Distribution,
    win: Shares,
    takes: Average,
    take_kind: Shares,
    take_count: Shares,
    takeable: Shares,
    table_taken: Distribution,
    wrong_slaps: Average,
    jizo_uses: Distribution,
    returns: Average,
    discards: Distribution,
    tie: Shares,
    out_first: Shares,
    seen: Seen,
    taken: Vec<Take>,
}

impl Ledger<KazuTori> for Counts {
    fn declare(_game: &KazuTori, metrics: &mut MetricList) -> Counts {
        let by_player = [SplitBy::Seat, SplitBy::Bot];
        let numbers: Vec<String> = (1..=20).map(|number| number.to_string()).collect();
        let counts = Counts {
            ending: metrics.shares(
                &Ending::NAMES,
                &[SplitBy::All],
                Words {
                    name: "ending",
                    label: "game ends",
                    unit: "games",
                    meaning: "how the game ended: a take in the last call, the Oni as a last card, one \
                    player left, stopped at max_discards",
                    ..WORDS
                },
            ),
            final_cards: metrics.distribution(
                0..=40,
                &by_player,
                Words {
                    name: "final_cards",
                    label: "cards at the end",
                    unit: "cards",
                    meaning: "cards in a player's pile at the end",
                    ..WORDS
                },
            ),
            points: metrics.distribution(
                -40..=40,
                &by_player,
                Words {
                    name: "points",
                    label: "points",
                    unit: "points",
                    meaning: "what a player won or lost in a game",
                    is_zero_sum: true,
                    ..WORDS
                },
            ),
            win: metrics.shares(
                &GameResult::NAMES,
                &by_player,
                Words {
                    name: "win",
                    label: "wins",
                    unit: "games",
                    meaning: "whether a player won, alone or with others",
                    outcome_labels: &GameResult::LABELS,
                    importance: Importance::Redundant,
                    ..WORDS
                },
            ),
            takes: metrics.number(
                &by_player,
                Words {
                    name: "takes",
                    label: "takes",
                    unit: "takes",
                    meaning: "takes by a player in a game",
                    ..WORDS
                },
            ),
            take_kind: metrics.shares(
                &["number", "oni"],
                &[SplitBy::All],
                Words {
                    name: "take_kind",
                    label: "takes",
                    unit: "takes",
                    meaning: "whether the card that was slapped matched the number or was the Oni",
                    outcome_labels: &["takes by number", "takes by the Oni"],
                    ..WORDS
                },
            ),
            take_count: metrics.shares(
                &numbers,
                &[SplitBy::All],
                Words {
                    name: "take_count",
                    label: "number declared",
                    unit: "number takes",
                    meaning: "the number declared",
                    ..WORDS
                },
            ),
            takeable: metrics.shares(
                &["taken", "missed"],
                &[SplitBy::All],
                Words {
                    name: "takeable",
                    label: "cards that might be taken",
                    unit: "cards that might be taken",
                    meaning: "whether somebody took it; an Oni that ends the game is not counted",
                    outcome_labels: &["chances taken", "chances missed"],
                    ..WORDS
                },
            ),
            table_taken: metrics.distribution(
                1..=40,
                &[SplitBy::All],
                Words {
                    name: "table_taken",
                    label: "cards in a take",
                    unit: "cards",
                    meaning: "cards in a take",
                    ..WORDS
                },
            ),
            wrong_slaps: metrics.number(
                &by_player,
                Words {
                    name: "wrong_slaps",
                    label: "wrong slaps",
                    unit: "slaps",
                    meaning: "palms in time by a player in a game on cards that may not be taken, paid \
                    for or not",
                    ..WORDS
                },
            ),
            jizo_uses: metrics.distribution(
                0..=32,
                &[SplitBy::All],
                Words {
                    name: "jizo_uses",
                    label: "uses of the Jizo",
                    unit: "uses",
                    meaning: "uses of the Jizo in a game",
                    ..WORDS
                },
            ),
            returns: metrics.number(
                &[SplitBy::All],
                Words {
                    name: "returns",
                    label: "tables given back",
                    unit: "tables",
                    meaning: "tables given back at the limit in a game; an empty table does not count",
                    ..WORDS
                },
            ),
            discards: metrics.distribution(
                1..=1024,
                &[SplitBy::All],
                Words {
                    name: "discards",
                    label: "cards laid in a game",
                    unit: "discards",
                    meaning: "cards laid in a game",
                    ..WORDS
                },
            ),
            tie: metrics.shares(
                &YES_NO,
                &[SplitBy::All],
                Words {
                    name: "tie",
                    label: "ties",
                    unit: "games",
                    meaning: "whether two or more players had the most cards",
                    ..WORDS
                },
            ),
            out_first: metrics.shares(
                &["seat-1", "seat-2", "seat-3", "seat-4", "none"],
                &[SplitBy::All],
                Words {
                    name: "out_first",
                    label: "first out",
                    unit: "games",
                    meaning: "the seat that went out first",
                    ..WORDS
                },
            ),
            seen: Seen::default(),
            taken: Vec::with_capacity(TAKES),
        };
        metrics.set_headline(Headline::new(
            counts.final_cards.mean(),
            "seat",
            counts.final_cards.mean().of("seat", "seat-1", "cards of seat 1 at the end"),
        ));
        counts
    }

    // Always inlined: where the rules tell of a card laid, nothing is left of
    // it.
    #[inline(always)]
    fn on_event(&mut self, event: &Event, tally: &mut Tally) {
        match event {
            Event::Slapped { seat, may_take: false, in_time: true } => {
                self.seen.wrong_slaps[seat.index()] += 1;
            }
            Event::Missed { .. } => self.seen.missed += 1,
            Event::Took { seat, number, oni, cards } => {
                self.seen.takes[seat.index()] += 1;
                self.taken.push(Take { oni: *oni, number: *number, cards: *cards });
                if self.taken.len() == TAKES {
                    self.count_takes(tally);
                }
            }
            Event::JizoUsed { .. } => self.seen.jizo_uses += 1,
            Event::GaveBack { .. } => self.seen.returns += 1,
            Event::WentOut { seat, .. } => {
                self.seen.out_first.get_or_insert(*seat);
            }
            Event::GameOver { ending, discards, score } => {
                self.count_takes(tally);
                self.count_game(*ending, *discards, score, tally);
            }
            _ => {}
        }
    }

    /// Who takes what, how games end, and what the table sees.
    fn panels(&self) -> Vec<Panel> {
        let of_a_player =
            [self.points.mean(), self.win.share("win"), self.takes.mean(), self.wrong_slaps.mean()];
        vec![
            Panel::BySplit {
                title: SEATS_TITLE,
                split: "seat",
                columns: vec![
                    self.points.mean(),
                    self.win.share("win"),
                    self.win.share("shared"),
                    self.takes.mean(),
                    self.wrong_slaps.mean(),
                ],
            },
            self.ending.outcomes("How games end"),
            Panel::Lines {
                title: "The table",
                items: vec![
                    self.discards.mean(),
                    self.table_taken.mean(),
                    self.take_kind.share("oni"),
                    self.takeable.share("missed"),
                    self.returns.mean(),
                    self.jizo_uses.mean(),
                    self.tie.share("yes"),
                ],
            },
            Panel::BySplit { title: "Bots, a game", split: "bot", columns: of_a_player.to_vec() },
        ]
    }
}

impl Counts {
    #[inline(never)]
    fn count_takes(&mut self, tally: &mut Tally) {
        let (all, taken) = (GroupKey::all(), self.taken.iter());
        tally.outcome_times(&self.takeable, all, 0, taken.len() as u32);
        tally.count_outcomes(&self.take_kind, taken.clone().map(|take| (all, usize::from(take.oni))));
        tally.count_values(&self.table_taken, taken.clone().map(|take| (all, i64::from(take.cards))));
        let by_number = taken.filter(|take| !take.oni);
        tally.count_outcomes(&self.take_count, by_number.map(|take| (all, usize::from(take.number) - 1)));
        self.taken.clear();
    }

    #[inline(never)]
    fn count_game(&mut self, ending: Ending, discards: u32, score: &Score, tally: &mut Tally) {
        let all = GroupKey::all();
        let seen = std::mem::take(&mut self.seen);
        tally.outcome_times(&self.takeable, all, 1, seen.missed);
        tally.outcome(&self.ending, all, ending as usize);
        tally.value(&self.jizo_uses, all, i64::from(seen.jizo_uses));
        tally.number(&self.returns, all, i64::from(seen.returns));
        tally.value(&self.discards, all, i64::from(discards));
        tally.outcome(&self.tie, all, yes_no(score.tie));
        tally.outcome(&self.out_first, all, seen.out_first.map_or(SEATS, Seat::index));
        let winners = score.winners();
        let (seating, seats) = (tally.seating(), Seat::all(SEATS));
        let each = |values: fn(&Score, &Seen, usize) -> i64| {
            seats.clone().map(move |seat| (seating.of(seat), values(score, &seen, seat.index())))
        };
        tally.count_values(&self.final_cards, each(|score, _, seat| score.cards[seat].into()));
        tally.count_values(&self.points, each(|score, _, seat| score.points[seat].into()));
        tally.count_numbers(&self.takes, each(|_, seen, seat| seen.takes[seat].into()));
        tally.count_numbers(&self.wrong_slaps, each(|_, seen, seat| seen.wrong_slaps[seat].into()));
        let results = seats.map(|seat| (seating.of(seat), winners.result(seat) as usize));
        tally.count_outcomes(&self.win, results);
    }
}
