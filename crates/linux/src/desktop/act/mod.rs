//! Performs one input in phases, each a value of its own: aims at the target, looks, sends the gesture, waits for its effect, reads back.

mod already_so;
mod background;
mod bar_independence;
mod choose;
mod commit;
mod delayed_button;
mod dialogs;
mod document_keyboard;
mod drawn_bounds;
mod ending;
mod executor;
mod formatting;
mod identity;
mod input_method;
mod keyboard_holder;
mod keys;
mod last_click;
mod last_text;
mod list_items;
mod loading;
mod phases;
mod pointer;
mod reach;
mod retry;
mod ruled_control;
mod scroll_list;
mod second_look;
mod select_text;
mod sender;
mod suggestions;
mod text;

use crate::desktop::errors::of_desktop_request;
use crate::desktop::reading::find_again::Target;
use crate::desktop::reading::recent_controls::RecentControls;
use crate::desktop::waiting::baseline::ActionBaseline;
use crate::desktop::waiting::lag::Bars;
use crate::desktop::waiting::settle::{settle, signs};
use crate::desktop::windows::window_group::WindowGroup;
use bar_independence::is_independent_of_bars;
use delayed_button::proof_of_press;
use deskpilot_atspi::Interface;
use deskpilot_core::{Effect, Gesture, Input, NoChangeReason, Outcome};
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{
    Proof, ProofTarget, doubted, may_close_dialog, weakened, with_existing_state,
};
use deskpilot_x11::{self as x11, StrokeKind};
use dialogs::{refuse_keys_for_new_dialog, wait_before_first_enter};
use document_keyboard::focused_among;
pub(super) use executor::ActionExecutor;
pub(super) use input_method::InputMethod;
use last_text::LastText;
use phases::{AimedInput, PerformedInput, PreparedInput, SendEnd, SentInput, SettledInput};
use sender::{Retry, SendNotes, Sender};
use std::mem::take;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long to wait before a target is looked for once more.
const BEFORE_LOOKING_AGAIN: Duration = Duration::from_millis(300);

impl ActionExecutor {
    /// Performs an input in a window and reports its outcome.
    pub(super) async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        self.reader.recent_controls = RecentControls::default();
        // Late effects of the previous action would be taken for effects of this one.
        // A window that was never looked at counts as one with a dialog: to wait is the safe choice.
        let has_dialog = self.reader.known(input.window).is_none_or(WindowGroup::has_dialog);
        let bars = match !has_dialog && self.needs_no_bar(input).await {
            true => self.reader.bars(input.window).await,
            false => {
                self.reader.until_caught_up(input.window).await;
                Bars::Current
            }
        };
        self.reader.actions.begin();
        let done = Box::pin(self.act(input, bars)).await;
        if let Err(DesktopError::ControlChanged { .. }) = &done {
            // No event announced the change, so the next look must not rely on events.
            self.reader.drop_mirror(input.window);
        }
        let PerformedInput { outcome, notes } = done?;
        let outcome = self.with_names(outcome, notes.checked).await;
        self.reader.actions.end();
        Ok(weakened(outcome, &input.aim, notes.doubt))
    }

    /// Whether an input needs no tool bar, neither for its target nor for its proof.
    async fn needs_no_bar(&self, input: &Input) -> bool {
        is_independent_of_bars(input) || self.saves_known_file(input) || self.is_shown_by_format(input).await
    }

    /// Whether an input saves a document whose file is known: the file shows whether it worked.
    fn saves_known_file(&self, input: &Input) -> bool {
        let title = self.reader.known(input.window).map(|group| group.client.title.as_str());
        input.gesture.saves() && title.is_some_and(|it| self.reader.opened_files.shown_by(it).is_some())
    }

    /// Releases every key and button, unbinds temporarily bound keys, and switches the input method on again.
    pub(super) async fn release(&mut self) -> Result<(), DesktopError> {
        let display = &self.reader.windows.display;
        let letting_go = display
            .run(|server| x11::release_all(server).and_then(|()| x11::unbind_spare_keys(server)))
            .await;
        // After the keys: the call waits for a daemon that hangs, and meanwhile none may stay pressed.
        self.input_method.switch_on().await;
        letting_go?.map_err(of_desktop_request)
    }

    async fn act(&mut self, input: &Input, bars: Bars) -> Result<PerformedInput, DesktopError> {
        let mut aimed = self.aim(input, bars).await?;
        if let Some(effect) = self.already_so(&aimed.target, &aimed.proof).await? {
            return Ok(PerformedInput::without_input(effect));
        }
        let of_item = self.with_whole_item_name(input, &mut aimed).await?;
        let input = of_item.as_ref().unwrap_or(input);
        // Asked once more: the part of a name cannot be compared with the choice that is shown, the whole
        // name can.
        if of_item.is_some()
            && let Some(effect) = self.already_so(&aimed.target, &aimed.proof).await?
        {
            return Ok(PerformedInput::without_input(effect));
        }
        let prepared = self.prepare(aimed, &input.gesture).await?;
        if prepared.before.is_target_hidden(&prepared.aimed.target) {
            let AimedInput { group, target, .. } = &prepared.aimed;
            return Err(DesktopError::ControlGone(target.description(group)));
        }
        if let Some(last) = self.last_text.take() {
            last.check(&self.reader).await?;
        }
        match self.send(prepared, &input.gesture, None).await? {
            SendEnd::Broken(done) => Ok(*done),
            SendEnd::Sent(sent) => {
                let settled = self.settle(*sent).await?;
                self.read_back(settled, input).await
            }
        }
    }

    /// Finds what the input goes to, as soon as its window takes input.
    async fn aim(&mut self, input: &Input, bars: Bars) -> Result<AimedInput, DesktopError> {
        // Taken out: what the policy saw holds for this input alone.
        let looks = take(&mut self.reader.given);
        let mut group = self.reader.group(input.window).await?;
        // Keys sent to a busy application would mix with those that it still works off.
        self.reader.until_ready(&group, StrokeKind::Text).await?;
        let ruled = self.ruled_controls(&looks, input, &group);
        let (target, proof) = match self.target_and_proof(input, &group).await {
            // Nothing was sent yet.
            Err(error) if may_pass(&error) => {
                sleep(BEFORE_LOOKING_AGAIN).await;
                group = self.reader.group(input.window).await?;
                self.target_and_proof(input, &group).await?
            }
            found => found?,
        };
        refuse_keys_for_new_dialog(&self.reader, &group, &target, &input.gesture)?;
        wait_before_first_enter(&mut self.reader, &group, &input.gesture).await?;
        Ok(AimedInput { group, target, proof, ruled, bars })
    }

    /// What the input goes to in its window, and what would prove that it worked.
    async fn target_and_proof(
        &mut self,
        input: &Input,
        group: &WindowGroup,
    ) -> Result<(Target, Proof), DesktopError> {
        let target = self.reader.target(group, &input.aim).await?;
        let target = self.with_paragraph(group, target, &input.gesture).await?;
        let proof = proof_of_press(proof_of(&input.gesture, &target, group)?, &target);
        Ok((target, proof))
    }

    /// Looks at the window, to compare it later.
    async fn prepare(&mut self, aimed: AimedInput, gesture: &Gesture) -> Result<PreparedInput, DesktopError> {
        let AimedInput { group, target, proof, bars, .. } = &aimed;
        let taking = ActionBaseline::take(&mut self.reader, group, target, proof, *bars);
        // On the heap: the values of one action's phases made its future larger than 16 KB (decision 106).
        let mut before = Box::new(taking.await?);
        let role = target.control().map(|it| it.element.facts.kind());
        before.may_close_dialog = group.has_dialog() && may_close_dialog(gesture, role);
        let focused = focused_among(&before.snapshot.controls);
        let receivers = before.receivers(target, gesture);
        let is_at_nothing = before.is_at_nothing(target, proof);
        let aimed = if is_at_nothing { AimedInput { proof: Proof::AnyOwnChange, ..aimed } } else { aimed };
        Ok(PreparedInput { aimed, before, focused, receivers })
    }

    /// Sends the gesture, for the first time or once more.
    async fn send(
        &mut self,
        prepared: PreparedInput,
        gesture: &Gesture,
        retry: Option<Retry>,
    ) -> Result<SendEnd, DesktopError> {
        let PreparedInput { aimed, before, focused, receivers } = prepared;
        let presses = self.presses().await?;
        let guard = self.take_input().await?;
        let started = Instant::now();
        let (ruled, notes) = (&aimed.ruled, SendNotes::default());
        let ActionExecutor { reader, clicked, input_method, .. } = self;
        let mut sender = Sender { reader, clicked, input_method, ruled, focused: &focused, notes };
        let sending = match retry {
            None => sender.send(&aimed.group, &aimed.target, gesture).await,
            Some(retry) => sender.send_again(&aimed.group, &aimed.target, gesture, retry).await,
        };
        let mut notes = sender.notes;
        if let Err(error) = sending {
            let presses = presses + notes.turned;
            let outcome = self.partial_outcome(error, presses, notes.unfocused.take()).await?;
            return Ok(SendEnd::Broken(Box::new(PerformedInput { outcome, notes })));
        }
        let guard = self.while_bound(guard);
        Ok(SendEnd::Sent(Box::new(SentInput { aimed, before, receivers, notes, started, guard })))
    }

    /// Waits for the effect of what was sent. Drops the doubt if the target was seen to be hit.
    async fn settle(&mut self, sent: SentInput) -> Result<SettledInput, DesktopError> {
        let SentInput { aimed, mut before, receivers, mut notes, started, guard } = sent;
        let outcome = settle(&mut self.reader, &mut before, &aimed.target, &aimed.proof).await;
        notes.doubt = notes.doubt.filter(|_| !before.was_target_hit);
        let signs = signs(&self.reader, &before);
        // Its error is returned only once the keyboard is as it was.
        let open = self.reader.windows.clients().await;
        self.input_method.switch_on().await;
        self.reader.windows.display.run(x11::unbind_spare_keys).await?.ok();
        // Released last: with our key bindings another session would type other letters.
        drop(guard);
        if before.has_closed_window(&open?) {
            self.dialog_closed = Some(Instant::now());
        }
        let AimedInput { group, target, proof, .. } = &aimed;
        let outcome = Box::pin(self.once_loaded(outcome?, group, &mut before, target, proof)).await?;
        let done = PerformedInput { outcome, notes };
        Ok(SettledInput { aimed, before, receivers, started, signs, done })
    }

    /// Reports the effect; repeats an action that changed nothing for a known reason.
    async fn read_back(
        &mut self,
        settled: SettledInput,
        input: &Input,
    ) -> Result<PerformedInput, DesktopError> {
        let retry = self.retry_of(&settled, &input.gesture).await?;
        let SettledInput { aimed, before, receivers, started, done, .. } = settled;
        let AimedInput { group, target, proof, .. } = &aimed;
        let PerformedInput { outcome, notes } = match retry {
            _ if input.gesture == Gesture::Hover => {
                PerformedInput { outcome: self.hover_outcome(done.outcome, group, target).await?, ..done }
            }
            Some(retry) => Box::pin(self.act_again(input, &aimed, retry)).await?,
            None => done,
        };
        self.reader.actions.record_input(started);
        self.reader.actions.record_target(target);
        let outcome = with_existing_state(outcome, &input.gesture, &receivers);
        let outcome = doubted(outcome, &input.gesture, &receivers);
        let outcome = self.looked_at_again(outcome, &before, target, proof).await?;
        let outcome = self.with_commitment(outcome, group, proof, &receivers).await;
        self.last_text = LastText::of(&outcome, target, proof, before.proof_value.as_deref());
        let outcome = Box::pin(self.with_suggestions(outcome, &before, target, proof)).await?;
        Ok(PerformedInput { outcome, notes })
    }

    /// Does an action once more, from the aim on.
    async fn act_again(
        &mut self,
        input: &Input,
        first: &AimedInput,
        retry: Retry,
    ) -> Result<PerformedInput, DesktopError> {
        let group = self.reader.group(input.window).await?;
        let (target, proof) = self.target_and_proof(input, &group).await?;
        // The policy ruled on the first attempt; the second may be for nothing else.
        let (ruled, bars) = (first.ruled.clone(), first.bars);
        let aimed = AimedInput { group, target, proof, ruled, bars };
        let prepared = self.prepare(aimed, &input.gesture).await?;
        match self.send(prepared, &input.gesture, Some(retry)).await? {
            SendEnd::Broken(done) => Ok(*done),
            SendEnd::Sent(sent) => Ok(self.settle(*sent).await?.done),
        }
    }

    /// Handles an input that failed midway. Nothing was done only if no key or button was pressed. `unfocused` says which control did
    /// not get the keyboard, and why.
    async fn partial_outcome(
        &mut self,
        error: DesktopError,
        presses: u64,
        unfocused: Option<String>,
    ) -> Result<Outcome, DesktopError> {
        // Before anything else: whatever failed, no key and no button may stay pressed.
        self.release().await?;
        match (error, unfocused) {
            (error, _) if error.is_of_whole_desktop() => Err(error),
            (error, _) if self.presses().await? == presses => Err(error),
            (_, Some(unfocused)) => Ok(Effect::NoChange(NoChangeReason::NotFocused(unfocused)).into()),
            (error, None) => Ok(Effect::Partial(format!("it was begun and then failed: {error}")).into()),
        }
    }

    /// How many keys and buttons were pressed so far.
    async fn presses(&self) -> Result<u64, DesktopError> {
        let counting = self.reader.windows.display.run(|server| Ok(x11::press_count(server))).await?;
        counting.map_err(of_desktop_request)
    }
}

/// Whether the error may be that of an application under load: it did not answer in time, or dropped a control that it then lists
/// again.
const fn may_pass(error: &DesktopError) -> bool {
    matches!(error, DesktopError::ControlGone(_) | DesktopError::Hung { .. })
}

/// What would prove that the gesture worked; an error where the target does not support it.
fn proof_of(gesture: &Gesture, target: &Target, group: &WindowGroup) -> Result<Proof, DesktopError> {
    let control = target.control().map(|it| it.element.control());
    let found = target.control().zip(control.as_ref()).map(|(found, control)| ProofTarget {
        control,
        has_text: found.element.facts.offers(Interface::Text),
        has_action: found.element.facts.offers(Interface::Action),
    });
    let what = || target.description(group);
    Proof::of(gesture, found).map_err(|why| DesktopError::NotPossible { what: what(), why: why.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_an_application_under_load_does_is_looked_for_once_more() {
        let what = || "Cell \"A1\"".to_owned();
        let changed = DesktopError::ControlChanged { expected: what(), found: "Cell \"A2\"".into() };
        for (error, expected) in [
            (DesktopError::Hung { application: "calc".into(), millis: 1_500 }, true),
            (DesktopError::ControlGone(what()), true),
            (DesktopError::WindowGone("Costs".into()), false),
            (changed, false),
            (DesktopError::NotEnabled(what()), false),
            (DesktopError::Lost("it does not listen".into()), false),
        ] {
            assert_eq!(may_pass(&error), expected, "{error:?}");
        }
    }
}
