//! What is counted in Kusuri-gui.

use super::events::{Event, RoundResult};
use super::rounds::{Round, Turns};
use super::yaku::Yaku;
use super::{KusuriGui, Role};
use crate::game::Ledger;
use crate::metric::{By, Distribution, Figure, Item, MetricList, Of, Panel, Shares};
use crate::standings::{GameResult, Standings};
use crate::tally::Tally;

const YES_NO: [&str; 2] = ["yes", "no"];

/// The place of yes or no among [`YES_NO`].
const fn yes_no(yes: bool) -> usize {
    !yes as usize
}

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
}

impl Ledger<KusuriGui> for Counts {
    fn declare(_game: &KusuriGui, metrics: &mut MetricList) -> Counts {
        let role = By::Role(Role::NAMES);
        let by_player = [role.clone(), By::Bot];
        let by_all = [By::All];
        Counts {
            yaku: metrics.shares(
                "yaku",
                &YES_NO,
                &[By::Own("yaku", Yaku::NAMES)],
                "player-rounds",
                "whether the yaku counted for a player at the end of a round",
            ),
            yaku_points: metrics.distribution(
                "yaku_points",
                0..=63,
                &[By::All, role, By::Bot],
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
                &[By::Seat, By::Bot],
                "chips",
                "what a seat won or lost in a game",
            ),
            win: metrics.shares(
                "win",
                &GameResult::NAMES,
                &[By::Seat, By::Bot],
                "games",
                "whether a seat had more chips at the end, or as many as the other",
            ),
            captured: Turns::default(),
            kusuri_gui: Turns::default(),
            aside: 0,
            rounds: Vec::with_capacity(ROUNDS),
        }
    }

    // Always inlined: of a card played the rules make two shifts here.
    #[inline(always)]
    fn hear(&mut self, event: &Event, tally: &mut Tally) {
        match event {
            Event::Played { took, kusuri_gui, .. } => {
                self.captured.note(!took.is_empty());
                self.kusuri_gui.note(kusuri_gui.is_some());
            }
            Event::SetAside { willows, .. } => self.aside = willows.len() as u8,
            // That every round has a deal which is none is counted at the end.
            Event::Dealt { misdeal: true, .. } => tally.outcome(&self.misdeal, Of::all(), yes_no(true)),
            Event::RoundOver { participants, captured, left, scores, result } => {
                self.rounds.push(Round {
                    participants: *participants,
                    captures: std::mem::take(&mut self.captured),
                    kusuri: std::mem::take(&mut self.kusuri_gui),
                    cards: captured.map(|cards| cards.len() as u8),
                    left: left.len() as u8,
                    willows_aside: std::mem::take(&mut self.aside),
                    yaku: scores.map(|score| score.yaku),
                    points: scores.map(|score| score.points),
                    result: *result,
                });
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
}

impl Counts {
    #[inline(never)]
    fn count_rounds(&mut self, tally: &mut Tally) {
        let all = Of::all();
        for round in &self.rounds {
            let [dealers, others] = round.points;
            tally.value(&self.margin, all, i64::from(dealers.abs_diff(others)));
            tally.outcome(&self.round_result, all, result_place(round.result));
            tally.outcome(&self.misdeal, all, yes_no(false));
            tally.value(&self.willows_aside, all, i64::from(round.willows_aside));
            tally.value(&self.left_in_pile, all, i64::from(round.left));
        }
        for cards in self.rounds.iter().flat_map(|round| round.captures.cards_taken()) {
            tally.value(&self.pile_taken, all, i64::from(cards));
        }
        for length in self.rounds.iter().flat_map(|round| round.kusuri.streaks()) {
            tally.value(&self.kusuri_streak, all, i64::from(length));
        }
        for (round, role) in players(&self.rounds) {
            let place = role as usize;
            let of = tally.of(round.participants[place]).role(place);
            tally.value(&self.yaku_points, of, i64::from(round.points[place]));
            tally.value(&self.kusuri, of, i64::from(round.kusuri.of(role)));
            tally.value(&self.captures, of, i64::from(round.captures.of(role)));
            tally.value(&self.cards_taken, of, i64::from(round.cards[place]));
        }
        for yaku in Yaku::ALL {
            for (round, role) in players(&self.rounds) {
                let counted = round.yaku[role as usize].has(yaku);
                tally.outcome(&self.yaku, all.own(yaku as usize), yes_no(counted));
            }
        }
        self.rounds.clear();
    }

    fn count_game(&mut self, chips: &Standings, tally: &mut Tally) {
        for (seat, won) in chips.iter() {
            tally.value(&self.game_chips, tally.of(seat), won);
            tally.outcome(&self.win, tally.of(seat), chips.result(seat) as usize);
        }
    }
}

/// Each round as each of the two players had it.
fn players(rounds: &[Round]) -> impl Iterator<Item = (&Round, Role)> + Clone {
    rounds.iter().flat_map(|round| Role::ALL.map(|role| (round, role)))
}

/// The place of a result among the outcomes.
#[inline]
const fn result_place(result: RoundResult) -> usize {
    match result {
        RoundResult::Won(role) => role as usize,
        RoundResult::Tie => Role::ALL.len(),
    }
}

/// Yaku, kusuri-gui, and what the deal is worth.
pub(super) fn panels() -> Vec<Panel> {
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
