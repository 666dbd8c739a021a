//! Follows one log for all browsers that look at its task, as long as the task runs and one of them is there.

use crate::{
    app::App,
    attendance::attend,
    followed_log::{FollowedLog, LogEnd, SentEntry},
    followed_logs::Joined,
    logged_task::LoggedTask,
    task_row::current_row,
};
use deskpilot_log::{LogError, Tail};
use deskpilot_runtime::with_causes;
use std::{path::PathBuf, time::Duration};
use tokio::{sync::watch, task::spawn_blocking, time::sleep};
use tokio_util::task::AbortOnDropHandle;

/// How long an entry may go unnoticed.
const PAUSE: Duration = Duration::from_millis(50);

/// Every how many pauses the process is looked for. In the others only the length of the log is.
const LOOK_AFTER: u32 = 4;

/// How often the state of the task is read after the last change. A log that stands still costs nothing then.
const SETTLES_AFTER: u32 = 10;

/// What came of one look at the log.
enum Look {
    /// Entries were shared, and more may be there.
    Shared,
    /// There was nothing new.
    Nothing,
    /// Nothing more comes.
    Ended(LogEnd),
}

/// Follows one log.
struct LogPoller {
    app: App,
    task: LoggedTask,
    folder: PathBuf,
    tail: Tail,
    shared: watch::Sender<FollowedLog>,
    /// The process that ran the task at the last look.
    process: Option<u32>,
    looks: u32,
    /// How often the state of the task is read yet.
    unsettled: u32,
    presence: Option<AbortOnDropHandle<()>>,
}

/// The log of a task as its browsers share it. The first one has it followed for all. Must be called within a tokio runtime.
///
/// # Errors
/// The log cannot be read.
pub(crate) fn followed(app: &App, task: &LoggedTask) -> Result<watch::Receiver<FollowedLog>, LogError> {
    let folder = task.folder();
    if let Some(shared) = app.followed.join(&folder) {
        return Ok(shared);
    }
    // From its end: what is before, each browser reads as far as it lacks it.
    let tail = Tail::starting_at(&folder, u64::MAX)?;
    // Another browser may have begun since the look above.
    match app.followed.begin(&folder, FollowedLog::starting_at(tail.position())) {
        Joined::Shared(receiver) => Ok(receiver),
        Joined::Begun(receiver, shared) => {
            let (app, task) = (app.clone(), task.clone());
            let poller = LogPoller {
                app,
                task,
                folder,
                tail,
                shared,
                process: None,
                looks: 0,
                unsettled: SETTLES_AFTER,
                presence: None,
            };
            tokio::spawn(poller.run());
            Ok(receiver)
        }
    }
}

impl LogPoller {
    async fn run(self) {
        let mut poller = self;
        while !poller.app.followed.forget_if_unwatched(&poller.folder) {
            // Away from the threads that answer requests: a log may be long, and its disk slow.
            let looked = spawn_blocking(move || {
                let look = poller.look();
                (poller, look)
            });
            let Ok((back, look)) = looked.await else { return };
            poller = back;
            match look {
                Look::Shared => {}
                Look::Nothing => sleep(PAUSE).await,
                Look::Ended(end) => {
                    poller.shared.send_modify(|it| it.end(end));
                    poller.app.followed.forget(&poller.folder);
                    return;
                }
            }
        }
    }

    /// Looks once at the log. Must be called within a tokio runtime.
    fn look(&mut self) -> Look {
        if self.tail.was_cut() {
            return Look::Ended(LogEnd::Cut);
        }
        let is_due = self.looks.is_multiple_of(LOOK_AFTER);
        self.looks = self.looks.wrapping_add(1);
        if !is_due && !self.tail.has_grown() {
            return Look::Nothing;
        }
        // Looked at first: what a process wrote before its end is read below.
        let process = self.task.process();
        self.attend(process);
        match self.tail.read_some() {
            Err(error) => Look::Ended(LogEnd::Fault(with_causes(&error))),
            Ok(entries) if entries.is_empty() => self.tell_state(process),
            Ok(entries) => {
                self.unsettled = SETTLES_AFTER;
                let entries = entries.iter().map(SentEntry::from).collect();
                self.shared.send_modify(|it| it.add(entries));
                Look::Shared
            }
        }
    }

    /// Tells the state of the task while it may change, and that nothing more comes where no process writes the log.
    fn tell_state(&mut self, process: Option<u32>) -> Look {
        if self.process != process {
            (self.process, self.unsettled) = (process, SETTLES_AFTER);
        }
        if self.unsettled > 0 {
            self.unsettled -= 1;
            if let Ok(row) = current_row(&self.app.folds, &self.task) {
                self.shared.send_if_modified(|it| it.tell(&row.to_string()));
            }
        }
        process.map_or(Look::Ended(LogEnd::Over), |_| Look::Nothing)
    }

    /// Counts the people who look among those who can answer, while the task runs. A process that does not listen is asked again once it
    /// has written something.
    fn attend(&mut self, process: Option<u32>) {
        if process.is_none() {
            self.presence = None;
        } else if self.unsettled > 0 && self.presence.as_ref().is_none_or(|it| it.is_finished()) {
            let attending = attend(self.app.clone(), self.folder.clone());
            self.presence = Some(AbortOnDropHandle::new(tokio::spawn(attending)));
        }
    }
}
