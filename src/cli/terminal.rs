//! The width of the terminal.

use std::io::{IsTerminal, stderr, stdout};

use terminal_size::{Width, terminal_size_of};

/// The width of what is printed to anything but a terminal.
const WIDTH: usize = 80;

/// The number of columns that the standard output has.
pub fn output_width() -> usize {
    terminal_size_of(stdout()).map_or(WIDTH, |(Width(columns), _)| columns.into())
}

/// The number of columns of the standard error, if it is a terminal.
pub fn error_width() -> Option<usize> {
    let is_terminal = stderr().is_terminal();
    is_terminal.then(|| terminal_size_of(stderr()).map_or(WIDTH, |(Width(columns), _)| columns.into()))
}
