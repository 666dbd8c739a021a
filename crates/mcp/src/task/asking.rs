//! Has the person at the client answer a question of a session: by a request while the call waits, or by the result of the call.

use super::question::{form, reply_of_form};
use crate::{client::respondent, protocol::QuestionWay, tool_error::ToolError};
use deskpilot_core::fold::OpenQuestion;
use deskpilot_runtime::{AnswerError, QuestionWatch, Reply, SessionHandle};
use rmcp::{
    RoleServer,
    model::{ElicitRequest, ElicitResult, InputRequest, InputRequests, InputRequiredResult, InputResponses},
    service::RequestContext,
};
use std::future::pending;
use tokio::time::{Instant, sleep_until};

/// How the person at the client is asked for one call.
pub(crate) struct Asking<'c> {
    /// The session that asks.
    pub(crate) session: &'c SessionHandle,
    pub(crate) context: &'c RequestContext<RoleServer>,
    /// Until when the person may take to answer; `None` for as long as the session waits.
    pub(crate) deadline: Option<Instant>,
    /// What the result names, if it asks: the client repeats the call with it.
    pub(crate) state: String,
}

/// How a question went.
pub(crate) enum Asked {
    /// It is answered, or is no longer open.
    Settled,
    /// It stays open.
    Open,
    /// The result of the call asks it.
    ByResult(Box<InputRequiredResult>),
}

impl Asking<'_> {
    /// Asks the question that the watch returned last.
    ///
    /// # Errors
    /// The answer does not fit the question.
    pub(crate) async fn ask(
        &self,
        question: &OpenQuestion,
        watch: &mut QuestionWatch,
    ) -> Result<Asked, ToolError> {
        let reply = match QuestionWay::of(self.context) {
            QuestionWay::None => None,
            QuestionWay::Result => return Ok(self.by_result(question)),
            QuestionWay::Request => tokio::select! {
                biased;
                _ = watch.outcome() => return Ok(Asked::Settled),
                () = self.context.ct.cancelled() => return Ok(Asked::Settled),
                () = until(self.deadline) => None,
                reply = self.by_request(question) => reply,
            },
        };
        match reply {
            Some(reply) => self.answer(question, reply),
            None => Ok(Asked::Open),
        }
    }

    async fn by_request(&self, question: &OpenQuestion) -> Option<Reply> {
        // A client that cannot ask after all has the question in the result.
        let filled = self.context.peer.create_elicitation(form(question)?).await.ok()?;
        reply_of_form(question, &filled)
    }

    fn by_result(&self, question: &OpenQuestion) -> Asked {
        let Some(form) = form(question) else { return Asked::Open };
        let asked = InputRequest::Elicitation(ElicitRequest::new(form));
        let requests = InputRequests::from([(key(question), asked)]);
        Asked::ByResult(Box::new(InputRequiredResult::new(Some(requests), Some(self.state.clone()))))
    }

    /// Takes what the person answered to a question in the result of an earlier call. Whether the question stays open.
    ///
    /// # Errors
    /// The answer does not fit the question.
    pub(crate) fn take(&self, responses: &InputResponses) -> Result<bool, ToolError> {
        let Some(question) = self.session.question() else { return Ok(false) };
        let Some(response) = responses.get(&key(&question)) else { return Ok(false) };
        let filled: Option<ElicitResult> = serde_json::from_value(response.clone()).ok();
        match filled.and_then(|it| reply_of_form(&question, &it)) {
            Some(reply) => Ok(matches!(self.answer(&question, reply)?, Asked::Open)),
            None => Ok(true),
        }
    }

    fn answer(&self, question: &OpenQuestion, reply: Reply) -> Result<Asked, ToolError> {
        match self.session.answer(question.id, reply, &respondent(self.context)) {
            // Somebody else was faster, or the session no longer asks.
            Ok(()) | Err(AnswerError::Late { .. } | AnswerError::NotOpen(_)) => Ok(Asked::Settled),
            Err(unfit @ AnswerError::Unfit(_)) => Err(unfit.into()),
        }
    }
}

/// The key of a question in the result of a call.
fn key(question: &OpenQuestion) -> String {
    format!("question_{}", question.id)
}

/// Returns at this moment; never for none.
pub(super) async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(at) => sleep_until(at).await,
        None => pending().await,
    }
}
