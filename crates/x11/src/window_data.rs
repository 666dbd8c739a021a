//! The data of one window, and the requests about a window that several modules share.

use crate::error::XError;
use crate::server::Server;
use deskpilot_core::{Rect, Window, WindowId, WindowState};
use x11rb::cookie::Cookie;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ConnectionExt, GetGeometryReply, GetPropertyReply, TranslateCoordinatesReply,
    Window as XWindow,
};
use x11rb::rust_connection::RustConnection;

/// A top-level window, with what only X11 knows of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Client {
    /// Its window id.
    pub id: XWindow,
    /// Its title.
    pub title: String,
    /// The name of its program.
    pub application: String,
    /// Its process id, where it reports one.
    pub process: Option<u32>,
    /// The window's own rectangle, including its shadow if it draws one.
    pub inner: Rect,
    /// Its rectangle with the window manager's borders, without the shadow.
    pub outer: Rect,
    /// Its ancestor that is a child of the root window: its frame, or itself.
    pub toplevel: XWindow,
    /// Normal, maximised or minimised.
    pub state: WindowState,
    /// Whether it is the active window.
    pub active: bool,
    /// Its parent window, as of a dialog.
    pub transient_for: Option<XWindow>,
    /// Whether it declares that it blocks its parent window.
    pub modal: bool,
}

impl Client {
    /// Whether both windows belong to one application: the same process or application name.
    pub fn is_of_application(&self, other: &Client) -> bool {
        let same_process = self.process.is_some() && self.process == other.process;
        same_process || self.application == other.application
    }

    /// The window as a core [`Window`].
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

/// A window that bypasses the window manager: an open menu, a combo box list, a tool tip.
#[derive(Clone, Debug, PartialEq)]
pub struct Popup {
    /// Its window id.
    pub window: XWindow,
    /// Its rectangle on the desktop.
    pub rect: Rect,
    /// Its parent window, where it declares one.
    pub transient_for: Option<XWindow>,
}

/// A pending request.
pub(super) type Pending<'a, Reply> = Cookie<'a, RustConnection, Reply>;

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
    ) -> Result<Pending<'_, GetPropertyReply>, XError> {
        Ok(self.connection.get_property(false, window, name, AtomEnum::WINDOW, 0, 1)?)
    }

    pub(super) fn ask_window_kinds(&self, window: XWindow) -> Result<Pending<'_, GetPropertyReply>, XError> {
        let name = self.atoms._NET_WM_WINDOW_TYPE;
        Ok(self.connection.get_property(false, window, name, AtomEnum::ATOM, 0, 16)?)
    }

    pub(super) fn rect_on_desktop(&self, window: XWindow) -> Result<Rect, XError> {
        rect_of(self.ask_rect(window)?)
    }

    pub(super) fn ask_rect(&self, window: XWindow) -> Result<PendingRect<'_>, XError> {
        let geometry = self.connection.get_geometry(window)?;
        Ok((geometry, self.connection.translate_coordinates(window, self.root, 0, 0)?))
    }

    /// The ancestor that is a child of the root window, or the window itself.
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

/// A pending request for a rectangle.
pub(super) type PendingRect<'a> = (Pending<'a, GetGeometryReply>, Pending<'a, TranslateCoordinatesReply>);

pub(super) fn rect_of((geometry, place): PendingRect<'_>) -> Result<Rect, XError> {
    let (geometry, place) = (geometry.reply()?, place.reply()?);
    let border = geometry.border_width;
    // X11 counts a border to neither size nor inner corner of a window, and a person sees it as part of the
    // window.
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
