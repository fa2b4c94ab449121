//! The names that scripts can use, and those of Luau that they cannot.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use mlua::{Function, Lua, LuaOptions, StdLib, Table, Value};

use super::code::replaced;
use super::machine::{Kind, Machine};
use super::program::Program;
use super::{ScriptError, Source};
use crate::game::Game;
use crate::games::kujuroku::{Kujuroku, Rules};

/// What Luau has and scripts have not. A new version of Luau may bring names that
/// stand neither here nor in the prelude: whether they depend on addresses, memory,
/// time or the processor is to be found out first.
const LEFT_OUT: &str = "\
    _G buffer.copy buffer.create buffer.fill buffer.fromstring buffer.len buffer.readbits buffer.readf32 \
    buffer.readf64 buffer.readi16 buffer.readi32 buffer.readi8 buffer.readstring buffer.readu16 \
    buffer.readu32 buffer.readu8 buffer.tostring buffer.writebits buffer.writef32 buffer.writef64 \
    buffer.writei16 buffer.writei32 buffer.writei8 buffer.writestring buffer.writeu16 buffer.writeu32 \
    buffer.writeu8 collectgarbage debug.info debug.traceback gcinfo getfenv integer.add integer.arshift \
    integer.band integer.bnot integer.bor integer.bswap integer.btest integer.bxor integer.clamp \
    integer.countlz integer.countrz integer.create integer.div integer.extract integer.fromstring \
    integer.ge integer.gt integer.idiv integer.le integer.lrotate integer.lshift integer.lt integer.max \
    integer.maxsigned integer.min integer.minsigned integer.mod integer.mul integer.neg integer.rem \
    integer.replace integer.rrotate integer.rshift integer.sub integer.tonumber integer.udiv integer.uge \
    integer.ugt integer.ule integer.ult integer.urem loadstring math.noise math.randomseed newproxy \
    os.clock os.date os.difftime os.time require setfenv string.pack string.packsize string.unpack \
    table.foreach table.foreachi table.getn table.maxn vector.abs vector.angle vector.ceil vector.clamp \
    vector.create vector.cross vector.dot vector.floor vector.lerp vector.magnitude vector.max \
    vector.min vector.normalize vector.one vector.sign vector.zero";

/// The names of a table of globals, with those of its libraries.
fn names(globals: &Table) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (name, value) in globals.pairs::<String, Value>().flatten() {
        match value {
            Value::Table(library) if !["cards", "deck", "rules", "_G"].contains(&&*name) => {
                let inner = library.pairs::<String, Value>().flatten();
                names.extend(inner.map(|(inner, _)| format!("{name}.{inner}")));
            }
            _ => drop(names.insert(name)),
        }
    }
    names
}

/// Does something with the globals of a script.
fn with_globals<R>(then: impl FnOnce(&Table) -> R) -> R {
    let text = "return { choose = function() return 1 end }".to_owned();
    let source = Source { path: PathBuf::from("mine.luau"), text };
    let game = Kujuroku::new(Rules::default());
    let program =
        Program::new(&game, &source).and_then(|program| Machine::new(&Arc::new(program), Kind::Verifying));
    let machine = program.unwrap_or_else(|ScriptError(what)| panic!("{what}"));
    then(&machine.globals())
}

#[test]
fn every_name_of_luau_is_given_or_left_out() {
    let luau = Lua::new_with(StdLib::ALL_SAFE, LuaOptions::default()).expect("a machine");
    let luau = names(&luau.globals());
    let given = with_globals(names);
    let left_out: BTreeSet<String> = LEFT_OUT.split_whitespace().map(str::to_owned).collect();
    let unknown: Vec<_> = luau.difference(&given).filter(|name| !left_out.contains(*name)).collect();
    assert!(unknown.is_empty(), "new in Luau: {unknown:?}");
    assert!(given.is_disjoint(&left_out), "{:?}", given.intersection(&left_out));
    let own: Vec<_> = given.difference(&luau).map(String::as_str).collect();
    assert_eq!(
        own,
        ["cards", "deck", "players", "rules", "unpack"]
            .into_iter()
            .filter(|name| !luau.contains(*name))
            .collect::<Vec<_>>()
    );
}

/// Otherwise the compiler would call, or compute, Luau's own in their place.
#[test]
fn every_function_that_is_replaced_is_known_to_the_compiler() {
    let replaced = replaced();
    let known = |name: &str| name == "table.insert" || replaced.iter().any(|other| other == name);
    let own = with_globals(|globals| {
        let is_own = |name: &String| {
            let (library, inner) = name.split_once('.').unwrap_or(("", name));
            let library = if library.is_empty() { Ok(globals.clone()) } else { globals.get(library) };
            let function = library.and_then(|library: Table| library.raw_get::<Function>(inner));
            function.is_ok_and(|function| function.info().what != "C")
        };
        names(globals).into_iter().filter(is_own).collect::<Vec<_>>()
    });
    assert!(own.len() > 50, "{own:?}");
    let unknown: Vec<_> = own.iter().filter(|name| !known(name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
