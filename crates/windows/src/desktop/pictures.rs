//! Pictures of the desktop and of windows.

use super::errors::{blocking, of_thing, of_window};
use super::reading::reader::Reader;
use super::reading::window_group::WindowGroup;
use super::screen::Screen;
use deskpilot_core::{Point, Rect, Size, WindowId, WindowState};
use deskpilot_desktop::{DesktopError, Image};
use deskpilot_win32::{
    Deadline, Hwnd, Win32Error, capture_desktop, capture_hidden_window, capture_rect, capture_window,
    check_input_desktop, windows,
};
use std::time::Duration;

/// How long a program may take to draw its window for us.
const DRAWING: Duration = Duration::from_secs(2);

/// What is behind the windows of a desktop that no screen shows.
const BACKGROUND: [u8; 3] = [0; 3];

/// The desktop, of this size.
pub(super) async fn of_desktop(screen: Screen, size: Size) -> Result<Image, DesktopError> {
    let picture = match screen {
        Screen::Shown => blocking(capture_desktop).await?,
        Screen::Hidden => blocking(move || drawn_desktop(size)).await?,
    };
    picture.map_err(|error| of_thing(error, "the desktop".into()))
}

/// A desktop that no screen shows, put together of its windows.
fn drawn_desktop(size: Size) -> Result<Image, Win32Error> {
    let mut whole = Image::filled(size, Point { x: 0, y: 0 }, BACKGROUND);
    let all = windows()?;
    for window in all.iter().rev().filter(|it| it.state != WindowState::Minimized) {
        // One that draws nothing for us is missing.
        if let Ok(picture) = capture_hidden_window(window, Deadline::within(DRAWING)) {
            paste(&mut whole, &picture);
        }
    }
    Ok(whole)
}

/// Puts a picture where it belongs in a picture of the whole desktop.
fn paste(whole: &mut Image, picture: &Image) {
    let part = picture.rect().intersection(whole.rect());
    let row = |of: &Image, x: i32, y: i32| {
        let (x, y) = (x - of.origin.x, y - of.origin.y);
        3 * (y.unsigned_abs() as usize * of.size.width as usize + x.unsigned_abs() as usize)
    };
    let bytes = 3 * part.width as usize;
    for y in part.y..part.bottom() {
        let (to, from) = (row(whole, part.x, y), row(picture, part.x, y));
        whole.rgb[to..to + bytes].copy_from_slice(&picture.rgb[from..from + bytes]);
    }
}

/// A window with its open menus: as it is on the screen, or where other windows cover it, as its program draws it. Without pixels where
/// no screen shows it and its program draws nothing.
pub(super) async fn of_window_group(
    reader: &mut Reader,
    id: WindowId,
    screen: Screen,
) -> Result<Image, DesktopError> {
    let group = reader.group(id).await?;
    let main = &group.main;
    if main.state == WindowState::Minimized {
        let why = "it is minimised: restore it first".into();
        return Err(DesktopError::NotPossible { what: format!("{:?}", main.title), why });
    }
    let rect = main.rect;
    if screen == Screen::Shown {
        blocking(check_input_desktop).await?.map_err(|error| of_window(error, main))?;
    }
    if screen == Screen::Hidden {
        let window = main.clone();
        let drawing = blocking(move || capture_hidden_window(&window, Deadline::within(DRAWING)));
        return match drawing.await? {
            // It can be worked in all the same, by what it lists.
            Err(Win32Error::Blank) => Ok(Image::filled(Size::default(), rect.origin(), BACKGROUND)),
            drawn => drawn.map_err(|error| of_window(error, main)),
        };
    }
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
