//! Commits what was typed into a spin button: most keep their number until Enter is pressed or the keyboard leaves them.

use super::executor::ActionExecutor;
use super::sender::Sender;
use crate::desktop::reading::find_again::{FoundControl, Target, node_of};
use crate::desktop::reading::reader::PATIENCE;
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_atspi::{CallError, Caller, Interface};
use deskpilot_core::{Chord, Control, Effect, Key, Modifier, Outcome, Role, WindowId};
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{Commitment, Proof, uncommitted};
use deskpilot_x11::StrokeKind;
use tokio::time::Instant;

/// The effect of a typed text whose spin button does not report the number in time.
const UNREAD: &str = "it was typed, and the spin button did not say in time whether its number follows";

impl Sender<'_> {
    /// Has a spin button take the text that was typed into it. Never presses Enter, which may also answer the dialog around it.
    pub(super) async fn commit(&mut self, group: &WindowGroup, target: &Target) -> Result<(), DesktopError> {
        let Some(found) = target.control() else { return Ok(()) };
        // A busy application works the keys off late: until then its text would still be the one before.
        self.reader.until_handled(WindowId(group.client.id.into()), StrokeKind::Text).await?;
        let caller = self.reader.bus.until(Instant::now() + PATIENCE);
        let node = &found.element.node;
        let before = found.element.control().value;
        match commitment(caller, found, before.as_deref()).await {
            None | Some(Ok((Commitment::Committed, _))) => Ok(()),
            Some(Ok((Commitment::Pending { wanted }, _))) => {
                // Where that fails, the number shows it.
                let _ = caller.set_number(node, wanted).await;
                let is_set = caller.number(node).await.is_ok_and(|it| (it - wanted).abs() < 1e-6);
                if is_set { Ok(()) } else { self.leave_and_return(group, target).await }
            }
            Some(Ok((Commitment::Unknown, _)) | Err(_)) => self.leave_and_return(group, target).await,
        }
    }

    /// Moves the keyboard to the next control and back. Further keys for the window go where the agent expects them.
    async fn leave_and_return(&mut self, group: &WindowGroup, target: &Target) -> Result<(), DesktopError> {
        let back = Chord { held: vec![Modifier::Shift], key: Key::Tab };
        self.press_keys(group, target, &[Chord::plain(Key::Tab), back]).await.map(drop)
    }
}

impl ActionExecutor {
    /// The outcome; text that was typed into a spin button without being committed did only a part.
    pub(super) async fn with_commitment(
        &self,
        outcome: Outcome,
        group: &WindowGroup,
        proof: &Proof,
        receivers: &[Control],
    ) -> Outcome {
        let is_typed = matches!(proof, Proof::Keys(_) | Proof::Typed(_) | Proof::Text { .. })
            && proof.typed_characters() > 0;
        let spinner = receivers.iter().find(|it| it.role == Role::Spinner && node_of(it).is_some());
        let is_confirmed = matches!(outcome.effect, Effect::Confirmed(_));
        let Some(spinner) = spinner.filter(|_| is_typed && is_confirmed) else { return outcome };
        let Ok(found) = self.reader.find_again(group, spinner).await else { return outcome };
        let Outcome { effect, output, settled } = outcome;
        let effect = match commitment(self.reader.caller(), &found, spinner.value.as_deref()).await {
            Some(Ok((commitment, number))) => uncommitted(effect, commitment, number),
            Some(Err(_)) => Effect::unverified(UNREAD),
            None => effect,
        };
        Outcome { effect, output, settled }
    }
}

/// Whether a spin button that showed the text `before` has committed its text, and its number; `None` where it has no number.
async fn commitment(
    caller: Caller<'_>,
    found: &FoundControl,
    before: Option<&str>,
) -> Option<Result<(Commitment, f64), CallError>> {
    let (node, facts) = (&found.element.node, &found.element.facts);
    if !facts.offers(Interface::Value) || !facts.offers(Interface::Text) {
        return None;
    }
    let read = futures::try_join!(caller.all_text(node), caller.number(node));
    Some(read.map(|(text, number)| (Commitment::of(before, &text, number), number)))
}
