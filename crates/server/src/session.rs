//! The running session of a task, which another process carries out: commands over its socket.

use crate::{app::AppState, error::ApiError, logged_task::LoggedTask, question_json::question_json};
use deskpilot_runtime::control::{ControlCommand, ControlError, SessionClient, SessionStatus};
use serde_json::{Value, json};

/// Has the session do a command, and returns its status after it.
pub(crate) async fn send(
    app: &AppState,
    task: &LoggedTask,
    command: ControlCommand,
) -> Result<Value, ApiError> {
    let mut client = join(app, task).await?;
    let status = client.send(command).await.map_err(|error| gone(task, error))?;
    Ok(status_json(&status))
}

/// A connection to the session of the task.
pub(crate) async fn join(app: &AppState, task: &LoggedTask) -> Result<SessionClient, ApiError> {
    if task.process().is_none() {
        return Err(ApiError::not_running(&task.name));
    }
    let joined = SessionClient::join(app.options.environment.platform(), &task.folder()).await;
    joined.map_err(|error| gone(task, error))
}

/// A session that listens no more has ended if no process runs it.
fn gone(task: &LoggedTask, error: ControlError) -> ApiError {
    match error {
        ControlError::NotListening if task.process().is_none() => ApiError::not_running(&task.name),
        other => other.into(),
    }
}

fn status_json(status: &SessionStatus) -> Value {
    let SessionStatus { phase, next, question } = status;
    json!({"phase": phase, "next": next, "question": question.as_ref().map(question_json)})
}
