//! How sure a run is: what sets scores apart, and how its main figure came to
//! its value.

use super::RunFigures;
use super::panels::share_row;
use crate::metric::{MainFigure, part_text};
use crate::page::draw::{Axis, Curve, CurvePoint, Segment, StackRow, TickScale, colour, stacks};
use crate::page::figure::{DataTable, Figure};
use crate::page::words::{estimate, estimate_text, list, minus, value_text};
use crate::stats::Interval;
use crate::study::{SCORE_PARTS, SCORE_PARTS_MEANING};
use crate::table::{Estimate, Scale};
use crate::text::{decimal, thousands};

/// The number of blocks before which a curve says little.
const FIRST: f64 = 20.0;

impl RunFigures<'_> {
    /// What sets scores apart.
    pub(super) fn score_parts(&self) -> Option<Figure> {
        let rows = self.source.table("summary")?.rows().filter(|row| row.text("metric") == SCORE_PARTS);
        let found: Vec<(String, Estimate)> = rows
            .filter_map(|row| {
                let share =
                    estimate(row.number("mean")?, row.number("low"), row.number("high"), Scale::Percent);
                Some((part_text(row.text("part")), share))
            })
            .collect();
        if found.is_empty() {
            return None;
        }
        let names: Vec<String> = found.iter().map(|(name, _)| name.clone()).collect();
        let segments = found.iter().enumerate().map(|(outcome, (_, share))| Segment {
            outcome,
            share: share.value.clamp(0.0, 1.0),
            interval: share.interval,
        });
        let row = StackRow { label: "final scores".to_owned(), segments: segments.collect(), first: 0 };
        let mut table =
            DataTable::new(["component", "share of the variance", "95 % interval"], "summary.csv");
        table.rows = found.iter().map(|(name, share)| share_row(name, share)).collect();
        let told: Vec<String> =
            found.iter().map(|(name, share)| format!("{name} {}", value_text(share))).collect();
        let sentence =
            format!("{}: {}.", super::super::words::sentence_start(SCORE_PARTS_MEANING), list(&told));
        Some(Figure {
            id: SCORE_PARTS.to_owned(),
            title: "What sets scores apart".to_owned(),
            legend: names.into_iter().enumerate().map(|(index, name)| (colour(index), name)).collect(),
            picture: stacks(&[row]),
            sentence,
            table,
        })
    }

    /// How the main figure came to its value.
    pub(super) fn convergence(&self) -> Option<Figure> {
        let grid = self.source.table("convergence")?;
        let MainFigure { metric, label, .. } = self.declared.metrics.main_figure()?;
        let points: Vec<(f64, CurvePoint)> = grid
            .rows()
            .filter_map(|row| {
                let interval =
                    row.number("low").zip(row.number("high")).map(|(low, high)| Interval { low, high });
                let blocks = row.number("blocks")?;
                Some((blocks, CurvePoint { x: blocks, value: row.number("mean")?, interval }))
            })
            .collect();
        let (all, last) = *points.last()?;
        let shown: Vec<CurvePoint> = points
            .iter()
            .filter(|(blocks, point)| *blocks >= FIRST.min(all) && point.interval.is_some())
            .map(|(_, point)| *point)
            .collect();
        let first = *shown.first()?;
        let in_words = |point: &CurvePoint| {
            estimate_text(&Estimate { value: point.value, interval: point.interval, scale: metric.scale }, "")
        };
        let sentence = format!(
            "{}: after {} deals {}, after all {} {}. The band is the 95 % interval by then.",
            super::super::words::sentence_start(label),
            thousands(first.x as u64),
            in_words(&first),
            thousands(all as u64),
            in_words(&last),
        );
        let mut table = DataTable::new(["deals", label, "95 % interval"], "convergence.csv");
        table.rows = shown
            .iter()
            .map(|point| {
                let ends = point.interval.map_or(String::new(), |Interval { low, high }| {
                    minus(&format!("{} to {}", decimal(low), decimal(high)))
                });
                vec![thousands(point.x as u64), minus(&decimal(point.value)), ends]
            })
            .collect();
        let ends = shown
            .iter()
            .filter_map(|point| point.interval)
            .flat_map(|interval| [interval.low, interval.high]);
        let scale = if metric.scale.is_percent() { TickScale::Percent } else { TickScale::Plain };
        let title = "How the main figure settled".to_owned();
        let picture = Curve {
            curves: std::slice::from_ref(&shown),
            across: Axis::logarithmic(first.x, all),
            labels: None,
            upwards: Axis::around(ends),
            scale,
            line: Some(last.value),
            shade: None,
            has_dots: false,
            height: 240,
            description: &format!("{title}. {sentence}"),
        }
        .draw();
        Some(Figure { id: "convergence".to_owned(), title, legend: Vec::new(), picture, sentence, table })
    }
}
