//! Looks once more at a control that was seen to take what it was given: some give it back a moment later.

use super::executor::ActionExecutor;
use crate::desktop::reading::find_again::Target;
use crate::desktop::reading::proof_value::{read_proof, states_if_there};
use crate::desktop::waiting::baseline::ActionBaseline;
use deskpilot_core::Outcome;
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{Proof, SecondLook};
use std::time::Duration;
use tokio::time::sleep;

/// How long after the input a control is looked at again: those that revert do so within a quarter of a second.
const SECOND_LOOK: Duration = Duration::from_millis(400);

impl ActionExecutor {
    /// The outcome of a second look, where the target may take back what the first one confirmed; any other outcome at once.
    pub(super) async fn looked_at_again(
        &self,
        outcome: Outcome,
        before: &ActionBaseline,
        target: &Target,
        proof: &Proof,
    ) -> Result<Outcome, DesktopError> {
        let Some(found) = target.control() else { return Ok(outcome) };
        let Some(look) = SecondLook::of(&outcome.effect, proof, found.element.facts.kind()) else {
            return Ok(outcome);
        };
        sleep(SecondLook::pause(&outcome, SECOND_LOOK)).await;
        let now = match look {
            SecondLook::Value => read_proof(&self.reader, found, proof).await?,
            SecondLook::State(..) => None,
        };
        // A control that is gone, or does not reply, is not seen to revert: a dialog may close with what it took.
        let Some(bits) = states_if_there(&self.reader, found).await else { return Ok(outcome) };
        let Outcome { effect, output, settled } = outcome;
        let effect = match (look, now) {
            (SecondLook::Value, Some(now)) => {
                SecondLook::effect_of_value(effect, proof, before.proof_value.as_deref(), &now)
            }
            (SecondLook::Value, None) => effect,
            (SecondLook::State(state, _), _) => {
                look.effect_of_state(effect, found.element.facts.states_of(bits).has(state))
            }
        };
        Ok(Outcome { effect, output, settled })
    }
}
