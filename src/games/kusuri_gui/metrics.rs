//! What is counted in Kusuri-gui.

use super::events::{Event, RoundResult};
use super::rounds::{Part, Round, Turns};
use super::table::TURNS;
use super::yaku::Yaku;
use super::{KusuriGui, PLAYERS, Role};
use crate::game::Ledger;
use crate::metric::{
    Distribution, Figure, GroupKey, Item, MetricList, Panel, Shares, SplitBy, YES_NO, yes_no,
};
use crate::standings::{GameResult, Standings};
use crate::tally::Tally;

/// How many rounds are kept before they are counted.
const ROUNDS: usize = 64;

/// The metrics of Kusuri-gui, and what is still to be counted.
///
/// While a game is played it is only written down, and counted when the game
/// is over, metric by metric.
#[derive(Clone, Debug)]
pub struct Counts {
    yaku: Shares,
    yaku_points: Distribution,
    margin: Distribution,
    round_result: Shares,
    kusuri: Distribution,
    kusuri_streak: Distribution,
    captures: Distribution,
    cards_taken: Distribution,
    pile_taken: Distribution,
    left_in_pile: Distribution,
    willows_aside: Distribution,
    misdeal: Shares,
    game_chips: Distribution,
    win: Shares,
    /// The turns so far of the round that is played.
    captured: Turns,
    kusuri_gui: Turns,
    aside: u8,
    rounds: Vec<Round>,
    parts: Vec<Part>,
    /// The cards of each capture.
    piles: Vec<u8>,
    streaks: Vec<u8>,
}

impl Ledger<KusuriGui> for Counts {
    fn declare(_game: &KusuriGui, metrics: &mut MetricList) -> Counts {
        let role = SplitBy::Role(Role::NAMES);
        let by_player = [role.clone(), SplitBy::Bot];
        let by_all = [SplitBy::All];
        Counts {
            yaku: metrics.shares(
                "yaku",
                &YES_NO,
                &[SplitBy::Custom("yaku", Yaku::NAMES)],
                "player-rounds",
                "whether the yaku counted for a player at the end of a round",
            ),
            yaku_points: metrics.distribution(
                "yaku_points",
                0..=63,
                &[SplitBy::All, role, SplitBy::Bot],
                "chips",
                "what a player's yaku of a round are worth together",
            ),
            margin: metrics.distribution(
                "margin",
                0..=63,
                &by_all,
                "chips",
                "the difference that was paid at the end of a round, 0 for a tie",
            ),
            round_result: metrics.shares(
                "round_result",
                &["dealer", "other", "tie"],
                &by_all,
                "rounds",
                "who won a round",
            ),
            kusuri: metrics.distribution(
                "kusuri",
                0..=19,
                &by_player,
                "kusuri-gui",
                "kusuri-gui by a player in a round",
            ),
            kusuri_streak: metrics.distribution(
                "kusuri_streak",
                1..=19,
                &by_all,
                "kusuri-gui",
                "lengths of runs of kusuri-gui by one player, each in that player's next turn",
            ),
            captures: metrics.distribution(
                "captures",
                0..=20,
                &by_player,
                "captures",
                "captures by a player in a round",
            ),
            cards_taken: metrics.distribution(
                "cards_taken",
                0..=41,
                &by_player,
                "cards",
                "cards captured by a player in a round",
            ),
            pile_taken: metrics.distribution(
                "pile_taken",
                2..=41,
                &by_all,
                "cards",
                "cards in a capture, the played one included",
            ),
            left_in_pile: metrics.distribution(
                "left_in_pile",
                0..=41,
                &by_all,
                "cards",
                "cards in the discard pile at the end of a round",
            ),
            willows_aside: metrics.distribution(
                "willows_aside",
                0..=3,
                &by_all,
                "cards",
                "willows set aside at a deal that was played",
            ),
            misdeal: metrics.shares(
                "misdeal",
                &YES_NO,
                &by_all,
                "deals",
                "whether the field was nothing but willows, so that it was dealt again",
            ),
            game_chips: metrics.distribution(
                "game_chips",
                -200..=200,
                &[SplitBy::Seat, SplitBy::Bot],
                "chips",
                "what a seat won or lost in a game",
            ),
            win: metrics.shares(
                "win",
                &GameResult::NAMES,
                &[SplitBy::Seat, SplitBy::Bot],
                "games",
                "whether a seat had more chips at the end, or as many as the other",
            ),
            captured: Turns::default(),
            kusuri_gui: Turns::default(),
            aside: 0,
            rounds: Vec::with_capacity(ROUNDS),
            parts: Vec::with_capacity(ROUNDS * PLAYERS),
            piles: Vec::with_capacity(ROUNDS * usize::from(TURNS)),
            streaks: Vec::with_capacity(ROUNDS * usize::from(TURNS)),
        }
    }

    // Always inlined: of a card played the rules make two shifts here.
    #[inline(always)]
    fn on_event(&mut self, event: &Event, tally: &mut Tally) {
        match event {
            Event::Played { took, kusuri_gui, .. } => {
                self.captured.note(!took.is_empty());
                self.kusuri_gui.note(kusuri_gui.is_some());
            }
            Event::SetAside { willows, .. } => self.aside = willows.len() as u8,
            // That every round has a deal which is none is counted at the end.
            Event::Dealt { misdeal: true, .. } => tally.outcome(&self.misdeal, GroupKey::all(), yes_no(true)),
            Event::RoundOver { participants, captured, left, scores, result } => {
                let [dealers, others] = scores.map(|score| score.points);
                let round = Round {
                    margin: dealers.abs_diff(others),
                    left: left.len() as u8,
                    willows_aside: self.aside,
                    result: *result,
                };
                let part = |role: Role| Part {
                    seat: participants[role as usize],
                    role,
                    kusuri: self.kusuri_gui.of(role),
                    captures: self.captured.of(role),
                    cards: captured[role as usize].len() as u8,
                    points: scores[role as usize].points,
                    yaku: scores[role as usize].yaku,
                };
                self.note_round(round, Role::ALL.map(part));
                if self.rounds.len() == ROUNDS {
                    self.count_rounds(tally);
                }
            }
            Event::GameOver { chips, .. } => {
                self.count_rounds(tally);
                self.count_game(chips, tally);
            }
            _ => {}
        }
    }

    fn panels() -> Vec<Panel> {
        let item = |heading, metric, figure| Item { heading, metric, figure };
        vec![
            Panel::ByGroup {
                title: "A player's round",
                by: "role",
                columns: vec![
                    item("yaku points", "yaku_points", Figure::Mean),
                    item("kusuri-gui", "kusuri", Figure::Mean),
                    item("captures", "captures", Figure::Mean),
                    item("cards", "cards_taken", Figure::Mean),
                ],
            },
            Panel::ByGroup {
                title: "Yaku, of the players' rounds",
                by: "yaku",
                columns: vec![item("counted", "yaku", Figure::Share("yes"))],
            },
            Panel::Lines {
                title: "The round",
                items: vec![
                    item("the dealer wins", "round_result", Figure::Share("dealer")),
                    item("the other player wins", "round_result", Figure::Share("other")),
                    item("ties", "round_result", Figure::Share("tie")),
                    item("chips paid at the end", "margin", Figure::Mean),
                    item("kusuri-gui in a run", "kusuri_streak", Figure::Mean),
                    item("cards in a capture", "pile_taken", Figure::Mean),
                    item("cards left in the pile", "left_in_pile", Figure::Mean),
                    item("willows set aside", "willows_aside", Figure::Mean),
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
                ],
            },
        ]
    }
}

impl Counts {
    fn note_round(&mut self, round: Round, parts: [Part; 2]) {
        self.rounds.push(round);
        self.parts.extend(parts);
        self.piles.extend(self.captured.cards_taken());
        self.streaks.extend(self.kusuri_gui.streaks());
        self.captured = Turns::default();
        self.kusuri_gui = Turns::default();
        self.aside = 0;
    }

    #[inline(never)]
    fn count_rounds(&mut self, tally: &mut Tally) {
        let (all, rounds) = (GroupKey::all(), self.rounds.iter());
        tally.count_values(&self.margin, rounds.clone().map(|round| (all, i64::from(round.margin))));
        tally.count_outcomes(
            &self.round_result,
            rounds.clone().map(|round| (all, result_place(round.result))),
        );
        tally.count_outcomes(&self.misdeal, rounds.clone().map(|_| (all, yes_no(false))));
        tally.count_values(
            &self.willows_aside,
            rounds.clone().map(|round| (all, i64::from(round.willows_aside))),
        );
        tally.count_values(&self.left_in_pile, rounds.map(|round| (all, i64::from(round.left))));
        tally.count_values(&self.pile_taken, self.piles.iter().map(|&cards| (all, i64::from(cards))));
        tally.count_values(&self.kusuri_streak, self.streaks.iter().map(|&length| (all, i64::from(length))));

        let (seating, parts) = (tally.seating(), self.parts.iter());
        let of = |part: &Part| seating.of(part.seat).role(part.role as usize);
        tally.count_values(&self.yaku_points, parts.clone().map(|part| (of(part), i64::from(part.points))));
        tally.count_values(&self.kusuri, parts.clone().map(|part| (of(part), i64::from(part.kusuri))));
        tally.count_values(&self.captures, parts.clone().map(|part| (of(part), i64::from(part.captures))));
        tally.count_values(&self.cards_taken, parts.clone().map(|part| (of(part), i64::from(part.cards))));
        for yaku in Yaku::ALL {
            let of = all.custom(yaku as usize);
            tally.count_outcomes(&self.yaku, parts.clone().map(|part| (of, yes_no(part.yaku.has(yaku)))));
        }
        self.rounds.clear();
        self.parts.clear();
        self.piles.clear();
        self.streaks.clear();
    }

    fn count_game(&mut self, chips: &Standings, tally: &mut Tally) {
        let seating = tally.seating();
        tally.count_values(&self.game_chips, chips.iter().map(|(seat, won)| (seating.of(seat), won)));
        tally.count_outcomes(
            &self.win,
            chips.results().map(|(seat, result)| (seating.of(seat), result as usize)),
        );
    }
}

/// The place of a result among the outcomes.
#[inline]
const fn result_place(result: RoundResult) -> usize {
    match result {
        RoundResult::Won(role) => role as usize,
        RoundResult::Tie => Role::ALL.len(),
    }
}
