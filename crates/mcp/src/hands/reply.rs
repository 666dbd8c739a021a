//! Replies of HostAgents and AppAgents, as their prompts ask for them, for what a call wants.

use deskpilot_core::Label;
use serde_json::{Value, json};

/// Ends the subtask, or the round.
pub(super) fn finish(comment: &str) -> String {
    json!({"Status": "FINISH", "Comment": comment}).to_string()
}

/// Looks at the desktop again: windows may have come and gone.
pub(super) fn look_at_desktop() -> String {
    json!({"Status": "CONTINUE", "LookAgain": true}).to_string()
}

/// Gives the window with this label to an AppAgent.
pub(super) fn assign(label: Option<Label>, subtask: &str) -> String {
    let label = label.map_or(String::new(), |it| it.to_string());
    json!({"Status": "ASSIGN", "ControlLabel": label, "Current Sub-Task": subtask}).to_string()
}

/// Opens an application, with these documents if there are any, and gives its window to an AppAgent.
pub(super) fn launch(application: &str, documents: &[String], subtask: &str) -> String {
    let launch = json!({"APP": application, "file_path": documents});
    json!({"Status": "ASSIGN", "Current Sub-Task": subtask, "AppsToOpen": launch}).to_string()
}

/// Does these actions in the window.
pub(super) fn actions(list: &[Value]) -> String {
    json!({"Status": "CONTINUE", "ActionList": list}).to_string()
}

/// An action that calls a command without a control.
pub(super) fn call(command: &str, args: &Value) -> Value {
    json!({"Function": command, "Args": args})
}

/// Waits for a text that the window did not show before; without one, for a time.
pub(super) fn wait(seconds: f64, text: Option<&str>) -> Value {
    match text {
        Some(text) => call("wait", &json!({"seconds": seconds, "text": text})),
        None => call("wait", &json!({"seconds": seconds})),
    }
}

/// Looks at the window again: the action that does least.
pub(super) fn look() -> String {
    actions(&[wait(0.0, None)])
}
