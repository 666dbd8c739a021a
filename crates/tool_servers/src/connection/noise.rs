//! What a server sends that is no message of the protocol, such as a greeting, a line of its log, or the page of a proxy. It is passed
//! over, and quoted where the server then does not answer.

use deskpilot_core::{Secret, one_line};
use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The most characters of a line that are quoted.
const MAX_QUOTED_CHARS: usize = 100;
/// The most bytes that are kept of a line that is too long: many more than are quoted, so that a secret in it is there as a whole.
pub(super) const MAX_NOISE_BYTES: usize = 16 << 10;

/// The first line that is no message, since the server last did what was expected.
#[derive(Debug, Default)]
pub(crate) struct Noise {
    first: Mutex<Option<NoisyLine>>,
    /// What no quote may hold.
    secrets: Vec<Secret>,
}

#[derive(Debug)]
struct NoisyLine {
    quote: String,
    since: Instant,
}

impl Noise {
    /// The noise of a server that has these secrets.
    pub(super) fn without(secrets: Vec<Secret>) -> Noise {
        Noise { first: Mutex::default(), secrets }
    }

    /// Keeps the beginning of this line if it is the first one.
    pub(super) fn note(&self, line: &[u8]) {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        if first.is_some() {
            return;
        }
        let whole = String::from_utf8_lossy(line).into_owned();
        // Before the line is cut: half a secret is not found in the quote.
        let struck = self.secrets.iter().fold(whole, |text, secret| secret.remove_from(&text));
        let quote = one_line(struck.trim(), MAX_QUOTED_CHARS);
        *first = (!quote.is_empty()).then(|| NoisyLine { quote, since: Instant::now() });
    }

    /// From now on the next such line is the first one.
    pub(crate) fn forget(&self) {
        *self.first.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// This sentence, and the line if there was one at least so long ago.
    pub(crate) fn quoted_after(&self, sentence: String, least: Duration) -> String {
        match &*self.first.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(line) if line.since.elapsed() >= least => {
                format!("{sentence}; the first line from it that is no message: \"{}\"", line.quote)
            }
            _ => sentence,
        }
    }

    /// This sentence, and the line if there was one.
    pub(crate) fn quoted_in(&self, sentence: String) -> String {
        self.quoted_after(sentence, Duration::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_struck_before_the_line_is_cut() {
        let noise = Noise::without(vec![Secret::new("sk-0123456789")]);
        noise.note(format!("{}sk-0123456789", "x".repeat(95)).as_bytes());
        let quoted = noise.quoted_in("late".into());
        assert!(quoted.ends_with("x***\"") && !quoted.contains("sk-"), "{quoted}");
    }

    #[test]
    fn the_first_line_is_quoted_up_to_a_hundred_characters() {
        let noise = Noise::default();
        assert_eq!(noise.quoted_in("late".into()), "late");
        noise.note(b"  \r\n");
        noise.note("é".repeat(150).as_bytes());
        noise.note(b"second");
        let expected =
            format!("late; the first line from it that is no message: \"{}... (cut here)\"", "é".repeat(100));
        assert_eq!(noise.quoted_in("late".into()), expected);
        assert_eq!(noise.quoted_after("late".into(), Duration::from_secs(3600)), "late");
        noise.forget();
        noise.note(b"Server\x1b[2J v1\n");
        assert!(noise.quoted_in("late".into()).ends_with("\"Server\\u{1b}[2J v1\""));
    }
}
