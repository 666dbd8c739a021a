//! The windows that the window manager knows.

use super::display::Server;
use super::error::XError;
use super::stacking::children;
use deskpilot_core::{Rect, Window, WindowId, WindowState};
use x11rb::cookie::Cookie;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ConnectionExt, GetGeometryReply, GetPropertyReply, TranslateCoordinatesReply,
    Window as XWindow,
};
use x11rb::rust_connection::RustConnection;

/// The most of a property that is read, in units of four bytes.
const LONG: u32 = 4096;

/// A top-level window, with what only this platform knows of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Client {
    /// Its number.
    pub(crate) id: XWindow,
    /// What stands in its title bar.
    pub(crate) title: String,
    /// The name of the program it belongs to.
    pub(crate) application: String,
    /// The process it belongs to.
    pub(crate) process: Option<u32>,
    /// The window's own rectangle, with its shadow if it draws one.
    pub(crate) inner: Rect,
    /// With the window manager's borders, and without a shadow.
    pub(crate) outer: Rect,
    /// The window that is a child of the root window: its frame, or itself.
    pub(crate) toplevel: XWindow,
    /// How it is shown.
    pub(crate) state: WindowState,
    /// Whether it has the keyboard.
    pub(crate) active: bool,
    /// The window it belongs to, as a dialog does.
    pub(crate) transient_for: Option<XWindow>,
    /// Whether it says that it blocks the window it belongs to.
    pub(crate) modal: bool,
}

impl Client {
    /// The window as the rest of the program knows it.
    pub(crate) fn window(&self) -> Window {
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

/// Every top-level window a person could see or call back, the topmost first.
pub(crate) fn clients(server: &Server) -> Result<Vec<Client>, XError> {
    let active = server.active_window()?;
    let mut found = Vec::new();
    for id in server.stacking()?.into_iter().rev() {
        match server.read_client(id, active) {
            Ok(client) => found.extend(client),
            // It was closed while we read the list.
            Err(XError::Gone) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// One top-level window.
pub(super) fn client(server: &Server, id: XWindow) -> Result<Client, XError> {
    let active = server.active_window()?;
    if !server.stacking()?.contains(&id) {
        return Err(XError::Gone);
    }
    server.read_client(id, active)?.ok_or(XError::Gone)
}

impl Server {
    /// The windows in the order of their stacking, the topmost last. Without a window manager: what is mapped.
    fn stacking(&self) -> Result<Vec<XWindow>, XError> {
        let list = self.atoms._NET_CLIENT_LIST_STACKING;
        let value =
            self.connection.get_property(false, self.root, list, AtomEnum::WINDOW, 0, LONG)?.reply()?;
        if let Some(windows) = value.value32() {
            return Ok(windows.collect());
        }
        let mapped = children(self)?.into_iter();
        Ok(mapped.filter(|child| !child.is_popup).map(|child| child.window).collect())
    }

    pub(super) fn active_window(&self) -> Result<Option<XWindow>, XError> {
        self.window_property(self.root, self.atoms._NET_ACTIVE_WINDOW)
    }

    pub(super) fn window_property(&self, window: XWindow, name: Atom) -> Result<Option<XWindow>, XError> {
        let value = self.connection.get_property(false, window, name, AtomEnum::WINDOW, 0, 1)?.reply()?;
        Ok(numbers(&value).first().copied().filter(|it| *it != x11rb::NONE))
    }

    /// `None` for what is no window to work in, such as a panel.
    fn read_client(&self, id: XWindow, active: Option<XWindow>) -> Result<Option<Client>, XError> {
        let atoms = &self.atoms;
        let get = |name: Atom, kind: Atom| self.connection.get_property(false, id, name, kind, 0, LONG);
        let title = get(atoms._NET_WM_NAME, atoms.UTF8_STRING)?;
        let old_title = get(AtomEnum::WM_NAME.into(), AtomEnum::ANY.into())?;
        let class = get(AtomEnum::WM_CLASS.into(), AtomEnum::STRING.into())?;
        let process = get(atoms._NET_WM_PID, AtomEnum::CARDINAL.into())?;
        let kinds = get(atoms._NET_WM_WINDOW_TYPE, AtomEnum::ATOM.into())?;
        let states = get(atoms._NET_WM_STATE, AtomEnum::ATOM.into())?;
        let shadow = get(atoms._GTK_FRAME_EXTENTS, AtomEnum::CARDINAL.into())?;
        let owner = get(atoms.WM_TRANSIENT_FOR, AtomEnum::WINDOW.into())?;
        let (geometry, place) = self.ask_rect(id)?;
        let tree = self.connection.query_tree(id)?;

        let kinds = numbers(&kinds.reply()?);
        if [atoms._NET_WM_WINDOW_TYPE_DESKTOP, atoms._NET_WM_WINDOW_TYPE_DOCK]
            .iter()
            .any(|it| kinds.contains(it))
        {
            return Ok(None);
        }
        let (title, old_title, class) = (text(&title.reply()?), text(&old_title.reply()?), class.reply()?);
        let process = numbers(&process.reply()?).first().copied();
        let states = numbers(&states.reply()?);
        let inner = rect_of(geometry.reply()?, place.reply()?);
        let toplevel = match tree.reply()?.parent {
            parent if parent == self.root || parent == x11rb::NONE => id,
            parent => self.toplevel_of(parent)?,
        };
        let frame = if toplevel == id { inner } else { self.rect_on_desktop(toplevel)? };
        Ok(Some(Client {
            id,
            title: title.or(old_title).unwrap_or_default(),
            application: class_name(&class).or_else(|| program_of(process?)).unwrap_or_default(),
            process,
            inner,
            outer: without_shadow(frame, &numbers(&shadow.reply()?)),
            toplevel,
            state: self.state(&states),
            modal: states.contains(&atoms._NET_WM_STATE_MODAL),
            active: active == Some(id),
            transient_for: numbers(&owner.reply()?).first().copied().filter(|it| *it != x11rb::NONE),
        }))
    }

    pub(super) fn rect_on_desktop(&self, window: XWindow) -> Result<Rect, XError> {
        let (geometry, place) = self.ask_rect(window)?;
        Ok(rect_of(geometry.reply()?, place.reply()?))
    }

    fn ask_rect(&self, window: XWindow) -> Result<AskedRect<'_>, XError> {
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

    fn state(&self, states: &[u32]) -> WindowState {
        let has = |atom: Atom| states.contains(&atom);
        if has(self.atoms._NET_WM_STATE_HIDDEN) {
            WindowState::Minimized
        } else if has(self.atoms._NET_WM_STATE_MAXIMIZED_HORZ) && has(self.atoms._NET_WM_STATE_MAXIMIZED_VERT)
        {
            WindowState::Maximized
        } else {
            WindowState::Normal
        }
    }
}

/// A question for a rectangle that is not answered yet.
type AskedRect<'a> =
    (Cookie<'a, RustConnection, GetGeometryReply>, Cookie<'a, RustConnection, TranslateCoordinatesReply>);

fn rect_of(geometry: GetGeometryReply, place: TranslateCoordinatesReply) -> Rect {
    let border = geometry.border_width;
    let side = |length: u16| u32::from(length) + 2 * u32::from(border);
    let corner = |place: i16| i32::from(place) - i32::from(border);
    Rect::new(corner(place.dst_x), corner(place.dst_y), side(geometry.width), side(geometry.height))
}

fn numbers(reply: &GetPropertyReply) -> Vec<u32> {
    reply.value32().map(Iterator::collect).unwrap_or_default()
}

fn text(reply: &GetPropertyReply) -> Option<String> {
    (!reply.value.is_empty()).then(|| String::from_utf8_lossy(&reply.value).into_owned())
}

/// The second of two names: the first is that of one start of the program.
fn class_name(reply: &GetPropertyReply) -> Option<String> {
    let class = reply.value.split(|byte| *byte == 0).nth(1)?;
    (!class.is_empty()).then(|| String::from_utf8_lossy(class).to_lowercase())
}

fn program_of(process: u32) -> Option<String> {
    let name = std::fs::read_to_string(format!("/proc/{process}/comm")).ok()?;
    Some(name.trim().to_owned())
}

/// Windows that draw their own borders draw a shadow around them, which nobody would call part of the window.
fn without_shadow(frame: Rect, shadow: &[u32]) -> Rect {
    let [left, right, top, bottom] = shadow else { return frame };
    Rect {
        x: frame.x.saturating_add_unsigned(*left),
        y: frame.y.saturating_add_unsigned(*top),
        width: frame.width.saturating_sub(left.saturating_add(*right)),
        height: frame.height.saturating_sub(top.saturating_add(*bottom)),
    }
}
