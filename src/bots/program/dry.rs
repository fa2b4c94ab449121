//! What a program might write, read without the program: for fuzzing.

use super::lines::Lines;
use super::protocol::{Form, Ready};
use super::questions::Questions;

/// A question: the game, the decision, and how many options there are.
pub type DryQuestion = (u64, &'static str, usize);

/// The choices of a program that is asked all of this at once and writes `output`,
/// of which so many bytes come at a time.
///
/// # Errors
/// If these are no answers, in words.
pub fn choices_in(output: &[u8], at_a_time: usize, asked: &[DryQuestion]) -> Result<Vec<usize>, String> {
    let mut form: Option<Form> = None;
    let mut questions = Questions::default();
    for &(game, decision, options) in asked {
        questions.add(game, decision, options);
    }
    let mut lines = Lines::default();
    for chunk in output.chunks(at_a_time) {
        lines.add(chunk);
        while questions.missing() > 0
            && let Some(line) = lines.find()
        {
            let line = lines.at(line);
            match form {
                None => form = Some(Ready::parse(line)?.form),
                Some(form) => questions.read(form, line)?,
            }
        }
        if lines.is_too_long() {
            return Err("a long line".to_owned());
        }
    }
    if questions.missing() == 0 { Ok(questions.take()) } else { Err("no answer".to_owned()) }
}
