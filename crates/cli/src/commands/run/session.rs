//! Runs one session at the terminal, which shows its progress and asks its questions.

use crate::{
    commands::print,
    console::{ProgressFormat, summary},
    exit::Exit,
    person::{Person, SessionConsole},
    signals,
    terminal::{Terminal, stderr_notifier},
};
use anyhow::Result;
use deskpilot_agent::Ending;
use deskpilot_core::{Entry, Verdict};
use deskpilot_log::FileLog;
use deskpilot_runtime::{Attendance, Config, Respondents, SessionSpec, Sessions};
use std::path::PathBuf;
use tokio_util::sync::CancellationToken;

/// The sessions of this process.
pub(crate) fn sessions() -> Sessions {
    Sessions::new(stderr_notifier())
}

/// A session and the terminal it runs at.
pub(super) struct TerminalRun {
    pub(super) spec: SessionSpec,
    pub(super) progress: ProgressFormat,
    pub(super) terminal: Terminal,
}

impl TerminalRun {
    /// Carries out the session, or continues it after these entries, and prints the result.
    pub(super) async fn run(self, log: (FileLog, Vec<Entry>), stop: &CancellationToken) -> Result<Ending> {
        let respondents = Respondents::default();
        let presence = Terminal::is_present().then(|| respondents.attend());
        let (config, when_idle, task) =
            (self.spec.config.clone(), self.spec.when_idle, self.spec.task.clone());
        let (from, folder) = (log.1.len() as u64, log.0.folder().to_owned());
        let spec = SessionSpec { attendance: Attendance::Attended(respondents), ..self.spec };
        let handle = sessions().resume(spec, log)?;
        let _signals = signals::control_session(&handle, stop)?;
        let person = person(&config, self.terminal, folder.clone());
        let console =
            SessionConsole { handle: handle.clone(), person, progress: self.progress, presence, when_idle };
        Box::pin(console.follow(from)).await?;
        let outcome = handle.outcome().await?;
        if self.progress == ProgressFormat::Lines {
            let folder = folder.canonicalize().unwrap_or(folder);
            print(&summary(&task, &folder, &outcome));
        }
        Ok(outcome.ending.clone())
    }
}

fn person(config: &Config, terminal: Terminal, folder: PathBuf) -> Person {
    Person {
        terminal,
        folder,
        policy: config.policy.file.clone(),
        answers: (config.answers, deskpilot_runtime::answers::path(&config.environment)),
    }
}

/// The exit code of a session.
pub(super) const fn exit(ending: &Ending) -> Exit {
    match ending {
        Ending::Ended(Verdict::Finished(_)) => Exit::Finished,
        Ending::Ended(Verdict::Failed(_) | Verdict::Errored(_)) => Exit::Failed,
        Ending::NeedsAnswers(_) | Ending::NeedsYes(_) => Exit::NeedsPerson,
        Ending::Stopped => Exit::Stopped,
    }
}
