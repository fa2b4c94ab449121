//! The bots of Oni. A new one is a file here and a line in the list.

mod shedder;

use super::Oni;
use shedder::Shedder;

crate::bots! {
    /// The built-in bots of Oni.
    pub enum Bots for Oni {
        Shedder(Shedder),
    }
}
