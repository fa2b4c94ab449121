//! The bots of Kazu-Tori. A new one is a file here and a line in the list.

mod steady;
mod weighing;

use super::KazuTori;
use steady::Steady;
use weighing::Weighing;

crate::bots! {
    /// The built-in bots of Kazu-Tori.
    pub enum Bots for KazuTori, playouts ["weighing", "calm", "keen", "reckless", "random"] {
        Calm(Steady<0>),
        Keen(Steady<1>),
        Reckless(Steady<2>),
        Weighing(Weighing),
    }
}
