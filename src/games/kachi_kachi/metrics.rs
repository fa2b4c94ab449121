//! What is counted in Kachi-Kachi.

use super::KachiKachi;
use super::events::{Ending, Event, Stage};
use super::hand::Class;
use super::table::MAX_PLAYERS;
use super::tips::Tip;
use crate::game::{Game, Ledger};
use crate::metric::{By, Distribution, Figure, Item, MetricList, Number, Of, Panel, Shares};
use crate::seat::{BySeat, Seat};
use crate::standings::{GameResult, Standings};
use crate::tally::Tally;

const POSITIONS: &[&str; MAX_PLAYERS] = &["1", "2", "3", "4", "5", "6", "7", "8"];
const RESULTS: [&str; 3] = ["won", "drawn", "lost"];
const CLAIMS: [&str; 4] = ["none", "unclaimed", "betting", "showdown"];
const YES_NO: [&str; 2] = ["yes", "no"];

/// How many hands are kept before they are counted.
const HANDS: usize = 64;

/// What is counted of a hand. A set of seats has a bit for each.
#[derive(Clone, Copy, Debug)]
struct Played {
    dealer: Seat,
    ending: Ending,
    drawn: bool,
    dealt: BySeat<Class>,
    made: BySeat<Class>,
    claimed_betting: u8,
    claimed_showdown: u8,
    shown: u8,
    /// A bit for each tip: no tip is paid twice in a hand.
    tips: u8,
    pot: i64,
    net: BySeat<i64>,
}

const NOTHING: Played = Played {
    dealer: Seat::FIRST,
    ending: Ending::Showdown,
    drawn: false,
    dealt: BySeat::all(Class::ZERO),
    made: BySeat::all(Class::ZERO),
    claimed_betting: 0,
    claimed_showdown: 0,
    shown: 0,
    tips: 0,
    pot: 0,
    net: BySeat::all(0),
};

#[inline]
const fn bit(seat: Seat) -> u8 {
    1 << seat.index()
}

/// The metrics of Kachi-Kachi, and what is still to be counted: a hand is only
/// written down while it is played.
#[derive(Clone, Debug)]
pub struct Counts {
    hand_dealt: Shares,
    hand_shown: Shares,
    hand_result: Shares,
    zero_hand: Shares,
    zero_result: Shares,
    tips: Number,
    pot: Distribution,
    ended: Shares,
    drawn: Shares,
    hand_net: Distribution,
    game_net: Distribution,
    win: Shares,
    players: usize,
    now: Played,
    hands: Vec<Played>,
}

/// How far the values of a distribution can be expected to lie apart, at the
/// most: beyond that they are counted in bins, so that a tally stays small.
const DIFFERENT_VALUES: i64 = 2_000;

/// The least power of ten in which a range has few enough bins.
fn bin_of(range: i64) -> i64 {
    let mut bin = 1;
    while range / bin > DIFFERENT_VALUES {
        bin *= 10;
    }
    bin
}

impl Ledger<KachiKachi> for Counts {
    fn declare(game: &KachiKachi, metrics: &mut MetricList) -> Counts {
        let rules = game.rules();
        let players = game.players();
        let by_player = [By::All, By::Bot];
        // What one player can lose in a hand, or nearly so: two others may
        // have tips. What is won may be more, if a pot lies over.
        let most_tip = Tip::ALL.iter().map(|tip| tip.value(rules)).max().unwrap_or(0);
        let stake = i64::from(rules.ante) + i64::from(rules.max_wager);
        let hand = stake + 2 * most_tip;
        let table = players as i64 * hand;
        // The hands of a game are as good as independent: the sum spreads with
        // the root of their number.
        let game_spread = table * i64::from(rules.hands.isqrt());
        Counts {
            hand_dealt: metrics.shares(
                "hand_dealt", &Class::NAMES, &[By::All], "hands dealt",
                "the class of the hand that a player was dealt",
            ),
            hand_shown: metrics.shares(
                "hand_shown", &Class::NAMES, &by_player, "hands shown",
                "the class of a player's final hand at a showdown",
            ),
            hand_result: metrics.shares(
                "hand_result", &RESULTS, &[By::Own("class", &Class::NAMES)], "hands shown",
                "what came of a hand of this class at a showdown; drawn: it shares the best place",
            ),
            zero_hand: metrics.shares(
                "zero_hand", &CLAIMS, &by_player, "hands dealt",
                "whether a Zero Hand was dealt, and when it was claimed; unclaimed also where nobody was asked",
            ),
            zero_result: metrics.shares(
                "zero_result", &Class::NAMES, &[By::All], "claims",
                "the class of the hand that a claim of a Zero Hand made",
            ),
            tips: metrics.number(
                "tips", &[By::Own("kind", Tip::NAMES)], "payments a hand",
                "tips of this kind in a hand; one collected from the whole table counts once",
            ),
            pot: metrics.distribution_in_bins(
                "pot", bin_of(2 * players as i64 * stake), 0..=2 * players as i64 * stake, &[By::All], "points",
                "the pot when a hand is over, with what lay over and a bet that nobody called",
            ),
            ended: metrics.shares(
                "ended", &Ending::NAMES, &[By::All], "hands",
                "how a hand ended: by a showdown, or by folds in a betting round",
            ),
            drawn: metrics.shares(
                "drawn", &YES_NO, &[By::All], "showdowns",
                "whether several players shared the best hand, so that the pot lies over",
            ),
            hand_net: metrics.distribution_in_bins(
                "hand_net", bin_of(2 * table), -hand..=table,
                &[By::Own("position", &POSITIONS[..players]), By::Bot], "points",
                "what a player won or lost in a hand, tips included; position 1 is the dealer; \
                 in a drawn hand what was paid in, as the pot is the next winner's",
            ),
            game_net: metrics.distribution_in_bins(
                "game_net", bin_of(2 * game_spread), -game_spread..=game_spread, &[By::Seat, By::Bot],
                "points", "what a player won or lost in a game",
            ),
            win: metrics.shares(
                "win", &GameResult::NAMES, &[By::Seat, By::Bot], "games",
                "whether a seat had the most points at the end, alone or with others",
            ),
            players,
            now: NOTHING,
            hands: Vec::with_capacity(HANDS),
        }
    }

    // Always inlined: of most events nothing is left where they happen.
    #[inline(always)]
    fn hear(&mut self, event: &Event, tally: &mut Tally) {
        match event {
            Event::HandBegan { dealer, .. } => self.now = Played { dealer: *dealer, ..NOTHING },
            Event::Dealt { hands } => {
                for (seat, hand) in hands.iter() {
                    self.now.dealt[seat] = hand.class();
                }
                self.now.made = self.now.dealt;
            }
            Event::Claimed { seat, stage: Stage::Betting, .. } => self.now.claimed_betting |= bit(*seat),
            Event::Claimed { seat, stage: Stage::Showdown, .. } => self.now.claimed_showdown |= bit(*seat),
            Event::Made { seat, hand } => self.now.made[*seat] = hand.class(),
            Event::Shown { seat, .. } => self.now.shown |= bit(*seat),
            Event::Tipped { tip, .. } => self.now.tips |= 1 << *tip as u8,
            Event::HandOver { ending, winner, pot, net } => {
                let mut played = Played { ending: *ending, drawn: winner.is_none(), pot: *pot, ..self.now };
                for (seat, net) in net.iter() {
                    played.net[seat] = net;
                }
                self.hands.push(played);
                if self.hands.len() == HANDS {
                    self.count_hands(tally);
                }
            }
            Event::GameOver { points, .. } => {
                self.count_hands(tally);
                self.count_game(points, tally);
            }
            _ => {}
        }
    }
}

impl Counts {
    #[inline(never)]
    fn count_hands(&mut self, tally: &mut Tally) {
        let all = Of::all();
        for hand in &self.hands {
            tally.outcome(&self.ended, all, hand.ending as usize);
            tally.value(&self.pot, all, hand.pot);
            let mut position = self.players - hand.dealer.index();
            for seat in Seat::all(self.players) {
                if position >= self.players {
                    position -= self.players;
                }
                let of = tally.of(seat);
                let (dealt, seat_bit) = (hand.dealt[seat], bit(seat));
                tally.outcome(&self.hand_dealt, all, dealt.place());
                let claim = if dealt != Class::ZERO {
                    0
                } else if hand.claimed_betting & seat_bit != 0 {
                    2
                } else if hand.claimed_showdown & seat_bit != 0 {
                    3
                } else {
                    1
                };
                tally.outcome(&self.zero_hand, of, claim);
                tally.value(&self.hand_net, of.own(position), hand.net[seat]);
                position += 1;
            }
            self.count_claims(hand, tally);
            if hand.ending == Ending::Showdown {
                self.count_showdown(hand, tally);
            }
        }
        for tip in 0..Tip::ALL.len() {
            let paid = self.hands.iter().map(|hand| u64::from(hand.tips >> tip & 1)).sum();
            let of = all.own(tip);
            tally.number_times(&self.tips, of, 0, self.hands.len() as u64 - paid);
            tally.number_times(&self.tips, of, 1, paid);
        }
        self.hands.clear();
    }

    #[inline]
    fn count_claims(&self, hand: &Played, tally: &mut Tally) {
        let claimed = hand.claimed_betting | hand.claimed_showdown;
        if claimed != 0 {
            for seat in Seat::all(self.players).filter(|&seat| claimed & bit(seat) != 0) {
                tally.outcome(&self.zero_result, Of::all(), hand.made[seat].place());
            }
        }
    }

    fn count_showdown(&self, hand: &Played, tally: &mut Tally) {
        let shown = || Seat::all(self.players).filter(|&seat| hand.shown & bit(seat) != 0);
        let best = shown().map(|seat| hand.made[seat]).min().expect("somebody shows");
        tally.outcome(&self.drawn, Of::all(), usize::from(!hand.drawn));
        for seat in shown() {
            let class = hand.made[seat];
            tally.outcome(&self.hand_shown, tally.of(seat), class.place());
            let result = if class == best { usize::from(hand.drawn) } else { 2 };
            tally.outcome(&self.hand_result, Of::all().own(class.place()), result);
        }
    }

    fn count_game(&mut self, points: &Standings, tally: &mut Tally) {
        for (seat, won) in points.iter() {
            tally.value(&self.game_net, tally.of(seat), won);
            tally.outcome(&self.win, tally.of(seat), points.result(seat) as usize);
        }
    }
}

/// The pot, what hands are worth at the showdown, and who wins.
pub(super) fn panels() -> Vec<Panel> {
    let item = |heading, metric, figure| Item { heading, metric, figure };
    vec![
        Panel::ByGroup {
            title: "Hands at the showdown",
            by: "class",
            columns: vec![
                item("win", "hand_result", Figure::Share("won")),
                item("draw", "hand_result", Figure::Share("drawn")),
                item("lose", "hand_result", Figure::Share("lost")),
            ],
        },
        Panel::Lines {
            title: "A hand",
            items: vec![
                item("goes to a showdown", "ended", Figure::Share("showdown")),
                item("showdown is drawn", "drawn", Figure::Share("yes")),
                item("pot", "pot", Figure::Mean),
                item("dealer's points", "hand_net", Figure::MeanOf("position", "1")),
                item("Zero Hand claimed while betting", "zero_hand", Figure::Share("betting")),
                item("Zero Hand claimed at the showdown", "zero_hand", Figure::Share("showdown")),
            ],
        },
        Panel::ByGroup {
            title: "Tips a hand",
            by: "kind",
            columns: vec![item("paid", "tips", Figure::Mean)],
        },
        Panel::ByGroup {
            title: "Bots",
            by: "bot",
            columns: vec![
                item("points a game", "game_net", Figure::Mean),
                item("wins", "win", Figure::Share("win")),
                item("shared wins", "win", Figure::Share("shared")),
                item("points a hand", "hand_net", Figure::Mean),
            ],
        },
    ]
}
