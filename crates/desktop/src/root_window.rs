//! The root window stands for the whole desktop. This module finds the window that takes an action for it, once for every
//! platform, so that the policy judges the same window that the action is done in.

use crate::{DesktopError, WindowList};
use deskpilot_core::{Aim, Control, Gesture, Input, Window, WindowId};

/// Moves an input from the root window to the window that takes it. An input for a place without a window stays with the
/// root window; a platform gets no other input for it. Inputs for other windows come back unchanged.
///
/// # Errors
/// A place outside the desktop, a control that is in no window, keys while no window has the keyboard focus, or a gesture
/// that needs a place and has none.
pub async fn resolve(desktop: &mut dyn WindowList, input: &Input) -> Result<Input, DesktopError> {
    let is_for_clipboard = matches!(input.gesture, Gesture::WriteClipboard(_) | Gesture::ReadClipboard);
    let root = desktop.root_window().await?;
    if input.window != root.id || is_for_clipboard {
        return Ok(input.clone());
    }
    let window = target(desktop, &root, &input.aim, Some(&input.gesture)).await?;
    Ok(Input { window: window.map_or(root.id, |it| it.id), ..input.clone() })
}

/// The window that takes an action with this aim: the window at the place, the window that shows the control, or for keys
/// and text the window with the keyboard focus. `None` for a place on the background.
///
/// # Errors
/// As [`resolve`].
pub async fn target(
    desktop: &mut dyn WindowList,
    root: &Window,
    aim: &Aim,
    gesture: Option<&Gesture>,
) -> Result<Option<Window>, DesktopError> {
    match (aim, gesture) {
        (Aim::Point(point), _) if !root.rect.contains(*point) => {
            Err(DesktopError::outside(*point, root.rect.size()))
        }
        (Aim::Point(point), _) => desktop.window_at(*point).await,
        (Aim::Control(control), _) => {
            let window = desktop.window_at(control.rect.center()).await?;
            window.map(Some).ok_or_else(|| DesktopError::ControlGone(control.id().to_string()))
        }
        (Aim::Window, Some(Gesture::Keys(_) | Gesture::Text { .. })) => {
            let has_keyboard = desktop.windows().await?.into_iter().find(|it| it.focused);
            has_keyboard.map(Some).ok_or_else(DesktopError::no_keyboard)
        }
        (Aim::Window, _) => Err(DesktopError::no_place()),
    }
}

/// The window that a control belongs to: the given one, unless that is the root window.
///
/// # Errors
/// As [`resolve`].
pub async fn window_of(
    desktop: &mut dyn WindowList,
    window: WindowId,
    control: &Control,
) -> Result<WindowId, DesktopError> {
    let root = desktop.root_window().await?;
    if window != root.id {
        return Ok(window);
    }
    let aim = Aim::Control(Box::new(control.clone()));
    Ok(target(desktop, &root, &aim, None).await?.map_or(root.id, |it| it.id))
}

/// The window as this listing has it. The root window is not in a listing and is looked up.
///
/// # Errors
/// A window that is neither: it is gone.
pub async fn as_listed(
    desktop: &mut dyn WindowList,
    window: &Window,
    listed: &[Window],
) -> Result<Window, DesktopError> {
    if let Some(listed) = listed.iter().find(|it| it.id == window.id) {
        return Ok(listed.clone());
    }
    let root = desktop.root_window().await?;
    match root.id == window.id {
        true => Ok(root),
        false => Err(DesktopError::WindowGone(window.title.clone())),
    }
}
