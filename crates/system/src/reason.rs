//! What an error says, for a person.

use std::error::Error;

/// What stands before the number of an error of the system.
const NUMBER: &str = " (os error ";

/// The text of an error for a person: where the system refused something, in its words and without the number by which programs know
/// the reason. Whatever prints an error, or puts one into a sentence, takes its text from here.
pub fn reason(error: &dyn Error) -> String {
    let text = error.to_string();
    let mut parts = text.split(NUMBER);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, part| before + part.split_once(')').map_or(part, |(_, after)| after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, io};

    #[test]
    fn a_reason_has_the_words_of_the_system_and_not_its_number() {
        let missing = fs::metadata("/no/such/file").unwrap_err();
        let (words, number) = (reason(&missing), missing.raw_os_error().unwrap());
        assert_eq!(missing.to_string(), format!("{words} (os error {number})"));
        assert!(!words.is_empty());
        #[cfg(unix)]
        assert_eq!(words, "No such file or directory");
        for (text, expected) in [
            ("the disk is gone", "the disk is gone"),
            ("/a: Is a directory (os error 21) at path \"/a\"", "/a: Is a directory at path \"/a\""),
            ("a (os error 1); b (os error 2)", "a; b"),
            ("cut (os error 2", "cut2"),
            ("", ""),
        ] {
            assert_eq!(reason(&io::Error::other(text)), expected, "{text}");
        }
    }
}
