//! What a server sends that is no message of the protocol, such as a greeting, a line of its log, or the page of a proxy. It is passed
//! over, and quoted where the server then does not answer.

use deskpilot_core::one_line;
use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The most characters of a line that are quoted.
const MAX_QUOTED_CHARS: usize = 100;
/// The most bytes of a line that are looked at: so many have as many characters of any length.
pub(super) const MAX_NOISE_BYTES: usize = 4 * MAX_QUOTED_CHARS;

/// The first line that is no message, since the server last did what was expected.
#[derive(Debug, Default)]
pub(crate) struct Noise(Mutex<Option<NoisyLine>>);

#[derive(Debug)]
struct NoisyLine {
    quote: String,
    since: Instant,
}

impl Noise {
    /// Keeps the beginning of this line if it is the first one.
    pub(super) fn note(&self, line: &[u8]) {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if first.is_some() {
            return;
        }
        let beginning = String::from_utf8_lossy(&line[..line.len().min(MAX_NOISE_BYTES)]);
        let quote = one_line(beginning.trim(), MAX_QUOTED_CHARS);
        *first = (!quote.is_empty()).then(|| NoisyLine { quote, since: Instant::now() });
    }

    /// From now on the next such line is the first one.
    pub(crate) fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// This sentence, and the line if there was one at least so long ago.
    pub(crate) fn quoted_after(&self, sentence: String, least: Duration) -> String {
        match &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
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
    fn the_first_line_is_quoted_up_to_a_hundred_characters() {
        let noise = Noise::default();
        assert_eq!(noise.quoted_in("late".into()), "late");
        noise.note(b"  \r\n");
        noise.note("é".repeat(150).as_bytes());
        noise.note(b"second");
        let expected = format!(
            "late; the first line from it that is no message: \"{}... (cut here)\"",
            "é".repeat(MAX_QUOTED_CHARS)
        );
        assert_eq!(noise.quoted_in("late".into()), expected);
        assert_eq!(noise.quoted_after("late".into(), Duration::from_secs(3600)), "late");
        noise.forget();
        noise.note(b"Server\x1b[2J v1\n");
        assert!(noise.quoted_in("late".into()).ends_with("\"Server\\u{1b}[2J v1\""));
    }
}
