//! What is on the disk under the name of a promised file.

use crate::KindCheck;
use deskpilot_core::{MissingReason, Timestamp};
use deskpilot_system::changed_at;
use std::{fs::Metadata, path::Path, time::UNIX_EPOCH};

/// What is on the disk under the name of a promised file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FileState {
    /// No file, or none as its name says.
    Absent(MissingReason),
    /// A file of its kind, with a content. It was written at this time, or came under this name.
    Written(Timestamp),
    /// The disk did not answer in time.
    Unknown,
}

impl FileState {
    /// What is there now. The content of a file from before `since` is not read.
    pub(crate) fn of(path: &Path, since: Timestamp, check_kind: KindCheck) -> FileState {
        let found = path.metadata().ok().filter(Metadata::is_file);
        let Some(found) = found else { return FileState::Absent(MissingReason::NotThere) };
        if found.len() == 0 {
            return FileState::Absent(MissingReason::Empty);
        }
        let changed = changed_at(&found).ok().and_then(|it| it.duration_since(UNIX_EPOCH).ok());
        let Some(changed) = changed.and_then(|it| u64::try_from(it.as_millis()).ok()).map(Timestamp) else {
            return FileState::Unknown;
        };
        let kind = if changed < since { Ok(()) } else { check_kind(path) };
        kind.map_or_else(
            |what| FileState::Absent(MissingReason::OtherKind(what)),
            |()| FileState::Written(changed),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        fs::{self, File},
        time::Duration,
    };

    #[test]
    fn a_file_is_there_with_a_content_of_its_kind_and_the_time_at_which_it_came() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("new.txt", "x"), ("copy.txt", "x"), ("empty.txt", ""), ("bad.pdf", "x")] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let copy = File::options().write(true).open(folder.path().join("copy.txt")).unwrap();
        copy.set_modified(UNIX_EPOCH + Duration::from_secs(1_000)).unwrap();
        let kind = |path: &Path| match path.extension().is_some_and(|it| it == "pdf") {
            true => Err("it is a text".to_owned()),
            false => Ok(()),
        };
        for (name, expected) in [
            ("new.txt", None),
            // Another program gave it the time of the original.
            ("copy.txt", None),
            ("empty.txt", Some(MissingReason::Empty)),
            ("bad.pdf", Some(MissingReason::OtherKind("it is a text".into()))),
            ("missing.txt", Some(MissingReason::NotThere)),
            (".", Some(MissingReason::NotThere)),
        ] {
            match (FileState::of(&folder.path().join(name), Timestamp::default(), kind), expected) {
                (FileState::Written(at), None) => assert!(at > Timestamp(1_000_000), "{name}"),
                (state, expected) => assert_eq!(Some(state), expected.map(FileState::Absent), "{name}"),
            }
        }
        let old = FileState::of(&folder.path().join("bad.pdf"), Timestamp(u64::MAX), kind);
        assert!(matches!(old, FileState::Written(_)), "{old:?}");
    }
}
