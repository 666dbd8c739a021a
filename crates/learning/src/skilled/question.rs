//! The question to a person whether a skill may run, with its steps in words.

use crate::{NamedSkill, template::Bindings};

/// How the question begins.
const BEGINNING: &str = "This was done before in the same way. May the skill ";
/// How its first line ends, behind the name of the skill.
const BEHIND_NAME: &str = " do it by itself, without a model?";
/// What can be answered.
const CHOICES: &str = "1 from now on, 2 this time, 3 never; anything else: not now";
/// How many steps the question names.
const MOST_STEPS: usize = 24;

/// Whether the question asks if a skill may run. Its answer is stored with the skill, and nowhere else.
pub fn is_consent_question(question: &str) -> bool {
    question.starts_with(BEGINNING)
}

/// Whether the question is about the skill of this name, or about one that has it for a subtask.
pub(super) fn covers(question: &str, name: &str) -> bool {
    let about = question.strip_prefix(BEGINNING).and_then(|it| it.strip_prefix(name));
    is_consent_question(question)
        && (about.is_some_and(|it| it.starts_with(BEHIND_NAME)) || question.contains(&as_inner(name)))
}

/// How a question names the skill for a subtask.
fn as_inner(name: &str) -> String {
    format!("(by the skill {name})")
}

/// The question whether this skill may run with these values, and with these skills for its subtasks.
pub(super) fn consent_question(
    NamedSkill { name, skill, .. }: &NamedSkill,
    values: &Bindings,
    inner: &[Option<(&NamedSkill, Bindings)>],
) -> String {
    let mut steps = skill.steps_in_words(values);
    for (at, subtask) in skill.subtasks_in_words(values).into_iter().enumerate() {
        match inner.get(at).and_then(Option::as_ref) {
            Some((inner, values)) => {
                steps.push(format!("{subtask} {}", as_inner(&inner.name)));
                steps.extend(inner.skill.steps_in_words(values).into_iter().map(|it| format!("  {it}")));
            }
            None => steps.push(format!("{subtask} (with the model)")),
        }
    }
    let more = steps.len().saturating_sub(MOST_STEPS);
    steps.truncate(MOST_STEPS);
    if more > 0 {
        steps.push(format!("and {more} more: `deskpilot skills show {name}`"));
    }
    let what = skill.text.filled(values).unwrap_or_else(|| skill.text.to_string());
    let steps = steps.join("\n  ");
    format!("{BEGINNING}{name}{BEHIND_NAME}\n{what}\n  {steps}\n{CHOICES}")
}
