//! The lines of `response.log`. The field names follow the tables for step logs exactly.
//!
//! Choices that the tables leave open: `ControlLabel` is a string in both agents' records (the HostAgent's
//! second table says integer, but models write a string, and an empty one means none). `Args` is a list of
//! strings, the values in call order; `Action` has their names. `Cost` is null for an unknown price, because
//! zero would be wrong.

use super::{
    action_text::{action, action_types, results, shell_words, text_of},
    pictures::StepPicture,
    status::status,
};
use deskpilot_core::{
    Action, AgentName, AppDecision, HostDecision, HostRemarks, Launch, Operation, Question, Remarks, Timing,
    fold::{ApprovalState, Cost, StepDecision, StepRecord},
};
use serde::Serialize;
use serde_json::{Map, Value};

/// The line of a step.
pub(super) fn line(step: &StepRecord) -> String {
    let json = if step.agent == AgentName::host() {
        serde_json::to_string(&host(step))
    } else {
        serde_json::to_string(&app(step))
    };
    // Records have only strings, numbers and lists, so serializing cannot fail.
    json.unwrap_or_default() + "\n"
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct HostRecord {
    observation: String,
    thought: String,
    #[serde(rename = "Current Sub-Task")]
    current_sub_task: String,
    message: String,
    control_label: String,
    control_text: String,
    plan: Vec<String>,
    status: &'static str,
    comment: String,
    questions: Vec<String>,
    apps_to_open: Map<String, Value>,
    bash: String,
    #[serde(flatten)]
    fields: StepFields,
    results: &'static str,
    user_confirm: Option<&'static str>,
    clean_screenshot: String,
    #[serde(flatten)]
    end: StepEndFields,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct AppRecord {
    observation: String,
    thought: String,
    control_label: String,
    control_text: String,
    function: String,
    args: Vec<String>,
    status: &'static str,
    plan: Vec<String>,
    comment: String,
    questions: Vec<String>,
    save_screenshot: bool,
    subtask: String,
    #[serde(flatten)]
    fields: StepFields,
    results: String,
    user_confirm: Option<&'static str>,
    clean_screenshot: String,
    annotated_screenshot: String,
    concat_screenshot: String,
    selected_control_screenshot: String,
    #[serde(flatten)]
    end: StepEndFields,
}

/// The position and action of a step, the same for both agents.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct StepFields {
    step: u32,
    round_step: u32,
    agent_step: u32,
    round: u32,
    subtask_index: i64,
    action: String,
    action_type: String,
    request: String,
    agent: &'static str,
    agent_name: String,
    application: String,
    cost: Option<f64>,
    round_cost: Option<f64>,
    session_cost: Option<f64>,
}

/// The end of a step, the same for both agents.
#[derive(Serialize)]
struct StepEndFields {
    error: Option<String>,
    time_cost: Map<String, Value>,
    total_time_cost: f64,
}

fn host(step: &StepRecord) -> HostRecord {
    let (decision, HostRemarks { common, subtask, message, .. }) = match step.decision() {
        StepDecision::Host(decision, remarks) => (Some(decision), remarks.clone()),
        StepDecision::Nothing | StepDecision::App(..) => (None, HostRemarks::default()),
    };
    let assignment = match decision {
        Some(HostDecision::Assign(it)) => Some(it),
        _ => None,
    };
    HostRecord {
        observation: common.observation,
        thought: common.thought,
        current_sub_task: assignment.map_or(subtask, |it| it.subtask.text.clone()),
        message: message.join("\n"),
        control_label: assignment.and_then(|it| it.window.label).map_or(String::new(), |it| it.to_string()),
        control_text: assignment.map_or(String::new(), |it| it.window.title.clone()),
        plan: common.plan,
        status: status(step).word(),
        comment: common.comment,
        questions: questions(step),
        apps_to_open: launch_of(step, decision).map_or_else(Map::new, apps_to_open),
        bash: match decision {
            Some(HostDecision::Run(shell, _)) => shell_words(&shell.argv),
            _ => String::new(),
        },
        fields: step_fields(step),
        results: "",
        user_confirm: user_confirm(&step.approval),
        clean_screenshot: picture_name(step, StepPicture::Clean),
        end: end_fields(step),
    }
}

/// The launch that was done or decided, including one whose step then assigned a subtask to the new window.
fn launch_of<'s>(step: &'s StepRecord, decision: Option<&'s HostDecision>) -> Option<&'s Launch> {
    let launched = step.operations.iter().find_map(|done| match &done.operation {
        Operation::Launch(launch) => Some(launch),
        Operation::Act(_) | Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => None,
    });
    launched.or(match decision {
        Some(HostDecision::Launch(launch, _) | HostDecision::LaunchFor(launch, ..)) => Some(launch),
        Some(HostDecision::LaunchAll(launches, ..)) => launches.first(),
        _ => None,
    })
}

fn app(step: &StepRecord) -> AppRecord {
    let remarks = step.remarks().cloned().unwrap_or_default();
    let first = step.actions().first();
    let Remarks { observation, thought, plan, comment, save_screenshot } = remarks;
    AppRecord {
        observation,
        thought,
        control_label: first.and_then(Action::label).map_or(String::new(), |it| it.to_string()),
        control_text: first.map_or(String::new(), |it| it.control_text().to_owned()),
        function: first.map_or(String::new(), |it| it.call.command.clone()),
        args: first.map_or(Vec::new(), |it| it.call.args.values().map(text_of).collect()),
        status: status(step).word(),
        plan,
        comment,
        questions: questions(step),
        save_screenshot: save_screenshot.is_some(),
        subtask: step.subtask.as_ref().map_or(String::new(), |it| it.text.clone()),
        fields: step_fields(step),
        results: results(step),
        user_confirm: user_confirm(&step.approval),
        clean_screenshot: picture_name(step, StepPicture::Clean),
        annotated_screenshot: picture_name(step, StepPicture::Annotated),
        concat_screenshot: picture_name(step, StepPicture::Concat),
        selected_control_screenshot: picture_name(step, StepPicture::Selected),
        end: end_fields(step),
    }
}

fn step_fields(step: &StepRecord) -> StepFields {
    let is_host = step.agent == AgentName::host();
    StepFields {
        step: step.number.session,
        round_step: step.number.round,
        agent_step: step.number.agent,
        round: step.round,
        subtask_index: step.subtask.as_ref().map_or(-1, |it| it.index.into()),
        action: action(step),
        action_type: action_types(step),
        request: step.request.clone(),
        agent: if is_host { "HostAgent" } else { "AppAgent" },
        agent_name: step.agent.to_string(),
        application: step.application.clone(),
        cost: known_price(&step.cost),
        round_cost: known_price(&step.round_cost),
        session_cost: known_price(&step.session_cost),
    }
}

fn end_fields(step: &StepRecord) -> StepEndFields {
    StepEndFields {
        error: error(step),
        time_cost: step
            .timings
            .iter()
            .map(|it| (it.stage.name().to_owned(), seconds(it.millis).into()))
            .collect(),
        total_time_cost: seconds(step.timings.iter().map(|Timing { millis, .. }| millis).sum()),
    }
}

/// The HostAgent's results stay empty, so a failed launch is reported as its error.
fn error(step: &StepRecord) -> Option<String> {
    let failed = |step: &StepRecord| {
        let done = step.operations.last().filter(|it| !it.outcome.effect.is_success())?;
        Some(done.outcome.effect.to_string())
    };
    let error = step.error.as_ref().map(|it| it.message().to_owned());
    error.or_else(|| if step.agent == AgentName::host() { failed(step) } else { None })
}

fn questions(step: &StepRecord) -> Vec<String> {
    match step.decision() {
        StepDecision::Host(HostDecision::Ask(questions), _)
        | StepDecision::App(AppDecision::Ask(questions), _) => {
            questions.iter().map(|Question(text)| text.clone()).collect()
        }
        _ => Vec::new(),
    }
}

fn apps_to_open(launch: &Launch) -> Map<String, Value> {
    Map::from_iter([
        ("APP".to_owned(), launch.application.clone().into()),
        ("file_path".to_owned(), launch.file.clone().unwrap_or_default().into()),
    ])
}

const fn user_confirm(approval: &ApprovalState) -> Option<&'static str> {
    match approval {
        ApprovalState::NotNeeded | ApprovalState::Waiting(_) => None,
        ApprovalState::Given | ApprovalState::GivenBefore => Some("Yes"),
        ApprovalState::Withheld => Some("No"),
    }
}

fn picture_name(step: &StepRecord, shot: StepPicture) -> String {
    shot.of(step).map_or(String::new(), |_| shot.name(step.number.session))
}

/// Milliseconds to seconds, rounded to microseconds.
fn seconds(millis: f64) -> f64 {
    (millis * 1000.0).round() / 1_000_000.0
}

/// Dollars, rounded to nine decimals to hide summation error; `None` if a price is unknown.
fn known_price(cost: &Cost) -> Option<f64> {
    (cost.unpriced == 0).then(|| (cost.dollars * 1e9).round() / 1e9)
}
