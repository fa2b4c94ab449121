//! House rules: they round-trip through TOML, and each has an effect.

use std::path::Path;

use fuda::game::{Audit, Game};
use fuda::report::TranscriptFormat;
use fuda::settings::{Assignment, Location, Settings, SettingsError};

use crate::rig::{rule_sets, setup, transcript};

/// Every rule set is the same after it was written and read.
pub fn rules_round_trip<G: Game + Audit>() {
    for set in rule_sets::<G>() {
        let text = toml::to_string(&set.rules.to_table()).expect("rules have a form in TOML");
        let read = Assignment::read_toml(&text, Path::new("rules.toml")).expect("what was written is TOML");
        assert_eq!(G::Rules::with(&read).expect("and allowed"), set.rules, "{}", set.name);
    }
}

/// An unknown key, and a value of the wrong type, are refused.
pub fn wrong_rules_are_refused<G: Game + Audit>() {
    let with = |key: &str, value: &str| {
        let assignment = Assignment::parse(&format!("{key}={value}")).expect("an assignment");
        G::Rules::with(&[assignment])
    };
    assert!(matches!(with("no_such_rule", "1"), Err(SettingsError::UnknownKey { .. })));
    for key in G::Rules::keys() {
        let error = with(key.name, "nonsense").expect_err("nonsense is no value");
        assert!(matches!(&error, SettingsError::NotAllowed { .. }), "{error}");
        let message = error.to_string();
        assert!(message.contains(key.name) && message.contains(&key.allowed.to_string()), "{message}");
        assert!(!key.meaning.is_empty());
    }
}

/// Every key, at some other value, changes at least one of 10,000 games.
pub fn every_rule_changes_something<G: Game + Audit>() {
    let default = setup::<G>(G::Rules::default(), &["random"]);
    for key in G::Rules::keys() {
        if let Some((_, why)) = G::RARE.iter().find(|(name, _)| *name == key.name) {
            assert!(!why.is_empty());
            continue;
        }
        let variants: Vec<_> = key
            .allowed
            .examples()
            .into_iter()
            .filter(|value| *value != key.default)
            .filter_map(|value| {
                let location = Location::CommandLine;
                G::Rules::with(&[Assignment { key: key.name.to_owned(), value, location }]).ok()
            })
            .map(|rules| setup::<G>(rules, &["random"]))
            .collect();
        let changes = (0..10_000).any(|block| {
            let by_default = transcript(&default, block, TranscriptFormat::JsonLines);
            variants
                .iter()
                .any(|variant| transcript(variant, block, TranscriptFormat::JsonLines) != by_default)
        });
        assert!(changes, "{} changes nothing in 10,000 games", key.name);
    }
}
