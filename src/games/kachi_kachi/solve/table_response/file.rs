//! The file of a learned response, which a bot plays.

use std::io::Read as _;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::memory::{Policy, UNKNOWN};
use super::player::ResponseBot;
use super::spot::{OwnHands, Spot};
use crate::games::kachi_kachi::Rules;
use crate::games::kachi_kachi::solve::Cards;
use crate::games::kachi_kachi::solve::sealed::{check_rules, damaged, rules_as_text, seal, unseal};

const FIRST_LINE: &[u8] = b"fuda response of kachi-kachi, version 1\n";

/// More than any file has, unpacked.
const LONGEST: u64 = 1 << 28;

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
    let mut bytes = Vec::new();
    packed.take(LONGEST).read_to_end(&mut bytes).map_err(|_| damaged())?;
    let body: Vec<Vec<(Spot, Vec<u8>)>> = postcard::from_bytes(&bytes).map_err(|_| damaged())?;
    let hands = OwnHands::new(Cards::new(rules)).count();
    let is_sound = |(spot, choices): &(Spot, Vec<u8>)| {
        choices.len() == hands && choices.iter().all(|&choice| choice == UNKNOWN || choice < spot.options)
    };
    if body.len() != usize::from(rules.players) || !body.iter().flatten().all(is_sound) {
        return Err(damaged());
    }
    let policies = body.into_iter().map(|policy| Policy(policy.into_iter().collect())).collect();
    Ok((ResponseBot::new(rules, Arc::new(policies)), header.about))
}
