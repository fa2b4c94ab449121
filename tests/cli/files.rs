//! The CSV files: their columns, and rows that add up.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Row, Sheet, TestDir};

/// Whether numbers agree to the six digits that are written.
fn close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 2e-5 * one.abs().max(other.abs()).max(1.0)
}

fn sum(rows: &[&Row], column: &str) -> f64 {
    rows.iter().map(|row| row.number(column)).sum()
}

/// Runs with different metrics.
const RUNS: [&str; 4] = [
    "--games 2k --bots greedy,random",
    "--games 500 --bots random --rule players=3 --rule jizo=true",
    "--games 500 --rule oni=false --rule yaku=false",
    "--games 1",
];

/// Calls `check` with the folder of every run, and the form of each metric.
fn each_run(check: impl Fn(&TestDir, &BTreeMap<String, String>)) {
    for options in RUNS {
        let dir = TestDir::new();
        dir.succeed(&format!("run kujuroku {options} --quiet --out run"));
        let columns = Sheet::read(&dir.path("run/metrics.csv"));
        let forms = columns
            .rows
            .iter()
            .map(|row| (row.text("metric").to_owned(), row.text("form").to_owned()))
            .collect();
        check(&dir, &forms);
    }
}

/// Calls `check` with the sheet of every metric of a form.
fn each_sheet(form: &str, check: impl Fn(&str, &Sheet)) {
    each_run(|dir, forms| {
        let of_form: Vec<&String> =
            forms.iter().filter(|(_, of)| *of == form).map(|(name, _)| name).collect();
        assert!(!of_form.is_empty());
        for name in of_form {
            check(name, &Sheet::read(&dir.path(&format!("run/{name}.csv"))));
        }
    });
}

fn assert_interval(name: &str, row: &Row) {
    let (share, low, high) = (row.number("share"), row.number("low"), row.number("high"));
    assert!(0.0 <= low && low <= share && share <= high && high <= 1.0, "{name}: {low} {share} {high}");
    assert!(share > 0.0 || high > 0.0, "{name}: a share of 0 may be more");
    assert!(share < 1.0 || low < 1.0, "{name}: a share of 1 may be less");
}

#[test]
fn there_is_a_file_for_each_metric_and_no_other() {
    each_run(|dir, forms| {
        let known = ["shares", "distribution", "number", "parts"];
        assert!(forms.values().all(|form| known.contains(&form.as_str())), "{forms:?}");
        let expected: BTreeSet<String> = forms
            .iter()
            .filter(|(_, form)| !["number", "parts"].contains(&form.as_str()))
            .map(|(name, _)| format!("{name}.csv"))
            .chain(
                ["summary.csv", "convergence.csv", "metrics.csv", "run.toml", "run.tally", "timing.json"]
                    .map(str::to_owned),
            )
            .chain(["report.html".to_owned()])
            .collect();
        assert_eq!(dir.names("run").into_iter().collect::<BTreeSet<_>>(), expected);
    });
}

#[test]
fn every_metric_is_explained_once() {
    each_run(|dir, forms| {
        let columns = Sheet::read(&dir.path("run/metrics.csv"));
        assert_eq!(columns.header, ["metric", "form", "unit", "meaning"]);
        assert_eq!(columns.rows.len(), forms.len());
        for row in &columns.rows {
            assert!(columns.header.iter().all(|column| !row.text(column).is_empty()));
        }
    });
}

#[test]
fn the_counts_of_shares_add_up_to_the_trials() {
    each_sheet("shares", |name, sheet| {
        let header = ["split", "part", "outcome", "count", "trials", "share", "low", "high"];
        assert_eq!(sheet.header, header, "{name}");
        for (group, rows) in sheet.by(&["split", "part"]) {
            let trials = rows[0].number("trials");
            assert!(
                trials > 0.0 && rows.iter().all(|row| row.number("trials") == trials),
                "{name} {group:?}"
            );
            assert_eq!(sum(&rows, "count"), trials, "{name} {group:?}");
            assert!(close(sum(&rows, "share"), 1.0), "{name} {group:?}");
            for row in rows {
                assert!(close(row.number("share"), row.number("count") / trials), "{name} {group:?}");
                assert_interval(name, row);
            }
        }
    });
}

#[test]
fn a_distribution_adds_up_and_at_least_falls_from_one() {
    each_sheet("distribution", |name, sheet| {
        let header = ["split", "part", "value", "count", "share", "low", "high", "at_least"];
        assert_eq!(sheet.header, header, "{name}");
        for (group, rows) in sheet.by(&["split", "part"]) {
            let counted = sum(&rows, "count");
            let mut left = counted;
            assert_eq!(rows[0].number("at_least"), 1.0, "{name} {group:?}");
            assert!(close(sum(&rows, "share"), 1.0), "{name} {group:?}");
            for row in &rows {
                assert!(close(row.number("share"), row.number("count") / counted), "{name} {group:?}");
                assert!(close(row.number("at_least"), left / counted), "{name} {group:?}");
                assert_interval(name, row);
                left -= row.number("count");
            }
            for pair in rows.windows(2) {
                assert!(pair[0].number("value") < pair[1].number("value"), "{name} {group:?}");
                assert!(pair[0].number("at_least") >= pair[1].number("at_least"), "{name} {group:?}");
            }
        }
    });
}

#[test]
fn the_summary_has_every_number_and_the_mean_of_every_distribution() {
    each_run(|dir, forms| {
        let summary = Sheet::read(&dir.path("run/summary.csv"));
        let header = [
            "metric", "split", "part", "samples", "mean", "sd", "se", "low", "high", "min", "p5", "p25",
            "median", "p75", "p95", "max",
        ];
        assert_eq!(summary.header, header);
        let rows = summary.by(&["metric", "split", "part"]);
        assert!(rows.values().all(|same| same.len() == 1), "a row is there twice");
        let mut expected = 0;
        for (name, form) in forms {
            match form.as_str() {
                "shares" => assert!(rows.keys().all(|key| key[0] != *name), "{name}"),
                "number" | "parts" => {
                    let groups = rows.keys().filter(|key| key[0] == *name).count();
                    // A run of a few blocks has no parts.
                    assert!(groups > 0 || form == "parts", "{name}");
                    expected += groups;
                }
                _ => {
                    let sheet = Sheet::read(&dir.path(&format!("run/{name}.csv")));
                    for (group, values) in sheet.by(&["split", "part"]) {
                        let key = [std::slice::from_ref(name), &group[..]].concat();
                        let row = rows.get(&key).unwrap_or_else(|| panic!("{key:?} is missing"));
                        assert_summary(&key, row[0], &values);
                        expected += 1;
                    }
                }
            }
        }
        assert_eq!(rows.len(), expected, "the summary has rows of unknown metrics");
    });
}

/// Asserts that a row of the summary is that of these values.
fn assert_summary(key: &[String], row: &Row, values: &[&Row]) {
    let counted = sum(values, "count");
    let moment = |of: &dyn Fn(f64) -> f64| {
        values.iter().map(|row| row.number("count") * of(row.number("value"))).sum::<f64>()
    };
    let mean = moment(&|value| value) / counted;
    assert_eq!(row.number("samples"), counted, "{key:?}");
    assert!(close(row.number("mean"), mean), "{key:?}");
    assert_eq!(row.number("min"), values[0].number("value"), "{key:?}");
    assert_eq!(row.number("max"), values[values.len() - 1].number("value"), "{key:?}");
    for (column, order) in [("p5", 0.05), ("p25", 0.25), ("median", 0.5), ("p75", 0.75), ("p95", 0.95)] {
        let up_to = |value: f64| {
            let below = values.iter().filter(|row| row.number("value") <= value);
            below.map(|row| row.number("count")).sum::<f64>() / counted
        };
        let quantile = row.number(column);
        assert!(up_to(quantile) >= order - 1e-12 && up_to(quantile - 1.0) < order, "{key:?}: {column}");
    }
    if !row.text("sd").is_empty() {
        let sd = (moment(&|value| (value - mean).powi(2)) / (counted - 1.0)).sqrt();
        assert!(close(row.number("sd"), sd), "{key:?}: sd {} and not {sd}", row.text("sd"));
    }
    if !row.text("se").is_empty() {
        let (low, high) = (row.number("low"), row.number("high"));
        assert!(
            (row.number("mean") - f64::midpoint(low, high)).abs() <= 1e-4 * (1.0 + mean.abs()),
            "{key:?}"
        );
        assert!(high - low >= 2.0 * 1.95 * row.number("se") - 1e-3, "{key:?}");
    }
}
