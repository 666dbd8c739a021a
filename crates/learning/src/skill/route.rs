//! The templates of a skill, in order.

use super::{Skill, SkillLaunch, SkillStep, SkillSubtask};
use crate::Template;
use serde_json::Value;

/// Shows all templates of the skill but its own text.
pub(super) fn of_skill(skill: &Skill, see: &mut dyn FnMut(&Template)) {
    skill.subtasks.iter().for_each(|it| of_subtask(it, see));
    skill.steps.iter().for_each(|it| of_step(it, see));
}

fn of_subtask(subtask: &SkillSubtask, see: &mut dyn FnMut(&Template)) {
    see(&subtask.text);
    for SkillLaunch { application, file } in &subtask.opens {
        see(application);
        file.iter().for_each(&mut *see);
    }
    subtask.files.iter().chain(&subtask.tips).for_each(see);
}

fn of_step(step: &SkillStep, see: &mut dyn FnMut(&Template)) {
    step.args.values().for_each(|it| of_value(it, see));
    step.control.iter().for_each(|it| see(&it.name));
    step.before.title.iter().chain(&step.before.value).for_each(&mut *see);
    step.effect.texts().for_each(&mut *see);
    for shown in &step.after {
        see(&shown.name);
        shown.value.iter().for_each(&mut *see);
    }
}

/// A text that is no template counts as one without parameters.
fn of_value(value: &Value, see: &mut dyn FnMut(&Template)) {
    match value {
        Value::String(text) => {
            see(&Template::try_from(text.clone()).unwrap_or_else(|_| Template::literal(text)));
        }
        Value::Array(items) => items.iter().for_each(|it| of_value(it, see)),
        Value::Object(fields) => fields.values().for_each(|it| of_value(it, see)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
