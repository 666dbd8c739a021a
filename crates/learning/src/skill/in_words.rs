//! The steps of a skill as a person reads them.

use super::{Skill, SkillStep, filled};
use crate::template::Bindings;
use deskpilot_core::one_line;
use serde_json::Value;

/// The most characters of a text in a step.
const MOST_OF_TEXT: usize = 80;

impl Skill {
    /// Its steps with these values; parameters without a value are shown by their names.
    pub fn steps_in_words(&self, values: &Bindings) -> Vec<String> {
        self.steps.iter().map(|it| it.in_words(values)).collect()
    }

    /// What it opens, and its subtasks, with these values.
    pub fn subtasks_in_words(&self, values: &Bindings) -> Vec<String> {
        let shown = |it: &crate::Template| it.filled(values).unwrap_or_else(|| it.to_string());
        let subtask = |it: &super::SkillSubtask| {
            let opened = it.opens.iter().map(|it| match &it.file {
                Some(file) => format!("open {} in {}", shown(file), shown(&it.application)),
                None => format!("open {}", shown(&it.application)),
            });
            let does = format!("in {}: {}", it.application, shown(&it.text));
            opened.chain([does]).collect::<Vec<_>>().join(", then ")
        };
        self.subtasks.iter().map(subtask).collect()
    }
}

impl SkillStep {
    /// The command, what it is done with, and the control it is done on.
    fn in_words(&self, values: &Bindings) -> String {
        let args = self.args.iter().filter_map(|(name, value)| {
            match filled(value, values).unwrap_or_else(|| value.clone()) {
                Value::String(text) if text == "left" || text.trim().is_empty() => None,
                Value::Null | Value::Bool(false) => None,
                Value::Bool(true) => Some(name.replace('_', " ")),
                Value::String(text) => Some(format!("{name} {:?}", one_line(&text, MOST_OF_TEXT))),
                other => Some(format!("{name} {}", one_line(&other.to_string(), MOST_OF_TEXT))),
            }
        });
        let args: Vec<String> = args.collect();
        let with = if args.is_empty() { String::new() } else { format!(" with {}", args.join(" and ")) };
        let on = self.control.as_ref().map(|it| {
            let name = it.name.filled(values).unwrap_or_else(|| it.name.to_string());
            format!(" on {} {:?}", it.role.name(), one_line(&name, MOST_OF_TEXT))
        });
        format!("{}{with}{}", self.command, on.unwrap_or_default())
    }
}
