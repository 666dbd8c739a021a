//! What a prompt's sections say. What is missing or cut off is read as nothing: the model must answer all the same.

use crate::plan::AT_ONCE;
use deskpilot_core::{Code, Listed, Prompt, Role, State, section};
use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What the HostAgent is shown.
pub(crate) struct HostSight {
    /// The request.
    pub(crate) request: String,
    /// The open windows.
    pub(crate) windows: Vec<OpenWindow>,
    /// The applications that can be opened.
    pub(crate) applications: Vec<Installed>,
    /// The round's earlier subtasks.
    pub(crate) subtasks: Vec<EndedSubtask>,
    /// What it did last.
    pub(crate) last: Option<LastAction>,
    /// The blackboard.
    pub(crate) board: Board,
    /// What was wrong with its last reply.
    pub(crate) complaint: String,
}

/// What an AppAgent is shown.
pub(crate) struct AppSight {
    /// The request.
    pub(crate) request: String,
    /// The subtask.
    pub(crate) subtask: String,
    /// The window.
    pub(crate) window: CurrentWindow,
    /// The controls that are listed.
    pub(crate) controls: Vec<Seen>,
    /// Whether there are more of them.
    pub(crate) leaves_out: bool,
    /// What it meant to do next.
    pub(crate) plan: Vec<String>,
    /// What it did last.
    pub(crate) last: Option<LastAction>,
    /// The blackboard.
    pub(crate) board: Board,
    /// What was wrong with its last reply.
    pub(crate) complaint: String,
    /// Whether it is to finish together with its last action.
    pub(crate) at_once: bool,
}

/// An open window.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct OpenWindow {
    /// Its label.
    #[serde(deserialize_with = "number_or_text")]
    pub(crate) label: String,
    /// Its title.
    pub(crate) title: String,
    /// Its program.
    pub(crate) application: String,
    /// Whether it has the keyboard.
    pub(crate) focused: bool,
    /// Whether it is hidden.
    pub(crate) minimized: bool,
}

/// An application that can be opened.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Installed {
    /// Its name.
    pub(crate) name: String,
    /// What kind of application it is.
    pub(crate) generic_name: String,
    /// The platform's name for it.
    pub(crate) id: String,
    /// Other words for it.
    pub(crate) keywords: Vec<String>,
}

/// A subtask that ended.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct EndedSubtask {
    /// `FINISH` or `FAIL`.
    pub(crate) status: String,
    /// What its AppAgent said.
    pub(crate) comment: String,
    /// Why it was not carried out, where that is known.
    #[serde(deserialize_with = "known")]
    pub(crate) code: Option<Code>,
    /// The application it was done in.
    pub(crate) application: String,
}

/// The window of an AppAgent.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct CurrentWindow {
    /// Its program.
    pub(crate) application: String,
    /// Its title.
    pub(crate) title: String,
}

/// A control, as an AppAgent sees it.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// Its label; empty when it cannot be acted upon.
    pub(crate) label: String,
    /// What kind of thing it is.
    pub(crate) role: Role,
    /// Its name.
    pub(crate) name: String,
    /// Its text, number or choice.
    pub(crate) value: Option<String>,
    /// Its states.
    pub(crate) states: Vec<State>,
    /// How many others it is shown in.
    pub(crate) depth: usize,
}

/// What an agent did last.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(crate) struct LastAction {
    /// The command.
    pub(crate) function: String,
    /// Its arguments.
    pub(crate) args: Map<String, Value>,
    /// What its control is called.
    pub(crate) control_text: String,
    /// One word for what came of it.
    pub(crate) status: String,
    /// Why nothing was sent or nothing changed.
    #[serde(deserialize_with = "known")]
    pub(crate) code: Option<Code>,
    /// What came of it.
    pub(crate) results: String,
    /// How often it was done in a row before.
    pub(crate) repeat_times: u64,
}

/// The part of the blackboard that steps are about.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Board {
    /// Texts by name.
    pub(crate) notes: BTreeMap<String, String>,
    /// Questions the user answered.
    pub(crate) questions: Vec<Answered>,
}

/// A question the user answered.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Answered {
    /// What was asked.
    pub(crate) question: String,
    /// What the user said.
    pub(crate) answer: String,
}

impl HostSight {
    /// What a HostAgent's prompt shows.
    pub(crate) fn of(prompt: &Prompt) -> HostSight {
        HostSight {
            request: prompt.section(section::USER_REQUEST).to_owned(),
            windows: list(prompt.section(section::APPLICATION_INFORMATION)),
            applications: list(prompt.section(section::INSTALLED_APPLICATIONS)),
            subtasks: list(prompt.section(section::PREVIOUS_SUBTASKS)),
            last: list(prompt.section(section::LAST_ACTIONS)).pop(),
            board: object(prompt.section(section::BLACKBOARD)),
            complaint: prompt.section(section::COMPLAINT).to_owned(),
        }
    }
}

impl AppSight {
    /// What an AppAgent's prompt shows.
    pub(crate) fn of(prompt: &Prompt) -> AppSight {
        AppSight {
            request: prompt.section(section::USER_REQUEST).to_owned(),
            subtask: prompt.section(section::SUB_TASK).to_owned(),
            window: object(prompt.section(section::CURRENT_APPLICATION)),
            controls: Listed::read(prompt.section(section::CONTROL_INFORMATION))
                .into_iter()
                .map(Seen::of)
                .collect(),
            leaves_out: leaves_out(prompt.section(section::CONTROL_INFORMATION)),
            plan: list(prompt.section(section::PREVIOUS_PLAN)),
            last: list(prompt.section(section::LAST_ACTIONS)).pop(),
            board: object(prompt.section(section::BLACKBOARD)),
            complaint: prompt.section(section::COMPLAINT).to_owned(),
            at_once: list::<String>(prompt.section(section::HOST_MESSAGE)).iter().any(|it| it == AT_ONCE),
        }
    }

    /// What the window is called in a sentence.
    pub(crate) fn place(&self) -> String {
        match (self.window.title.as_str(), self.window.application.as_str()) {
            ("", "") => "this window".into(),
            ("", application) => application.to_owned(),
            (title, _) => format!("the window \"{title}\""),
        }
    }
}

impl Seen {
    pub(crate) fn of(listed: Listed) -> Seen {
        let Listed { label, role, name, value, states, depth } = listed;
        let label = label.map_or_else(String::new, |label| label.to_string());
        Seen { label, role, name, value, states: states.into(), depth }
    }

    /// The name, or the value of a nameless control: what a person would call it.
    pub(crate) fn text(&self) -> &str {
        if self.name.trim().is_empty() { self.value.as_deref().unwrap_or("") } else { &self.name }
    }

    /// Whether the control is in the state.
    pub(crate) fn is(&self, state: State) -> bool {
        self.states.contains(&state)
    }

    /// Whether a person could use it; a control without any states does not say.
    pub(crate) fn is_usable(&self) -> bool {
        self.states.is_empty() || self.is(State::Enabled)
    }
}

impl LastAction {
    /// Whether it happened, or nothing speaks against it.
    pub(crate) fn succeeded(&self) -> bool {
        matches!(self.status.as_str(), "confirmed" | "unverified")
    }

    /// An argument that is a text.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.args.get(name).and_then(Value::as_str)
    }

    /// An argument that is true.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.args.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// What came of it, in words.
    pub(crate) fn reason(&self) -> &str {
        let results = self.results.trim();
        if results.is_empty() { "no reason was given" } else { results }
    }
}

impl Board {
    /// The note of this name.
    pub(crate) fn note(&self, name: &str) -> Option<&str> {
        self.notes.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, text)| text.as_str())
    }
}

pub(crate) fn object<T: DeserializeOwned + Default>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_default()
}

/// The values of a list. Of a list that is cut off, those whose line is whole.
pub(crate) fn list<T: DeserializeOwned>(text: &str) -> Vec<T> {
    if let Ok(values) = serde_json::from_str::<Vec<Value>>(text) {
        return values.into_iter().filter_map(|value| serde_json::from_value(value).ok()).collect();
    }
    let line = |line: &str| serde_json::from_str(line.trim().trim_matches(['[', ']', ','])).ok();
    text.lines().filter_map(line).collect()
}

/// Whether a listing says that there are more controls than it has.
fn leaves_out(listing: &str) -> bool {
    let says = |line: &str| {
        line.trim_start().starts_with('…') && (line.contains("show_more") || line.contains("find_control"))
    };
    listing.lines().any(says)
}

/// A code that this program knows; `None` for any other.
fn known<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Code>, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(deserializer)?).ok())
}

fn number_or_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::String(text) => text,
        Value::Null => String::new(),
        other => other.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_is_cut_off_keeps_its_whole_lines() {
        let windows: Vec<OpenWindow> =
            list("[{\"label\":\"1\",\"title\":\"a\"},\n{\"label\":2},\n{\"label\":\"3\",\"ti");
        let labels: Vec<&str> = windows.iter().map(|it| it.label.as_str()).collect();
        assert_eq!(labels, ["1", "2"]);
    }

    #[test]
    fn a_list_of_controls_says_whether_there_are_more() {
        for (listing, expected) in [
            ("1 Button \"…\"", false),
            ("… not all was read: deadline", false),
            ("List \"x\"\n … 3 more ListItem: show_more 4", true),
            ("… left out: 3 Text: find_control with a text lists them", true),
        ] {
            assert_eq!(leaves_out(listing), expected, "{listing}");
        }
    }

    #[test]
    fn a_code_that_is_unknown_is_none_and_the_rest_is_read() {
        for (code, expected) in [(r#""obscured""#, Some(Code::Obscured)), (r#""new""#, None), ("null", None)]
        {
            let last: LastAction = object(&format!(r#"{{"Function": "f", "Code": {code}}}"#));
            assert_eq!((last.code, last.function.as_str()), (expected, "f"), "{code}");
        }
        assert_eq!(object::<LastAction>("{}").code, None);
    }
}
