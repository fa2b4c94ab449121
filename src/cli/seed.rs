//! Seeds as they are typed: a number, or one that nobody knows.

use rand::TryRng as _;
use rand::rngs::SysRng;

use super::failure::Failure;
use super::numbers;

/// The word for a seed that is drawn.
const SECRET: &str = "secret";

/// What follows `--seed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedArg {
    /// This seed.
    Number(u64),
    /// A seed that the operating system draws: a bot that knows the program cannot
    /// list its deals.
    Secret,
}

impl SeedArg {
    /// Parses a number or the word `secret`.
    pub fn parse(text: &str) -> Result<SeedArg, String> {
        if text == SECRET {
            return Ok(SeedArg::Secret);
        }
        let number =
            numbers::whole(text).map_err(|error| format!("{error}, or '{SECRET}' to have one drawn"))?;
        Ok(SeedArg::Number(number))
    }

    /// The seed for a command that writes no result, in which a drawn one could be
    /// recorded.
    pub fn known(self) -> Result<u64, Failure> {
        match self {
            SeedArg::Number(seed) => Ok(seed),
            SeedArg::Secret => Err(Failure::Usage(
                "--seed secret is for run, compare, league and sweep, which record the seed; give a number"
                    .to_owned(),
            )),
        }
    }
}

/// Draws a seed that fits into every format of a record.
pub fn drawn() -> Result<u64, Failure> {
    match SysRng.try_next_u64() {
        Ok(word) => Ok(word >> 1),
        Err(error) => Err(Failure::Usage(format!(
            "--seed secret: the operating system gives no random numbers: {error}; give a number"
        ))),
    }
}
