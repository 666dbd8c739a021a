//! Names of demonstrations and of their pictures: neither may lead out of its folder.

/// The longest name, in bytes; longer ones reach the limits of file systems.
const LONGEST: usize = 100;
/// How many characters of a request a name keeps.
const MOST_OF_REQUEST: usize = 40;

/// Whether this is a name of a demonstration.
pub(super) fn is_name(name: &str) -> bool {
    let is_allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    name.starts_with(char::is_alphanumeric)
        && name.len() <= LONGEST
        && !name.ends_with('.')
        && !name.contains("..")
        && name.chars().all(is_allowed)
}

/// Whether this is a name of a picture.
pub(super) fn is_picture_name(name: &str) -> bool {
    is_name(name) && name.is_ascii() && (name.ends_with(".png") || name.ends_with(".jpg"))
}

/// A name made of these words that is not taken.
pub fn free_name(words: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut name = String::new();
    for c in words.chars().flat_map(char::to_lowercase) {
        match c {
            c if c.is_alphanumeric() => name.push(c),
            _ if name.is_empty() || name.ends_with('-') => {}
            _ => name.push('-'),
        }
        if name.chars().count() >= MOST_OF_REQUEST || name.len() >= LONGEST - 10 {
            break;
        }
    }
    let name = name.trim_matches('-');
    let name = if name.is_empty() { "demonstration" } else { name };
    let numbered = (2_usize..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|it| !is_taken(it)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_in_its_folder() {
        for name in ["a", "2026-11-27_a.b", "Rechnung_März", "x".repeat(100).as_str()] {
            assert!(is_name(name), "{name}");
        }
        for name in [
            "",
            ".",
            "..",
            ".hidden",
            "-a",
            "a/b",
            "a\\b",
            "/etc",
            "a..b",
            "a b",
            "a\0",
            "C:",
            "a.",
            &"x".repeat(101),
        ] {
            assert!(!is_name(name), "{name:?}");
        }
        for (name, expected) in [
            ("001-before.png", true),
            ("1.jpg", true),
            ("../1.png", false),
            ("1.svg", false),
            ("ä.png", false),
        ] {
            assert_eq!(is_picture_name(name), expected, "{name}");
        }
    }

    #[test]
    fn a_name_is_made_of_the_request() {
        for (words, taken, expected) in [
            ("Write a letter, to Ada!", &[][..], "write-a-letter-to-ada"),
            ("Write a letter, to Ada!", &["write-a-letter-to-ada"], "write-a-letter-to-ada-2"),
            ("../../etc/passwd", &[], "etc-passwd"),
            ("!?", &[], "demonstration"),
            ("x".repeat(200).as_str(), &[], "x".repeat(40).as_str()),
            ("世".repeat(60).as_str(), &[], "世".repeat(30).as_str()),
        ] {
            let made = free_name(words, |it| taken.contains(&it));
            assert_eq!(made, expected);
            assert!(is_name(&made));
        }
    }
}
