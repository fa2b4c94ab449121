//! The coverage of intervals, over many runs.

use fuda::game::{Audit, Game};
use fuda::metric::{MetricKind, MetricList};
use fuda::sim::Counter;
use fuda::stats::Interval;
use fuda::tally::Tally;

use crate::rig::setup;

/// The number of runs, and of blocks in each: few enough to be quick, and enough
/// to distinguish 95 % from 93 % by four standard errors.
const RUNS: u64 = 2_000;
const BLOCKS: u64 = 400;

/// An estimate of a run: its name, value and interval, and its number of
/// observations.
struct NamedEstimate {
    name: String,
    value: f64,
    interval: Interval,
    observations: i128,
}

/// The estimates of the first group of each metric's first split.
fn estimates(metrics: &MetricList, tally: &Tally) -> Vec<NamedEstimate> {
    let mut estimates = Vec::new();
    for metric in metrics.metrics() {
        match &metric.kind {
            MetricKind::Shares { outcomes } => {
                for (index, outcome) in outcomes.iter().enumerate() {
                    if let Some(ratio) = tally.share(metric, 0, 0, index) {
                        estimates.push(NamedEstimate {
                            name: format!("{}:{outcome}", metric.name),
                            value: ratio.value(),
                            interval: ratio.share_interval(),
                            observations: ratio.y.min(ratio.n - ratio.y),
                        });
                    }
                }
            }
            MetricKind::Distribution { .. } | MetricKind::Number => {
                if let Some(mean) = tally.mean(metric, 0, 0) {
                    estimates.push(NamedEstimate {
                        name: metric.name.to_owned(),
                        value: mean.ratio.value(),
                        interval: mean.ratio.interval().expect("there are several blocks"),
                        observations: mean.ratio.n,
                    });
                }
            }
        }
    }
    estimates
}

/// The 95 % intervals cover the value of a long run 93 to 97 % of the time.
/// Shares with only a few observations per run are left out: no interval for a
/// count has a stable coverage there.
pub fn intervals_have_nominal_coverage<G: Game + Audit>() {
    let setup = setup::<G>(G::Rules::default(), &["random"]);
    let metrics = setup.metrics();
    let mut whole = Tally::new(metrics);
    let mut counter = Counter::new(&setup);
    let mut runs = Vec::new();
    for run in 0..RUNS {
        for block in run * BLOCKS..(run + 1) * BLOCKS {
            counter.count_block(block).expect("random is legal");
        }
        runs.push(estimates(metrics, &counter.tally));
        whole.merge(&mut counter.tally);
    }
    let mut tested = 0;
    for truth in estimates(metrics, &whole) {
        if truth.observations < 40 * i128::from(RUNS) || truth.interval.low == truth.interval.high {
            continue;
        }
        let covered = runs
            .iter()
            .flatten()
            .filter(|estimate| estimate.name == truth.name)
            .filter(|NamedEstimate { interval, .. }| (interval.low..=interval.high).contains(&truth.value))
            .count();
        let share = covered as f64 / RUNS as f64;
        assert!((0.93..=0.97).contains(&share), "{}: covered in {share} of the runs", truth.name);
        tested += 1;
    }
    assert!(tested >= 5, "only {tested} results were tested");
}
