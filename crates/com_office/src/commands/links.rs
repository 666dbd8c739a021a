//! Addresses of links.

use super::answer::{Failure, bad};

/// What the address of a link begins with that only opens a page or a letter: a click on another may run a macro, or open a file.
const BEGINS: [&str; 3] = ["https://", "http://", "mailto:"];

/// The address of a link.
pub(crate) fn link_address(text: &str) -> Result<&str, Failure> {
    let text = text.trim();
    let begins =
        BEGINS.iter().any(|it| text.get(..it.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(it)));
    match begins && !text.chars().any(char::is_whitespace) {
        true => Ok(text),
        false => bad("url", format!("a whole address, which begins with {}", BEGINS.join(", "))),
    }
}

/// Whether two addresses are one: Office ends those of sites with a slash.
pub(crate) fn is_same_address(a: &str, b: &str) -> bool {
    a.trim_end_matches('/') == b.trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_and_letters_are_linked() {
        for good in ["https://a.example/x", " HTTP://a.example", "mailto:a@a.example"] {
            assert_eq!(link_address(good), Ok(good.trim()));
        }
        for wrong in ["file:///C:/a", "javascript:alert(1)", "https://a b", "a.example", "", "ms-word:x"] {
            assert!(link_address(wrong).is_err(), "{wrong}");
        }
        assert!(is_same_address("https://a.example", "https://a.example/") && !is_same_address("a", "b"));
    }
}
