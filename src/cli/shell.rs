//! Quoting for commands that the user is to type into a shell.

pub use crate::text::typed;
