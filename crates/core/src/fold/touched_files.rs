//! The files that a session touched.

use crate::{Entry, Event, FirstContent, Projection, Timestamp};
use std::collections::BTreeSet;

/// The files that a session touched, and since when it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TouchedFiles {
    /// The time of the first entry; a file that was changed later is the session's own work.
    pub began: Option<Timestamp>,
    /// The bytes of them that the log keeps.
    pub kept: u64,
    files: BTreeSet<String>,
}

impl TouchedFiles {
    /// Whether the log says of this file how it was before.
    pub fn contains(&self, file: &str) -> bool {
        self.files.contains(file)
    }
}

impl Projection for TouchedFiles {
    fn apply(&mut self, entry: &Entry) {
        self.began.get_or_insert(entry.at);
        if let Event::Touched { file, content, .. } = &entry.event {
            self.files.insert(file.clone());
            if let FirstContent::Kept(blob) = content {
                self.kept = self.kept.saturating_add(blob.bytes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_from_its_first_touch_on() {
        let touched = |file: &str| Event::Touched {
            file: file.into(),
            below: None,
            content: FirstContent::HoldsSecret,
        };
        let entry = |(seq, event)| Entry { seq, at: Timestamp(7 + seq), event };
        let entries: Vec<Entry> = (0..).zip([Event::HandedBack, touched("/a")]).map(entry).collect();
        let files = TouchedFiles::of(&entries);
        assert_eq!(
            (files.began, files.contains("/a"), files.contains("/b")),
            (Some(Timestamp(7)), true, false)
        );
    }
}
