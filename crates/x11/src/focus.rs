//! Reads the active window and keyboard focus, activates windows and closes them.

use crate::error::XError;
use crate::server::Server;
use x11rb::CURRENT_TIME;
use x11rb::protocol::xproto::{
    ClientMessageEvent, ConfigureWindowAux, ConnectionExt, EventMask, InputFocus, StackMode,
    Window as XWindow,
};

/// The source indication of a pager or panel, which acts for the person.
/// Window managers obey it, while they may only mark the window where an application asks for itself (1), to
/// prevent stolen focus.
const FROM_PAGER: u32 = 2;

/// Asks for a window to be restored, raised and focused. Does not wait for the effect.
pub fn activate(server: &Server, window: XWindow) -> Result<(), XError> {
    if server.is_managed()? {
        let data = [FROM_PAGER, CURRENT_TIME, 0, 0, 0];
        let event = ClientMessageEvent::new(32, window, server.atoms._NET_ACTIVE_WINDOW, data);
        // EWMH: requests to the window manager go to the root window with both masks; it alone listens for
        // redirected requests.
        let to = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        server.connection.send_event(false, server.root, to, event)?.check()?;
    } else {
        server
            .connection
            .configure_window(window, &ConfigureWindowAux::new().stack_mode(StackMode::ABOVE))?;
        server.connection.set_input_focus(InputFocus::PARENT, window, CURRENT_TIME)?.check()?;
    }
    Ok(())
}

/// Asks a window to close, as its close button does. Does not wait for the effect.
pub fn ask_to_close(server: &Server, window: XWindow) -> Result<(), XError> {
    let data = [server.atoms.WM_DELETE_WINDOW, CURRENT_TIME, 0, 0, 0];
    let event = ClientMessageEvent::new(32, window, server.atoms.WM_PROTOCOLS, data);
    // With an empty mask the server sends the event to the client that made the window.
    server.connection.send_event(false, window, EventMask::NO_EVENT, event)?.check()?;
    Ok(())
}

/// Whether the window is the active one.
pub fn is_active(server: &Server, window: XWindow) -> Result<bool, XError> {
    if server.is_managed()? {
        Ok(server.active_window()? == Some(window))
    } else {
        has_keyboard(server, window)
    }
}

/// The active window; `None` where no window manager says which.
pub fn active_window(server: &Server) -> Result<Option<XWindow>, XError> {
    if server.is_managed()? { server.active_window() } else { Ok(None) }
}

/// Which of these windows is active and has the keyboard focus.
pub fn window_with_keyboard(server: &Server, windows: &[XWindow]) -> Result<Option<XWindow>, XError> {
    for window in windows {
        if is_active(server, *window)? && has_keyboard(server, *window)? {
            return Ok(Some(*window));
        }
    }
    Ok(None)
}

/// Whether keys pressed now would go to this window.
pub(crate) fn has_keyboard(server: &Server, window: XWindow) -> Result<bool, XError> {
    let focus = server.connection.get_input_focus()?.reply()?.focus;
    // 0 is no window, 1 is `PointerRoot`: the window under the pointer.
    if focus <= 1 || focus == server.root {
        return Ok(false);
    }
    server.is_inside(focus, window)
}

impl Server {
    fn is_managed(&self) -> Result<bool, XError> {
        Ok(self.window_property(self.root, self.atoms._NET_SUPPORTING_WM_CHECK)?.is_some())
    }

    fn is_inside(&self, mut inner: XWindow, outer: XWindow) -> Result<bool, XError> {
        // The window with the focus is often a child that the toolkit made inside its top-level window.
        while inner != self.root && inner != x11rb::NONE {
            if inner == outer {
                return Ok(true);
            }
            inner = self.connection.query_tree(inner)?.reply()?.parent;
        }
        Ok(false)
    }
}
