//! What programs answer: the first line, and the choices in both forms, without
//! the programs. The first line of a document is the number of bytes that come at
//! a time.

use serde_json::{Value, json};

use super::edits::Corpus;
use super::runner::{Outcome, Target};
use crate::bots::{DryQuestion, choices_in};

/// What the program is asked: the games have any numbers, and any order.
const ASKED: [DryQuestion; 6] = [
    (3, "discard", 2),
    (1, "discard", 7),
    (4, "declare", 2),
    (12, "amount", 300),
    (5, "play", 3),
    (9, "play", 8),
];

/// The longest message that is of use.
const LONGEST_MESSAGE: usize = 1_000;

pub fn target() -> Target {
    let batch = r#"{"protocol":1,"form":"batch","about":"plays"}"#;
    let plain = r#"{"form":"plain","protocol":1}"#;
    let in_order = "[[3,1],[1,6],[4,0],[12,299],[5,2],[9,7]]";
    let lines = "[[9,0],[5,0]]\n[]\n[[12,17]]\n[[4,1],[1,0]]\n[[3,0]]";
    let named = ASKED.iter().rev().map(|(game, _, options)| {
        format!("{}\n", json!({ "game": game, "option": options - 1, "why": "it is \"best\"" }))
    });
    // Options just beyond the last, one at a time: few edits would meet them.
    let beyond = ASKED.iter().map(|&(beyond, _, count)| {
        let answers: Vec<(u64, usize)> =
            ASKED.iter().map(|&(game, _, _)| (game, if game == beyond { count } else { 0 })).collect();
        format!("50\n{batch}\n{}\n", json!(answers))
    });
    let right = [
        format!("7\n{batch}\n{in_order}\n"),
        format!("1\n{batch}\n{lines}\n"),
        format!("100\n{plain}\n{}", named.collect::<String>()),
    ];
    let words = [
        "[[1,0]]",
        "[[3,0],[1,0],[4,0],[12,0],[5,0],[9,0]]\n",
        "{\"game\":3,\"option\":1}\n",
        "\"game\":",
        "\"option\":",
        "\"protocol\":1",
        "\"form\":\"plain\"",
        "\"form\":\"batch\"",
        "\"about\":null",
        "[]\n",
        "[[",
        "]]",
        ",",
        "1.0",
        "-0",
        "2e0",
        "\\u0000",
        "\u{1b}[2J",
        " \t",
    ];
    let words = words.map(str::to_owned).to_vec();
    let documents = right.into_iter().chain(beyond).map(String::into_bytes).collect();
    Target { corpus: Corpus { documents, words }, check: Box::new(check) }
}

fn check(document: &[u8]) -> Result<Outcome, String> {
    let line = document.iter().position(|&byte| byte == b'\n').unwrap_or(document.len());
    let (head, output) = (&document[..line], document.get(line + 1..).unwrap_or_default());
    let at_a_time = str::from_utf8(head).ok().and_then(|head| head.parse().ok()).unwrap_or(1).max(1);
    let choices = choices_in(output, at_a_time, &ASKED);
    let at_once = choices_in(output, usize::MAX, &ASKED);
    if choices != at_once {
        return Err(format!("{choices:?} if it comes in pieces of {at_a_time}, otherwise {at_once:?}"));
    }
    match (expected(output), &choices) {
        (Expected::Choices(expected), Ok(choices)) if expected == *choices => {}
        (Expected::Refused, Err(_)) | (Expected::Unknown, _) => {}
        (Expected::Choices(expected), _) => return Err(format!("{choices:?} instead of {expected:?}")),
        (Expected::Refused, Ok(_)) => return Err(format!("{choices:?} is no answer")),
    }
    match choices {
        Ok(_) => Ok(Outcome::Accepted),
        Err(message) if message.is_empty() || message.len() > LONGEST_MESSAGE => {
            Err(format!("a message of {} bytes", message.len()))
        }
        Err(message) if message.contains(|letter: char| letter.is_control()) => {
            Err(format!("a message that is not clean: {message:?}"))
        }
        Err(_) => Ok(Outcome::Refused),
    }
}

/// What has to come of an output.
enum Expected {
    Choices(Vec<usize>),
    Refused,
    Unknown,
}

/// What has to come of an output, by a reader that takes its time.
fn expected(output: &[u8]) -> Expected {
    let mut lines: Vec<&[u8]> = output.split(|&byte| byte == b'\n').collect();
    // The end of the last one has not come.
    lines.pop();
    let mut lines = lines.into_iter().map(serde_json::from_slice::<Value>);
    let Some(Ok(ready)) = lines.next() else { return Expected::Refused };
    let is_about = ready["about"].is_null() || ready["about"].is_string();
    match ready["form"].as_str() {
        Some("batch") if is_about && ready["protocol"] == json!(1) => {}
        // Texts with a key that is there twice are not worth a second reader.
        Some("plain") => return Expected::Unknown,
        _ => return Expected::Refused,
    }
    let mut chosen = [None; ASKED.len()];
    for line in lines {
        let Ok(Value::Array(answers)) = line else { return Expected::Refused };
        for answer in answers {
            let Some((place, option)) = chosen_in(&answer, &chosen) else { return Expected::Refused };
            chosen[place] = Some(option);
        }
        if let Some(choices) = chosen.into_iter().collect() {
            return Expected::Choices(choices);
        }
    }
    Expected::Refused
}

/// The question that is answered, and how, if it was asked and is open.
fn chosen_in(answer: &Value, chosen: &[Option<usize>]) -> Option<(usize, usize)> {
    let [game, option] = answer.as_array()?.as_slice() else { return None };
    let place = ASKED.iter().position(|(asked, _, _)| Some(*asked) == game.as_u64())?;
    let option = usize::try_from(option.as_u64()?).ok()?;
    (chosen[place].is_none() && option < ASKED[place].2).then_some((place, option))
}
