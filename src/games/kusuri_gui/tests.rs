//! The rules, each constructed and played through. `rig` has the table that
//! the others try them at.

mod rig;

mod capture;
mod chips;
mod deal;
mod game_end;
mod grabber;
mod kusuri;
mod metrics;
mod odds;
mod page;
mod past;
mod round_end;
mod turns;
mod weighing;
mod willow;
mod yaku;
