use std::path::PathBuf;

use super::{Script, Source};
use crate::bots::{Bot, ExternalBot};
use crate::game::{Game, Next, NullObserver, Options};
use crate::games::kujuroku::{Kujuroku, Rules};
use crate::random::{BlockStreams, Purpose, Stream};

fn source(text: &str) -> Source {
    Source { path: PathBuf::from("mine.luau"), text: text.to_owned() }
}

fn script(text: &str) -> Script<Kujuroku> {
    Script::new(&Kujuroku::new(Rules::default()), source(text)).expect("it can be started").0
}

/// A script whose function has this body.
fn body(lines: &str) -> Script<Kujuroku> {
    script(&format!("return {{ choose = function(view, options)\n{lines}\nend }}"))
}

fn stream() -> Stream {
    BlockStreams::new(1, 0).stream(1, Purpose::Game)
}

/// The choice of a script at the first decision of a game.
fn chosen(script: &mut Script<Kujuroku>, rng: &mut Stream) -> Result<usize, String> {
    let game = Kujuroku::new(Rules::default());
    let mut table = game.begin();
    game.deal(&mut table, &mut stream(), &mut NullObserver);
    let Next::Choice(seat) = game.to_act(&table) else { panic!("somebody is to choose") };
    let choice = script.choose(&game.view(&table, seat), &game.options(&table), rng);
    match script.failure() {
        None => Ok(choice),
        Some(failure) => {
            assert_eq!(choice, usize::MAX);
            Err(failure.to_owned())
        }
    }
}

fn failure(lines: &str) -> String {
    chosen(&mut body(lines), &mut stream()).expect_err("it fails")
}

#[test]
fn a_script_sees_the_fields_of_the_view() {
    let mut script = body(
        "assert(view.decision == 'play' and view.role == 'dealer' and #view.hand == 6)
        assert(#options == 6 and options[3] == view.hand[3])
        assert(#deck == 41 and players == 4 and rules.par == 96 and rules.yaku_value.shi == 4)
        for _, card in view.field do
            assert(card.oni or card.points == (if card.number <= 2 then 10 else card.number))
        end
        assert(view.in_play == nil and view.captured.second[1] == nil and view.held.third == 6)
        return 4",
    );
    assert_eq!(chosen(&mut script, &mut stream()), Ok(3));
}

#[test]
fn random_numbers_come_from_the_bots_own_stream() {
    let mut script = body("return math.random(#options)");
    let (mut rng, mut same) = (stream(), stream());
    for _ in 0..20 {
        assert_eq!(chosen(&mut script, &mut rng), Ok(same.random_range(0..6) as usize));
    }
    assert_eq!(rng, same, "the script draws no more than it asks for");
    assert!(failure("return math.random(0)").contains("nothing to draw"));
    let mut fraction = body("local x = math.random() assert(x >= 0 and x < 1) return 1");
    assert_eq!(chosen(&mut fraction, &mut stream()), Ok(0));
}

#[test]
fn a_game_is_forgotten_when_the_next_one_begins() {
    let counting = "local calls = 0
        return { choose = function(view, options) calls += 1 other = (other or 0) + 1
            assert(other == calls) return calls end }";
    let mut script = script(counting);
    for _ in 0..3 {
        script.begin_game();
        let choices: Vec<_> = (0..3).map(|_| chosen(&mut script, &mut stream()).expect("it plays")).collect();
        assert_eq!(choices, [0, 1, 2]);
    }
}

#[test]
fn there_are_no_files_no_processes_and_no_clock() {
    for name in
        ["io", "os", "require", "loadstring", "debug", "dofile", "loadfile", "print", "collectgarbage"]
    {
        let mut script = body(&format!("assert({name} == nil) return 1"));
        assert_eq!(chosen(&mut script, &mut stream()), Ok(0), "{name}");
    }
    assert!(failure("return io.open('x')").starts_with("mine.luau:2: "));
    assert!(failure("math.max = nil return 1").contains("readonly"));
    assert!(failure("options[1].points = 100 return 1").contains("readonly"));
    assert!(failure("string.format = nil return 1").contains("readonly"));
}

#[test]
fn an_endless_loop_is_stopped_and_reported_with_its_line() {
    let message = failure("local x = 0\nwhile true do x += 1 end");
    assert!(message.starts_with("mine.luau:3: more than 1000000 steps"), "{message}");
    let hidden = failure("while true do pcall(function() while true do end end) end");
    assert!(hidden.contains("more than 1000000 steps"), "{hidden}");
    let coroutine = failure("coroutine.wrap(function() while true do end end)()");
    assert!(coroutine.contains("more than 1000000 steps"), "{coroutine}");
}

#[test]
fn unlimited_memory_use_is_stopped() {
    let message =
        failure("local all = {}\nwhile true do table.insert(all, string.rep('x', 10000) .. #all) end");
    assert!(message.contains("more than 64 MB of memory"), "{message}");
    let at_once = failure("return #string.rep('x', 1e9)");
    assert!(at_once.contains("memory") || at_once.contains("too large"), "{at_once}");
}

#[test]
fn an_illegal_choice_is_reported_with_its_value() {
    for (returned, shown) in [
        ("", "nothing"),
        ("0", "0"),
        ("7", "7"),
        ("1.5", "1.5"),
        ("'x'", "'x'"),
        ("{}", "a table"),
        ("0/0", "NaN"),
    ] {
        let message = failure(&format!("return {returned}"));
        assert!(
            message.contains(&format!("returned {shown}; ")) && message.contains("from 1 to 6"),
            "{message}"
        );
    }
    assert_eq!(failure("error('no idea')"), "mine.luau:2: no idea");
    assert!(failure("local x = nil return x.y").starts_with("mine.luau:2: attempt to index nil"));
}

#[test]
fn an_invalid_script_is_refused_with_its_line() {
    let wrong = |text: &str| match Script::new(&Kujuroku::new(Rules::default()), source(text)) {
        Ok(_) => panic!("a valid script: {text}"),
        Err(error) => error,
    };
    let syntax = wrong("return {\n choose = function( }");
    assert!(syntax.to_string().starts_with("mine.luau:2: "), "{syntax}");
    assert!(wrong("").to_string().contains("has to return a table"));
    assert!(wrong("return {}").to_string().contains("needs a function 'choose'"));
    assert!(wrong("return { choose = print, about = 1 }").to_string().contains("'choose'"));
    let about = wrong("return { choose = function() end, about = 1 }");
    assert!(about.to_string().contains("'about' has to be a text"));
    let failed = wrong("error('at the start')");
    assert_eq!(failed.to_string(), "mine.luau:1: at the start (while the script was loaded)");
    let endless = wrong("while true do end");
    assert_eq!(
        endless.to_string(),
        "mine.luau:1: more than 1000000 steps at a stretch (while the script was loaded)"
    );
    let too_early = wrong("local x = math.random(3) return { choose = function() return x end }");
    assert!(too_early.to_string().contains("call it in 'choose'"));
}

#[test]
fn a_copy_for_another_thread_plays_the_same() {
    let first = body("return math.random(#options)");
    let mut second = first.boxed_clone();
    let game = Kujuroku::new(Rules::default());
    let mut table = game.begin();
    game.deal(&mut table, &mut stream(), &mut NullObserver);
    let Next::Choice(seat) = game.to_act(&table) else { panic!("somebody is to choose") };
    let options = game.options(&table);
    assert_eq!(
        second.choose(&game.view(&table, seat), &options, &mut stream()),
        stream().random_range(0..options.count() as u32) as usize
    );
}
