//! Storage for tests: in memory, and with faults.

mod faulty;
mod memory;

pub use faulty::{Fault, Faulty};
pub use memory::Memory;
