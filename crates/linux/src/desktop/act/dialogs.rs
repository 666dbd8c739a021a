//! Special handling of dialogs: waits until Enter works, and refuses keys intended for another window.

use crate::desktop::reading::find_again::Target;
use crate::desktop::reading::reader::{CachePolicy, Reader};
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_atspi::bit;
use deskpilot_core::{Chord, Gesture, Key, State, WindowId};
use deskpilot_desktop::{Budget, DesktopError};
use std::time::Duration;
use tokio::time::Instant;

/// How long a dialog may validate its input before its default button is enabled.
const LOOKING: Duration = Duration::from_millis(700);
/// How often to check while it sends no events.
const ASKING: Duration = Duration::from_millis(50);

/// Waits for the default button if the keys begin with Enter. Call it before the look that precedes the action.
pub(super) async fn wait_before_first_enter(
    reader: &mut Reader,
    group: &WindowGroup,
    gesture: &Gesture,
) -> Result<(), DesktopError> {
    let begins = match gesture {
        Gesture::Keys(chords) => chords.first() == Some(&Chord::plain(Key::Enter)),
        Gesture::Text { text, .. } => text.starts_with('\n'),
        _ => false,
    };
    if begins { wait_for_default_button(reader, group).await } else { Ok(()) }
}

/// Waits until the default button of a dialog is enabled. Some dialogs validate their input for a while and lose an
/// Enter sent before. If the button stays disabled, the key is sent all the same.
pub(super) async fn wait_for_default_button(
    reader: &mut Reader,
    group: &WindowGroup,
) -> Result<(), DesktopError> {
    if !group.has_dialog() {
        return Ok(());
    }
    let window = WindowId(group.client.id.into());
    let end = Instant::now() + LOOKING;
    loop {
        // Read as a whole: an application need not report by an event which button is the default one now.
        let is_deaf = match reader.look(window, Budget::LOOK, CachePolicy::ReadAll).await {
            Ok(sight) => sight
                .snapshot
                .elements
                .iter()
                .any(|it| it.facts.is(bit::IS_DEFAULT) && !it.states().has(State::Enabled)),
            Err(error) if error.is_of_whole_desktop() => return Err(error),
            // Sending the key will report the error.
            Err(_) => false,
        };
        let now = Instant::now();
        if !is_deaf || now >= end {
            return Ok(());
        }
        reader.events.next(end.min(now + ASKING)).await;
    }
}

/// Refuses keys for whatever in the window has the focus, if a dialog has opened since the last look: the agent chose them
/// before it saw the dialog.
pub(super) fn refuse_keys_for_new_dialog(
    reader: &Reader,
    group: &WindowGroup,
    target: &Target,
    gesture: &Gesture,
) -> Result<(), DesktopError> {
    let is_for_keyboard = matches!(gesture, Gesture::Keys(_) | Gesture::Text { .. });
    if !is_for_keyboard || !matches!(target, Target::Window) {
        return Ok(());
    }
    // The group of the last look, for which the agent chose the keys.
    let known = reader.known(WindowId(group.client.id.into())).map(WindowGroup::ids);
    let is_new = |id: u32| known.as_ref().is_some_and(|known| !known.contains(&id));
    match group.clients.iter().find(|it| it.id != group.client.id && is_new(it.id)) {
        Some(dialog) => Err(DesktopError::OutOfDate {
            what: format!("{:?}", group.client.title),
            why: format!("{:?} opened meanwhile", dialog.title),
        }),
        None => Ok(()),
    }
}
