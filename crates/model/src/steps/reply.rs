//! Replies, letter for letter as the prompts ask for them.

use deskpilot_core::Status;
use serde::Serialize;
use serde_json::{Map, Value};

/// The reply of a HostAgent.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct HostReply {
    pub(crate) observation: String,
    pub(crate) thought: String,
    #[serde(rename = "Current Sub-Task")]
    pub(crate) subtask: String,
    pub(crate) message: Vec<String>,
    pub(crate) control_label: String,
    pub(crate) control_text: String,
    pub(crate) plan: Vec<String>,
    pub(crate) status: Status,
    pub(crate) comment: String,
    pub(crate) questions: Vec<String>,
    pub(crate) apps_to_open: Option<AppsToOpen>,
    pub(crate) bash: String,
}

/// An application to open.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AppsToOpen {
    #[serde(rename = "APP")]
    pub(crate) application: String,
    #[serde(rename = "file_path")]
    pub(crate) file: Option<String>,
}

/// The reply of an AppAgent.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct AppReply {
    pub(crate) observation: String,
    pub(crate) thought: String,
    pub(crate) control_label: String,
    pub(crate) control_text: String,
    pub(crate) function: String,
    pub(crate) args: Map<String, Value>,
    pub(crate) status: Status,
    pub(crate) plan: Vec<String>,
    pub(crate) comment: String,
    pub(crate) questions: Vec<String>,
    pub(crate) save_screenshot: bool,
}

/// The reply as JSON.
pub(crate) fn json(reply: &impl Serialize) -> String {
    // Texts, lists and maps by text: such a value is always written.
    serde_json::to_string(reply).unwrap_or_default()
}
