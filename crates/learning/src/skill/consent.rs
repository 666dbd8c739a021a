//! What a person said about a skill that would run by itself, and how they are asked.

use crate::{NamedSkill, template::Bindings};
use serde::{Deserialize, Serialize};

/// How the question begins.
const BEGINNING: &str = "This was done before in the same way. May the skill ";
/// How its first line ends, behind the name of the skill.
const BEHIND_NAME: &str = " do it by itself, without a model?";
/// What can be answered.
const CHOICES: &str = "1 from now on, 2 this time, 3 never; anything else: not now";
/// How many steps the question names.
const MOST_STEPS: usize = 24;

/// Whether a skill may run by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkillConsent {
    /// Nobody was asked yet: it does not.
    #[default]
    Unasked,
    /// A person said that it may, from now on.
    Always,
    /// A person said that it never may.
    Never,
}

impl SkillConsent {
    /// Whether nobody was asked yet.
    pub const fn is_unasked(&self) -> bool {
        matches!(self, SkillConsent::Unasked)
    }
}

/// What a person said to the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConsentAnswer {
    /// Now and from now on.
    FromNowOn,
    /// In this task.
    ThisTime,
    /// Not in this task, and they may be asked again.
    NotNow,
    /// Not now and not later.
    Never,
}

impl ConsentAnswer {
    /// What the words mean. Only what is clearly a yes is one.
    pub(crate) fn of(words: &str) -> ConsentAnswer {
        let words = words.trim().trim_end_matches('.').to_lowercase();
        match words.as_str() {
            "1" | "always" | "from now on" => ConsentAnswer::FromNowOn,
            "2" | "this time" | "once" | "y" | "yes" => ConsentAnswer::ThisTime,
            "3" | "never" => ConsentAnswer::Never,
            _ => ConsentAnswer::NotNow,
        }
    }

    /// Whether the skill runs now.
    pub(crate) const fn runs(self) -> bool {
        matches!(self, ConsentAnswer::FromNowOn | ConsentAnswer::ThisTime)
    }

    /// What is kept with the skill; `None` if nothing.
    pub(crate) const fn consent(self) -> Option<SkillConsent> {
        match self {
            ConsentAnswer::FromNowOn => Some(SkillConsent::Always),
            ConsentAnswer::Never => Some(SkillConsent::Never),
            ConsentAnswer::ThisTime | ConsentAnswer::NotNow => None,
        }
    }
}

/// Whether the question is whether a skill may run. Its answer is kept with the skill, and nowhere else.
pub fn is_consent_question(question: &str) -> bool {
    question.starts_with(BEGINNING)
}

/// Whether the question is about the skill of this name, or about one that has it for a subtask.
pub(crate) fn covers(question: &str, name: &str) -> bool {
    let about = question.strip_prefix(BEGINNING).and_then(|it| it.strip_prefix(name));
    is_consent_question(question)
        && (about.is_some_and(|it| it.starts_with(BEHIND_NAME)) || question.contains(&as_inner(name)))
}

/// How a question names the skill for a subtask.
fn as_inner(name: &str) -> String {
    format!("(by the skill {name})")
}

/// The question whether this skill may run with these values, and with these skills for its subtasks.
pub(crate) fn consent_question(
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
