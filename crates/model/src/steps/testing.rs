//! Prompts in short form, and replies as one line, for this module's tests.

use super::sections::AppSight;
use crate::testing::prompt_of;
use deskpilot_core::{AgentKind, Label, Listed, Prompt, Role, State, section};
use serde_json::{Value, json};

/// A prompt of these sections.
pub(super) fn prompt(agent: AgentKind, sections: &[(&str, String)]) -> Prompt {
    prompt_of(agent, sections, Value::Null)
}

/// What an AppAgent is shown at the first step of a subtask.
pub(super) fn app(subtask: &str, controls: &[&str]) -> AppSight {
    let sections =
        [(section::SUB_TASK, subtask.to_owned()), (section::CONTROL_INFORMATION, of_controls(controls))];
    AppSight::of(&prompt(AgentKind::AppAgent, &sections))
}

/// Controls as the prompt has them, from lines such as `3 Edit Name ~its value [focused,editable]`; `-` has no label.
pub(super) fn of_controls(controls: &[&str]) -> String {
    let lines: Vec<String> = controls.iter().map(|line| of_control(line).line(None)).collect();
    lines.join("\n")
}

fn of_control(line: &str) -> Listed {
    let (label, rest) = line.split_once(' ').unwrap();
    let (role, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let (rest, states) = match rest.split_once('[') {
        Some((rest, states)) => (rest.trim_end_matches(' '), states.trim_end_matches(']')),
        None => (rest, ""),
    };
    let (name, value) = match rest.split_once('~') {
        Some((name, value)) => (name.trim_end(), Some(value)),
        None => (rest, None),
    };
    let states = states.split(',').filter(|word| !word.is_empty()).chain(["enabled"]);
    Listed {
        depth: 0,
        label: (label != "-").then(|| Label(label.parse().unwrap())),
        role: serde_json::from_value(role.into()).unwrap_or(Role::Other),
        name: name.to_owned(),
        value: value.map(str::to_owned),
        states: states.map(|word| serde_json::from_value::<State>(word.into()).unwrap()).collect(),
    }
}

/// An AppAgent's reply as one line.
pub(super) fn app_line(text: &str) -> String {
    let reply: Value = serde_json::from_str(text).unwrap();
    let word = |key: &str| reply[key].as_str().unwrap().to_owned();
    let mut line = word("Status");
    if !word("Function").is_empty() {
        line.push_str(&format!(" {}{}", word("Function"), reply["Args"]));
    }
    if !word("ControlLabel").is_empty() {
        line.push_str(&format!(" on {} {}", word("ControlLabel"), word("ControlText").trim()));
    }
    tail(&mut line, &reply);
    line
}

/// A HostAgent's reply as one line.
pub(super) fn host_line(text: &str) -> String {
    let reply: Value = serde_json::from_str(text).unwrap();
    let word = |key: &str| reply[key].as_str().unwrap().to_owned();
    let mut line = word("Status");
    if !word("Current Sub-Task").is_empty() {
        line.push_str(&format!(
            " {} {}: {}",
            word("ControlLabel"),
            word("ControlText"),
            word("Current Sub-Task")
        ));
    }
    if let Some(open) = reply["AppsToOpen"].as_object() {
        line.push_str(&format!(" open {}", open["APP"].as_str().unwrap()));
        if let Some(file) = open["file_path"].as_str() {
            line.push_str(&format!(" with {file}"));
        }
    }
    tail(&mut line, &reply);
    line
}

fn tail(line: &mut String, reply: &Value) {
    if let Some(question) = reply["Questions"][0].as_str() {
        line.push_str(&format!(" ask: {question}"));
    }
    let plan: Vec<&str> = reply["Plan"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    if !plan.is_empty() {
        line.push_str(&format!(" | {}", plan.join(" | ")));
    }
    let comment = reply["Comment"].as_str().unwrap();
    if !comment.is_empty() {
        line.push_str(&format!(" -- {comment}"));
    }
}

/// One of an agent's last actions, as the prompt has it.
pub(super) fn last(function: &str, args: &Value, control: &str, status: &str, results: &str) -> String {
    json!([{
        "Function": function, "Args": args, "ControlText": control, "Status": status, "Results": results,
        "RepeatTimes": 0,
    }])
    .to_string()
}

/// The same action, with the code of what kept it from being done.
pub(super) fn coded(last: &str, code: &str) -> String {
    let mut value: Value = serde_json::from_str(last).unwrap();
    value[0]["Code"] = json!(code);
    value.to_string()
}

/// The same action, done so often before in a row.
pub(super) fn repeated(last: &str, times: u64) -> String {
    last.replace("\"RepeatTimes\":0", &format!("\"RepeatTimes\":{times}"))
}

/// What an AppAgent is shown, in short form.
#[derive(Clone, Default)]
pub(super) struct Scene<'s> {
    pub(super) request: &'s str,
    pub(super) subtask: &'s str,
    pub(super) application: &'s str,
    pub(super) controls: &'s [&'s str],
    pub(super) more: &'s str,
    pub(super) plan: &'s [&'s str],
    pub(super) last: String,
    pub(super) board: Value,
    pub(super) complaint: &'s str,
}

impl Scene<'_> {
    /// The reply as one line.
    pub(super) fn reply(&self) -> String {
        let sections = [
            (section::USER_REQUEST, self.request.to_owned()),
            (section::SUB_TASK, self.subtask.to_owned()),
            (section::CURRENT_APPLICATION, json!({"application": self.application, "title": ""}).to_string()),
            (section::CONTROL_INFORMATION, format!("{}\n{}", of_controls(self.controls), self.more)),
            (section::PREVIOUS_PLAN, json!(self.plan).to_string()),
            (section::LAST_ACTIONS, self.last.clone()),
            (section::BLACKBOARD, self.board.to_string()),
            (section::COMPLAINT, self.complaint.to_owned()),
        ];
        app_line(&super::reply(&prompt(AgentKind::AppAgent, &sections)).unwrap())
    }
}

/// What a HostAgent is shown, in short form: windows as `1 title (application)`, a star before the focused one;
/// applications as `name (generic name)`; subtasks as `FINISH comment` or `ERROR:code comment`.
#[derive(Clone, Default)]
pub(super) struct Desk<'s> {
    pub(super) request: &'s str,
    pub(super) windows: &'s [&'s str],
    pub(super) applications: &'s [&'s str],
    pub(super) subtasks: &'s [&'s str],
    pub(super) last: String,
    pub(super) board: Value,
    pub(super) complaint: &'s str,
}

impl Desk<'_> {
    /// The reply as one line.
    pub(super) fn reply(&self) -> String {
        let list = |lines: &[&str], read: fn(&str) -> Value| {
            Value::from_iter(lines.iter().map(|line| read(line))).to_string()
        };
        let sections = [
            (section::USER_REQUEST, self.request.to_owned()),
            (section::APPLICATION_INFORMATION, list(self.windows, of_window)),
            (section::INSTALLED_APPLICATIONS, list(self.applications, of_application)),
            (section::PREVIOUS_SUBTASKS, list(self.subtasks, of_subtask)),
            (section::LAST_ACTIONS, self.last.clone()),
            (section::BLACKBOARD, self.board.to_string()),
            (section::COMPLAINT, self.complaint.to_owned()),
        ];
        host_line(&super::reply(&prompt(AgentKind::HostAgent, &sections)).unwrap())
    }
}

fn of_window(line: &str) -> Value {
    let (line, focused) = line.strip_prefix('*').map_or((line, false), |line| (line, true));
    let (label, rest) = line.split_once(' ').unwrap();
    let (title, application) = in_brackets(rest);
    json!({"label": label, "title": title, "application": application, "focused": focused, "minimized": false})
}

fn of_application(line: &str) -> Value {
    let (name, kind) = in_brackets(line);
    json!({"name": name, "generic_name": kind, "id": name.to_lowercase(), "keywords": []})
}

fn of_subtask(line: &str) -> Value {
    let (status, comment) = line.split_once(' ').unwrap_or((line, ""));
    let (status, code) = status.split_once(':').map_or((status, None), |(status, code)| (status, Some(code)));
    json!({"subtask": "", "application": "", "status": status, "comment": comment, "code": code})
}

fn in_brackets(text: &str) -> (&str, &str) {
    text.split_once(" (").map_or((text, ""), |(before, inside)| (before, inside.trim_end_matches(')')))
}
