//! Pictures of the desktop and of windows.

use super::errors::{blocking, of_thing, of_window};
use super::reading::reader::Reader;
use super::reading::window_group::WindowGroup;
use deskpilot_core::{Rect, WindowId, WindowState};
use deskpilot_desktop::{DesktopError, Image};
use deskpilot_win32::{Deadline, Hwnd, Win32Error, capture_desktop, capture_rect, capture_window};
use std::time::Duration;

/// How long a program may take to draw its window for us.
const DRAWING: Duration = Duration::from_secs(2);

/// The desktop.
pub(super) async fn of_desktop() -> Result<Image, DesktopError> {
    blocking(capture_desktop).await?.map_err(|error| of_thing(error, "the desktop".into()))
}

/// A window with its open menus: as it is on the screen, or where other windows cover it, as its program draws it.
pub(super) async fn of_window_group(reader: &mut Reader, id: WindowId) -> Result<Image, DesktopError> {
    let group = reader.group(id).await?;
    let main = &group.main;
    if main.state == WindowState::Minimized {
        let why = "it is minimised: restore it first".into();
        return Err(DesktopError::NotPossible { what: format!("{:?}", main.title), why });
    }
    let rect = main.rect;
    if is_covered(&group) {
        let hwnd = main.hwnd;
        match blocking(move || capture_window(hwnd, Deadline::within(DRAWING))).await? {
            // What stands out of the window is not in its picture.
            Ok(image) if image.rect() == rect => return Ok(image),
            Ok(_) | Err(Win32Error::Blank) => {}
            Err(error) => return Err(of_window(error, main)),
        }
    }
    let image = blocking(move || capture_rect(rect)).await?;
    image.map_err(|error| of_window(error, main))
}

/// Whether a window of another application is in front of a part of it.
fn is_covered(group: &WindowGroup) -> bool {
    let own = group.handles();
    let is_own = |it: Hwnd| own.contains(&it);
    let above = group.all.iter().take_while(|it| it.hwnd != group.main.hwnd);
    let covers = |rect: Rect| !rect.intersection(group.main.rect).is_empty();
    above.filter(|it| it.state != WindowState::Minimized && !is_own(it.hwnd)).any(|it| covers(it.rect))
}
