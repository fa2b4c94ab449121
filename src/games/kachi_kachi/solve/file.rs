//! The file of a solution, which a bot plays.

use std::io::Read as _;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::model::Model;
use super::player::SolvedBot;
use super::sealed::{check_rules, damaged, rules_as_text, seal, unseal};
use super::solution::{Solution, StrategyTable};
use super::written::{Source, visit};
use crate::games::kachi_kachi::Rules;

const FIRST_LINE: &[u8] = b"fuda solution of kachi-kachi, version 2\n";

/// What the file says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolutionFile {
    /// What it plays, in one sentence.
    pub about: String,
    /// The house rules it was solved for, as `KEY=VALUE`.
    rules: Vec<String>,
    /// The pots, and what their strategies' probabilities are parts of.
    pots: Vec<(f64, u16)>,
    /// What the deal is worth.
    deal: f64,
}

/// Writes what a strategy plays.
struct Writer<'a> {
    table: &'a StrategyTable,
    upper: Vec<u8>,
    lower: Vec<u8>,
}

impl Writer<'_> {
    fn write(&mut self, index: usize) -> u16 {
        let weight = self.table.weights[index];
        let [upper, lower] = weight.to_be_bytes();
        self.upper.push(upper);
        self.lower.push(lower);
        weight
    }
}

impl Source for Writer<'_> {
    fn option(&mut self, first: usize, (hands, _): (usize, usize), option: usize, hand: usize) -> u16 {
        self.write(first + option * hands + hand)
    }

    fn second_of_two(&mut self, first: usize) -> u16 {
        self.write(first + 1)
    }
}

/// Reads it again.
struct Reader<'a> {
    upper: &'a [u8],
    lower: &'a [u8],
    next: usize,
}

impl Reader<'_> {
    /// The next weight; 0 beyond the end, which is noticed there.
    fn read(&mut self) -> u16 {
        let at = |bytes: &[u8]| bytes.get(self.next).copied().unwrap_or(0);
        let weight = u16::from_be_bytes([at(self.upper), at(self.lower)]);
        self.next += 1;
        weight
    }
}

impl Source for Reader<'_> {
    fn option(&mut self, _: usize, _: (usize, usize), _: usize, _: usize) -> u16 {
        self.read()
    }

    fn second_of_two(&mut self, _: usize) -> u16 {
        self.read()
    }
}

impl SolutionFile {
    /// The content of the file.
    #[must_use]
    pub fn write(about: &str, model: &Model, solution: &Solution) -> Vec<u8> {
        let header = SolutionFile {
            about: about.to_owned(),
            rules: rules_as_text(&model.rules),
            pots: solution.pots.iter().map(|(pot, table)| (*pot, table.whole)).collect(),
            deal: solution.deal,
        };
        let mut body = Vec::new();
        for (_, table) in &solution.pots {
            let mut writer = Writer { table, upper: Vec::new(), lower: Vec::new() };
            visit(model, table.whole, &mut writer);
            // The upper bytes apart from the lower ones pack better.
            body.extend((writer.upper.len() as u32).to_le_bytes());
            body.extend(writer.upper);
            body.extend(writer.lower);
        }
        seal(FIRST_LINE, &header, &body)
    }
}

/// More pots than a solution is for: a response has one for every bet of two
/// draws.
fn most_pots(rules: &Rules) -> usize {
    100 + 4 * (rules.ante + rules.max_wager) as usize
}

/// Opens a file for a table with some house rules.
///
/// # Errors
/// If it is no such file, is damaged, or was solved for other house rules.
pub fn open_solution(rules: &Rules, content: &[u8]) -> Result<(SolvedBot, SolutionFile), String> {
    let (header, packed) = unseal::<SolutionFile>(FIRST_LINE, content)?;
    check_rules(&header.rules, rules)?;
    let model = Model::new(&Rules { hands: 1, ..rules.clone() })?;
    let is_ascending = header.pots.is_sorted_by(|(one, _), (other, _)| one < other);
    if header.pots.is_empty() || header.pots.len() > most_pots(rules) || !is_ascending {
        return Err(damaged());
    }
    // Pot by pot: what is wrong takes no more room than what is right.
    let mut packed = packed;
    let mut read = |count: usize| -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        packed.by_ref().take(count as u64).read_to_end(&mut bytes).map_err(|_| damaged())?;
        if bytes.len() == count { Ok(bytes) } else { Err(damaged()) }
    };
    let mut pots = Vec::new();
    for &(pot, whole) in &header.pots {
        let length = read(4)?.try_into().map_or(0, u32::from_le_bytes) as usize;
        if length > model.hand_tree.tree.probabilities {
            return Err(damaged());
        }
        let (upper, lower) = (read(length)?, read(length)?);
        let mut reader = Reader { upper: &upper, lower: &lower, next: 0 };
        let table = visit(&model, whole, &mut reader);
        if reader.next != length {
            return Err(damaged());
        }
        pots.push((pot, table));
    }
    if read(1).is_ok() {
        return Err(damaged());
    }
    let solution = Solution { pots, deal: header.deal };
    Ok((SolvedBot::new(Arc::new((model, solution)), rules.hands), header))
}
