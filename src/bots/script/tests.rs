use std::path::PathBuf;

use rand::Rng as _;

use super::{Script, Source};
use crate::bots::{Bot, BotSpec, ExternalBot, GameKey, Player};
use crate::game::{Game, Next, NullObserver};
use crate::games::kachi_kachi::KachiKachi;
use crate::games::kujuroku::{Kujuroku, Rules};
use crate::random::{BlockStreams, GuestKey, Purpose, Stream};
use crate::seat::{BySeat, Seat};
use crate::sim::{LineUp, Setup, play};

fn source(text: &str) -> Source {
    Source { path: PathBuf::from("mine.luau"), text: text.to_owned() }
}

fn script(text: &str) -> Script<Kujuroku> {
    let (mut script, _) =
        Script::new(&Kujuroku::new(Rules::default()), &source(text)).expect("it can be started");
    script.begin_game(&game_key());
    script
}

/// A script whose function has this body.
fn body(lines: &str) -> Script<Kujuroku> {
    script(&format!("return {{ choose = function(view, options)\n{lines}\nend }}"))
}

fn game_key() -> GameKey {
    GameKey::alone(BlockStreams::new(1, 0))
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
        for _, id in view.field do
            local card = cards[id]
            assert(card.oni or card.points == (if card.number <= 2 then 10 else card.number))
        end
        assert(view.in_play == false and view.captured.second[1] == nil and view.held.third == 6)
        return 4",
    );
    assert_eq!(chosen(&mut script, &mut stream()), Ok(3));
    let error = failure("return cards[999].points");
    assert!(error.contains("there is no card 999; cards are numbers from 1 to 42"), "{error}");
}

#[test]
fn random_numbers_follow_one_way_from_a_word_of_the_bots_own_stream() {
    let mut script = body("math.random() return math.random(#options)");
    let key = GuestKey::new(&BlockStreams::new(1, 0));
    let (mut rng, mut same) = (stream(), stream());
    for _ in 0..20 {
        let mut random = key.next_decision(&mut same);
        random.next_u64();
        assert_eq!(chosen(&mut script, &mut rng), Ok(random.random_range(0..6) as usize));
    }
    assert_eq!(rng, same, "a decision takes one word");
    assert_eq!(chosen(&mut body("return 1"), &mut rng), Ok(0));
    assert_eq!(rng, same, "a decision without a draw takes none");
    assert!(failure("return math.random(0)").contains("nothing to draw"));
    let mut fraction = body("local x = math.random() assert(x >= 0 and x < 1) return 1");
    assert_eq!(chosen(&mut fraction, &mut stream()), Ok(0));
}

#[test]
fn a_game_is_forgotten_when_the_next_one_begins() {
    let counting = "local calls = 0 other = 0
        return { choose = function(view, options) calls += 1 other += 1
            assert(other == calls) return calls end }";
    let mut script = script(counting);
    for _ in 0..3 {
        script.begin_game(&game_key());
        let choices: Vec<_> = (0..3).map(|_| chosen(&mut script, &mut stream()).expect("it plays")).collect();
        assert_eq!(choices, [0, 1, 2]);
    }
}

#[test]
fn every_seat_has_a_memory_of_its_own() {
    let mut script = script(
        "local calls = 0 other = 0
        return { choose = function(view, options) calls += 1 other += 1
            assert(other == calls) return calls end }",
    );
    let game = Kujuroku::new(Rules::default());
    let mut table = game.begin();
    game.deal(&mut table, &mut stream(), &mut NullObserver);
    let Next::Choice(asked) = game.to_act(&table) else { panic!("somebody is to choose") };
    let (view, options) = (game.view(&table, asked), game.options(&table));
    let mut choose = |seat: usize| script.choose_at(Seat::at(seat), &view, &options, &mut stream());
    assert_eq!([choose(0), choose(0), choose(1), choose(0), choose(1)], [0, 1, 0, 2, 1]);
}

/// A machine that had to be replaced after every game would take most of the
/// time.
#[test]
fn a_machine_plays_game_after_game_unless_one_takes_much_memory() {
    fn is_used_again(script: &mut Script<Kujuroku>) -> bool {
        assert_eq!(chosen(script, &mut stream()), Ok(0));
        script.machine.as_mut().expect("it has one").begin_game()
    }
    let mut modest = body("local junk = {} for i = 1, 2000 do junk[i] = { i } end return 1");
    assert!((0..50).all(|_| is_used_again(&mut modest)));
    let mut greedy = body("local much = table.create(1000000, 1) return 1");
    assert!(!is_used_again(&mut greedy));
}

/// What was remembered, drawn and printed in the machine that a game began in is
/// so in the one that it goes on in.
#[test]
fn a_game_that_takes_much_memory_goes_on_as_if_it_had_begun_where_it_is() {
    let text = |amount: usize| {
        format!(
            "local calls, drawn, much = 0, 0, nil
            return {{ choose = function(view, options)
                calls += 1
                drawn = (7 * drawn + math.random(1000)) % 1009
                print(calls, drawn)
                if calls == 5 then much = table.create({amount}, 1) end
                drawn += math.random(1000)
                return (drawn + calls) % #options + 1 end }}"
        )
    };
    let played = |amount: usize| {
        let mut script = script(&text(amount));
        script.take_notes();
        script.begin_game(&game_key());
        let mut rng = stream();
        let decisions: Vec<_> = (0..10)
            .map(|_| {
                let choice = chosen(&mut script, &mut rng).expect("it plays");
                (choice, script.note().expect("a note").clone())
            })
            .collect();
        (decisions, rng)
    };
    assert_eq!(played(1_000_000), played(1));
}

#[test]
fn a_choice_that_a_new_machine_does_not_repeat_is_an_error() {
    let mut script = body("return math.random(#options)");
    script.begin_game(&game_key());
    chosen(&mut script, &mut stream()).expect("it plays");
    script.verify().expect("it can be repeated");
    script.begin_game(&game_key());
    let first = chosen(&mut script, &mut stream()).expect("it plays");
    script.record.asked[0].choice = first + 1;
    let wrong = script.verify().expect_err("it is not what it chose");
    let expected = format!("it chose {}; in another machine it chooses {}", first + 2, first + 1);
    assert!(wrong.what.contains("decision 1") && wrong.what.contains(&expected), "{wrong:?}");
    assert_eq!(wrong.decision, "play");
}

#[test]
fn notes_have_what_was_printed_returned_and_thought() {
    let mut script = body("print('now', view.decision, {}) return 2, { 1, 2, 3, 4, 5, 6.5 }");
    script.take_notes();
    chosen(&mut script, &mut stream()).expect("it plays");
    let note = script.note().expect("a note");
    assert_eq!(note.printed, "now play table\n");
    assert_eq!((note.returned.as_str(), &note.values[..]), ("2", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.5][..]));
    let mut wrong = body("return 2, { 1, 'x' }");
    wrong.take_notes();
    let error = chosen(&mut wrong, &mut stream()).expect_err("not a number for each option");
    assert!(error.contains("for option 2 it has 'x'"), "{error}");
    let mut long = body("return 2, { 1, 2, 3, 4, 5, 6, 7 }");
    long.take_notes();
    let error = chosen(&mut long, &mut stream()).expect_err("one number too many");
    assert!(error.contains("has 7 numbers; it has to be one for each of the 6 options"), "{error}");
}

/// What is memory for a game is counted from its beginning, not from that of the
/// run.
#[test]
fn garbage_of_earlier_games_does_not_count() {
    let mut script = script(
        "local all = {}
        return { choose = function(view, options)
            table.insert(all, table.create(1000000, #all)) return 1 end }",
    );
    let mut last = None;
    for _ in 0..3 {
        script.begin_game(&game_key());
        let failed_at = (0..20).find(|_| chosen(&mut script, &mut stream()).is_err());
        assert!(failed_at.is_some(), "it fails at some point");
        assert!(last.is_none() || last == Some(failed_at), "{last:?} {failed_at:?}");
        last = Some(failed_at);
    }
}

#[test]
fn a_new_script_plays_and_types_have_every_field() {
    fn of<G: Game>() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("mine.luau");
        std::fs::write(&path, super::new_script::<G>("mine")).expect("a file can be written");
        let game = G::new(G::Rules::default());
        let spec = BotSpec::new(&path.display().to_string());
        let line_up = LineUp::new(&game, &[spec, BotSpec::new("random")]).expect("it can play");
        let setup = Setup::new(game, line_up, 1);
        setup.play(0, 0, &mut setup.line_up.players(), &mut NullObserver).expect("it plays");
        let types = super::types::<G>();
        let interface = super::interface::<G>();
        for field in interface.view.iter().chain(&interface.card) {
            assert!(types.contains(&format!("read {}: ", field.name)), "{}: {}", G::NAME, field.name);
        }
    }
    macro_rules! all {
        ($($name:ident: $game:ty;)*) => { $(of::<$game>();)* };
    }
    crate::for_each_game!(all);
}

#[test]
fn options_that_are_words_or_numbers_are_listed() {
    let text = "return { choose = function(view, options)
        if view.decision == 'amount' then
            for i = 2, #options do assert(options[i] == options[i - 1] + 1) end
        else
            assert(#options == 2 and table.find({ 'keep', 'fold' }, options[1]))
        end
        return math.random(#options) end }";
    let game = KachiKachi::new(<KachiKachi as Game>::Rules::default());
    let (script, _) = Script::new(&game, &source(text)).expect("it can be started");
    let mut players = [Player::External(script.boxed_clone())];
    for block in 0..5 {
        let streams = BlockStreams::new(1, block);
        play(&game, &mut players, &BySeat::default(), &streams, &mut NullObserver).expect("it plays");
    }
}

#[test]
fn there_are_no_files_no_processes_and_no_clock() {
    for name in ["io", "os", "require", "loadstring", "debug", "dofile", "loadfile", "collectgarbage"] {
        assert!(
            failure(&format!("return {name}")).starts_with(&format!("mine.luau:2: unknown name '{name}'"))
        );
    }
    assert!(failure("math.max = nil return 1").contains("readonly"));
    assert!(failure("cards[1].points = 100 return 1").contains("readonly"));
    assert!(failure("string.format = nil return 1").contains("readonly"));
}

#[test]
fn a_key_that_is_refused_is_reported_with_its_line() {
    for store in ["t[u] = 1", "t[u], x = 1, 2", "t = { [u] = 1 }", "rawset(t, u, 1)"] {
        let message = failure(&format!("local t, u, x = {{}}, {{}}\n\n{store}\nreturn 1"));
        assert!(message.starts_with("mine.luau:4: a table cannot be a key"), "{store}: {message}");
    }
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

/// Where it was is not told: the clock finds it anywhere.
#[test]
fn steps_that_take_too_long_are_ended_by_the_clock() {
    let message = failure("local empty = table.create(1000000) while true do next(empty) end");
    assert_eq!(message, "mine.luau: more than 5 seconds for a decision");
}

#[test]
fn unlimited_memory_use_is_stopped() {
    let message =
        failure("local all = {}\nwhile true do table.insert(all, string.rep('x', 10000) .. #all) end");
    assert!(message.contains("more than 64 MB of memory"), "{message}");
    let at_once = failure("return #string.rep('x', 1e9)");
    assert!(at_once.starts_with("mine.luau:2: string.rep: the text would be too long"), "{at_once}");
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
        ("'\\27[2J'", "'\\u{1b}[2J'"),
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
    let wrong = |text: &str| match Script::new(&Kujuroku::new(Rules::default()), &source(text)) {
        Ok(_) => panic!("a valid script: {text}"),
        Err(error) => error,
    };
    let syntax = wrong("return {\n choose = function( }");
    assert!(syntax.to_string().starts_with("mine.luau:2: "), "{syntax}");
    assert!(wrong("").to_string().contains("has to return a table"));
    assert!(wrong("return {}").to_string().contains("needs a function 'choose'"));
    assert!(wrong("return { choose = 5, about = 1 }").to_string().contains("'choose'"));
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
    second.begin_game(&game_key());
    let game = Kujuroku::new(Rules::default());
    let mut table = game.begin();
    game.deal(&mut table, &mut stream(), &mut NullObserver);
    let Next::Choice(seat) = game.to_act(&table) else { panic!("somebody is to choose") };
    let options = game.options(&table);
    assert_eq!(
        second.choose(&game.view(&table, seat), &options, &mut stream()),
        chosen(&mut body("return math.random(#options)"), &mut stream()).expect("it plays")
    );
}
