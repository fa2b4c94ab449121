//! Tallies on disk, so that an interrupted run can go on where it stopped.
//!
//! Plain text, a line for each thing that was counted at all: what it is, its
//! place, its integers.

use std::fmt::Write as _;
use std::str::FromStr;

use thiserror::Error;

use super::{Cell, Spread, Tally};
use crate::metric::MetricList;

/// The first line of the file; changes with its form.
const HEADING: &str = "fuda tally 1";

/// A saved tally is damaged, or of other metrics.
#[derive(Debug, Error)]
#[error("line {line} of the saved tally cannot be read")]
pub struct UnreadableTally {
    line: usize,
}

impl Tally {
    /// The tally as text.
    #[must_use]
    pub fn save(&self) -> String {
        let mut text = format!("{HEADING}\nblocks {}\n", self.blocks);
        let mut line = |kind: &str, index: &dyn std::fmt::Display, numbers: &[i128]| {
            if numbers.iter().any(|&number| number != 0) {
                write!(text, "{kind} {index}").expect("text grows");
                for number in numbers {
                    write!(text, " {number}").expect("text grows");
                }
                text.push('\n');
            }
        };
        for (index, group) in self.shares.groups.iter().enumerate() {
            line("trials", &index, &[group.n.into(), group.nn.into()]);
        }
        for (index, cell) in self.shares.cells().enumerate() {
            line("outcome", &index, &cell.numbers());
        }
        for (index, group) in self.value_groups.iter().enumerate() {
            line("sums", &index, &[group.n.into(), group.nn.into(), group.s, group.sn, group.ss]);
        }
        for (index, spread) in
            self.spreads.iter().enumerate().filter(|(_, spread)| **spread != Spread::default())
        {
            line("spread", &index, &[spread.xx, spread.min.into(), spread.max.into()]);
        }
        let within = self.value_cells.len() - self.elsewhere.len();
        for (index, cell) in self.value_cells[..within].iter().enumerate() {
            line("value", &index, &cell.numbers());
        }
        for (&(group, value), &index) in &self.elsewhere {
            line("elsewhere", &format_args!("{group} {value}"), &self.value_cells[index as usize].numbers());
        }
        text
    }

    /// The tally that was saved as this text.
    ///
    /// # Errors
    /// If the text is damaged, or of other metrics.
    pub fn restore(metrics: &MetricList, text: &str) -> Result<Tally, UnreadableTally> {
        let mut tally = Tally::new(metrics);
        for (index, line) in text.lines().enumerate() {
            let read = if index == 0 { (line == HEADING).then_some(()) } else { tally.restore_line(line) };
            read.ok_or(UnreadableTally { line: index + 1 })?;
        }
        if tally.blocks == 0 { Err(UnreadableTally { line: 2 }) } else { Ok(tally) }
    }

    fn restore_line(&mut self, line: &str) -> Option<()> {
        let mut words = line.split(' ');
        match words.next()? {
            "blocks" => self.blocks = next(&mut words)?,
            "trials" => {
                let group = self.shares.groups.get_mut(next::<usize>(&mut words)?)?;
                (group.n, group.nn) = (next(&mut words)?, next(&mut words)?);
            }
            "outcome" => {
                let cell = self.shares.cell_mut(next::<usize>(&mut words)?)?;
                *cell = Cell::read(&mut words)?;
            }
            "sums" => {
                let group = self.value_groups.get_mut(next::<usize>(&mut words)?)?;
                (group.n, group.nn) = (next(&mut words)?, next(&mut words)?);
                (group.s, group.sn, group.ss) = (next(&mut words)?, next(&mut words)?, next(&mut words)?);
            }
            "spread" => {
                let spread = self.spreads.get_mut(next::<usize>(&mut words)?)?;
                (spread.xx, spread.min, spread.max) =
                    (next(&mut words)?, next(&mut words)?, next(&mut words)?);
            }
            "value" => {
                let cell = self.value_cells.get_mut(next::<usize>(&mut words)?)?;
                *cell = Cell::read(&mut words)?;
            }
            "elsewhere" => {
                let (group, value) = (next::<u32>(&mut words)?, next(&mut words)?);
                self.value_groups.get(group as usize)?;
                let index = self.index_elsewhere(group, value);
                self.value_cells[index as usize] = Cell::read(&mut words)?;
            }
            _ => return None,
        }
        words.next().is_none().then_some(())
    }
}

impl Cell {
    fn numbers(self) -> [i128; 3] {
        [self.y.into(), self.yy.into(), self.yn.into()]
    }

    fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Cell> {
        Some(Cell { now: 0, y: next(words)?, yy: next(words)?, yn: next(words)? })
    }
}

fn next<'a, T: FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    words.next()?.parse().ok()
}
