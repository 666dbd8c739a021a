//! The context of an operation that the policy judges.

use super::{Finding, Foreground, Grant, Homes, KeyBinding, KnownFile};
use crate::{Application, Caution, CommandSpec, Control, NodeId, Operation, PathStyle, Paths, Verb};
use serde::{Deserialize, Serialize};

/// Whose clipboard the agents can read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clipboard {
    /// The user's: what they copied may be a secret.
    #[default]
    Shared,
    /// That of a private desktop: it has only what the agents copied.
    Own,
}

/// What the policy knows in addition to the operation that it judges.
#[derive(Clone, Debug, Default)]
pub struct PolicyContext<'a> {
    /// Whether the model asks for approval.
    pub caution: Caution,
    /// The window's controls, as last observed.
    pub controls: &'a [Control],
    /// The controls of the window whose name or role changed by itself a moment ago: before the press it may be another.
    pub unsteady: &'a [NodeId],
    /// The controls of the window's application that keys press, as far as it says which.
    pub bindings: &'a [KeyBinding],
    /// What has the window's terminal, if it has one.
    pub foreground: Foreground,
    /// The addresses of the pages in the window, including embedded ones.
    pub pages: &'a [String],
    /// The native command's specification, if known. A native command without one may do anything.
    pub command: Option<&'a CommandSpec>,
    /// The application that a launch opens, if known.
    pub opens: Option<&'a Application>,
    /// The real paths of the files that the operation names, with links resolved.
    pub places: &'a [String],
    /// What the files are that the window shows, by their canonical paths, if the platform was asked.
    pub files: Option<&'a [(String, KnownFile)]>,
    /// The risks that were found when the operation was ruled on before, if that is known: they come from a moment that cannot be
    /// observed again, and count in place of what the other facts suggest.
    pub found: Option<&'a [Finding]>,
    /// The platform's path grammar.
    pub path_style: PathStyle,
    /// The applications' home directory.
    pub home: &'a str,
    /// The folder where relative paths start; empty if that is the applications' home directory.
    pub working: &'a str,
    /// The user's own home directory, which `~` in a rule means; empty if it is that of the applications.
    pub user_home: &'a str,
    /// The canonical paths of the folders and files that hold Deskpilot's own settings and data.
    pub own: &'a [String],
    /// Whose clipboard it is.
    pub clipboard: Clipboard,
    /// The user's approvals and refusals for the rest of the session.
    pub grants: &'a [Grant],
}

impl<'a> PolicyContext<'a> {
    /// Resolves paths as the platform does.
    pub fn paths(&self) -> Paths<'a> {
        Paths { style: self.path_style, home: self.home, working: self.working, own: self.own }
    }

    /// The homes that rules name.
    pub(super) fn homes(&self) -> Homes {
        let user = if self.user_home.is_empty() { self.home } else { self.user_home };
        Homes::new(self.path_style, user, self.home)
    }

    /// The specification of the operation's native command; `None` if it is unknown or the operation is no native command.
    pub(super) fn spec(&self, operation: &Operation) -> Option<&'a CommandSpec> {
        let Operation::Act(action) = operation else { return None };
        self.command.filter(|it| action.verb == Verb::Native && it.name == action.call.command)
    }
}
