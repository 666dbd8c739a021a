//! Draws a text desktop: windows and controls as plain boxes.

use super::state::{DesktopState, OpenWindow, SCREEN};
use deskpilot_desktop::Image;

use deskpilot_core::{Point, Rect, Role};

const DESKTOP: [u8; 3] = [0x30, 0x50, 0x60];
const WINDOW: [u8; 3] = [0xf2, 0xf2, 0xf2];
const TITLE: [u8; 3] = [0x40, 0x60, 0xa0];
const FIELD: [u8; 3] = [0xff, 0xff, 0xff];
const BUTTON: [u8; 3] = [0xdd, 0xdd, 0xdd];
const EDGE: [u8; 3] = [0x80, 0x80, 0x80];

/// The whole desktop.
pub(super) fn desktop(state: &DesktopState) -> Image {
    let mut image = Image::filled(SCREEN, Point { x: 0, y: 0 }, DESKTOP);
    for window in state.windows.iter().rev() {
        draw(&mut image, window);
    }
    image
}

/// One window, even if another covers it.
pub(super) fn window(window: &OpenWindow) -> Image {
    let mut image = Image::filled(window.rect.size(), window.rect.origin(), WINDOW);
    draw(&mut image, window);
    image
}

fn draw(image: &mut Image, window: &OpenWindow) {
    image.fill(window.rect, WINDOW);
    image.fill(Rect { height: 20, ..window.rect }, TITLE);
    image.frame(window.rect, 1, EDGE);
    for (widget, rect) in window.widgets.iter().zip(window.rects()) {
        let Some(rect) = rect else { continue };
        match widget.role {
            Role::Edit | Role::Document | Role::List | Role::ListItem => image.fill(rect, FIELD),
            Role::Group | Role::Text | Role::TabList => {}
            _ => image.fill(rect, BUTTON),
        }
        image.frame(rect, 1, EDGE);
    }
}
