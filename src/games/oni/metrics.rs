//! What is counted in Oni.

use super::Oni;
use super::events::{Event, RoundResult};
use super::piles::{Discards, KindSums, Kinds, Piles, SPECIALS};
use super::scoring::{Bonus, Ending};
use crate::game::{Game, Ledger};
use crate::metric::{
    Average, Distribution, GroupKey, Headline, Importance, MetricList, Panel, SEATS_TITLE, Shares, SplitBy,
    WORDS, Words, YES_NO, yes_no,
};
use crate::seat::Seat;
use crate::standings::Standings;
use crate::tally::Tally;

const WIN_LOSS: [&str; 2] = ["win", "loss"];

/// The place of a win or a loss among [`WIN_LOSS`].
const fn win_loss(won: bool) -> usize {
    !won as usize
}

/// How many rounds are kept before they are counted.
const ROUNDS: usize = 64;

/// What is to be counted of a round that somebody won.
#[derive(Clone, Copy, Debug)]
struct Round {
    ending: Ending,
    bonus: Bonus,
    dealer_wins: bool,
    turns: u32,
    winner: Seat,
    /// What the winner wrote down.
    points: i32,
    drawn: u32,
    reshuffles: u32,
}

/// The hand of a player who lost a round.
#[derive(Clone, Copy, Debug)]
struct Loser {
    seat: Seat,
    cards: u8,
    points: u16,
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
    effect: Average,
    drawn: Average,
    reshuffles: Average,
    round_turns: Distribution,
    game_rounds: Distribution,
    dealer_wins: Shares,
    declare_net: Distribution,
    final_score: Distribution,
    win: Shares,
    truncated: Shares,
    players: usize,
    piles: Piles,
    /// Discards of rounds without reshuffles, and of those with some.
    discards: Vec<Kinds>,
    more_discards: Vec<Discards>,
    rounds: Vec<Round>,
    losers: Vec<Loser>,
}

impl Ledger<Oni> for Counts {
    fn declare(game: &Oni, metrics: &mut MetricList) -> Counts {
        let all = [SplitBy::All];
        let by_bot = [SplitBy::All, SplitBy::Bot];
        let last_round = i64::from(game.rules().max_rounds).min(1000);
        let counts = Counts {
            bonus: metrics.shares(
                &Bonus::NAMES,
                &all,
                Words {
                    name: "bonus",
                    label: "bonus",
                    unit: "rounds",
                    meaning: "what raised the debts, the lightning as the last card or by declaring; a \
                    bonus that is switched off raises nothing",
                    ..WORDS
                },
            ),
            ending: metrics.shares(
                &Ending::NAMES,
                &all,
                Words {
                    name: "ending",
                    label: "round ends",
                    unit: "rounds",
                    meaning: "how a round ended: some other last card, the rainman or the lightning as \
                    the last card, the lightning declared, or not within max_turns: then it is void, and in \
                    no other metric of rounds",
                    ..WORDS
                },
            ),
            round_points: metrics.distribution(
                -100..=600,
                &by_bot,
                Words {
                    name: "round_points",
                    label: "points of the winner",
                    unit: "points",
                    meaning: "what the winner of a round wrote down",
                    may_be_negative: true,
                    ..WORDS
                },
            ),
            hand_points: metrics.distribution(
                0..=200,
                &by_bot,
                Words {
                    name: "hand_points",
                    label: "points of a loser's hand",
                    unit: "points",
                    meaning: "the points of a loser's hand before bonuses",
                    ..WORDS
                },
            ),
            hand_cards: metrics.distribution(
                1..=47,
                &all,
                Words {
                    name: "hand_cards",
                    label: "cards in a loser's hand",
                    unit: "cards",
                    meaning: "cards in a loser's hand at the end of a round",
                    ..WORDS
                },
            ),
            effect: metrics.number(
                &[SplitBy::Custom("card", SPECIALS)],
                Words {
                    name: "effect",
                    label: "discards",
                    unit: "discards",
                    meaning: "discards of a kind of special card in a round, the card turned up at the \
                    deal not counted; the lightning is a willow as well",
                    ..WORDS
                },
            ),
            drawn: metrics.number(
                &all,
                Words {
                    name: "drawn",
                    label: "cards drawn",
                    unit: "cards",
                    meaning: "cards drawn in a round after the deal, forced or not, also for the card \
                    turned up and for a last card",
                    ..WORDS
                },
            ),
            reshuffles: metrics.number(
                &all,
                Words {
                    name: "reshuffles",
                    label: "reshuffles",
                    unit: "reshuffles",
                    meaning: "times in a round that the discards became the draw pile",
                    ..WORDS
                },
            ),
            round_turns: metrics.distribution(
                1..=300,
                &all,
                Words {
                    name: "round_turns",
                    label: "turns",
                    unit: "turns",
                    meaning: "turns taken in a round; a bridge and the card on it are two",
                    ..WORDS
                },
            ),
            game_rounds: metrics.distribution(
                1..=last_round,
                &all,
                Words {
                    name: "game_rounds",
                    label: "rounds",
                    unit: "rounds",
                    meaning: "rounds in a game, void ones too",
                    ..WORDS
                },
            ),
            dealer_wins: metrics.shares(
                &YES_NO,
                &all,
                Words {
                    name: "dealer_wins",
                    label: "the dealer wins",
                    unit: "rounds",
                    meaning: "whether the dealer won the round",
                    ..WORDS
                },
            ),
            declare_net: metrics.distribution(
                -200..=600,
                &by_bot,
                Words {
                    name: "declare_net",
                    label: "points of a player who declared",
                    unit: "points",
                    meaning: "what a player who declared wrote down",
                    may_be_negative: true,
                    ..WORDS
                },
            ),
            final_score: metrics.distribution(
                -2500..=800,
                &[SplitBy::Seat, SplitBy::Bot],
                Words {
                    name: "final_score",
                    label: "final score",
                    unit: "points",
                    meaning: "the total at the end of a game",
                    may_be_negative: true,
                    ..WORDS
                },
            ),
            win: metrics.shares(
                &WIN_LOSS,
                &[SplitBy::Seat, SplitBy::Bot],
                Words {
                    name: "win",
                    label: "wins",
                    unit: "games",
                    meaning: "whether a player reached the goal; in a truncated game nobody did",
                    outcome_labels: &["wins", "losses"],
                    importance: Importance::Redundant,
                    ..WORDS
                },
            ),
            truncated: metrics.shares(
                &YES_NO,
                &all,
                Words {
                    name: "truncated",
                    label: "stopped before the goal",
                    unit: "games",
                    meaning: "whether the game was stopped at max_rounds",
                    ..WORDS
                },
            ),
            players: game.players(),
            piles: Piles::default(),
            discards: Vec::with_capacity(ROUNDS),
            more_discards: Vec::with_capacity(ROUNDS),
            rounds: Vec::with_capacity(ROUNDS),
            losers: Vec::with_capacity(ROUNDS * game.players()),
        };
        metrics.set_headline(
            Headline::new(counts.round_points.mean(), "bot", counts.round_points.mean()).line(0, "nothing"),
        );
        counts
    }

    // Always inlined: where the rules tell of a skip, nothing is left of it.
    #[inline(always)]
    fn on_event(&mut self, event: &Event, tally: &mut Tally) {
        match event {
            Event::Dealt { top, pile, .. } => self.piles = Piles::new(*top, *pile),
            Event::Reshuffled { cards } => self.piles.reshuffle(*cards),
            Event::RoundOver { result } => {
                match result.winner {
                    Some(winner) => self.note(result, winner),
                    // A void round may be as long as the house allows: among
                    // those that were played out it would outweigh thousands.
                    None => tally.outcome(&self.ending, GroupKey::all(), result.ending as usize),
                }
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

    /// How rounds end, what they are worth, and who wins.
    fn panels(&self) -> Vec<Panel> {
        vec![
            self.ending.outcomes("How rounds end"),
            self.bonus.outcomes("What raises the debts, of the rounds"),
            Panel::Lines {
                title: "A round",
                items: vec![
                    self.round_points.mean(),
                    self.declare_net.mean(),
                    self.hand_points.mean(),
                    self.hand_cards.mean(),
                    self.round_turns.mean(),
                    self.drawn.mean(),
                    self.reshuffles.mean(),
                    self.dealer_wins.share("yes"),
                ],
            },
            Panel::Lines {
                title: "A game",
                items: vec![self.game_rounds.mean(), self.truncated.share("yes")],
            },
            Panel::BySplit {
                title: SEATS_TITLE,
                split: "seat",
                columns: vec![self.win.share("win"), self.final_score.mean()],
            },
            Panel::BySplit {
                title: "Bots",
                split: "bot",
                columns: vec![
                    self.win.share("win"),
                    self.final_score.mean(),
                    self.round_points.mean().label("winner's points"),
                    self.hand_points.mean().label("loser's hand"),
                ],
            },
        ]
    }
}

impl Counts {
    /// Writes down what is to be counted of a round that somebody won.
    #[inline(always)]
    fn note(&mut self, result: &RoundResult, winner: Seat) {
        let RoundResult { ending, bonus, dealer_wins, turns, .. } = *result;
        let points = result.written.of(winner);
        let (drawn, reshuffles) = (self.piles.drawn(result.pile), self.piles.reshuffles());
        self.rounds.push(Round { ending, bonus, dealer_wins, turns, winner, points, drawn, reshuffles });
        let discarded = self.piles.discarded(result.discards);
        if reshuffles == 0 {
            self.discards.push(discarded);
        } else {
            self.more_discards.push(self.piles.with_reshuffled(discarded));
        }
        self.losers.extend(winner.others(self.players).map(|seat| Loser {
            seat,
            cards: result.hand_cards.of(seat),
            points: result.hand_points.of(seat),
        }));
    }

    #[inline(never)]
    fn count_rounds(&mut self, tally: &mut Tally) {
        let all = GroupKey::all();
        let rounds = self.rounds.iter();
        tally.count_outcomes(&self.bonus, rounds.clone().map(|round| (all, round.bonus.index())));
        tally.count_outcomes(&self.ending, rounds.clone().map(|round| (all, round.ending as usize)));
        tally.count_outcomes(&self.dealer_wins, rounds.clone().map(|round| (all, yes_no(round.dealer_wins))));
        tally.count_values(&self.round_turns, rounds.clone().map(|round| (all, i64::from(round.turns))));
        tally.count_numbers(&self.drawn, rounds.clone().map(|round| (all, i64::from(round.drawn))));
        tally.count_numbers(&self.reshuffles, rounds.map(|round| (all, i64::from(round.reshuffles))));
        let sums = KindSums::of(&self.discards);
        for kind in 0..SPECIALS.len() {
            tally.count_summed(&self.effect, all.custom(kind), sums.summed(kind, self.discards.len()));
        }
        for discards in &self.more_discards {
            let times = discards.iter().enumerate();
            tally.count_numbers(
                &self.effect,
                times.map(|(kind, &times)| (all.custom(kind), i64::from(times))),
            );
        }
        self.count_hands(tally);
        self.rounds.clear();
        self.discards.clear();
        self.more_discards.clear();
        self.losers.clear();
    }

    fn count_hands(&self, tally: &mut Tally) {
        let seating = tally.seating();
        let points = |round: &Round| (seating.of(round.winner), i64::from(round.points));
        tally.count_values(&self.round_points, self.rounds.iter().map(points));
        let declared = self.rounds.iter().filter(|round| round.ending == Ending::LightningDeclared);
        tally.count_values(&self.declare_net, declared.map(points));
        let losers = self.losers.iter();
        let points = |loser: &Loser| (seating.of(loser.seat), i64::from(loser.points));
        tally.count_values(&self.hand_points, losers.clone().map(points));
        tally.count_values(&self.hand_cards, losers.map(|loser| (GroupKey::all(), i64::from(loser.cards))));
    }

    fn count_game(&self, rounds: u32, scores: &Standings, winner: Option<Seat>, tally: &mut Tally) {
        let seating = tally.seating();
        tally.value(&self.game_rounds, GroupKey::all(), i64::from(rounds));
        tally.outcome(&self.truncated, GroupKey::all(), yes_no(winner.is_none()));
        tally.count_values(&self.final_score, scores.iter().map(|(seat, score)| (seating.of(seat), score)));
        let results = scores.iter().map(|(seat, _)| (seating.of(seat), win_loss(winner == Some(seat))));
        tally.count_outcomes(&self.win, results);
    }
}
