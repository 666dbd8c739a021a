//! Which object on the session bus a window is, as GTK announces it in the properties of windows.

use crate::error::XError;
use crate::server::Server;
use x11rb::protocol::xproto::{Atom, ConnectionExt, Window as XWindow};

/// How much of a name or a path is read, in units of four bytes.
const LONG: u32 = 256;
/// How many parents of a dialog to follow: windows that are parents of each other would make it endless.
const DEEPEST: usize = 8;

/// An object on the session bus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BusObject {
    /// The unique name of its connection, such as `:1.7`.
    pub owner: String,
    /// Its path, such as `/org/gnome/gedit/window/2`.
    pub path: String,
}

/// The object of a window, or of the window that a dialog belongs to; `None` where its program announces none.
pub fn bus_object(server: &Server, mut window: XWindow) -> Result<Option<BusObject>, XError> {
    for _ in 0..DEEPEST {
        if let Some(object) = server.bus_object(window)? {
            return Ok(Some(object));
        }
        match server.window_property(window, server.atoms.WM_TRANSIENT_FOR)? {
            // EWMH: a window that is transient for the root window belongs to its whole group, which is no
            // dialog of one window.
            Some(owner) if owner != server.root => window = owner,
            _ => break,
        }
    }
    Ok(None)
}

impl Server {
    fn bus_object(&self, window: XWindow) -> Result<Option<BusObject>, XError> {
        let ask =
            |name: Atom| self.connection.get_property(false, window, name, self.atoms.UTF8_STRING, 0, LONG);
        let (owner, path) = (ask(self.atoms._GTK_UNIQUE_BUS_NAME)?, ask(self.atoms._GTK_WINDOW_OBJECT_PATH)?);
        let (owner, path) = (owner.reply()?.value, path.reply()?.value);
        let text = |bytes| String::from_utf8(bytes).ok().filter(|it| !it.is_empty());
        Ok(text(owner).zip(text(path)).map(|(owner, path)| BusObject { owner, path }))
    }
}
