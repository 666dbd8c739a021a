//! What the policy rules on an operation, and the facts that it needs for that.

use deskpilot_core::{
    Application, ApprovalRequest, CommandSpec, Control, Grounds, NodeId, Ruling,
    policy::{Foreground, KeyBinding},
};

/// The policy's ruling on an operation, and its grounds.
#[derive(Clone)]
pub(crate) struct PolicyRuling {
    pub(crate) ruling: Ruling,
    pub(crate) grounds: Grounds,
}

/// The facts around an operation that the policy needs in addition to the session's state.
#[derive(Default)]
pub(crate) struct OperationContext<'a> {
    /// The controls of the operation's window.
    pub(crate) controls: &'a [Control],
    /// Those of them whose name changed by itself a moment ago.
    pub(crate) unsteady: &'a [NodeId],
    /// The controls of the application that keys press.
    pub(crate) bindings: &'a [KeyBinding],
    /// What has the window's terminal.
    pub(crate) foreground: Foreground,
    /// The URLs of the pages among them.
    pub(crate) pages: &'a [String],
    /// The specification of the operation, if it is a native command.
    pub(crate) command: Option<&'a CommandSpec>,
    /// The application that the operation opens.
    pub(crate) opens: Option<&'a Application>,
}

impl PolicyRuling {
    /// Whether the user has agreed to all risks, sites and files of this ruling.
    pub(crate) fn is_agreed_to(&self, waiting: &ApprovalRequest) -> bool {
        let (now, Some(agreed)) = (&self.grounds, &waiting.grounds) else { return false };
        let selection = |it: &Grounds| it.beside.as_deref().cloned().unwrap_or_default();
        !matches!(self.ruling, Ruling::Refuse(_))
            && !selection(now).is_other_selection(&selection(agreed))
            && now.findings.iter().all(|it| agreed.findings.iter().any(|known| known.risk == it.risk))
            && now
                .targets
                .as_ref()
                .is_none_or(|it| agreed.targets.as_ref().is_some_and(|agreed| it.is_within(agreed)))
    }

    pub(super) fn or_stricter(self, other: PolicyRuling) -> PolicyRuling {
        let strictness = |it: &PolicyRuling| match it.ruling {
            Ruling::Allow => 0,
            Ruling::Confirm(_) => 1,
            Ruling::Refuse(_) => 2,
        };
        if strictness(&other) > strictness(&self) { other } else { self }
    }
}
