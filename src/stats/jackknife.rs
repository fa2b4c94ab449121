//! The jackknife: standard errors of results that are no ratio of two sums.

/// Blocks are put together into so many batches, by their number, so that the
/// same ones come together whoever plays them.
pub const BATCHES: usize = 32;

/// A result and its standard error, by leaving out one batch at a time (the
/// jackknife). `result` says what comes of all batches but one, or of all.
#[must_use]
pub fn jackknife(result: impl Fn(Option<usize>) -> Option<f64>) -> Option<(f64, f64)> {
    let all = result(None)?;
    let without: Option<Vec<f64>> = (0..BATCHES).map(|batch| result(Some(batch))).collect();
    let without = without?;
    let count = BATCHES as f64;
    let mean = without.iter().sum::<f64>() / count;
    let squares: f64 = without.iter().map(|one| (one - mean) * (one - mean)).sum();
    Some((all, (squares * (count - 1.0) / count).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_mean_it_is_the_ordinary_error() {
        let numbers: Vec<f64> = (0..BATCHES).map(|index| ((index * 37) % 11) as f64).collect();
        let mean_without = |out: Option<usize>| {
            let kept: Vec<f64> = numbers
                .iter()
                .enumerate()
                .filter(|(index, _)| Some(*index) != out)
                .map(|(_, x)| *x)
                .collect();
            Some(kept.iter().sum::<f64>() / kept.len() as f64)
        };
        let (mean, error) = jackknife(mean_without).unwrap();
        let count = BATCHES as f64;
        let squares: f64 = numbers.iter().map(|x| (x - mean) * (x - mean)).sum();
        assert!((error - (squares / (count - 1.0) / count).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_result_that_needs_every_batch_has_no_error() {
        assert_eq!(jackknife(|out| (out != Some(3)).then_some(1.0)), None);
    }
}
