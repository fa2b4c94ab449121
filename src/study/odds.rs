//! Exact odds of hands of two cards at a showdown, by counting deals.
//!
//! Everyone is dealt two cards and stays; the best class wins, and equal best
//! classes draw. A deal is who gets which two cards: the order within a hand
//! does not matter, that of the players does.
//!
//! Of the rest of the deck, only the number of cards of each number matters: a
//! deck of twenty cards has 3^10 such *stocks*. For every stock, the sets of hands
//! that leave it are counted, by dynamic programming: one kind of pair after the
//! other is allowed, from the worst class to the best, and any number of hands of
//! the kind moves the counts on to smaller stocks. A hand that is dealt from the
//! stock after the hands that it does not lose to has won or drawn. As every move
//! can be undone, the deals without a class follow from those with all classes.
//! All of it takes some ten million additions instead of 10^15 deals.

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
    let stocks = Stocks::new(deck, max_players);
    let pairs: Vec<Pair> = (0..NUMBERS)
        .flat_map(|low| (low..NUMBERS).map(move |high| (low, high)))
        .map(|(low, high)| Pair {
            low,
            high,
            step: stocks.radix[low] + stocks.radix[high],
            class: class(low, high),
        })
        .collect();
    let of_class =
        |class: usize| pairs.iter().filter(move |pair| pair.class == class).collect::<Vec<&Pair>>();
    let all = stocks.sets(&pairs);
    let mut not_better = stocks.sets(&[]);
    let mut found: Vec<ClassOdds> = Vec::new();
    for held in (0..classes).rev() {
        let pairs = of_class(held);
        // By the number of players: the deals in which all other hands are worse,
        // those without a better hand, and those without the class, as hands are
        // not independent of each other.
        let wins = stocks.with_one_more(&not_better, &pairs);
        pairs.iter().for_each(|pair| stocks.allow(pair, &mut not_better));
        let unbeaten = stocks.with_one_more(&not_better, &pairs);
        let mut without = all.clone();
        pairs.iter().for_each(|pair| stocks.forbid(pair, &mut without));
        let nobody = stocks.by_hands(&without);
        let hands: u64 = pairs.iter().map(|pair| pair.ways(&deck)).sum();
        found.extend(players.iter().map(|&players| {
            let others = (1..players).map(|dealt| hands_of(size - 2 * dealt)).product::<u64>();
            // A set of hands is a deal for each order of the players.
            let orders: u64 = (1..players as u64).product();
            let (ways, unbeaten, wins) = (hands * others, orders * unbeaten[players], orders * wins[players]);
            let somebody = hands_of(size) * others - orders * players as u64 * nobody[players];
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
        self.ways_of_several(1, counts)
    }

    /// The number of sets of several such hands in a stock.
    fn ways_of_several(&self, hands: u8, counts: &[u8; NUMBERS]) -> u64 {
        let (low, high) = (counts[self.low], counts[self.high]);
        let orders: u64 = (1..=u64::from(hands)).product();
        if self.low == self.high {
            // Cards in a row, two by two; the order of two does not matter.
            falling(low, 2 * hands) / (orders << hands)
        } else {
            falling(low, hands) * falling(high, hands) / orders
        }
    }

    /// The most such hands that can have been dealt if a stock is left.
    fn most(&self, deck: &[u8; NUMBERS], left: &[u8; NUMBERS]) -> u8 {
        let dealt = |number: usize| deck[number] - left[number];
        if self.low == self.high { dealt(self.low) / 2 } else { dealt(self.low).min(dealt(self.high)) }
    }
}

/// The number of ways to draw this many of some cards, one after the other.
fn falling(cards: u8, drawn: u8) -> u64 {
    (0..drawn).map(|before| u64::from(cards.saturating_sub(before))).product()
}

/// Every stock that a deck can be reduced to. The index of a stock has its
/// counts as digits of a mixed radix, so that dealing a hand is a subtraction.
struct Stocks {
    deck: [u8; NUMBERS],
    radix: [usize; NUMBERS],
    counts: Vec<[u8; NUMBERS]>,
    /// The stocks that whole hands can leave, no more than there are players, in
    /// ascending order.
    left_by_hands: Vec<Stock>,
}

/// A stock that hands can leave.
struct Stock {
    index: usize,
    /// The number of hands that leave it.
    hands: usize,
}

impl Stocks {
    fn new(deck: [u8; NUMBERS], max_players: usize) -> Stocks {
        let mut radix = [1; NUMBERS];
        for index in 1..NUMBERS {
            radix[index] = radix[index - 1] * (usize::from(deck[index - 1]) + 1);
        }
        let all = radix[NUMBERS - 1] * (usize::from(deck[NUMBERS - 1]) + 1);
        let size: u8 = deck.iter().sum();
        let counts: Vec<[u8; NUMBERS]> = (0..all)
            .map(|stock| {
                std::array::from_fn(|index| (stock / radix[index] % (usize::from(deck[index]) + 1)) as u8)
            })
            .collect();
        let dealt = |counts: &[u8; NUMBERS]| usize::from(size - counts.iter().sum::<u8>());
        let left_by_hands = counts.iter().map(dealt).enumerate();
        let left_by_hands = left_by_hands
            .filter(|&(_, dealt)| dealt.is_multiple_of(2) && dealt <= 2 * max_players)
            .map(|(index, dealt)| Stock { index, hands: dealt / 2 })
            .collect();
        Stocks { deck, radix, counts, left_by_hands }
    }

    /// The number of sets of these hands that leave each stock.
    ///
    /// No count overflows a word: 22 cards for eight players have 6 × 10^15
    /// deals, and a set is at least one of them.
    fn sets(&self, pairs: &[Pair]) -> Vec<u64> {
        let mut sets = vec![0; self.counts.len()];
        *sets.last_mut().expect("a full deck") = 1;
        pairs.iter().for_each(|pair| self.allow(pair, &mut sets));
        sets
    }

    /// Adds to sets without a pair those with one hand of it or more.
    fn allow(&self, pair: &Pair, sets: &mut [u64]) {
        // A stock gets from larger ones, which come later.
        for stock in &self.left_by_hands {
            sets[stock.index] += self.dealt_down_to(pair, stock.index, sets);
        }
    }

    /// Removes from sets those that have a hand of a pair.
    fn forbid(&self, pair: &Pair, sets: &mut [u64]) {
        for stock in self.left_by_hands.iter().rev() {
            sets[stock.index] -= self.dealt_down_to(pair, stock.index, sets);
        }
    }

    /// The number of sets that leave a stock, and have at least one hand of a pair
    /// beside those of `sets`.
    fn dealt_down_to(&self, pair: &Pair, stock: usize, sets: &[u64]) -> u64 {
        (1..=pair.most(&self.deck, &self.counts[stock]))
            .map(|hands| {
                let before = stock + usize::from(hands) * pair.step;
                match sets[before] {
                    0 => 0,
                    sets => sets * pair.ways_of_several(hands, &self.counts[before]),
                }
            })
            .sum()
    }

    /// The number of sets by the number of their hands.
    fn by_hands(&self, sets: &[u64]) -> [u64; Stocks::MOST] {
        self.add_up(sets, 0, |_| 1)
    }

    /// The number of sets with one more hand, of these pairs, that is told from the
    /// others; by the number of all of their hands.
    fn with_one_more(&self, sets: &[u64], pairs: &[&Pair]) -> [u64; Stocks::MOST] {
        self.add_up(sets, 1, |counts| pairs.iter().map(|pair| pair.ways(counts)).sum())
    }

    /// More hands than any deck has.
    const MOST: usize = 32;

    fn add_up(&self, sets: &[u64], more: usize, ways: impl Fn(&[u8; NUMBERS]) -> u64) -> [u64; Stocks::MOST] {
        let mut sums = [0; Stocks::MOST];
        for stock in &self.left_by_hands {
            let sets = sets[stock.index];
            if sets > 0 {
                sums[stock.hands + more] += sets * ways(&self.counts[stock.index]);
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests;
