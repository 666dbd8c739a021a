//! Files that subtasks promise: whether they are there, whether they were written after the last change, and what is in them.

use crate::{AgentError, session_parts::SessionParts};
use deskpilot_core::{Event, Paths, Product, Subtask, Timestamp};
use std::{
    fs::Metadata,
    path::PathBuf,
    time::{Duration, UNIX_EPOCH},
};
use tokio::{task::spawn_blocking, time::timeout};

/// How long reading a file may take.
const PATIENCE: Duration = Duration::from_secs(1);

/// Records the files of the subtask that were written since they were last recorded, with their content.
pub(crate) async fn record_saved(parts: &mut SessionParts, subtask: &Subtask) -> Result<(), AgentError> {
    let own = parts.gate.own_paths();
    let paths = own.paths();
    for file in subtask.produces.iter().filter_map(Product::file) {
        let ledger = parts.ledger();
        let last = ledger.blackboard.saved.get(file).map_or(ledger.round.since, |it| it.written);
        let Some((path, written)) = written(file, paths).filter(|(_, written)| *written > last) else {
            continue;
        };
        if !parts.gate.may_tell(&path.to_string_lossy(), &parts.journal) {
            continue;
        }
        let read = parts.read_content;
        let reading = timeout(PATIENCE, spawn_blocking(move || read(&path)));
        let Ok(Ok(Some(content))) = parts.world.wait_for(reading).await? else { continue };
        let content = parts.world.without_secrets(&content);
        parts.record(Event::Saved { file: file.to_owned(), written, content })?;
    }
    Ok(())
}

/// The file and when it was written.
fn written(text: &str, paths: Paths<'_>) -> Option<(PathBuf, Timestamp)> {
    let (path, found) = saved_file(text, paths)?;
    let since = found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((path, Timestamp(u64::try_from(since.as_millis()).ok()?)))
}

/// The file that the text names, with its metadata; `None` if there is no such file or nothing in it.
fn saved_file(text: &str, paths: Paths<'_>) -> Option<(PathBuf, Metadata)> {
    let path = PathBuf::from(paths.absolute(text)?);
    let found = path.metadata().ok()?;
    (found.is_file() && found.len() > 0).then_some((path, found))
}

/// Whether the file is there and has a content.
pub(crate) fn is_there(text: &str, paths: Paths<'_>) -> bool {
    saved_file(text, paths).is_some()
}

/// Whether the file was written at this moment or later.
pub(crate) fn is_written_since(text: &str, since: Timestamp, paths: Paths<'_>) -> bool {
    written(text, paths).is_some_and(|(_, at)| at >= since)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::PathStyle;
    use std::{
        fs::{self, File},
        time::SystemTime,
    };

    #[test]
    fn a_file_counts_if_it_has_a_content_that_is_new_enough() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().to_str().unwrap();
        let paths = Paths { style: PathStyle::Posix, home, working: "" };
        for (name, text) in [("new.txt", "x"), ("old.txt", "x"), ("empty.txt", "")] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let old = File::options().write(true).open(folder.path().join("old.txt")).unwrap();
        old.set_modified(UNIX_EPOCH + Duration::from_secs(1_000)).unwrap();
        let hour_ago = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64 - 3_600_000;
        let absolute = format!("{home}/new.txt");
        for (name, exists, is_new) in [
            ("new.txt", true, true),
            (absolute.as_str(), true, true),
            ("~/new.txt", true, true),
            ("old.txt", true, false),
            ("empty.txt", false, false),
            ("missing.txt", false, false),
            (".", false, false),
        ] {
            assert_eq!(is_there(name, paths), exists, "{name}");
            assert_eq!(is_written_since(name, Timestamp(hour_ago), paths), is_new, "{name}");
        }
    }
}
