//! `run_task`: a whole task, as a person gives it to `deskpilot run`.

use super::{
    output::report_properties,
    parsed,
    spec::{ToolCall, ToolSpec},
};
use crate::{
    options::WantedSettings,
    round_budget::RoundBudget,
    task::{Cancellation, Follow, TaskReport, start},
    tool_error::ToolError,
};
use rmcp::model::{CallToolResponse, CallToolResult, ToolAnnotations};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::Instant;

/// The tool.
pub(super) const RUN_TASK: ToolSpec = ToolSpec {
    name: "run_task",
    title: "Run a task on the desktop",
    description: "Has a whole task done in desktop applications, on a private desktop: opens them, looks, clicks, types, saves. The \
        request must say everything, as the task knows nothing of this conversation: what is wanted, of which application or file, and \
        where the result is saved. Returns when the task has ended, a question waits, or wait_seconds are over; use the tool task then. \
        Cancelling the call stops the task.",
    input,
    output,
    hints: || ToolAnnotations::new().read_only(false).destructive(true).idempotent(false).open_world(true),
    call: |call| Box::pin(run_task(call)),
};

/// How long a call waits by default if the client does not follow progress: many give up after a minute.
pub(super) const USUAL_WAIT: Duration = Duration::from_secs(50);

/// The arguments.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewTask {
    request: String,
    folder: Option<String>,
    model: Option<String>,
    policy: Option<String>,
    #[serde(default)]
    budget: RoundBudget,
    wait_seconds: Option<u64>,
}

fn input() -> Value {
    let limit = json!({"type": "integer", "minimum": 1});
    json!({
        "type": "object",
        "properties": {
            "request": {"type": "string", "description": "What is to be done, in plain words."},
            "folder": {
                "type": "string",
                "description": "An existing folder, by its absolute path, for files that are saved without one.",
            },
            "model": {"type": "string", "description": "provider/model, or client for yours by sampling."},
            "policy": {
                "type": "string",
                "enum": ["read-only", "ask", "bounded", "unrestricted"],
                "description": "A stricter policy than the user's.",
            },
            "budget": {
                "type": "object",
                "description": "Lower limits than the user's.",
                "properties": {
                    "steps": limit,
                    "seconds": limit,
                    "tokens": limit,
                    "dollars": {"type": "number", "minimum": 0},
                },
            },
            "wait_seconds": {
                "type": "integer",
                "minimum": 0,
                "description": "How long to wait; by default to the end if you follow progress, else 50.",
            },
        },
        "required": ["request"],
    })
}

fn output() -> Value {
    json!({"type": "object", "properties": report_properties(), "required": ["task", "status", "result"]})
}

async fn run_task(call: ToolCall) -> Result<CallToolResponse, ToolError> {
    let NewTask { request, folder, model, policy, budget, wait_seconds } = parsed(&call)?;
    let task = match &call.repeated {
        Some(repeated) => call.client.task(&repeated.state).ok_or_else(|| {
            ToolError(format!("you have no task {:?}: call run_task again", repeated.state))
        })?,
        None => {
            let wanted = WantedSettings { model, policy, folder, budget };
            start(&call.client, &call.context, &request, wanted).await?
        }
    };
    // The client has seen what was done before this call, by the call that it repeats.
    let from = call.repeated.as_ref().map_or(0, |_| task.handle().next_seq());
    let follow = Follow {
        task: &task,
        context: &call.context,
        forms: &call.client.forms,
        from,
        deadline: deadline(&call, wait_seconds),
        cancellation: Cancellation::StopsTask,
    };
    // An answer that does not fit leaves the question open, as the report says.
    if let Some(repeated) = &call.repeated
        && follow.take(&repeated.responses)
    {
        return Ok(CallToolResult::structured(TaskReport::of(&task).await?.value()).into());
    }
    follow.reply().await
}

/// When a call replies at the latest.
pub(super) fn deadline(call: &ToolCall, wait_seconds: Option<u64>) -> Option<Instant> {
    let follows = call.context.meta.get_progress_token().is_some();
    let wait = match wait_seconds {
        Some(seconds) => Some(Duration::from_secs(seconds)),
        None if follows => None,
        None => Some(USUAL_WAIT),
    };
    // A wait that no clock can count is one without an end.
    wait.and_then(|it| Instant::now().checked_add(it))
}
