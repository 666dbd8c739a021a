//! The format of a task file's `[script]` table.

use super::control_ref::ControlRef;
use deskpilot_core::{Product, Subtask};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::fmt;

/// A script.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScriptTable {
    /// The HostAgent's final comment.
    pub(super) comment: String,
    /// The subtasks; at least one.
    pub(super) subtasks: Vec<SubtaskScript>,
}

/// The script of one subtask, in one window.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubtaskScript {
    /// The application to open if there is no such window.
    pub(super) open: String,
    /// The document to open in it.
    pub(super) file: Option<String>,
    /// The window's application, or a part of its title.
    pub(super) window: String,
    /// The subtask in words.
    pub(super) text: String,
    /// The notes and files that it promises to leave.
    #[serde(default)]
    pub(super) produces: Vec<Product>,
    /// The acts, in order.
    #[serde(default)]
    pub(super) acts: Vec<Act>,
    /// Rules: acts to do as soon as a control appears.
    #[serde(default)]
    pub(super) rules: Vec<Rule>,
    /// The result, in words.
    pub(super) result: String,
    /// How many further looks it needs at least, because what to do depends on what it shows on the way.
    #[serde(default)]
    pub(super) looks: u32,
}

impl SubtaskScript {
    /// The subtask with what it promises.
    pub(super) fn with_promise(&self, subtask: Subtask) -> Subtask {
        Subtask { produces: self.produces.clone(), ..subtask }
    }

    /// Its line in a plan.
    pub(super) fn line(&self) -> String {
        let text = self.text.clone();
        self.with_promise(Subtask { text, ..Subtask::default() }).to_string()
    }
}

/// Acts to do once, before anything else, when a control appears.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rule {
    /// The control.
    pub(super) sees: ControlRef,
    /// The acts.
    pub(super) acts: Vec<Act>,
}

/// One act.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "ActTable")]
pub(super) enum Act {
    /// A command.
    Do {
        /// Its name.
        command: String,
        /// Its control, if it has one.
        on: Option<ControlRef>,
        /// Its arguments.
        args: Map<String, Value>,
        /// What to do instead if it fails.
        otherwise: Vec<Act>,
    },
    /// Wait until a text appears.
    Await {
        /// The text.
        text: String,
        /// The maximum wait, in seconds.
        seconds: u32,
    },
}

/// The default maximum wait, in seconds.
const AWAIT_SECONDS: u32 = 20;

/// An act as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActTable {
    r#do: Option<String>,
    on: Option<ControlRef>,
    nth: Option<usize>,
    #[serde(default)]
    args: Map<String, Value>,
    #[serde(default)]
    otherwise: Vec<Act>,
    wait: Option<String>,
    seconds: Option<u32>,
}

impl TryFrom<ActTable> for Act {
    type Error = String;

    fn try_from(table: ActTable) -> Result<Act, String> {
        match table {
            ActTable { r#do: Some(command), on, nth, args, otherwise, wait: None, seconds: None } => {
                match (on, nth) {
                    (None, Some(_)) => Err(format!("{command} has nth without on: name the control")),
                    (Some(_), Some(0)) => Err("nth counts from 1".into()),
                    (on, nth) => {
                        Ok(Act::Do { command, on: on.map(|it| it.nth(nth.unwrap_or(1))), args, otherwise })
                    }
                }
            }
            ActTable { r#do: None, on: None, nth: None, args, otherwise, wait: Some(text), seconds }
                if args.is_empty() && otherwise.is_empty() =>
            {
                Ok(Act::Await { text, seconds: seconds.unwrap_or(AWAIT_SECONDS) })
            }
            _ => Err("an act is either do with on, nth, args and otherwise, or wait with seconds".into()),
        }
    }
}

impl Act {
    /// The command that performs it.
    pub(super) fn command(&self) -> &str {
        match self {
            Act::Do { command, .. } => command,
            Act::Await { .. } => "wait",
        }
    }

    /// What to do instead if it fails; may be empty.
    pub(super) fn otherwise(&self) -> &[Act] {
        match self {
            Act::Do { otherwise, .. } => otherwise,
            Act::Await { .. } => &[],
        }
    }

    /// Whether it is for a control.
    pub(super) const fn has_control(&self) -> bool {
        matches!(self, Act::Do { on: Some(_), .. })
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Await { text, .. } => write!(f, "wait for {text:?}"),
            Act::Do { command, on, args, .. } => {
                let args: Vec<String> = args.iter().map(|(name, value)| format!("{name}={value}")).collect();
                write!(f, "{command}({})", args.join(", "))?;
                on.as_ref().map_or(Ok(()), |on| write!(f, " on {on}"))
            }
        }
    }
}

impl ScriptTable {
    /// The index of the subtask with this text; if several match, the one after `finished` finished ones.
    pub(super) fn subtask_index(&self, text: &str, finished: usize) -> usize {
        let next = finished.min(self.subtasks.len() - 1);
        let is_it = |at: &usize| self.subtasks[*at].text.trim() == text.trim();
        if is_it(&next) { next } else { (0..self.subtasks.len()).find(is_it).unwrap_or(next) }
    }
}

/// Parses a script.
pub(super) fn parse_script(table: &toml::Table) -> Result<ScriptTable, String> {
    let script: ScriptTable =
        table.clone().try_into().map_err(|error: toml::de::Error| format!("script: {}", error.message()))?;
    match script.subtasks.iter().find(|it| it.text.trim().is_empty()) {
        _ if script.subtasks.is_empty() => {
            Err("script: there are no subtasks: write [[script.subtasks]]".into())
        }
        Some(empty) => Err(format!("script: a subtask for {} has no text", empty.window)),
        None => Ok(script),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_script_is_refused_with_the_reason() {
        let subtask = |acts: &str| {
            format!(
                "comment = \"c\"\n[[subtasks]]\nopen = \"a\"\nwindow = \"a\"\ntext = \"t\"\nresult = \"r\"\nacts = [{acts}]"
            )
        };
        for (text, why) in [
            ("comment = \"c\"\nsubtasks = []".to_owned(), "there are no subtasks"),
            ("subtasks = []".to_owned(), "missing field `comment`"),
            (subtask("").replace("\"t\"", "\" \""), "a subtask for a has no text"),
            (subtask("{ do = \"click_input\", at = \"x\" }"), "unknown field `at`"),
            (subtask("{ do = \"click_input\", nth = 2 }"), "nth without on"),
            (subtask("{ do = \"click_input\", on = \"x\", nth = 0 }"), "nth counts from 1"),
            (subtask("{ do = \"click_input\", wait = \"x\" }"), "an act is either"),
            (subtask("{ wait = \"x\", otherwise = [{ wait = \"y\" }] }"), "an act is either"),
            (subtask("{}"), "an act is either"),
            (subtask("{ do = \"click_input\", on = 'Button \"Save' }"), "is not a control"),
        ] {
            let error = parse_script(&text.parse().unwrap()).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }
}
