//! Performs one input: finds the target, looks, sends the gesture, waits for its effect, and reports the outcome.

mod already_so;
mod apart_from_bars;
mod background;
mod choose;
mod dialogs;
mod document_keyboard;
mod drawn_bounds;
mod executor;
mod formatting;
mod identity;
mod keyboard_holder;
mod keys;
mod pointer;
mod reach;
mod ruled_control;
mod select_text;
mod text;

use crate::desktop::errors::of_desktop_request;
use crate::desktop::reading::find_again::{FoundControl, Target};
use crate::desktop::reading::recent_controls::RecentControls;
use crate::desktop::waiting::baseline::ActionBaseline;
use crate::desktop::waiting::settle::{Signs, settle, signs};
use crate::desktop::windows::window_group::WindowGroup;
use apart_from_bars::is_apart_from_bars;
use deskpilot_atspi::Interface;
use deskpilot_core::{Button, Chord, Effect, Gesture, Input, Key, NoChangeReason, Outcome, Role};
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{Proof, ProofTarget, doubted, weakened, with_existing_state};
use deskpilot_x11::{self as x11, StrokeKind};
use document_keyboard::focused_among;
pub(super) use executor::ActionExecutor;
use std::time::Duration;
use tokio::time::Instant;

/// How long after a dialog has closed its window may lose a click.
const AFTER_DIALOG: Duration = Duration::from_millis(2500);

impl ActionExecutor {
    /// Performs an input in a window and reports its outcome.
    pub(super) async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        self.doubt = None;
        self.checked = None;
        self.reader.recent_controls = RecentControls::default();
        // Late effects of the previous action would be taken for effects of this one.
        let has_dialog = self.reader.known(input.window).is_none_or(WindowGroup::has_dialog);
        match !has_dialog && self.needs_no_bar(input).await {
            true => self.reader.note_lag(input.window).await,
            false => self.reader.until_caught_up(input.window).await,
        }
        self.reader.acted = Some(Instant::now());
        self.reader.handled = None;
        let outcome = self.act(input).await;
        if let Err(DesktopError::ControlChanged { .. }) = &outcome {
            // No event told of the change, so the next look must not rely on events.
            self.reader.drop_mirror(input.window);
        }
        let outcome = outcome?;
        let outcome = self.with_names(outcome).await;
        self.reader.acted = Some(Instant::now());
        Ok(weakened(outcome, &input.aim, self.doubt.take()))
    }

    /// Whether an input needs no tool bar, neither for its target nor for its proof.
    async fn needs_no_bar(&self, input: &Input) -> bool {
        is_apart_from_bars(input) || self.saves_known_file(input) || self.is_shown_by_format(input).await
    }

    /// Whether an input saves a document whose file is known: that shows what came of it.
    fn saves_known_file(&self, input: &Input) -> bool {
        let title = self.reader.known(input.window).map(|group| group.client.title.as_str());
        input.gesture.saves() && title.is_some_and(|it| self.reader.opened_files.shown_by(it).is_some())
    }

    /// Releases every key and button, and unbinds temporarily bound keys.
    pub(super) async fn release(&self) -> Result<(), DesktopError> {
        let display = &self.reader.windows.display;
        let letting_go =
            display.run(|server| x11::release_all(server).and_then(|()| x11::unbind_spare_keys(server)));
        letting_go.await?.map_err(of_desktop_request)
    }

    async fn act(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        let looks = std::mem::take(&mut self.reader.given);
        let group = self.reader.group(input.window).await?;
        // Keys sent to a busy application would mix with those that it still works off.
        self.reader.until_ready(&group, StrokeKind::Text).await?;
        self.ruled = self.ruled_controls(&looks, input, &group);
        let target = self.reader.target(&group, &input.aim).await?;
        let target = self.with_paragraph(&group, target, &input.gesture).await?;
        let proof = proof_of(&input.gesture, &target, &group)?;
        self.refuse_keys_for_new_dialog(&group, &target, &input.gesture)?;
        self.wait_before_first_enter(&group, &input.gesture).await?;
        if let Some(effect) = self.already_so(&target, &proof).await? {
            return Ok(effect.into());
        }
        let mut before = ActionBaseline::take(&mut self.reader, &group, &target, &proof).await?;
        let proof = if before.is_at_nothing(&target, &proof) { Proof::AnyOwnChange } else { proof };
        before.may_close_dialog = group.has_dialog() && may_close_dialog(&input.gesture, &target);
        if before.is_target_hidden(&target) {
            return Err(DesktopError::ControlGone(target.description(&group)));
        }
        self.unfocused = None;
        self.focused = focused_among(&before.snapshot.controls);
        let receivers = before.receivers(&target, &input.gesture);
        let presses = self.presses().await?;
        let guard = self.take_input().await?;
        let started = Instant::now();
        if let Err(error) = self.send(&group, &target, &input.gesture).await {
            return self.partial_outcome(error, presses).await;
        }
        let guard = self.while_bound(guard);
        let outcome = self.await_effect(&mut before, &target, &proof).await;
        self.reader.windows.display.run(x11::unbind_spare_keys).await?.ok();
        drop(guard);
        let outcome = outcome?;
        let outcome = match self.retry_of(&outcome.effect, &before, &input.gesture, &target, &proof).await? {
            _ if input.gesture == Gesture::Hover => self.hover_outcome(outcome, &group, &target).await?,
            Some(retry) => self.send_again(input, retry).await?,
            None => outcome,
        };
        self.reader.record_action(started);
        self.reader.record_target(&target);
        let control = target.control().map(|it| it.element.control());
        let outcome = with_existing_state(outcome, &input.gesture, control.as_ref());
        Ok(doubted(outcome, &input.gesture, &receivers))
    }

    /// Waits for the effect of what was sent. Drops the doubt if the target was seen to be hit.
    async fn await_effect(
        &mut self,
        before: &mut ActionBaseline,
        target: &Target,
        proof: &Proof,
    ) -> Result<Outcome, DesktopError> {
        let outcome = settle(&mut self.reader, before, target, proof).await;
        if before.was_target_hit {
            self.doubt = None;
        }
        self.signs = signs(&self.reader, before);
        let open = self.reader.windows.clients().await?;
        if before.has_closed_window(&open) {
            self.dialog_closed = Some(Instant::now());
        }
        outcome
    }

    /// Handles an input that failed midway. Nothing was done only if no key or button was pressed.
    async fn partial_outcome(&mut self, error: DesktopError, presses: u64) -> Result<Outcome, DesktopError> {
        self.release().await?;
        match error {
            _ if error.is_of_whole_desktop() => Err(error),
            _ if self.presses().await? == presses => Err(error),
            _ if let Some(unfocused) = self.unfocused.take() => {
                Ok(Effect::NoChange(NoChangeReason::NotFocused(unfocused)).into())
            }
            _ => Ok(Effect::Partial(format!("it was begun and then failed: {error}")).into()),
        }
    }

    /// How many keys and buttons were pressed so far.
    async fn presses(&self) -> Result<u64, DesktopError> {
        let counting = self.reader.windows.display.run(|server| Ok(x11::press_count(server))).await?;
        counting.map_err(of_desktop_request)
    }

    async fn send(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        gesture: &Gesture,
    ) -> Result<(), DesktopError> {
        match gesture {
            Gesture::Click { button, count, held } => {
                match invocable(target, *button, *count, held.is_empty()) {
                    Some(found) => self.invoke(group, target, found).await,
                    None => self.click(group, target, *button, *count, held).await,
                }
            }
            Gesture::Drag { to, button, held, millis } => {
                self.drag(group, target, *to, *button, held, *millis).await
            }
            Gesture::Scroll(by) => self.scroll(group, target, *by).await,
            Gesture::Hover => self.hover(group, target).await,
            Gesture::Keys(chords) => self.press_keys(group, target, chords).await.map(drop),
            Gesture::Text { text, mode } => self.put_text(group, target, text, *mode).await,
            Gesture::Select(item) => self.select(group, target, item).await,
            Gesture::SelectText(text) => self.select_text(group, target, text).await,
            Gesture::Check(_) => self.toggle(group, target).await,
            Gesture::Expand(on) => self.expand(group, target, *on).await,
            Gesture::SetNumber(number) => self.set_number(group, target, *number).await,
            Gesture::Focus => self.move_focus(group, target).await.map(drop),
            Gesture::Close => self.ask_to_close(group).await,
            // The clipboard belongs to no window.
            Gesture::WriteClipboard(_) | Gesture::ReadClipboard => Ok(()),
        }
    }

    /// How to do an action once more that changed nothing; `None` where it may have done something after all.
    async fn retry_of(
        &self,
        effect: &Effect,
        before: &ActionBaseline,
        gesture: &Gesture,
        target: &Target,
        proof: &Proof,
    ) -> Result<Option<Retry>, DesktopError> {
        Ok(match effect {
            Effect::NoChange(_) => self.retry_of_nothing(before, gesture, target),
            // Something else may have changed meanwhile, as pages do by themselves.
            Effect::Partial(_) if was_set_by_accessibility(gesture, target) => {
                let is_as_before = before.has_value_of_before(&self.reader, target, proof).await?;
                is_as_before.then_some(Retry::Type)
            }
            _ => None,
        })
    }

    fn retry_of_nothing(&self, before: &ActionBaseline, gesture: &Gesture, target: &Target) -> Option<Retry> {
        let is_plain_click =
            matches!(gesture, Gesture::Click { button: Button::Left, count: 1, held } if held.is_empty());
        // Some applications accept a text and do nothing with it.
        if was_set_by_accessibility(gesture, target) {
            return Some(Retry::Type);
        }
        // A window whose dialog has just closed may lose the first click.
        let since_closed = |closed| before.taken.saturating_duration_since(closed);
        let is_after_dialog = self.dialog_closed.is_some_and(|closed| since_closed(closed) < AFTER_DIALOG);
        let is_lost = is_plain_click && is_after_dialog && self.signs == Signs::Absent;
        (is_lost && target.control().is_some()).then_some(Retry::Click)
    }

    async fn send_again(&mut self, input: &Input, retry: Retry) -> Result<Outcome, DesktopError> {
        let group = self.reader.group(input.window).await?;
        let target = self.reader.target(&group, &input.aim).await?;
        let proof = proof_of(&input.gesture, &target, &group)?;
        let mut before = ActionBaseline::take(&mut self.reader, &group, &target, &proof).await?;
        let presses = self.presses().await?;
        let guard = self.take_input().await?;
        let sending = match (retry, &input.gesture) {
            (Retry::Type, Gesture::Text { text, mode }) => self.type_text(&group, &target, text, *mode).await,
            _ => self.click(&group, &target, Button::Left, 1, &[]).await,
        };
        if let Err(error) = sending {
            return self.partial_outcome(error, presses).await;
        }
        let guard = self.while_bound(guard);
        let outcome = self.await_effect(&mut before, &target, &proof).await;
        self.reader.windows.display.run(x11::unbind_spare_keys).await?.ok();
        drop(guard);
        outcome
    }
}

/// How an action that changed nothing is done once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Retry {
    /// Types a text that accessibility did not set.
    Type,
    /// Clicks with the pointer.
    Click,
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

/// Whether a gesture answers a dialog: its last key is Enter, or it opens an item of a list with a double click.
fn may_close_dialog(gesture: &Gesture, target: &Target) -> bool {
    use Role::{Cell, ListItem, TreeItem};
    let is_item = |found: &FoundControl| matches!(found.element.facts.kind(), Cell | ListItem | TreeItem);
    match gesture {
        Gesture::Keys(chords) => chords.last() == Some(&Chord::plain(Key::Enter)),
        Gesture::Text { text, .. } => text.ends_with('\n'),
        Gesture::Click { button: Button::Left, count: 2, .. } => target.control().is_some_and(is_item),
        _ => false,
    }
}

/// The control, where its action does the same as the click.
fn invocable(target: &Target, button: Button, count: u8, is_plain: bool) -> Option<&FoundControl> {
    // Not a menu item: GTK 3 runs its code inside the call, and the application answers no calls while the dialog that
    // opens is there. The open menu can be clicked with the pointer.
    use Role::{Button as PushButton, CheckBox, ComboBox, Hyperlink, Menu, RadioButton, ToggleButton};
    let found = target.control()?;
    let kind = found.element.facts.kind();
    let is_invocable =
        matches!(kind, PushButton | CheckBox | ComboBox | Hyperlink | Menu | RadioButton | ToggleButton);
    let offers = found.element.facts.offers(Interface::Action);
    (button == Button::Left && count == 1 && is_plain && is_invocable && offers).then_some(found)
}

/// Whether the gesture set a text by accessibility, without the keyboard.
fn was_set_by_accessibility(gesture: &Gesture, target: &Target) -> bool {
    match (gesture, target.control()) {
        (Gesture::Text { text, .. }, Some(found)) => {
            !text.is_empty() && text::is_set_by_accessibility(found, text)
        }
        _ => false,
    }
}
