//! Sources that are long or deep: they are refused, or they play.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::{Script, Source};
use crate::game::Game as _;
use crate::games::kujuroku::{Kujuroku, Rules};

#[test]
fn long_and_deep_sources_are_refused_or_play() {
    let many = |piece: &str, count: usize| piece.repeat(count);
    let sources = [
        format!("local x = {}1{}", many("(", 100_000), many(")", 100_000)),
        format!("local x = {}{}", many("{", 100_000), many("}", 100_000)),
        format!("local x = {}1", many("1 + ", 200_000)),
        format!("local x = {}1", many("2 ^ ", 200_000)),
        format!("local x = {}1", many("2 ^ ", 150)),
        format!("local x = {}1", many("- ", 100_000)),
        format!("local x = {}1", many("not ", 100_000)),
        format!("local x = {}''", many("'a' .. ", 100_000)),
        format!("local x local y = function() return x{} end", many(".b", 200_000)),
        format!("local x local y = function() return x{} end", many("()", 200_000)),
        format!("local x local y = function() return x{} ^ 2 end", many("[1]", 100_000)),
        format!("{}{}", many("do ", 50_000), many("end ", 50_000)),
        format!("{}{}", many("local function f() ", 20_000), many("end ", 20_000)),
        format!("local x: {}number{} = 1", many("(", 50_000), many(")", 50_000)),
        format!("local function f(): {}number return 1 end", many("() -> ", 50_000)),
        format!("local function f(): {}number{} return 1 end", many("a<", 50_000), many(">", 50_000)),
        format!("local x = `{}1{}`", many("{`", 20_000), many("`}", 20_000)),
        format!("local x = {}nil", many("if true then 1 else ", 40_000)),
        format!("local x = 1 {}", many("x += x ", 100_000)),
        format!("local t = {{}} {}", many("t[#t] = 1 ", 50_000)),
        format!("local x = [{}[ ]{}]", many("=", 300_000), many("=", 300_000)),
        format!("--[{}[ {}", many("=", 100_000), many("]=", 300_000)),
        many("local a ", 500),
        many("x = ", 1),
    ];
    let game = Kujuroku::new(Rules::default());
    for source in sources {
        let shown: String = source.chars().take(60).collect();
        let text = source + "\nreturn { choose = function() return 1 end }";
        let began = Instant::now();
        // Whatever becomes of it: neither a panic, nor a stack that overflows.
        let refused = Script::new(&game, &Source { path: PathBuf::from("long.luau"), text }).err();
        assert!(began.elapsed() < Duration::from_secs(20), "{shown}: {:?}", began.elapsed());
        if let Some(error) = refused {
            assert!(error.0.starts_with("long.luau:") && error.0.len() < 500, "{shown}: {error}");
        }
    }
}
