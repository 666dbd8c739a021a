//! Performs one input: finds the target, looks, sends the gesture, waits for its effect, and reports the outcome.

mod already;
mod background;
mod choose;
mod dialogs;
mod framed;
mod hands;
mod keys;
mod pointer;
mod reach;
mod text;

use super::before::Before;
use super::doubt::tempered;
use super::effect::Proof;
use super::errors::of_x_error;
use super::find_again::{Found, Target};
use super::lately::Lately;
use super::settle::settle;
use super::window_group::WindowGroup;
use deskpilot_atspi::Interface;
use deskpilot_core::{Button, Effect, Evidence, Gesture, Input, NoChangeReason, Outcome, Role, State};
use deskpilot_desktop::DesktopError;
use deskpilot_x11 as x11;
pub(super) use hands::Hands;
use tokio::time::Instant;

impl Hands {
    /// Performs an input in a window and reports its outcome.
    pub(super) async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        self.doubt = None;
        self.reader.lately = Lately::default();
        // Late effects of the previous action would be taken for effects of this one.
        self.reader.until_caught_up(input.window).await;
        self.reader.acted = Some(Instant::now());
        let outcome = self.act(input).await?;
        self.reader.acted = Some(Instant::now());
        Ok(tempered(outcome, &input.aim, self.doubt.take()))
    }

    /// Releases every key and button, and unbinds temporarily bound keys.
    pub(super) async fn release(&self) -> Result<(), DesktopError> {
        let display = &self.reader.windows.display;
        let letting_go = display.run(|server| x11::let_go(server).and_then(|()| x11::unbind(server)));
        letting_go.await?.map_err(|error| of_x_error(error, DesktopError::Lost("the keyboard".into())))
    }

    async fn act(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        let group = self.reader.group(input.window).await?;
        let target = self.reader.target(&group, &input.aim).await?;
        let proof = proof_of(&input.gesture, &target, &group)?;
        self.refuse_keys_meant_for_another(&group, &target, &input.gesture)?;
        self.until_first_enter_is_heard(&group, &input.gesture).await?;
        if let Some(effect) = self.already(&target, &proof).await? {
            return Ok(effect.into());
        }
        let before = Before::look(&mut self.reader, &group, &target, &proof).await?;
        if before.shows_no_more(&target) {
            return Err(DesktopError::ControlGone(target.what(&group)));
        }
        let presses = self.presses().await?;
        let hands = self.take_input().await?;
        if let Err(error) = self.send(&group, &target, &input.gesture).await {
            return self.broken_off(error, presses).await;
        }
        let hands = self.while_bound(hands);
        let outcome = self.settled(before, &target, &proof).await;
        self.reader.windows.display.run(x11::unbind).await?.ok();
        drop(hands);
        let outcome = match outcome? {
            // Some applications accept a text and do nothing with it.
            outcome
                if matches!(outcome.effect, Effect::NoChange(_))
                    && was_handed_over(&input.gesture, &target) =>
            {
                self.type_after_all(input).await?
            }
            outcome if input.gesture == Gesture::Hover => self.hovered(outcome, &group, &target).await?,
            outcome => outcome,
        };
        Ok(already::explained(outcome, &input.gesture, &target))
    }

    /// Waits for the effect of what was sent. Drops the doubt if the target was seen to be hit.
    async fn settled(
        &mut self,
        mut before: Before,
        target: &Target,
        proof: &Proof,
    ) -> Result<Outcome, DesktopError> {
        let outcome = settle(&mut self.reader, &mut before, target, proof).await;
        if before.was_met {
            self.doubt = None;
        }
        outcome
    }

    /// Handles an input that failed midway. Nothing was done only if no key or button was pressed.
    async fn broken_off(&mut self, error: DesktopError, presses: u64) -> Result<Outcome, DesktopError> {
        self.release().await?;
        match error {
            DesktopError::Lost(_) => Err(error),
            _ if self.presses().await? == presses => Err(error),
            _ => Ok(Effect::Partial(format!("it was begun, and broken off: {error}")).into()),
        }
    }

    /// How many keys and buttons were pressed so far.
    async fn presses(&self) -> Result<u64, DesktopError> {
        let counting = self.reader.windows.display.run(|server| Ok(x11::presses(server))).await?;
        counting.map_err(|error| of_x_error(error, DesktopError::Lost("the keyboard".into())))
    }

    async fn send(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        gesture: &Gesture,
    ) -> Result<(), DesktopError> {
        match gesture {
            Gesture::Click { button, count, held } => match invoked(target, *button, *count, held.is_empty())
            {
                Some(found) => self.invoke(group, target, found).await,
                None => self.click(group, target, *button, *count, held).await,
            },
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
            Gesture::Focus => self.focus(group, target).await.map(drop),
            Gesture::Close => self.ask_to_close(group).await,
            // The clipboard belongs to no window.
            Gesture::WriteClipboard(_) | Gesture::ReadClipboard => Ok(()),
        }
    }

    async fn type_after_all(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        let group = self.reader.group(input.window).await?;
        let target = self.reader.target(&group, &input.aim).await?;
        let Gesture::Text { text, mode } = &input.gesture else {
            return Ok(Effect::NoChange(NoChangeReason::Same(Evidence::Accepted)).into());
        };
        let proof = proof_of(&input.gesture, &target, &group)?;
        let before = Before::look(&mut self.reader, &group, &target, &proof).await?;
        let presses = self.presses().await?;
        let hands = self.take_input().await?;
        if let Err(error) = self.type_text(&group, &target, text, *mode).await {
            return self.broken_off(error, presses).await;
        }
        let hands = self.while_bound(hands);
        let outcome = self.settled(before, &target, &proof).await;
        self.reader.windows.display.run(x11::unbind).await?.ok();
        drop(hands);
        outcome
    }
}

/// What would prove that the gesture worked; an error where the target does not support it.
fn proof_of(gesture: &Gesture, target: &Target, group: &WindowGroup) -> Result<Proof, DesktopError> {
    let found = || {
        target.found().ok_or_else(|| DesktopError::NotPossible {
            what: target.what(group),
            why: "only a control that accessibility knows can do this; click, type or drag instead".into(),
        })
    };
    Ok(match gesture {
        Gesture::Click { .. } | Gesture::Close => Proof::AnyChange,
        Gesture::Hover => Proof::Hover,
        Gesture::Keys(_) => Proof::Keys,
        Gesture::Drag { .. } | Gesture::Scroll(_) => Proof::AnyMove,
        Gesture::Text { text, mode } => match target.found() {
            Some(found) if found.item.states().has(State::Protected) => Proof::Hidden,
            Some(found) if keeps(found, text) => Proof::Text { text: text.clone(), mode: *mode },
            Some(_) => Proof::AnyChange,
            None => Proof::Typed(text.clone()),
        },
        Gesture::Select(item) => Proof::Choice(found().map(|_| item.clone())?),
        Gesture::SelectText(text) => Proof::Selection(found().map(|_| text.clone())?),
        Gesture::Check(on) => Proof::State(checkable(found()?)?, *on),
        Gesture::Expand(on) => match found()?.item.states().has(State::Expandable) {
            true => Proof::State(State::Expanded, *on),
            false => Proof::AnyChange,
        },
        Gesture::SetNumber(number) => Proof::Number(found().map(|_| *number)?),
        Gesture::Focus => Proof::Focus,
        Gesture::WriteClipboard(_) | Gesture::ReadClipboard => Proof::AnyChange,
    })
}

/// Whether a control shows exactly the text that is put into it.
fn keeps(found: &Found, text: &str) -> bool {
    // A shell replies, a cell shows the result of its formula, and in a single line Enter may submit the text.
    let makes_other_of_it = matches!(found.item.facts.kind(), Role::Terminal | Role::Cell);
    let is_sent = text.ends_with('\n') && !found.item.states().has(State::MultiLine);
    found.item.facts.offers(Interface::Text) && !makes_other_of_it && !is_sent
}

fn checkable(found: &Found) -> Result<State, DesktopError> {
    use Role::{Cell, CheckBox, MenuItem, RadioButton, ToggleButton};
    match found.item.facts.kind() {
        CheckBox | RadioButton | ToggleButton | MenuItem | Cell => Ok(State::Checked),
        _ => Err(found.cannot("it cannot be checked; click it instead")),
    }
}

/// The control, where its action does the same as the click.
fn invoked(target: &Target, button: Button, count: u8, is_plain: bool) -> Option<&Found> {
    // Not a menu item: GTK 3 runs its code inside the call, and the application answers no calls while the dialog that
    // opens is there. The open menu can be clicked with the pointer.
    use Role::{Button as PushButton, CheckBox, ComboBox, Hyperlink, Menu, RadioButton, ToggleButton};
    let found = target.found()?;
    let kind = found.item.facts.kind();
    let is_invocable =
        matches!(kind, PushButton | CheckBox | ComboBox | Hyperlink | Menu | RadioButton | ToggleButton);
    let offers = found.item.facts.offers(Interface::Action);
    (button == Button::Left && count == 1 && is_plain && is_invocable && offers).then_some(found)
}

/// Whether the gesture set a text by accessibility, without the keyboard.
fn was_handed_over(gesture: &Gesture, target: &Target) -> bool {
    match (gesture, target.found()) {
        (Gesture::Text { text, .. }, Some(found)) => !text.is_empty() && text::is_handed_over(found, text),
        _ => false,
    }
}
