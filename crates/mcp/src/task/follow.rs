//! Follows a task for one call: tells its steps, has its questions answered, and replies when it has ended, waits or takes too long.

use super::{
    asking::{Asked, Asking, until},
    progress::{Progress, ProgressDetail},
    report::TaskReport,
};
use crate::{
    client::STOPPING,
    client_task::ClientTask,
    open_forms::OpenForms,
    sampling::{SampleAnswer, Sampling},
    tool_error::ToolError,
    turns::Turn,
};
use deskpilot_core::fold::{OpenQuestion, QuestionKind};
use deskpilot_runtime::QuestionWatch;
use rmcp::{
    RoleServer,
    model::{CallToolResponse, CallToolResult, InputRequiredResult, InputResponses},
    service::RequestContext,
};
use std::{future::pending, sync::Arc};
use tokio::time::{Instant, timeout};

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

impl Follow<'_> {
    /// Follows the task to the reply of the call.
    ///
    /// # Errors
    /// The task broke off, or its log cannot be read.
    pub(crate) async fn reply(&self) -> Result<CallToolResponse, ToolError> {
        let handle = self.task.handle();
        let (mut events, mut questions) = (handle.events(self.from), handle.questions());
        let mut progress = Progress::of(self.context, ProgressDetail::Steps);
        let mut prompted = 0;
        loop {
            tokio::select! {
                biased;
                () = self.context.ct.cancelled() => return self.cancelled().await,
                () = until(self.deadline) => return self.report().await,
                Some(question) = questions.next() => {
                    progress.catch_up(&mut events, handle.next_seq()).await?;
                    match self.ask(&question, &mut questions).await {
                        Asked::Settled => {}
                        Asked::Open => return self.report().await,
                        Asked::ByResult(asks) => return Ok((*asks).into()),
                    }
                }
                turn = self.next_prompt(prompted) => {
                    prompted = turn.number;
                    progress.catch_up(&mut events, handle.next_seq()).await?;
                    if let Some(asks) = Box::pin(self.sample(&turn)).await {
                        return Ok((*asks).into());
                    }
                }
                entry = events.next() => match entry? {
                    Some(entry) => progress.show(&entry).await,
                    None => return self.ended().await,
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
        self.asking().ask(question, watch).await
    }

    /// The next prompt to the client's own model after the one with this number; never for a task with another model.
    async fn next_prompt(&self, after: u64) -> Arc<Turn<SampleAnswer>> {
        match self.task.sampled() {
            Some(model) => model.next_prompt(after).await,
            None => pending().await,
        }
    }

    /// Has the client's model answer a prompt. Returns the result of the call, if that asks.
    async fn sample(&self, turn: &Arc<Turn<SampleAnswer>>) -> Option<Box<InputRequiredResult>> {
        self.sampling()?.ask(turn).await
    }

    /// Takes what the person, or the client's model, answered to a question in the result of an earlier call. Whether a question to the
    /// person stays open.
    pub(crate) fn take(&self, responses: &InputResponses) -> bool {
        if let Some(sampling) = self.sampling() {
            sampling.take(responses);
        }
        self.asking().take(responses)
    }

    fn sampling(&self) -> Option<Sampling<'_>> {
        let state = self.task.name().to_owned();
        self.task.sampled().map(|model| Sampling { model, context: self.context, state })
    }

    fn asking(&self) -> Asking<'_> {
        Asking {
            session: self.task.handle(),
            context: self.context,
            forms: self.forms,
            deadline: self.deadline,
            state: self.task.name().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests;
