//! What is meant for the root window is judged, and then done, in the window that takes it.

use crate::{
    Halt,
    world::{World, WorldError},
};
use deskpilot_core::{Action, Gesture, Verb, Window};

/// Moves an action from the root window to the window that takes it. An action for the background, or one that no window
/// takes, stays with the root window: the desktop does it, or refuses it and says why.
pub(crate) async fn resolve_window(world: &mut World, action: Action) -> Result<Action, Halt> {
    let taken = match world.root_window().await {
        Ok(root) if root.id == action.window.id => world.target(&root, &action).await,
        Ok(_) => return Ok(action),
        Err(error) => Err(error),
    };
    match taken {
        Ok(Some(window)) => Ok(Action { window, ..action }),
        Ok(None) | Err(WorldError::Desktop(_)) => Ok(action),
        Err(WorldError::Halted(halt)) => Err(halt),
    }
}

/// The other window that something is dragged into.
pub(crate) async fn drop_target(world: &mut World, action: &Action) -> Result<Option<Window>, Halt> {
    let Verb::Gesture(Gesture::Drag { to, .. }) = &action.verb else { return Ok(None) };
    Ok(world.window_at(*to).await?.filter(|it| it.id != action.window.id))
}
