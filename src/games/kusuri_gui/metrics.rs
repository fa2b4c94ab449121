//! What is counted in Kusuri-gui.

use super::events::{Event, GameEnd, RoundResult};
use super::rounds::{Part, Round, Turns};
use super::table::TURNS;
use super::yaku::Yaku;
use super::{KusuriGui, PLAYERS, Role};
use crate::game::Ledger;
use crate::metric::{
    Distribution, GroupKey, Headline, Importance, MetricList, Panel, SEATS_TITLE, Shares, SplitBy, WORDS,
    Words, YES_NO, yes_no,
};
use crate::standings::{GameResult, Standings, Winners};
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
    game_end: Shares,
    /// Whether chips are limited, so that somebody can go broke.
    has_limit: bool,
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
    fn declare(game: &KusuriGui, metrics: &mut MetricList) -> Counts {
        let role = SplitBy::Role(Role::NAMES);
        let by_player = [role.clone(), SplitBy::Bot];
        let by_all = [SplitBy::All];
        let counts = Counts {
            yaku: metrics.shares(
                &YES_NO,
                &[SplitBy::Custom("yaku", Yaku::NAMES)],
                Words {
                    name: "yaku",
                    label: "counted",
                    unit: "player-rounds",
                    meaning: "whether the yaku counted for a player at the end of a round",
                    ..WORDS
                },
            ),
            yaku_points: metrics.distribution(
                0..=63,
                &[SplitBy::All, role, SplitBy::Bot],
                Words {
                    name: "yaku_points",
                    label: "yaku points",
                    unit: "chips",
                    meaning: "what a player's yaku of a round are worth together",
                    ..WORDS
                },
            ),
            margin: metrics.distribution(
                0..=63,
                &by_all,
                Words {
                    name: "margin",
                    label: "chips paid at the end",
                    unit: "chips",
                    meaning: "what was paid at the end of a round, 0 for a tie",
                    ..WORDS
                },
            ),
            round_result: metrics.shares(
                &["dealer", "other", "tie"],
                &by_all,
                Words {
                    name: "round_result",
                    label: "round",
                    unit: "rounds",
                    meaning: "who won a round",
                    outcome_labels: &["the dealer wins", "the other player wins", "ties"],
                    ..WORDS
                },
            ),
            kusuri: metrics.distribution(
                0..=19,
                &by_player,
                Words {
                    name: "kusuri",
                    label: "kusuri-gui",
                    unit: "kusuri-gui",
                    meaning: "kusuri-gui by a player in a round",
                    ..WORDS
                },
            ),
            kusuri_streak: metrics.distribution(
                1..=19,
                &by_all,
                Words {
                    name: "kusuri_streak",
                    label: "kusuri-gui in a run",
                    unit: "kusuri-gui",
                    meaning: "lengths of runs of kusuri-gui by one player, each in that player's next turn",
                    ..WORDS
                },
            ),
            captures: metrics.distribution(
                0..=20,
                &by_player,
                Words {
                    name: "captures",
                    label: "captures",
                    unit: "captures",
                    meaning: "captures by a player in a round",
                    ..WORDS
                },
            ),
            cards_taken: metrics.distribution(
                0..=41,
                &by_player,
                Words {
                    name: "cards_taken",
                    label: "cards",
                    unit: "cards",
                    meaning: "cards captured by a player in a round",
                    ..WORDS
                },
            ),
            pile_taken: metrics.distribution(
                2..=41,
                &by_all,
                Words {
                    name: "pile_taken",
                    label: "cards in a capture",
                    unit: "cards",
                    meaning: "cards in a capture, the played one included",
                    ..WORDS
                },
            ),
            left_in_pile: metrics.distribution(
                0..=41,
                &by_all,
                Words {
                    name: "left_in_pile",
                    label: "cards left in the pile",
                    unit: "cards",
                    meaning: "cards in the discard pile at the end of a round",
                    ..WORDS
                },
            ),
            willows_aside: metrics.distribution(
                0..=3,
                &by_all,
                Words {
                    name: "willows_aside",
                    label: "willows set aside",
                    unit: "cards",
                    meaning: "willows set aside at a deal that was played",
                    ..WORDS
                },
            ),
            misdeal: metrics.shares(
                &YES_NO,
                &by_all,
                Words {
                    name: "misdeal",
                    label: "misdeals",
                    unit: "deals",
                    meaning: "whether the field was nothing but willows, so that it was dealt again",
                    ..WORDS
                },
            ),
            game_chips: metrics.distribution(
                -200..=200,
                &[SplitBy::Seat, SplitBy::Bot],
                Words {
                    name: "game_chips",
                    label: "chips a game",
                    unit: "chips",
                    meaning: "what a seat won or lost in a game",
                    is_zero_sum: true,
                    ..WORDS
                },
            ),
            win: metrics.shares(
                &GameResult::NAMES,
                &[SplitBy::Seat, SplitBy::Bot],
                Words {
                    name: "win",
                    label: "wins",
                    unit: "games",
                    meaning: "whether a seat had more chips at the end, or as many as the other",
                    outcome_labels: &GameResult::LABELS,
                    importance: Importance::Redundant,
                    ..WORDS
                },
            ),
            game_end: metrics.shares(
                &GameEnd::NAMES,
                &by_all,
                Words {
                    name: "game_end",
                    label: "game ends",
                    unit: "games",
                    meaning: "how the game ended: all rounds were played, or somebody had no chips left, in \
                    the last round or before; a round that was broken off is in no metric of rounds",
                    outcome_labels: &["all rounds played", "somebody broke"],
                    ..WORDS
                },
            ),
            has_limit: game.has_limit(),
            captured: Turns::default(),
            kusuri_gui: Turns::default(),
            aside: 0,
            rounds: Vec::with_capacity(ROUNDS),
            parts: Vec::with_capacity(ROUNDS * PLAYERS),
            piles: Vec::with_capacity(ROUNDS * usize::from(TURNS)),
            streaks: Vec::with_capacity(ROUNDS * usize::from(TURNS)),
        };
        metrics.set_headline(Headline::new(counts.yaku_points.mean(), "role", counts.yaku_points.mean()));
        counts
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
            Event::RoundOver { participants, captured, left, scores, result, paid } => {
                (self.captured, self.kusuri_gui) = (self.captured.in_order(), self.kusuri_gui.in_order());
                let round = Round {
                    margin: *paid as u16,
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
            Event::GameOver { chips, winners, ending, .. } => {
                self.count_rounds(tally);
                self.drop_broken_off(tally);
                self.count_game(chips, *winners, *ending, tally);
            }
            _ => {}
        }
    }

    /// A player's round, the yaku, and who wins.
    fn panels(&self) -> Vec<Panel> {
        let Counts { round_result, win, .. } = self;
        let mut panels = vec![
            Panel::BySplit {
                title: "A player's round",
                split: "role",
                columns: vec![
                    self.yaku_points.mean(),
                    self.kusuri.mean(),
                    self.captures.mean(),
                    self.cards_taken.mean(),
                ],
            },
            Panel::BySplit {
                title: "Yaku, of the players' rounds",
                split: "yaku",
                columns: vec![self.yaku.share("yes")],
            },
            Panel::Lines {
                title: "The round",
                items: vec![
                    round_result.share("dealer"),
                    round_result.share("other"),
                    round_result.share("tie"),
                    self.margin.mean(),
                    self.kusuri_streak.mean(),
                    self.pile_taken.mean(),
                    self.left_in_pile.mean(),
                    self.willows_aside.mean(),
                    self.misdeal.share("yes"),
                ],
            },
            Panel::BySplit {
                title: SEATS_TITLE,
                split: "seat",
                columns: vec![self.game_chips.mean(), win.share("win"), win.share("shared")],
            },
            Panel::BySplit {
                title: "Bots",
                split: "bot",
                columns: vec![self.game_chips.mean(), win.share("win"), win.share("shared")],
            },
        ];
        if self.has_limit {
            panels.push(self.game_end.outcomes("How games end"));
        }
        panels
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
        tally.outcome_times(&self.misdeal, all, yes_no(false), rounds.len() as u32);
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
        // Most players make none of most yaku: what they made is summed first.
        let mut made = [0; Yaku::ALL.len()];
        for part in parts.clone() {
            part.yaku.iter().for_each(|yaku| made[yaku as usize] += 1);
        }
        for (yaku, made) in made.into_iter().enumerate() {
            let (of, not_made) = (all.custom(yaku), parts.len() as u32 - made);
            tally.outcome_times(&self.yaku, of, yes_no(true), made);
            tally.outcome_times(&self.yaku, of, yes_no(false), not_made);
        }
        self.rounds.clear();
        self.parts.clear();
        self.piles.clear();
        self.streaks.clear();
    }

    /// A kusuri-gui that takes a last chip breaks the round off: of that round
    /// only the deal is counted.
    fn drop_broken_off(&mut self, tally: &mut Tally) {
        if std::mem::take(&mut self.kusuri_gui) != Turns::default() {
            tally.outcome(&self.misdeal, GroupKey::all(), yes_no(false));
            self.captured = Turns::default();
            self.aside = 0;
        }
    }

    fn count_game(&mut self, chips: &Standings, winners: Winners, ending: GameEnd, tally: &mut Tally) {
        tally.outcome(&self.game_end, GroupKey::all(), ending as usize);
        let seating = tally.seating();
        tally.count_values(&self.game_chips, chips.iter().map(|(seat, won)| (seating.of(seat), won)));
        tally.count_outcomes(
            &self.win,
            chips.iter().map(|(seat, _)| (seating.of(seat), winners.result(seat) as usize)),
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
