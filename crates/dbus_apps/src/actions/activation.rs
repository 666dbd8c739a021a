//! Activates an action, and reads its state back where that shows the effect.

use super::{
    described::Described,
    offer::Offer,
    value::{ActionValue, VALUE, as_state},
};
use crate::{
    bus::{BusError, BusLink},
    text::shown,
};
use deskpilot_core::{Call, Effect, Evidence, ExistingState, NoChangeReason, Outcome, Refusal};
use deskpilot_dbus::{AnyValue, Value};
use deskpilot_desktop::DesktopError;
use serde_json::Value as Json;
use std::{collections::HashMap, time::Duration};
use tokio::time::{Instant, timeout_at};

/// How long an application may take to answer an activation. One that shows a dialog may answer only after the dialog.
const ANSWER: Duration = Duration::from_secs(2);
/// How long the state may take to change after the answer.
const SETTLING: Duration = Duration::from_secs(1);

/// One activation of an action.
pub(super) struct Activation<'a> {
    pub(super) link: BusLink,
    pub(super) offer: &'a Offer,
    pub(super) call: &'a Call,
    pub(super) application: &'a str,
}

/// The state that shows the effect.
struct StateChange {
    before: AnyValue,
    wanted: AnyValue,
}

impl Activation<'_> {
    pub(super) async fn carry_out(mut self, deadline: Duration) -> Result<Outcome, DesktopError> {
        let end = Instant::now() + deadline;
        let described = self.describe().await.map_err(|error| error.of(self.application))?;
        if let Some(refusal) = self.refusal(&described) {
            return Ok(Effect::Refused(refusal).into());
        }
        let argument = self.call.args.get(VALUE);
        let value = match self.offer.value.encoded(argument) {
            Ok(value) => value,
            Err(refusal) => return Ok(Effect::Refused(refusal).into()),
        };
        let change = self.change(&described, value.as_ref(), argument);
        if let Some(StateChange { before, wanted }) = &change
            && before == wanted
        {
            let state = ExistingState::Text(shown(before));
            return Ok(Effect::NoChange(NoChangeReason::AlreadySo(state)).into());
        }
        self.link.changes.mark_unchanged();
        let effect = match self.activate(value, end).await {
            Err(error) => self.unanswered(error).await,
            Ok(()) => match change {
                Some(change) => self.state_effect(change, end).await,
                None => Effect::unverified(format!(
                    "{} took the action {}; look what it did",
                    self.application, self.offer.action
                )),
            },
        };
        Ok(effect.into())
    }

    /// Why the action cannot be activated as it is now.
    fn refusal(&self, described: &Described) -> Option<Refusal> {
        let what = || format!("the action {}", self.offer.action);
        let value = ActionValue::of(&described.takes, described.state.as_ref());
        if value != Some(self.offer.value) {
            return Some(Refusal::OutOfDate { what: what(), why: "it takes another value now".into() });
        }
        (!described.is_enabled).then(|| Refusal::NotEnabled(what()))
    }

    /// The state before and the one that is wanted; `None` if the state does not show the effect.
    fn change(
        &self,
        described: &Described,
        value: Option<&Value<'_>>,
        argument: Option<&Json>,
    ) -> Option<StateChange> {
        let before = described.state.clone()?;
        let wanted = match (&before, self.offer.value) {
            (AnyValue::Flag(on), ActionValue::Switch) => {
                AnyValue::Flag(argument.and_then(Json::as_bool).unwrap_or(!on))
            }
            _ => as_state(value?)?,
        };
        let is_same_kind = std::mem::discriminant(&before) == std::mem::discriminant(&wanted);
        is_same_kind.then_some(StateChange { before, wanted })
    }

    async fn describe(&self) -> Result<Described, BusError> {
        self.offer.group.describe(&self.link, &self.offer.action).await
    }

    async fn activate(&self, value: Option<Value<'_>>, end: Instant) -> Result<(), BusError> {
        let values: Vec<Value<'_>> = value.into_iter().collect();
        let platform_data: HashMap<&str, Value<'_>> = HashMap::new();
        let body = (self.offer.action.as_str(), values.as_slice(), platform_data);
        let limit = ANSWER.min(end.saturating_duration_since(Instant::now()));
        self.offer.group.call(&self.link, "Activate", &body, limit).await
    }

    /// The effect of an activation without an answer.
    async fn unanswered(&self, error: BusError) -> Effect {
        let (application, action) = (self.application, &self.offer.action);
        if let Some(why) = error.refusal() {
            return Effect::Refused(Refusal::NotPossible { what: format!("the action {action}"), why });
        }
        match error {
            // An application that describes its actions meanwhile is at work, as while it shows a dialog.
            BusError::Late(_) if self.describe().await.is_ok() => Effect::unverified(format!(
                "{application} began the action {action} and has not ended it, as while it shows a dialog; look what it did"
            )),
            error => Effect::Partial(format!(
                "the action {action} was sent, and {application} gave no answer: {error}; look whether it was done"
            )),
        }
    }

    /// Reads the state until it is as wanted, at most for a short time.
    async fn state_effect(&mut self, change: StateChange, end: Instant) -> Effect {
        let end = end.min(Instant::now() + SETTLING);
        let now = loop {
            let is_last = Instant::now() >= end;
            match self.describe().await {
                Ok(Described { state: Some(state), .. }) if is_last || state == change.wanted => break state,
                Ok(Described { state: Some(_), .. }) => {
                    // Without a signal the state is read once more at the end.
                    let _ = timeout_at(end, self.link.changes.changed()).await;
                }
                Ok(_) | Err(_) => {
                    let action = &self.offer.action;
                    return Effect::unverified(format!(
                        "the action {action} was taken, and its state could not be read back; look what it did"
                    ));
                }
            }
        };
        let StateChange { before, wanted } = change;
        let of = Some(format!("the action {}", self.offer.action));
        let evidence = Evidence::Value { before: Some(shown(&before)), after: Some(shown(&now)), of };
        match () {
            () if now == wanted => Effect::Confirmed(evidence),
            () if now == before => Effect::NoChange(NoChangeReason::Same(evidence)),
            () => Effect::Partial(format!("{evidence}, and {} was wanted", shown(&wanted))),
        }
    }
}
