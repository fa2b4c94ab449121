//! `weighing`: the player who knows the odds.

mod memory;
mod showdown;

use self::memory::Memory;
use self::showdown::Showdown;
use crate::bots::{Bot, BotKind};
use crate::cards::Card;
use crate::game::{Game, Options};
use crate::games::kachi_kachi::table::{Betting, MAX_PLAYERS, ROUNDS};
use crate::games::kachi_kachi::{Choices, Decision, Hand, KachiKachi, Rules, Seen, Tip, Tips, View};
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
    /// What was chosen while nobody had shown a card: most bets are decided then,
    /// and few differ.
    first_bets: Memory<usize, 14>,
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
            first_bets: Memory::new(),
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
    // Inlined where the view is made: what is not looked at is then not made.
    #[inline(always)]
    fn choose(&mut self, view: &View, choices: &Choices, _own: &mut Stream) -> usize {
        let at = Situation::of(view);
        match self.key(&at, choices) {
            Some(key) => {
                self.first_bets.get(key).unwrap_or_else(|| self.bet_for_the_first_time(key, at, choices))
            }
            None => self.decide(&at, choices),
        }
    }
}

/// What the bot looks at of a view.
#[derive(Clone, Copy)]
struct Situation<'a> {
    hand: u32,
    position: usize,
    dealt: Hand,
    betting: Betting,
    cards: &'a [Seen; MAX_PLAYERS],
    deck: u8,
}

impl Situation<'_> {
    #[inline(always)]
    fn of(view: &View) -> Situation<'_> {
        let &View { hand, position, dealt, betting, ref cards, deck, .. } = view;
        Situation { hand, position, dealt, betting, cards, deck }
    }

    fn own_hand(&self) -> Hand {
        self.cards[self.position].hand().expect("a player knows the own hand")
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
    /// All that a bet is decided by while nobody has shown a card, as a word. None
    /// after that, and if more is at stake than the word has room for.
    #[inline(always)]
    fn key(&self, at: &Situation, choices: &Choices) -> Option<u64> {
        let is_bet = matches!(choices.asked(), Decision::Open | Decision::Amount | Decision::Call);
        if !is_bet || !self.showdown.is_first(at) {
            return None;
        }
        let Betting { round, remaining, to_come, wagered, bet, pot, .. } = at.betting;
        let mut key = 1;
        let mut add = |value: u64, bits: u32| {
            key = key << bits | value;
            value >> bits == 0
        };
        let fits = add(pot as u64, 18) & add(wagered.into(), 12) & add(bet.into(), 10);
        add(u64::from(self.saved(at) > 0), 1);
        add(choices.asked() as u64 % 4, 2);
        add(round.into(), 2);
        // Whoever has paid comes before, and whoever is to come after.
        add((remaining & !to_come).count_ones().into(), 3);
        add(to_come.count_ones().into(), 4);
        // By number, and by whether it is special, for which a tip may be paid.
        let kinds = at.dealt.0.map(|card| 2 * (card.index() as u64 / 4) + u64::from(card.is_special()));
        add(kinds[0].min(kinds[1]), 5);
        add(kinds[0].max(kinds[1]), 5);
        fits.then_some(key)
    }

    #[inline(never)]
    fn bet_for_the_first_time(&mut self, key: u64, at: Situation, choices: &Choices) -> usize {
        let choice = self.bet(&at, at.own_hand(), choices);
        self.first_bets.keep(key, choice);
        choice
    }

    #[inline(never)]
    fn decide(&mut self, at: &Situation, choices: &Choices) -> usize {
        match choices.asked() {
            // Any card makes a better hand, and it is well to know which
            // before the bet.
            Decision::Claim => 1,
            Decision::Again => usize::from(self.draws_again(at, at.own_hand())),
            _ => self.bet(at, at.own_hand(), choices),
        }
    }

    /// Whether to stay in, or with which bet.
    fn bet(&mut self, at: &Situation, hand: Hand, choices: &Choices) -> usize {
        let outlook = self.outlook(at, hand);
        match choices.asked() {
            Decision::Call => {
                let [worth] = self.worth(&outlook, [at.betting.bet]);
                usize::from(worth > 0.0)
            }
            Decision::Open => {
                let most = self.rules.max_wager - at.betting.wagered;
                // Whether some bet is worth more than to give up. Most often
                // the first is.
                let (_, worth) = self.best_bet(&outlook, (most - self.rules.min_bet) as usize, 0.0);
                usize::from(worth > 0.0)
            }
            _ => self.best_bet(&outlook, choices.count() - 1, f64::INFINITY).0,
        }
    }

    /// The ante that the winner of the hand saves.
    #[inline]
    fn saved(&self, at: &Situation) -> u32 {
        if self.rules.winner_antes || at.hand >= self.rules.hands { 0 } else { self.rules.ante }
    }

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
    fn outlook(&mut self, at: &Situation, hand: Hand) -> Outlook {
        let betting = &at.betting;
        let mut outlook = Outlook {
            others: [Other::default(); MAX_PLAYERS],
            count: 0,
            prize: betting.pot as f64 + f64::from(self.saved(at)),
            tip: self.tip(at, hand),
        };
        let sight = self.showdown.sight(hand, at);
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
        let mut left = betting.remaining & !(1 << at.position);
        while left != 0 {
            let position = left.trailing_zeros() as usize;
            left &= left - 1;
            let is_to_come = !betting.showdown && betting.to_come >> position & 1 != 0;
            let bets = if is_to_come { said_to_come } else { said };
            let shown = self.showdown.against(sight, &at.cards[position], bets);
            let beaten = shown + (1.0 - shown) * hope;
            outlook.others[outlook.count] = Other { beaten, is_to_come };
            outlook.count += 1;
        }
        outlook
    }

    /// What all others would pay for a hand.
    fn tip(&self, at: &Situation, hand: Hand) -> f64 {
        let Some(tip) = Tip::of(hand) else { return 0.0 };
        let mut each = tip.value(&self.rules) as f64;
        if let Some(more) = tip.with_top(&self.rules).filter(|_| at.deck > 0) {
            let unseen = self.showdown.unseen(at);
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
    fn draws_again(&mut self, at: &Situation, hand: Hand) -> bool {
        let seen = &at.cards[at.position];
        let (Some(Hand([one, other])), [Some(ten), _]) = (seen.dealt, seen.drawn) else {
            unreachable!("who may draw again holds a Ten")
        };
        let unseen = self.showdown.unseen(at);
        let mut chance =
            |hand| self.outlook(at, hand).others().iter().map(|other| other.beaten).product::<f64>();
        let again: f64 = unseen.iter().map(|card| chance(Hand::best(card, &[one, other, ten]))).sum();
        again > chance(hand) * unseen.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Next, NullObserver};
    use crate::random::{BlockStreams, Purpose};

    /// Plays games of one table, and compares every choice with one that is not
    /// looked up. How many were.
    fn choices_looked_up(rules: Rules, games: u64) -> usize {
        let game = KachiKachi::new(rules);
        let mut bot = Weighing::new(&game, Weights::default());
        let mut looked_up = 0;
        for block in 0..games {
            let streams = BlockStreams::new(1, block);
            let (mut table, mut round) = (game.begin(), 0);
            let mut rng = streams.stream(round, Purpose::Game);
            loop {
                match game.to_act(&table) {
                    Next::Over => break,
                    Next::Deal => {
                        round += 1;
                        rng = streams.stream(round, Purpose::Game);
                        game.deal(&mut table, &mut rng, &mut NullObserver);
                    }
                    Next::Choice(seat) => {
                        let (view, options) = (game.view(&table, seat), game.options(&table));
                        let at = Situation::of(&view);
                        let key = bot.key(&at, &options);
                        looked_up += usize::from(key.is_some_and(|key| bot.first_bets.get(key).is_some()));
                        let choice = bot.choose(&view, &options, &mut rng.clone());
                        assert_eq!(choice, bot.decide(&at, &options), "block {block}, {view:?}");
                        game.apply(&mut table, choice, &mut rng, &mut NullObserver);
                    }
                }
            }
        }
        looked_up
    }

    #[test]
    fn bets_that_are_looked_up_are_those_that_would_be_reckoned() {
        let tables = [
            Rules::default(),
            Rules { extra_cards: true, tips: Tips::Winner, tips_without_showdown: true, ..Rules::default() },
            Rules { players: 2, winner_antes: true, ..Rules::default() },
            Rules { players: 8, ante: 3, max_wager: 40, ..Rules::default() },
        ];
        for rules in tables {
            let players = rules.players;
            assert!(choices_looked_up(rules, 200) > 2_000, "{players} players");
        }
    }

    #[test]
    fn more_than_a_key_has_room_for_is_reckoned() {
        let rules = Rules { min_bet: 1000, max_wager: 100_000, ..Rules::default() };
        choices_looked_up(rules, 20);
    }
}
