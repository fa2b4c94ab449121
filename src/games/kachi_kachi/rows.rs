//! The rows of Kachi-Kachi, whose rounds are its hands.

use super::KachiKachi;
use super::events::{Ending, Event, Stage};
use super::hand::Class;
use super::tips::Tip;
use crate::game::{Game, RowFacts};
use crate::rows::{Choice, Common, Fact, RowCollector, RowList};
use crate::seat::{BySeat, EachSeat, Seat};

const CLAIMS: [&str; 4] = ["none", "unclaimed", "betting", "showdown"];
const RESULTS: [&str; 4] = ["won", "drawn", "lost", "not_shown"];

/// The columns of the tips, in their order.
const TIPS: [(&str, &str); Tip::ALL.len()] = [
    ("tip_tens", "whether the others paid the seat for a pair of Tens"),
    ("tip_tens_top", "whether they paid extra for a Ten as the top card"),
    ("tip_red_one_marked_four", "whether they paid for the red One and the marked Four"),
    ("tip_ones", "whether they paid for a pair of Ones with the red One"),
    ("tip_ones_top", "whether they paid extra for a One as the top card"),
];

/// The facts of Kachi-Kachi's rows, and those of the game that is played.
#[derive(Clone, Debug)]
pub struct Facts {
    hands_won: Fact<i32>,
    position: Fact<i32>,
    ended: Common<Choice>,
    won: Fact<bool>,
    drawn: Common<bool>,
    pot: Fact<i64>,
    dealt: Fact<Choice>,
    made: Fact<Choice>,
    claim: Fact<Choice>,
    result: Fact<Choice>,
    tips: [Fact<bool>; Tip::ALL.len()],
    players: usize,
    hand: Hand,
    won_by: BySeat<i32>,
}

/// What a hand has shown so far.
#[derive(Clone, Copy, Debug)]
struct Hand {
    dealer: Seat,
    dealt: BySeat<Class>,
    made: BySeat<Class>,
    claim: BySeat<u8>,
    shown: BySeat<bool>,
    /// A bit for each seat that got the tip.
    tips: [u8; Tip::ALL.len()],
}

impl Hand {
    const NONE: Hand = Hand {
        dealer: Seat::FIRST,
        dealt: BySeat::all(Class::ZERO),
        made: BySeat::all(Class::ZERO),
        claim: BySeat::all(0),
        shown: BySeat::all(false),
        tips: [0; Tip::ALL.len()],
    };
}

impl RowFacts<KachiKachi> for Facts {
    fn declare(game: &KachiKachi, rows: &mut RowList) -> Facts {
        rows.rounds_a_game = game.rules().hands.into();
        let hands_won = rows.games.fact("hands_won", "hands", "the hands that the seat won");
        let rounds = &mut rows.rounds;
        Facts {
            hands_won,
            position: rounds.fact(
                "position",
                "",
                "the place of the seat in the order of betting; the dealer is 1",
            ),
            ended: rounds.common_choice(
                &Ending::NAMES,
                "ended",
                "how the hand ended: by a showdown, or by folds in a betting round",
            ),
            won: rounds.fact("won", "", "whether the seat took the pot"),
            drawn: rounds.common("drawn", "", "whether nobody did: several shared the best hand"),
            pot: rounds.wide("pot", "points", "the pot at the end, including what carried over"),
            dealt: rounds.choice(&Class::NAMES, "dealt", "the class of the hand that the seat was dealt"),
            made: rounds.choice(&Class::NAMES, "made", "the class of its final hand, after a claim"),
            claim: rounds.choice(
                &CLAIMS,
                "claim",
                "whether it was dealt a Zero Hand, and when it was claimed",
            ),
            result: rounds.choice(
                &RESULTS,
                "result",
                "what came of its hand at the showdown; drawn: it shares the best place",
            ),
            tips: TIPS.map(|(name, meaning)| rounds.fact(name, "", meaning)),
            players: game.players(),
            hand: Hand::NONE,
            won_by: BySeat::default(),
        }
    }

    #[inline(always)]
    fn on_event(&mut self, event: &Event, rows: &mut RowCollector) {
        match event {
            Event::HandOver { ending, winner, pot, net } => {
                self.end_hand(*ending, *winner, *pot, net, rows);
            }
            Event::GameOver { .. } => {
                let won_by = std::mem::take(&mut self.won_by);
                let Some(mut row) = rows.game() else { return };
                row.put(self.hands_won, |seat| won_by[seat]);
            }
            _ if rows.wants_rounds() => self.hand.on_event(event),
            _ => {}
        }
    }
}

impl Hand {
    #[inline(always)]
    fn on_event(&mut self, event: &Event) {
        match event {
            Event::HandBegan { dealer, .. } => *self = Hand { dealer: *dealer, ..Hand::NONE },
            Event::Dealt { hands, .. } => {
                for (seat, hand) in hands.iter() {
                    let class = hand.class();
                    (self.dealt[seat], self.made[seat]) = (class, class);
                    self.claim[seat] = u8::from(class == Class::ZERO);
                }
            }
            Event::Claimed { seat, stage, .. } => {
                self.claim[*seat] = match stage {
                    Stage::Betting => 2,
                    Stage::Showdown => 3,
                };
            }
            Event::Made { seat, hand } => self.made[*seat] = hand.class(),
            Event::Shown { seat, .. } => self.shown[*seat] = true,
            Event::Tipped { seat, tip, .. } => self.tips[*tip as usize] |= 1 << seat.index(),
            _ => {}
        }
    }
}

impl Facts {
    #[inline(never)]
    fn end_hand(
        &mut self,
        ending: Ending,
        winner: Option<Seat>,
        pot: i64,
        net: &EachSeat<i64>,
        rows: &mut RowCollector,
    ) {
        if let Some(winner) = winner {
            self.won_by[winner] += 1;
        }
        if rows.only_counts_round() {
            return;
        }
        let (hand, players) = (&self.hand, self.players);
        let Some(mut row) = rows.round(hand.dealer, |seat| net.of(seat)) else { return };
        let is_shown = |seat: Seat| ending == Ending::Showdown && hand.shown[seat];
        let best = Seat::all(players).filter(|&seat| is_shown(seat)).map(|seat| hand.made[seat]).min();
        row.put(self.position, |seat| {
            let (seat, dealer) = (seat.index(), hand.dealer.index());
            1 + ((seat + players - dealer) % players) as i32
        });
        row.put_common(self.ended, Choice(ending as usize));
        row.put(self.won, |seat| winner == Some(seat));
        row.put_common(self.drawn, winner.is_none());
        row.put_wide(self.pot, |_| pot);
        row.put(self.dealt, |seat| Choice(hand.dealt[seat].index()));
        row.put(self.made, |seat| Choice(hand.made[seat].index()));
        row.put(self.claim, |seat| Choice(hand.claim[seat].into()));
        row.put(self.result, |seat| {
            Choice(match is_shown(seat) {
                false => 3,
                true if Some(hand.made[seat]) == best => usize::from(winner.is_none()),
                true => 2,
            })
        });
        for (fact, seats) in self.tips.into_iter().zip(hand.tips) {
            row.put(fact, |seat| seats >> seat.index() & 1 == 1);
        }
    }
}
