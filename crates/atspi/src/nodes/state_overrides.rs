//! How a node's states differ from those that its facts have. Pure.

use deskpilot_core::States;

/// What a node's states are beyond its facts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StateOverrides {
    /// The states that its facts do not have.
    pub(crate) added: States,
    /// The states that its facts have and that are not so.
    pub(crate) removed: States,
}

impl StateOverrides {
    /// These states as a person would say them.
    pub(crate) fn applied_to(self, states: States) -> States {
        self.added.iter().fold(states.without(self.removed), States::with)
    }
}
