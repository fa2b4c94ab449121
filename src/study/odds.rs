//! Exact odds of hands of two cards at a showdown, by counting deals.
//!
//! Everyone is dealt two cards and stays; the best class wins, and equal best
//! classes draw. A deal is who gets which two cards: the order within a hand
//! does not matter, that of the players does.
//!
//! Of the rest of the deck, only the number of cards of each number matters: a
//! deck of twenty cards has 3^10 such *stocks*. Dynamic programming over stocks:
//! for a class, the deals in which the first player holds it are counted by the
//! stock that they leave, and every further player moves these counts on to
//! smaller stocks, by the hands that are allowed: worse ones, not better ones, or
//! all but this class. One pass from the full
//! deck to the last player covers every number of players on the way, in some
//! ten million additions instead of 10^15 deals.

mod tables;

use crate::cards::Number;
use crate::games::kachi_kachi::{Class, copies};

pub use tables::{odds_summary, odds_table};

/// The number of different numbers on the cards.
const NUMBERS: usize = 10;

/// The odds of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassOdds {
    /// The number of players.
    pub players: usize,
    /// The index of the class, 0 for the best.
    pub class: usize,
    /// The number of deals in which a given player holds it.
    pub ways: u64,
    /// The number of deals in which at least one of the players holds it.
    pub somebody: u64,
    /// Of these, the deals in which nobody else has as good a hand.
    pub wins: u64,
    /// Those in which somebody else has as good a hand and nobody a better one.
    pub draws: u64,
    /// Those in which somebody has a better hand.
    pub losses: u64,
}

/// The odds of all classes with one deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The number of cards in the deck.
    pub deck: usize,
    /// The odds, by number of players, then by class.
    pub classes: Vec<ClassOdds>,
}

impl Odds {
    /// The odds of Kachi-Kachi, for each number of players.
    #[must_use]
    pub fn of_kachi_kachi(extra_cards: bool, players: &[usize]) -> Odds {
        let mut deck = [0; NUMBERS];
        for (count, number) in deck.iter_mut().zip(Number::all()) {
            *count = copies(number, extra_cards);
        }
        let class = |one, other| Class::of(Number::new(one as u8 + 1), Number::new(other as u8 + 1)).index();
        odds(deck, Class::COUNT, class, players)
    }

    /// The number of ways to deal two cards to each player.
    #[must_use]
    pub fn deals(&self, players: usize) -> u64 {
        (0..players).map(|dealt| hands_of(self.deck - 2 * dealt)).product()
    }
}

/// The number of ways to choose two of these cards.
const fn hands_of(cards: usize) -> u64 {
    (cards * (cards - 1) / 2) as u64
}

/// The odds of classes of pairs: `class` ranks two numbers, by their indices,
/// from 0 for the best.
///
/// # Panics
/// If the deck does not have two cards for each player.
#[must_use]
pub fn odds(
    deck: [u8; NUMBERS],
    classes: usize,
    class: impl Fn(usize, usize) -> usize,
    players: &[usize],
) -> Odds {
    let size: usize = deck.iter().map(|&count| usize::from(count)).sum();
    let max_players = players.iter().copied().max().unwrap_or(0);
    assert!(2 * max_players <= size, "{size} cards are too few for {max_players} players");
    let stocks = Stocks::new(deck);
    let pairs: Vec<Pair> = (0..NUMBERS)
        .flat_map(|low| (low..NUMBERS).map(move |high| (low, high)))
        .map(|(low, high)| Pair {
            low,
            high,
            step: stocks.radix[low] + stocks.radix[high],
            class: class(low, high),
        })
        .collect();
    let mut found: Vec<ClassOdds> = Vec::new();
    for held in 0..classes {
        // By the number of players: the deals without a better hand, and those
        // in which all other hands are worse.
        let unbeaten = stocks.deals(&pairs, |first| first == held, |other| other >= held, max_players);
        let wins = stocks.deals(&pairs, |first| first == held, |other| other > held, max_players);
        // Hands are not independent of each other, so that the deals without the
        // class are counted as well.
        let nobody = stocks.deals(&pairs, |first| first != held, |other| other != held, max_players);
        let hands: u64 = pairs.iter().filter(|pair| pair.class == held).map(|pair| pair.ways(&deck)).sum();
        found.extend(players.iter().map(|&players| {
            let others = (1..players).map(|dealt| hands_of(size - 2 * dealt)).product::<u64>();
            let (ways, unbeaten, wins) = (hands * others, unbeaten[players], wins[players]);
            let somebody = hands_of(size) * others - nobody[players];
            let (draws, losses) = (unbeaten - wins, ways - unbeaten);
            ClassOdds { players, class: held, ways, somebody, wins, draws, losses }
        }));
    }
    found.sort_by_key(|odds| (players.iter().position(|&count| count == odds.players), odds.class));
    Odds { deck: size, classes: found }
}

/// Two numbers that make a hand.
struct Pair {
    low: usize,
    high: usize,
    /// What dealing them subtracts from the index of a stock.
    step: usize,
    class: usize,
}

impl Pair {
    /// The number of ways to deal the hand from a stock.
    fn ways(&self, counts: &[u8; NUMBERS]) -> u64 {
        let (low, high) = (u64::from(counts[self.low]), u64::from(counts[self.high]));
        if self.low == self.high { low * low.saturating_sub(1) / 2 } else { low * high }
    }
}

/// Every stock that a deck can be reduced to. The index of a stock has its
/// counts as digits of a mixed radix, so that dealing a hand is a subtraction.
struct Stocks {
    radix: [usize; NUMBERS],
    counts: Vec<[u8; NUMBERS]>,
    /// The stocks by the number of hands dealt.
    after: Vec<Vec<usize>>,
}

impl Stocks {
    fn new(deck: [u8; NUMBERS]) -> Stocks {
        let mut radix = [1; NUMBERS];
        for index in 1..NUMBERS {
            radix[index] = radix[index - 1] * (usize::from(deck[index - 1]) + 1);
        }
        let all = radix[NUMBERS - 1] * (usize::from(deck[NUMBERS - 1]) + 1);
        let size: u8 = deck.iter().sum();
        let mut after = vec![Vec::new(); usize::from(size) / 2 + 1];
        let counts: Vec<[u8; NUMBERS]> = (0..all)
            .map(|stock| {
                std::array::from_fn(|index| (stock / radix[index] % (usize::from(deck[index]) + 1)) as u8)
            })
            .collect();
        for (stock, counts) in counts.iter().enumerate() {
            let dealt = size - counts.iter().sum::<u8>();
            if dealt.is_multiple_of(2) {
                after[usize::from(dealt / 2)].push(stock);
            }
        }
        Stocks { radix, counts, after }
    }

    /// For each number of players up to `max_players`, the number of deals in
    /// which the first and the others hold classes that are allowed for them.
    ///
    /// No count overflows a word: 22 cards for eight players have 6 × 10^15
    /// deals.
    fn deals(
        &self,
        pairs: &[Pair],
        first: impl Fn(usize) -> bool,
        others: impl Fn(usize) -> bool,
        max_players: usize,
    ) -> Vec<u64> {
        let first: Vec<&Pair> = pairs.iter().filter(|pair| first(pair.class)).collect();
        let others: Vec<&Pair> = pairs.iter().filter(|pair| others(pair.class)).collect();
        let mut deals = vec![0; self.counts.len()];
        deals[self.counts.len() - 1] = 1;
        let mut totals = vec![0];
        for dealt in 0..max_players {
            let hands = if dealt == 0 { &first } else { &others };
            for &stock in &self.after[dealt] {
                let so_far = std::mem::take(&mut deals[stock]);
                if so_far > 0 {
                    for pair in hands {
                        let ways = pair.ways(&self.counts[stock]);
                        if ways > 0 {
                            deals[stock - pair.step] += so_far * ways;
                        }
                    }
                }
            }
            totals.push(self.after[dealt + 1].iter().map(|&stock| deals[stock]).sum());
        }
        totals
    }
}

#[cfg(test)]
mod tests;
