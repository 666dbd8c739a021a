//! Keeps what is in the files that a task touches, as it is before the task first touches them: a replay begins with it.

use crate::{AgentError, looker::StepContext, policy_gate::PathTexts};
use deskpilot_core::{BlobKind, CommandSpec, Event, FirstContent, Operation, Timestamp, policy::named_files};
use deskpilot_system::{ReadLimit, changed_at};
use std::{
    path::{Path, PathBuf},
    time::{Duration, UNIX_EPOCH},
};
use tokio::{task::spawn_blocking, time::timeout};

/// The largest content that a log keeps.
const MOST: ReadLimit = ReadLimit::mib(16);
/// How long a look at a file may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Records what is in the files that this operation names and that no earlier one named. `table` is the specification of a native
/// command.
pub(crate) async fn keep_first_contents(
    operation: &Operation,
    table: Option<&CommandSpec>,
    context: &mut StepContext<'_>,
) -> Result<(), AgentError> {
    let StepContext { world, journal, gate } = context;
    let folders = gate.own_paths();
    let paths = folders.paths();
    for file in named_files(operation, table, paths) {
        let is_own = paths.own.iter().any(|it| Path::new(&file).starts_with(it));
        if is_own || journal.ledger().touched.contains(&file) {
            continue;
        }
        let (path, began) = (PathBuf::from(&file), journal.ledger().touched.began);
        let reading = timeout(PATIENCE, spawn_blocking(move || Found::at(&path, began)));
        let content = match world.wait_for(reading).await? {
            Ok(Ok(Found::Nothing)) => continue,
            Ok(Ok(Found::Bytes(bytes))) => {
                let text = String::from_utf8_lossy(&bytes);
                match world.without_secrets(&text) == text {
                    true => FirstContent::Kept(journal.log.keep(BlobKind::File, &bytes)?),
                    false => FirstContent::HoldsSecret,
                }
            }
            Ok(Ok(Found::Without(content))) => content,
            Ok(Err(_)) | Err(_) => FirstContent::Unreadable("the disk did not answer in time".to_owned()),
        };
        let below = below(&file, &folders);
        journal.record(Event::Touched { file, below, content })?;
    }
    Ok(())
}

/// The path of a file from the home or the working folder of the task; `None` if it is elsewhere.
fn below(file: &str, folders: &PathTexts) -> Option<String> {
    let paths = folders.paths();
    let from = |folder: &str| {
        let rest = Path::new(file).strip_prefix(folder).ok().filter(|_| !folder.is_empty())?;
        Some(rest.to_string_lossy().into_owned())
    };
    from(paths.working).or_else(|| from(paths.home))
}

/// What is under a name.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    /// No file, or one that the task made or changed itself.
    Nothing,
    /// A file with this content.
    Bytes(Vec<u8>),
    /// A file whose content is not kept.
    Without(FirstContent),
}

impl Found {
    /// What is there; the task began at this time.
    fn at(path: &Path, began: Option<Timestamp>) -> Found {
        let Some(known) = path.metadata().ok().filter(std::fs::Metadata::is_file) else {
            return Found::Nothing;
        };
        let changed = changed_at(&known).ok().and_then(|it| it.duration_since(UNIX_EPOCH).ok());
        let changed = changed.and_then(|it| u64::try_from(it.as_millis()).ok()).map(Timestamp);
        if changed.zip(began).is_some_and(|(changed, began)| changed > began) {
            return Found::Nothing;
        }
        if known.len() > MOST.in_bytes() {
            return Found::Without(FirstContent::TooLarge(known.len()));
        }
        MOST.read(path)
            .map_or_else(|error| Found::Without(FirstContent::Unreadable(error.to_string())), Found::Bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File};

    #[test]
    fn what_was_there_before_the_task_is_read_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("letter.txt"), "Dear Ada").unwrap();
        File::create(path("large.bin")).unwrap().set_len(MOST.in_bytes() + 1).unwrap();
        let large = Found::Without(FirstContent::TooLarge(MOST.in_bytes() + 1));
        let later = Some(Timestamp(u64::MAX));
        for (name, began, expected) in [
            ("letter.txt", later, Found::Bytes(b"Dear Ada".to_vec())),
            ("letter.txt", None, Found::Bytes(b"Dear Ada".to_vec())),
            ("letter.txt", Some(Timestamp(1)), Found::Nothing),
            ("large.bin", later, large),
            ("missing.txt", later, Found::Nothing),
            (".", later, Found::Nothing),
        ] {
            assert_eq!(Found::at(&path(name), began), expected, "{name} {began:?}");
        }
    }
}
