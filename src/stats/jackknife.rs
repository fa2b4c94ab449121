//! The jackknife: standard errors of estimates that are not ratios of sums.

/// The number of batches that blocks are grouped into. A block's number decides
/// its batch, so that the grouping does not depend on the threads.
pub const BATCHES: usize = 32;

/// An estimate and its standard error, by leaving out one batch at a time.
/// `estimate` computes it from all batches, or from all but the one given.
/// None if any of these estimates is.
#[must_use]
pub fn jackknife(estimate: impl Fn(Option<usize>) -> Option<f64>) -> Option<(f64, f64)> {
    let all = estimate(None)?;
    let replicates: Option<Vec<f64>> = (0..BATCHES).map(|batch| estimate(Some(batch))).collect();
    let replicates = replicates?;
    let count = BATCHES as f64;
    let mean = replicates.iter().sum::<f64>() / count;
    let squares: f64 = replicates.iter().map(|one| (one - mean) * (one - mean)).sum();
    Some((all, (squares * (count - 1.0) / count).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn for_a_mean_it_is_the_ordinary_standard_error() {
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
    fn an_estimate_that_needs_every_batch_has_no_standard_error() {
        assert_eq!(jackknife(|out| (out != Some(3)).then_some(1.0)), None);
    }
}
