//! Quoting for commands that the user is to type into a shell.

/// A word as it is typed into a shell, quoted if necessary.
pub fn typed(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+=:,".contains(letter);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}
