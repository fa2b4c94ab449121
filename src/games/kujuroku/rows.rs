//! The rows of Kujuroku.

use super::events::{Ending, Event, GameEnd, OniFate};
use super::scoring::Settlement;
use super::{Kujuroku, Role};
use crate::game::{Game, RowFacts};
use crate::rows::{Choice, Common, Fact, RowCollector, RowList};
use crate::seat::{BySeat, Seat};

const ROLES: [&str; 4] = ["dealer", "second", "third", "out"];
const OUT: usize = 3;
const YAKU: [&str; 6] = ["none", "shi", "san", "danjou", "shi_dan", "shi_dan_san"];
const SETTLED: [&str; 4] = ["yaku", "one_winner", "two_winners", "draw"];
const FATES: [&str; 8] = ["deal", "hand", "draw", "removed", "with_jizo", "took_jizo", "unplayed", "no_oni"];
const UNPLAYED: usize = 6;
const NO_ONI: usize = 7;

/// The facts of Kujuroku's rows, and those of the game that is played.
#[derive(Clone, Debug)]
pub struct Facts {
    game_end: Common<Choice>,
    yaku_formed: Fact<i32>,
    dealt: Fact<i32>,
    role: Fact<Choice>,
    settled: Common<Choice>,
    yaku: Common<Choice>,
    formed: Fact<bool>,
    card_points: Fact<Option<i32>>,
    band: Fact<Option<i32>>,
    at_par: Fact<Option<bool>>,
    oni_fate: Common<Choice>,
    turns: Common<i32>,
    misdeals: Common<i32>,
    dealer_keeps: Common<bool>,
    streak: Common<i32>,
    par: u16,
    /// The fate of an Oni that is not played.
    unplayed: usize,
    round: Round,
    rounds_dealt: i32,
    formed_by: BySeat<i32>,
    dealt_by: BySeat<i32>,
}

/// What a round has shown so far.
#[derive(Clone, Copy, Debug, Default)]
struct Round {
    misdeals: i32,
    fate: Option<OniFate>,
    counted: Option<([u16; 3], [i32; 3])>,
}

impl RowFacts<Kujuroku> for Facts {
    fn declare(game: &Kujuroku, rows: &mut RowList) -> Facts {
        let rules = game.rules();
        rows.rounds_a_game = 8;
        let games = &mut rows.games;
        let (game_end, yaku_formed, dealt) = (
            games.common_choice(
                &GameEnd::NAMES,
                "game_end",
                "how the game ended: everybody had lost the deal, somebody had no chips left, or it was \
                 stopped at max_rounds",
            ),
            games.fact("yaku_formed", "rounds", "the rounds that a yaku of the seat ended"),
            games.fact("dealt", "rounds", "the rounds that the seat dealt"),
        );
        let rounds = &mut rows.rounds;
        Facts {
            game_end,
            yaku_formed,
            dealt,
            role: rounds.choice(&ROLES, "role", "the part of the seat in the round; out: it sat out"),
            settled: rounds.common_choice(&SETTLED, "settled", "how the round was settled"),
            yaku: rounds.common_choice(&YAKU, "yaku", "the yaku that ended it; of several that paid, the most valuable"),
            formed: rounds.fact("formed", "", "whether the seat formed that yaku"),
            card_points: rounds.fact(
                "card_points",
                "points",
                "the card points of the seat; missing if it sat out or a yaku ended the round",
            ),
            band: rounds.fact("band", "chips", "the chip band of these points, -3 to 3"),
            at_par: rounds.fact("at_par", "", "whether they reach par"),
            oni_fate: rounds.common_choice(
                &FATES,
                "oni_fate",
                "what became of the Oni: taken at the deal, captured from the hand, captured when drawn, laid \
                 and removed, captured by the Jizo, captured the Jizo, not played, or not in the deck",
            ),
            turns: rounds.common("turns", "turns", "turns in the round"),
            misdeals: rounds.common("misdeals", "deals", "misdeals before it was played"),
            dealer_keeps: rounds.common("dealer_keeps", "", "whether the dealer deals again"),
            streak: rounds.common("streak", "rounds", "the rounds that the dealer has dealt in a row, this one included"),
            par: rules.par,
            unplayed: if rules.oni { UNPLAYED } else { NO_ONI },
            round: Round::default(),
            rounds_dealt: 0,
            formed_by: BySeat::default(),
            dealt_by: BySeat::default(),
        }
    }

    #[inline(always)]
    fn on_event(&mut self, event: &Event, rows: &mut RowCollector) {
        match event {
            Event::RoundOver { participants, ending, turns, chips, dealer_keeps } => {
                self.end_round(*participants, *ending, *turns, *chips, *dealer_keeps, rows);
            }
            Event::GameOver { ending, .. } => {
                self.rounds_dealt = 0;
                let formed_by = std::mem::take(&mut self.formed_by);
                let dealt_by = std::mem::take(&mut self.dealt_by);
                let Some(mut row) = rows.game() else { return };
                row.put_common(self.game_end, Choice(*ending as usize));
                row.put(self.yaku_formed, |seat| formed_by[seat]);
                row.put(self.dealt, |seat| dealt_by[seat]);
            }
            _ if rows.wants_rounds() => self.round.on_event(event),
            _ => {}
        }
    }
}

impl Round {
    #[inline(always)]
    fn on_event(&mut self, event: &Event) {
        match event {
            Event::Dealt { misdeal, .. } => self.misdeals += i32::from(*misdeal),
            Event::Oni { fate } => self.fate = Some(*fate),
            Event::Counted { scores, bands, .. } => self.counted = Some((*scores, *bands)),
            _ => {}
        }
    }
}

impl Facts {
    #[inline(never)]
    fn end_round(
        &mut self,
        participants: [Seat; 3],
        ending: Ending,
        turns: u8,
        chips: [i32; 3],
        dealer_keeps: bool,
        rows: &mut RowCollector,
    ) {
        let (settled, yaku, by) = match ending {
            Ending::Yaku(role, yaku) => (0, 1 + yaku as usize, Some(participants[role as usize])),
            Ending::Counted(Settlement::OneWinner) => (1, 0, None),
            Ending::Counted(Settlement::TwoWinners) => (2, 0, None),
            Ending::Counted(Settlement::Draw) => (3, 0, None),
        };
        self.dealt_by[participants[Role::Dealer as usize]] += 1;
        if let Some(seat) = by {
            self.formed_by[seat] += 1;
        }
        if rows.only_counts_round() {
            return;
        }
        self.rounds_dealt += 1;
        let streak = self.rounds_dealt;
        if !dealer_keeps {
            self.rounds_dealt = 0;
        }
        let Round { misdeals, fate, counted } = std::mem::take(&mut self.round);
        let mut role_of = BySeat::all(OUT);
        participants.into_iter().enumerate().for_each(|(role, seat)| role_of[seat] = role);
        let change = |seat| chips.get(role_of[seat]).map_or(0, |&chips| i64::from(chips));
        let Some(mut row) = rows.round(participants[0], change) else { return };
        let points = |seat| counted.and_then(|(points, _)| points.get(role_of[seat]).copied());
        let fate = fate.map_or(self.unplayed, |fate| fate as usize);
        row.put(self.role, |seat| Choice(role_of[seat]));
        row.put_common(self.settled, Choice(settled));
        row.put_common(self.yaku, Choice(yaku));
        row.put(self.formed, |seat| by == Some(seat));
        row.put(self.card_points, |seat| points(seat).map(i32::from));
        row.put(self.band, |seat| counted.and_then(|(_, bands)| bands.get(role_of[seat]).copied()));
        row.put(self.at_par, |seat| points(seat).map(|points| points >= self.par));
        row.put_common(self.oni_fate, Choice(fate));
        row.put_common(self.turns, i32::from(turns));
        row.put_common(self.misdeals, misdeals);
        row.put_common(self.dealer_keeps, dealer_keeps);
        row.put_common(self.streak, streak);
    }
}
