//! The questions that a program was asked at once, and its answers.

use super::protocol::{Answer, Form, answers};

/// A question.
struct Question {
    game: u64,
    decision: &'static str,
    options: usize,
    choice: Option<usize>,
}

/// Questions that wait for their answers, which come in any order.
#[derive(Default)]
pub struct Questions {
    asked: Vec<Question>,
    missing: usize,
    /// The question that is answered next if the answers come in order.
    next: usize,
    /// The places of the questions, by their games: only if they do not.
    places: Vec<(u64, usize)>,
    answers: Vec<Answer>,
}

impl Questions {
    /// Adds a question about a game; returns its place.
    pub fn add(&mut self, game: u64, decision: &'static str, options: usize) -> usize {
        self.missing += 1;
        self.asked.push(Question { game, decision, options, choice: None });
        self.asked.len() - 1
    }

    /// The number of questions.
    pub fn count(&self) -> usize {
        self.asked.len()
    }

    /// How many have no answer yet.
    pub fn missing(&self) -> usize {
        self.missing
    }

    /// Reads a line of answers.
    ///
    /// # Errors
    /// If it is anything else than options of these questions, in words.
    pub fn read(&mut self, form: Form, line: &[u8]) -> Result<(), String> {
        let mut read = std::mem::take(&mut self.answers);
        answers(form, line, &mut read)?;
        for &(game, option) in &read {
            self.answer(game, option)?;
        }
        self.answers = read;
        Ok(())
    }

    fn answer(&mut self, game: u64, option: i64) -> Result<(), String> {
        let Some(place) = self.place(game) else {
            return Err(format!("it answered for game {game}, about which it was not asked"));
        };
        let Question { decision, options, choice, .. } = &mut self.asked[place];
        if choice.is_some() {
            return Err(format!("it answered twice for game {game}"));
        }
        if !(0..*options as i64).contains(&option) {
            let last = *options - 1;
            return Err(format!(
                "it chose option {option} of '{decision}' in game {game}; the options are 0 to {last}"
            ));
        }
        *choice = Some(option as usize);
        self.missing -= 1;
        self.next = place + 1;
        Ok(())
    }

    /// The place of the question about a game.
    fn place(&mut self, game: u64) -> Option<usize> {
        if self.asked.get(self.next).is_some_and(|question| question.game == game) {
            return Some(self.next);
        }
        if self.places.is_empty() {
            let games = self.asked.iter().map(|question| question.game);
            self.places.extend(games.zip(0..));
            self.places.sort_unstable();
        }
        let known = self.places.binary_search_by_key(&game, |&(game, _)| game);
        known.ok().map(|at| self.places[at].1)
    }

    /// The choices, in the order of the questions, none of which may be missing.
    /// The next questions are others.
    pub fn take(&mut self) -> Vec<usize> {
        (self.missing, self.next) = (0, 0);
        self.places.clear();
        self.asked.drain(..).map(|question| question.choice.expect("none is missing")).collect()
    }
}
