//! The command that makes a result again, from its record.

use super::declared::ChangedRule;
use crate::report::Record;
use crate::settings::value_text;
use crate::study::Precision;
use crate::text::typed;

/// The command line of a result.
#[must_use]
pub fn command_line(record: &Record, changed: &[ChangedRule]) -> String {
    let mut words = vec!["fuda".to_owned(), record.command.clone(), record.game.clone()];
    match record.command.as_str() {
        "compare" => words.extend(compared(record)),
        "league" => words.extend(ranked(record)),
        "sweep" => words.extend(swept(record)),
        "odds" => words.extend(counted(record)),
        "solve" => words.extend(solved(record)),
        _ => words.extend(line_up(&record.bots)),
    }
    words.extend(
        changed.iter().flat_map(|rule| ["--rule".to_owned(), format!("{}={}", rule.key, rule.value)]),
    );
    let option = |name: &str, value: Option<String>| value.map(|value| [format!("--{name}"), value]);
    let precision = record.precision.clone().and_then(|table| Precision::from_table(table).ok());
    let stops = [
        option("games", record.games.map(|games| games.to_string())),
        option("for", record.time.clone()),
        option("precision", precision.map(|precision| precision.to_string())),
        option("seed", record.seed.map(|seed| seed.to_string())),
    ];
    if let Some(part) = record.part {
        // `shard 3/8` is `--shard 3/8`, and so are blocks.
        words.extend(format!("--{part}").split(' ').map(ToOwned::to_owned));
    }
    words.extend(stops.into_iter().flatten().flatten());
    words.iter().map(|word| typed(word)).collect::<Vec<_>>().join(" ")
}

/// The bots of a run, without those that are repeated in order.
fn line_up(bots: &[String]) -> Vec<String> {
    let period =
        (1..=bots.len()).find(|&period| (0..bots.len()).all(|seat| bots[seat] == bots[seat % period]));
    let bots = &bots[..period.unwrap_or(0)];
    if bots.iter().any(|bot| bot.contains(',')) {
        return bots.iter().flat_map(|bot| ["--bot".to_owned(), bot.clone()]).collect();
    }
    if bots.is_empty() { Vec::new() } else { vec!["--bots".to_owned(), bots.join(",")] }
}

fn compared(record: &Record) -> Vec<String> {
    judged(record, &[("until_sure", "--until-sure"), ("each_decision", "--each-decision")])
}

fn ranked(record: &Record) -> Vec<String> {
    judged(record, &[("mixed", "--mixed"), ("pairs_until_sure", "--until-sure")])
}

/// The bots, the margin, and the switches that are set.
fn judged(record: &Record, switches: &[(&str, &str)]) -> Vec<String> {
    let is_set = |name: &str| record.options.get(name).and_then(toml::Value::as_bool) == Some(true);
    let mut words = record.bots.clone();
    if let Some(margin) = record.options.get("margin") {
        words.extend(["--margin".to_owned(), margin.to_string()]);
    }
    let set = switches.iter().filter(|(name, _)| is_set(name));
    words.extend(set.map(|(_, switch)| (*switch).to_owned()));
    words
}

fn swept(record: &Record) -> Vec<String> {
    let table =
        |name: &str| record.options.get(name).and_then(toml::Value::as_table).cloned().unwrap_or_default();
    let mut words = Vec::new();
    for (rule, values) in table("vary") {
        let values: Vec<String> = values.as_array().into_iter().flatten().map(value_text).collect();
        let vary = if values.is_empty() { rule } else { format!("{rule}={}", values.join(",")) };
        words.extend(["--vary".to_owned(), vary]);
    }
    if record.options.get("one_at_a_time").and_then(toml::Value::as_bool) == Some(true) {
        words.push("--one-at-a-time".to_owned());
    }
    for (metric, margin) in table("margin") {
        words.extend(["--margin".to_owned(), format!("{metric}={margin}")]);
    }
    words.extend(record.bots.iter().flat_map(|line_up| ["--bots".to_owned(), line_up.clone()]));
    words
}

fn solved(record: &Record) -> Vec<String> {
    let against = record.bots.iter().flat_map(|bot| ["--against".to_owned(), bot.clone()]);
    let precision =
        record.options.get("precision").map(|value| ["--precision".to_owned(), value.to_string()]);
    against.chain(precision.into_iter().flatten()).collect()
}

fn counted(record: &Record) -> Vec<String> {
    let numbers = |name: &str| -> Vec<String> {
        let list = record.options.get(name).and_then(toml::Value::as_array);
        list.into_iter().flatten().map(ToString::to_string).collect()
    };
    let mut words = vec!["--players".to_owned(), numbers("players").join(",")];
    if let [deck] = &numbers("decks")[..] {
        words.extend(["--rule".to_owned(), format!("extra_cards={}", deck == "22")]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(command: &str, options: &str) -> Record {
        Record {
            seed: Some(7),
            games: Some(400),
            options: options.parse().expect("TOML"),
            ..Record::new(command, "kujuroku", toml::Table::new())
        }
    }

    #[test]
    fn commands_are_as_they_would_be_typed() {
        let rule = ChangedRule { key: "jizo", value: "true".to_owned(), meaning: "" };
        let bots = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let run = Record { bots: bots(&["a", "b", "a", "b"]), ..record("run", "") };
        assert_eq!(
            command_line(&run, &[rule]),
            "fuda run kujuroku --bots a,b --rule jizo=true --games 400 --seed 7"
        );
        let odd = Record { bots: bots(&["search:iterations=5,depth=2", "it's"]), ..record("run", "") };
        assert_eq!(
            command_line(&odd, &[]),
            r"fuda run kujuroku --bot search:iterations=5,depth=2 --bot 'it'\''s' --games 400 --seed 7"
        );
        let options = "margin = 2.0\nuntil_sure = true\neach_decision = false";
        let compare = Record { bots: bots(&["weighing", "greedy"]), ..record("compare", options) };
        assert_eq!(
            command_line(&compare, &[]),
            "fuda compare kujuroku weighing greedy --margin 2.0 --until-sure --games 400 --seed 7"
        );
        let options = "one_at_a_time = true\n[vary]\njizo = [false, true]\npar = []\n[margin]\nwin = 0.1";
        let sweep = Record { bots: bots(&["greedy"]), ..record("sweep", options) };
        assert_eq!(
            command_line(&sweep, &[]),
            "fuda sweep kujuroku --vary jizo=false,true --vary par --one-at-a-time --margin win=0.1 --bots greedy \
             --games 400 --seed 7"
        );
        let options = "players = [2, 8]\ndecks = [22]";
        let solve = Record {
            seed: None,
            games: None,
            bots: bots(&["station"]),
            ..record("solve", "precision = 0.01")
        };
        assert_eq!(command_line(&solve, &[]), "fuda solve kujuroku --against station --precision 0.01");
        let odds = Record { seed: None, games: None, ..record("odds", options) };
        assert_eq!(command_line(&odds, &[]), "fuda odds kujuroku --players 2,8 --rule extra_cards=true");
    }
}
