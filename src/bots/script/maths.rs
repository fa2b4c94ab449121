//! The functions of mathematics that scripts can call and IEEE 754 leaves open.
//!
//! The system's own take other instructions on other processors, with other last
//! digits; those of the `libm` crate are the same everywhere.

use mlua::{Function, Lua, Table};

/// The functions by their names. The prelude checks what they are called with.
pub(super) fn maths(lua: &Lua) -> mlua::Result<Table> {
    let one = |call: OfOne| -> mlua::Result<Function> {
        lua.create_function(move |_, number: f64| Ok(call(number)))
    };
    let two = |call: OfTwo| -> mlua::Result<Function> {
        lua.create_function(move |_, (first, second): (f64, f64)| Ok(call(first, second)))
    };
    let maths = lua.create_table()?;
    for (name, call) in ONE {
        maths.raw_set(name, one(call)?)?;
    }
    for (name, call) in TWO {
        maths.raw_set(name, two(call)?)?;
    }
    maths.raw_set("frexp", lua.create_function(|_, number: f64| Ok(frexp(number)))?)?;
    Ok(maths)
}

type OfOne = fn(f64) -> f64;
type OfTwo = fn(f64, f64) -> f64;

const ONE: [(&str, OfOne); 12] = [
    ("acos", libm::acos),
    ("asin", libm::asin),
    ("atan", libm::atan),
    ("cos", libm::cos),
    ("cosh", libm::cosh),
    ("exp", libm::exp),
    ("log", libm::log),
    ("log10", libm::log10),
    ("sin", libm::sin),
    ("sinh", libm::sinh),
    ("tan", libm::tan),
    ("tanh", libm::tanh),
];

const TWO: [(&str, OfTwo); 4] = [
    ("atan2", libm::atan2),
    ("pow", libm::pow),
    ("ldexp", |number, power| libm::ldexp(number, power as i32)),
    ("log_to", log_to),
];

/// The logarithm to a base, as Luau takes it.
fn log_to(number: f64, base: f64) -> f64 {
    if base == 2.0 {
        libm::log2(number)
    } else if base == 10.0 {
        libm::log10(number)
    } else {
        libm::log(number) / libm::log(base)
    }
}

/// A fraction and a power of two. What is not finite has none.
fn frexp(number: f64) -> (f64, i32) {
    if number.is_finite() { libm::frexp(number) } else { (number, 0) }
}

/// Whether this build of Luau takes remainders as IEEE 754 has it, with every
/// product rounded. A compiler may have put two operations into one.
pub(super) fn is_exact(remainder: &Function) -> mlua::Result<bool> {
    let (number, divisor) = (9.1e15, 0.3);
    let times = libm::floor(number / divisor);
    debug_assert_ne!(number - times * divisor, libm::fma(-times, divisor, number), "the product is rounded");
    Ok(remainder.call::<f64>((number, divisor))? == number - times * divisor)
}
