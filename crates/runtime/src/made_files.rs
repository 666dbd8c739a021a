//! The files and folders that a session made: those that it promised, and those in its folder that are new and that its log names.

use crate::{Config, UsageError, task_places::TaskPlaces};
use deskpilot_core::{
    Entry, Event, Operation,
    fold::{SessionFiles, transcript_line},
};
use std::{
    collections::BTreeSet,
    fs::{self, DirEntry},
    path::Path,
    time::UNIX_EPOCH,
};

/// How many names of the folder are read.
const READ: usize = 2_000;

/// The files that a session made or changed: those that subtasks promised, and what is new in the folder for files without one. `folder`
/// is the folder of its log.
///
/// # Errors
/// The settings want a kept home, and the user has no data folder.
pub fn made_files(
    entries: &[Entry],
    known: &SessionFiles,
    folder: &Path,
    config: &Config,
) -> Result<Vec<String>, UsageError> {
    let places = TaskPlaces::of(config, folder)?;
    let paths = places.paths();
    let promised = known.saved.iter().map(|it| paths.absolute(it).unwrap_or_else(|| it.clone()));
    let mut files: Vec<String> = promised.collect();
    // A file manager shows the home first.
    for place in BTreeSet::from([paths.working, paths.home]) {
        for made in named_in(entries, Path::new(place)) {
            if !files.contains(&made) {
                files.push(made);
            }
        }
    }
    Ok(files)
}

/// The paths of the files in this folder that changed since the session began, and of the folders that were made in it since it
/// first acted, if its log has their names, sorted. Other programs may write there too, so a file that the session never named is
/// not counted as its own.
fn named_in(entries: &[Entry], folder: &Path) -> Vec<String> {
    let Some(began) = entries.first().map(|it| it.at.0) else { return Vec::new() };
    // A home gets its usual folders before that.
    let acted = entries.iter().find(|it| is_action(&it.event)).map(|it| it.at.0);
    let lines: Vec<String> = entries.iter().filter_map(transcript_line).collect();
    let is_named = |name: &str| {
        // An application may add the ending itself.
        let typed = name.rsplit_once('.').map(|(stem, _)| format!("\"{stem}\""));
        lines.iter().any(|it| it.contains(name) || typed.as_ref().is_some_and(|typed| it.contains(typed)))
    };
    let made = |entry: DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let about = entry.metadata().ok()?;
        // What is in a folder changes it, but makes no other folder of it.
        let (since, at) = match about.is_dir() {
            true => (acted?, about.created()),
            false if about.is_file() => (began, about.modified()),
            false => return None,
        };
        let at = at.ok()?.duration_since(UNIX_EPOCH).ok()?.as_millis();
        let is_own = at >= u128::from(since) && !name.starts_with('.') && is_named(&name);
        is_own.then(|| entry.path().display().to_string())
    };
    let read = fs::read_dir(folder).into_iter().flatten().flatten().take(READ);
    let mut files: Vec<String> = read.filter_map(made).collect();
    files.sort_unstable();
    files
}

/// Whether an agent did something in a window, and did not only open an application.
const fn is_action(event: &Event) -> bool {
    matches!(event, Event::Acting { operation: Operation::Act(_), .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{
        Action, ActionId, Aim, Call, Gesture, Rect, Timestamp, Verb, Window, WindowId, WindowState,
    };

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

    /// A folder of a file manager that was made at its keys.
    #[test]
    fn a_folder_counts_if_it_was_made_after_the_first_action_and_named() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["Photos", "Documents"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let acted = |at: u64| {
            let request = "make a folder called Photos".to_owned();
            let window = Window {
                label: None,
                id: WindowId(1),
                title: "home".into(),
                application: "thunar".into(),
                process: None,
                rect: Rect::default(),
                state: WindowState::Normal,
                focused: true,
            };
            let call = Call { command: "keyboard_input".into(), ..Call::default() };
            let verb = Verb::Gesture(Gesture::Keys(Vec::new()));
            let operation = Operation::Act(Box::new(Action { call, window, aim: Aim::Window, verb }));
            let acting = Event::Acting { id: ActionId(0), operation, selected: None };
            vec![
                Entry { seq: 0, at: Timestamp(0), event: Event::RoundStarted { round: 0, request } },
                Entry { seq: 1, at: Timestamp(at), event: acting },
            ]
        };
        let photos = folder.path().join("Photos").display().to_string();
        // Not every file system says when a folder was made.
        let is_told = fs::metadata(&photos).unwrap().created().is_ok();
        let expected = if is_told { vec![photos] } else { Vec::new() };
        assert_eq!(named_in(&acted(1), folder.path()), expected);
        assert!(named_in(&acted(u64::MAX), folder.path()).is_empty(), "it was there before");
        assert!(named_in(&acted(1)[..1], folder.path()).is_empty(), "nothing was done");
    }
}
