//! The width of the terminal, and its colours.

use std::io::{IsTerminal, stderr, stdout};

use crate::report::Colours;
use terminal_size::{Width, terminal_size_of};

/// The width of what is printed to anything but a terminal.
const WIDTH: usize = 80;

/// The number of columns that the standard output has.
pub fn output_width() -> usize {
    terminal_size_of(stdout()).map_or(WIDTH, |(Width(columns), _)| columns.into())
}

/// Whether pictures on the standard output are in colour: on a terminal, unless
/// `NO_COLOR` is set.
pub fn output_colours() -> Colours {
    let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if stdout().is_terminal() && !is_refused { Colours::Ansi } else { Colours::None }
}

/// The number of columns of the standard error, if it is a terminal.
pub fn error_width() -> Option<usize> {
    let is_terminal = stderr().is_terminal();
    is_terminal.then(|| terminal_size_of(stderr()).map_or(WIDTH, |(Width(columns), _)| columns.into()))
}
