//! Follows a task for one call: tells its steps, has its questions answered, and replies when it has ended, waits or takes too long.

use super::{
    asking::{Asked, Asking, until},
    progress::{Progress, ProgressDetail},
    report::TaskReport,
};
use crate::{client::STOPPING, client_task::ClientTask, open_forms::OpenForms, tool_error::ToolError};
use deskpilot_core::fold::{OpenQuestion, QuestionKind};
use deskpilot_runtime::QuestionWatch;
use rmcp::{
    RoleServer,
    model::{CallToolResponse, CallToolResult, InputResponses},
    service::RequestContext,
};
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
        self.asking().ask(question, watch).await
    }

    /// Takes what the person answered to a question in the result of an earlier call. Whether the question stays open.
    pub(crate) fn take(&self, responses: &InputResponses) -> bool {
        self.asking().take(responses)
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
