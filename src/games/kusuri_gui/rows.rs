//! The rows of Kusuri-gui.

use super::events::{Event, GameEnd, RoundResult};
use super::yaku::{Score, Yaku};
use super::{KusuriGui, PLAYERS, Role, Set};
use crate::game::{Game, RowFacts};
use crate::rows::{Choice, Common, Fact, RowCollector, RowList};
use crate::seat::{BySeat, Seat};

const RESULTS: [&str; 4] = ["dealer", "other", "tie", "broken_off"];
const BROKEN_OFF: usize = 3;

/// The columns of the yaku, in their order.
const YAKU: [(&str, &str); Yaku::ALL.len()] = [
    ("five_brights", "whether five brights counted for the seat"),
    ("four_brights", "whether four brights counted"),
    ("three_brights", "whether three brights counted"),
    ("rainy_three", "whether the rainy three counted"),
    ("hot_pot", "whether the hot pot counted"),
    ("hand_cannon", "whether the hand cannon counted"),
    ("animals", "whether animals counted"),
    ("poetry", "whether poetry ribbons counted"),
    ("blue", "whether blue ribbons counted"),
    ("grass", "whether grass ribbons counted"),
    ("ribbons", "whether ribbons counted"),
    ("chaff", "whether chaff counted"),
];

/// The dealer's turns, which are the even ones.
const DEALERS: u64 = 0x5555_5555_5555_5555;

/// The facts of Kusuri-gui's rows, and those of the game that is played.
#[derive(Clone, Debug)]
pub struct Facts {
    game_end: Common<Choice>,
    rounds_won: Fact<i32>,
    kusuri_made: Fact<i32>,
    role: Fact<Choice>,
    result: Common<Choice>,
    paid: Common<Option<i32>>,
    yaku_points: Fact<Option<i32>>,
    yaku: [Fact<bool>; Yaku::ALL.len()],
    kusuri: Fact<i32>,
    captures: Fact<i32>,
    cards_taken: Fact<Option<i32>>,
    left_in_pile: Common<Option<i32>>,
    willows_aside: Common<i32>,
    misdeals: Common<i32>,
    capture_turns: Fact<i64>,
    kusuri_turns: Fact<i64>,
    round: Option<Round>,
    won_by: BySeat<i32>,
    made_by: BySeat<i32>,
}

/// What a round has shown so far.
#[derive(Clone, Copy, Debug)]
struct Round {
    dealer: Seat,
    misdeals: i32,
    willows_aside: i32,
    turns: u32,
    /// Bit n is turn n.
    captured: u64,
    kusuri: u64,
    change: BySeat<i64>,
}

/// What a round is settled by, if it was not broken off.
struct Settled<'a> {
    captured: &'a [Set; 2],
    left: Set,
    scores: &'a [Score; 2],
    paid: i32,
}

impl RowFacts<KusuriGui> for Facts {
    fn declare(game: &KusuriGui, rows: &mut RowList) -> Facts {
        rows.rounds_a_game = game.rules().rounds.into();
        let games = &mut rows.games;
        let (game_end, rounds_won, kusuri_made) = (
            games.common_choice(
                &GameEnd::NAMES,
                "game_end",
                "how the game ended: all rounds were played, or somebody had no chips left",
            ),
            games.fact("rounds_won", "rounds", "the rounds that the seat won"),
            games.fact("kusuri", "kusuri-gui", "kusuri-gui by the seat"),
        );
        let rounds = &mut rows.rounds;
        Facts {
            game_end,
            rounds_won,
            kusuri_made,
            role: rounds.choice(Role::NAMES, "role", "the part of the seat in the round"),
            result: rounds.common_choice(
                &RESULTS,
                "round_result",
                "who won the round; broken off: a kusuri-gui took a last chip",
            ),
            paid: rounds.common("paid", "chips", "what the loser paid at the end, 0 for a tie"),
            yaku_points: rounds.fact("yaku_points", "chips", "what the seat's yaku are worth together"),
            yaku: YAKU.map(|(name, meaning)| rounds.fact(name, "", meaning)),
            kusuri: rounds.fact("kusuri", "kusuri-gui", "kusuri-gui by the seat"),
            captures: rounds.fact("captures", "captures", "captures by the seat"),
            cards_taken: rounds.fact("cards_taken", "cards", "cards captured by the seat"),
            left_in_pile: rounds.common("left_in_pile", "cards", "cards left in the discard pile at the end"),
            willows_aside: rounds.common("willows_aside", "cards", "willows set aside at the deal"),
            misdeals: rounds.common("misdeals", "deals", "misdeals before it was played"),
            capture_turns: rounds.wide(
                "capture_turns",
                "bits",
                "the turns of the round that captured: bit n is turn n from 0, and the dealer's turns are even",
            ),
            kusuri_turns: rounds.wide("kusuri_turns", "bits", "the turns that were a kusuri-gui, in the same way"),
            round: None,
            won_by: BySeat::default(),
            made_by: BySeat::default(),
        }
    }

    #[inline(always)]
    fn on_event(&mut self, event: &Event, rows: &mut RowCollector) {
        match event {
            Event::RoundBegan { dealer, .. } => self.round = Some(Round::new(*dealer)),
            Event::Played { seat, took, kusuri_gui, .. } => {
                let Some(round) = &mut self.round else { return };
                if let Some(paid) = *kusuri_gui {
                    self.made_by[*seat] += 1;
                    round.pay(*seat, paid);
                }
                if rows.wants_rounds() {
                    round.captured |= u64::from(!took.is_empty()) << round.turns;
                    round.kusuri |= u64::from(kusuri_gui.is_some()) << round.turns;
                    round.turns += 1;
                }
            }
            Event::SetAside { willows, .. } if rows.wants_rounds() => {
                self.round.iter_mut().for_each(|round| round.willows_aside = willows.len() as i32);
            }
            Event::Dealt { misdeal, .. } if rows.wants_rounds() => {
                self.round.iter_mut().for_each(|round| round.misdeals += i32::from(*misdeal));
            }
            Event::RoundOver { participants, captured, left, scores, result, paid } => {
                if let (RoundResult::Won(role), Some(round)) = (result, &mut self.round) {
                    let winner = participants[*role as usize];
                    self.won_by[winner] += 1;
                    round.pay(winner, *paid);
                }
                let result = match result {
                    RoundResult::Won(role) => *role as usize,
                    RoundResult::Tie => Role::ALL.len(),
                };
                self.end_round(result, Some(Settled { captured, left: *left, scores, paid: *paid }), rows);
            }
            Event::GameOver { ending, .. } => {
                self.end_round(BROKEN_OFF, None, rows);
                let won_by = std::mem::take(&mut self.won_by);
                let made_by = std::mem::take(&mut self.made_by);
                let Some(mut row) = rows.game() else { return };
                row.put_common(self.game_end, Choice(*ending as usize));
                row.put(self.rounds_won, |seat| won_by[seat]);
                row.put(self.kusuri_made, |seat| made_by[seat]);
            }
            Event::SetAside { .. } | Event::Dealt { .. } | Event::DealtMore { .. } => {}
        }
    }
}

impl Round {
    fn new(dealer: Seat) -> Round {
        let change = BySeat::default();
        Round { dealer, misdeals: 0, willows_aside: 0, turns: 0, captured: 0, kusuri: 0, change }
    }

    fn pay(&mut self, to: Seat, chips: i32) {
        self.change[to] += i64::from(chips);
        self.change[to.after(1, PLAYERS)] -= i64::from(chips);
    }

    fn role(&self, seat: Seat) -> usize {
        if seat == self.dealer { Role::Dealer as usize } else { Role::Other as usize }
    }

    /// How many of some turns are a seat's.
    fn turns_of(&self, seat: Seat, turns: u64) -> i32 {
        (turns & DEALERS << self.role(seat)).count_ones() as i32
    }
}

impl Facts {
    /// Ends the round that is played, if there is one.
    #[inline(never)]
    fn end_round(&mut self, result: usize, settled: Option<Settled<'_>>, rows: &mut RowCollector) {
        let Some(round) = self.round.take() else { return };
        if rows.only_counts_round() {
            return;
        }
        let Some(mut row) = rows.round(round.dealer, |seat| round.change[seat]) else { return };
        let settled = settled.as_ref();
        let score = |seat| settled.map(|settled| &settled.scores[round.role(seat)]);
        row.put(self.role, |seat| Choice(round.role(seat)));
        row.put_common(self.result, Choice(result));
        row.put_common(self.paid, settled.map(|settled| settled.paid));
        row.put(self.yaku_points, |seat| score(seat).map(|score| i32::from(score.points)));
        for (fact, yaku) in self.yaku.into_iter().zip(Yaku::ALL) {
            row.put(fact, |seat| score(seat).is_some_and(|score| score.yaku.has(yaku)));
        }
        row.put(self.kusuri, |seat| round.turns_of(seat, round.kusuri));
        row.put(self.captures, |seat| round.turns_of(seat, round.captured));
        row.put(self.cards_taken, |seat| {
            settled.map(|settled| settled.captured[round.role(seat)].len() as i32)
        });
        row.put_common(self.left_in_pile, settled.map(|settled| settled.left.len() as i32));
        row.put_common(self.willows_aside, round.willows_aside);
        row.put_common(self.misdeals, round.misdeals);
        row.put_wide(self.capture_turns, |_| round.captured as i64);
        row.put_wide(self.kusuri_turns, |_| round.kusuri as i64);
    }
}
