//! Checks, as an input is sent, that the application still calls its target what the policy ruled on.

use super::executor::ActionExecutor;
use crate::desktop::errors::of_call_error;
use crate::desktop::find_again::{FoundControl, Target, node_of};
use crate::desktop::reader::PATIENCE;
use crate::desktop::window_group::{Member, WindowGroup};
use deskpilot_atspi::{AreaMapping, CallError, Facts, NodeRef};
use deskpilot_core::{
    Aim, Control, Effect, Gesture, Input, Outcome, Point, Rect, Role, State, States, WindowId, pressed_at,
};
use deskpilot_desktop::DesktopError;
use std::collections::HashMap;
use tokio::time::Instant;

/// How many of the names that a control took are told.
const TOLD: usize = 3;

/// The controls of the last looks since the last action: the policy ruled on these.
#[derive(Debug, Default)]
pub(in crate::desktop) struct GivenLooks(HashMap<WindowId, Vec<Control>>);

impl GivenLooks {
    /// Remembers a look.
    pub(in crate::desktop) fn give(&mut self, window: WindowId, controls: &[Control]) {
        self.0.insert(window, controls.to_vec());
    }

    /// The control that takes an input which names none: the one at its point, or the one with the keyboard focus.
    fn target(&self, input: &Input) -> Option<&Control> {
        let controls = self.0.get(&input.window)?;
        match (&input.aim, &input.gesture) {
            (Aim::Point(point), _) => pressed_at(controls, *point).filter(|it| it.role.acts_by_name()),
            (Aim::Window, Gesture::Keys(_) | Gesture::Text { .. }) => {
                // Sheets recreate their cells.
                let focused = controls.iter().rev().find(|it| it.states.has(State::Focused));
                focused.filter(|it| it.role != Role::Cell)
            }
            (Aim::Window | Aim::Control(_), _) => None,
        }
    }

    /// The control where a drag ends.
    fn drop_target(&self, input: &Input) -> Option<&Control> {
        let Gesture::Drag { to, .. } = input.gesture else { return None };
        pressed_at(self.0.get(&input.window)?, to).filter(|it| it.role.acts_by_name())
    }
}

/// What the policy ruled on beside a control that the input itself names.
#[derive(Debug, Default)]
pub(in crate::desktop) struct RuledControls {
    /// The control that takes the input.
    target: Option<RuledControl>,
    /// The control where a drag ends.
    drop_target: Option<RuledControl>,
}

/// A control that the policy ruled on.
#[derive(Clone, Debug)]
struct RuledControl {
    node: NodeRef,
    /// Its role and name, in words.
    id: String,
    /// The role and name that its application reported for it; `None` where only a look knows it.
    reported: Option<(u32, String)>,
    mapping: AreaMapping,
    /// Whether its application reports its place as the desktop shows it.
    is_placed: bool,
    was_enabled: bool,
}

/// What must hold beside the name and the role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// The control can be used, if it could be.
    Usable,
    /// The same, and it is at this point.
    At(Point),
    /// The control has the keyboard focus.
    Focused,
}

/// The last check of a control before its press.
#[derive(Debug)]
pub(super) struct CheckedControl {
    node: NodeRef,
    name: String,
    at: Instant,
    /// Whether it changed its name by itself within the last second.
    is_unsteady: bool,
}

impl RuledControl {
    fn of(found: &FoundControl) -> RuledControl {
        let (facts, accessible) = (&found.element.facts, &found.member.accessible);
        RuledControl {
            node: found.element.node.clone(),
            id: found.description(),
            reported: Some((facts.role, facts.name.clone())).filter(|(_, name)| !name.trim().is_empty()),
            mapping: accessible.mapping_within(found.ancestors.iter()),
            is_placed: accessible.opened.is_empty() && accessible.libreoffice_offset.is_none(),
            was_enabled: found.element.states().has(State::Enabled),
        }
    }

    fn of_control(control: &Control, group: &WindowGroup) -> Option<RuledControl> {
        let node = node_of(control)?;
        let has_it = |it: &&Member| {
            it.accessible.node.bus == node.bus && it.accessible.rect.contains(control.rect.center())
        };
        let accessible = &group.members.iter().find(has_it)?.accessible;
        Some(RuledControl {
            id: control.id().to_string(),
            reported: None,
            mapping: accessible.mapping_within([].iter()),
            is_placed: accessible.opened.is_empty()
                && accessible.libreoffice_offset.is_none()
                && accessible.coordinates.is_sure(),
            was_enabled: control.states.has(State::Enabled),
            node,
        })
    }

    /// Why the control cannot take the input now, although it is the same.
    fn objection(&self, check: Check, states: States, extents: Option<Rect>) -> Option<DesktopError> {
        let out_of_date = |why: &str| DesktopError::OutOfDate { what: self.id.clone(), why: why.into() };
        let is_at = |point| extents.is_none_or(|it| self.mapping.to_desktop(it).contains(point));
        match check {
            Check::Usable | Check::At(_) if self.was_enabled && !states.has(State::Enabled) => {
                Some(DesktopError::NotEnabled(self.id.clone()))
            }
            Check::At(point) if self.is_placed && !is_at(point) => Some(out_of_date("it has moved")),
            Check::Focused if !states.has(State::Focused) => Some(out_of_date("it has lost the keyboard")),
            Check::Usable | Check::At(_) | Check::Focused => None,
        }
    }

    /// Whether the application still reports this role and name, so that it need not be described again.
    fn is_reported_as(&self, facts: &Facts) -> bool {
        self.reported.as_ref().is_some_and(|(role, name)| (*role, name) == (facts.role, &facts.name))
    }
}

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
        self.checked = Some(CheckedControl { node, name, at: started, is_unsteady });
        Ok(())
    }

    /// The outcome; where the target changed its name while it was pressed, it says which names it had, because nobody knows
    /// under which of them it was pressed. A single change of a steady control is the effect of the press.
    pub(super) async fn with_names(&mut self, outcome: Outcome) -> Outcome {
        let Some(checked) = self.checked.take() else { return outcome };
        if checked.is_unsteady {
            // Without an answer, the events that came so far have to do.
            let _ = self.reader.caller().flush_events(checked.node.bus.clone()).await;
        }
        let mut names = self.reader.events.labels.names_since(&checked.node, checked.at);
        if names.is_empty() || (names.len() == 1 && !checked.is_unsteady) {
            return outcome;
        }
        names.truncate(TOLD);
        match outcome.effect {
            Effect::Confirmed(_) | Effect::Unverified(_) | Effect::NoChange(_) => {
                let why = renamed(&outcome.effect.detail(), &checked.name, &names);
                Outcome { effect: Effect::Unverified(why), ..outcome }
            }
            Effect::Partial(_) | Effect::Refused(_) | Effect::Interrupted => outcome,
        }
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
