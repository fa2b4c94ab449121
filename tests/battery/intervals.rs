//! Intervals: over many seeds, they cover what they should, as often as they
//! say.

use fuda::game::{Audit, Game};
use fuda::metric::{MetricKind, MetricList};
use fuda::sim::Counter;
use fuda::stats::Interval;
use fuda::tally::Tally;

use crate::rig::setup;

/// Runs, and blocks in each of them: few enough to be quick, and many enough
/// that 95 % is told from 93 % by four standard errors.
const RUNS: u64 = 2_000;
const BLOCKS: u64 = 400;

/// A result of a run: its name, its value, its interval, and how many
/// observations it rests on.
struct Finding {
    name: String,
    value: f64,
    interval: Interval,
    rests_on: i128,
}

/// The findings of the first group of each metric's first split.
fn findings(metrics: &MetricList, tally: &Tally) -> Vec<Finding> {
    let mut findings = Vec::new();
    for metric in metrics.metrics() {
        match &metric.kind {
            MetricKind::Shares { outcomes } => {
                for (index, outcome) in outcomes.iter().enumerate() {
                    if let Some(ratio) = tally.share(metric, 0, 0, index) {
                        findings.push(Finding {
                            name: format!("{}:{outcome}", metric.name),
                            value: ratio.value(),
                            interval: ratio.share_interval(),
                            rests_on: ratio.y.min(ratio.n - ratio.y),
                        });
                    }
                }
            }
            MetricKind::Distribution { .. } | MetricKind::Number => {
                if let Some(mean) = tally.mean(metric, 0, 0) {
                    findings.push(Finding {
                        name: metric.name.to_owned(),
                        value: mean.ratio.value(),
                        interval: mean.ratio.interval().expect("there are several blocks"),
                        rests_on: mean.ratio.n,
                    });
                }
            }
        }
    }
    findings
}

/// The 95 % intervals cover the value of a long run 93 to 97 % of the time.
/// Shares that rest on a handful of observations a run are left out: no
/// interval for a count has a steady coverage there.
pub fn intervals_are_honest<G: Game + Audit>() {
    let setup = setup::<G>(G::Rules::default(), &["random"]);
    let metrics = setup.metrics();
    let mut whole = Tally::new(metrics);
    let mut counter = Counter::new(&setup);
    let mut runs = Vec::new();
    for run in 0..RUNS {
        for block in run * BLOCKS..(run + 1) * BLOCKS {
            counter.count_block(block).expect("random is legal");
        }
        runs.push(findings(metrics, &counter.tally));
        whole.merge(&mut counter.tally);
    }
    let mut tested = 0;
    for truth in findings(metrics, &whole) {
        if truth.rests_on < 40 * i128::from(RUNS) || truth.interval.low == truth.interval.high {
            continue;
        }
        let covered = runs
            .iter()
            .flatten()
            .filter(|finding| finding.name == truth.name)
            .filter(|Finding { interval, .. }| (interval.low..=interval.high).contains(&truth.value))
            .count();
        let share = covered as f64 / RUNS as f64;
        assert!((0.93..=0.97).contains(&share), "{}: covered in {share} of the runs", truth.name);
        tested += 1;
    }
    assert!(tested >= 5, "only {tested} results were tested");
}
