//! How similar two texts are, by their words.

/// The words of a text in lower case, without punctuation, with one space between two.
pub fn words_of(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Whether two texts are at least so similar, from 0 to 1: 1 less the edit distance by the length of the longer one.
pub fn are_similar(one: &str, other: &str, least: f64) -> bool {
    // The ratio of the lengths bounds the similarity, so that most texts need no slow comparison.
    let (one_length, other_length) = (one.chars().count(), other.chars().count());
    let (shorter, longer) = (one_length.min(other_length), one_length.max(other_length));
    shorter as f64 >= longer as f64 * least && strsim::normalized_levenshtein(one, other) >= least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_compared_by_their_words() {
        for (one, other, expected) in [
            ("Make the title bold.", "make the  title bold", true),
            ("Make the title bold", "Make the titles bold", true),
            ("Make the title bold", "Make the title italic", false),
            ("Bold", "Bold all words of the poem", false),
        ] {
            assert_eq!(are_similar(&words_of(one), &words_of(other), 0.9), expected, "{one} / {other}");
        }
    }
}
