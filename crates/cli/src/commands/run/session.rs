//! One session of this process, watched and answered at the terminal.

use crate::{
    commands::print,
    console::{Progress, closing},
    exit::Exit,
    person::{Console, Person},
    signals,
    terminal::{Terminal, notify},
};
use anyhow::Result;
use deskpilot_agent::Ending;
use deskpilot_core::{Entry, Verdict};
use deskpilot_log::FileLog;
use deskpilot_runtime::{Answering, Config, People, SessionSpec, Sessions};
use std::path::PathBuf;
use tokio_util::sync::CancellationToken;

/// The sessions of this process.
pub(crate) fn sessions() -> Sessions {
    Sessions::new(notify())
}

/// One process's part of a task.
pub(super) struct Run {
    pub(super) spec: SessionSpec,
    pub(super) progress: Progress,
    pub(super) terminal: Terminal,
}

impl Run {
    /// Carries out what is asked for, and says what came of it; a session that another process left, of which these entries
    /// tell, is taken up where it stands.
    pub(super) async fn carry_out(
        self,
        log: (FileLog, Vec<Entry>),
        stop: &CancellationToken,
    ) -> Result<Ending> {
        let people = People::default();
        let attendance = Terminal::is_here().then(|| people.attend());
        let (config, then, task) = (self.spec.config.clone(), self.spec.then, self.spec.task.clone());
        let (from, folder) = (log.1.len() as u64, log.0.folder().to_owned());
        let spec = SessionSpec { answering: Answering::Whoever(people), ..self.spec };
        let handle = sessions().take_up(spec, log)?;
        let _steering = signals::steering(&handle, stop)?;
        let person = person(&config, self.terminal, folder.clone());
        let console = Console { handle: handle.clone(), person, progress: self.progress, attendance, then };
        Box::pin(console.follow(from)).await?;
        let outcome = handle.outcome().await?;
        if self.progress == Progress::Lines {
            let folder = folder.canonicalize().unwrap_or(folder);
            print(&closing(&task, &folder, &outcome));
        }
        Ok(outcome.ending.clone())
    }
}

fn person(config: &Config, terminal: Terminal, folder: PathBuf) -> Person {
    Person {
        terminal,
        folder,
        policy: config.policy.file.clone(),
        answers: (config.answers, deskpilot_runtime::answers::place(&config.environment)),
    }
}

/// What a script finds in `$?`.
pub(super) const fn exit(ending: &Ending) -> Exit {
    match ending {
        Ending::Ended(Verdict::Finished(_)) => Exit::Finished,
        Ending::Ended(Verdict::Failed(_) | Verdict::Errored(_)) => Exit::Failed,
        Ending::NeedsAnswers(_) | Ending::NeedsYes(_) => Exit::NeedsPerson,
        Ending::Stopped => Exit::Stopped,
    }
}
