//! `task`: what a task does, the answer to its question, its stop, its continuation, and the list of tasks.

use super::{
    output::{STATUSES, report_properties},
    parsed,
    run_task::deadline,
    spec::{ToolCall, ToolSpec},
};
use crate::{
    client::{STOPPING, respondent},
    client_task::{ClientTask, TaskKind},
    logged_task::log_root,
    options::WantedSettings,
    task::{Cancellation, Follow, GivenAnswer, TaskReport, reply_to, report_of_log, resume, task_rows},
    tool_error::ToolError,
};
use deskpilot_core::{Mode, fold::OpenQuestion};
use deskpilot_runtime::{Config, all_log_folders};
use rmcp::model::{CallToolResponse, CallToolResult, ToolAnnotations};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::timeout;

/// The most tasks of a list.
const LISTED: usize = 20;

/// The tool.
pub(super) const TASK: ToolSpec = ToolSpec {
    name: "task",
    title: "Watch, answer, stop or resume a task",
    description: "What a task does and how it ended (action status, with wait_seconds to wait), the answer to its open question \
        (answer), its stop (stop), its continuation after a stop (resume; one of an earlier connection under the settings of now), and \
        the last tasks of the user (list). Your desktops are tasks too. An approval is the user's to give: ask them before you answer \
        with consent. Only your own tasks can be answered and stopped.",
    input,
    output,
    hints: || ToolAnnotations::new().read_only(false).destructive(true).idempotent(false).open_world(true),
    call: |call| Box::pin(task(call)),
};

/// What is wanted of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum TaskAction {
    Status,
    Answer,
    Stop,
    Resume,
    List,
}

/// The arguments.
#[derive(Deserialize)]
struct TaskArguments {
    action: TaskAction,
    task: Option<String>,
    question: Option<u64>,
    // Serde cannot refuse unknown fields beside this one; the check against the schema does.
    #[serde(flatten)]
    answer: GivenAnswer,
    wait_seconds: Option<u64>,
}

fn input() -> Value {
    json!({
        "type": "object",
        "properties": {
            "action": {"type": "string", "enum": ["status", "answer", "stop", "resume", "list"]},
            "task": {"type": "string", "description": "Its name; by default your last one that asks, or else your last one."},
            "question": {"type": "integer", "description": "With answer: its id in the report."},
            "answers": {
                "type": "array",
                "items": {"type": "string"},
                "description": "For kind question: a text for each of its texts.",
            },
            "consent": {
                "type": "string",
                "enum": ["once", "session", "no", "stop"],
                "description": "For kind approval: what the user said.",
            },
            "reason": {"type": "string", "description": "With consent no: what the agent should do instead."},
            "wait_seconds": {
                "type": "integer",
                "minimum": 0,
                "description": "How long to wait for the end or a question: by default not with status, else as run_task.",
            },
        },
        "required": ["action"],
    })
}

fn output() -> Value {
    let mut properties = report_properties();
    properties["tasks"] = json!({
        "type": "array",
        "description": "With action list, the newest last.",
        "items": {
            "type": "object",
            "properties": {
                "task": {"type": "string"},
                "status": {"type": "string", "enum": STATUSES},
                "request": {"type": "string"},
                "started": {"type": "string"},
                "log": {"type": "string"},
            },
        },
    });
    json!({"type": "object", "properties": properties})
}

async fn task(call: ToolCall) -> Result<CallToolResponse, ToolError> {
    let arguments: TaskArguments = parsed(&call)?;
    // What the call did before it asked is not done again.
    if let Some(repeated) = &call.repeated {
        return followed(&call, &arguments, &own_task(&call, &repeated.state)?).await;
    }
    match arguments.action {
        TaskAction::List => list(&call).await,
        TaskAction::Status => status(&call, &arguments).await,
        TaskAction::Answer => answer(&call, &arguments).await,
        TaskAction::Stop => stop(&call, &arguments).await,
        TaskAction::Resume => continued(&call, &arguments).await,
    }
}

async fn list(call: &ToolCall) -> Result<CallToolResponse, ToolError> {
    let roots = all_log_folders(&settings(call)?);
    Ok(CallToolResult::structured(json!({"tasks": task_rows(roots, LISTED).await?})).into())
}

async fn status(call: &ToolCall, arguments: &TaskArguments) -> Result<CallToolResponse, ToolError> {
    let name = named(call, arguments)?;
    match (call.client.task(&name), arguments.wait_seconds) {
        (Some(task), Some(_)) => followed(call, arguments, &task).await,
        (Some(task), None) => reported(&task).await,
        (None, _) => {
            let config = config_of(call, &name)?;
            Ok(CallToolResult::structured(report_of_log(config, name).await?.value()).into())
        }
    }
}

async fn answer(call: &ToolCall, arguments: &TaskArguments) -> Result<CallToolResponse, ToolError> {
    let task = own_task(call, &named(call, arguments)?)?;
    let Some(question) = task.handle().question() else {
        return Err(ToolError(format!("the task {:?} has no open question", task.name())));
    };
    check_named(&question, arguments.question)?;
    let reply = reply_to(&question, &arguments.answer)?;
    task.handle().answer(question.id, reply, &respondent(&call.context))?;
    followed(call, arguments, &task).await
}

/// Checks that an answer names the open question: what a client has not seen it does not answer.
fn check_named(open: &OpenQuestion, named: Option<u64>) -> Result<(), ToolError> {
    let look = "look at the open one with action status, and give its id as question";
    match named {
        Some(id) if id == open.id.0 => Ok(()),
        Some(id) => Err(ToolError(format!("the question {id} is not open: {look}"))),
        None => Err(ToolError(format!("question is missing: {look}"))),
    }
}

async fn stop(call: &ToolCall, arguments: &TaskArguments) -> Result<CallToolResponse, ToolError> {
    let task = own_task(call, &named(call, arguments)?)?;
    call.client.stop(&task);
    // The report says what it still does if it does not stop in time.
    let _ = timeout(STOPPING, task.handle().wait_until_over()).await;
    reported(&task).await
}

async fn continued(call: &ToolCall, arguments: &TaskArguments) -> Result<CallToolResponse, ToolError> {
    let name = named(call, arguments)?;
    let root = config_of(call, &name)?.log_dir;
    let task = resume(&call.client, &call.context, &root, &name).await?;
    followed(call, arguments, &task).await
}

async fn followed(
    call: &ToolCall,
    arguments: &TaskArguments,
    task: &ClientTask,
) -> Result<CallToolResponse, ToolError> {
    // A desktop does nothing by itself that would end it, and its questions are asked in the calls that use it.
    if task.kind() == TaskKind::Desktop {
        return reported(task).await;
    }
    let follow = Follow {
        task,
        context: &call.context,
        forms: &call.client.forms,
        from: task.handle().next_seq(),
        deadline: deadline(call, arguments.wait_seconds),
        cancellation: Cancellation::LeavesTask,
    };
    if let Some(repeated) = &call.repeated
        && follow.take(&repeated.responses)
    {
        return reported(task).await;
    }
    follow.reply().await
}

async fn reported(task: &ClientTask) -> Result<CallToolResponse, ToolError> {
    Ok(CallToolResult::structured(TaskReport::of(task).await?.value()).into())
}

/// The name of the task that a call is about.
fn named(call: &ToolCall, arguments: &TaskArguments) -> Result<String, ToolError> {
    let usual = || call.client.usual_task().map(|it| it.name().to_owned());
    let named = arguments.task.clone().or_else(usual);
    named.ok_or_else(|| ToolError("you have no task yet: name one, or start one with run_task".to_owned()))
}

fn own_task(call: &ToolCall, name: &str) -> Result<ClientTask, ToolError> {
    call.client.task(name).ok_or_else(|| {
        ToolError(format!(
            "you have no task {name:?}: action list shows all tasks, and action resume takes over one that is stopped"
        ))
    })
}

fn settings(call: &ToolCall) -> Result<Config, ToolError> {
    Ok(call.client.options.config(Mode::Normal, &WantedSettings::default())?)
}

/// The settings with the folder of logs in which the task of this name is.
fn config_of(call: &ToolCall, name: &str) -> Result<Config, ToolError> {
    let config = settings(call)?;
    let log_dir = log_root(&config, name)?;
    Ok(Config { log_dir, ..config })
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{
        Question,
        fold::{QuestionId, QuestionKind},
    };

    #[test]
    fn an_answer_names_the_open_question() {
        let wants = QuestionKind::Answers(vec![Question("Tea?".into())]);
        let open = OpenQuestion { id: QuestionId(7), wants };
        assert!(check_named(&open, Some(7)).is_ok());
        for (named, says) in [(None, "question is missing: "), (Some(6), "the question 6 is not open: ")] {
            let why = check_named(&open, named).unwrap_err().to_string();
            assert!(why.starts_with(says) && !why.contains('7'), "it must be looked at: {why}");
        }
    }
}
