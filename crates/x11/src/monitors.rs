//! Lists the monitors, and detects Xwayland.

use crate::error::XError;
use crate::server::Server;
use deskpilot_core::{Monitor, Rect};
use x11rb::protocol::randr::{ConnectionExt as _, MonitorInfo};
use x11rb::protocol::xproto::ConnectionExt as _;

/// The name of Xwayland's extension, and the prefix of its output names.
const XWAYLAND: &[u8] = b"XWAYLAND";

/// The monitors of the desktop, the primary one first.
pub fn monitors(server: &Server) -> Result<Vec<Monitor>, XError> {
    let listed = server.connection.randr_get_monitors(server.root, true)?.reply()?.monitors;
    let mut monitors = Vec::new();
    for monitor in listed {
        let name = server.connection.get_atom_name(monitor.name)?.reply()?.name;
        let name = String::from_utf8_lossy(&name).into_owned();
        monitors.push(Monitor { name, rect: rect(&monitor), primary: monitor.primary });
    }
    monitors.sort_by_key(|monitor| !monitor.primary);
    Ok(monitors)
}

fn rect(monitor: &MonitorInfo) -> Rect {
    Rect::new(monitor.x.into(), monitor.y.into(), monitor.width.into(), monitor.height.into())
}

/// Whether the X server is Xwayland, which does not know the windows of Wayland applications.
pub fn is_xwayland(server: &Server) -> Result<bool, XError> {
    if server.connection.query_extension(XWAYLAND)?.reply()?.present {
        return Ok(true);
    }
    // Older versions of Xwayland have no extension of that name; only the names of their outputs give them
    // away.
    let resources = server.connection.randr_get_screen_resources_current(server.root)?.reply()?;
    for output in resources.outputs {
        let about = server.connection.randr_get_output_info(output, resources.config_timestamp)?.reply()?;
        if about.name.starts_with(XWAYLAND) {
            return Ok(true);
        }
    }
    Ok(false)
}
