//! Skills: plans with parameters, made of what succeeded before, that run without a model.

mod argument_texts;
mod compile;
mod consent;
mod dependence;
mod expectation;
mod generalize;
mod in_words;
mod revealed;
mod route;
mod shown;
#[cfg(test)]
mod tests;
mod window_condition;

pub use compile::{NotCompiled, request_skill, subtask_skill};
pub(crate) use consent::ConsentAnswer;
pub use consent::SkillConsent;
pub use dependence::Dependence;
pub(crate) use dependence::word_of_the_moment;
pub use expectation::{EffectKind, ExpectedEffect};
pub use generalize::quoted;
pub(crate) use generalize::{QUOTATION_MARKS, generalized};
pub use shown::ShownControl;
pub use window_condition::WindowCondition;

use crate::{
    ControlIdentity, Template,
    template::{Bindings, is_note},
};
use deskpilot_core::{AppView, Call, Launch, Product, Role};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The version of the file format.
pub const SKILL_FORMAT: u32 = 2;
/// The command that reads a control.
const READ: &str = "texts";
/// The command that reads the clipboard.
const READ_CLIPBOARD: &str = "read_clipboard";
/// The command that waits.
const WAIT: &str = "wait";
/// How often the same must succeed before it may run without a model.
pub const PROVEN_RUNS: u32 = 2;

/// A skill, as its file holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// The version of the format.
    pub format: u32,
    /// The exact text that it is for, with parameters.
    pub text: Template,
    /// Its application; empty for a whole request.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub application: String,
    /// How often this succeeded in the same way.
    pub runs: u32,
    /// The demonstration in which a person showed it, after which no second run is needed; `None` if it was
    /// learned from sessions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub demonstration: Option<String>,
    /// Whether a person allows it to run. Missing in a file means that nobody was asked yet.
    #[serde(default, skip_serializing_if = "SkillConsent::is_unasked")]
    pub consent: SkillConsent,
    /// Where it was learned, newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub learned_from: Vec<String>,
    /// The subtasks of a request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subtasks: Vec<SkillSubtask>,
    /// The steps of a subtask.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<SkillStep>,
}

/// A subtask of a skill for a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillSubtask {
    /// What to do.
    pub text: Template,
    /// The application, as its window names it.
    pub application: String,
    /// What is opened before it begins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opens: Vec<SkillLaunch>,
    /// The notes that it promises.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The files that it promises.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<Template>,
    /// Tips for its agent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tips: Vec<Template>,
}

/// An application to open, perhaps with a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillLaunch {
    /// The application.
    pub application: Template,
    /// The document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<Template>,
}

/// A step of a skill for a subtask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillStep {
    /// The command.
    pub command: String,
    /// Its arguments; texts may have parameters.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub args: Map<String, Value>,
    /// Its control; `None` for the window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<ControlIdentity>,
    /// What the window must be like before.
    #[serde(default, skip_serializing_if = "WindowCondition::is_anything")]
    pub before: WindowCondition,
    /// What must be seen after it.
    pub effect: ExpectedEffect,
    /// Controls that changed by it, as the window must show them before the next step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<ShownControl>,
}

impl Skill {
    /// Whether it succeeded often enough, or a person showed it: then it may run without a model, if a person agrees.
    pub const fn is_proven(&self) -> bool {
        self.runs >= PROVEN_RUNS || self.demonstration.is_some()
    }

    /// Whether it is for a whole request rather than for a subtask.
    pub const fn is_for_request(&self) -> bool {
        !self.subtasks.is_empty()
    }

    /// Why the skill cannot be used; `None` if it can.
    pub fn problem(&self) -> Option<String> {
        if !(1..=SKILL_FORMAT).contains(&self.format) {
            return Some(format!(
                "its format is {}, and this Deskpilot reads formats 1 to {SKILL_FORMAT}",
                self.format
            ));
        }
        match (self.steps.is_empty(), self.subtasks.is_empty()) {
            (true, true) => return Some("it has neither steps nor subtasks".into()),
            (false, false) => return Some("it has both steps and subtasks: it can have one of them".into()),
            (false, true) if self.application.trim().is_empty() => {
                return Some("it has steps, and names no application".into());
            }
            _ => {}
        }
        let known = self.text.parameters();
        let used = self.used_parameters();
        let unknown = used.iter().find(|it| !is_note(it) && !known.contains(&it.as_str()))?;
        Some(format!("{{{unknown}}} is used, and its text does not have it"))
    }

    fn used_parameters(&self) -> Vec<String> {
        let mut used = Vec::new();
        route::of_skill(self, &mut |it| used.extend(it.parameters().into_iter().map(str::to_owned)));
        used
    }
}

impl SkillStep {
    /// Whether it changes a text field. A field that is disabled has a label, because it can still be read.
    pub(crate) fn edits_field(&self) -> bool {
        self.command != READ && self.control.as_ref().is_some_and(|it| it.role == Role::Edit)
    }

    /// Whether it waits for a text that the view already shows. This happens if the wait was part of a list
    /// of actions, before which no view was taken.
    pub(crate) fn has_waited(&self, view: &AppView, values: &Bindings) -> bool {
        let text = self.args.get("text").filter(|_| self.command == WAIT).and_then(|it| filled(it, values));
        let Some(Value::String(text)) = text else { return false };
        let shows = |it: &str| it.contains(&text);
        view.controls.iter().any(|it| shows(&it.name) || it.value.as_deref().is_some_and(shows))
    }

    /// The call with these values; `None` if one is missing or is no number where one is needed.
    pub(crate) fn call(&self, values: &Bindings) -> Option<Call> {
        let args = self.args.iter().map(|(name, value)| Some((name.clone(), filled(value, values)?)));
        Some(Call { command: self.command.clone(), args: args.collect::<Option<_>>()? })
    }
}

impl SkillSubtask {
    /// What it promises, with these values.
    pub(crate) fn products(&self, values: &Bindings) -> Option<Vec<Product>> {
        let notes = self.notes.iter().map(|it| Some(Product::Note(it.clone())));
        let files = self.files.iter().map(|it| it.filled(values).map(Product::File));
        notes.chain(files).collect()
    }
}

impl SkillLaunch {
    /// The launch with these values.
    pub(crate) fn launch(&self, values: &Bindings) -> Option<Launch> {
        let file = match &self.file {
            Some(file) => Some(file.filled(values)?),
            None => None,
        };
        Some(Launch { application: self.application.filled(values)?, file, ..Launch::default() })
    }
}

/// The argument with these values in place of its parameters.
fn filled(value: &Value, values: &Bindings) -> Option<Value> {
    Some(match value {
        Value::String(text) => Template::try_from(text.clone()).ok()?.filled_argument(values)?,
        Value::Array(items) => {
            Value::Array(items.iter().map(|it| filled(it, values)).collect::<Option<_>>()?)
        }
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, it)| Some((name.clone(), filled(it, values)?)));
            Value::Object(fields.collect::<Option<_>>()?)
        }
        other => other.clone(),
    })
}
