//! The page on the game says what the program does.

use crate::game::Options;
use crate::games::kazu_tori::{Hastes, KazuTori};
use crate::games::page::Page;

#[test]
fn it_has_the_decision() {
    assert_eq!(Page::of::<KazuTori>().column("Decisions", 0), [Hastes.decision()]);
}
