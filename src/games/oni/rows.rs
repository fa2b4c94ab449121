//! The rows of Oni.

use super::Oni;
use super::events::{Event, RoundResult};
use super::piles::{Piles, SPECIALS};
use super::scoring::{Bonus, Ending};
use crate::game::RowFacts;
use crate::rows::{Choice, Common, Fact, RowCollector, RowList};
use crate::seat::{BySeat, Seat};

/// The columns of the discards, in the order of [`SPECIALS`].
const DISCARDS: [(&str, &str); SPECIALS.len()] = [
    ("poetry", "poetry ribbons discarded in the round, the card turned up at the deal not counted"),
    ("blue", "blue ribbons discarded"),
    ("yellow", "yellow paulownias discarded"),
    ("bridge", "bridges discarded"),
    ("willow", "willows discarded, the lightning included"),
    ("sake_cup", "sake cups discarded"),
    ("lightning", "lightnings discarded"),
];

/// The facts of Oni's rows, and those of the game that is played.
#[derive(Clone, Debug)]
pub struct Facts {
    rounds_won: Fact<i32>,
    ending: Common<Choice>,
    bonus: Common<Choice>,
    won: Fact<bool>,
    hand_cards: Fact<i32>,
    hand_points: Fact<i32>,
    turns: Common<i32>,
    drawn: Common<i32>,
    reshuffles: Common<i32>,
    discards: [Common<i32>; SPECIALS.len()],
    dealer: Seat,
    piles: Piles,
    won_by: BySeat<i32>,
}

impl RowFacts<Oni> for Facts {
    fn declare(_: &Oni, rows: &mut RowList) -> Facts {
        rows.rounds_a_game = 32;
        let rounds_won = rows.games.fact("rounds_won", "rounds", "the rounds that the seat won");
        let rounds = &mut rows.rounds;
        Facts {
            rounds_won,
            ending: rounds.common_choice(
                &Ending::NAMES,
                "ending",
                "how the round ended: some other last card, the rainman or the lightning as the last card, \
                 the lightning declared, or not within max_turns: then it is void",
            ),
            bonus: rounds.common_choice(&Bonus::NAMES, "bonus", "what raised the debts"),
            won: rounds.fact("won", "", "whether the seat won the round"),
            hand_cards: rounds.fact("hand_cards", "cards", "cards in the seat's hand at the end"),
            hand_points: rounds.fact("hand_points", "points", "the points of these cards, before bonuses"),
            turns: rounds.common(
                "turns",
                "turns",
                "turns taken in the round; a bridge and the card on it are two",
            ),
            drawn: rounds.common("drawn", "cards", "cards drawn in the round after the deal"),
            reshuffles: rounds.common(
                "reshuffles",
                "reshuffles",
                "times that the discards became the draw pile",
            ),
            discards: DISCARDS.map(|(name, meaning)| rounds.common(name, "discards", meaning)),
            dealer: Seat::FIRST,
            piles: Piles::default(),
            won_by: BySeat::default(),
        }
    }

    #[inline(always)]
    fn on_event(&mut self, event: &Event, rows: &mut RowCollector) {
        match event {
            Event::RoundBegan { dealer, .. } => self.dealer = *dealer,
            Event::Dealt { top, pile, .. } if rows.wants_rounds() => self.piles = Piles::new(*top, *pile),
            Event::Reshuffled { cards } if rows.wants_rounds() => self.piles.reshuffle(*cards),
            Event::RoundOver { result } => self.end_round(result, rows),
            Event::GameOver { .. } => {
                let won_by = std::mem::take(&mut self.won_by);
                let Some(mut row) = rows.game() else { return };
                row.put(self.rounds_won, |seat| won_by[seat]);
            }
            _ => {}
        }
    }
}

impl Facts {
    #[inline(never)]
    fn end_round(&mut self, result: &RoundResult, rows: &mut RowCollector) {
        if let Some(winner) = result.winner {
            self.won_by[winner] += 1;
        }
        if rows.only_counts_round() {
            return;
        }
        let change = |seat| i64::from(result.written.of(seat));
        let Some(mut row) = rows.round(self.dealer, change) else { return };
        row.put_common(self.ending, Choice(result.ending as usize));
        row.put_common(self.bonus, Choice(result.bonus.index()));
        row.put(self.won, |seat| result.winner == Some(seat));
        row.put(self.hand_cards, |seat| i32::from(result.hand_cards.of(seat)));
        row.put(self.hand_points, |seat| i32::from(result.hand_points.of(seat)));
        row.put_common(self.turns, result.turns as i32);
        row.put_common(self.drawn, self.piles.drawn(result.pile) as i32);
        row.put_common(self.reshuffles, self.piles.reshuffles() as i32);
        let discards = self.piles.with_reshuffled(self.piles.discarded(result.discards));
        for (fact, count) in self.discards.into_iter().zip(discards) {
            row.put_common(fact, count as i32);
        }
    }
}
