//! Finds the window that takes an action on the root window, before the policy rules on it.

use crate::{
    Halt,
    world::{World, WorldError},
};
use deskpilot_core::{Action, Gesture, Verb, Window};

/// Moves an action from the root window to the window that takes it. An action on the background, or one that no window
/// takes, stays with the root window; the desktop then does it or refuses it with a reason.
pub(crate) async fn resolve_window(world: &mut World, action: Action) -> Result<Action, Halt> {
    let taken = match world.root_window().await {
        Ok(root) if root.id == action.window.id => world.root_target(&root, &action).await,
        Ok(_) => return Ok(action),
        Err(error) => Err(error),
    };
    match taken {
        Ok(Some(window)) => Ok(Action { window, ..action }),
        Ok(None) | Err(WorldError::Desktop(_)) => Ok(action),
        Err(WorldError::Halted(halt)) => Err(halt),
    }
}

/// The window that a drag ends in, when it is not the window it starts in.
pub(crate) async fn drop_target(world: &mut World, action: &Action) -> Result<Option<Window>, Halt> {
    let Verb::Gesture(Gesture::Drag { to, .. }) = &action.verb else { return Ok(None) };
    Ok(world.window_at(*to).await?.filter(|it| it.id != action.window.id))
}
