//! What is counted in Kachi-Kachi.

mod played;

use std::ops::RangeInclusive;

use self::played::{CLAIMS, Cards, Claim, HANDS, NOTHING, Played, bit};
use super::KachiKachi;
use super::events::{Ending, Event, Stage};
use super::hand::Class;
use super::rules::Tips;
use super::table::MAX_PLAYERS;
use super::tips::Tip;
use crate::game::{Game, Ledger};
use crate::metric::{
    Average, Distribution, GroupKey, Headline, Importance, MetricList, Panel, SEATS_TITLE, Shares, SplitBy,
    WORDS, Words, YES_NO,
};
use crate::seat::{BySeat, Seat};
use crate::standings::{GameResult, Standings, Winners};
use crate::tally::{Summed, Tally};

const POSITIONS: &[&str; MAX_PLAYERS] = &[
    "position-1",
    "position-2",
    "position-3",
    "position-4",
    "position-5",
    "position-6",
    "position-7",
    "position-8",
];
const RESULTS: [&str; 3] = ["won", "drawn", "lost"];

/// The metrics of Kachi-Kachi, and what is still to be counted: a hand is only
/// written down while it is played.
#[derive(Clone, Debug)]
pub struct Counts {
    hand_dealt: Shares,
    hand_shown: Shares,
    hand_result: Shares,
    zero_hand: Shares,
    zero_result: Shares,
    tips: Average,
    pot: Distribution,
    ended: Shares,
    drawn: Shares,
    hand_net: Distribution,
    game_net: Distribution,
    win: Shares,
    players: usize,
    now: Cards,
    played: Played,
}

/// How many different values a distribution can be expected to have at the
/// most: where there could be more they are counted in bins, so that a tally
/// stays small.
const DIFFERENT_VALUES: i64 = 50_000;

/// How far from zero, in bins, there is a place for every value from the start.
/// Those beyond are few, and get one when they occur.
const NEAR: i64 = 2_000;

/// The bin of a distribution in the least power of ten in which what can be
/// expected has few enough bins, and the window near zero.
fn bins(expected: RangeInclusive<i64>) -> (i64, RangeInclusive<i64>) {
    let (start, end) = expected.into_inner();
    let mut bin = 1;
    while (end - start) / bin > DIFFERENT_VALUES {
        bin *= 10;
    }
    (bin, start.max(-NEAR * bin)..=end.min(NEAR * bin))
}

impl Ledger<KachiKachi> for Counts {
    fn declare(game: &KachiKachi, metrics: &mut MetricList) -> Counts {
        let rules = game.rules();
        let players = game.players();
        let by_player = [SplitBy::All, SplitBy::Bot];
        // What one player can lose in a hand, or nearly so: two others may
        // have tips. What is won may be more, if a pot lies over.
        let most_tip = match rules.tips {
            Tips::Off => 0,
            Tips::Winner | Tips::Showdown => Tip::ALL.iter().map(|tip| tip.value(rules)).max().unwrap_or(0),
        };
        let stake = i64::from(rules.ante) + i64::from(rules.max_wager);
        let hand = stake + 2 * most_tip;
        let table = players as i64 * hand;
        // The hands of a game are as good as independent: the sum spreads with
        // the root of their number.
        let game_spread = table * i64::from(rules.hands.isqrt());
        let (pot_bin, pot_window) = bins(0..=2 * players as i64 * stake);
        let (hand_bin, hand_window) = bins(-hand..=table);
        let (game_bin, game_window) = bins(-game_spread..=game_spread);
        let counts = Counts {
            hand_dealt: metrics.shares(
                &Class::NAMES,
                &[SplitBy::All],
                Words {
                    name: "hand_dealt",
                    label: "dealt",
                    unit: "hands dealt",
                    meaning: "the class of the hand that a player was dealt",
                    ..WORDS
                },
            ),
            hand_shown: metrics.shares(
                &Class::NAMES,
                &by_player,
                Words {
                    name: "hand_shown",
                    label: "shown",
                    unit: "hands shown",
                    meaning: "the class of a player's final hand at a showdown",
                    ..WORDS
                },
            ),
            hand_result: metrics.shares(
                &RESULTS,
                &[SplitBy::Custom("class", &Class::NAMES)],
                Words {
                    name: "hand_result",
                    label: "showdown",
                    unit: "hands shown",
                    meaning: "what came of a hand of this class at a showdown; drawn: it shares the best \
                    place",
                    outcome_labels: &["win", "draw", "lose"],
                    ..WORDS
                },
            ),
            zero_hand: metrics.shares(
                &CLAIMS,
                &by_player,
                Words {
                    name: "zero_hand",
                    label: "Zero Hand",
                    outcome_labels: &[
                        "no Zero Hand",
                        "Zero Hand not claimed",
                        "Zero Hand claimed while betting",
                        "Zero Hand claimed at the showdown",
                    ],
                    unit: "hands dealt",
                    meaning: "whether a Zero Hand was dealt, and when it was claimed; unclaimed also \
                    where nobody was asked",
                    ..WORDS
                },
            ),
            zero_result: metrics.shares(
                &Class::NAMES,
                &[SplitBy::All],
                Words {
                    name: "zero_result",
                    label: "claim makes",
                    unit: "claims",
                    meaning: "the class of the hand that a claim of a Zero Hand made",
                    ..WORDS
                },
            ),
            tips: metrics.number(
                &[SplitBy::Custom("kind", Tip::NAMES)],
                Words {
                    name: "tips",
                    label: "paid",
                    unit: "payments a hand",
                    meaning: "tips of this kind in a hand; one collected from the whole table counts once",
                    ..WORDS
                },
            ),
            pot: metrics.distribution_in_bins(
                pot_bin,
                pot_window,
                &[SplitBy::All],
                Words {
                    name: "pot",
                    label: "pot",
                    unit: "points",
                    meaning: "the pot at the end of a hand, including what carried over and a bet that nobody called",
                    ..WORDS
                },
            ),
            ended: metrics.shares(
                &Ending::NAMES,
                &[SplitBy::All],
                Words {
                    name: "ended",
                    label: "hand ends",
                    outcome_labels: &["goes to a showdown"],
                    unit: "hands",
                    meaning: "how a hand ended: by a showdown, or by folds in a betting round",
                    ..WORDS
                },
            ),
            drawn: metrics.shares(
                &YES_NO,
                &[SplitBy::All],
                Words {
                    name: "drawn",
                    label: "showdown is drawn",
                    unit: "showdowns",
                    meaning: "whether several players shared the best hand, so that the pot carries over",
                    ..WORDS
                },
            ),
            hand_net: metrics.distribution_in_bins(
                hand_bin,
                hand_window,
                &[SplitBy::Custom("position", &POSITIONS[..players]), SplitBy::Bot],
                Words {
                    name: "hand_net",
                    label: "points a hand",
                    unit: "points",
                    meaning: "what a player won or lost in a hand, tips included; position 1 is the \
                    dealer; in a drawn hand what was paid in, as the pot is the next winner's",
                    is_zero_sum: true,
                    ..WORDS
                },
            ),
            game_net: metrics.distribution_in_bins(
                game_bin,
                game_window,
                &[SplitBy::Seat, SplitBy::Bot],
                Words {
                    name: "game_net",
                    label: "points a game",
                    unit: "points",
                    meaning: "what a player won or lost in a game",
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
                    meaning: "whether a player had the most points at the end, alone or with others",
                    outcome_labels: &GameResult::LABELS,
                    importance: Importance::Redundant,
                    ..WORDS
                },
            ),
            players,
            now: NOTHING,
            played: Played::new(players),
        };
        metrics.set_headline(
            Headline::new(
                counts.game_net.mean(),
                "seat",
                counts.hand_net.mean().of("position", POSITIONS[0], "dealer's points"),
            )
            .line(0, "even"),
        );
        counts
    }

    // Always inlined: of most events nothing is left where they happen.
    #[inline(always)]
    fn on_event(&mut self, event: &Event, tally: &mut Tally) {
        match event {
            Event::HandBegan { dealer, .. } => self.now = Cards { dealer: *dealer, ..NOTHING },
            Event::Dealt { classes, .. } => {
                self.now.made = *classes;
                self.now.zero = classes.zero_hands();
                for seat in Seat::all(self.players) {
                    self.played.dealt[classes.of(seat).index()] += 1;
                }
            }
            Event::Claimed { seat, stage: Stage::Betting, .. } => self.now.claimed_betting |= bit(*seat),
            Event::Claimed { seat, stage: Stage::Showdown, .. } => self.now.claimed_showdown |= bit(*seat),
            Event::Made { seat, hand } => self.now.made.set(*seat, hand.class()),
            Event::Shown { seat, .. } => self.now.shown |= bit(*seat),
            Event::Tipped { tip, .. } => self.played.tips[*tip as usize] += 1,
            Event::HandOver { ending, winner, pot, net } => {
                let Played { over, hands, .. } = &mut self.played;
                over[*hands].write(self.now.dealer, net, *pot);
                *hands += 1;
                self.played.note(&self.now, *ending, winner.is_none(), tally.seating());
                if self.played.hands == HANDS {
                    self.count_hands(tally);
                }
            }
            Event::GameOver { points, winners, .. } => {
                self.count_hands(tally);
                self.count_game(points, *winners, tally);
            }
            _ => {}
        }
    }

    /// What hands are worth, how a hand goes, and who wins.
    fn panels(&self) -> Vec<Panel> {
        let Counts { hand_result, zero_hand, win, .. } = self;
        vec![
            Panel::BySplit {
                title: "Hands at the showdown",
                split: "class",
                columns: RESULTS.map(|result| hand_result.share(result)).to_vec(),
            },
            Panel::Lines {
                title: "A hand",
                items: vec![
                    self.ended.share("showdown"),
                    self.drawn.share("yes"),
                    self.pot.mean(),
                    self.hand_net.mean().of("position", POSITIONS[0], "dealer's points"),
                    zero_hand.share("betting"),
                    zero_hand.share("showdown"),
                ],
            },
            Panel::BySplit { title: "Tips a hand", split: "kind", columns: vec![self.tips.mean()] },
            Panel::BySplit {
                title: SEATS_TITLE,
                split: "seat",
                columns: vec![self.game_net.mean(), win.share("win"), win.share("shared")],
            },
            Panel::BySplit {
                title: "Bots",
                split: "bot",
                columns: vec![
                    self.game_net.mean(),
                    win.share("win"),
                    win.share("shared"),
                    self.hand_net.mean(),
                ],
            },
        ]
    }
}

impl Counts {
    #[inline(never)]
    fn count_hands(&mut self, tally: &mut Tally) {
        let (all, played) = (GroupKey::all(), &self.played);
        let over = played.over[..played.hands].iter();
        for (ending, &hands) in played.endings.iter().enumerate() {
            tally.outcome_times(&self.ended, all, ending, hands);
        }
        for (drawn, &showdowns) in played.drawn.iter().enumerate() {
            tally.outcome_times(&self.drawn, all, drawn, showdowns);
        }
        tally.count_values(&self.pot, over.clone().map(|hand| (all, hand.pot)));
        for (class, &dealt) in played.dealt.iter().enumerate() {
            tally.outcome_times(&self.hand_dealt, all, class, dealt);
        }
        let seating = tally.seating();
        tally.count_values(&self.hand_net, over.flat_map(|hand| hand.net(self.players, seating)));
        let shown = played.shown.iter();
        tally.count_outcomes(&self.hand_shown, shown.clone().map(|hand| (hand.of, hand.class.index())));
        let results = shown.map(|hand| (all.custom(hand.class.index()), usize::from(hand.result)));
        tally.count_outcomes(&self.hand_result, results);
        self.count_zero_hands(tally);
        for (tip, &paid) in played.tips.iter().enumerate() {
            // No tip is paid twice in a hand: hands have 0 or 1 of them.
            let n = played.hands as u32;
            let (min, max) = (i64::from(paid == i64::from(n)), i64::from(paid > 0));
            let summed = Summed { n, sum: paid, squares: paid, min, max };
            tally.count_summed(&self.tips, all.custom(tip), summed);
        }
        self.played.clear();
    }

    /// Zero Hands are few, and claims fewer: the hands that are none are
    /// counted all at once.
    fn count_zero_hands(&self, tally: &mut Tally) {
        let (seating, zero) = (tally.seating(), self.played.zero.iter());
        let mut others = BySeat::all(self.played.hands as u32);
        zero.clone().for_each(|zero| others[zero.seat] -= 1);
        for seat in Seat::all(self.players) {
            tally.outcome_times(&self.zero_hand, seating.of(seat), Claim::None as usize, others[seat]);
        }
        let claims = zero.clone().map(|zero| (seating.of(zero.seat), zero.claim as usize));
        tally.count_outcomes(&self.zero_hand, claims);
        let claimed = zero.filter(|zero| zero.claim != Claim::Unclaimed);
        tally.count_outcomes(&self.zero_result, claimed.map(|zero| (GroupKey::all(), zero.made.index())));
    }

    fn count_game(&mut self, points: &Standings, winners: Winners, tally: &mut Tally) {
        let seating = tally.seating();
        tally.count_values(&self.game_net, points.iter().map(|(seat, won)| (seating.of(seat), won)));
        tally.count_outcomes(
            &self.win,
            points.iter().map(|(seat, _)| (seating.of(seat), winners.result(seat) as usize)),
        );
    }
}
