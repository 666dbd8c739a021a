//! The record that windows write: one line for everything that happens to them.

use crate::effect::RecordedEffect;
use anyhow::{Context, Result};
use std::{fs::File, io::Read, io::Seek, io::SeekFrom, path::PathBuf};

/// Reads what was added to a record.
#[derive(Clone, Debug)]
pub(crate) struct RecordReader {
    path: PathBuf,
    read: u64,
}

impl RecordReader {
    /// A reader of this file, which windows append to.
    pub(crate) fn of(path: PathBuf) -> RecordReader {
        RecordReader { path, read: 0 }
    }

    /// The whole lines that were added since the last call.
    pub(crate) fn added(&mut self) -> Result<Vec<RecordedEffect>> {
        let path = self.path.display().to_string();
        let mut file = File::open(&self.path).with_context(|| format!("{path} cannot be read"))?;
        file.seek(SeekFrom::Start(self.read))?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| format!("{path} cannot be read"))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        self.read += whole as u64;
        let lines = text[..whole].lines();
        lines
            .map(|it| serde_json::from_str(it).with_context(|| format!("{path} has the line {it}")))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_line_is_read_once_and_only_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record");
        let line = r#"{"application": "a", "kind": "text", "control": "Note", "value": "1"}"#;
        let mut record = RecordReader::of(path.clone());
        fs::write(&path, format!("{line}\n{}", &line[..9])).unwrap();
        assert_eq!(record.added().unwrap()[0].to_string(), "a: text \"Note\" = \"1\"");
        assert!(record.added().unwrap().is_empty());
        fs::write(&path, format!("{line}\n{line}\n")).unwrap();
        assert_eq!(record.added().unwrap().len(), 1);
    }
}
