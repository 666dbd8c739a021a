//! Performs inputs: owns what outlasts an action, and leads one through its phases.

use super::phases::{AimedInput, Sent, SentInput};
use super::target::Target;
use crate::desktop::errors::{blocking, of_thing};
use crate::desktop::leases::Leases;
use crate::desktop::reading::reader::{Reader, Reading};
use crate::desktop::reading::snapshot::{PROOF, of_reading};
use crate::desktop::screen::Screen;
use deskpilot_core::{Effect, Gesture, Input, NoChangeReason, Outcome, State, WindowState};
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{Proof, doubted, weakened, with_existing_state};
use deskpilot_win32::{Hwnd, InputSender};
use std::sync::Arc;
use tokio::time::{Instant, sleep};

/// Performs inputs on what the reader finds.
pub(in crate::desktop) struct Executor {
    pub(in crate::desktop) reader: Reader,
    pub(in crate::desktop) leases: Leases,
    pub(super) devices: Arc<InputSender>,
    screen: Screen,
    /// Why it is uncertain what the pointer hit in the action at hand.
    pub(super) doubt: Option<String>,
    /// The control whose input method the action at hand closed.
    pub(super) closed_input_method: Option<Hwnd>,
}

/// Why a gesture was not sent, or not wholly.
#[derive(Debug)]
pub(super) enum SendError {
    /// A call failed.
    Desktop(DesktopError),
    /// The control did not take the keyboard.
    Unfocused(String),
}

impl From<DesktopError> for SendError {
    fn from(error: DesktopError) -> SendError {
        SendError::Desktop(error)
    }
}

impl Executor {
    /// Holds nothing yet.
    pub(in crate::desktop) fn new(reader: Reader, leases: Leases, screen: Screen) -> Executor {
        Executor {
            reader,
            leases,
            devices: devices_of(screen),
            screen,
            doubt: None,
            closed_input_method: None,
        }
    }

    /// Performs an input in a window and reports its outcome.
    pub(in crate::desktop) async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        let outcome = Box::pin(self.perform_in_phases(input)).await;
        self.reopen_input_method().await?;
        outcome
    }

    async fn perform_in_phases(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        let gesture = &input.gesture;
        self.doubt = None;
        self.reader.recent = None;
        let mut aimed = self.aim(input).await?;
        if let Some(effect) = self.already_so(&aimed).await? {
            return Ok(effect.into());
        }
        if let Gesture::Select(wanted) = gesture {
            aimed = self.with_whole_item_name(aimed, wanted).await?;
            // The part of a name cannot be compared with the choice that is shown, the whole name can.
            if let Some(effect) = self.already_so(&aimed).await? {
                return Ok(effect.into());
            }
        }
        let presses = self.devices.press_count();
        let sent = match Box::pin(self.send(&aimed)).await {
            Ok(sent) => sent,
            Err(error) => return self.broken(error, presses).await,
        };
        let sent = SentInput { aimed, sent, at: Instant::now() };
        let outcome = Box::pin(self.settle(&sent)).await?;
        let outcome = self.read_back(outcome, &sent).await?;
        Ok(weakened(outcome, &input.aim, self.doubt.take()))
    }

    /// Releases every held key and button. An action whose future was dropped may have calls on their way, which send nothing more.
    pub(in crate::desktop) async fn release(&mut self) -> Result<(), DesktopError> {
        let devices = std::mem::replace(&mut self.devices, devices_of(self.screen));
        let released = blocking(move || devices.close()).await?;
        self.reopen_input_method().await?;
        released.map_err(|error| of_thing(error, "the keyboard".into()))
    }

    /// Finds what an input goes to in the window as it is now, and looks at it.
    async fn aim(&mut self, input: &Input) -> Result<AimedInput, DesktopError> {
        let (mut reading, mut target, mut proof) = self.find(input).await?;
        let left = self.reader.self_changes.watch_left(input.window, Instant::now().into_std());
        if is_shown_elsewhere(&proof) && !left.is_zero() {
            sleep(left).await;
            (reading, target, proof) = self.find(input).await?;
        }
        check_usable(&target, &input.gesture, &reading)?;
        let before = of_reading(&self.reader, &reading, None).await;
        let gesture = input.gesture.clone();
        let mut aimed = AimedInput { reading, target, gesture, proof, before, value: None };
        self.complete(&mut aimed).await?;
        Ok(aimed)
    }

    /// What an input goes to in the window as it is now, and what would prove that it worked.
    async fn find(&mut self, input: &Input) -> Result<(Reading, Target, Proof), DesktopError> {
        let reading = self.read_restored(input).await?;
        let now = Instant::now().into_std();
        self.reader.self_changes.record(input.window, &reading.controls(), now);
        let target = Target::of(input, &reading, self.reader.given(input.window))?;
        let proof = target.proof(&input.gesture, &reading)?;
        Ok((reading, target, proof))
    }

    /// Reads a window; one that is minimised shows nothing and is restored first.
    async fn read_restored(&mut self, input: &Input) -> Result<Reading, DesktopError> {
        let group = self.reader.group(input.window).await?;
        if group.main.state == WindowState::Minimized && input.gesture != Gesture::Close {
            group.check_rights().await?;
            self.bring_to_front(&group).await?;
            return self.reader.read(input.window, PROOF).await;
        }
        self.reader.read_group(group, PROOF).await
    }

    /// Adds the value that the proof compares, and the caret of the text that shows it.
    async fn complete(&mut self, aimed: &mut AimedInput) -> Result<(), DesktopError> {
        let Some(node) = aimed.source() else { return Ok(()) };
        let Some(source) = aimed.reading.find(&node).cloned() else { return Ok(()) };
        aimed.value = self.proof_value(&aimed.reading, &source, &aimed.proof).await?;
        if aimed.proof.typed_keys().is_some() {
            let selected = self.reader.selected_text(&source).await;
            aimed.before.caret = selected.as_ref().and_then(|it| it.caret);
            aimed.before.selected_text = selected.and_then(|it| it.text);
        }
        Ok(())
    }

    /// The effect of an action that is not needed; nothing is sent.
    async fn already_so(&self, aimed: &AimedInput) -> Result<Option<Effect>, DesktopError> {
        let Some(element) = aimed.target.control() else { return Ok(None) };
        let state = aimed.proof.existing_state(element.control.states, aimed.value.clone());
        Ok(state.map(|it| Effect::NoChange(NoChangeReason::AlreadySo(it))))
    }

    /// The outcome of a gesture that failed midway. Nothing was done only if no key or button was pressed.
    pub(super) async fn broken(&mut self, error: SendError, presses: u64) -> Result<Outcome, DesktopError> {
        let is_untouched = self.devices.press_count() == presses;
        // Before anything else: whatever failed, no key and no button may stay pressed.
        self.release().await?;
        match error {
            SendError::Unfocused(control) => Ok(Effect::NoChange(NoChangeReason::NotFocused(control)).into()),
            SendError::Desktop(error) if error.is_of_whole_desktop() || is_untouched => Err(error),
            SendError::Desktop(error) => {
                Ok(Effect::Partial(format!("it was begun and then failed: {error}")).into())
            }
        }
    }

    /// Says what came of a gesture.
    async fn read_back(&mut self, outcome: Outcome, sent: &SentInput) -> Result<Outcome, DesktopError> {
        let aimed = &sent.aimed;
        let outcome = match aimed.gesture {
            Gesture::Hover => self.hover_outcome(outcome, aimed).await?,
            _ => outcome,
        };
        let receivers = aimed.receivers();
        let outcome = with_existing_state(outcome, &aimed.gesture, &receivers);
        let outcome = doubted(outcome, &aimed.gesture, &receivers);
        self.looked_at_again(outcome, aimed).await
    }
}

/// What sends input to a desktop.
fn devices_of(screen: Screen) -> Arc<InputSender> {
    Arc::new(match screen {
        Screen::Shown => InputSender::default(),
        Screen::Hidden => InputSender::posting(),
    })
}

/// Whether what changes anywhere in the window may prove an action, so that it must be known before what changes there by itself.
fn is_shown_elsewhere(proof: &Proof) -> bool {
    !proof.is_direct() && *proof != Proof::Hidden
}

/// Fails for a control that is disabled, or whose window waits for a dialog.
fn check_usable(target: &Target, gesture: &Gesture, reading: &Reading) -> Result<(), DesktopError> {
    let only_looks = matches!(gesture, Gesture::Hover | Gesture::Scroll(_) | Gesture::SelectText(_));
    if let Some(element) = target.control() {
        if !only_looks && !element.control.states.has(State::Enabled) {
            return Err(DesktopError::NotEnabled(element.description()));
        }
        check_unblocked(element.toplevel, element.description(), gesture, reading)?;
    }
    match target {
        Target::Window if *gesture == Gesture::Close => {
            check_unblocked(reading.group.main.hwnd, target.description(reading), gesture, reading)
        }
        _ => Ok(()),
    }
}

/// Fails where a dialog keeps the window of a control from taking input: a message would reach it all the same.
fn check_unblocked(
    window: deskpilot_win32::Hwnd,
    what: String,
    gesture: &Gesture,
    reading: &Reading,
) -> Result<(), DesktopError> {
    match reading.group.blocker_of(window) {
        Some(dialog) if *gesture != Gesture::Hover => Err(DesktopError::Obscured {
            what,
            by: format!("the dialog {:?}, which must be answered first", dialog.title),
        }),
        _ => Ok(()),
    }
}

impl SentInput {
    /// Whether the application had nothing left to do when the gesture was sent.
    pub(super) fn was_handled(&self) -> bool {
        self.sent == Sent::Handled
    }
}
