//! Which word with a slip of the fingers is which word: letters swapped, doubled or missing, and one wrong letter in a long word.

/// Whether the word may be the other one with one slip. People begin words right, and of a short word little else is left.
pub(super) fn is_slip(typed: &str, meant: &str) -> bool {
    // Most words are another at once.
    if !typed.starts_with(|it: char| meant.starts_with(it)) || typed.len().abs_diff(meant.len()) > 1 {
        return false;
    }
    let (typed, meant): (Vec<char>, Vec<char>) = (typed.chars().collect(), meant.chars().collect());
    if typed == meant || meant.len() < 4 {
        return false;
    }
    let Some(at) = (0..meant.len()).find(|at| typed.get(*at) != Some(&meant[*at])) else {
        // Only a double letter may be one too many.
        return typed.len() == meant.len() + 1 && typed.last() == meant.last();
    };
    let after = |letters: &[char], count: usize| letters.get(at + count..).unwrap_or_default().to_vec();
    let is_swapped = typed.len() == meant.len()
        && at + 1 < meant.len()
        && (typed[at], typed[at + 1]) == (meant[at + 1], meant[at])
        && after(&typed, 2) == after(&meant, 2);
    let is_doubled =
        typed.len() == meant.len() + 1 && typed[at] == typed[at - 1] && after(&typed, 1) == after(&meant, 0);
    let is_missing = meant.len() >= 5 && after(&typed, 0) == after(&meant, 1);
    let is_wrong = meant.len() >= 8
        && at + 1 < meant.len()
        && typed.len() == meant.len()
        && after(&typed, 1) == after(&meant, 1);
    is_swapped || is_doubled || is_missing || is_wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slip_is_seen_and_another_word_is_none() {
        for (typed, meant, expected) in [
            ("wiht", "with", true),
            ("fiel", "file", true),
            ("ergebniss", "ergebnis", true),
            ("filee", "file", true),
            ("anser", "answer", true),
            ("tims", "times", true),
            ("edtor", "editor", true),
            ("calculatar", "calculator", true),
            ("plums", "plus", false),
            ("fire", "file", false),
            ("width", "with", false),
            ("files", "file", false),
            ("to", "two", false),
            ("hello", "hallo", false),
            ("drittel", "dritten", false),
        ] {
            assert_eq!(is_slip(typed, meant), expected, "{typed} {meant}");
        }
    }
}
