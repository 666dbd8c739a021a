//! What is known of one window, and the questions about a window that everybody asks.

use crate::error::XError;
use crate::server::Server;
use deskpilot_core::{Rect, Window, WindowId, WindowState};
use x11rb::cookie::Cookie;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ConnectionExt, GetGeometryReply, GetPropertyReply, TranslateCoordinatesReply,
    Window as XWindow,
};
use x11rb::rust_connection::RustConnection;

/// A top-level window, with what only this platform knows of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Client {
    /// Its number.
    pub id: XWindow,
    /// What stands in its title bar.
    pub title: String,
    /// The name of the program it belongs to.
    pub application: String,
    /// The process it belongs to.
    pub process: Option<u32>,
    /// The window's own rectangle, with its shadow if it draws one.
    pub inner: Rect,
    /// With the window manager's borders, and without a shadow.
    pub outer: Rect,
    /// The window that is a child of the root window: its frame, or itself.
    pub toplevel: XWindow,
    /// How it is shown.
    pub state: WindowState,
    /// Whether it has the keyboard.
    pub active: bool,
    /// The window it belongs to, as a dialog does.
    pub transient_for: Option<XWindow>,
    /// Whether it says that it blocks the window it belongs to.
    pub modal: bool,
}

impl Client {
    /// Whether both are windows of one application.
    pub fn is_of_application(&self, other: &Client) -> bool {
        let same_process = self.process.is_some() && self.process == other.process;
        same_process || self.application == other.application
    }

    /// The window as the rest of the program knows it.
    pub fn window(&self) -> Window {
        Window {
            label: None,
            id: WindowId(self.id.into()),
            title: self.title.clone(),
            application: self.application.clone(),
            process: self.process,
            rect: self.outer,
            state: self.state,
            focused: self.active,
        }
    }
}

/// A window that the window manager leaves alone: an open menu, a list of a combo box, a tool tip.
#[derive(Clone, Debug, PartialEq)]
pub struct Popup {
    /// The popup's number.
    pub window: XWindow,
    /// Where it is on the desktop.
    pub rect: Rect,
    /// The window it belongs to, where it says so.
    pub transient_for: Option<XWindow>,
}

/// A question that is not answered yet.
pub(super) type Asked<'a, Reply> = Cookie<'a, RustConnection, Reply>;

impl Server {
    pub(super) fn active_window(&self) -> Result<Option<XWindow>, XError> {
        self.window_property(self.root, self.atoms._NET_ACTIVE_WINDOW)
    }

    pub(super) fn window_property(&self, window: XWindow, name: Atom) -> Result<Option<XWindow>, XError> {
        Ok(window_in(&self.ask_window_property(window, name)?.reply()?))
    }

    pub(super) fn ask_window_property(
        &self,
        window: XWindow,
        name: Atom,
    ) -> Result<Asked<'_, GetPropertyReply>, XError> {
        Ok(self.connection.get_property(false, window, name, AtomEnum::WINDOW, 0, 1)?)
    }

    pub(super) fn rect_on_desktop(&self, window: XWindow) -> Result<Rect, XError> {
        rect_of(self.ask_rect(window)?)
    }

    pub(super) fn ask_rect(&self, window: XWindow) -> Result<AskedRect<'_>, XError> {
        let geometry = self.connection.get_geometry(window)?;
        Ok((geometry, self.connection.translate_coordinates(window, self.root, 0, 0)?))
    }

    /// The ancestor that is a child of the root window.
    pub(super) fn toplevel_of(&self, mut window: XWindow) -> Result<XWindow, XError> {
        loop {
            let parent = self.connection.query_tree(window)?.reply()?.parent;
            if parent == self.root || parent == x11rb::NONE {
                return Ok(window);
            }
            window = parent;
        }
    }
}

/// A question for a rectangle that is not answered yet.
pub(super) type AskedRect<'a> = (Asked<'a, GetGeometryReply>, Asked<'a, TranslateCoordinatesReply>);

pub(super) fn rect_of((geometry, place): AskedRect<'_>) -> Result<Rect, XError> {
    let (geometry, place) = (geometry.reply()?, place.reply()?);
    let border = geometry.border_width;
    let side = |length: u16| u32::from(length) + 2 * u32::from(border);
    let corner = |place: i16| i32::from(place) - i32::from(border);
    Ok(Rect::new(corner(place.dst_x), corner(place.dst_y), side(geometry.width), side(geometry.height)))
}

/// The window that a property names.
pub(super) fn window_in(reply: &GetPropertyReply) -> Option<XWindow> {
    numbers(reply).first().copied().filter(|it| *it != x11rb::NONE)
}

pub(super) fn numbers(reply: &GetPropertyReply) -> Vec<u32> {
    reply.value32().map(Iterator::collect).unwrap_or_default()
}
