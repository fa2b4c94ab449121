//! The file of a learned response, which a bot plays.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::memory::{Policy, UNKNOWN};
use super::player::ResponseBot;
use super::spot::{OwnHands, Spot};
use crate::games::kachi_kachi::Rules;
use crate::games::kachi_kachi::solve::Cards;
use crate::games::kachi_kachi::solve::sealed::{check_rules, damaged, rules_as_text, seal, unseal};

const FIRST_LINE: &[u8] = b"fuda response of kachi-kachi, version 1\n";

/// More than any file has, unpacked.
const LONGEST: u64 = 1 << 27;

/// How much is unpacked at a time.
const PIECE: u64 = 1 << 16;

/// What the file says of itself.
#[derive(Serialize, Deserialize)]
struct Header {
    /// What it plays, in one sentence.
    about: String,
    /// The house rules it was learned for, as `KEY=VALUE`.
    rules: Vec<String>,
}

/// Whether a file is that of a response, by its first line.
#[must_use]
pub fn is_response(content: &[u8]) -> bool {
    content.starts_with(FIRST_LINE)
}

/// The content of the file of a response with a policy for each position.
#[must_use]
pub fn write_response(about: &str, rules: &Rules, policies: &[Policy]) -> Vec<u8> {
    let header = Header { about: about.to_owned(), rules: rules_as_text(rules) };
    let body: Vec<Vec<(&Spot, &Vec<u8>)>> = policies.iter().map(|policy| policy.0.iter().collect()).collect();
    seal(FIRST_LINE, &header, &postcard::to_allocvec(&body).expect("policies have a form in bytes"))
}

/// Opens a file for a table with some house rules; also returns what it plays.
///
/// # Errors
/// If it is no such file, is damaged, or was learned for other house rules.
pub fn open_response(rules: &Rules, content: &[u8]) -> Result<(ResponseBot, String), String> {
    let (header, packed) = unseal::<Header>(FIRST_LINE, content)?;
    check_rules(&header.rules, rules)?;
    let policies = read_policies(rules, packed)?;
    Ok((ResponseBot::new(rules, Arc::new(policies)), header.about))
}

/// The policies of all positions.
pub(super) fn read_policies(rules: &Rules, packed: impl Read) -> Result<Vec<Policy>, String> {
    let hands = OwnHands::new(Cards::new(rules)).count();
    let mut values = Values { packed: packed.take(LONGEST), bytes: Vec::new(), at: 0, most: hands + 100 };
    if values.next::<u64>()? != u64::from(rules.players) {
        return Err(damaged());
    }
    let mut policies = Vec::new();
    for _ in 0..rules.players {
        let mut policy = BTreeMap::new();
        for _ in 0..values.next::<u64>()? {
            let (spot, choices): (Spot, Vec<u8>) = values.next()?;
            let is_next = policy.last_key_value().is_none_or(|(last, _)| *last < spot);
            let is_sound = |&choice: &u8| choice == UNKNOWN || choice < spot.options;
            if !is_next || choices.len() != hands || !choices.iter().all(is_sound) {
                return Err(damaged());
            }
            policy.insert(spot, choices);
        }
        policies.push(Policy(policy));
    }
    Ok(policies)
}

/// Values that are unpacked one by one, so that what is wrong takes no more room
/// than what is right.
struct Values<R> {
    packed: R,
    /// What is unpacked, and how much of it was read.
    bytes: Vec<u8>,
    at: usize,
    /// More bytes than a value takes.
    most: usize,
}

impl<R: Read> Values<R> {
    fn next<T: DeserializeOwned>(&mut self) -> Result<T, String> {
        if self.bytes.len() - self.at < self.most {
            self.bytes.drain(..self.at);
            self.at = 0;
            self.packed.by_ref().take(PIECE).read_to_end(&mut self.bytes).map_err(|_| damaged())?;
        }
        let (value, rest) = postcard::take_from_bytes(&self.bytes[self.at..]).map_err(|_| damaged())?;
        self.at = self.bytes.len() - rest.len();
        Ok(value)
    }
}
