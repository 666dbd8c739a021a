//! What has to be minded where a window has dialogs: whether they hear the Enter key, and whom keys were meant for.

use super::hands::Hands;
use crate::desktop::find_again::Target;
use crate::desktop::reader::Belief;
use crate::desktop::window_group::WindowGroup;
use deskpilot_atspi::bit;
use deskpilot_core::{Chord, Gesture, Key, State, WindowId};
use deskpilot_desktop::{Budget, DesktopError};
use std::time::Duration;
use tokio::time::Instant;

/// How long a dialog may take to look at what was put into it before its button can be pressed.
const LOOKING: Duration = Duration::from_millis(700);
/// How often it is asked about while it says nothing.
const ASKING: Duration = Duration::from_millis(50);

impl Hands {
    /// Waits for the button that Enter presses, before keys that begin with Enter are compared with what was before.
    pub(super) async fn until_first_enter_is_heard(
        &mut self,
        group: &WindowGroup,
        gesture: &Gesture,
    ) -> Result<(), DesktopError> {
        let begins = match gesture {
            Gesture::Keys(chords) => chords.first() == Some(&Chord::plain(Key::Enter)),
            Gesture::Text { text, .. } => text.starts_with('\n'),
            _ => false,
        };
        if begins { self.until_enter_is_heard(group).await } else { Ok(()) }
    }

    /// Waits until the button that Enter presses in a dialog can be pressed. Some dialogs look at what was put into them for
    /// a while, and an Enter that comes before is lost. One whose button stays as it is gets the key all the same.
    pub(super) async fn until_enter_is_heard(&mut self, group: &WindowGroup) -> Result<(), DesktopError> {
        if !group.has_dialog() {
            return Ok(());
        }
        let window = WindowId(group.client.id.into());
        let end = Instant::now() + LOOKING;
        loop {
            let is_deaf = match self.reader.look(window, Budget::LOOK, Belief::Nothing).await {
                Ok(sight) => sight
                    .reading
                    .items
                    .iter()
                    .any(|it| it.facts.is(bit::IS_DEFAULT) && !it.states().has(State::Enabled)),
                Err(error @ DesktopError::Lost(_)) => return Err(error),
                // Whoever sends the key finds out what is wrong.
                Err(_) => false,
            };
            let now = Instant::now();
            if !is_deaf || now >= end {
                return Ok(());
            }
            self.reader.pulse.next(end.min(now + ASKING)).await;
        }
    }

    /// Refuses keys for whatever in the window has the keyboard, where a dialog opened since the window was last looked at:
    /// they were not meant for it.
    pub(super) fn refuse_keys_meant_for_another(
        &self,
        group: &WindowGroup,
        target: &Target,
        gesture: &Gesture,
    ) -> Result<(), DesktopError> {
        let is_for_keyboard = matches!(gesture, Gesture::Keys(_) | Gesture::Text { .. });
        if !is_for_keyboard || !matches!(target, Target::Window) {
            return Ok(());
        }
        let known = self.reader.known(WindowId(group.client.id.into())).map(WindowGroup::ids);
        let is_new = |id: u32| known.as_ref().is_some_and(|known| !known.contains(&id));
        match group.clients.iter().find(|it| it.id != group.client.id && is_new(it.id)) {
            Some(dialog) => Err(DesktopError::OutOfDate {
                what: format!("{:?}", group.client.title),
                why: format!("{:?} opened meanwhile", dialog.title),
            }),
            None => Ok(()),
        }
    }
}
