//! Results as JSON, for programs that read the standard output.

use serde_json::{Map, Value, json};

use crate::metric::{Metric, MetricKind, MetricList};
use crate::stats::Interval;
use crate::tally::Tally;

/// Every mean and every share, by metric, split and group.
#[must_use]
pub fn results_json(metrics: &MetricList, tally: &Tally) -> Value {
    let mut results = Map::new();
    for metric in metrics.metrics() {
        let mut splits = Map::new();
        for (split, of) in metric.splits.iter().enumerate() {
            let groups: Map<String, Value> = of
                .groups
                .iter()
                .enumerate()
                .filter_map(|(group, name)| Some((name.clone(), group_json(metric, tally, split, group)?)))
                .collect();
            splits.insert(of.by.name().to_owned(), Value::Object(groups));
        }
        results.insert(metric.name.to_owned(), Value::Object(splits));
    }
    Value::Object(results)
}

fn group_json(metric: &Metric, tally: &Tally, split: usize, group: usize) -> Option<Value> {
    match &metric.kind {
        MetricKind::Shares { outcomes } => {
            let shares: Option<Map<String, Value>> = outcomes
                .iter()
                .enumerate()
                .map(|(index, outcome)| {
                    let ratio = tally.share(metric, split, group, index)?;
                    let Interval { low, high } = ratio.share_interval();
                    Some((outcome.clone(), json!({ "share": ratio.value(), "low": low, "high": high })))
                })
                .collect();
            shares.map(Value::Object)
        }
        MetricKind::Distribution { .. } | MetricKind::Number => {
            let mean = tally.mean(metric, split, group)?;
            let interval = mean.ratio.interval();
            Some(json!({
                "mean": mean.ratio.value(),
                "low": interval.map(|interval| interval.low),
                "high": interval.map(|interval| interval.high),
                "sd": mean.sd,
                "min": mean.min,
                "max": mean.max,
            }))
        }
    }
}
