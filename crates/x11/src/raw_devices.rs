//! Connects to an X server that reports what its devices do.

use crate::address::DisplayAddress;
use crate::error::XError;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::xinput::{ConnectionExt as _, X11_EXTENSION_NAME};
use x11rb::protocol::xproto::Window as XWindow;
use x11rb::rust_connection::RustConnection;

/// The first XInput version that reports raw events despite grabs, and touches.
const VERSION: (u16, u16) = (2, 2);

/// A connection to such a server, and its root window, on which raw events are selected.
pub(crate) fn connect_to_devices(address: &DisplayAddress) -> Result<(RustConnection, XWindow), XError> {
    let (connection, screen) = address.connect()?;
    let old = || XError::Cannot("the X server does not report what its devices do (XInput 2.2)".into());
    if connection.extension_information(X11_EXTENSION_NAME)?.is_none() {
        return Err(old());
    }
    let version = connection.xinput_xi_query_version(VERSION.0, VERSION.1)?.reply()?;
    if (version.major_version, version.minor_version) < VERSION {
        return Err(old());
    }
    let screens = &connection.setup().roots;
    let root = screens.get(screen).ok_or_else(|| XError::Cannot("it has no screen".into()))?.root;
    Ok((connection, root))
}
