//! The bots of Kusuri-gui. A new one is a file here and a line in the list.

mod grabber;
mod weighing;

use super::KusuriGui;
use grabber::Grabber;
use weighing::Weighing;

crate::bots! {
    /// The built-in bots of Kusuri-gui.
    pub enum Bots for KusuriGui, playouts ["weighing", "grabber", "random"] {
        Grabber(Grabber),
        Weighing(Weighing),
    }
}
