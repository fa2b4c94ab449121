//! The rules, each constructed and played through. `rig` has the table that
//! the others try them at.

mod rig;
mod scored;

mod capture;
mod chips;
mod counting;
mod deal;
mod dealer;
mod fields;
mod fourth_card;
mod game_end;
mod greedy;
mod jizo;
mod metrics;
mod odds;
mod oni;
mod page;
mod pile;
mod random_play;
mod weighing;
mod yaku;
