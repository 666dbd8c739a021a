//! Whether a deed may be done. A pure function of the deed and the policy; the model has no say but to be stricter.

use super::{Caution, risk};
use crate::Deed;
use serde::{Deserialize, Serialize};

/// When the user is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Approval {
    /// Before every deed.
    Always,
    /// Before those that cannot be undone or reach beyond the desktop.
    #[default]
    Risky,
    /// Never: what would need a yes is done. What is refused stays refused.
    Never,
}

/// Whose clipboard it is that the agents can read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clipboard {
    /// The user's: what they copied may be a secret.
    #[default]
    Shared,
    /// That of a desktop of the agents' own: there is nothing on it but what they copied.
    Own,
}

/// What may be done, and when the user is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// When the user is asked.
    pub approval: Approval,
    /// Applications that are never touched, by program name or title word.
    pub off_limits: Vec<String>,
    /// Programs that may be run without asking, by name.
    pub allowed_programs: Vec<String>,
    /// Whose clipboard it is.
    #[serde(default)]
    pub clipboard: Clipboard,
}

/// The policy's word on one deed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// It may be done.
    Allow,
    /// It may be done after a yes, because of this.
    Confirm(String),
    /// It is not done, because of this.
    Refuse(String),
}

impl Policy {
    /// The ruling on a deed the model asked for with this caution.
    pub fn judge(&self, deed: &Deed, caution: Caution) -> Ruling {
        if let Some(reason) = self.refusal(deed) {
            return Ruling::Refuse(reason);
        }
        let reason = match (self.approval, risk::of(deed, self), caution) {
            (Approval::Never, ..) => return Ruling::Allow,
            (_, Some(risk), _) => risk.to_string(),
            (_, None, Caution::AskFirst) => "the agent asks for a yes".into(),
            (Approval::Always, None, Caution::Usual) => "every action needs a yes".into(),
            (Approval::Risky, None, Caution::Usual) => return Ruling::Allow,
        };
        Ruling::Confirm(reason)
    }

    fn refusal(&self, deed: &Deed) -> Option<String> {
        let names: Vec<&str> = match deed {
            Deed::Act(action) => vec![&action.window.application, &action.window.title],
            Deed::Launch(launch) => vec![&launch.application],
            Deed::Run(shell) => shell.argv.first().map(String::as_str).into_iter().collect(),
        };
        let limit =
            self.off_limits.iter().find(|limit| names.iter().any(|name| risk::has_word(name, limit)))?;
        Some(format!("{limit} is off limits"))
    }
}
