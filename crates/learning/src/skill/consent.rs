//! Whether a person allows a skill to run without a model.

use serde::{Deserialize, Serialize};

/// Whether a skill may run without a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkillConsent {
    /// Nobody was asked yet: it does not run.
    #[default]
    Unasked,
    /// A person allowed it from now on.
    Always,
    /// A person forbade it for good.
    Never,
}

impl SkillConsent {
    /// Whether nobody was asked yet.
    pub const fn is_unasked(&self) -> bool {
        matches!(self, SkillConsent::Unasked)
    }
}

/// A person's answer to the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConsentAnswer {
    /// Now and from now on.
    FromNowOn,
    /// In this task.
    ThisTime,
    /// Not in this task; the next task may ask again.
    NotNow,
    /// Not now and not later.
    Never,
}

impl ConsentAnswer {
    /// Parses the answer. Only a clear yes counts as one.
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
