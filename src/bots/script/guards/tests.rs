use mlua::chunk::Compiler;
use proptest::prelude::*;

use super::{Added, PROLOGUE, STEP, Source, guarded, refuse_characters, written};

/// What may stand in code, between tokens, and in texts, with dots between.
const PIECES: &[&str] = &[
    " ·\n·\r\n·\t·--·--[·--[[·--[=[·--[==·-·[·]·[[·]]·[=[·]=]·[==[·]==]·=·==·\"·'·`·\\·\\\"·\\'·\\`·",
    "\\\\·\\z·\\x41·\\065·\\9·\\u{·\\u{7b}·\\u{10ffff}·\\{·\\\n·\\\r\n·\\n·{·}·(·)·,·;·.·..·...·:·",
    "::any ·a·b1·_c·1·0x1f·0b1·1e+5·1_0·.5·3.·nil ·not · and · or ·#·//·^·%=·->·ö·@native ·x = ",
];

/// Sources of pieces that Luau accepts every now and then: any may end a text or
/// a comment.
fn sources() -> impl Strategy<Value = String> {
    let pieces: Vec<&str> = PIECES.iter().flat_map(|pieces| pieces.split('·')).collect();
    let piece =
        prop::sample::select(pieces.into_iter().filter(|piece| !piece.is_empty()).collect::<Vec<_>>());
    let pieces = prop::collection::vec(piece, 0..7).prop_map(|pieces| pieces.concat());
    let frame = prop_oneof![
        Just(("", "")),
        Just(("'", "'")),
        Just(("\"", "\"")),
        Just(("`", "`")),
        Just(("`{", "}`")),
        Just(("[[", "]]")),
        Just(("[=[", "]=]")),
        Just(("{", "}")),
        Just(("--[[", "]] 1")),
        Just(("--", "\n1")),
        Just(("f(", ")")),
    ];
    let value = (frame, pieces).prop_map(|((begin, end), inner)| format!("{begin}{inner}{end}"));
    prop::collection::vec(value, 1..4).prop_map(|values| format!("x = {}", values.join(" y = ")))
}

/// A source as it is written anew, without guards.
fn written_anew(text: &str) -> Option<String> {
    refuse_characters(text).ok()?;
    let source = Source::new(text).ok()?;
    let text = written(&source, &vec![Added::default(); source.tokens.len() + 1]);
    text.strip_prefix(PROLOGUE).map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever Luau accepts is to it what it is to the guards.
    #[test]
    fn a_source_that_is_written_anew_is_the_same_to_luau(text in sources()) {
        let compiler = Compiler::new().set_optimization_level(1).set_debug_level(0);
        if let Ok(code) = compiler.compile(&text) {
            let Some(anew) = written_anew(&text) else { return Ok(()) };
            prop_assert_eq!(compiler.compile(&anew).ok(), Some(code), "{}\n{}", text, anew);
        }
    }
}

#[test]
fn what_comes_with_fuda_is_the_same_to_luau_when_it_is_written_anew() {
    let compiler = Compiler::new().set_optimization_level(1).set_debug_level(1);
    let mut sources = vec![include_str!("../../../../tests/scripts/greedy.luau").to_owned()];
    for game in crate::games::NAMES {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies").join(game);
        for entry in std::fs::read_dir(folder).expect("every game has strategies") {
            let path = entry.expect("the folder can be read").path();
            if path.extension().is_some_and(|end| end == "luau") {
                sources.push(std::fs::read_to_string(path).expect("it can be read"));
            }
        }
    }
    assert!(sources.len() > 5);
    for text in sources {
        // Without what the end of the chunk is.
        let anew = written_anew(&text).expect("it can be written anew");
        let lines = "\n".repeat(text.matches('\n').count() - anew.matches('\n').count());
        assert_eq!(compiler.compile(anew + &lines).ok(), Some(compiler.compile(text).expect("it is valid")));
    }
}

/// A text without blanks, and with quotes of one kind: the guards write their own.
fn plain(text: &str) -> String {
    text.replace([' ', '\n'], "").replace('\'', "\"")
}

/// A guarded source with `·` for each step, without blanks.
fn stepped(source: &str) -> String {
    let text = guarded(source).expect("it can be guarded");
    plain(&text.strip_prefix(PROLOGUE).expect("the prologue").replace(STEP, "·"))
}

/// A guarded source without its steps.
fn guarded_text(source: &str) -> String {
    stepped(source).replace('·', "")
}

#[test]
fn bodies_of_loops_and_functions_begin_with_a_step() {
    for expected in [
        "while x do· y() end",
        "for i = 1, 3 do· end",
        "for _, x in t do· continue end",
        "repeat· x() until y",
        "do· x() end",
        "local f = function() ·return 1 end",
        "function a.b:c(x, y) ·end",
        "local function f<T, U...>(x: T, y: (T) -> (), ...: U...): T ·return x end",
        "function f(): number ·(g or h)() end",
        "function f(): (number, string) ·(g)() end",
        "function f(): (number) -> string ·x() end",
        "function f(): {[string]: number}? ·x() end",
        "function f(): a.b<c, (d) -> e<f>> ·x() end",
        "function f(): typeof(g(1)) ·(g)() end",
        "function f(): 'a' | \"b\" & nil ·x() end",
        "function f(): ...number ·x() end",
        "function f(...: number): T... ·x() end",
        "function f(): <T>(T) -> T ·(g)() end",
        "function f(): <T, U...>(T, U...) -> (T, U...) ·(g)() end",
        "function f(): ((number) -> string)? ·(g)() end",
        "function f(): () -> () -> number ·(g)() end",
        "function f(): | number | string ·x() end",
        "function f(): (...number) -> ...string ·(g)() end",
        "function f(): {number} & {read x: <T>(T) -> ()} ·(g)() end",
        "local function f<T>(x: <U>(U) -> T): () ·x() end",
        "function f() ·return function() ·end end",
        "s = `a{function() ·x() end}b`",
    ] {
        let source = expected.replace('·', "");
        assert_eq!(stepped(&source), plain(expected), "{source}");
    }
}

#[test]
fn heads_without_a_body_are_refused() {
    for source in ["function", "function f(", "function f()", "function f(): (", "function f(): a<b>=c end"] {
        assert!(guarded(source).is_err(), "{source}");
    }
}

#[test]
fn computed_keys_that_are_stored_under_are_guarded() {
    for (source, expected) in [
        ("t[k] = 1", "t[__fuda_key(k,1)] = 1"),
        ("t[ k ]=1", "t[__fuda_key( k ,1)]=1"),
        ("setmetatable(t, m) t[k] += 1", "setmetatable(t, m) t[__fuda_key(k,1)] += 1"),
        ("t[k] ..= 'x' setmetatable(t, m)", "t[__fuda_key(k,1)] ..= 'x' setmetatable(t, m)"),
        ("setmetatable(t, m) t[k] //= 2", "setmetatable(t, m) t[__fuda_key(k,1)] //= 2"),
        ("a[i], b[j] = 1, 2", "a[__fuda_key(i,1)], b[__fuda_key(j,1)] = 1, 2"),
        ("x = {[k] = v, [f()] = 2}", "x = {[__fuda_key(k,1)] = v, [__fuda_key(f(),1)] = 2}"),
        ("a[b[c]] = 1", "a[__fuda_key(b[c],1)] = 1"),
        ("a[b][c] = 1", "a[b][__fuda_key(c,1)] = 1"),
        ("t[k] -- what\n = 1", "t[__fuda_key(k,1)] = 1"),
        ("t[k --[[ x ]] ] = 1", "t[__fuda_key(k,1)] = 1"),
        ("-- a\r\nt[\r\nk\r\n] = 1", "t[__fuda_key(k,3)] = 1"),
        ("t[`{k}`] = 1", "t[__fuda_key(`{k}`,1)] = 1"),
        (
            "s = `a{ t[k] == {} }b{function() t[k] = 1 end}`",
            "s = `a{ t[k] == {} }b{function() t[__fuda_key(k,1)] = 1 end}`",
        ),
        ("t[#t + 1] = 1", "t[__fuda_key(#t + 1,1)] = 1"),
        ("t[-1] = 1", "t[__fuda_key(-1,1)] = 1"),
    ] {
        assert_eq!(guarded_text(source), plain(expected));
    }
}

#[test]
fn powers_become_calls() {
    for (source, expected) in [
        ("x = a ^ b", "x = __fuda_pow(a, b)"),
        ("x = a ^ b ^ c * d", "x = __fuda_pow(a, __fuda_pow(b, c)) * d"),
        ("x = -a ^ -b", "x = -__fuda_pow(a, -b)"),
        ("x = 2 * f(y)[i].z:g 'a' ^ 2 + 1", "x = 2 * __fuda_pow(f(y)[i].z:g 'a', 2) + 1"),
        ("x = (a + b) ^ (c ^ d)", "x = __fuda_pow((a + b), (__fuda_pow(c, d)))"),
        ("x = y :: number ^ 2 :: any", "x = __fuda_pow(y :: number, 2 :: any)"),
        (
            "t[a ^ 2] = b ^ t[c ^ 3].x y = 1",
            "t[__fuda_key(__fuda_pow(a, 2),1)] = __fuda_pow(b, t[__fuda_pow(c, 3)].x) y = 1",
        ),
        ("x = `{a ^ 2}` ^ `b`", "x = __fuda_pow(`{__fuda_pow(a, 2)}`, `b`)"),
        ("local t = u f(... ^ 2)", "local t = u f(__fuda_pow(..., 2))"),
        ("x = {a ^ 2, [b] = {} ^ nil}", "x = {__fuda_pow(a, 2), [__fuda_key(b,1)] = __fuda_pow({}, nil)}"),
        ("x = not a ^ #b.c", "x = not __fuda_pow(a, #b.c)"),
    ] {
        assert_eq!(guarded_text(source), plain(expected));
    }
}

#[test]
fn everything_else_stays_as_it_is() {
    for source in [
        "x = t[k]",
        "t[k] += 1",
        "if t[k] == 1 then end",
        "t[1] = 2",
        "t['a'] = 2",
        "x = {[1] = 2, ['b'] = 3}",
        "s = 't[k] = 1'",
        "type T = {[string]: number}",
        "s = `t[k] = 1`",
        "x = 0x_ff + 1_000.5e-3 .. 'a' -- y ^ z\n",
    ] {
        let without = source.split("--").next().expect("a first part");
        assert_eq!(guarded_text(source), plain(without));
    }
    for (source, written) in [
        ("t[ [[a]] ] = 2", "t[\"a\"] = 2"),
        ("s = \"t[k] = \\\" t[k] = 1\"", "s = \"t[k] = \\034 t[k] = 1\""),
        ("s = [[\nt[k] = 1]] s = [==[ ]] t[k] = 1 ]==]", "s = \"t[k] = 1\" s = \" ]] t[k] = 1 \""),
        ("--[[ t[k] = 1 ]] x = 1", "x = 1"),
        ("--[==[ t[k] = 1 ]] ]==] x = 1", "x = 1"),
        ("--[=t[k] = 1\nx = 1", "x = 1"),
        ("s = `\\{t[k] = 1`", "s = `\\123t[k] = 1`"),
        ("s = `\\u{41} t[k] = 1`", "s = `A t[k] = 1`"),
        ("s = 'a\\z  \n  b t[k] = 1'", "s = \"ab t[k] = 1\""),
        ("s = 'ö[k] = 1'", "s = \"\\195\\182[k] = 1\""),
    ] {
        assert_eq!(guarded_text(source), plain(written), "{source}");
    }
}

#[test]
fn what_would_be_seen_through_is_refused() {
    for (source, line) in [
        ("x = 1\n__fuda_key = nil", 2),
        ("setmetatable({}, {__mode = 'k'})", 1),
        ("x['__mode'] = 1", 1),
        ("\n\nx = 'open", 3),
        ("]", 1),
        ("--[[ open", 1),
        ("x = 1\n-- a\rwhile true do end", 2),
        ("x = [[\r]]", 1),
        ("\nx ^= 2", 2),
        ("x = 2 ^ if a then b else c", 1),
        ("f<<T>>(x)", 1),
        ("@[deprecated] function f() end", 1),
        ("x = $", 1),
    ] {
        assert_eq!(guarded(source).expect_err("refused").0, line, "{source}");
    }
}
