//! Texts that nobody can guess.

use std::{fmt::Write, io};

/// 64 digits of 256 random bits.
///
/// # Errors
/// The system gives no random numbers.
pub fn unguessable_text() -> io::Result<String> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // A string can always be written to.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_texts_are_of_one_length_and_differ() {
        let (one, two) = (unguessable_text().unwrap(), unguessable_text().unwrap());
        assert_ne!(one, two);
        for text in [one, two] {
            assert!(text.len() == 64 && text.chars().all(|it| it.is_ascii_hexdigit()), "{text}");
        }
    }
}
