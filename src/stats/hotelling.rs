//! Hotelling's T²: one test that all seats are equal.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, FisherSnedecor};

/// The maximum number of seats.
const MAX_SEATS: usize = 8;

/// Sums over blocks of one number per seat, with all cross products. In every
/// game the numbers of all seats add up to zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatVectors {
    blocks: u64,
    now: [i64; MAX_SEATS],
    sums: [i128; MAX_SEATS],
    products: [[i128; MAX_SEATS]; MAX_SEATS],
}

/// A test of the hypothesis that no seat is better than another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatTest {
    /// Hotelling's T² as an F statistic.
    pub f: f64,
    /// Its degrees of freedom.
    pub degrees_of_freedom: [f64; 2],
    /// The p-value under equal seats.
    pub p: f64,
}

impl SeatVectors {
    /// Adds to the number of a seat in the block that is being played.
    pub fn add(&mut self, seat: usize, number: i64) {
        self.now[seat] += number;
    }

    /// Folds in the block that was played.
    pub fn end_block(&mut self) {
        let now = std::mem::take(&mut self.now).map(i128::from);
        self.blocks += 1;
        for (seat, one) in now.into_iter().enumerate() {
            self.sums[seat] += one;
            for (product, other) in self.products[seat].iter_mut().zip(now) {
                *product += one * other;
            }
        }
    }

    /// Adds the blocks of another accumulator.
    pub fn merge(&mut self, add: &SeatVectors) {
        self.blocks += add.blocks;
        for seat in 0..MAX_SEATS {
            self.sums[seat] += add.sums[seat];
            for other in 0..MAX_SEATS {
                self.products[seat][other] += add.products[seat][other];
            }
        }
    }

    /// Tests that the first `seats` numbers all have mean zero. As they add up
    /// to zero, the last one is redundant and is left out. None if there are
    /// too few blocks, or if the covariance matrix is singular.
    #[must_use]
    pub fn test(&self, seats: usize) -> Option<SeatTest> {
        let dimension = seats.checked_sub(1).filter(|dimension| *dimension > 0)?;
        let blocks = self.blocks as f64;
        if self.blocks <= seats as u64 {
            return None;
        }
        let means: Vec<f64> = self.sums[..dimension].iter().map(|&sum| sum as f64 / blocks).collect();
        let covariance = |one: usize, other: usize| {
            (self.products[one][other] as f64 - means[one] * self.sums[other] as f64) / (blocks - 1.0)
        };
        let mut rows: Vec<Vec<f64>> = (0..dimension)
            .map(|one| (0..dimension).map(|other| covariance(one, other)).chain([means[one]]).collect())
            .collect();
        let solved = solve(&mut rows)?;
        let distance: f64 = solved.iter().zip(&means).map(|(one, other)| one * other).sum();
        let degrees_of_freedom = [dimension as f64, blocks - dimension as f64];
        let f =
            (blocks * distance * degrees_of_freedom[1] / ((blocks - 1.0) * degrees_of_freedom[0])).max(0.0);
        let p = FisherSnedecor::new(degrees_of_freedom[0], degrees_of_freedom[1]).ok()?.sf(f);
        Some(SeatTest { f, degrees_of_freedom, p })
    }
}

/// Solves linear equations by Gauss-Jordan elimination with partial pivoting;
/// the right-hand side is the last column. None if the matrix is singular.
fn solve(rows: &mut [Vec<f64>]) -> Option<Vec<f64>> {
    let count = rows.len();
    let scale = (0..count).map(|index| rows[index][index]).fold(0.0, f64::max);
    for step in 0..count {
        let best =
            (step..count).max_by(|&one, &other| rows[one][step].abs().total_cmp(&rows[other][step].abs()))?;
        rows.swap(step, best);
        if rows[step][step].abs() <= 1e-12 * scale {
            return None;
        }
        let pivot = rows[step].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(index, _)| *index != step) {
            let times = row[step] / pivot[step];
            row.iter_mut().zip(&pivot).skip(step).for_each(|(cell, from)| *cell -= times * from);
        }
    }
    Some((0..count).map(|index| rows[index][count] / rows[index][index]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_blocks(blocks: &[[i64; 3]]) -> SeatVectors {
        let mut vectors = SeatVectors::default();
        for block in blocks {
            block.iter().enumerate().for_each(|(seat, &number)| vectors.add(seat, number));
            vectors.end_block();
        }
        vectors
    }

    #[test]
    fn for_two_seats_it_is_the_square_of_students_t() {
        let blocks: Vec<[i64; 3]> = [3, -1, 4, 1, -5, 9, 2, 6].map(|x: i64| [x, -x, 0]).to_vec();
        let test = of_blocks(&blocks).test(2).unwrap();
        let mean = 19.0 / 8.0;
        let variance = ([3.0, -1.0, 4.0, 1.0, -5.0, 9.0, 2.0, 6.0].iter())
            .map(|x: &f64| (x - mean) * (x - mean))
            .sum::<f64>()
            / 7.0;
        assert!((test.f - 8.0 * mean * mean / variance).abs() < 1e-9);
        assert_eq!(test.degrees_of_freedom, [1.0, 7.0]);
    }

    #[test]
    fn equal_seats_are_not_rejected_and_a_better_one_is() {
        let noise = |index: i64| (index * 7919) % 13 - 6;
        let fair: Vec<[i64; 3]> =
            (0..130).map(|b| [noise(b), noise(b + 5), -noise(b) - noise(b + 5)]).collect();
        assert!(of_blocks(&fair).test(3).unwrap().p > 0.9);
        let unfair: Vec<[i64; 3]> = fair.iter().map(|[a, b, c]| [a + 2, b - 1, c - 1]).collect();
        assert!(of_blocks(&unfair).test(3).unwrap().p < 1e-4);
    }

    #[test]
    fn seats_that_never_vary_cannot_be_tested() {
        assert_eq!(of_blocks(&vec![[1, 1, -2]; 50]).test(3), None);
        assert_eq!(of_blocks(&[[1, 1, -2]]).test(3), None);
    }
}
