//! The program as a user meets it: what it writes, prints and refuses.

mod files;
mod folders;
mod interrupted;
mod odds;
mod refused;
mod runs;
mod shown;
mod support;
mod sweep;
