//! What a prompt is made of, beside what the agent sees.

use crate::Speculation;
use deskpilot_core::{
    Complaint, Passage,
    fold::{AgentMemory, Ledger},
};
use deskpilot_desktop::view::ViewOptions;
use deskpilot_external_agents::Profile;

/// What the agents of a session are shown at one attempt of one step.
pub(crate) struct PromptContext<'a> {
    /// What the session knows of itself.
    pub(crate) ledger: &'a Ledger,
    /// The names of the secrets that can be typed.
    pub(crate) secrets: Vec<String>,
    /// The agents that are not ours and can be given a subtask.
    pub(crate) others: Vec<&'a Profile>,
    /// Whether a reply may hold several actions.
    pub(crate) speculation: Speculation,
    /// How much of a window is told.
    pub(crate) view: &'a ViewOptions,
    /// What is known about the matter in hand.
    pub(crate) recalled: &'a [Passage],
    /// What was wrong with the reply before.
    pub(crate) complaint: Option<&'a Complaint>,
}

impl PromptContext<'_> {
    /// The step whose operations the agent is told of as its last actions, and need not be told of elsewhere.
    pub(crate) fn told_elsewhere(&self, memory: &AgentMemory) -> Option<u32> {
        let (now, _) = self.ledger.steps.current.as_ref()?;
        now.session.checked_sub(1).filter(|_| !memory.last.is_empty())
    }
}
