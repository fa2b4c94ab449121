//! The rules, each constructed and played through. `rig` has the table that
//! the others try them at.

mod rig;

mod betting;
mod claims;
mod hidden;
mod metrics;
mod odds;
mod page;
mod past;
mod pot;
mod ranking;
mod station;
mod tips;
mod weighing;
