//! What is counted in Kujuroku.

use super::events::{Ending, Event, OniFate};
use super::scoring::Settlement;
use super::{Kujuroku, Role};
use crate::game::{Game, Ledger};
use crate::metric::{By, Distribution, Figure, Item, MetricList, Of, Panel, Shares};
use crate::seat::Seat;
use crate::standings::{GameResult, Standings};
use crate::tally::Tally;

const YES_NO: [&str; 2] = ["yes", "no"];

/// The place of yes or no among [`YES_NO`].
const fn yes_no(yes: bool) -> usize {
    !yes as usize
}

/// The metrics of Kujuroku, and what a round has shown so far.
#[derive(Clone, Debug)]
pub struct Counts {
    card_score: Distribution,
    par_band: Shares,
    at_par: Shares,
    yaku: Shares,
    yaku_role: Shares,
    oni_fate: Shares,
    misdeal: Shares,
    round_result: Shares,
    dealer_keeps: Shares,
    round_turns: Distribution,
    round_chips: Distribution,
    dealer_streak: Distribution,
    game_rounds: Distribution,
    game_chips: Distribution,
    win: Shares,
    truncated: Shares,
    par: u16,
    with_oni: bool,
    fate: Option<OniFate>,
    streak: i64,
}

impl Ledger<Kujuroku> for Counts {
    fn declare(game: &Kujuroku, metrics: &mut MetricList) -> Counts {
        let role = By::Role(Role::NAMES);
        let by_player = [By::All, role.clone(), By::Bot];
        let rules = game.rules();
        Counts {
            card_score: metrics.distribution(
                "card_score", 0..=300, &by_player, "points",
                "a participant's card points; counted rounds only",
            ),
            par_band: metrics.shares(
                "par_band", &["+3", "+2", "+1", "-1", "-2", "-3"], &by_player, "participants",
                "the chip band of a participant's card points; counted rounds only",
            ),
            at_par: metrics.shares(
                "at_par", &YES_NO, &by_player, "participants",
                "whether a participant's card points reach par; counted rounds only",
            ),
            yaku: metrics.shares(
                "yaku", &["none", "shi", "san", "danjou", "shi_dan", "shi_dan_san"], &[By::All], "rounds",
                "the yaku that ended a round; of several that paid, the most valuable",
            ),
            yaku_role: metrics.shares(
                "yaku_role", Role::NAMES, &[By::All], "rounds with a yaku",
                "whose the yaku was",
            ),
            oni_fate: metrics.shares(
                "oni_fate",
                &["deal", "hand", "draw", "removed", "with_jizo", "took_jizo", "unplayed"],
                &[By::All], "rounds",
                "what became of the Oni: taken at the deal, captured from the hand, captured when drawn, \
                 laid and removed, captured by the Jizo, captured the Jizo, not played before the round ended",
            ),
            misdeal: metrics.shares(
                "misdeal", &YES_NO, &[By::All], "deals",
                "whether four cards of one number lay on the field, so that it was dealt again",
            ),
            round_result: metrics.shares(
                "round_result", &["yaku", "one_winner", "two_winners", "draw"], &[By::All], "rounds",
                "how a round was settled",
            ),
            dealer_keeps: metrics.shares(
                "dealer_keeps", &YES_NO, &[By::All], "rounds",
                "whether the dealer deals again",
            ),
            round_turns: metrics.distribution(
                "round_turns", 0..=18, &[By::All], "turns",
                "turns in a round; 18 when it is played out",
            ),
            round_chips: metrics.distribution(
                "round_chips", -40..=40, &[role, By::Bot], "chips",
                "what a participant won or lost in a round",
            ),
            dealer_streak: metrics.distribution(
                "dealer_streak", 1..=32, &[By::All], "rounds",
                "rounds that one dealer dealt in a row, the one that lost the deal included",
            ),
            game_rounds: metrics.distribution(
                "game_rounds", 1..=128, &[By::All], "rounds",
                "rounds in a game",
            ),
            game_chips: metrics.distribution(
                "game_chips", -128..=128, &[By::Seat, By::Bot], "chips",
                "chips at the end of a game",
            ),
            win: metrics.shares(
                "win", &GameResult::NAMES, &[By::Seat, By::Bot], "games",
                "whether a seat had the most chips at the end, alone or with others",
            ),
            truncated: metrics.shares(
                "truncated", &YES_NO, &[By::All], "games",
                "whether the game was stopped at max_rounds; its unfinished streak is not counted",
            ),
            par: rules.par,
            with_oni: rules.oni,
            fate: None,
            streak: 0,
        }
    }

    // Always inlined: where the rules tell of a card played, nothing is left
    // of it.
    #[inline(always)]
    fn hear(&mut self, event: &Event, tally: &mut Tally) {
        match event {
            Event::Dealt { misdeal, .. } => tally.outcome(&self.misdeal, Of::all(), yes_no(*misdeal)),
            Event::Oni { fate } => self.fate = Some(*fate),
            Event::Counted { participants, scores, bands, .. } => {
                self.hear_counted(participants, scores, bands, tally);
            }
            Event::RoundOver { participants, ending, turns, chips, dealer_keeps } => {
                self.hear_round_over(participants, *ending, *turns, chips, *dealer_keeps, tally);
            }
            Event::GameOver { rounds, chips, truncated } => {
                self.hear_game_over(*rounds, chips, *truncated, tally);
            }
            _ => {}
        }
    }
}

impl Counts {
    fn hear_counted(
        &mut self,
        participants: &[Seat; 3],
        scores: &[u16; 3],
        bands: &[i32; 3],
        tally: &mut Tally,
    ) {
        for role in 0..3 {
            let (score, band) = (scores[role], bands[role]);
            let of = tally.of(participants[role]).role(role);
            tally.value(&self.card_score, of, i64::from(score));
            // +3 to +1 are places 0 to 2, -1 to -3 places 3 to 5.
            let place = if band > 0 { 3 - band } else { 2 - band };
            tally.outcome(&self.par_band, of, place as usize);
            tally.outcome(&self.at_par, of, yes_no(score >= self.par));
        }
    }

    fn hear_round_over(
        &mut self,
        participants: &[Seat; 3],
        ending: Ending,
        turns: u8,
        chips: &[i32; 3],
        dealer_keeps: bool,
        tally: &mut Tally,
    ) {
        for role in 0..3 {
            let of = tally.of(participants[role]).role(role);
            tally.value(&self.round_chips, of, i64::from(chips[role]));
        }
        let (yaku, result) = match ending {
            Ending::Yaku(role, yaku) => {
                tally.outcome(&self.yaku_role, Of::all(), role as usize);
                (1 + yaku as usize, 0)
            }
            Ending::Counted(Settlement::OneWinner) => (0, 1),
            Ending::Counted(Settlement::TwoWinners) => (0, 2),
            Ending::Counted(Settlement::Draw) => (0, 3),
        };
        tally.outcome(&self.yaku, Of::all(), yaku);
        tally.outcome(&self.round_result, Of::all(), result);
        tally.value(&self.round_turns, Of::all(), i64::from(turns));
        tally.outcome(&self.dealer_keeps, Of::all(), yes_no(dealer_keeps));
        let unplayed = OniFate::TookJizo as usize + 1;
        let fate = self.fate.take().map_or(unplayed, |fate| fate as usize);
        if self.with_oni {
            tally.outcome(&self.oni_fate, Of::all(), fate);
        }
        self.streak += 1;
        if !dealer_keeps {
            tally.value(&self.dealer_streak, Of::all(), self.streak);
            self.streak = 0;
        }
    }

    fn hear_game_over(&mut self, rounds: u32, chips: &Standings, truncated: bool, tally: &mut Tally) {
        self.streak = 0;
        tally.value(&self.game_rounds, Of::all(), i64::from(rounds));
        tally.outcome(&self.truncated, Of::all(), yes_no(truncated));
        for (seat, won) in chips.iter() {
            tally.value(&self.game_chips, tally.of(seat), won);
            tally.outcome(&self.win, tally.of(seat), chips.result(seat) as usize);
        }
    }
}

/// Par scores, yaku, and the dealer's advantage.
pub(super) fn panels() -> Vec<Panel> {
    let item = |heading, metric, figure| Item { heading, metric, figure };
    vec![
        Panel::ByGroup {
            title: "Par scores",
            by: "role",
            columns: vec![
                item("card points", "card_score", Figure::Mean),
                item("at par", "at_par", Figure::Share("yes")),
                item("chips a round", "round_chips", Figure::Mean),
            ],
        },
        Panel::Outcomes { title: "Yaku, of the rounds", metric: "yaku" },
        Panel::Lines {
            title: "The deal",
            items: vec![
                item("dealer's advantage, chips a round", "round_chips", Figure::MeanOf("role", "dealer")),
                item("dealer keeps the deal", "dealer_keeps", Figure::Share("yes")),
                item("rounds that one dealer deals", "dealer_streak", Figure::Mean),
                item("rounds in a game", "game_rounds", Figure::Mean),
                item("misdeals", "misdeal", Figure::Share("yes")),
            ],
        },
        Panel::ByGroup {
            title: "Bots",
            by: "bot",
            columns: vec![
                item("chips a game", "game_chips", Figure::Mean),
                item("wins", "win", Figure::Share("win")),
                item("shared wins", "win", Figure::Share("shared")),
                item("chips a round", "round_chips", Figure::Mean),
            ],
        },
    ]
}
