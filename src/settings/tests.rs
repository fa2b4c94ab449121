use std::path::Path;

use super::*;

crate::words! {
    /// How loud.
    pub enum Volume { Low = "low", High = "high" }
}

crate::settings! {
    /// A few settings of every type.
    pub struct Sample {
        players["players"]: u8 = 4, in 3..=4, "how many";
        loud["sound.loud"]: bool = false, "whether it is loud";
        volume["sound.volume"]: Volume = Volume::Low, "how loud it is";
        speed["speed"]: f64 = 0.5, in 0.0..=2.0, "how fast";
        weights["weights"]: [f64; 2] = [1.0, 1.0], in 0.1..=10.0, "how heavy";
    }
    check |sample| {
        if sample.loud && sample.players == 3 { Err("three cannot be loud".to_owned()) } else { Ok(()) }
    };
}

fn typed(assignments: &[&str]) -> Result<Sample, String> {
    let assignments: Result<Vec<Assignment>, _> =
        assignments.iter().map(|text| Assignment::parse(text)).collect();
    assignments.and_then(|assignments| Sample::with(&assignments)).map_err(|error| error.to_string())
}

fn read(text: &str) -> Result<Sample, String> {
    Assignment::read_toml(text, Path::new("house.toml"))
        .and_then(|assignments| Sample::with(&assignments))
        .map_err(|error| error.to_string())
}

#[test]
fn settings_are_typed_as_key_and_value() {
    let sample = typed(&["players=3", "sound.volume=high", "speed=2", "weights=1,0.8"]).unwrap();
    assert_eq!(
        sample,
        Sample { players: 3, volume: Volume::High, speed: 2.0, weights: [1.0, 0.8], ..Sample::default() }
    );
    assert_eq!(typed(&["players=3", "players=4"]), Ok(Sample::default()), "the last one wins");
}

#[test]
fn words_and_lists_are_typed_as_in_toml_too() {
    let sample = Sample { volume: Volume::High, weights: [1.0, 0.8], ..Sample::default() };
    for weights in ["weights=[1.0, 0.8]", "weights=[1,0.8]", "weights = [ 1, 0.8, ]"] {
        for volume in ["sound.volume=\"high\"", "sound.volume='high'"] {
            assert_eq!(typed(&[weights, volume]), Ok(sample.clone()), "{weights} {volume}");
        }
    }
    for (wrong, message) in [
        ("weights=[1,0.8", "'weights' cannot be \"[1,0.8\"; allowed: 2 numbers from 0.1 to 10"),
        ("weights=[1]", "'weights' cannot be [1]; allowed: 2 numbers from 0.1 to 10"),
        ("players=\"3\"", "'players' cannot be \"3\"; allowed: 3 or 4"),
        ("sound.volume=\"loud\"", "'sound.volume' cannot be \"loud\"; allowed: low or high"),
    ] {
        assert_eq!(typed(&[wrong]), Err(message.to_owned()));
    }
}

#[test]
fn listed_defaults_can_be_typed() {
    for key in Sample::keys() {
        assert_eq!(typed(&[&format!("{}={}", key.name, key.default)]), Ok(Sample::default()), "{}", key.name);
    }
}

#[test]
fn settings_are_read_from_toml() {
    let sample = read("speed = 1\n[sound]\nloud = true\nvolume = 'high'\n").unwrap();
    assert_eq!(sample, Sample { speed: 1.0, loud: true, volume: Volume::High, ..Sample::default() });
}

#[test]
fn errors_list_what_is_allowed() {
    for (assignments, message) in [
        (&["player=3"][..], "unknown key 'player'; did you mean 'players'?"),
        (&["colour=red"], "unknown key 'colour'; known: players, sound.loud, sound.volume, speed, weights"),
        (&["players=5"], "'players' cannot be 5; allowed: 3 or 4"),
        (&["players=300"], "'players' cannot be 300; allowed: 3 or 4"),
        (&["players=many"], "'players' cannot be \"many\"; allowed: 3 or 4"),
        (&["players=3.0"], "'players' cannot be 3.0; allowed: 3 or 4"),
        (&["sound.loud=1"], "'sound.loud' cannot be 1; allowed: true or false"),
        (&["sound.volume=loud"], "'sound.volume' cannot be \"loud\"; allowed: low or high"),
        (&["speed=2.5"], "'speed' cannot be 2.5; allowed: a number from 0 to 2"),
        (&["speed=nan"], "'speed' cannot be \"nan\"; allowed: a number from 0 to 2"),
        (&["weights=1"], "'weights' cannot be 1; allowed: 2 numbers from 0.1 to 10"),
        (&["weights=1,2,3"], "'weights' cannot be [1.0, 2.0, 3.0]; allowed: 2 numbers from 0.1 to 10"),
        (&["players"], "'players' is not of the form KEY=VALUE"),
        (&["=3"], "'=3' is not of the form KEY=VALUE"),
        (&["players=3", "sound.loud=true"], "three cannot be loud"),
    ] {
        assert_eq!(typed(assignments), Err(message.to_owned()));
    }
}

#[test]
fn errors_in_a_file_name_the_line() {
    for (text, message) in [
        ("speed = 1\n\nplayers = 9\n", "house.toml, line 3: 'players' cannot be 9; allowed: 3 or 4"),
        (
            "[sound]\nvolum = 'low'\n",
            "house.toml, line 2: unknown key 'sound.volum'; did you mean 'sound.volume'?",
        ),
        (
            "[sound]\n",
            "house.toml, line 1: unknown key 'sound'; known: players, sound.loud, sound.volume, speed, weights",
        ),
        ("speed = = 1\n", "house.toml, line 1: not TOML: "),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn errors_can_name_the_owner_of_a_setting() {
    let error = Sample::with(&[Assignment::parse("player=3").unwrap()]).unwrap_err();
    assert_eq!(
        error.of("rule", "kujuroku").to_string(),
        "unknown rule 'player' for kujuroku; did you mean 'players'?"
    );
}
