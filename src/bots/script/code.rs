//! The Luau code of the host, some of it generated for the views of a game.

use mlua::chunk::Compiler;

use crate::script_value::{Field, Shape};

/// What the compiler must not take for Luau's own, by library: functions that are
/// replaced, and those of libraries that are not there, which it would compute all
/// the same. The guards read and write buffers.
const REPLACED: [(&str, &str); 10] = [
    (
        "",
        "getmetatable next pairs pcall print rawget rawlen rawset select setmetatable tonumber tostring unpack xpcall",
    ),
    (
        "bit32",
        "arshift band bnot bor btest bxor byteswap countlz countrz extract lrotate lshift replace rrotate rshift",
    ),
    (
        "buffer",
        "readf32 readf64 readi16 readi8 readinteger readu16 readu32 readu8 writef32 writef64 writei16 writei8 \
         writeinteger writeu16 writeu32 writeu8",
    ),
    ("coroutine", "resume"),
    (
        "integer",
        "add arshift band bnot bor bswap btest bxor clamp countlz countrz create div extract ge gt idiv le lrotate \
         lshift lt max min mod mul neg rem replace rrotate rshift sub tonumber udiv uge ugt ule ult urem",
    ),
    (
        "math",
        "acos asin atan atan2 cos cosh exp frexp ldexp lerp log log10 map noise pow random sin sinh tan tanh",
    ),
    ("string", "byte char find format gmatch gsub lower match rep reverse split sub upper"),
    // Not `insert`: at the end of a list both do the same, and it is called all the time.
    ("table", "clear clone concat create find freeze move remove sort unpack"),
    ("utf8", "char codepoint codes len offset"),
    ("vector", "abs angle ceil clamp create cross dot floor lerp magnitude max min normalize sign"),
];

/// The functions that the compiler must not take for Luau's own.
pub(super) fn replaced() -> Vec<String> {
    let full = |library: &str, name: &str| {
        if library.is_empty() { name.to_owned() } else { format!("{library}.{name}") }
    };
    let all =
        REPLACED.iter().flat_map(|(library, names)| names.split_whitespace().map(|name| full(library, name)));
    all.collect()
}

/// The bytecode of what scripts call most, compiled to native code where that is
/// possible.
pub(super) fn basics() -> Vec<u8> {
    compiled(include_str!("basics.luau"))
}

/// The bytecode of the prelude.
pub(super) fn prelude() -> Vec<u8> {
    compiled(include_str!("prelude.luau"))
}

/// The bytecode that puts decisions to scripts, for views with these fields.
pub(super) fn decisions(view: &[Field]) -> Vec<u8> {
    let code = include_str!("decisions.luau").replace("--@FILL@", &fill(view));
    compiled(&code.replace("--@CARDS@", &few_cards()).replace("--@NUMBERS@", &few_numbers()))
}

fn compiled(text: &str) -> Vec<u8> {
    let compiler = Compiler::new().set_optimization_level(2).set_debug_level(1);
    compiler.compile(text).expect("the code of the host is valid")
}

/// Whether a value is read at the beginning of every decision: it is one, and not
/// many.
pub(super) fn is_plain(shape: &Shape) -> bool {
    plain(shape, "at").is_some()
}

/// The code that reads a plain value at a place; none if it is not plain.
fn plain(shape: &Shape, at: &str) -> Option<String> {
    Some(match shape {
        Shape::Bool => format!("read_u8(bytes, {at}) == 1"),
        Shape::Number => format!("read_f64(bytes, {at})"),
        Shape::Card => format!("read_u8(bytes, {at})"),
        Shape::Text => format!("texts[read_u8(bytes, {at})] or new_text({at})"),
        Shape::Optional(inner) if !matches!(**inner, Shape::Optional(_)) => {
            let inner = plain(inner, &format!("{at} + 1"))?;
            format!("if read_u8(bytes, {at}) == 0 then false else {inner}")
        }
        _ => return None,
    })
}

/// The code that reads cards at a place `at`: what `read_cards` does, without a
/// call.
fn cards_at() -> &'static str {
    "if read_u8(bytes, at) == 0 then NONE else freeze(read_few(at, read_u8(bytes, at)))"
}

/// The code of a function that reads many values of a shape.
fn reader(name: &str, shape: &Shape) -> String {
    match shape {
        Shape::Record(names, of) if **of == Shape::Cards => {
            let reads =
                names.iter().map(|of| format!("record.{of} = {} at += 1 + read_u8(bytes, at)", cards_at()));
            format!(
                "local empty_{name} = empties[\"view.{name}\"] local function read_{name}(at) \
                 local record = clone(empty_{name}) {} return freeze(record) end",
                reads.collect::<Vec<_>>().join(" ")
            )
        }
        _ => format!("local read_{name} = view_reads.{name}"),
    }
}

/// The code that writes the values of a decision to what a view shows: plain ones,
/// and those others that the script has asked for in decisions of the kind. Those
/// that were written `before` and are not any more are removed.
fn fill(view: &[Field]) -> String {
    let (mut readers, mut plains, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for (Field { name, shape, .. }, index) in view.iter().zip(1..) {
        let begins = format!("read_u16(bytes, {})", 2 * index);
        if let Some(value) = plain(shape, "at") {
            plains.push(format!("do local at = {begins} shown.{name} = {value} end"));
            continue;
        }
        let bit = 1_u32 << others.len();
        let value = if *shape == Shape::Cards {
            cards_at().to_owned()
        } else {
            readers.push(reader(name, shape));
            format!("(read_{name}(at))")
        };
        others.push(format!(
            "if btest(asked, {bit}) then local at = {begins} shown.{name} = {value} \
             elseif btest(before, {bit}) then shown.{name} = nil end"
        ));
    }
    // In one line: the lines after it keep their numbers.
    format!(
        "{} local function fill(shown, before) {} local asked = wanted[shown.decision] or 0 {} return asked end",
        readers.join(" "),
        plains.join(" "),
        others.join(" ")
    )
}

/// The code that reads a few cards at once, for every number of them.
fn few_cards() -> String {
    let branch = |count: usize| {
        let reads: Vec<String> = (1..=count).map(|place| format!("read_u8(bytes, at + {place})")).collect();
        format!("if count == {count} then return {{ {} }} end", reads.join(", "))
    };
    (1..=12).map(branch).collect::<Vec<_>>().join(" ")
}

/// The code that reads a few numbers at once, for every number of them.
fn few_numbers() -> String {
    let branch = |count: usize| {
        let reads: Vec<String> =
            (0..count).map(|place| format!("read_f64(bytes, at + {})", 1 + 8 * place)).collect();
        format!(
            "if count == {count} then return freeze({{ {} }}), at + {} end",
            reads.join(", "),
            1 + 8 * count
        )
    };
    (1..=6).map(branch).collect::<Vec<_>>().join(" ")
}
