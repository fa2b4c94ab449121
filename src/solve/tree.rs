//! Public trees, payoffs and strategies.

use std::ops::{AddAssign, Mul};

/// One of the two players, by index.
pub type Side = usize;

/// The player whose payoffs the matrices have.
pub const DEALER: Side = 0;
/// The opponent, who loses what the dealer wins.
pub const OTHER: Side = 1;

/// A node of a public tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The hand is over; the index is that of an [`End`] in the payoffs.
    End(u32),
    /// A player chooses among options that are the same with every hand.
    Choice {
        /// Who chooses.
        side: Side,
        /// The number of hands that the player can hold.
        hands: usize,
        /// The number of options.
        options: usize,
        /// The index of the first of the children, one for each option.
        children: usize,
        /// The index of the first probability: those of all hands for the
        /// first option, then those for the second.
        first: usize,
    },
    /// A player may exchange some of the hands for a card that is drawn.
    Claim {
        /// Who may.
        side: Side,
        /// The number of hands that the player can hold.
        hands: usize,
        /// The node if nothing is exchanged, with the same hands.
        keep: u32,
        /// The index of the first branch.
        branches: usize,
        /// The number of branches.
        count: usize,
        /// The index of the first of [`Branch::PROBABILITIES`] for each branch.
        first: usize,
    },
}

/// One hand that can be exchanged at a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The hand.
    pub hand: usize,
    /// After the first card.
    pub once: Draw,
    /// The hand of the first draw with which the player may draw again instead.
    pub ten: usize,
    /// After the second card.
    pub again: Draw,
}

impl Branch {
    /// The probabilities of a branch: to keep the hand, to claim it; after a
    /// Ten to keep that, to draw again.
    pub const PROBABILITIES: usize = 4;
}

/// A node after a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// The node.
    pub node: u32,
    /// The number of hands that the draw can make.
    pub hands: usize,
}

/// A public tree, whose root is node 0.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The children of choices.
    pub children: Vec<u32>,
    /// The branches of claims.
    pub branches: Vec<Branch>,
    /// The number of hands of each player at the root.
    pub hands: [usize; 2],
    /// The number of probabilities of a strategy for both players.
    pub probabilities: usize,
}

impl Tree {
    /// The branches of a claim.
    #[must_use]
    pub fn branches(&self, first: usize, count: usize) -> &[Branch] {
        &self.branches[first..first + count]
    }
}

/// Payoffs to the dealer for each pair of hands, multiplied with the
/// probability that both are held; for both players, by columns: the payoffs of
/// all own hands against one hand of the opponent are adjacent.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix<T> {
    by_side: [Vec<T>; 2],
    hands: [usize; 2],
}

impl<T: Copy + Default + PartialEq + AddAssign + Mul<Output = T>> Matrix<T> {
    /// The matrix with these payoffs for a hand of the dealer and one of the
    /// other player.
    pub fn new(hands: [usize; 2], payoff: impl Fn(usize, usize) -> T) -> Matrix<T> {
        let [dealers, others] = hands;
        let columns = |own: usize, opponents: usize, at: &dyn Fn(usize, usize) -> T| {
            (0..opponents).flat_map(|opponent| (0..own).map(move |hand| at(hand, opponent))).collect()
        };
        let dealer: Vec<T> = columns(dealers, others, &payoff);
        let other: Vec<T> = columns(others, dealers, &|other, dealer| payoff(dealer, other));
        Matrix { by_side: [dealer, other], hands }
    }

    /// The payoff of the dealer's hand against the other's.
    #[must_use]
    pub fn at(&self, dealer: usize, other: usize) -> T {
        self.by_side[DEALER][other * self.hands[DEALER] + dealer]
    }

    /// The payoffs to the dealer for all hands of a side, by what its opponent
    /// holds with which reach, times a scale.
    pub fn product(&self, side: Side, opponent: &[T], scale: T, out: &mut [T]) {
        let columns = &self.by_side[side];
        // The compiler keeps the sums of a known number of hands in registers.
        match out.len() {
            12 => product_of::<T, 12>(columns, opponent, out),
            74 => product_of::<T, 74>(columns, opponent, out),
            hands => {
                out.fill(T::default());
                for (column, &reach) in columns.chunks_exact(hands).zip(opponent) {
                    if reach != T::default() {
                        add_multiple(out, column, reach);
                    }
                }
            }
        }
        out.iter_mut().for_each(|value| *value = *value * scale);
    }
}

#[inline(always)]
fn add_multiple<T: Copy + AddAssign + Mul<Output = T>>(out: &mut [T], column: &[T], factor: T) {
    for (out, &payoff) in out.iter_mut().zip(column) {
        *out += payoff * factor;
    }
}

fn product_of<T, const HANDS: usize>(columns: &[T], opponent: &[T], out: &mut [T])
where
    T: Copy + Default + PartialEq + AddAssign + Mul<Output = T>,
{
    let mut sums = [T::default(); HANDS];
    for (column, &reach) in columns.as_chunks::<HANDS>().0.iter().zip(opponent) {
        if reach != T::default() {
            add_multiple(&mut sums, column, reach);
        }
    }
    out.copy_from_slice(&sums);
}

/// How a hand ends: a matrix and what it is multiplied with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// The index of the matrix.
    pub matrix: usize,
    /// The factor.
    pub scale: f64,
}

/// The payoffs to the dealer at all ends of a tree.
#[derive(Clone, Debug)]
pub struct Payoffs<T> {
    /// Matrices that ends share.
    pub matrices: Vec<Matrix<T>>,
    /// The ends.
    pub ends: Vec<End>,
}

impl Payoffs<f64> {
    /// The same in single precision.
    #[must_use]
    pub fn to_single(&self) -> Payoffs<f32> {
        let single =
            |matrix: &Matrix<f64>| Matrix::new(matrix.hands, |dealer, other| matrix.at(dealer, other) as f32);
        Payoffs { matrices: self.matrices.iter().map(single).collect(), ends: self.ends.clone() }
    }
}

/// The probabilities of all options at all nodes, for both players. Those of a
/// hand at a node need not add up to 1: only their ratios matter, and hands
/// with none choose uniformly.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy(pub Vec<f32>);

impl Strategy {
    /// The probability of each option of a choice with a hand.
    pub fn of_choice(
        &self,
        first: usize,
        hands: usize,
        options: usize,
        hand: usize,
    ) -> impl Iterator<Item = f64> {
        let at = move |option: usize| f64::from(self.0[first + option * hands + hand]);
        let sum: f64 = (0..options).map(at).sum();
        (0..options).map(move |option| if sum > 0.0 { at(option) / sum } else { 1.0 / options as f64 })
    }

    /// The probability of the second of two options: to claim, or to draw
    /// again.
    #[must_use]
    pub fn of_two(&self, first: usize) -> f64 {
        let [no, yes] = [self.0[first], self.0[first + 1]].map(f64::from);
        if no + yes > 0.0 { yes / (no + yes) } else { 0.5 }
    }
}
