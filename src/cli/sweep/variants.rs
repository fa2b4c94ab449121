//! The variants of a sweep: parsed from the command line, and checked before
//! any games are played.

use super::super::failure::Failure;
use crate::settings::{Assignment, Settings, SettingsError, Value, value_text};

/// The maximum number of tables in a sweep: variants times line-ups.
pub const MAX_TABLES: usize = 256;

/// One variant of the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant<R> {
    /// What differs from the baseline: `jizo=true`; empty for the baseline.
    pub name: String,
    /// The rules.
    pub rules: R,
}

/// All variants of a sweep.
#[derive(Debug)]
pub struct Variants<R> {
    /// The variants, the baseline first.
    pub list: Vec<Variant<R>>,
    /// A description of the baseline.
    pub baseline: String,
    /// The rule that is varied, if there is only one.
    pub rule: Option<String>,
    /// Variants that cannot be played, with the reason. Only variants that were
    /// not named on the command line are left out.
    pub left_out: Vec<String>,
}

/// A rule with its values, that of the baseline first.
#[derive(Clone, Debug)]
struct Axis {
    key: String,
    values: Vec<Value>,
}

impl Axis {
    /// `KEY=VALUE`, with `again` for a repeated value.
    fn name(&self, index: usize) -> String {
        let value = &self.values[index];
        let again = if self.values[..index].contains(value) { " again" } else { "" };
        format!("{}={}{again}", self.key, value_text(value))
    }
}

/// Parses the arguments of `--vary`: the values of each rule, and none for all
/// that are known to be played.
///
/// # Errors
/// If one is not of the form `KEY=V1,V2,...` or `KEY`, or a key is given twice.
pub fn parse_vary(texts: &[String]) -> Result<toml::Table, Failure> {
    let mut rules = toml::Table::new();
    for text in texts {
        let (key, values) = parse(text)?;
        if rules.contains_key(&key) {
            return Err(Failure::Usage(format!(
                "--vary: '{key}' is given twice; write all of its values after one --vary"
            )));
        }
        rules.insert(key, Value::Array(values));
    }
    Ok(rules)
}

/// Parses `KEY=V1,V2,...` or `KEY`.
fn parse(text: &str) -> Result<(String, Vec<Value>), Failure> {
    let wrong = |what: &str| Failure::Usage(format!("--vary {text}: {what}"));
    let Some((key, values)) = text.split_once('=') else {
        return Ok((text.trim().to_owned(), Vec::new()));
    };
    let values = split_outside_brackets(values);
    if values.iter().any(|value| value.trim().is_empty()) {
        return Err(wrong("a value is missing; write KEY=V1,V2,... or KEY alone"));
    }
    let parse =
        |value: &&str| Assignment::parse(&format!("{key}={value}")).map(|assignment| assignment.value);
    let values = values.iter().map(parse).collect::<Result<Vec<Value>, _>>();
    let values = values.map_err(|_| wrong("write KEY=V1,V2,... or KEY alone"))?;
    Ok((key.trim().to_owned(), values))
}

/// Splits at commas that are not in brackets.
fn split_outside_brackets(text: &str) -> Vec<&str> {
    let mut depth = 0;
    text.split(|letter| {
        match letter {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        letter == ',' && depth == 0
    })
    .collect()
}

impl<R: Settings> Variants<R> {
    /// The variants of a sweep: `set` are the rules of the baseline, `vary` the
    /// values of the others.
    ///
    /// # Errors
    /// If a rule or value is not allowed, or a variant cannot be played.
    pub fn new(
        game: &'static str,
        set: &[Assignment],
        vary: &toml::Table,
        one_at_a_time: bool,
    ) -> Result<Variants<R>, Failure> {
        let wrong = |error: SettingsError| Failure::usage(error.of("rule", game));
        let base = R::with(set).map_err(wrong)?;
        let axes = vary
            .iter()
            .map(|(key, values)| axis(game, &base, set, key, values))
            .collect::<Result<Vec<Axis>, Failure>>()?;
        if axes.is_empty() {
            return Ok(Variants::of_all_rules(&base));
        }
        let rule = if let [axis] = &axes[..] { Some(axis.key.clone()) } else { None };
        let first: Vec<String> = axes.iter().map(|axis| axis.name(0)).collect();
        let mut list = Vec::new();
        for indices in combinations(&axes, one_at_a_time)? {
            let changed: Vec<String> = axes
                .iter()
                .zip(&indices)
                .filter(|(_, index)| **index > 0)
                .map(|(axis, &index)| axis.name(index))
                .collect();
            let mut rules = base.clone();
            for (axis, &index) in axes.iter().zip(&indices) {
                rules.put(&axis.key, &axis.values[index]).expect("the value was checked");
            }
            let whole: Vec<String> =
                axes.iter().zip(&indices).map(|(axis, &index)| axis.name(index)).collect();
            rules.check().map_err(|reason| {
                Failure::Usage(format!("the variant {} cannot be played: {reason}", whole.join(" ")))
            })?;
            list.push(Variant { name: changed.join(" "), rules });
        }
        Ok(Variants { list, baseline: first.join(" "), rule, left_out: Vec::new() })
    }

    /// Every rule that has several values known to be played, one at a time.
    fn of_all_rules(base: &R) -> Variants<R> {
        let mut list = vec![Variant { name: String::new(), rules: base.clone() }];
        let mut left_out = Vec::new();
        for key in R::keys() {
            let held = base.get(key.name).expect("a declared key has a value");
            for value in key.choices().into_iter().filter(|value| *value != held) {
                let name = format!("{}={}", key.name, value_text(&value));
                let mut rules = base.clone();
                rules.put(key.name, &value).expect("a value that is known is allowed");
                match rules.check() {
                    Ok(()) => list.push(Variant { name, rules }),
                    Err(reason) => left_out.push(format!("{name}: {reason}")),
                }
            }
        }
        let defaults = R::default();
        let set: Vec<String> = R::keys()
            .iter()
            .filter(|key| base.get(key.name) != defaults.get(key.name))
            .map(|key| {
                format!("{}={}", key.name, base.get(key.name).as_ref().map(value_text).unwrap_or_default())
            })
            .collect();
        let baseline = if set.is_empty() { "the rules by default".to_owned() } else { set.join(" ") };
        Variants { list, baseline, rule: None, left_out }
    }
}

/// The values of a rule that is varied, that of the baseline first.
fn axis<R: Settings>(
    game: &'static str,
    base: &R,
    set: &[Assignment],
    name: &str,
    listed: &Value,
) -> Result<Axis, Failure> {
    let keys = R::keys();
    let Some(key) = keys.iter().find(|key| key.name == name) else {
        let nothing = Assignment::parse(&format!("{name}=0"));
        let error = nothing.and_then(|assignment| base.clone().assign(&assignment));
        return Err(match error {
            Err(error) => Failure::Usage(format!("--vary: {}", error.of("rule", game))),
            Ok(()) => unreachable!("a key that is not listed cannot be set"),
        });
    };
    let held = base.get(key.name).expect("a declared key has a value");
    let is_set = set.iter().any(|assignment| assignment.key == key.name);
    // A record could have been edited: a value by itself is a list of one.
    let listed = listed.as_array().map_or(std::slice::from_ref(listed), Vec::as_slice);
    let mut values = match listed {
        [] => {
            let known = key.choices();
            if known.is_empty() {
                return Err(Failure::Usage(format!(
                    "--vary {key}: no values are known for it; list them, --vary {key}=V1,V2 ({allowed})",
                    key = key.name,
                    allowed = key.allowed
                )));
            }
            std::iter::once(held.clone()).chain(known.into_iter().filter(|value| *value != held)).collect()
        }
        // Values as the rule holds them: 1 becomes 1.0 if that is its type.
        values => {
            let mut held_values = Vec::new();
            for value in values {
                let mut rules = base.clone();
                rules.put(key.name, value).map_err(|allowed| {
                    Failure::Usage(format!(
                        "--vary {}: {} is not allowed; give {allowed}",
                        key.name,
                        value_text(value)
                    ))
                })?;
                held_values.push(rules.get(key.name).expect("a declared key has a value"));
            }
            held_values
        }
    };
    // The value that holds without --vary is the baseline, wherever it is in the
    // list; if it was set, or there is but one value, even if it is not.
    match values.iter().position(|value| *value == held) {
        Some(place) => values[..=place].rotate_right(1),
        None if is_set || values.len() == 1 => values.insert(0, held),
        None => {}
    }
    if values.len() < 2 {
        return Err(Failure::Usage(format!(
            "--vary {key}={value}: that is the value without --vary, and there is nothing to compare it with; give \
             others",
            key = key.name,
            value = value_text(&values[0])
        )));
    }
    Ok(Axis { key: name.to_owned(), values })
}

/// The indices of the values in each variant, the baseline first.
fn combinations(axes: &[Axis], one_at_a_time: bool) -> Result<Vec<Vec<usize>>, Failure> {
    if one_at_a_time {
        let baseline = vec![0; axes.len()];
        let changed = axes.iter().enumerate().flat_map(|(index, axis)| {
            let baseline = baseline.clone();
            (1..axis.values.len()).map(move |value| {
                let mut indices = baseline.clone();
                indices[index] = value;
                indices
            })
        });
        return Ok(std::iter::once(baseline.clone()).chain(changed).collect());
    }
    let count = axes.iter().try_fold(1_usize, |count, axis| count.checked_mul(axis.values.len()));
    if count.is_none_or(|count| count > MAX_TABLES) {
        return Err(Failure::Usage(format!(
            "these values make more than {MAX_TABLES} variants; give fewer, or --one-at-a-time"
        )));
    }
    let mut all = vec![Vec::new()];
    for axis in axes {
        all = all
            .into_iter()
            .flat_map(|indices: Vec<usize>| {
                (0..axis.values.len()).map(move |value| indices.iter().copied().chain([value]).collect())
            })
            .collect();
    }
    Ok(all)
}

#[cfg(test)]
mod tests;
