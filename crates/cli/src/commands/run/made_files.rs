//! Files that a session made without promising them: those in its folder that are new, and that its log names.

use deskpilot_core::{Entry, fold::transcript_line};
use std::{
    fs::{self, DirEntry},
    path::Path,
    time::UNIX_EPOCH,
};

/// How many names of the folder are read.
const READ: usize = 2_000;

/// The paths of the files in this folder that changed since the session began, and whose name its log has, sorted. Other programs
/// may write there too, so a file that the session never named is not counted as its own.
pub(super) fn named_in(entries: &[Entry], folder: &Path) -> Vec<String> {
    let Some(began) = entries.first().map(|it| it.at.0) else { return Vec::new() };
    let lines: Vec<String> = entries.iter().filter_map(transcript_line).collect();
    let is_named = |name: &str| {
        // An application may add the ending itself.
        let typed = name.rsplit_once('.').map(|(stem, _)| format!("\"{stem}\""));
        lines.iter().any(|it| it.contains(name) || typed.as_ref().is_some_and(|typed| it.contains(typed)))
    };
    let made = |entry: DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let about = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        let changed = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_millis();
        let is_own = changed >= u128::from(began) && !name.starts_with('.') && is_named(&name);
        is_own.then(|| entry.path().display().to_string())
    };
    let read = fs::read_dir(folder).into_iter().flatten().flatten().take(READ);
    let mut files: Vec<String> = read.filter_map(made).collect();
    files.sort_unstable();
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Event, Timestamp};

    #[test]
    fn a_file_counts_if_it_is_new_and_was_named() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["letter.txt", "report.odt", "other.txt", ".hidden"] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        let began = |at: u64| {
            let request = "type it, save it as letter.txt, .hidden and \"report\"".to_owned();
            vec![Entry { seq: 0, at: Timestamp(at), event: Event::RoundStarted { round: 0, request } }]
        };
        let path = |name: &str| folder.path().join(name).display().to_string();
        assert_eq!(named_in(&began(0), folder.path()), [path("letter.txt"), path("report.odt")]);
        assert!(named_in(&began(u64::MAX), folder.path()).is_empty(), "they were there before");
        assert!(named_in(&[], folder.path()).is_empty());
    }
}
