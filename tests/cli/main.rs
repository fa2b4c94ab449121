//! The program as a user meets it: what it writes, prints and refuses.

mod cluster;
mod compare;
mod completions;
mod faults;
mod files;
mod folders;
mod interrupted;
mod kept;
mod league;
mod odds;
mod pages;
mod promises;
mod refused;
mod rows;
mod runs;
mod schemas;
mod shards;
mod shown;
mod solve;
#[cfg(unix)]
mod stranger_folders;
#[cfg(unix)]
mod stranger_texts;
#[cfg(unix)]
mod strangers;
mod strategies;
mod support;
mod sweep;
#[cfg(target_os = "linux")]
mod terminal;
mod types;
