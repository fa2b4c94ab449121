//! The form of all files of strategies: a line that says what it is; the length
//! of a header and the header; what it plays, compressed; the SHA-256 of all that.

use std::io::Write as _;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use crate::games::kachi_kachi::Rules;
use crate::settings::{Assignment, Settings as _, value_text};

const DIGEST: usize = 32;

/// What is said of a file that is not as it was written.
pub fn damaged() -> String {
    "the file is damaged: make it anew with fuda solve".to_owned()
}

/// The content of a file.
pub fn seal(first_line: &[u8], header: &impl Serialize, body: &[u8]) -> Vec<u8> {
    let header = postcard::to_allocvec(header).expect("a header has a form in bytes");
    let mut content = first_line.to_vec();
    content.extend((header.len() as u32).to_le_bytes());
    content.extend(header);
    let mut packed = ZlibEncoder::new(content, Compression::best());
    packed.write_all(body).expect("memory can be written to");
    let mut content = packed.finish().expect("memory can be written to");
    let digest = Sha256::digest(&content);
    content.extend(digest);
    content
}

/// The header of a file, and what it plays.
///
/// # Errors
/// If it begins otherwise, or is damaged.
pub fn unseal<'a, H: DeserializeOwned>(
    first_line: &[u8],
    content: &'a [u8],
) -> Result<(H, ZlibDecoder<&'a [u8]>), String> {
    let rest = content
        .strip_prefix(first_line)
        .ok_or("it is not a strategy of fuda solve kachi-kachi, or one of another version")?;
    let end = content.len().checked_sub(DIGEST).ok_or_else(damaged)?;
    let (signed, digest) = content.split_at(end);
    let rest = rest.len().checked_sub(DIGEST).map(|end| &rest[..end]).ok_or_else(damaged)?;
    if Sha256::digest(signed)[..] != *digest {
        return Err(damaged());
    }
    let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(damaged)?;
    let (header, packed) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(damaged)?;
    let header = postcard::from_bytes(header).map_err(|_| damaged())?;
    Ok((header, ZlibDecoder::new(packed)))
}

/// The house rules that change nothing about a strategy.
const FREE: [&str; 1] = ["hands"];

/// The house rules that a strategy was solved for, as `KEY=VALUE`.
pub fn rules_as_text(rules: &Rules) -> Vec<String> {
    let keys = Rules::keys().into_iter().filter(|key| !FREE.contains(&key.name));
    let value = |name: &str| value_text(&rules.get(name).expect("every key has a value"));
    keys.map(|key| format!("{}={}", key.name, value(key.name))).collect()
}

/// Checks that a file was solved for these house rules.
///
/// # Errors
/// If it was solved for others.
pub fn check_rules(solved_for: &[String], rules: &Rules) -> Result<(), String> {
    for (then, now) in solved_for.iter().zip(rules_as_text(rules)) {
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
