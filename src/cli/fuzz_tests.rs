//! Fuzzing: random documents for everything that reads what others may have
//! written, and random games.
//!
//! Each target has a corpus of documents that are right, the kept ones in
//! `tests/fuzz/corpus/TARGET` and those of the rest of the repository. Some edits
//! of one of them (`edits`) are the next input: so most inputs are almost right,
//! and get far. An input must be accepted, with what has to hold then, or refused
//! with a message; a panic, or a check that fails, is a fault. The edits are made
//! fewer as long as the fault stays, and the document is written to a file.
//!
//! `cargo test` runs every target for a moment, always with the same inputs.
//! `FUDA_FUZZ=1000000 cargo test --lib fuzz` runs that many inputs over all
//! targets, and `FUDA_FUZZ_SEED` makes them others; `.ci/fuzz` does both.
//! A document that was a fault is kept in the corpus once that is mended.

mod command_lines;
mod edits;
mod files;
mod games;
mod programs;
mod rules;
mod runner;
mod strategies;

/// The targets, each with its share of the inputs of a long run in thousandths,
/// and the inputs of a moment.
macro_rules! targets {
    ($($name:ident: $make:path, $share:literal, $moment:literal;)*) => {
        $(
            #[test]
            fn $name() {
                $make().run(stringify!($name), $share, $moment);
            }
        )*

        #[test]
        fn the_shares_of_all_targets_are_the_whole() {
            assert_eq!(0 $(+ $share)*, runner::WHOLE);
        }
    };
}

targets! {
    journals: files::journals, 300, 1_000;
    counts: files::counts, 190, 1_000;
    answers_of_programs: programs::target, 100, 1_000;
    rules: rules::target, 140, 400;
    records: files::records, 120, 400;
    command_lines: command_lines::target, 80, 400;
    solved_strategies: strategies::solved, 30, 300;
    settings_of_bots: strategies::toml, 20, 200;
    games: games::target, 16, 200;
    scripts: strategies::luau, 3, 60;
    folders: files::folders, 1, 30;
}
