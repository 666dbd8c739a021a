//! The questions of a session. The first answer counts; later ones are rejected and learn who was first.

use super::Respondents;
use crate::add_rule;
use async_trait::async_trait;
use deskpilot_agent::{Confirmation, User, UserAbsent, UserReply};
use deskpilot_core::{
    Answer, Consent, PauseCause, Question,
    fold::{OpenQuestion, QuestionId, QuestionKind},
};
use serde::{Deserialize, Serialize};
use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{sync::watch, time::sleep};

/// The name under which the terminal of a session answers.
pub const TERMINAL: &str = "the terminal";

/// A reply to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// One answer for each question, in their order.
    Answers(Vec<String>),
    /// Approval or refusal of an operation.
    Consent(Consent),
    /// The agent may have the desktop again.
    HandBack,
}

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
}

#[derive(Default)]
struct Replies {
    /// A reply that was accepted and that the session has not yet taken. It is never lost.
    accepted: Option<AcceptedReply>,
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
    pub(crate) fn new(rules: Option<PathBuf>) -> Arc<QuestionBoard> {
        Arc::new(QuestionBoard { replies: Mutex::default(), view: watch::Sender::default(), rules })
    }

    /// Accepts a reply if it is the first that fits the open question.
    pub(crate) fn answer(&self, id: QuestionId, reply: Reply, by: &str) -> Result<(), AnswerError> {
        let mut replies = self.replies();
        let open = self.open();
        let Some(question) = open.filter(|it| it.id == id) else {
            let before = replies.answered.iter().find(|(known, _)| *known == id);
            return Err(match before {
                Some((id, by)) => AnswerError::Late { id: *id, by: by.clone() },
                None => AnswerError::NotOpen(id),
            });
        };
        self.check(&question, &reply)?;
        replies.accepted = Some(AcceptedReply { id, reply, by: by.to_owned() });
        replies.answered.push((id, by.to_owned()));
        self.close(QuestionOutcome::Answered(by.to_owned()));
        Ok(())
    }

    /// A watch that returns the open question and each later one.
    pub(crate) fn watch(&self) -> QuestionWatch {
        QuestionWatch { view: self.view.subscribe(), seen: 0 }
    }

    pub(crate) fn open(&self) -> Option<OpenQuestion> {
        self.view.borrow().open.clone()
    }

    /// Checks that the reply fits the question. An "always" writes its rule here, so that an accepted reply is in force.
    fn check(&self, question: &OpenQuestion, reply: &Reply) -> Result<(), AnswerError> {
        let unfit = |why: &str| Err(AnswerError::Unfit(why.to_owned()));
        let QuestionKind::Consent { waiting, .. } = &question.wants else {
            return match (&question.wants, reply) {
                (QuestionKind::Answers(asked), Reply::Answers(said)) if asked.len() == said.len() => Ok(()),
                (QuestionKind::Answers(asked), _) => {
                    unfit(&format!("{} answers are needed, one for each question", asked.len()))
                }
                (QuestionKind::HandBack(_), Reply::HandBack) => Ok(()),
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
            (Reply::Consent(Consent::Always), Some(rule), Some(file)) => {
                add_rule(file, rule).map_err(|error| AnswerError::Unfit(format!("{error:#}")))
            }
            (Reply::Consent(Consent::Unanswered(_)), ..) => unfit("say yes or no"),
            (Reply::Consent(_), ..) => Ok(()),
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

    /// Closes the question unless a reply was accepted at this moment.
    fn give_up(&self, id: QuestionId) -> Option<AcceptedReply> {
        let mut replies = self.replies();
        let accepted = replies.accepted.take_if(|it| it.id == id);
        if accepted.is_none() {
            self.close(QuestionOutcome::Unanswered);
        }
        accepted
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
            biased;
            reply = self.board.accepted(id) => Ok(reply),
            () = self.respondents.all_left() => Err(UserAbsent),
            () = sleep(self.patience) => Err(UserAbsent),
        };
        let reply = reply.or_else(|absent| self.board.give_up(id).ok_or(absent));
        drop(guard);
        reply
    }
}

/// Closes the question when it is dropped, also if the session stops waiting for the reply.
struct OpenQuestionGuard<'b>(&'b QuestionBoard, QuestionId);

impl Drop for OpenQuestionGuard<'_> {
    fn drop(&mut self) {
        let OpenQuestionGuard(board, id) = self;
        // Holds the lock that `answer` takes: no reply is accepted that the session will not get.
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
