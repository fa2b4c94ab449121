//! Commands that are told to the user, to be typed into a shell.

/// A word as it is typed: in quotes where it needs them.
pub fn typed(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+=:,".contains(letter);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}
