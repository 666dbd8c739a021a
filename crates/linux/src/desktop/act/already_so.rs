//! Detects actions whose goal was reached before, so that they are not needed.

use super::executor::ActionExecutor;
use crate::desktop::reading::find_again::Target;
use crate::desktop::reading::proof_value::read_proof;
use deskpilot_core::{Effect, NoChangeReason};
use deskpilot_desktop::{DesktopError, verdict::Proof};

impl ActionExecutor {
    /// The effect of an action that is not needed; nothing is sent.
    pub(super) async fn already_so(
        &mut self,
        target: &Target,
        proof: &Proof,
    ) -> Result<Option<Effect>, DesktopError> {
        let Some(found) = target.control() else { return Ok(None) };
        let chosen = match proof {
            Proof::Choice(_) => read_proof(&self.reader, found, proof).await?,
            _ => None,
        };
        let state = proof.existing_state(found.element.states(), chosen);
        Ok(state.map(|it| Effect::NoChange(NoChangeReason::AlreadySo(it))))
    }
}
