//! The sessions of this process. Starting or resuming one returns a handle, through which any number of holders watch it,
//! steer it and answer its questions.

mod connection_writer;
mod control_connection;
mod control_server;
mod feed;
mod frame_stream;
mod handle;
mod opened_log;
mod outcome;
mod questions;
pub(crate) mod requests;
mod respondents;
mod runner;
mod screen;
mod spec;
mod trace_export;

pub use feed::EventStream;
pub use handle::SessionHandle;
pub use opened_log::OpenedLog;
pub use outcome::{SessionError, SessionOutcome};
pub use questions::{AnswerError, QuestionOutcome, QuestionWatch, TERMINAL};
pub use respondents::{Presence, Respondents};
pub use runner::verdict;
#[cfg(test)]
pub(crate) use runner::{continue_session, open_session};
pub use spec::{Acceptance, Attendance, HomeDocument, IdleBehavior, SessionSpec, UnfinishedRound};

use crate::{Notifier, RuntimeError, TaskFolders, control::Phase, lent_desktop::check_is_task, real_path};
use control_server::Server;
use deskpilot_agent::SessionControl;
use deskpilot_desktop::ControlTransport;
use deskpilot_log::FileLog;
use feed::EventFeed;
use handle::SharedSession;
use questions::QuestionBoard;
use requests::RequestQueue;
use runner::SessionRunner;
use screen::ScreenShare;
use std::{
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};
use tokio::{
    runtime::Builder,
    sync::{mpsc, watch},
};
use tokio_util::sync::CancellationToken;
use trace_export::TraceExport;

/// The most requests that may wait in a session.
const QUEUE_LENGTH: usize = 16;

/// The stack of a session's thread, in bytes: the size of a main thread's stack.
const STACK: usize = 8 << 20;

/// How long what a session still does on other threads may take once it has ended.
const ENDING: Duration = Duration::from_secs(1);

/// The sessions of this process.
#[derive(Clone)]
pub struct Sessions {
    notify: Notifier,
    live: Arc<Mutex<Vec<SessionHandle>>>,
}

impl Sessions {
    /// No sessions yet. `notify` gets the warnings of those to come.
    pub fn new(notify: Notifier) -> Sessions {
        Sessions { notify, live: Arc::default() }
    }

    /// Starts a session with a new log. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// A log of this name exists, or it cannot be written.
    pub fn start(&self, spec: SessionSpec) -> Result<SessionHandle, RuntimeError> {
        let log = FileLog::create(&spec.config.log_dir, &spec.task)?;
        self.resume(spec, OpenedLog::fresh(log))
    }

    /// Continues the session of this log, which has these entries. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// It was a desktop that was lent, the task's folder cannot be made private, or its home cannot be created.
    pub fn resume(&self, spec: SessionSpec, opened: OpenedLog) -> Result<SessionHandle, RuntimeError> {
        check_is_task(&spec.task, &opened.entries)?;
        let folders = TaskFolders::of(&opened.log, &spec.config)?;
        let platform = spec.config.environment.platform();
        if let Ok(Some(exposed)) = platform.files().exposure(&spec.config.log_dir) {
            (self.notify)(&format!("warning: other users could replace the log: {}", exposed.remedy));
        }
        let stop = CancellationToken::new();
        let control = SessionControl::new(stop.clone());
        let feed = EventFeed::new(&folders.task, opened.entries.len() as u64);
        let board = QuestionBoard::new(spec.config.policy.file.clone(), real_path(&folders.task));
        let respondents = match &spec.attendance {
            Attendance::Attended(respondents) => respondents.clone(),
            Attendance::Unattended => Respondents::default(),
        };
        let screen = ScreenShare::new(spec.config.desktop, control.clone());
        let phase = watch::Sender::new(Phase::Working);
        let awaits_requests = spec.when_idle == IdleBehavior::AwaitRequests;
        let (sender, receiver) = awaits_requests.then(|| mpsc::channel(QUEUE_LENGTH)).unzip();
        let (ended, outcome) = watch::channel(None);
        let handle = SessionHandle(Arc::new(SharedSession {
            task: spec.task.clone(),
            folder: folders.task.clone(),
            control: control.clone(),
            feed: feed.clone(),
            board: board.clone(),
            respondents,
            screen: screen.clone(),
            more: Mutex::new(sender),
            phase: phase.clone(),
            outcome,
        }));
        // A look makes hundreds of calls over the accessibility bus. On one thread their replies wake no other thread.
        let runtime = Builder::new_current_thread().enable_all().build().map_err(RuntimeError::NoRuntime)?;
        let requests = RequestQueue::new(spec.requests.clone(), receiver, phase);
        let notify = self.notify.clone();
        let server = self.server(spec.config.environment.platform(), &handle);
        let traces = TraceExport::begin(&spec.config, &opened.entries, &handle, &self.notify);
        let runner = SessionRunner { spec, notify, folders, control, stop, feed, board, requests, screen };
        self.running().push(handle.clone());
        let (sessions, running) = (self.clone(), handle.clone());
        let carry_out = async move || {
            let outcome = Box::pin(runner.run(opened)).await;
            sessions.remove(&running); // First: connections then close, and the server waits for that.
            if let Some(server) = server {
                server.close().await;
            }
            if let Some(traces) = traces {
                traces.end().await;
            }
            ended.send_replace(Some(outcome.map(Arc::new).map_err(SessionError::from)));
        };
        self.begin(&handle, move || {
            runtime.block_on(carry_out());
            runtime.shutdown_timeout(ENDING);
        })?;
        Ok(handle)
    }

    /// Carries a session out on a thread of its own.
    fn begin(
        &self,
        handle: &SessionHandle,
        carrying_out: impl FnOnce() + Send + 'static,
    ) -> Result<(), RuntimeError> {
        let thread = thread::Builder::new().name(handle.task().to_owned()).stack_size(STACK);
        let begun = thread.spawn(carrying_out).map(drop);
        begun.map_err(|error| {
            // Otherwise the task would count as running for ever, and nobody could resume it.
            self.remove(handle);
            RuntimeError::NoThread(error)
        })
    }

    /// The running session of this task.
    pub fn find(&self, task: &str) -> Option<SessionHandle> {
        self.live().into_iter().find(|it| it.task() == task)
    }

    /// All running sessions.
    pub fn live(&self) -> Vec<SessionHandle> {
        self.running().clone()
    }

    /// The control server of a session. Without one the session runs, and other processes cannot steer it.
    fn server(&self, transport: &dyn ControlTransport, handle: &SessionHandle) -> Option<Server> {
        match transport.listen(handle.folder()) {
            Ok(listener) => Some(Server::of(listener, handle.clone())),
            Err(error) => {
                (self.notify)(&format!("warning: other processes cannot steer this task: {error}"));
                None
            }
        }
    }

    fn remove(&self, handle: &SessionHandle) {
        self.running().retain(|it| !Arc::ptr_eq(&it.0, &handle.0));
        handle.0.feed.end();
        handle.0.phase.send_replace(Phase::Over);
    }

    fn running(&self) -> std::sync::MutexGuard<'_, Vec<SessionHandle>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
