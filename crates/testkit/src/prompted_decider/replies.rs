//! Writes decisions as the replies that prompts ask for.

use deskpilot_core::{Action, Aim, AppDecision, Caution, HostDecision, Launch, NextStatus, Remarks, Status};
use deskpilot_deciders::ActionLimit;
use serde_json::{Map, Value, json};

/// The remarks of either agent.
pub(super) fn remarks(remarks: &Remarks) -> Map<String, Value> {
    let fields = [
        ("Observation", json!(remarks.observation)),
        ("Thought", json!(remarks.thought)),
        ("Plan", json!(remarks.plan)),
        ("Comment", json!(remarks.comment)),
    ];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Adds the HostAgent's decision.
pub(super) fn host_fields(decision: &HostDecision, reply: &mut Map<String, Value>) {
    let mut set = |name: &str, value: Value| reply.insert(name.to_owned(), value);
    let open = |launch: &Launch| json!({"APP": launch.application, "file_path": launch.file});
    let status = match decision {
        HostDecision::Assign(it) => {
            set("ControlLabel", json!(it.window.label.map(|label| label.to_string())));
            set("ControlText", json!(it.window.title));
            Status::Assign
        }
        HostDecision::LaunchFor(launch, ..) => {
            set("AppsToOpen", open(launch));
            Status::Assign
        }
        HostDecision::Launch(launch, _) => {
            set("AppsToOpen", open(launch));
            Status::Continue
        }
        HostDecision::LaunchAll(launches, _, subtask) => {
            let files: Vec<_> = launches.iter().map(|it| &it.file).collect();
            let application = launches.first().map_or("", |it| it.application.as_str());
            set("AppsToOpen", json!({"APP": application, "file_path": files}));
            if subtask.is_some() { Status::Assign } else { Status::Continue }
        }
        HostDecision::Ask(questions) => {
            set("Questions", json!(questions));
            Status::Pending
        }
        HostDecision::Look => {
            set("LookAgain", json!(true));
            Status::Continue
        }
        HostDecision::Finish => Status::Finish,
        HostDecision::Fail | HostDecision::Run(..) | HostDecision::Delegate(..) => Status::Fail,
    };
    set("Status", json!(status));
}

/// Adds an AppAgent's decision.
pub(super) fn app_fields(decision: &AppDecision, action_limit: ActionLimit, reply: &mut Map<String, Value>) {
    let status = match decision {
        AppDecision::Act { actions, caution, then, .. } => {
            let mut actions = actions.iter().map(action_fields);
            match action_limit {
                ActionLimit::Several => {
                    let all: Vec<Value> = actions.map(Value::from).collect();
                    reply.insert("ActionList".into(), all.into());
                }
                ActionLimit::One => reply.extend(actions.next().into_iter().flatten()),
            }
            match (caution, then) {
                (_, NextStatus::Finish) => Status::Finish,
                (Caution::Usual, _) => Status::Continue,
                (Caution::AskFirst | Caution::Warned(_), _) => Status::Confirm,
            }
        }
        AppDecision::Ask(questions) => {
            reply.insert("Questions".into(), json!(questions));
            Status::Pending
        }
        AppDecision::Finish => Status::Finish,
        AppDecision::Fail => Status::Fail,
    };
    reply.insert("Status".into(), json!(status));
}

fn action_fields(action: &Action) -> Map<String, Value> {
    let text = match &action.aim {
        Aim::Control(control) if control.is_deferred() => control.name.clone(),
        Aim::Control(control) if control.text().trim().is_empty() => control.role.name().to_owned(),
        Aim::Control(control) => control.text().to_owned(),
        Aim::Window | Aim::Point(_) => String::new(),
    };
    let fields = [
        ("Function", json!(action.call.command)),
        ("Args", Value::from(action.call.args.clone())),
        ("ControlLabel", json!(action.label().map_or(String::new(), |it| it.to_string()))),
        ("ControlText", json!(text)),
    ];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
