//! Finds out whether a log names a blob, without parsing the lines that name none.

use super::{
    EVENTS,
    named_blobs::gather,
    read_log::{LONGEST_LINE, open_log},
};
use crate::LogError;
use deskpilot_core::BlobRef;
use std::{
    collections::BTreeMap,
    fs,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

/// What every line with a blob has. Inside of a text its quotation marks would be escaped.
const KEY: &[u8] = b"\"hash\":\"";

/// The blobs that the lines of a log name so far.
#[derive(Debug)]
pub struct BlobIndex {
    path: PathBuf,
    offset: u64,
    known: BTreeMap<String, BlobRef>,
}

impl BlobIndex {
    /// The index of the log in this folder.
    pub fn of(folder: &Path) -> BlobIndex {
        BlobIndex { path: folder.join(EVENTS), offset: 0, known: BTreeMap::new() }
    }

    /// The blob with this hash; `None` if no entry so far names one. Reads no further than to the entry that names it.
    ///
    /// # Errors
    /// The log cannot be read.
    pub fn named(&mut self, hash: &str) -> Result<Option<BlobRef>, LogError> {
        // What a log named that is no longer there, nothing names.
        if fs::metadata(&self.path).is_ok_and(|it| it.len() < self.offset) {
            (self.offset, self.known) = (0, BTreeMap::new());
        }
        if !self.known.contains_key(hash) {
            let path = self.path.clone();
            self.read_up_to(hash).map_err(LogError::not_read(&path))?;
        }
        Ok(self.known.get(hash).cloned())
    }

    /// Reads the complete lines after those that were read, up to the one that names the blob with this hash.
    fn read_up_to(&mut self, hash: &str) -> io::Result<()> {
        let mut file = open_log(&self.path)?;
        file.seek(SeekFrom::Start(self.offset))?;
        let (mut lines, mut line) = (BufReader::new(file), Vec::new());
        loop {
            line.clear();
            let length = lines.by_ref().take(LONGEST_LINE.in_bytes()).read_until(b'\n', &mut line)?;
            // Somebody still writes this line. The offset stays, and the next call reads it from its
            // beginning.
            if line.last() != Some(&b'\n') {
                return Ok(());
            }
            self.offset += length as u64;
            if line.windows(KEY.len()).any(|it| it == KEY) {
                self.add(&line);
                if self.known.contains_key(hash) {
                    return Ok(());
                }
            }
        }
    }

    fn add(&mut self, line: &[u8]) {
        let mut named = BTreeMap::new();
        gather(&serde_json::from_slice(line).unwrap_or_default(), &mut named);
        self.known.extend(named.into_values().map(|it| (it.hash.clone(), it)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FileLog, SessionLog};
    use deskpilot_core::{BlobKind, Event, Timestamp};

    #[test]
    fn a_log_names_the_blobs_of_its_entries_and_not_those_in_its_texts() {
        let root = tempfile::tempdir().unwrap();
        let mut log = FileLog::create(root.path(), "a").unwrap();
        let mut index = BlobIndex::of(log.folder());
        let blob = log.keep(BlobKind::Json, b"{}").unwrap();
        assert_eq!(index.named(&blob.hash).unwrap(), None, "it is stored, and no entry names it");
        let request = format!("{{\"hash\":\"{}\",\"kind\":\"png\",\"bytes\":1}}", "a".repeat(64));
        log.append(Timestamp(1), Event::RoundStarted { round: 0, request }).unwrap();
        log.append(Timestamp(2), Event::Prompted { prompt: blob.clone(), attempt: 0 }).unwrap();
        assert_eq!(index.named(&blob.hash).unwrap(), Some(blob));
        assert_eq!(index.named(&"a".repeat(64)).unwrap(), None);
    }

    #[test]
    fn a_log_is_read_up_to_the_entry_that_names_the_blob_and_from_its_beginning_once_it_was_cut() {
        let root = tempfile::tempdir().unwrap();
        let mut log = FileLog::create(root.path(), "a").unwrap();
        let mut index = BlobIndex::of(log.folder());
        let path = log.folder().join(EVENTS);
        let mut ends = Vec::new();
        let mut blobs = Vec::new();
        for at in 1..=3 {
            let prompt = log.keep(BlobKind::Json, format!("{at}").as_bytes()).unwrap();
            blobs.push(prompt.clone());
            log.append(Timestamp(at), Event::Prompted { prompt, attempt: 0 }).unwrap();
            ends.push(fs::metadata(&path).unwrap().len());
        }
        for at in [1, 0, 2] {
            assert_eq!(index.named(&blobs[at].hash).unwrap(), Some(blobs[at].clone()));
            assert_eq!(index.offset, ends[at.max(1)], "{at}");
        }
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(ends[0]).unwrap();
        let left: Vec<bool> = blobs.iter().map(|it| index.named(&it.hash).unwrap().is_some()).collect();
        assert_eq!(left, [true, false, false]);
    }
}
