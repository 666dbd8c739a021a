//! Sessions of this process: each is started or resumed here, and handed out as something that anybody may watch, steer
//! and answer.

mod feed;
mod handle;
mod outcome;
mod people;
mod questions;
pub(crate) mod requests;
mod spec;
mod work;

pub use feed::Events;
pub use handle::SessionHandle;
pub use outcome::{Outcome, SessionError};
pub use people::{Attendance, People};
pub use questions::{AnswerError, Closed, QuestionWatch, Reply};
pub use requests::Phase;
pub use spec::{Answering, SessionSpec, Then};
#[cfg(test)]
pub(crate) use work::{begun, taken_up};
pub use work::{opened, verdict};

use crate::{Notify, Place, control::Server};
use anyhow::{Context, Result};
use deskpilot_agent::SessionControl;
use deskpilot_core::Entry;
use deskpilot_desktop::Platform;
use deskpilot_log::FileLog;
use feed::Feed;
use handle::Live;
use questions::Board;
use requests::Requests;
use std::{
    sync::{Arc, Mutex, PoisonError},
    thread,
};
use tokio::{
    runtime::Handle,
    sync::{mpsc, watch},
};
use tokio_util::sync::CancellationToken;
use work::Work;

/// How many requests may wait in a session.
const WAITING: usize = 16;

/// The stack of a session's thread, in bytes: as large as that of a program's first thread.
const STACK: usize = 8 << 20;

/// The sessions of this process.
#[derive(Clone)]
pub struct Sessions {
    notify: Notify,
    live: Arc<Mutex<Vec<SessionHandle>>>,
}

impl Sessions {
    /// None yet. They say to `notify` what they can go on without.
    pub fn new(notify: Notify) -> Sessions {
        Sessions { notify, live: Arc::default() }
    }

    /// Starts a session with a log of its own. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// There is a log of this name, or it cannot be written.
    pub fn start(&self, spec: SessionSpec) -> Result<SessionHandle> {
        let log = FileLog::create(&spec.config.log_dir, &spec.task)?;
        self.take_up(spec, (log, Vec::new()))
    }

    /// Goes on with the session of this log, which holds these entries. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// Its folder cannot be made private, or its home cannot be made.
    pub fn take_up(&self, spec: SessionSpec, log: (FileLog, Vec<Entry>)) -> Result<SessionHandle> {
        let place = Place::of(&log.0, &spec.config)?;
        let stop = CancellationToken::new();
        let control = SessionControl::new(stop.clone());
        let feed = Feed::new(&place.folder, log.1.len() as u64);
        let board = Board::new(spec.config.policy.file.clone());
        let people = match &spec.answering {
            Answering::Whoever(people) => people.clone(),
            Answering::Nobody => People::default(),
        };
        let phase = watch::Sender::new(Phase::Working);
        let (sender, receiver) = mpsc::channel(WAITING);
        let more = (spec.then == Then::WaitsForMore).then_some((sender, receiver));
        let (sender, receiver) = more.unzip();
        let (ended, outcome) = watch::channel(None);
        let handle = SessionHandle(Arc::new(Live {
            task: spec.task.clone(),
            folder: place.folder.clone(),
            control: control.clone(),
            feed: feed.clone(),
            board: board.clone(),
            people,
            more: Mutex::new(sender),
            phase: phase.clone(),
            outcome,
        }));
        let requests = Requests::new(spec.requests.clone(), receiver, phase);
        let notify = self.notify.clone();
        let server = self.server(spec.config.environment.platform(), &handle);
        let work = Work { spec, notify, place, control, stop, feed, board, requests };
        self.running().push(handle.clone());
        let (sessions, told) = (self.clone(), handle.clone());
        let carry_out = async move || {
            let outcome = Box::pin(work.carry_out(log)).await;
            sessions.over(&told);
            if let Some(server) = server {
                server.close().await;
            }
            ended.send_replace(Some(outcome.map(Arc::new).map_err(SessionError::from)));
        };
        // A desktop's connection belongs to one thread at a time, and so a session has one of its own.
        let runtime = Handle::current();
        let thread = thread::Builder::new().name(handle.task().to_owned()).stack_size(STACK);
        thread.spawn(move || runtime.block_on(carry_out())).context("a session cannot be given a thread")?;
        Ok(handle)
    }

    /// The session of this task, while it is under way.
    pub fn find(&self, task: &str) -> Option<SessionHandle> {
        self.live().into_iter().find(|it| it.task() == task)
    }

    /// All that are under way.
    pub fn live(&self) -> Vec<SessionHandle> {
        self.running().clone()
    }

    /// A session that cannot be steered from elsewhere is still a session.
    fn server(&self, platform: &dyn Platform, handle: &SessionHandle) -> Option<Server> {
        match platform.listen(handle.folder()) {
            Ok(listener) => Some(Server::of(listener, handle.clone())),
            Err(error) => {
                (self.notify)(&format!("warning: the task cannot be steered from elsewhere: {error}"));
                None
            }
        }
    }

    fn over(&self, handle: &SessionHandle) {
        self.running().retain(|it| !Arc::ptr_eq(&it.0, &handle.0));
        handle.0.feed.end();
        handle.0.phase.send_replace(Phase::Over);
    }

    fn running(&self) -> std::sync::MutexGuard<'_, Vec<SessionHandle>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
