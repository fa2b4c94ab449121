//! What is counted in Kazu-Tori.

use super::events::{Ending, Event};
use super::scoring::Score;
use super::{KazuTori, SEATS};
use crate::game::Ledger;
use crate::metric::{
    Distribution, Figure, GroupKey, Item, MetricList, Number, Panel, Shares, SplitBy, YES_NO, yes_no,
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
    takes: Number,
    take_kind: Shares,
    take_count: Shares,
    takeable: Shares,
    table_taken: Distribution,
    wrong_slaps: Number,
    jizo_uses: Distribution,
    returns: Number,
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
        Counts {
            ending: metrics.shares(
                "ending",
                &Ending::NAMES,
                &[SplitBy::All],
                "games",
                "how the game ended: a take in the last call, the Oni as a last card, one player left, \
                 stopped at max_discards",
            ),
            final_cards: metrics.distribution(
                "final_cards",
                0..=40,
                &by_player,
                "cards",
                "cards in a player's pile at the end",
            ),
            points: metrics.distribution(
                "points",
                -40..=40,
                &by_player,
                "points",
                "what a player won or lost in a game",
            ),
            win: metrics.shares(
                "win",
                &GameResult::NAMES,
                &by_player,
                "games",
                "whether a player won, alone or with others",
            ),
            takes: metrics.number("takes", &by_player, "takes", "takes by a player in a game"),
            take_kind: metrics.shares(
                "take_kind",
                &["number", "oni"],
                &[SplitBy::All],
                "takes",
                "whether the card that was slapped matched the number or was the Oni",
            ),
            take_count: metrics.shares(
                "take_count",
                &numbers,
                &[SplitBy::All],
                "number takes",
                "the number declared",
            ),
            takeable: metrics.shares(
                "takeable",
                &["taken", "missed"],
                &[SplitBy::All],
                "cards that might be taken",
                "whether somebody took it; an Oni that ends the game is not counted",
            ),
            table_taken: metrics.distribution(
                "table_taken",
                1..=40,
                &[SplitBy::All],
                "cards",
                "cards in a take",
            ),
            wrong_slaps: metrics.number(
                "wrong_slaps",
                &by_player,
                "slaps",
                "palms in time by a player in a game on cards that may not be taken, paid for or not",
            ),
            jizo_uses: metrics.distribution(
                "jizo_uses",
                0..=32,
                &[SplitBy::All],
                "uses",
                "uses of the Jizo in a game",
            ),
            returns: metrics.number(
                "returns",
                &[SplitBy::All],
                "tables",
                "tables given back at the limit in a game; an empty one is none",
            ),
            discards: metrics.distribution(
                "discards",
                1..=1024,
                &[SplitBy::All],
                "discards",
                "cards laid in a game",
            ),
            tie: metrics.shares(
                "tie",
                &YES_NO,
                &[SplitBy::All],
                "games",
                "whether two or more players had the most cards",
            ),
            out_first: metrics.shares(
                "out_first",
                &["1", "2", "3", "4", "none"],
                &[SplitBy::All],
                "games",
                "the seat that went out first",
            ),
            seen: Seen::default(),
            taken: Vec::with_capacity(TAKES),
        }
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

    fn panels() -> Vec<Panel> {
        let item = |heading, metric, figure| Item { heading, metric, figure };
        let players = || {
            vec![
                item("points", "points", Figure::Mean),
                item("wins", "win", Figure::Share("win")),
                item("takes", "takes", Figure::Mean),
                item("wrong slaps", "wrong_slaps", Figure::Mean),
            ]
        };
        vec![
            Panel::ByGroup { title: "Seats, a game", by: "seat", columns: players() },
            Panel::Outcomes { title: "How games end", metric: "ending" },
            Panel::Lines {
                title: "The table",
                items: vec![
                    item("cards laid in a game", "discards", Figure::Mean),
                    item("cards in a take", "table_taken", Figure::Mean),
                    item("takes by the Oni", "take_kind", Figure::Share("oni")),
                    item("chances missed", "takeable", Figure::Share("missed")),
                    item("tables given back", "returns", Figure::Mean),
                    item("uses of the Jizo", "jizo_uses", Figure::Mean),
                    item("ties", "tie", Figure::Share("yes")),
                ],
            },
            Panel::ByGroup { title: "Bots, a game", by: "bot", columns: players() },
        ]
    }
}

impl Counts {
    #[inline(never)]
    fn count_takes(&mut self, tally: &mut Tally) {
        let all = GroupKey::all();
        for take in &self.taken {
            tally.outcome(&self.takeable, all, 0);
            tally.outcome(&self.take_kind, all, usize::from(take.oni));
            tally.value(&self.table_taken, all, i64::from(take.cards));
            if !take.oni {
                tally.outcome(&self.take_count, all, usize::from(take.number) - 1);
            }
        }
        self.taken.clear();
    }

    #[inline(never)]
    fn count_game(&mut self, ending: Ending, discards: u32, score: &Score, tally: &mut Tally) {
        let all = GroupKey::all();
        let seen = std::mem::take(&mut self.seen);
        for _ in 0..seen.missed {
            tally.outcome(&self.takeable, all, 1);
        }
        tally.outcome(&self.ending, all, ending as usize);
        tally.value(&self.jizo_uses, all, i64::from(seen.jizo_uses));
        tally.number(&self.returns, all, i64::from(seen.returns));
        tally.value(&self.discards, all, i64::from(discards));
        tally.outcome(&self.tie, all, yes_no(score.tie));
        tally.outcome(&self.out_first, all, seen.out_first.map_or(SEATS, Seat::index));
        for seat in Seat::all(SEATS) {
            let (of, index) = (tally.of(seat), seat.index());
            tally.value(&self.final_cards, of, i64::from(score.cards[index]));
            tally.value(&self.points, of, i64::from(score.points[index]));
            tally.outcome(&self.win, of, score.result(seat) as usize);
            tally.number(&self.takes, of, i64::from(seen.takes[index]));
            tally.number(&self.wrong_slaps, of, i64::from(seen.wrong_slaps[index]));
        }
    }
}
