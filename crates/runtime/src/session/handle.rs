//! The handle of a session that is under way: whoever holds one watches it, steers it, and answers its questions.

use super::{
    AnswerError, Attendance, Events, Outcome, People, Phase, QuestionWatch, Reply, SessionError, feed::Feed,
    questions::Board,
};
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

/// One session under way. Cheap to clone; the session goes on when all handles are gone.
#[derive(Clone)]
pub struct SessionHandle(pub(super) Arc<Live>);

/// What is known of a session from outside.
pub(super) struct Live {
    pub(super) task: String,
    pub(super) folder: PathBuf,
    pub(super) control: SessionControl,
    pub(super) feed: Arc<Feed>,
    pub(super) board: Arc<Board>,
    pub(super) people: People,
    pub(super) more: Mutex<Option<mpsc::Sender<String>>>,
    pub(super) phase: watch::Sender<Phase>,
    pub(super) outcome: watch::Receiver<Option<Result<Arc<Outcome>, SessionError>>>,
}

impl SessionHandle {
    /// The name of its task.
    pub fn task(&self) -> &str {
        &self.0.task
    }

    /// The folder of its task: the log and what belongs to it.
    pub fn folder(&self) -> &Path {
        &self.0.folder
    }

    /// Its entries from this number on: first those that there are, then each as it is written. Any number of joiners may
    /// read at once, each at its own pace.
    pub fn events(&self, from: u64) -> Events {
        self.0.feed.join(from)
    }

    /// The number that the next entry will have.
    pub fn written(&self) -> u64 {
        self.0.feed.next()
    }

    /// Stops it where it stands; it can be resumed.
    pub fn stop(&self) {
        self.0.control.stop();
    }

    /// Takes the desktop from it at once.
    pub fn pause(&self) {
        self.0.control.pause(PauseCause::Asked);
    }

    /// Gives the desktop back to it.
    pub fn hand_back(&self) {
        self.0.control.hand_back();
    }

    /// Somebody is there who could answer, as long as the value lives.
    pub fn attend(&self) -> Attendance {
        self.0.people.attend()
    }

    /// The question that is open now.
    pub fn question(&self) -> Option<OpenQuestion> {
        self.0.board.open()
    }

    /// Its questions, each as it is put up.
    pub fn questions(&self) -> QuestionWatch {
        self.0.board.watch()
    }

    /// Answers a question in this one's name, such as `the terminal`.
    ///
    /// # Errors
    /// Somebody was faster, the question is not open, or this is no answer to it.
    pub fn answer(&self, id: QuestionId, reply: Reply, by: &str) -> Result<(), AnswerError> {
        self.0.board.answer(id, reply, by)
    }

    /// Asks for one thing more; `false` where the session takes no further requests, or has too many.
    pub fn request(&self, request: String) -> bool {
        let more = self.0.more.lock().unwrap_or_else(PoisonError::into_inner);
        let is_taken = more.as_ref().is_some_and(|it| it.try_send(request).is_ok());
        if is_taken {
            self.0.phase.send_if_modified(|phase| {
                let was_idle = *phase == Phase::Idle;
                if was_idle {
                    *phase = Phase::Working;
                }
                was_idle
            });
        }
        is_taken
    }

    /// There is no further request: the session ends when it has done what it was asked for.
    pub fn no_more_requests(&self) {
        self.0.more.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Returns when it waits for a further request, or is over, and says which.
    pub async fn rests(&self) -> Phase {
        let mut phase = self.0.phase.subscribe();
        let rests = phase.wait_for(|it| *it != Phase::Working).await;
        rests.map_or(Phase::Over, |it| *it)
    }

    /// What it is at now.
    pub fn phase(&self) -> Phase {
        *self.0.phase.borrow()
    }

    /// Returns when it is over: nothing more is written then.
    pub async fn ends(&self) {
        let _ = self.0.phase.subscribe().wait_for(|it| *it == Phase::Over).await;
    }

    /// What came of it, when it is over.
    ///
    /// # Errors
    /// Something went wrong that is not the agents' to mend: the desktop, the log, a setting.
    pub async fn outcome(&self) -> Result<Arc<Outcome>, SessionError> {
        let mut outcome = self.0.outcome.clone();
        let ended = outcome.wait_for(Option::is_some).await;
        ended.ok().and_then(|it| it.clone()).unwrap_or_else(|| Err(SessionError::broken()))
    }
}
