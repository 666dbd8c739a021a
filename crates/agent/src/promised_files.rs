//! Checks the files that subtasks promise, as they are on the disk.

use crate::{
    ContentReader, Halt, KindCheck, file_state::FileState, policy_gate::PathTexts, promise::PromisedFile,
    world::World,
};
use deskpilot_core::{
    MissingReason, Paths, Timestamp,
    fold::{Ledger, PerformedOperation},
};
use std::{path::PathBuf, time::Duration};
use tokio::{
    task::spawn_blocking,
    time::{Instant, timeout},
};

/// How long a look at a file may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long a promised file may take to be written: applications save in the background.
const SAVING: Duration = Duration::from_secs(2);
/// How long to wait between two looks at a file.
const PAUSE: Duration = Duration::from_millis(50);

/// Looks at promised files.
pub(crate) struct PromisedFiles {
    paths: PathTexts,
    content: ContentReader,
    kind: KindCheck,
}

impl PromisedFiles {
    /// Looks at files whose paths start in these folders.
    pub(crate) fn new(paths: PathTexts, content: ContentReader, kind: KindCheck) -> PromisedFiles {
        PromisedFiles { paths, content, kind }
    }

    /// The folders that the paths start in.
    pub(crate) fn paths(&self) -> Paths<'_> {
        self.paths.paths()
    }

    /// What is there under the name. The content of a file from before `since` is not read.
    pub(crate) async fn state(&self, file: &str, since: Timestamp, world: &World) -> Result<FileState, Halt> {
        let Some(path) = self.paths().absolute(file).map(PathBuf::from) else {
            return Ok(FileState::Absent(MissingReason::NotThere));
        };
        let kind = self.kind;
        let looking = timeout(PATIENCE, spawn_blocking(move || FileState::of(&path, since, kind)));
        match world.wait_for(looking).await? {
            Ok(Ok(state)) => Ok(state),
            Ok(Err(_)) | Err(_) => Ok(FileState::Unknown),
        }
    }

    /// What is there of the files that the last subtask promised, as soon as each is as wanted. Where the subtask changed anything,
    /// it waits for the time that saving takes.
    pub(crate) async fn saved(
        &self,
        promised: &[PromisedFile],
        is_wanted: impl Fn(&PromisedFile, &FileState) -> bool,
        ledger: &Ledger,
        world: &World,
    ) -> Result<Vec<FileState>, Halt> {
        let has_changed = ledger.evaluation.of_subtask().iter().any(PerformedOperation::may_change);
        let deadline = Instant::now() + if has_changed { SAVING } else { Duration::ZERO };
        loop {
            let mut states = Vec::new();
            for file in promised {
                states.push(self.state(file.product.name(), file.since(), world).await?);
            }
            let is_done = promised.iter().zip(&states).all(|(file, state)| is_wanted(file, state));
            if is_done || Instant::now() >= deadline {
                return Ok(states);
            }
            world.sleep(PAUSE).await?;
        }
    }

    /// What is in the file in brief; `None` if it cannot be read in time.
    pub(crate) async fn content(&self, path: PathBuf, world: &World) -> Result<Option<String>, Halt> {
        let read = self.content;
        let reading = timeout(PATIENCE, spawn_blocking(move || read(&path)));
        Ok(world.wait_for(reading).await?.ok().and_then(Result::ok).flatten())
    }
}
