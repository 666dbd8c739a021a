//! Replies of the interface by their paths: one JSON object, written as it comes.

use crate::logged_task::LoggedTask;
use serde::Serialize;
use std::io::{self, Write};

/// An object of replies that is being written.
pub(super) struct Replies<W> {
    out: W,
    /// The path of the task.
    place: String,
    is_first: bool,
}

impl<W: Write> Replies<W> {
    /// Begins the object of the replies about this task.
    pub(super) fn new(mut out: W, task: &LoggedTask) -> io::Result<Replies<W>> {
        out.write_all(b"{")?;
        let place = format!("/api/tasks/{}/{}", path_part(&task.key), path_part(&task.name));
        Ok(Replies { out, place, is_first: true })
    }

    /// Writes the reply at this path below the task.
    pub(super) fn value(&mut self, path: &str, reply: &impl Serialize) -> io::Result<()> {
        self.key(path)?;
        Ok(serde_json::to_writer(&mut self.out, reply)?)
    }

    /// Writes the reply at this path below the task, which is JSON already.
    pub(super) fn text(&mut self, path: &str, reply: &str) -> io::Result<()> {
        self.key(path)?;
        self.out.write_all(reply.as_bytes())
    }

    /// Writes the reply at this path below the task: an object with this list of texts that are JSON, and may be several each.
    pub(super) fn list<E: From<io::Error>>(
        &mut self,
        path: &str,
        name: &str,
        texts: impl Iterator<Item = Result<String, E>>,
    ) -> Result<(), E> {
        self.key(path)?;
        write!(self.out, "{{\"{name}\":[")?;
        for (number, text) in texts.enumerate() {
            let separator = if number == 0 { "" } else { "," };
            write!(self.out, "{separator}{}", text?)?;
        }
        Ok(self.out.write_all(b"]}")?)
    }

    /// Ends the object.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.out.write_all(b"}")?;
        Ok(self.out)
    }

    fn key(&mut self, path: &str) -> io::Result<()> {
        let separator = if self.is_first { "" } else { "," };
        self.is_first = false;
        write!(self.out, "{separator}\"{}{path}\":", self.place)
    }
}

/// A part of a path as `encodeURIComponent` of a browser writes it. Names of tasks have no other signs than these.
fn path_part(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    text.bytes()
        .map(|it| if is_plain(it) { char::from(it).to_string() } else { format!("%{it:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_path_is_written_as_a_browser_writes_it() {
        for (text, expected) in [
            ("2026-11-21-20-15-00-abcd", "2026-11-21-20-15-00-abcd"),
            ("a.b_c", "a.b_c"),
            ("größe", "gr%C3%B6%C3%9Fe"),
            ("漢", "%E6%BC%A2"),
        ] {
            assert_eq!(path_part(text), expected);
        }
    }
}
