//! Names as a person reads them, and their words.

/// The name without differences that do not matter: case, kinds of blanks and apostrophes, the shortcut that menus put behind a
/// tab, marks of mnemonics, a second copy, the dots and the colon at its end. A name that consists of such marks keeps them.
pub fn folded_name(name: &str) -> String {
    let shown = name.split('\t').next().unwrap_or(name);
    let spaced = single_spaced(&shown.to_lowercase().replace(['‘', '’'], "'"));
    let plain = single_spaced(&unmarked(&spaced));
    let once = undoubled(&plain);
    let cut = once.trim_end_matches(['…', ':', '.']).trim_end();
    [cut, once, spaced.as_str()].into_iter().find(|it| !it.is_empty()).unwrap_or_default().to_owned()
}

/// Whether two names are the same to a person.
pub fn is_same_name(one: &str, other: &str) -> bool {
    folded_name(one) == folded_name(other)
}

/// The letters and digits of a name in lower case, so that names compare equal regardless of case, spaces and
/// punctuation.
pub fn normalized_name(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether the words of `part` follow one another in `text`. An underscore or an ampersand may divide words, as in the name of a
/// file, or mark a letter, as in a menu.
pub fn has_words(text: &str, part: &str) -> bool {
    let follow = |text: &[String], part: &[String]| {
        !part.is_empty() && text.windows(part.len()).any(|words| words == part)
    };
    follow(&words(text), &words(part)) || follow(&words(&unmarked(text)), &words(&unmarked(part)))
}

/// The words of a text in lower case.
pub(super) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|it| !it.is_empty()).map(str::to_lowercase).collect()
}

/// The text without the marks of mnemonics.
fn unmarked(text: &str) -> String {
    text.replace(['_', '&'], "")
}

/// The words of a text with one space between two, whichever blanks it has.
fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name that some toolkits double from label and description, reduced to one copy.
fn undoubled(name: &str) -> &str {
    let half = name.len() / 2;
    match (name.get(..half), name.get(half + 1..)) {
        (Some(first), Some(second)) if first == second && name[half..].starts_with(' ') => first,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_person_reads_as_the_same_name_is_the_same() {
        for (one, other, is_same) in [
            ("Save As...", "Save As…      ", true),
            ("save as", "_Save As...", true),
            ("Save & Close", "Save && Close", true),
            ("Save\tCtrl+S", "Save", true),
            ("10 pt", "10\u{a0}pt", true),
            ("Don't Save", "Don’t Save", true),
            ("name", "Name:", true),
            ("Bora Bora", "Bora", true),
            ("...", "...", true),
            ("×", "× ×", true),
            (".", ". .", true),
            ("_", "&", false),
            ("6", "9", false),
            ("Save", "Save As", false),
            ("Sheet 1", "Sheet1", false),
            ("", "", true),
            ("Two", " two ", true),
            ("Open", "open..", true),
            ("Größe", "GRÖSSE", false),
            ("ÄPFEL", "äpfel", true),
            ("Pocket Calculator ", "pocket calculator", true),
            ("", "Notes", false),
            ("...", "", false),
        ] {
            assert_eq!(is_same_name(one, other), is_same, "{one} / {other}");
        }
    }

    #[test]
    fn words_are_found_side_by_side_whatever_divides_or_marks_them() {
        for (text, part, expected) in [
            ("Wikipedia, the free encyclopedia", "free encyclopedia", true),
            ("Wikipedia, the free encyclopedia", "the encyclopedia", false),
            ("K_eep the file", "keep", true),
            ("my_file.txt - Editor", "My File", true),
            ("my_file.txt", "my_file", true),
            ("find it", "fin", false),
            ("find it", "", false),
        ] {
            assert_eq!(has_words(text, part), expected, "{part} in {text}");
        }
    }
}
