//! What is counted in Oni.

use super::Oni;
use super::events::{Event, RoundResult};
use super::scoring::{Bonus, Ending};
use super::special::Special;
use crate::cards::{Card, Hanafuda};
use crate::game::{Game, Ledger};
use crate::metric::{By, Distribution, MetricList, Number, Of, Shares};
use crate::seat::Seat;
use crate::standings::Standings;
use crate::tally::Tally;

const YES_NO: [&str; 2] = ["yes", "no"];
const WIN_LOSS: [&str; 2] = ["win", "loss"];

/// The place of yes among yes and no, and of a win among win and loss.
const fn yes_no(yes: bool) -> usize {
    !yes as usize
}

/// The special cards whose discards are counted, in the order of [`Special`].
const SPECIALS: &[&str] = &["poetry", "blue", "yellow", "bridge", "willow", "sake_cup", "lightning"];

/// How many rounds are kept before they are counted.
const ROUNDS: usize = 64;

/// What happened in a round, beside its result.
#[derive(Clone, Copy, Debug, Default)]
struct Deeds {
    /// Discards by kind of special card; the last place is for plain cards.
    discards: [u32; SPECIALS.len() + 1],
    drawn: u32,
    reshuffles: u32,
}

/// The metrics of Oni, and what is still to be counted.
///
/// While a game is played it is only written down, and counted when the game
/// is over, metric by metric.
#[derive(Clone, Debug)]
pub struct Counts {
    bonus: Shares,
    ending: Shares,
    round_points: Distribution,
    hand_points: Distribution,
    hand_cards: Distribution,
    effect: Number,
    drawn: Number,
    reshuffles: Number,
    round_turns: Distribution,
    game_rounds: Distribution,
    dealer_wins: Shares,
    declare_net: Distribution,
    final_score: Distribution,
    win: Shares,
    truncated: Shares,
    /// For each card, what kind of special card it is.
    special: [u8; Hanafuda::COUNT],
    deeds: Deeds,
    rounds: Vec<(RoundResult, Deeds)>,
}

impl Ledger<Oni> for Counts {
    fn declare(game: &Oni, metrics: &mut MetricList) -> Counts {
        let all = [By::All];
        let by_bot = [By::All, By::Bot];
        let last_round = i64::from(game.rules().max_rounds).min(1000);
        Counts {
            bonus: metrics.shares(
                "bonus",
                &Bonus::NAMES,
                &all,
                "rounds",
                "what raised the debts; the lightning as the last card or by declaring",
            ),
            ending: metrics.shares(
                "ending",
                &Ending::NAMES,
                &all,
                "rounds",
                "how a round ended: some other last card, the rainman or the lightning as the last card, \
                 the lightning declared, or not within max_turns",
            ),
            round_points: metrics.distribution(
                "round_points",
                -100..=600,
                &by_bot,
                "points",
                "what the winner of a round wrote down",
            ),
            hand_points: metrics.distribution(
                "hand_points",
                0..=200,
                &by_bot,
                "points",
                "the points of a loser's hand before bonuses",
            ),
            hand_cards: metrics.distribution(
                "hand_cards",
                1..=46,
                &all,
                "cards",
                "cards in a loser's hand at the end of a round",
            ),
            effect: metrics.number(
                "effect",
                &[By::Own("card", SPECIALS)],
                "discards",
                "discards of a kind of special card in a round; the lightning is a willow as well",
            ),
            drawn: metrics.number(
                "drawn",
                &all,
                "cards",
                "cards drawn in a round after the deal, forced or not",
            ),
            reshuffles: metrics.number(
                "reshuffles",
                &all,
                "reshuffles",
                "times in a round that the discards became the draw pile",
            ),
            round_turns: metrics.distribution(
                "round_turns",
                1..=300,
                &all,
                "turns",
                "turns taken in a round; a bridge and the card on it are two",
            ),
            game_rounds: metrics.distribution(
                "game_rounds",
                1..=last_round,
                &all,
                "rounds",
                "rounds in a game, void ones too",
            ),
            dealer_wins: metrics.shares(
                "dealer_wins",
                &YES_NO,
                &all,
                "rounds",
                "whether the dealer won the round",
            ),
            declare_net: metrics.distribution(
                "declare_net",
                -200..=600,
                &by_bot,
                "points",
                "what a player who declared wrote down",
            ),
            final_score: metrics.distribution(
                "final_score",
                -2500..=800,
                &[By::Seat, By::Bot],
                "points",
                "the total at the end of a game",
            ),
            win: metrics.shares(
                "win",
                &WIN_LOSS,
                &[By::Seat, By::Bot],
                "games",
                "whether a seat reached the goal; in a truncated game nobody did",
            ),
            truncated: metrics.shares(
                "truncated",
                &YES_NO,
                &all,
                "games",
                "whether the game was stopped at max_rounds",
            ),
            special: std::array::from_fn(|index| Special::of(Hanafuda::at(index)) as u8),
            deeds: Deeds::default(),
            rounds: Vec::with_capacity(ROUNDS),
        }
    }

    // Always inlined: where the rules tell of a skip, nothing is left of it.
    #[inline(always)]
    fn hear(&mut self, event: &Event, tally: &mut Tally) {
        match event {
            Event::Discarded { card, .. } => {
                let special = usize::from(self.special[card.index()] & 7);
                self.deeds.discards[special] += 1;
            }
            Event::Drew { .. } => self.deeds.drawn += 1,
            Event::Reshuffled { .. } => self.deeds.reshuffles += 1,
            Event::RoundOver { result } => {
                self.rounds.push((*result, std::mem::take(&mut self.deeds)));
                if self.rounds.len() == ROUNDS {
                    self.count_rounds(tally);
                }
            }
            Event::GameOver { rounds, scores, winner } => {
                self.count_rounds(tally);
                self.count_game(*rounds, scores, *winner, tally);
            }
            _ => {}
        }
    }
}

impl Counts {
    #[inline(never)]
    fn count_rounds(&mut self, tally: &mut Tally) {
        let all = Of::all();
        for (result, _) in &self.rounds {
            tally.outcome(&self.bonus, all, result.bonus.place());
        }
        for (result, _) in &self.rounds {
            tally.outcome(&self.ending, all, result.ending as usize);
        }
        for (result, _) in &self.rounds {
            tally.outcome(&self.dealer_wins, all, yes_no(result.dealer_wins));
        }
        for (result, _) in &self.rounds {
            tally.value(&self.round_turns, all, i64::from(result.turns));
        }
        for (_, deeds) in &self.rounds {
            tally.number(&self.drawn, all, i64::from(deeds.drawn));
        }
        for (_, deeds) in &self.rounds {
            tally.number(&self.reshuffles, all, i64::from(deeds.reshuffles));
        }
        for (_, deeds) in &self.rounds {
            let mut discards = deeds.discards;
            discards[Special::Willow as usize] += discards[Special::Lightning as usize];
            for (special, &times) in discards[..SPECIALS.len()].iter().enumerate() {
                tally.number(&self.effect, all.own(special), i64::from(times));
            }
        }
        self.count_hands(tally);
        self.rounds.clear();
    }

    /// A void round has neither a winner nor losers.
    fn count_hands(&self, tally: &mut Tally) {
        let won = || self.rounds.iter().filter_map(|(result, _)| Some((result.winner?, result)));
        for (winner, result) in won() {
            let of = tally.of(winner);
            let points = i64::from(result.written.of(winner));
            tally.value(&self.round_points, of, points);
            if result.ending == Ending::LightningDeclared {
                tally.value(&self.declare_net, of, points);
            }
        }
        for (winner, result) in won() {
            for (seat, points) in result.hand_points.iter().filter(|&(seat, _)| seat != winner) {
                tally.value(&self.hand_points, tally.of(seat), i64::from(points));
            }
        }
        for (winner, result) in won() {
            for (_, cards) in result.hand_cards.iter().filter(|&(seat, _)| seat != winner) {
                tally.value(&self.hand_cards, Of::all(), i64::from(cards));
            }
        }
    }

    fn count_game(&self, rounds: u32, scores: &Standings, winner: Option<Seat>, tally: &mut Tally) {
        tally.value(&self.game_rounds, Of::all(), i64::from(rounds));
        tally.outcome(&self.truncated, Of::all(), yes_no(winner.is_none()));
        for (seat, score) in scores.iter() {
            tally.value(&self.final_score, tally.of(seat), score);
            tally.outcome(&self.win, tally.of(seat), yes_no(winner == Some(seat)));
        }
    }
}
