//! The questions of a session. The first answer counts; a later one is told that it came late.

use super::People;
use crate::keep_rule;
use async_trait::async_trait;
use deskpilot_agent::{Confirmation, User, UserAbsent};
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

/// What somebody says to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// An answer to each question, in their order.
    Answers(Vec<String>),
    /// A yes or a no.
    Consent(Consent),
    /// The desktop is the agent's again.
    HandBack,
}

/// Why a reply was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// Somebody was faster.
    #[error("question {id} is answered already, by {by}")]
    Late {
        /// The question.
        id: QuestionId,
        /// Who was faster.
        by: String,
    },
    /// It was never asked, or it is no longer.
    #[error("question {0} is not open")]
    NotOpen(QuestionId),
    /// It does not answer what is asked; what would.
    #[error("{0}")]
    Unfit(String),
}

/// How a question went away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closed {
    /// It was answered, by this one.
    Answered(String),
    /// Nobody was there, or nobody answered in time.
    Unanswered,
    /// The session did not wait on: it was stopped, or a person took over.
    Withdrawn,
}

/// What is shown of the questions of a session.
#[derive(Clone, Debug, Default)]
struct Shown {
    /// Counts how often a question was shown.
    turn: u64,
    open: Option<OpenQuestion>,
    closed: Option<Closed>,
}

/// Where questions are put up and answered.
pub(crate) struct Board {
    state: Mutex<State>,
    shown: watch::Sender<Shown>,
    /// The file of the rules that an "always" makes.
    rules: Option<PathBuf>,
}

#[derive(Default)]
struct State {
    /// What was said and is not yet taken by the session: an answer that was accepted is never lost.
    accepted: Option<(QuestionId, Reply)>,
    answered: Vec<(QuestionId, String)>,
}

impl Board {
    pub(crate) fn new(rules: Option<PathBuf>) -> Arc<Board> {
        Arc::new(Board { state: Mutex::default(), shown: watch::Sender::default(), rules })
    }

    /// Takes what somebody says to a question, if it is the first to fit.
    pub(crate) fn answer(&self, id: QuestionId, reply: Reply, by: &str) -> Result<(), AnswerError> {
        let mut state = self.state();
        let open = self.shown.borrow().open.clone();
        let Some(question) = open.filter(|it| it.id == id) else {
            let before = state.answered.iter().find(|(known, _)| *known == id);
            return Err(match before {
                Some((id, by)) => AnswerError::Late { id: *id, by: by.clone() },
                None => AnswerError::NotOpen(id),
            });
        };
        self.check(&question, &reply)?;
        state.accepted = Some((id, reply));
        state.answered.push((id, by.to_owned()));
        self.close(Closed::Answered(by.to_owned()));
        Ok(())
    }

    /// Who waits for questions, and sees each that is open or will be.
    pub(crate) fn watch(&self) -> QuestionWatch {
        QuestionWatch { shown: self.shown.subscribe(), seen: 0 }
    }

    pub(crate) fn open(&self) -> Option<OpenQuestion> {
        self.shown.borrow().open.clone()
    }

    /// Whether the reply answers what is asked. Where it makes a rule, the rule is kept here: what was accepted holds.
    fn check(&self, question: &OpenQuestion, reply: &Reply) -> Result<(), AnswerError> {
        let unfit = |why: &str| Err(AnswerError::Unfit(why.to_owned()));
        let QuestionKind::Consent { waiting, .. } = &question.wants else {
            return match (&question.wants, reply) {
                (QuestionKind::Answers(asked), Reply::Answers(said)) if asked.len() == said.len() => Ok(()),
                (QuestionKind::Answers(asked), _) => {
                    unfit(&format!("it wants {} answers, one for each question", asked.len()))
                }
                (QuestionKind::HandBack(_), Reply::HandBack) => Ok(()),
                (QuestionKind::HandBack(_) | QuestionKind::Consent { .. }, _) => {
                    unfit("it waits for the desktop")
                }
            };
        };
        let rule = waiting.grounds.as_ref().and_then(|it| it.rule.as_deref());
        match (reply, rule, &self.rules) {
            (Reply::Consent(Consent::Session | Consent::Always), None, _) => {
                unfit("there is no rule for its equals")
            }
            (Reply::Consent(Consent::Always), Some(_), None) => unfit("there is no file for rules"),
            (Reply::Consent(Consent::Always), Some(rule), Some(file)) => {
                keep_rule(file, rule).map_err(|error| AnswerError::Unfit(format!("{error:#}")))
            }
            (Reply::Consent(Consent::Unanswered(_)), ..) => unfit("say yes or no"),
            (Reply::Consent(_), ..) => Ok(()),
            (Reply::Answers(_) | Reply::HandBack, ..) => unfit("it wants a yes or a no"),
        }
    }

    fn show(&self, question: OpenQuestion) {
        self.shown.send_modify(|shown| {
            let turn = shown.turn + 1;
            *shown = Shown { turn, open: Some(question), closed: None };
        });
    }

    fn close(&self, how: Closed) {
        self.shown.send_modify(|shown| {
            shown.open = None;
            shown.closed = Some(how);
        });
    }

    fn take(&self, id: QuestionId) -> Option<Reply> {
        self.state().accepted.take_if(|(known, _)| *known == id).map(|(_, reply)| reply)
    }

    /// Takes the question down, unless it was answered at this very moment.
    fn give_up(&self, id: QuestionId) -> Option<Reply> {
        let mut state = self.state();
        let said = state.accepted.take_if(|(known, _)| *known == id);
        if said.is_none() {
            self.close(Closed::Unanswered);
        }
        said.map(|(_, reply)| reply)
    }

    /// What is said to the question, as soon as somebody says it.
    async fn accepted(&self, id: QuestionId) -> Reply {
        let mut shown = self.shown.subscribe();
        loop {
            if let Some(reply) = self.take(id) {
                return reply;
            }
            // The sender is this value's own: it does not end.
            let _ = shown.changed().await;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sees each question of a session once, as it is put up.
pub struct QuestionWatch {
    shown: watch::Receiver<Shown>,
    seen: u64,
}

impl QuestionWatch {
    /// The next question, as soon as one is open; `None` when the session is over.
    pub async fn next(&mut self) -> Option<OpenQuestion> {
        let seen = self.seen;
        let shown = self.shown.wait_for(|it| it.turn > seen && it.open.is_some()).await.ok()?;
        let (turn, open) = (shown.turn, shown.open.clone());
        drop(shown);
        self.seen = turn;
        open
    }

    /// How the question that was seen last went away, as soon as it has.
    pub async fn closed(&mut self) -> Closed {
        let seen = self.seen;
        let gone = self.shown.wait_for(|it| it.turn != seen || it.open.is_none()).await;
        gone.ok().and_then(|it| it.closed.clone()).unwrap_or(Closed::Withdrawn)
    }
}

/// The user of a session whose questions stand on a board.
pub(crate) struct Asker {
    pub(crate) board: Arc<Board>,
    pub(crate) people: People,
    /// How long a question stands there.
    pub(crate) patience: Duration,
}

impl Asker {
    async fn reply(&self, id: QuestionId, wants: QuestionKind) -> Result<Reply, UserAbsent> {
        // Somebody answered, and a person took over before the session heard it.
        if let Some(reply) = self.board.take(id) {
            return Ok(reply);
        }
        self.board.show(OpenQuestion { id, wants });
        let standing = Standing(&self.board, id);
        let reply = tokio::select! {
            biased;
            reply = self.board.accepted(id) => Ok(reply),
            () = self.people.gone() => Err(UserAbsent),
            () = sleep(self.patience) => Err(UserAbsent),
        };
        let reply = reply.or_else(|absent| self.board.give_up(id).ok_or(absent));
        drop(standing);
        reply
    }
}

/// A question stands on the board until this is dropped, be it that nobody waits for the answer any more.
struct Standing<'b>(&'b Board, QuestionId);

impl Drop for Standing<'_> {
    fn drop(&mut self) {
        let Standing(board, id) = self;
        // Under the lock of those who answer: none is told that it was heard when it was not.
        let _state = board.state();
        if board.open().is_some_and(|it| it.id == *id) {
            board.close(Closed::Withdrawn);
        }
    }
}

#[async_trait]
impl User for Asker {
    async fn ask(&mut self, id: QuestionId, questions: &[Question]) -> Result<Vec<Answer>, UserAbsent> {
        match self.reply(id, QuestionKind::Answers(questions.to_vec())).await? {
            Reply::Answers(said) => {
                let answer =
                    |(question, answer): (&Question, String)| Answer { question: question.0.clone(), answer };
                Ok(questions.iter().zip(said).map(answer).collect())
            }
            Reply::Consent(_) | Reply::HandBack => Err(UserAbsent),
        }
    }

    async fn confirm(&mut self, asked: &Confirmation<'_>) -> Result<Consent, UserAbsent> {
        let wants =
            QuestionKind::Consent { agent: asked.agent.clone(), waiting: Box::new(asked.waiting.clone()) };
        match self.reply(asked.id, wants).await? {
            Reply::Consent(consent) => Ok(consent),
            Reply::Answers(_) | Reply::HandBack => Err(UserAbsent),
        }
    }

    async fn hand_back(&mut self, id: QuestionId, cause: &PauseCause) -> Result<(), UserAbsent> {
        self.reply(id, QuestionKind::HandBack(cause.clone())).await.map(drop)
    }
}
