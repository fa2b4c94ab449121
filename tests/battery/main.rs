//! The battery: tests that every game in the list of games must pass.
//!
//! A test here is a function that is generic over games; the list at the end
//! runs each of them for each game. `FUDA_RENEW=1 cargo test --test battery`
//! rewrites the golden games and the pinned values: read the diff before you
//! commit it.

mod adversaries;
mod bots;
mod cards;
mod guests;
mod heap;
mod intervals;
mod kept;
mod metrics;
mod replays;
mod rig;
mod rules;
mod strategies;
mod threads;
mod wins;

/// The tests of one game.
macro_rules! tests {
    ($game:ty: $($file:ident: $test:ident;)*) => {$(
        #[test]
        fn $test() {
            crate::$file::$test::<$game>();
        }
    )*};
}
/// A module for each game with all tests of the battery.
macro_rules! battery {
    ($($name:ident: $game:ty;)*) => {$(
        mod $name {
            tests! { $game:
                cards: cards_are_conserved;
                cards: points_balance;
                cards: every_game_ends;
                cards: options_are_sound;
                cards: the_deal_is_fair;
                cards: decks_share_the_deal;
                threads: same_seed_same_game;
                threads: same_files_on_any_number_of_threads;
                threads: same_files_in_parts;
                threads: same_files_after_an_interruption;
                threads: a_damaged_tally_is_refused;
                bots: nothing_hidden_leaks;
                bots: the_clairvoyant_is_found_out;
                bots: bots_are_legal_and_forget_earlier_games;
                bots: another_hand_agrees_with_the_view;
                bots: search_departs_from_its_playout_bot_for_a_reason;
                guests: the_deal_cannot_be_computed_from_random_numbers;
                guests: deals_of_a_known_seed_can_be_listed_and_of_a_secret_one_not;
                guests: what_is_shown_and_unseen_make_up_the_deck;
                guests: every_field_of_a_view_is_shown;
                rules: rules_round_trip;
                rules: wrong_rules_are_refused;
                rules: every_rule_changes_something;
                metrics: metrics_are_well_formed;
                metrics: every_label_phrase_and_panel_resolves;
                metrics: every_outcome_occurs;
                metrics: a_trillion_games_can_be_counted;
                wins: every_command_counts_the_winners_that_the_game_names;
                kept: values_are_stable;
                kept: golden_games_are_as_they_were;
                intervals: intervals_have_nominal_coverage;
                intervals: only_constants_have_no_width;
                heap: nothing_is_allocated;
                strategies: strategies_are_good;
                strategies: strategies_say_what_they_do;
                strategies: fields_have_names_and_meanings;
                replays: the_page_on_replays_has_every_event_with_its_fields;
            }
        }
    )*};
}

fuda::for_each_game!(battery);
