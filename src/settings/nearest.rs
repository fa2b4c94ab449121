//! The nearest of some known words: for "did you mean".

/// The known word that is nearest to what was typed, if one is near: no more
/// than about a third of its letters would have to change.
#[must_use]
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|word| (distance(typed, word), word))
        .filter(|(distance, word)| *distance <= (word.chars().count() + 1) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// Levenshtein's distance: the fewest letters to put in, take out or change.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (line, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, &other) in to.iter().enumerate() {
            let changed = diagonal + usize::from(letter != other);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word_and_nonsense_finds_none() {
        let known = ["jizo", "oni", "par", "yaku_value.shi"];
        assert_eq!(nearest("jiso", known), Some("jizo"));
        assert_eq!(nearest("yaku_value_shi", known), Some("yaku_value.shi"));
        assert_eq!(nearest("rihgt", ["right", "worth"]), Some("right"));
        assert_eq!(nearest("max_wager", known), None);
    }
}
