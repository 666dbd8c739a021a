//! The record of a fixture: a file with one JSON object a line, written as things happen.

use crate::Happened;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::Path,
};

/// Appends to a record.
#[derive(Debug)]
pub struct Recorder {
    file: File,
}

impl Recorder {
    /// Creates the record, or continues it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn open(path: &Path) -> io::Result<Recorder> {
        Ok(Recorder { file: OpenOptions::new().append(true).create(true).open(path)? })
    }

    /// Writes down what happened, in one write: a test that reads the file finds whole lines only.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn record(&self, happened: &Happened) -> io::Result<()> {
        let mut line = serde_json::to_string(happened)?;
        line.push('\n');
        (&self.file).write_all(line.as_bytes())
    }
}

/// Writes down what happened. A program that cannot must not go on: a test would take it for one to which nothing happens.
#[cfg(windows)]
pub(crate) fn record(recorder: &Recorder, happened: &Happened) {
    if recorder.record(happened).is_err() {
        std::process::exit(3);
    }
}

/// What a fixture has recorded so far, in order.
///
/// # Errors
/// The file cannot be read, or has something else in it.
pub fn read_record(path: &Path) -> io::Result<Vec<Happened>> {
    let text = fs::read_to_string(path)?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CheckMark;

    #[test]
    fn what_is_recorded_is_read_in_its_order_and_one_line_each() {
        let path = std::env::temp_dir().join(format!("deskpilot-record-{}.jsonl", std::process::id()));
        let _ = fs::remove_file(&path);
        assert_eq!(read_record(&path).unwrap_err().kind(), io::ErrorKind::NotFound);
        let all = [
            Happened::Opened { title: "Größe ✓".into() },
            Happened::Text { control: "Notes".into(), text: "a\r\nb \"c\"".into() },
            Happened::Checked { control: "Agree".into(), mark: CheckMark::Mixed },
            Happened::Closed,
        ];
        let first = Recorder::open(&path).unwrap();
        all[..2].iter().for_each(|it| first.record(it).unwrap());
        let second = Recorder::open(&path).unwrap();
        all[2..].iter().for_each(|it| second.record(it).unwrap());
        assert_eq!(read_record(&path).unwrap(), all);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), all.len());
        assert_eq!(text.lines().last(), Some(r#"{"what":"closed"}"#));
        fs::remove_file(&path).unwrap();
    }
}
