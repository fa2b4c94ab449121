//! What stands in the way of a verdict besides the width of an interval.

use super::{ENOUGH_ALIKE, MIN_DIFFERING, Verdict};
use crate::stats::{Change, MIN_BLOCKS, Rarity};
use crate::table::Scale;
use crate::text::thousands;

/// Why a difference is undecided that more deals of the same kind might not
/// decide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Doubt {
    /// Fewer than [`MIN_BLOCKS`] deals.
    FewDeals,
    /// So few deals differ, fewer than [`MIN_DIFFERING`].
    FewDiffer(u64),
    /// One deal of so many holds this share of the squared differences.
    OneDeal {
        /// The number of deals.
        deals: u64,
        /// The share.
        share: f64,
    },
    /// The rules let one deal move the mean by as much, far more than any of so
    /// many deals did.
    Stake {
        /// The number of deals.
        deals: u64,
        /// How far it would move the mean over these deals.
        move_of_mean: f64,
    },
}

/// What the column of it has.
pub const DOUBT: &str = "what stands in the way of a verdict: few deals; few differences between them; one deal that \
     holds most of the squared differences; or stakes that the rules allow and no deal was played for";

impl Doubt {
    /// The name in the files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Doubt::FewDeals => "few deals",
            Doubt::FewDiffer(_) => "few differences",
            Doubt::OneDeal { .. } => "one deal",
            Doubt::Stake { .. } => "stakes",
        }
    }

    /// The doubt in a sentence.
    #[must_use]
    pub fn sentence(self) -> String {
        match self {
            Doubt::FewDeals => format!("Fewer than {MIN_BLOCKS} deals decide nothing."),
            Doubt::FewDiffer(0) => {
                "No deal shows a difference yet, and the next one may show a large one.".to_owned()
            }
            Doubt::FewDiffer(differing) => {
                let deals = if differing == 1 { "deal shows" } else { "deals show" };
                format!("Only {differing} {deals} a difference: the next one may outweigh that.")
            }
            Doubt::OneDeal { deals, share } => format!(
                "One deal in {} decides: it holds {} of the squared differences.",
                thousands(deals),
                Scale::Percent.number(share, 0.002)
            ),
            Doubt::Stake { deals, move_of_mean } => format!(
                "One deal in {} may decide: the rules let it move this mean by {}, and no deal was played for such stakes.",
                thousands(deals),
                Scale::Plain.number(move_of_mean, move_of_mean)
            ),
        }
    }
}

/// The doubt about a change over so many blocks, if there is no verdict on it.
pub(in crate::study) fn doubt(change: &Change, blocks: u64, verdict: Verdict) -> Option<Doubt> {
    match (verdict, change.rarity, change.differing) {
        (Verdict::Undecided, ..) if blocks < MIN_BLOCKS => Some(Doubt::FewDeals),
        (Verdict::Undecided, Some(Rarity::Stake(move_of_mean)), _) => {
            Some(Doubt::Stake { deals: blocks, move_of_mean })
        }
        (Verdict::Undecided, Some(Rarity::OneDeal(share)), _) => {
            Some(Doubt::OneDeal { deals: blocks, share })
        }
        (Verdict::Undecided, None, Some(differing)) if differing < MIN_DIFFERING && blocks < ENOUGH_ALIKE => {
            Some(Doubt::FewDiffer(differing))
        }
        _ => None,
    }
}
