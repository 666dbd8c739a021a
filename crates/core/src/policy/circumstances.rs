//! What is known around an operation when the policy judges it.

use super::Rule;
use crate::{Application, Caution, CommandSpec, Control, Operation, PathStyle, Paths, Verb};
use serde::{Deserialize, Serialize};

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

/// What is known beside the operation when it is judged.
#[derive(Clone, Debug, Default)]
pub struct Circumstances<'a> {
    /// How careful the model wants to be.
    pub caution: Caution,
    /// The controls of the window, as they were seen last.
    pub controls: &'a [Control],
    /// The addresses of the pages that the window shows, one in another.
    pub pages: &'a [String],
    /// The table of the native command, where it is known; what has none is judged as what may do anything.
    pub command: Option<&'a CommandSpec>,
    /// The application that a launch opens, where it is known.
    pub opens: Option<&'a Application>,
    /// Where the files that the operation names really are, links followed.
    pub places: &'a [String],
    /// The grammar in which the platform writes paths.
    pub path_style: PathStyle,
    /// The home of the applications.
    pub home: &'a str,
    /// Whose clipboard it is.
    pub clipboard: Clipboard,
    /// What the user has said yes to for the rest of the session.
    pub grants: &'a [Rule],
}

impl<'a> Circumstances<'a> {
    /// Reads paths as the platform does, relative ones from the home of the applications.
    pub fn paths(&self) -> Paths<'a> {
        Paths { style: self.path_style, home: self.home }
    }

    /// The table of an operation's native command; `None` for what is no native command, and for one whose table is not known.
    pub(super) fn table(&self, operation: &Operation) -> Option<&'a CommandSpec> {
        let Operation::Act(action) = operation else { return None };
        self.command.filter(|it| action.verb == Verb::Native && it.name == action.call.command)
    }
}
