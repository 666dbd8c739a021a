//! Keeps what is in the files that a task touches, as it is before the task first touches them: a replay begins with it.

use crate::{AgentError, journal::Journal, looker::StepContext, policy_gate::PathTexts, world::World};
use deskpilot_core::{
    BlobKind, CommandSpec, Event, FirstContent, Operation, Paths, Timestamp, policy::named_files,
};
use deskpilot_desktop::SecretSearch;
use deskpilot_system::{ReadLimit, changed_at, reason};
use std::{
    path::{Path, PathBuf},
    time::{Duration, UNIX_EPOCH},
};
use tokio::{task::spawn_blocking, time::timeout};

/// The largest content that a log keeps.
const MOST: ReadLimit = ReadLimit::mib(16);
/// The most bytes of files that the log of a task keeps.
const MOST_OF_TASK: ReadLimit = ReadLimit::mib(128);
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
        let content = match paths.is_guarded(&file) {
            true => Some(FirstContent::Guarded),
            false => first_content(&file, gate.own_paths(), world, journal).await?,
        };
        let Some(content) = content else { continue };
        let below = below(&file, &folders);
        journal.record(Event::Touched { file, below, content })?;
    }
    Ok(())
}

/// What a log keeps of a file that the task is about to touch; `None` if there is nothing under this name that was there before it.
async fn first_content(
    file: &str,
    folders: PathTexts,
    world: &mut World,
    journal: &mut Journal,
) -> Result<Option<FirstContent>, AgentError> {
    let (path, touched) = (PathBuf::from(file), &journal.ledger().touched);
    let (began, left) = (touched.began, MOST_OF_TASK.in_bytes().saturating_sub(touched.kept));
    let look = move || match leads_to_guarded(&path, folders.paths()) {
        true => Found::Without(FirstContent::Guarded),
        false => Found::at(&path, began),
    };
    let reading = timeout(PATIENCE, spawn_blocking(look));
    Ok(match world.wait_for(reading).await? {
        Ok(Ok(Found::Nothing)) => None,
        Ok(Ok(Found::Bytes(bytes))) if bytes.len() as u64 > left => {
            Some(FirstContent::LogFull(MOST_OF_TASK.in_bytes()))
        }
        Ok(Ok(Found::Bytes(bytes))) => Some(match secrecy(&bytes, world).await? {
            None => FirstContent::Kept(journal.log.keep(BlobKind::File, &bytes)?),
            Some(why) => why,
        }),
        Ok(Ok(Found::Without(content))) => Some(content),
        Ok(Err(_)) | Err(_) => Some(FirstContent::Unreadable("the disk did not answer in time".to_owned())),
    })
}

/// Whether links lead from a file to a guarded place: the name of a link shows nothing of what is read through it.
fn leads_to_guarded(file: &Path, paths: Paths<'_>) -> bool {
    let real = file.canonicalize().ok().filter(|it| it != file);
    real.and_then(|it| paths.resolve(&it.to_string_lossy())).is_some_and(|it| paths.is_guarded(&it))
}

/// Why the log must not keep these bytes; `None` if no secret of the user's is in them.
async fn secrecy(bytes: &[u8], world: &mut World) -> Result<Option<FirstContent>, AgentError> {
    if world.secrets().is_empty() {
        return Ok(None);
    }
    let Some(text) = plain_text(bytes) else { return Ok(Some(FirstContent::MayHoldSecret)) };
    Ok(match world.search_secrets(text).await? {
        SecretSearch::Absent => None,
        SecretSearch::Found => Some(FirstContent::HoldsSecret),
        SecretSearch::Unsearched => Some(FirstContent::Unsearched),
    })
}

/// The bytes as the text in which a secret can be found; `None` for packed content, and for text of other encodings.
fn plain_text(bytes: &[u8]) -> Option<&str> {
    // UTF-16 has a zero byte beside each plain letter.
    std::str::from_utf8(bytes).ok().filter(|it| !it.contains('\0'))
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
        // The task itself may have written it: what is there now is not its first content.
        if changed.zip(began).is_some_and(|(changed, began)| changed > began) {
            return Found::Nothing;
        }
        if known.len() > MOST.in_bytes() {
            return Found::Without(FirstContent::TooLarge(known.len()));
        }
        MOST.read(path)
            .map_or_else(|error| Found::Without(FirstContent::Unreadable(reason(&error))), Found::Bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File};
    use std::os::unix::fs::symlink;

    #[test]
    fn a_link_to_a_guarded_file_is_guarded_and_another_link_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap();
        fs::create_dir(home.join(".ssh")).unwrap();
        for name in [".ssh/id_rsa", "letter.txt"] {
            fs::write(home.join(name), "x").unwrap();
        }
        symlink(home.join(".ssh/id_rsa"), home.join("key.txt")).unwrap();
        symlink(home.join(".ssh"), home.join("folder")).unwrap();
        symlink(home.join("letter.txt"), home.join("same.txt")).unwrap();
        let text = home.to_string_lossy();
        let paths = Paths { home: &text, ..Paths::default() };
        for (name, expected) in [
            ("key.txt", true),
            ("folder/id_rsa", true),
            ("same.txt", false),
            ("letter.txt", false),
            ("missing.txt", false),
        ] {
            assert_eq!(leads_to_guarded(&home.join(name), paths), expected, "{name}");
        }
    }

    #[test]
    fn only_text_in_which_a_secret_can_be_found_is_plain() {
        let utf_16: Vec<u8> = "opensesame".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (bytes, expected) in [
            ("Grüße".as_bytes(), true),
            (b"", true),
            (utf_16.as_slice(), false),
            (b"Gr\xfc\xdfe", false),
            (b"PK\x03\x04\x00\x00", false),
        ] {
            assert_eq!(plain_text(bytes).is_some(), expected, "{bytes:?}");
        }
    }

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
