//! Replies, letter for letter as the prompts ask for them.

use serde::Serialize;
use serde_json::{Map, Value};

/// The reply of a HostAgent.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct HostReply {
    pub(super) observation: String,
    pub(super) thought: String,
    #[serde(rename = "Current Sub-Task")]
    pub(super) subtask: String,
    pub(super) message: Vec<String>,
    pub(super) control_label: String,
    pub(super) control_text: String,
    pub(super) plan: Vec<String>,
    pub(super) status: Status,
    pub(super) comment: String,
    pub(super) questions: Vec<String>,
    pub(super) apps_to_open: Option<AppsToOpen>,
    pub(super) bash: String,
}

/// An application to open.
#[derive(Clone, Debug, Serialize)]
pub(super) struct AppsToOpen {
    #[serde(rename = "APP")]
    pub(super) application: String,
    #[serde(rename = "file_path")]
    pub(super) file: Option<String>,
}

/// The reply of an AppAgent.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct AppReply {
    pub(super) observation: String,
    pub(super) thought: String,
    pub(super) control_label: String,
    pub(super) control_text: String,
    pub(super) function: String,
    pub(super) args: Map<String, Value>,
    pub(super) status: Status,
    pub(super) plan: Vec<String>,
    pub(super) comment: String,
    pub(super) questions: Vec<String>,
    pub(super) save_screenshot: bool,
}

/// What follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Status {
    #[default]
    Continue,
    Assign,
    Pending,
    Confirm,
    Finish,
    Fail,
}

/// The reply as JSON.
pub(super) fn json(reply: &impl Serialize) -> String {
    // Texts, lists and maps by text: such a value is always written.
    serde_json::to_string(reply).unwrap_or_default()
}
