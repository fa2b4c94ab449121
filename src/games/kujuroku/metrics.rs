//! What is counted in Kujuroku.

use super::events::{Ending, Event, GameEnd, OniFate};
use super::scoring::Settlement;
use super::{Kujuroku, Role};
use crate::game::{Game, Ledger};
use crate::metric::{
    Distribution, GroupKey, Headline, Importance, MetricList, Panel, SEATS_TITLE, Shares, SplitBy, WORDS,
    Words, YES_NO, yes_no,
};
use crate::seat::Seat;
use crate::standings::{GameResult, Standings, Winners};
use crate::tally::Tally;

/// How many rounds are kept before they are counted. A game seldom has more.
const ROUNDS: usize = 64;

/// What is counted of a round, whatever its end.
#[derive(Clone, Copy, Debug)]
struct Round {
    participants: [Seat; 3],
    turns: u8,
    /// The places of what happened among the outcomes of each metric.
    yaku: u8,
    result: u8,
    keeps: u8,
    fate: u8,
    chips: [i32; 3],
}

/// What is counted of a round that was counted.
#[derive(Clone, Copy, Debug)]
struct Scores {
    participants: [Seat; 3],
    scores: [u16; 3],
    bands: [i8; 3],
}

/// The metrics of Kujuroku, and what is still to be counted.
///
/// While a game is played it is only written down, and counted when the game
/// is over: metric by metric this takes a quarter fewer instructions.
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
    game_end: Shares,
    truncated: Shares,
    /// Whether chips are limited, so that somebody can go broke.
    has_limit: bool,
    par: u16,
    with_oni: bool,
    fate: Option<OniFate>,
    streak: i64,
    /// How many deals were misdeals, and how many were none.
    deals: [usize; 2],
    rounds: Vec<Round>,
    scores: Vec<Scores>,
    yaku_roles: Vec<Role>,
    streaks: Vec<i64>,
}

impl Ledger<Kujuroku> for Counts {
    fn declare(game: &Kujuroku, metrics: &mut MetricList) -> Counts {
        let role = SplitBy::Role(Role::NAMES);
        let by_player = [SplitBy::All, role.clone(), SplitBy::Bot];
        let rules = game.rules();
        let counts = Counts {
            card_score: metrics.distribution(
                0..=300,
                &by_player,
                Words {
                    name: "card_score",
                    label: "card points",
                    unit: "points",
                    meaning: "a participant's card points; counted rounds only",
                    ..WORDS
                },
            ),
            par_band: metrics.shares(
                &["+3", "+2", "+1", "-1", "-2", "-3"],
                &by_player,
                Words {
                    name: "par_band",
                    label: "chip band",
                    unit: "participants",
                    meaning: "the chip band of a participant's card points; counted rounds only",
                    ..WORDS
                },
            ),
            at_par: metrics.shares(
                &YES_NO,
                &by_player,
                Words {
                    name: "at_par",
                    label: "at par",
                    unit: "participants",
                    meaning: "whether a participant's card points reach par; counted rounds only",
                    ..WORDS
                },
            ),
            yaku: metrics.shares(
                &["none", "shi", "san", "danjou", "shi_dan", "shi_dan_san"],
                &[SplitBy::All],
                Words {
                    name: "yaku",
                    label: "yaku",
                    unit: "rounds",
                    meaning: "the yaku that ended a round; of several that paid, the most valuable",
                    ..WORDS
                },
            ),
            yaku_role: metrics.shares(
                Role::NAMES,
                &[SplitBy::All],
                Words {
                    name: "yaku_role",
                    label: "yaku by",
                    unit: "rounds with a yaku",
                    meaning: "which role formed the yaku",
                    ..WORDS
                },
            ),
            oni_fate: metrics.shares(
                &["deal", "hand", "draw", "removed", "with_jizo", "took_jizo", "unplayed"],
                &[SplitBy::All],
                Words {
                    name: "oni_fate",
                    label: "Oni",
                    unit: "rounds",
                    meaning: "what became of the Oni: taken at the deal, captured from the hand, \
                    captured when drawn, laid and removed, captured by the Jizo, captured the \
                    Jizo, not played before the round ended",
                    ..WORDS
                },
            ),
            misdeal: metrics.shares(
                &YES_NO,
                &[SplitBy::All],
                Words {
                    name: "misdeal",
                    label: "misdeals",
                    unit: "deals",
                    meaning: "whether four cards of one number lay on the field, so that it was dealt again",
                    ..WORDS
                },
            ),
            round_result: metrics.shares(
                &["yaku", "one_winner", "two_winners", "draw"],
                &[SplitBy::All],
                Words {
                    name: "round_result",
                    label: "settled",
                    unit: "rounds",
                    meaning: "how a round was settled",
                    ..WORDS
                },
            ),
            dealer_keeps: metrics.shares(
                &YES_NO,
                &[SplitBy::All],
                Words {
                    name: "dealer_keeps",
                    label: "dealer keeps the deal",
                    unit: "rounds",
                    meaning: "whether the dealer deals again",
                    ..WORDS
                },
            ),
            round_turns: metrics.distribution(
                0..=18,
                &[SplitBy::All],
                Words {
                    name: "round_turns",
                    label: "turns in a round",
                    unit: "turns",
                    meaning: "turns in a round; 18 when it is played out",
                    ..WORDS
                },
            ),
            round_chips: metrics.distribution(
                -40..=40,
                &[role, SplitBy::Bot],
                Words {
                    name: "round_chips",
                    label: "chips a round",
                    unit: "chips",
                    meaning: "what a participant won or lost in a round",
                    is_zero_sum: true,
                    ..WORDS
                },
            ),
            dealer_streak: metrics.distribution(
                1..=32,
                &[SplitBy::All],
                Words {
                    name: "dealer_streak",
                    label: "rounds that one dealer deals",
                    unit: "rounds",
                    meaning: "rounds that one dealer dealt in a row, the one that lost the deal included",
                    ..WORDS
                },
            ),
            game_rounds: metrics.distribution(
                1..=128,
                &[SplitBy::All],
                Words {
                    name: "game_rounds",
                    label: "rounds in a game",
                    unit: "rounds",
                    meaning: "rounds in a game",
                    ..WORDS
                },
            ),
            game_chips: metrics.distribution(
                -128..=128,
                &[SplitBy::Seat, SplitBy::Bot],
                Words {
                    name: "game_chips",
                    label: "chips a game",
                    unit: "chips",
                    meaning: "chips at the end of a game",
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
                    meaning: "whether a seat had the most chips at the end, alone or with others",
                    outcome_labels: &GameResult::LABELS,
                    importance: Importance::Redundant,
                    ..WORDS
                },
            ),
            game_end: metrics.shares(
                &GameEnd::NAMES,
                &[SplitBy::All],
                Words {
                    name: "game_end",
                    label: "game ends",
                    unit: "games",
                    meaning: "how the game ended: everybody had lost the deal, somebody had no chips left, or \
                    it was stopped at max_rounds; an unfinished streak is not counted",
                    outcome_labels: &["everybody has lost the deal", "somebody broke", "stopped"],
                    ..WORDS
                },
            ),
            has_limit: game.has_limit(),
            truncated: metrics.shares(
                &YES_NO,
                &[SplitBy::All],
                Words {
                    name: "truncated",
                    label: "games cut short",
                    unit: "games",
                    meaning: "whether the game was stopped at max_rounds",
                    ..WORDS
                },
            ),
            par: rules.par,
            with_oni: rules.oni,
            fate: None,
            streak: 0,
            deals: [0; 2],
            rounds: Vec::with_capacity(ROUNDS),
            scores: Vec::with_capacity(ROUNDS),
            yaku_roles: Vec::with_capacity(ROUNDS),
            streaks: Vec::with_capacity(ROUNDS),
        };
        let par = i64::from(rules.par);
        metrics.set_headline(
            Headline::new(counts.card_score.mean(), "role", counts.card_score.mean()).line(par, "par").bands(
                vec![par - 20, par - 10, par, par + 10, par + 20],
                vec!["-3", "-2", "-1", "+1", "+2", "+3"],
            ),
        );
        counts
    }

    // Always inlined: where the rules tell of a card played, nothing is left
    // of it.
    #[inline(always)]
    fn on_event(&mut self, event: &Event, tally: &mut Tally) {
        match event {
            Event::Dealt { misdeal, .. } => self.deals[yes_no(*misdeal)] += 1,
            Event::Oni { fate } => self.fate = Some(*fate),
            Event::Counted { participants, scores, bands, .. } => {
                let bands = bands.map(|band| band as i8);
                self.scores.push(Scores { participants: *participants, scores: *scores, bands });
            }
            Event::RoundOver { participants, ending, turns, chips, dealer_keeps } => {
                self.note_round(*participants, *ending, *turns, *chips, *dealer_keeps);
                if self.rounds.len() == ROUNDS {
                    self.count_rounds(tally);
                }
            }
            Event::GameOver { rounds, chips, winners, ending } => {
                self.count_rounds(tally);
                self.count_game(*rounds, chips, *winners, *ending, tally);
            }
            _ => {}
        }
    }

    /// Par scores, yaku, and the dealer's advantage.
    fn panels(&self) -> Vec<Panel> {
        let Counts { card_score, at_par, round_chips, dealer_keeps, win, .. } = self;
        let mut panels = vec![
            Panel::BySplit {
                title: "Par scores",
                split: "role",
                columns: vec![card_score.mean(), at_par.share("yes"), round_chips.mean()],
            },
            self.yaku.outcomes("Yaku, of the rounds"),
            Panel::Lines {
                title: "The deal",
                items: vec![
                    round_chips.mean().of("role", "dealer", "dealer's advantage, chips a round"),
                    dealer_keeps.share("yes"),
                    self.dealer_streak.mean(),
                    self.game_rounds.mean(),
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
                columns: vec![
                    self.game_chips.mean(),
                    win.share("win"),
                    win.share("shared"),
                    round_chips.mean(),
                ],
            },
        ];
        if self.has_limit {
            panels.push(self.game_end.outcomes("How games end"));
        }
        panels
    }
}

impl Counts {
    fn note_round(
        &mut self,
        participants: [Seat; 3],
        ending: Ending,
        turns: u8,
        chips: [i32; 3],
        dealer_keeps: bool,
    ) {
        let (yaku, result) = match ending {
            Ending::Yaku(role, yaku) => {
                self.yaku_roles.push(role);
                (1 + yaku as u8, 0)
            }
            Ending::Counted(Settlement::OneWinner) => (0, 1),
            Ending::Counted(Settlement::TwoWinners) => (0, 2),
            Ending::Counted(Settlement::Draw) => (0, 3),
        };
        let unplayed = OniFate::TookJizo as u8 + 1;
        let fate = self.fate.take().map_or(unplayed, |fate| fate as u8);
        let keeps = yes_no(dealer_keeps) as u8;
        self.rounds.push(Round { participants, turns, yaku, result, keeps, fate, chips });
        self.streak += 1;
        if !dealer_keeps {
            self.streaks.push(self.streak);
            self.streak = 0;
        }
    }

    /// Counts the rounds that were noted.
    #[inline(never)]
    pub(super) fn count_rounds(&mut self, tally: &mut Tally) {
        let seating = tally.seating();
        let all = GroupKey::all();
        let rounds = self.rounds.iter();
        for (misdeal, times) in std::mem::take(&mut self.deals).into_iter().enumerate() {
            tally.count_outcomes(&self.misdeal, std::iter::repeat_n((all, misdeal), times));
        }
        tally.count_outcomes(&self.yaku, rounds.clone().map(|round| (all, usize::from(round.yaku))));
        tally
            .count_outcomes(&self.round_result, rounds.clone().map(|round| (all, usize::from(round.result))));
        tally.count_outcomes(&self.dealer_keeps, rounds.clone().map(|round| (all, usize::from(round.keeps))));
        if self.with_oni {
            tally.count_outcomes(&self.oni_fate, rounds.clone().map(|round| (all, usize::from(round.fate))));
        }
        tally.count_values(&self.round_turns, rounds.clone().map(|round| (all, i64::from(round.turns))));
        let chips = |round: &Round, role| {
            (seating.of(round.participants[role]).role(role), i64::from(round.chips[role]))
        };
        tally.count_values(
            &self.round_chips,
            rounds.flat_map(|round| [0, 1, 2].map(|role| chips(round, role))),
        );
        tally.count_outcomes(&self.yaku_role, self.yaku_roles.iter().map(|&role| (all, role as usize)));
        tally.count_values(&self.dealer_streak, self.streaks.iter().map(|&streak| (all, streak)));

        let of = |round: &Scores, role| seating.of(round.participants[role]).role(role);
        let scores = self.scores.iter();
        tally.count_values(
            &self.card_score,
            scores
                .clone()
                .flat_map(|round| [0, 1, 2].map(|role| (of(round, role), i64::from(round.scores[role])))),
        );
        tally.count_outcomes(
            &self.par_band,
            scores
                .clone()
                .flat_map(|round| [0, 1, 2].map(|role| (of(round, role), band_place(round.bands[role])))),
        );
        tally.count_outcomes(
            &self.at_par,
            scores.flat_map(|round| {
                [0, 1, 2].map(|role| (of(round, role), yes_no(round.scores[role] >= self.par)))
            }),
        );
        self.rounds.clear();
        self.scores.clear();
        self.yaku_roles.clear();
        self.streaks.clear();
    }

    fn count_game(
        &mut self,
        rounds: u32,
        chips: &Standings,
        winners: Winners,
        ending: GameEnd,
        tally: &mut Tally,
    ) {
        self.streak = 0;
        let seating = tally.seating();
        tally.value(&self.game_rounds, GroupKey::all(), i64::from(rounds));
        tally.outcome(&self.truncated, GroupKey::all(), yes_no(ending == GameEnd::Truncated));
        tally.outcome(&self.game_end, GroupKey::all(), ending as usize);
        tally.count_values(&self.game_chips, chips.iter().map(|(seat, won)| (seating.of(seat), won)));
        tally.count_outcomes(
            &self.win,
            chips.iter().map(|(seat, _)| (seating.of(seat), winners.result(seat) as usize)),
        );
    }
}

/// +3 to +1 are places 0 to 2, -1 to -3 places 3 to 5.
#[inline]
const fn band_place(band: i8) -> usize {
    (if band > 0 { 3 - band } else { 2 - band }) as usize
}
