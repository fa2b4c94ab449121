//! Equilibria of symmetric zero-sum games that are given by a matrix.

/// Below this a number is rounding; payoffs are scaled to at most 1.
const ROUNDING: f64 = 1e-12;

/// Bland's rule ends in exact arithmetic. This many steps end it in any.
const MAX_STEPS: usize = 10_000;

/// A mixture of rows against which no row wins anything, on average: the
/// equilibrium of the game in which two players each choose a row, and one gets
/// `payoffs[row][other]` from the other. The matrix has to be antisymmetric.
///
/// With the payoffs shifted to above zero by c, the game is the linear programme
/// max Σy, (A + c) y ≤ 1, y ≥ 0, whose solution is the mixture times a constant.
/// The point y = 0 is feasible, so that the simplex method begins there; Bland's
/// rule keeps it from going in circles, and makes it deterministic where there
/// are several equilibria.
#[must_use]
pub fn equilibrium(payoffs: &[Vec<f64>]) -> Vec<f64> {
    let count = payoffs.len();
    let largest = payoffs.iter().flatten().fold(0.0_f64, |largest, cell| largest.max(cell.abs()));
    if largest == 0.0 {
        return vec![1.0 / count as f64; count];
    }
    // The columns: y, one slack for each row, the right-hand side. The last row
    // is the objective.
    let mut rows: Vec<Vec<f64>> = payoffs
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let shifted = row.iter().map(|cell| cell / largest + 2.0);
            let slacks = (0..count).map(|slack| f64::from(slack == index));
            shifted.chain(slacks).chain([1.0]).collect()
        })
        .collect();
    rows.push((0..=2 * count).map(|column| if column < count { -1.0 } else { 0.0 }).collect());
    let mut basis: Vec<usize> = (count..2 * count).collect();
    for _ in 0..MAX_STEPS {
        let Some(entering) = (0..2 * count).find(|&column| rows[count][column] < -ROUNDING) else { break };
        let Some(leaving) = leaving(&rows[..count], &basis, entering) else { break };
        pivot(&mut rows, leaving, entering);
        basis[leaving] = entering;
    }
    let mut mixture = vec![0.0; count];
    for (row, &column) in basis.iter().enumerate() {
        if column < count {
            mixture[column] = rows[row][2 * count].max(0.0);
        }
    }
    let total: f64 = mixture.iter().sum();
    mixture.into_iter().map(|part| part / total).collect()
}

/// The row that bounds the entering column most; of equal ones that whose basic
/// column comes first.
fn leaving(rows: &[Vec<f64>], basis: &[usize], entering: usize) -> Option<usize> {
    let bound = |row: usize| rows[row][rows[row].len() - 1] / rows[row][entering];
    (0..rows.len())
        .filter(|&row| rows[row][entering] > ROUNDING)
        .min_by(|&one, &other| bound(one).total_cmp(&bound(other)).then(basis[one].cmp(&basis[other])))
}

fn pivot(rows: &mut [Vec<f64>], leaving: usize, entering: usize) {
    let divisor = rows[leaving][entering];
    rows[leaving].iter_mut().for_each(|cell| *cell /= divisor);
    let pivot_row = rows[leaving].clone();
    for (_, row) in rows.iter_mut().enumerate().filter(|(index, _)| *index != leaving) {
        let times = row[entering];
        row.iter_mut().zip(&pivot_row).for_each(|(cell, from)| *cell -= times * from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{BlockStreams, Purpose};

    fn antisymmetric(upper: &[&[f64]]) -> Vec<Vec<f64>> {
        let count = upper.len() + 1;
        let mut rows = vec![vec![0.0; count]; count];
        for (row, cells) in upper.iter().enumerate() {
            for (index, &cell) in cells.iter().enumerate() {
                let column = row + 1 + index;
                rows[row][column] = cell;
                rows[column][row] = -cell;
            }
        }
        rows
    }

    fn assert_near(found: &[f64], expected: &[f64]) {
        for (one, other) in found.iter().zip(expected) {
            assert!((one - other).abs() < 1e-9, "{found:?} is not {expected:?}");
        }
    }

    /// What each row gets from a mixture.
    fn against(payoffs: &[Vec<f64>], mixture: &[f64]) -> Vec<f64> {
        payoffs.iter().map(|row| row.iter().zip(mixture).map(|(cell, part)| cell * part).sum()).collect()
    }

    #[test]
    fn rock_paper_scissors_is_mixed_by_the_stakes() {
        assert_near(&equilibrium(&antisymmetric(&[&[-1.0, 1.0], &[-1.0]])), &[1.0 / 3.0; 3]);
        // Each is played as often as the other two win from each other.
        let stakes = antisymmetric(&[&[-1.0, 2.0], &[-3.0]]);
        assert_near(&equilibrium(&stakes), &[3.0 / 6.0, 2.0 / 6.0, 1.0 / 6.0]);
    }

    #[test]
    fn a_row_that_beats_all_others_is_played_alone() {
        let payoffs = antisymmetric(&[&[5.0, 7.0], &[2.0]]);
        assert_near(&equilibrium(&payoffs), &[1.0, 0.0, 0.0]);
        let last = antisymmetric(&[&[0.1, -3.0], &[-0.01]]);
        assert_near(&equilibrium(&last), &[0.0, 0.0, 1.0]);
    }

    #[test]
    fn without_differences_all_are_played_alike() {
        assert_near(&equilibrium(&antisymmetric(&[&[0.0, 0.0], &[0.0]])), &[1.0 / 3.0; 3]);
    }

    #[test]
    fn a_clone_takes_its_share_from_its_twin() {
        // Rock, paper, scissors, and rock again.
        let payoffs = antisymmetric(&[&[-1.0, 1.0, 0.0], &[-1.0, 1.0], &[-1.0]]);
        let mixture = equilibrium(&payoffs);
        assert_near(&[mixture[0] + mixture[3], mixture[1], mixture[2]], &[1.0 / 3.0; 3]);
        assert_near(&against(&payoffs, &mixture), &[0.0; 4]);
    }

    #[test]
    fn nothing_wins_from_an_equilibrium() {
        let mut stream = BlockStreams::new(5, 0).stream(0, Purpose::Game);
        for size in 2..20 {
            let upper: Vec<Vec<f64>> =
                (1..size).rev().map(|cells| (0..cells).map(|_| stream.normal()).collect()).collect();
            let payoffs = antisymmetric(&upper.iter().map(Vec::as_slice).collect::<Vec<_>>());
            let mixture = equilibrium(&payoffs);
            assert!((mixture.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(mixture.iter().all(|&part| part >= 0.0));
            let best = against(&payoffs, &mixture).into_iter().fold(f64::MIN, f64::max);
            assert!(best.abs() < 1e-9, "{size}: {best}");
        }
    }
}
