//! The conditions of Mallard: which parts of a page are for this desktop.

/// What is true of the pages that Deskpilot reads.
const TRUE: [&str; 4] = ["target:html", "target:xhtml", "target:yelp", "target:desktop"];

/// Whether a test holds: one of the parts between commas, in which every word holds.
pub(super) fn holds(test: &str) -> bool {
    test.split(',').any(|part| part.split_whitespace().all(word_holds))
}

fn word_holds(word: &str) -> bool {
    match word.strip_prefix('!') {
        Some(negated) => !TRUE.contains(&negated),
        None => TRUE.contains(&word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_and_and_commas_are_or() {
        for (test, expected) in [
            ("target:html", true),
            ("!target:html", false),
            ("platform:gnome-classic", false),
            ("!platform:gnome-classic !platform:ubuntu", true),
            ("!platform:gnome-classic platform:ubuntu", false),
            ("platform:ubuntu, !target:mobile", true),
            ("action:install", false),
        ] {
            assert_eq!(holds(test), expected, "{test}");
        }
    }
}
