//! The file of a solution, which a bot plays.
//!
//! A line that says what it is; the length of a header and the header; the
//! tables, compressed; the SHA-256 of all that.

use std::io::{Read as _, Write as _};
use std::sync::Arc;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::model::Model;
use super::player::SolvedBot;
use super::solution::{Solution, StrategyTable};
use super::written::{Source, visit};
use crate::games::kachi_kachi::Rules;
use crate::settings::{Assignment, Settings as _, value_text};

const FIRST_LINE: &[u8] = b"fuda solution of kachi-kachi, version 2\n";
const DIGEST: usize = 32;

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

/// The house rules that change nothing about a strategy.
const FREE: [&str; 1] = ["hands"];

fn rules_as_text(rules: &Rules) -> Vec<String> {
    let keys = Rules::keys().into_iter().filter(|key| !FREE.contains(&key.name));
    let value = |name: &str| value_text(&rules.get(name).expect("every key has a value"));
    keys.map(|key| format!("{}={}", key.name, value(key.name))).collect()
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
        let header = postcard::to_allocvec(&header).expect("a header has a form in bytes");
        let mut content = FIRST_LINE.to_vec();
        content.extend((header.len() as u32).to_le_bytes());
        content.extend(header);
        let mut packed = ZlibEncoder::new(content, Compression::best());
        for (_, table) in &solution.pots {
            let mut writer = Writer { table, upper: Vec::new(), lower: Vec::new() };
            visit(model, table.whole, &mut writer);
            // The upper bytes apart from the lower ones pack better.
            packed.write_all(&(writer.upper.len() as u32).to_le_bytes()).expect("memory can be written to");
            packed.write_all(&writer.upper).expect("memory can be written to");
            packed.write_all(&writer.lower).expect("memory can be written to");
        }
        let mut content = packed.finish().expect("memory can be written to");
        let digest = Sha256::digest(&content);
        content.extend(digest);
        content
    }
}

/// Opens a file for a table with some house rules.
///
/// # Errors
/// If it is no such file, is damaged, or was solved for other house rules.
pub fn open_solution(rules: &Rules, content: &[u8]) -> Result<(SolvedBot, SolutionFile), String> {
    let damaged = || "the file is damaged: make it anew with fuda solve".to_owned();
    let rest = content
        .strip_prefix(FIRST_LINE)
        .ok_or("it is not a strategy of fuda solve kachi-kachi, or one of another version")?;
    let (signed, digest) = content.split_at_checked(content.len() - DIGEST).ok_or_else(damaged)?;
    if Sha256::digest(signed)[..] != *digest {
        return Err(damaged());
    }
    let rest = &rest[..rest.len() - DIGEST];
    let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(damaged)?;
    let (header, packed) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(damaged)?;
    let header: SolutionFile = postcard::from_bytes(header).map_err(|_| damaged())?;
    check_rules(&header, rules)?;
    let model = Model::new(&Rules { hands: 1, ..rules.clone() })?;
    let mut bytes = Vec::new();
    // No strategy has more than two bytes for each probability.
    let most = header.pots.len() as u64 * (2 * model.hand_tree.tree.probabilities as u64 + 4);
    ZlibDecoder::new(packed).take(most).read_to_end(&mut bytes).map_err(|_| damaged())?;
    let mut rest = &bytes[..];
    let mut pots = Vec::new();
    for &(pot, whole) in &header.pots {
        let (length, after) = rest.split_first_chunk::<4>().ok_or_else(damaged)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (upper, after) = after.split_at_checked(length).ok_or_else(damaged)?;
        let (lower, after) = after.split_at_checked(length).ok_or_else(damaged)?;
        let mut reader = Reader { upper, lower, next: 0 };
        let table = visit(&model, whole, &mut reader);
        if reader.next != length {
            return Err(damaged());
        }
        pots.push((pot, table));
        rest = after;
    }
    if pots.is_empty() || !rest.is_empty() {
        return Err(damaged());
    }
    let solution = Solution { pots, deal: header.deal };
    Ok((SolvedBot::new(Arc::new((model, solution)), rules.hands), header))
}

/// Checks that the file was solved for these house rules.
fn check_rules(header: &SolutionFile, rules: &Rules) -> Result<(), String> {
    for (then, now) in header.rules.iter().zip(rules_as_text(rules)) {
        if *then != now {
            let key = Assignment::parse(then).map_or_else(|_| String::new(), |rule| rule.key);
            return Err(format!(
                "it was solved for {then}, and this table has {now}: play with --rule {then}, or solve the hand \
                 with another '{key}'"
            ));
        }
    }
    Ok(())
}
