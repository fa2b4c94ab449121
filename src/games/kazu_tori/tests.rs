//! The rules, each constructed and played through. `rig` has the table that
//! the others try them at.

mod rig;

mod asking;
mod ending;
mod jizo;
mod knowing;
mod limit;
mod metrics;
mod page;
mod penalty;
mod race;
mod scoring;
mod taking;
mod weighing;
