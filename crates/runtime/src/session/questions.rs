//! The questions of a session. The first answer counts; later ones are rejected and learn who was first.

use super::Respondents;
use crate::{ConsentOrigin, add_rule, control::Reply, with_causes};
use async_trait::async_trait;
use deskpilot_agent::{Confirmation, User, UserAbsent, UserReply};
use deskpilot_core::{
    Answer, Consent, PauseCause, Question, Rule,
    fold::{OpenQuestion, QuestionId, QuestionKind},
};
use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::Poll,
    time::Duration,
};
use tokio::{sync::watch, time::sleep};

/// The name under which the terminal of a session answers.
pub const TERMINAL: &str = "the terminal";

/// Why a reply was rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// Somebody answered first.
    #[error("question {id} is answered already, by {by}")]
    Late {
        /// The question.
        id: QuestionId,
        /// Who answered it.
        by: String,
    },
    /// The question was never asked, or is no longer open.
    #[error("question {0} is not open")]
    NotOpen(QuestionId),
    /// The reply does not fit the question; the text says what would.
    #[error("{0}")]
    Unfit(String),
}

/// How a question ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionOutcome {
    /// This person or program answered it.
    Answered(String),
    /// Nobody who could answer was present, or nobody answered in time.
    Unanswered,
    /// The session no longer waits: it was stopped, or a person took the desktop.
    Withdrawn,
}

/// What watchers see of the board.
#[derive(Clone, Debug, Default)]
struct BoardView {
    /// The number of questions shown so far.
    shown: u64,
    open: Option<OpenQuestion>,
    last_outcome: Option<QuestionOutcome>,
}

/// Shows the open question of a session and takes the first fitting reply.
pub(crate) struct QuestionBoard {
    replies: Mutex<Replies>,
    view: watch::Sender<BoardView>,
    /// The policy file that takes the rule when somebody answers "always".
    rules: Option<PathBuf>,
    /// The folder of the task's log, which the rule names as where it comes from.
    folder: PathBuf,
}

#[derive(Default)]
struct Replies {
    /// A reply that was accepted and that the session has not yet taken. It is never lost.
    accepted: Option<AcceptedReply>,
    /// Who gives the reply whose rule is being written. Meanwhile no one else can answer, and the session waits.
    deciding: Option<(QuestionId, String)>,
    /// Who answered which question.
    answered: Vec<(QuestionId, String)>,
}

/// A reply that answers a question, and who gave it.
struct AcceptedReply {
    id: QuestionId,
    reply: Reply,
    by: String,
}

impl QuestionBoard {
    pub(crate) fn new(rules: Option<PathBuf>, folder: PathBuf) -> Arc<QuestionBoard> {
        Arc::new(QuestionBoard { replies: Mutex::default(), view: watch::Sender::default(), rules, folder })
    }

    /// Accepts a reply if it is the first that fits the open question. An "always" has its rule written before, so that an accepted
    /// reply is in force.
    pub(crate) fn answer(&self, id: QuestionId, reply: Reply, by: &str) -> Result<(), AnswerError> {
        let rule = self.reserve(id, &reply, by)?;
        let reserved = Reservation(self);
        // Without the lock: the reservation keeps others out, also where the disk is slow.
        if let (Some(rule), Some(file)) = (rule, &self.rules) {
            let given = ConsentOrigin::now(&self.folder, id, by);
            add_rule(file, &rule, &given).map_err(|error| AnswerError::Unfit(with_causes(&error)))?;
        }
        reserved.accept(AcceptedReply { id, reply, by: by.to_owned() })
    }

    /// Checks that a reply fits the open question and is the first, and keeps others from answering meanwhile. Returns the
    /// rule that the reply puts in force.
    fn reserve(&self, id: QuestionId, reply: &Reply, by: &str) -> Result<Option<Rule>, AnswerError> {
        let mut replies = self.replies();
        if let Some((id, by)) = replies.answered.iter().find(|(known, _)| *known == id) {
            return Err(AnswerError::Late { id: *id, by: by.clone() });
        }
        if let Some((_, by)) = replies.deciding.as_ref().filter(|(deciding, _)| *deciding == id) {
            return Err(AnswerError::Unfit(format!(
                "{by} is answering it at this moment: look whether it is still open"
            )));
        }
        let open = self.open().filter(|it| it.id == id).ok_or(AnswerError::NotOpen(id))?;
        let rule = self.rule_of(&open, reply)?;
        replies.deciding = Some((id, by.to_owned()));
        Ok(rule)
    }

    /// A watch that returns the open question and each later one.
    pub(crate) fn watch(&self) -> QuestionWatch {
        QuestionWatch { view: self.view.subscribe(), seen: 0 }
    }

    pub(crate) fn open(&self) -> Option<OpenQuestion> {
        self.view.borrow().open.clone()
    }

    /// The rule that a reply puts in force, if any; an error if the reply does not fit the question.
    fn rule_of(&self, question: &OpenQuestion, reply: &Reply) -> Result<Option<Rule>, AnswerError> {
        let unfit = |why: &str| Err(AnswerError::Unfit(why.to_owned()));
        let QuestionKind::Consent { waiting, .. } = &question.wants else {
            return match (&question.wants, reply) {
                (QuestionKind::Answers(asked), Reply::Answers(answers)) if asked.len() == answers.len() => {
                    Ok(None)
                }
                (QuestionKind::Answers(asked), _) => {
                    unfit(&format!("{} answers are needed, one for each question", asked.len()))
                }
                (QuestionKind::HandBack(_), Reply::HandBack) => Ok(None),
                (QuestionKind::HandBack(_) | QuestionKind::Consent { .. }, _) => {
                    unfit("the session waits for the desktop to be handed back")
                }
            };
        };
        let rule = waiting.grounds.as_ref().and_then(|it| it.rule.as_deref());
        match (reply, rule, &self.rules) {
            (Reply::Consent(Consent::Session | Consent::Always), None, _) => {
                unfit("no rule can allow the same action again: say yes to this one only")
            }
            (Reply::Consent(Consent::Always), Some(_), None) => {
                unfit("there is no policy file to write the rule to: set policy.file")
            }
            (Reply::Consent(Consent::Always), Some(rule), Some(_)) => Ok(Some(rule.clone())),
            (Reply::Consent(Consent::Unanswered(_)), ..) => unfit("say yes or no"),
            (Reply::Consent(_), ..) => Ok(None),
            (Reply::Answers(_) | Reply::HandBack, ..) => unfit("the session waits for an approval: y or n"),
        }
    }

    fn show(&self, question: OpenQuestion) {
        self.view.send_modify(|view| {
            let shown = view.shown + 1;
            *view = BoardView { shown, open: Some(question), last_outcome: None };
        });
    }

    fn close(&self, outcome: QuestionOutcome) {
        self.view.send_modify(|view| {
            view.open = None;
            view.last_outcome = Some(outcome);
        });
    }

    fn take(&self, id: QuestionId) -> Option<AcceptedReply> {
        self.replies().accepted.take_if(|it| it.id == id)
    }

    /// Closes the question unless a reply was accepted at this moment, or is as soon as its rule is written.
    async fn give_up(&self, id: QuestionId) -> Option<AcceptedReply> {
        let mut view = self.view.subscribe();
        loop {
            if let Poll::Ready(accepted) = self.try_give_up(id) {
                return accepted;
            }
            // The wait cannot fail: this value owns the sender.
            let _ = view.changed().await;
        }
    }

    /// The same, pending while the rule of a reply is written. Looks and closes under one lock, so that nobody begins to answer a
    /// question that is given up.
    fn try_give_up(&self, id: QuestionId) -> Poll<Option<AcceptedReply>> {
        let mut replies = self.replies();
        if replies.deciding.as_ref().is_some_and(|(deciding, _)| *deciding == id) {
            return Poll::Pending;
        }
        let accepted = replies.accepted.take_if(|it| it.id == id);
        if accepted.is_none() {
            self.close(QuestionOutcome::Unanswered);
        }
        Poll::Ready(accepted)
    }

    /// Waits for the reply to the question.
    async fn accepted(&self, id: QuestionId) -> AcceptedReply {
        let mut view = self.view.subscribe();
        loop {
            if let Some(reply) = self.take(id) {
                return reply;
            }
            // The wait cannot fail: this value owns the sender.
            let _ = view.changed().await;
        }
    }

    fn replies(&self) -> MutexGuard<'_, Replies> {
        self.replies.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keeps others from answering the open question until it is dropped.
struct Reservation<'b>(&'b QuestionBoard);

impl Reservation<'_> {
    /// Accepts the reply, unless the session has withdrawn the question meanwhile.
    fn accept(self, reply: AcceptedReply) -> Result<(), AnswerError> {
        let Reservation(board) = self;
        let mut replies = board.replies();
        if board.open().is_none_or(|it| it.id != reply.id) {
            return Err(AnswerError::NotOpen(reply.id));
        }
        replies.answered.push((reply.id, reply.by.clone()));
        // Still under the lock: a task that this wakes takes the lock, and so finds the reply that is set
        // below.
        board.close(QuestionOutcome::Answered(reply.by.clone()));
        replies.accepted = Some(reply);
        Ok(())
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        self.0.replies().deciding = None;
        // Wakes a session that waits for the reply.
        self.0.view.send_modify(|_| {});
    }
}

/// Returns each question of a session once, as it is asked.
pub struct QuestionWatch {
    view: watch::Receiver<BoardView>,
    /// The number of questions shown when the last one was returned.
    seen: u64,
}

impl QuestionWatch {
    /// The next question, as soon as one is open; `None` when the session is over.
    pub async fn next(&mut self) -> Option<OpenQuestion> {
        let seen = self.seen;
        let view = self.view.wait_for(|it| it.shown > seen && it.open.is_some()).await.ok()?;
        let (shown, open) = (view.shown, view.open.clone());
        drop(view);
        self.seen = shown;
        open
    }

    /// Waits until the last returned question ends, and returns how it did.
    pub async fn outcome(&mut self) -> QuestionOutcome {
        let seen = self.seen;
        let ended = self.view.wait_for(|it| it.shown != seen || it.open.is_none()).await;
        ended.ok().and_then(|it| it.last_outcome.clone()).unwrap_or(QuestionOutcome::Withdrawn)
    }

    /// Waits until the question of this number is not open, whichever was returned last.
    pub async fn closed(&mut self, id: QuestionId) {
        // The session is over if its board is gone.
        let _ = self.view.wait_for(|it| it.open.as_ref().is_none_or(|open| open.id != id)).await;
    }
}

/// The session's user: asks by way of the board.
pub(crate) struct BoardUser {
    pub(crate) board: Arc<QuestionBoard>,
    pub(crate) respondents: Respondents,
    /// How long a question stays open.
    pub(crate) patience: Duration,
}

impl BoardUser {
    async fn reply(&self, id: QuestionId, wants: QuestionKind) -> Result<AcceptedReply, UserAbsent> {
        // Somebody answered before, and a person took the desktop before the session got the reply.
        if let Some(reply) = self.board.take(id) {
            return Ok(reply);
        }
        self.board.show(OpenQuestion { id, wants });
        let guard = OpenQuestionGuard(&self.board, id);
        let reply = tokio::select! {
            // A reply comes first: one that arrives at the deadline, or as the last respondent leaves, still
            // counts.
            biased;
            reply = self.board.accepted(id) => Ok(reply),
            () = self.respondents.all_left() => Err(UserAbsent),
            () = sleep(self.patience) => Err(UserAbsent),
        };
        let reply = match reply {
            Err(absent) => self.board.give_up(id).await.ok_or(absent),
            reply => reply,
        };
        drop(guard);
        reply
    }
}

/// Closes the question when it is dropped, also if the session stops waiting for the reply.
struct OpenQuestionGuard<'b>(&'b QuestionBoard, QuestionId);

impl Drop for OpenQuestionGuard<'_> {
    fn drop(&mut self) {
        let OpenQuestionGuard(board, id) = self;
        // Holds the lock that `answer` takes, so that it accepts no reply that the session would not get.
        let _replies = board.replies();
        if board.open().is_some_and(|it| it.id == *id) {
            board.close(QuestionOutcome::Withdrawn);
        }
    }
}

#[async_trait]
impl User for BoardUser {
    async fn ask(
        &mut self,
        id: QuestionId,
        questions: &[Question],
    ) -> Result<UserReply<Vec<Answer>>, UserAbsent> {
        let AcceptedReply { reply, by, .. } =
            self.reply(id, QuestionKind::Answers(questions.to_vec())).await?;
        let Reply::Answers(answers) = reply else { return Err(UserAbsent) };
        let answer =
            |(question, answer): (&Question, String)| Answer { question: question.0.clone(), answer };
        Ok(UserReply { content: questions.iter().zip(answers).map(answer).collect(), by: Some(by) })
    }

    async fn confirm(&mut self, asked: &Confirmation<'_>) -> Result<UserReply<Consent>, UserAbsent> {
        let wants =
            QuestionKind::Consent { agent: asked.agent.clone(), waiting: Box::new(asked.waiting.clone()) };
        let AcceptedReply { reply, by, .. } = self.reply(asked.id, wants).await?;
        let Reply::Consent(consent) = reply else { return Err(UserAbsent) };
        Ok(UserReply { content: consent, by: Some(by) })
    }

    async fn hand_back(&mut self, id: QuestionId, cause: &PauseCause) -> Result<(), UserAbsent> {
        self.reply(id, QuestionKind::HandBack(cause.clone())).await.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{future::poll_fn, pin::pin};

    const ID: QuestionId = QuestionId(1);

    /// A board that shows one question.
    fn board() -> Arc<QuestionBoard> {
        let board = QuestionBoard::new(None, PathBuf::new());
        let wants = QuestionKind::Answers(vec![Question("Tea or coffee?".into())]);
        board.show(OpenQuestion { id: ID, wants });
        board
    }

    fn reply(text: &str) -> Reply {
        Reply::Answers(vec![text.to_owned()])
    }

    #[tokio::test]
    async fn while_a_rule_is_written_nobody_else_answers_and_the_session_waits_for_the_reply() {
        let board = board();
        board.reserve(ID, &reply("tea"), "one").unwrap();
        let reserved = Reservation(&board);
        let other = board.answer(ID, reply("coffee"), "other").unwrap_err();
        assert!(matches!(&other, AnswerError::Unfit(why) if why.starts_with("one is answering")), "{other}");
        let mut given_up = pin!(board.give_up(ID));
        let is_waiting = poll_fn(|context| Poll::Ready(given_up.as_mut().poll(context).is_pending())).await;
        assert!(is_waiting && board.open().is_some());
        reserved.accept(AcceptedReply { id: ID, reply: reply("tea"), by: "one".into() }).unwrap();
        assert_eq!(given_up.await.map(|it| it.by).as_deref(), Some("one"));
        assert_eq!(
            board.answer(ID, reply("coffee"), "other"),
            Err(AnswerError::Late { id: ID, by: "one".into() })
        );
    }

    #[tokio::test]
    async fn a_rule_that_cannot_be_written_leaves_the_question_open() {
        let board = board();
        board.reserve(ID, &reply("tea"), "one").unwrap();
        drop(Reservation(&board));
        board.answer(ID, reply("coffee"), "other").unwrap();
        assert_eq!(board.give_up(ID).await.map(|it| it.by).as_deref(), Some("other"));
    }

    #[tokio::test]
    async fn a_question_that_is_answered_or_was_never_asked_is_closed() {
        let board = board();
        board.watch().closed(QuestionId(2)).await;
        let mut watch = board.watch();
        let mut closed = pin!(watch.closed(ID));
        let is_open = poll_fn(|context| Poll::Ready(closed.as_mut().poll(context).is_pending())).await;
        assert!(is_open);
        board.answer(ID, reply("tea"), "one").unwrap();
        closed.await;
    }
}
