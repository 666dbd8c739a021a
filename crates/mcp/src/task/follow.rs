//! Follows a task for one call: tells its steps, has its questions answered, and replies when it has ended, waits or takes too long.

use super::{
    form_request::show_form,
    progress::Progress,
    question::{form, reply_of_form},
    report::TaskReport,
};
use crate::{
    client::{STOPPING, respondent},
    client_task::ClientTask,
    open_forms::OpenForms,
    protocol::QuestionWay,
    tool_error::ToolError,
};
use deskpilot_core::fold::{OpenQuestion, QuestionKind};
use deskpilot_runtime::{AnswerError, QuestionWatch};
use rmcp::{
    RoleServer,
    model::{
        CallToolResponse, CallToolResult, ElicitRequest, ElicitResult, InputRequest, InputRequests,
        InputRequiredResult, InputResponses,
    },
    service::RequestContext,
};
use std::future::pending;
use tokio::time::{Instant, sleep_until, timeout};

/// What becomes of the task when the client cancels the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cancellation {
    /// It is stopped, and can be resumed.
    StopsTask,
    /// It goes on.
    LeavesTask,
}

/// One call that follows a task.
pub(crate) struct Follow<'c> {
    pub(crate) task: &'c ClientTask,
    pub(crate) context: &'c RequestContext<RoleServer>,
    /// The forms that the client shows.
    pub(crate) forms: &'c OpenForms,
    /// The number of the first entry that it tells.
    pub(crate) from: u64,
    /// When it replies at the latest; `None` for never.
    pub(crate) deadline: Option<Instant>,
    pub(crate) cancellation: Cancellation,
}

/// How a question went.
enum Asked {
    /// It is answered, or is no longer open.
    Settled,
    /// It stays open.
    Open,
    /// The result of the call asks it.
    ByResult(Box<InputRequiredResult>),
}

impl Follow<'_> {
    /// Follows the task to the reply of the call.
    ///
    /// # Errors
    /// The task broke off, or its log cannot be read.
    pub(crate) async fn reply(&self) -> Result<CallToolResponse, ToolError> {
        let handle = self.task.handle();
        let (mut events, mut questions) = (handle.events(self.from), handle.questions());
        let mut progress = Progress::of(self.context);
        loop {
            tokio::select! {
                biased;
                () = self.context.ct.cancelled() => return self.cancelled().await,
                () = until(self.deadline) => return self.report().await,
                entry = events.next() => match entry? {
                    Some(entry) => progress.show(&entry).await,
                    None => return self.ended().await,
                },
                Some(question) = questions.next() => match self.ask(&question, &mut questions).await {
                    Asked::Settled => {}
                    Asked::Open => return self.report().await,
                    Asked::ByResult(asks) => return Ok((*asks).into()),
                },
            }
        }
    }

    async fn report(&self) -> Result<CallToolResponse, ToolError> {
        Ok(CallToolResult::structured(TaskReport::of(self.task).await?.value()).into())
    }

    /// The reply of a task that is over. What ended it before it could write its log is an error of the call.
    async fn ended(&self) -> Result<CallToolResponse, ToolError> {
        self.task.handle().outcome().await?;
        self.report().await
    }

    async fn cancelled(&self) -> Result<CallToolResponse, ToolError> {
        if self.cancellation == Cancellation::StopsTask {
            let handle = self.task.handle();
            handle.stop();
            // The report says what it still does if it does not stop in time.
            let _ = timeout(STOPPING, handle.wait_until_over()).await;
        }
        self.report().await
    }

    async fn ask(&self, question: &OpenQuestion, watch: &mut QuestionWatch) -> Asked {
        // A person took the desktop, and hands it back themselves.
        if matches!(question.wants, QuestionKind::HandBack(_)) {
            return Asked::Settled;
        }
        match QuestionWay::of(self.context) {
            QuestionWay::None => Asked::Open,
            QuestionWay::Result => self.by_result(question),
            QuestionWay::Request => self.by_request(question, watch).await,
        }
    }

    async fn by_request(&self, question: &OpenQuestion, watch: &mut QuestionWatch) -> Asked {
        // A client that cannot ask after all has the question in the result.
        let shown = show_form(self.forms, self.task.handle(), question, self.context).await;
        let Some(gone) = shown else { return Asked::Open };
        tokio::select! {
            biased;
            _ = watch.outcome() => Asked::Settled,
            () = self.context.ct.cancelled() => Asked::Settled,
            // The form stays on the screen, and its answer counts.
            () = until(self.deadline) => Asked::Open,
            () = gone.cancelled() => Asked::Open,
        }
    }

    fn by_result(&self, question: &OpenQuestion) -> Asked {
        let Some(form) = form(question) else { return Asked::Open };
        let asked = InputRequest::Elicitation(ElicitRequest::new(form));
        let requests = InputRequests::from([(key(question), asked)]);
        let state = self.task.name().to_owned();
        Asked::ByResult(Box::new(InputRequiredResult::new(Some(requests), Some(state))))
    }

    /// Takes what the person answered to a question in the result of an earlier call. Whether the question stays open.
    pub(crate) fn take(&self, responses: &InputResponses) -> bool {
        let Some(question) = self.task.handle().question() else { return false };
        let Some(response) = responses.get(&key(&question)) else { return false };
        let filled: Option<ElicitResult> = serde_json::from_value(response.clone()).ok();
        let Some(reply) = filled.and_then(|it| reply_of_form(&question, &it)) else { return true };
        match self.task.handle().answer(question.id, reply, &respondent(self.context)) {
            // Somebody else was faster, or the session no longer asks.
            Ok(()) | Err(AnswerError::Late { .. } | AnswerError::NotOpen(_)) => false,
            Err(AnswerError::Unfit(_)) => true,
        }
    }
}

/// The key of a question in the result of a call.
fn key(question: &OpenQuestion) -> String {
    format!("question_{}", question.id)
}

async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(at) => sleep_until(at).await,
        None => pending().await,
    }
}
