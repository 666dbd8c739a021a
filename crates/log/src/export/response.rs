//! The lines of `response.log`. The field names follow the tables for step logs exactly.
//!
//! Choices that the tables leave open: `ControlLabel` is a string in both agents' records (the HostAgent's
//! second table says integer, but models write a string, and an empty one means none). `Args` is a list of
//! strings, the values in call order; `Action` has their names. `Cost` is null for an unknown price, because
//! zero would be wrong.

use super::{
    action_text::{action, action_types, results, text_of, words},
    pictures::Shot,
    status::status,
    step::{Consent, Decided, Step},
};
use deskpilot_core::{
    Action, AgentName, AppDecision, HostDecision, HostRemarks, Launch, Operation, Question, Remarks, Timing,
    fold::Cost,
};
use serde::Serialize;
use serde_json::{Map, Value};

/// The line of a step.
pub(super) fn line(step: &Step) -> String {
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
    place: Place,
    results: &'static str,
    user_confirm: Option<&'static str>,
    clean_screenshot: String,
    #[serde(flatten)]
    end: End,
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
    place: Place,
    results: String,
    user_confirm: Option<&'static str>,
    clean_screenshot: String,
    annotated_screenshot: String,
    concat_screenshot: String,
    selected_control_screenshot: String,
    #[serde(flatten)]
    end: End,
}

/// The position and action of a step, the same for both agents.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Place {
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
struct End {
    error: Option<String>,
    time_cost: Map<String, Value>,
    total_time_cost: f64,
}

fn host(step: &Step) -> HostRecord {
    let (decision, HostRemarks { common, subtask, message, .. }) = match &step.decided {
        Decided::Host(decision, remarks) => (Some(decision), remarks.clone()),
        Decided::Nothing | Decided::App(..) => (None, HostRemarks::default()),
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
        apps_to_open: opened(step, decision).map_or_else(Map::new, to_open),
        bash: match decision {
            Some(HostDecision::Run(shell, _)) => words(&shell.argv),
            _ => String::new(),
        },
        place: place(step),
        results: "",
        user_confirm: user_confirm(&step.consent),
        clean_screenshot: shown(step, Shot::Clean),
        end: end(step),
    }
}

/// The launch that was done or decided, including one whose step then assigned a subtask to the new window.
fn opened<'s>(step: &'s Step, decision: Option<&'s HostDecision>) -> Option<&'s Launch> {
    let launched = step.done.iter().find_map(|done| match &done.operation {
        Operation::Launch(launch) => Some(launch),
        Operation::Act(_) | Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => None,
    });
    launched.or(match decision {
        Some(HostDecision::Launch(launch, _) | HostDecision::LaunchFor(launch, ..)) => Some(launch),
        _ => None,
    })
}

fn app(step: &Step) -> AppRecord {
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
        place: place(step),
        results: results(step),
        user_confirm: user_confirm(&step.consent),
        clean_screenshot: shown(step, Shot::Clean),
        annotated_screenshot: shown(step, Shot::Annotated),
        concat_screenshot: shown(step, Shot::Concat),
        selected_control_screenshot: shown(step, Shot::Selected),
        end: end(step),
    }
}

fn place(step: &Step) -> Place {
    let is_host = step.agent == AgentName::host();
    Place {
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
        cost: priced(&step.cost),
        round_cost: priced(&step.round_cost),
        session_cost: priced(&step.session_cost),
    }
}

fn end(step: &Step) -> End {
    End {
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
fn error(step: &Step) -> Option<String> {
    let failed = |step: &Step| {
        let done = step.done.last().filter(|it| !it.outcome.effect.is_success())?;
        Some(done.outcome.effect.to_string())
    };
    let trouble = step.trouble.as_ref().map(|it| it.message().to_owned());
    trouble.or_else(|| if step.agent == AgentName::host() { failed(step) } else { None })
}

fn questions(step: &Step) -> Vec<String> {
    match &step.decided {
        Decided::Host(HostDecision::Ask(questions), _) | Decided::App(AppDecision::Ask(questions), _) => {
            questions.iter().map(|Question(text)| text.clone()).collect()
        }
        _ => Vec::new(),
    }
}

fn to_open(launch: &Launch) -> Map<String, Value> {
    Map::from_iter([
        ("APP".to_owned(), launch.application.clone().into()),
        ("file_path".to_owned(), launch.file.clone().unwrap_or_default().into()),
    ])
}

const fn user_confirm(consent: &Consent) -> Option<&'static str> {
    match consent {
        Consent::NotNeeded | Consent::Waiting(_) => None,
        Consent::Given | Consent::GivenBefore => Some("Yes"),
        Consent::Withheld => Some("No"),
    }
}

fn shown(step: &Step, shot: Shot) -> String {
    shot.of(step).map_or(String::new(), |_| shot.name(step.number.session))
}

/// Milliseconds to seconds, rounded to microseconds.
fn seconds(millis: f64) -> f64 {
    (millis * 1000.0).round() / 1_000_000.0
}

/// Dollars, rounded to nine decimals to hide summation error; `None` if a price is unknown.
fn priced(cost: &Cost) -> Option<f64> {
    (cost.unpriced == 0).then(|| (cost.dollars * 1e9).round() / 1e9)
}
