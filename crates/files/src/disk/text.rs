//! Formats names, sizes and times for the agent. Names are data from the disk and may hold anything.

use deskpilot_core::is_hidden_char;
use std::ffi::OsStr;

/// A name on one line: quoted and escaped where it has control characters or is not UTF-8.
pub(super) fn shown(name: &OsStr) -> String {
    match name.to_str() {
        Some(text) if !text.contains(|it: char| is_hidden_char(it) || it == '"') => text.to_owned(),
        Some(text) => format!("{text:?}"),
        None => format!("{name:?} (no UTF-8: no command can name it)"),
    }
}

/// A number of things, such as `1 entry` or `3 entries`.
pub(super) fn counted(count: u64, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if count == 1 => format!("1 {noun}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {noun}s"),
    }
}

/// A time of the disk as this machine's clock shows it, to the second.
pub(super) fn time(seconds: i64) -> String {
    let Ok(time) = jiff::Timestamp::from_second(seconds) else { return "no date".into() };
    time.to_zoned(jiff::tz::TimeZone::system()).strftime("%Y-%m-%d %H:%M:%S").to_string()
}

/// Lines up to a number of bytes.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) text: String,
    /// How many lines did not fit.
    pub(super) left_out: u64,
}

impl Lines {
    /// Adds a line if it fits into what is left of `most` bytes.
    pub(super) fn push(&mut self, line: &str, most: usize) {
        if self.left_out > 0 || self.text.len() + line.len() + 1 > most {
            self.left_out += 1;
            return;
        }
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(line);
    }
}
