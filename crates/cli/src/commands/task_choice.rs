//! The task that a command is about: the named one, or else the one that fits, which the command then names.

use crate::{console::plain, terminal::say};
use anyhow::{Result, bail};
use deskpilot_core::{Projection, Verdict, fold::Round};
use deskpilot_log::{Task, TaskState, read, running, tasks};
use deskpilot_runtime::{UsageError, is_lent};
use std::path::Path;

/// Which task a command takes that is given no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskChoice {
    /// The only one that runs.
    Running,
    /// The latest whose request was not carried out to its end.
    Resumable,
    /// The latest whose last request has ended.
    Ended,
    /// The latest.
    Latest,
}

impl TaskChoice {
    /// The named task, or else the one in this folder of logs that fits.
    ///
    /// # Errors
    /// None fits, or several run; the text says what to do.
    pub(super) fn or_named(self, named: Option<String>, root: &Path) -> Result<String> {
        if let Some(name) = named {
            return Ok(name);
        }
        let name = match self {
            TaskChoice::Running => only_running(root)?,
            TaskChoice::Resumable | TaskChoice::Ended | TaskChoice::Latest => self.latest(root)?,
        };
        say(&format!("task: {name}, {}\n", self.words()));
        Ok(name)
    }

    /// Which one it is, for the person.
    const fn words(self) -> &'static str {
        match self {
            TaskChoice::Running => "which runs",
            TaskChoice::Resumable => "the latest that can be resumed",
            TaskChoice::Ended => "the latest that has ended",
            TaskChoice::Latest => "the latest",
        }
    }

    /// What is true of no task where none fits.
    const fn need(self) -> &'static str {
        match self {
            TaskChoice::Running => "runs",
            TaskChoice::Resumable => "can be resumed",
            TaskChoice::Ended => "has ended",
            TaskChoice::Latest => "can be read",
        }
    }

    fn latest(self, root: &Path) -> Result<String> {
        match tasks(root)?.into_iter().rev().find(|it| self.fits(root, it)) {
            Some(task) => Ok(task.name),
            None => bail!(UsageError(format!(
                "no task in {} {}; `deskpilot log --everywhere` lists those of every folder",
                root.display(),
                self.need()
            ))),
        }
    }

    fn fits(self, root: &Path, task: &Task) -> bool {
        let is_at_rest = || running(root, &task.name).is_ok_and(|it| it.is_none());
        match (self, &task.state) {
            (_, TaskState::Unreadable(_)) => false,
            (TaskChoice::Latest, _) => true,
            (TaskChoice::Running, _) => running(root, &task.name).is_ok_and(|it| it.is_some()),
            (TaskChoice::Ended, TaskState::Ended(_)) => is_at_rest(),
            (TaskChoice::Ended, _) => false,
            (TaskChoice::Resumable, TaskState::Ended(Verdict::Finished(_))) => false,
            (TaskChoice::Resumable, TaskState::Ended(_)) => is_at_rest() && ended_at_limit(root, &task.name),
            (TaskChoice::Resumable, _) => is_at_rest() && !was_lent(root, &task.name),
        }
    }
}

/// Whether a limit ended the last round, so that it goes on where it ended.
fn ended_at_limit(root: &Path, task: &str) -> bool {
    read(root, task).is_ok_and(|entries| Round::of(&entries).limited.is_some())
}

/// Whether it was a desktop on which a client worked by itself.
fn was_lent(root: &Path, task: &str) -> bool {
    read(root, task).is_ok_and(|entries| is_lent(&entries))
}

fn only_running(root: &Path) -> Result<String> {
    let all = tasks(root)?.into_iter();
    let mut names: Vec<String> =
        all.filter(|it| TaskChoice::Running.fits(root, it)).map(|it| it.name).collect();
    match names.len() {
        1 => Ok(names.remove(0)),
        0 => bail!(UsageError(format!(
            "no task is running in {}; `deskpilot log` lists those that have ended",
            root.display()
        ))),
        _ => bail!(UsageError(format!(
            "several tasks are running; name one of them: {}",
            plain(&names.join(", "))
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{AgentKind, DesktopInfo, Event, Mode, Size, Timestamp};
    use deskpilot_log::{FORMAT, FileLog, SessionLog};
    use deskpilot_runtime::LENT_TO;
    use std::fs;

    /// The task `failed`, then `stopped`, then `late`, which has ended well.
    fn recorded() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        let ended = |verdict| Event::RoundEnded { verdict };
        for (at, task, last) in [
            (1, "failed", ended(Verdict::Failed("no".into()))),
            (2, "stopped", Event::Stopped),
            (3, "late", ended(Verdict::Finished("done".into()))),
        ] {
            let mut log = FileLog::create(root.path(), task).unwrap();
            log.append(Timestamp(at), Event::RoundStarted { round: 0, request: "x".into() }).unwrap();
            log.append(Timestamp(at), last).unwrap();
        }
        root
    }

    #[test]
    fn without_a_name_the_task_that_fits_is_taken() {
        let root = recorded();
        for (choice, expected) in
            [(TaskChoice::Resumable, "stopped"), (TaskChoice::Ended, "late"), (TaskChoice::Latest, "late")]
        {
            assert_eq!(choice.or_named(None, root.path()).unwrap(), expected, "{choice:?}");
            assert_eq!(choice.or_named(Some("named".into()), root.path()).unwrap(), "named");
        }
        let error = TaskChoice::Running.or_named(None, root.path()).unwrap_err();
        assert!(
            error.is::<UsageError>() && error.to_string().starts_with("no task is running in "),
            "{error}"
        );
        fs::remove_dir_all(root.path().join("stopped")).unwrap();
        assert!(TaskChoice::Resumable.or_named(None, root.path()).unwrap_err().is::<UsageError>());
    }

    #[test]
    fn a_desktop_that_a_client_had_is_never_resumed_by_chance() {
        let root = recorded();
        let size = Size { width: 9, height: 9 };
        let opened = Event::SessionOpened {
            task: "lent".into(),
            format: FORMAT,
            version: String::new(),
            desktop: DesktopInfo { name: String::new(), size, monitors: Vec::new() },
            models: vec![(AgentKind::HostAgent, format!("{LENT_TO}x"))],
            mode: Mode::Normal,
            plan: None,
        };
        let started = Event::RoundStarted { round: 0, request: "x".into() };
        let mut log = FileLog::create(root.path(), "lent").unwrap();
        for event in [opened, started, Event::Stopped] {
            log.append(Timestamp(4), event).unwrap();
        }
        drop(log);
        assert_eq!(TaskChoice::Latest.or_named(None, root.path()).unwrap(), "lent");
        assert_eq!(TaskChoice::Resumable.or_named(None, root.path()).unwrap(), "stopped");
    }

    #[test]
    fn the_only_running_task_is_taken_and_never_one_of_several() {
        let root = recorded();
        let (held, _) = FileLog::open(root.path(), "stopped").unwrap();
        assert_eq!(TaskChoice::Running.or_named(None, root.path()).unwrap(), "stopped");
        assert!(TaskChoice::Resumable.or_named(None, root.path()).is_err(), "it runs");
        let (other, _) = FileLog::open(root.path(), "late").unwrap();
        let error = TaskChoice::Running.or_named(None, root.path()).unwrap_err().to_string();
        assert!(error.ends_with("name one of them: stopped, late"), "{error}");
        drop((held, other));
    }
}
