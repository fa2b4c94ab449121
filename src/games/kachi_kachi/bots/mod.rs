//! The bots of Kachi-Kachi. A new one is a file here and a line in the list.

mod station;
mod weighing;

use super::KachiKachi;
use station::Station;
use weighing::Weighing;

crate::bots! {
    /// The built-in bots of Kachi-Kachi.
    pub enum Bots for KachiKachi, playouts ["weighing", "station", "random"] {
        Station(Station),
        Weighing(Weighing),
    }
}
