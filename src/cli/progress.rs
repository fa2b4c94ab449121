//! The progress bar of a run, which is shown only on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar for games, or a counter if their number is not known. Not
/// drawn if the standard error is not a terminal.
pub fn bar(name: &str, games: Option<u64>, quiet: bool) -> ProgressBar {
    let bar = games.map_or_else(ProgressBar::no_length, ProgressBar::new);
    bar.set_draw_target(if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() });
    let template = match games {
        Some(_) => "{prefix} [{bar:24}] {human_pos} of {human_len} games, {per_sec}, {eta} left",
        None => "{prefix} {human_pos} games, {per_sec}, {elapsed}",
    };
    let style = ProgressStyle::with_template(template)
        .expect("the template is right")
        .with_key("per_sec", |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = write!(out, "{} games/s", crate::text::thousands(state.per_sec() as u64));
        })
        .progress_chars("=> ");
    bar.set_style(style);
    bar.set_prefix(name.to_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
