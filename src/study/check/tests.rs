use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::check;
use crate::bots::{Bot, BotSpec, ExternalBot, GameKey, Player, Script, Source};
use crate::game::{Game, Options};
use crate::games::kujuroku::{Choices, Kujuroku, Rules, View};
use crate::random::Stream;

fn kujuroku() -> Kujuroku {
    Kujuroku::new(Rules::default())
}

fn script(text: &str) -> Player<Kujuroku> {
    let source = Source { path: "mine.luau".into(), text: text.to_owned() };
    Player::External(Box::new(Script::new(&kujuroku(), &source).expect("a script").0))
}

#[test]
fn a_good_bot_passes() {
    let bot = BotSpec::new("greedy").player(&kujuroku()).expect("a bot");
    let findings = check(&kujuroku(), &bot, 1, 0..20);
    assert!(findings.is_good(), "{findings:?}");
    assert_eq!(findings.games, 20);
    assert!(findings.decisions > 1_000);
}

#[test]
fn an_illegal_choice_is_found() {
    let bot = script("return { choose = function(view) return if view.round == 3 then 9 else 1 end }");
    let illegal = check(&kujuroku(), &bot, 1, 0..20).illegal.expect("it is found");
    assert!(illegal.what.contains("choose returned 9"), "{illegal:?}");
    assert!(illegal.decision > 1);
}

#[test]
fn a_bot_may_remember_what_happened_in_the_game() {
    let bot = script(
        "local asked = 0
        return { choose = function(_, options) asked += 1 return asked % #options + 1 end }",
    );
    let findings = check(&kujuroku(), &bot, 1, 0..20);
    assert!(findings.is_good(), "{findings:?}");
}

/// A bot that chooses by a number which grows whenever it is asked.
struct Counting {
    asked: Arc<AtomicUsize>,
    /// Whether its clones count on, as if they shared a file.
    is_shared: bool,
}

impl Bot<Kujuroku> for Counting {
    fn choose(&mut self, _: &View, options: &Choices, _: &mut Stream) -> usize {
        self.asked.fetch_add(1, Ordering::Relaxed) % options.count()
    }
}

impl ExternalBot<Kujuroku> for Counting {
    fn boxed_clone(&self) -> Box<dyn ExternalBot<Kujuroku>> {
        let asked = if self.is_shared { Arc::clone(&self.asked) } else { Arc::default() };
        Box::new(Counting { asked, is_shared: self.is_shared })
    }

    fn begin_game(&mut self, _game: &GameKey) {}

    fn failure(&self) -> Option<&str> {
        None
    }
}

#[test]
fn a_bot_that_remembers_the_previous_game_is_found_in_the_second_one() {
    let bot = Player::External(Box::new(Counting { asked: Arc::default(), is_shared: false }));
    let findings = check(&kujuroku(), &bot, 1, 0..20);
    let unrepeatable = findings.unrepeatable.expect("it is found");
    assert_eq!((findings.games, unrepeatable.block), (2, 1));
    assert!(unrepeatable.what.contains("in the same game a new bot chooses "), "{unrepeatable:?}");
}

#[test]
fn a_bot_that_never_plays_a_game_twice_the_same_is_found_in_the_first_one() {
    let bot = Player::External(Box::new(Counting { asked: Arc::default(), is_shared: true }));
    let findings = check(&kujuroku(), &bot, 1, 0..20);
    assert_eq!((findings.games, findings.unrepeatable.expect("it is found").block), (1, 0));
}
