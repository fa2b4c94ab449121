//! The rules, each constructed and played through. `rig` has the table that
//! the others try them at.

mod moves;
mod rig;

mod bridge;
mod deal;
mod draw_pile;
mod game_end;
mod knowledge;
mod lightning;
mod metrics;
mod odds;
mod page;
mod round_end;
mod scoring;
mod shedder;
mod special;
mod turn;
mod weighing;
