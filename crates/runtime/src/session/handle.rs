//! The handle of a running session: its holder watches it, steers it and answers its questions.

use super::{
    AnswerError, EventStream, Presence, QuestionWatch, Respondents, SessionError, SessionOutcome,
    feed::EventFeed, questions::QuestionBoard, screen::ScreenShare,
};
use crate::control::{Phase, Reply};
use deskpilot_agent::SessionControl;
use deskpilot_core::{
    PauseCause,
    fold::{OpenQuestion, QuestionId},
};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::{mpsc, watch};

/// A running session. Cheap to clone; the session continues when all handles are dropped.
#[derive(Clone)]
pub struct SessionHandle(pub(super) Arc<SharedSession>);

/// What all handles of a session share.
pub(super) struct SharedSession {
    pub(super) task: String,
    pub(super) folder: PathBuf,
    pub(super) control: SessionControl,
    pub(super) feed: Arc<EventFeed>,
    pub(super) board: Arc<QuestionBoard>,
    pub(super) respondents: Respondents,
    pub(super) screen: Arc<ScreenShare>,
    pub(super) more: Mutex<Option<mpsc::Sender<String>>>,
    pub(super) phase: watch::Sender<Phase>,
    pub(super) outcome: watch::Receiver<Option<Result<Arc<SessionOutcome>, SessionError>>>,
}

impl SessionHandle {
    /// The name of the task.
    pub fn task(&self) -> &str {
        &self.0.task
    }

    /// The folder of the task: the log and what belongs to it.
    pub fn folder(&self) -> &Path {
        &self.0.folder
    }

    /// The entries from this number on: first those already written, then each new one. Any number of readers may read at
    /// once, each at its own pace.
    pub fn events(&self, from: u64) -> EventStream {
        self.0.feed.join(from)
    }

    /// The number of the next entry.
    pub fn next_seq(&self) -> u64 {
        self.0.feed.next_seq()
    }

    /// Stops the session at once; it can be resumed.
    pub fn stop(&self) {
        self.0.control.stop();
    }

    /// Pauses the session: it releases pointer and keyboard at once.
    pub fn pause(&self) {
        self.0.control.pause(PauseCause::Asked);
    }

    /// Ends the pause: the session has the desktop again.
    pub fn hand_back(&self) {
        self.0.control.hand_back();
    }

    /// What people elsewhere see of the desktop, and do on it.
    pub(super) fn screen(&self) -> &Arc<ScreenShare> {
        &self.0.screen
    }

    /// Changes with each pause, its cause and its end.
    pub(super) fn pauses(&self) -> watch::Receiver<Option<PauseCause>> {
        self.0.control.pauses()
    }

    /// Who has taken over; `None` while nobody has.
    pub fn holder(&self) -> Option<String> {
        self.0.control.holder()
    }

    /// Counts the caller among those who can answer questions, for as long as the returned value lives.
    pub fn attend(&self) -> Presence {
        self.0.respondents.attend()
    }

    /// The open question, if any.
    pub fn question(&self) -> Option<OpenQuestion> {
        self.0.board.open()
    }

    /// The questions of the session, each as soon as it is asked.
    pub fn questions(&self) -> QuestionWatch {
        self.0.board.watch()
    }

    /// Answers a question. `by` says who answers, such as `the terminal`.
    ///
    /// # Errors
    /// Somebody answered first, the question is not open, or the reply does not fit it.
    pub fn answer(&self, id: QuestionId, reply: Reply, by: &str) -> Result<(), AnswerError> {
        self.0.board.answer(id, reply, by)
    }

    /// Adds a request; `false` if the session takes no further requests, or if too many are waiting.
    pub fn request(&self, request: String) -> bool {
        let more = self.0.more.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(more) = more.as_ref() else { return false };
        let mut is_taken = false;
        // Under the lock of the phase: a thread that waits for an idle session must not find one with a request still in the queue.
        self.0.phase.send_if_modified(|phase| {
            is_taken = more.try_send(request).is_ok();
            let ends_rest = is_taken && *phase == Phase::Idle;
            if ends_rest {
                *phase = Phase::Working;
            }
            ends_rest
        });
        is_taken
    }

    /// Takes no further requests: the session ends when it has carried out those it has.
    pub fn close_requests(&self) {
        self.0.more.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Waits until the session is idle or over, and returns which.
    pub async fn wait_until_idle(&self) -> Phase {
        let mut phase = self.0.phase.subscribe();
        let reached = phase.wait_for(|it| *it != Phase::Working).await;
        reached.map_or(Phase::Over, |it| *it)
    }

    /// What the session is doing now.
    pub fn phase(&self) -> Phase {
        *self.0.phase.borrow()
    }

    /// Waits until the session is over, that is, until it writes nothing more.
    pub async fn wait_until_over(&self) {
        let _ = self.0.phase.subscribe().wait_for(|it| *it == Phase::Over).await;
    }

    /// Waits until the session is over, and returns its result.
    ///
    /// # Errors
    /// An error that the agents cannot correct, of the desktop, the log or the settings.
    pub async fn outcome(&self) -> Result<Arc<SessionOutcome>, SessionError> {
        let mut outcome = self.0.outcome.clone();
        let ended = outcome.wait_for(Option::is_some).await;
        ended.ok().and_then(|it| it.clone()).unwrap_or_else(|| Err(SessionError::broken()))
    }
}
