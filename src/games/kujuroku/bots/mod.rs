//! The bots of Kujuroku. A new one is a file here and a line in the list.

mod greedy;
mod weighing;

use super::Kujuroku;
use greedy::Greedy;
use weighing::Weighing;

crate::bots! {
    /// The built-in bots of Kujuroku.
    pub enum Bots for Kujuroku, playouts ["weighing", "greedy", "random"] {
        Greedy(Greedy),
        Weighing(Weighing),
    }
}
