//! What is meant for the whole desktop goes to whatever is there: it is judged and done in that window.

use crate::{
    Halt,
    snapshot::Snapshot,
    world::{World, WorldError},
};
use deskpilot_core::{Action, Aim, Gesture, Verb, Window};

/// The action in the window that it is really for: the one at its place, or for keys the one that has the keyboard. What is
/// for the background, or for no window that can be told, stays with the desktop.
pub(crate) async fn resolve_window(
    world: &mut World,
    now: &mut Snapshot,
    action: Action,
) -> Result<Action, Halt> {
    let window = match world.root_window().await {
        Ok(root) if root.id == action.window.id => target(world, now, &action).await?,
        Ok(_) | Err(WorldError::Desktop(_)) => None,
        Err(WorldError::Halted(halt)) => return Err(halt),
    };
    Ok(match window {
        Some(window) => Action { window, ..action },
        None => action,
    })
}

/// The other window that something is dragged into.
pub(crate) async fn drop_target(world: &mut World, action: &Action) -> Result<Option<Window>, Halt> {
    let Verb::Gesture(Gesture::Drag { to, .. }) = &action.verb else { return Ok(None) };
    Ok(world.window_at(*to).await?.filter(|it| it.id != action.window.id))
}

async fn target(world: &mut World, now: &mut Snapshot, action: &Action) -> Result<Option<Window>, Halt> {
    match (&action.aim, &action.verb) {
        (Aim::Point(point), _) => world.window_at(*point).await,
        (Aim::Control(control), _) => world.window_at(control.rect.center()).await,
        (Aim::Window, Verb::Gesture(Gesture::Keys(_) | Gesture::Text { .. })) => {
            Ok(now.windows(world).await?.iter().find(|it| it.focused).cloned())
        }
        (Aim::Window, _) => Ok(None),
    }
}
