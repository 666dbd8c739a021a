//! Checks, as an input is sent, that the application still calls its target what the policy ruled on.

use super::executor::ActionExecutor;
use super::ruled_control::{Check, CheckedControl, RuledControl, RuledControls};
use super::sender::Sender;
use crate::desktop::errors::of_call_error;
use crate::desktop::reading::find_again::Target;
use crate::desktop::reading::given_looks::GivenLooks;
use crate::desktop::reading::reader::PATIENCE;
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_atspi::CallError;
use deskpilot_core::{Aim, Control, Effect, Input, Outcome};
use deskpilot_desktop::DesktopError;
use tokio::time::Instant;

/// How many of the names that a control took the outcome lists.
const MOST_LISTED: usize = 3;

impl ActionExecutor {
    /// What these looks show where the input goes.
    pub(super) fn ruled_controls(
        &self,
        looks: &GivenLooks,
        input: &Input,
        group: &WindowGroup,
    ) -> RuledControls {
        // An application that lags may still have reported the focus of before the last action.
        let is_known = |_: &&Control| input.aim != Aim::Window || !self.reader.lags(group);
        let ruled = |control: &Control| RuledControl::of_control(control, group);
        RuledControls {
            target: looks.target(input).filter(is_known).and_then(ruled),
            drop_target: looks.drop_target(input).and_then(ruled),
        }
    }

    /// The outcome. If the target changed its name during the press, the outcome lists the names, because nobody knows under
    /// which of them it was pressed. A single change of a steady control is the effect of the press.
    pub(super) async fn with_names(&self, outcome: Outcome, checked: Option<CheckedControl>) -> Outcome {
        let Some(checked) = checked else { return outcome };
        if checked.is_unsteady {
            // Without an answer, the events that came so far have to do.
            let _ = self.reader.caller().flush_events(checked.node.bus.clone()).await;
        }
        let mut names = self.reader.events.labels.names_since(&checked.node, checked.at);
        if names.is_empty() || (names.len() == 1 && !checked.is_unsteady) {
            return outcome;
        }
        names.truncate(MOST_LISTED);
        match outcome.effect {
            Effect::Confirmed(_) | Effect::Unverified(_) | Effect::NoChange(_) => {
                let why = renamed(&outcome.effect.detail(), &checked.name, &names);
                Outcome { effect: Effect::unverified(why), ..outcome }
            }
            Effect::Partial(_) | Effect::Refused(_) | Effect::Interrupted => outcome,
        }
    }
}

impl Sender<'_> {
    /// Checks the target; without a control, what the policy ruled on in its place.
    pub(super) async fn check(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        check: Check,
    ) -> Result<(), DesktopError> {
        let ruled = match target {
            Target::Control(found) => Some(RuledControl::of(found)),
            Target::Window | Target::Place(..) => self.ruled.target.clone(),
        };
        match ruled {
            Some(ruled) => self.check_control(group, &ruled, check).await,
            None => Ok(()),
        }
    }

    /// Checks the control on which a drag is about to drop.
    pub(super) async fn check_drop(&mut self, group: &WindowGroup) -> Result<(), DesktopError> {
        match self.ruled.drop_target.clone() {
            // What is dragged may itself move it aside.
            Some(ruled) => self.check_control(group, &ruled, Check::Usable).await,
            None => Ok(()),
        }
    }

    /// Fails where the application now reports another name or role, or the check does not hold.
    async fn check_control(
        &mut self,
        group: &WindowGroup,
        ruled: &RuledControl,
        check: Check,
    ) -> Result<(), DesktopError> {
        let started = Instant::now();
        let caller = self.reader.bus.until(started + PATIENCE);
        let failed = |error| match error {
            CallError::Unknown(_) => DesktopError::ControlGone(ruled.id.clone()),
            error => of_call_error(error, &group.client, started),
        };
        let (facts, extents) = tokio::join!(caller.facts(&ruled.node), caller.extents(&ruled.node));
        let facts = match facts {
            // Some applications recreate the node with the focus.
            Err(CallError::Unknown(_)) if check == Check::Focused => return Ok(()),
            facts => facts.map_err(failed)?,
        };
        if !ruled.is_reported_as(&facts) {
            let now =
                caller.describe(ruled.node.clone(), facts.clone(), ruled.mapping).await.map_err(failed)?;
            let found = now.control().id().to_string();
            if found != ruled.id {
                return Err(DesktopError::ControlChanged { expected: ruled.id.clone(), found });
            }
        }
        if let Some(objection) = ruled.objection(check, facts.states(), extents.ok()) {
            return Err(objection);
        }
        let is_unsteady = self.reader.is_unsteady(&ruled.node);
        let (node, name) = (ruled.node.clone(), facts.name);
        // From before the question: a name that changes while it is answered counts as changed during the press.
        self.notes.checked = Some(CheckedControl { node, name, at: started, is_unsteady });
        Ok(())
    }
}

fn renamed(effect: &str, checked: &str, names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|it| format!("{it:?}")).collect();
    format!(
        "{effect}; it changed its name while it was pressed, from {checked:?} to {}, so it may have been pressed under \
         either name",
        names.join(", then ")
    )
}
