//! Splits the keys of a tool's input into words. Pure.

/// Whether the key contains one of these words, also in the plural with s. Keys are split at punctuation and
/// capitals.
pub(super) fn has_word(key: &str, known: &[&str]) -> bool {
    let is_known = |word: &str| known.contains(&word);
    words(key).iter().any(|it| is_known(it) || it.strip_suffix('s').is_some_and(is_known))
}

fn words(key: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before: Option<char> = None;
    let mut rest = key.chars().peekable();
    while let Some(it) = rest.next() {
        let ends_capitals = rest.peek().is_some_and(|it| it.is_lowercase());
        let begins = it.is_uppercase() && (before.is_some_and(char::is_lowercase) || ends_capitals);
        if begins || !it.is_alphanumeric() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| it.is_alphanumeric()) {
            word.extend(it.to_lowercase());
        }
        before = Some(it);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_split_at_its_signs_and_capitals() {
        for (key, expected) in [
            ("text", true),
            ("file_text", true),
            ("file-text", true),
            ("fileText", true),
            ("HTMLText", true),
            ("TEXT", true),
            ("text2", false),
            ("new_texts", true),
            ("textFile", true),
            ("context_path", false),
            ("Context", false),
            ("textual", false),
            ("", false),
        ] {
            assert_eq!(has_word(key, &["text"]), expected, "{key}");
        }
    }
}
