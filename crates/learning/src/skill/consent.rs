//! What a person said about a skill that would run by itself.

use serde::{Deserialize, Serialize};

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
