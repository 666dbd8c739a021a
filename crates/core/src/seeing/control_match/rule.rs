//! When a name that somebody wrote means a name that a control has.

use super::name::{folded_name, is_same_name, normalized_name, words};

/// From how many letters a name may be cut within a word: listings cut long names.
const LONG: usize = 16;

/// What a wanted name and a control's name must have in common, from the closest to the loosest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRule {
    /// They are the same letter by letter, except for blanks around them.
    Exact,
    /// The control's name begins with the wanted one, letter by letter.
    ExactBeginning,
    /// They have the same letters and digits as a person reads them. One without any must be the same name.
    Letters,
    /// The control's name begins with the wanted words, or with most of a long name.
    Beginning,
    /// All words of one are in the other.
    SharedWords,
}

impl NameRule {
    /// Whether the wanted name means this one.
    pub fn accepts(self, wanted: &str, shown: &str) -> bool {
        match self {
            NameRule::Exact => wanted.trim() == shown.trim(),
            NameRule::ExactBeginning => shown.trim().starts_with(wanted),
            NameRule::Letters => has_same_letters(wanted, shown),
            NameRule::Beginning => begins(wanted, shown),
            NameRule::SharedWords => {
                let (one, other) = (words_of(wanted), words_of(shown));
                has_all(&one, &other) || has_all(&other, &one)
            }
        }
    }
}

fn has_same_letters(wanted: &str, shown: &str) -> bool {
    match (letters_of(wanted), letters_of(shown)) {
        (one, other) if one.is_empty() || other.is_empty() => is_same_name(wanted, shown),
        (one, other) => one == other,
    }
}

fn begins(wanted: &str, shown: &str) -> bool {
    let (expected, letters) = (words_of(wanted), letters_of(wanted));
    let is_long = letters.chars().count() >= LONG && letters_of(shown).starts_with(&letters);
    is_long || (!expected.is_empty() && words_of(shown).starts_with(&expected))
}

fn has_all(all: &[String], some: &[String]) -> bool {
    !some.is_empty() && some.iter().all(|it| all.contains(it))
}

/// The letters and digits of a name as a person reads it.
fn letters_of(name: &str) -> String {
    normalized_name(&folded_name(name))
}

/// The words of a name as a person reads it.
fn words_of(name: &str) -> Vec<String> {
    words(&folded_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_accepts_what_the_closer_ones_do_and_more() {
        use NameRule::{Beginning, Exact, Letters, SharedWords};
        for (wanted, shown, closest) in [
            ("Save", " Save ", Some(Exact)),
            ("Find Next", "Find Next\tCtrl+G", Some(Letters)),
            ("Keep 'old' file...", "_Keep “Old” File…", Some(Letters)),
            ("10 pt", "10\u{202f}pt", Some(Letters)),
            ("=", "= =", Some(Letters)),
            ("Use Word", "Use Word 2007–365 Format!", Some(Beginning)),
            ("Use Word 2007–365 For…", "Use Word 2007–365 Format!", Some(Beginning)),
            ("File name:", "Name:", Some(SharedWords)),
            ("Sa", "Save As", None),
            ("AB1", "AB10", None),
            ("+", "=", None),
            ("Save", "", None),
        ] {
            let rules = [Exact, Letters, Beginning, SharedWords];
            let found = rules.into_iter().find(|rule| rule.accepts(wanted, shown));
            assert_eq!(found, closest, "{wanted} / {shown}");
        }
    }

    #[test]
    fn an_exact_beginning_has_the_same_case() {
        for (wanted, shown, expected) in
            [("Find", " Find Next\tCtrl+G", true), ("find", "Find Next", false), ("Next", "Find Next", false)]
        {
            assert_eq!(NameRule::ExactBeginning.accepts(wanted, shown), expected, "{wanted} / {shown}");
        }
    }
}
