//! `weighing`: the player who knows the odds.

mod memory;
mod showdown;

use self::showdown::Showdown;
use crate::bots::{Bot, BotKind};
use crate::game::{Game, Options};
use crate::games::kachi_kachi::table::{MAX_PLAYERS, ROUNDS};
use crate::games::kachi_kachi::{Choices, Decision, Hand, KachiKachi, Rules, Tip, Tips, View};
use crate::random::Stream;

crate::settings! {
    /// What weighs how much.
    pub struct Weights {
        trust["trust"]: f64 = 0.4, in 0.0..=1.0, "how much a bet says about a hand: 0 nothing, 1 that it is not the worst";
        fear["fear"]: f64 = 0.8, in 0.0..=1.0, "how readily others fold: the chance of it if a bet is far larger than the pot";
        caution["caution"]: f64 = 0.3, in 0.0..=10.0, "what must be gained for each point that is paid";
        read["read"]: f64 = 1.2, in 0.0..=1000.0, "a player who has paid so many times the antes of all beyond the least bets is thought to have bet once more; 0: never";
        hope["hope"]: f64 = 0.015, in 0.0..=0.5, "the chance that another player gives up in each later round";
    }
    check |_| Ok(());
}

/// Sizes of a bet that are weighed, and the least one.
const SIZES: usize = 16;
/// Bets that are weighed at a time.
const LANES: usize = 4;

/// Reckons what each option is worth in points, and takes the best.
#[derive(Clone, Debug)]
pub struct Weighing {
    rules: Rules,
    weights: Weights,
    /// What says as much as one more bet, if it is paid beyond the least ones.
    large: u32,
    showdown: Showdown,
}

impl BotKind<KachiKachi> for Weighing {
    const NAME: &'static str = "weighing";
    const DESCRIPTION: &'static str = "weighs the probability of winning the showdown against the price, given what the bets say and who may fold; claims at once";
    type Parameters = Weights;

    fn new(game: &KachiKachi, weights: Weights) -> Weighing {
        Weighing {
            rules: game.rules().clone(),
            large: large(game.rules(), weights.read),
            showdown: Showdown::new(game.rules(), weights.trust),
            weights,
        }
    }
}

/// What says as much as one more bet: by the antes, or by the least bets where
/// these are more.
fn large(rules: &Rules, read: f64) -> u32 {
    if read == 0.0 {
        return u32::MAX;
    }
    let antes = f64::from(rules.players) * f64::from(rules.ante.max(rules.min_bet));
    (read * antes).round().max(1.0) as u32
}

impl Bot<KachiKachi> for Weighing {
    fn choose(&mut self, view: &View, choices: &Choices, _own: &mut Stream) -> usize {
        let hand = view.cards[view.position].hand().expect("a player knows the own hand");
        match choices.asked() {
            // Any card makes a better hand, and it is well to know which
            // before the bet.
            Decision::Claim => 1,
            Decision::Again => usize::from(self.draws_again(view, hand)),
            Decision::Call => {
                let outlook = self.outlook(view, hand);
                let [worth] = self.worth(&outlook, [view.betting.bet]);
                usize::from(worth > 0.0)
            }
            Decision::Open => {
                let most = self.rules.max_wager - view.betting.wagered;
                let outlook = self.outlook(view, hand);
                // Whether some bet is worth more than to give up. Most often
                // the first is.
                let (_, worth) = self.best_bet(&outlook, (most - self.rules.min_bet) as usize, 0.0);
                usize::from(worth > 0.0)
            }
            Decision::Amount => {
                let outlook = self.outlook(view, hand);
                self.best_bet(&outlook, choices.count() - 1, f64::INFINITY).0
            }
        }
    }
}

/// Another player who remains.
#[derive(Clone, Copy, Default)]
struct Other {
    /// The chance to beat this player or to outlast them, with the own share of
    /// a draw.
    beaten: f64,
    /// Whether this player has still to match the bet.
    is_to_come: bool,
}

/// What a player can expect of a hand.
struct Outlook {
    others: [Other; MAX_PLAYERS],
    count: usize,
    /// What is to be won: the pot, and the ante that the winner saves.
    prize: f64,
    /// What the tips for the own hand come to.
    tip: f64,
}

impl Outlook {
    fn others(&self) -> &[Other] {
        &self.others[..self.count]
    }
}

impl Weighing {
    /// The best of the bets that are weighed up to some size, named by how much
    /// it is above the least one, and what it is worth. Once one is worth more
    /// than `enough`, larger ones are left out.
    fn best_bet(&self, outlook: &Outlook, most: usize, enough: f64) -> (usize, f64) {
        let mut best = (0, f64::NEG_INFINITY);
        for first in (0..=most.min(SIZES)).step_by(LANES) {
            // After the last one it is weighed once more, which changes nothing.
            let places: [usize; LANES] = std::array::from_fn(|lane| {
                let step = first + lane;
                if most <= SIZES { step.min(most) } else { step.min(SIZES) * most / SIZES }
            });
            let worths = self.worth(outlook, places.map(|place| self.rules.min_bet + place as u32));
            for (place, worth) in places.into_iter().zip(worths) {
                if worth > best.1 {
                    best = (place, worth);
                }
            }
            if best.1 > enough {
                break;
            }
        }
        best
    }

    /// The players who remain, and what there is to be won.
    fn outlook(&mut self, view: &View, hand: Hand) -> Outlook {
        let betting = &view.betting;
        let saved =
            if self.rules.winner_antes || view.hand >= self.rules.hands { 0 } else { self.rules.ante };
        let mut outlook = Outlook {
            others: [Other::default(); MAX_PLAYERS],
            count: 0,
            prize: betting.pot as f64 + f64::from(saved),
            tip: self.tip(view, hand),
        };
        let sight = self.showdown.sight(hand, view);
        let later = if betting.showdown { 0 } else { ROUNDS - betting.round };
        let hope = self.weights.hope * f64::from(later);
        // To stay takes a bet in each round. Large ones say up to twice as much.
        let said = |rounds: u8, paid: u32| {
            let rounds = u32::from(rounds);
            (rounds + ((paid - rounds * self.rules.min_bet) / self.large).min(rounds)) as usize
        };
        let said_to_come = said(betting.round - 1, betting.wagered);
        let bet = if betting.showdown { 0 } else { betting.bet };
        // Whoever opens comes first: nobody has paid in this round yet.
        let said = if bet == 0 && !betting.showdown {
            said_to_come
        } else {
            said(betting.round, betting.wagered + bet)
        };
        let mut left = betting.remaining & !(1 << view.position);
        while left != 0 {
            let position = left.trailing_zeros() as usize;
            left &= left - 1;
            let is_to_come = !betting.showdown && betting.to_come >> position & 1 != 0;
            let bets = if is_to_come { said_to_come } else { said };
            let shown = self.showdown.against(sight, &view.cards[position], bets);
            let beaten = shown + (1.0 - shown) * hope;
            outlook.others[outlook.count] = Other { beaten, is_to_come };
            outlook.count += 1;
        }
        outlook
    }

    /// What all others would pay for a hand.
    fn tip(&self, view: &View, hand: Hand) -> f64 {
        let Some(tip) = Tip::of(hand) else { return 0.0 };
        let mut each = tip.value(&self.rules) as f64;
        if let Some(more) = tip.with_top(&self.rules).filter(|_| view.deck > 0) {
            let unseen = self.showdown.unseen(view);
            let alike = (unseen & hand.0[0].alike()).len() as f64;
            each += more.value(&self.rules) as f64 * alike / unseen.len() as f64;
        }
        each * f64::from(self.rules.players - 1)
    }

    /// What it is worth to pay each of some bets, against giving up the hand.
    /// All of them take the same steps, which the processor does for two at a
    /// time.
    fn worth<const N: usize>(&self, outlook: &Outlook, bets: [u32; N]) -> [f64; N] {
        let (prices, prize) = (bets.map(f64::from), outlook.prize);
        let stays = prices.map(|price| 1.0 - self.weights.fear * price / (price + prize));
        // The chances to win and to be left alone, and how many bets of those
        // to come are won: one player after the other.
        let (mut wins, mut bets_won, mut alone) = ([1.0; N], [0.0; N], [1.0; N]);
        for &Other { beaten, is_to_come } in outlook.others() {
            for bet in 0..N {
                if is_to_come {
                    let not_lost = 1.0 - stays[bet] + stays[bet] * beaten;
                    bets_won[bet] = bets_won[bet] * not_lost + wins[bet] * stays[bet] * beaten;
                    wins[bet] *= not_lost;
                    alone[bet] *= 1.0 - stays[bet];
                } else {
                    bets_won[bet] *= beaten;
                    wins[bet] *= beaten;
                    alone[bet] = 0.0;
                }
            }
        }
        let has_tip_alone = self.rules.tips_without_showdown && self.rules.tips != Tips::Off;
        std::array::from_fn(|bet| {
            let (price, wins, alone) = (prices[bet], wins[bet], alone[bet]);
            let at_showdown = match self.rules.tips {
                Tips::Off => 0.0,
                Tips::Winner => wins - alone,
                Tips::Showdown => 1.0 - alone,
            };
            let tipped = at_showdown + if has_tip_alone { alone } else { 0.0 };
            wins * (prize + price) + bets_won[bet] * price + outlook.tip * tipped
                - (1.0 + self.weights.caution) * price
        })
    }

    /// Whether the next card is expected to make a better hand than the Ten.
    fn draws_again(&mut self, view: &View, hand: Hand) -> bool {
        let seen = &view.cards[view.position];
        let (Some(Hand([one, other])), [Some(ten), _]) = (seen.dealt, seen.drawn) else {
            unreachable!("who may draw again holds a Ten")
        };
        let unseen = self.showdown.unseen(view);
        let mut chance =
            |hand| self.outlook(view, hand).others().iter().map(|other| other.beaten).product::<f64>();
        let again: f64 = unseen.iter().map(|card| chance(Hand::best(card, &[one, other, ten]))).sum();
        again > chance(hand) * unseen.len() as f64
    }
}
