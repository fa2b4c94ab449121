//! How a comparison or a sweep ended: for its file, and in words.

use std::fmt::Display;
use std::path::Path;

use super::failure::Failure;
use crate::report::Ending;
use crate::sim::{BlockFault, Ended};

/// Why it ended, for its file.
pub fn ending(ended: &Ended) -> Ending {
    match ended {
        Ended::Blocks => Ending::Games,
        Ended::Time => Ending::Time,
        Ended::Enough => Ending::Verdict,
        Ended::Interrupted => Ending::Interrupted,
        Ended::Failed(_) => Ending::Failed,
    }
}

/// It was interrupted after this was saved, and cannot be gone on with.
pub fn interrupted_after(played: impl Display, out: &Path) -> Failure {
    Failure::Interrupted(format!(
        "interrupted after {played}, which are in {}; the same command begins again",
        out.display()
    ))
}

/// It ended before anything was counted; `failed` says how a bot did.
pub fn nothing_played(ended: &Ended, failed: impl Fn(&BlockFault) -> Failure) -> Failure {
    match ended {
        Ended::Failed(fault) => failed(fault).but("nothing was saved"),
        Ended::Interrupted => Failure::Interrupted(
            "interrupted before the first deal was played; the same command begins again".to_owned(),
        ),
        Ended::Blocks | Ended::Time | Ended::Enough => {
            Failure::Work("no deal was played in this time".to_owned())
        }
    }
}
