//! Has the person at the client answer a question of a session: by a request while the call waits, or by the result of the call.

use super::{
    form_request::show_form,
    question::{form, reply_of_form},
};
use crate::{client::respondent, open_forms::OpenForms, protocol::QuestionWay};
use deskpilot_core::fold::OpenQuestion;
use deskpilot_runtime::{AnswerError, QuestionWatch, SessionHandle};
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
    /// The forms that the client shows.
    pub(crate) forms: &'c OpenForms,
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
    pub(crate) async fn ask(&self, question: &OpenQuestion, watch: &mut QuestionWatch) -> Asked {
        match QuestionWay::of(self.context) {
            QuestionWay::None => Asked::Open,
            QuestionWay::Result => self.by_result(question),
            QuestionWay::Request => self.by_request(question, watch).await,
        }
    }

    async fn by_request(&self, question: &OpenQuestion, watch: &mut QuestionWatch) -> Asked {
        // A client that cannot ask after all has the question in the result.
        let shown = show_form(self.forms, self.session, question, self.context).await;
        let Some(gone) = shown else { return Asked::Open };
        tokio::select! {
            biased;
            _ = watch.outcome() => Asked::Settled,
            () = self.context.ct.cancelled() => Asked::Settled,
            // The form stays on the screen, and its answer counts.
            () = until(self.deadline) => Asked::Open,
            () = gone.cancelled() => without_form(self.session.question().as_ref(), question),
        }
    }

    fn by_result(&self, question: &OpenQuestion) -> Asked {
        let Some(form) = form(question) else { return Asked::Open };
        let asked = InputRequest::Elicitation(ElicitRequest::new(form));
        let requests = InputRequests::from([(key(question), asked)]);
        Asked::ByResult(Box::new(InputRequiredResult::new(Some(requests), Some(self.state.clone()))))
    }

    /// Takes what the person answered to a question in the result of an earlier call. Whether the question stays open.
    pub(crate) fn take(&self, responses: &InputResponses) -> bool {
        let Some(question) = self.session.question() else { return false };
        let Some(response) = responses.get(&key(&question)) else { return false };
        let filled: Option<ElicitResult> = serde_json::from_value(response.clone()).ok();
        let Some(reply) = filled.and_then(|it| reply_of_form(&question, &it)) else { return true };
        match self.session.answer(question.id, reply, &respondent(self.context)) {
            // Somebody else was faster, or the session no longer asks.
            Ok(()) | Err(AnswerError::Late { .. } | AnswerError::NotOpen(_)) => false,
            Err(AnswerError::Unfit(_)) => true,
        }
    }
}

/// How a question went whose form is gone, by the question that is open now. The end of a question takes its form away as well, and this
/// call can learn of the form first.
fn without_form(open: Option<&OpenQuestion>, question: &OpenQuestion) -> Asked {
    match open {
        Some(open) if open.id == question.id => Asked::Open,
        _ => Asked::Settled,
    }
}

/// The key of a question in the result of a call.
fn key(question: &OpenQuestion) -> String {
    format!("question_{}", question.id)
}

/// Returns at this moment; never for none.
pub(crate) async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(at) => sleep_until(at).await,
        None => pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{
        Question,
        fold::{QuestionId, QuestionKind},
    };

    #[test]
    fn a_form_that_its_questions_end_takes_away_leaves_no_open_question() {
        let question = |id| OpenQuestion {
            id: QuestionId(id),
            wants: QuestionKind::Answers(vec![Question("Tea?".into())]),
        };
        let asked = |open: Option<&OpenQuestion>| without_form(open, &question(1));
        assert!(matches!(asked(None), Asked::Settled), "the task went on, or ended");
        assert!(matches!(asked(Some(&question(2))), Asked::Settled), "it asks something else");
        assert!(matches!(asked(Some(&question(1))), Asked::Open), "the client cannot ask");
    }
}
