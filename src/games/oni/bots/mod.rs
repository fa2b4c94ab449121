//! The bots of Oni. A new one is a file here and a line in the list.

mod followers;
mod shedder;
mod weighing;

use super::Oni;
use shedder::Shedder;
use weighing::Weighing;

crate::bots! {
    /// The built-in bots of Oni.
    pub enum Bots for Oni, playouts ["weighing", "shedder", "random"] {
        Shedder(Shedder),
        Weighing(Weighing),
    }
}
