//! Sets the monitors and the scale of a private desktop.

use super::PrivateOptions;
use crate::LinuxError;
use crate::seat::{Environment, Seat};
use deskpilot_core::{Monitor, Point, Rect};
use deskpilot_x11::clamp;
use tokio::task::spawn_blocking;
use x11rb::NONE;
use x11rb::connection::Connection;
use x11rb::errors::ReplyOrIdError;
use x11rb::protocol::randr::{ConnectionExt as _, MonitorInfo};
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, PropMode, Window as XWindow};
use x11rb::wrapper::ConnectionExt as _;

/// Dots per inch of an unscaled screen.
const DOTS: u32 = 96;

/// The scale of applications, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale(u32);

impl Scale {
    /// Unscaled.
    pub const USUAL: Scale = Scale(100);
    /// Twice the usual size.
    pub const DOUBLE: Scale = Scale(200);

    /// A scale from 100 to 500 percent; `None` for others. Toolkits do not scale down.
    pub fn percent(percent: u32) -> Option<Scale> {
        (100..=500).contains(&percent).then_some(Scale(percent))
    }

    fn whole(self) -> u32 {
        self.0 / 100
    }

    /// Sets the toolkits' variables. GTK scales by whole multiples only, and its text by any factor.
    pub(super) fn set_variables(self, environment: &mut Environment) {
        if self == Scale::USUAL {
            return;
        }
        environment.set("GDK_SCALE", self.whole().to_string());
        environment.set("QT_SCALE_FACTOR", (f64::from(self.0) / 100.0).to_string());
        // Qt would also scale its text by the resource below, on top of its own factor.
        environment.set("QT_FONT_DPI", DOTS.to_string());
    }

    /// The X resources from which GTK and browsers take the additional scale of text.
    fn resources(self) -> String {
        format!("Xft.dpi:\t{}\n", DOTS * self.0 / (100 * self.whole()))
    }
}

/// Sets monitors and scale on the X server and moves the pointer out of the way. Call it before the window manager
/// starts, which reads them once.
pub(super) async fn lay_out(seat: &Seat, options: &PrivateOptions) -> Result<(), LinuxError> {
    let (seat, monitors, scale) = (seat.clone(), options.monitors.clone(), options.scale);
    let corner = resting_place(options);
    let task = spawn_blocking(move || {
        let (connection, screen) = seat.connect_display()?;
        let root = connection.setup().roots[screen].root;
        let result = set_scale(&connection, root, scale);
        let result = result.and_then(|()| set_monitors(&connection, root, &monitors));
        let result = result.and_then(|()| {
            Ok(connection.warp_pointer(NONE, root, 0, 0, 0, 0, clamp(corner.x), clamp(corner.y))?.check()?)
        });
        result.map_err(|error| LinuxError::NoDisplay {
            display: seat.display().to_owned(),
            why: error.to_string(),
        })
    });
    task.await.map_err(|error| LinuxError::io("wait for a thread", error.into()))?
}

/// The last pixel of the first monitor. An X server starts the pointer in the middle, where it would hover over new
/// windows and open unwanted tool tips.
fn resting_place(options: &PrivateOptions) -> Point {
    let whole = Rect { x: 0, y: 0, width: options.size.width, height: options.size.height };
    let monitor = options.monitors.iter().find(|it| it.primary).or(options.monitors.first());
    let rect = monitor.map_or(whole, |monitor| monitor.rect);
    Point { x: rect.right() - 1, y: rect.bottom() - 1 }
}

fn set_scale(connection: &impl Connection, root: XWindow, scale: Scale) -> Result<(), ReplyOrIdError> {
    if scale == Scale::USUAL {
        return Ok(());
    }
    let (property, resources) = (AtomEnum::RESOURCE_MANAGER, scale.resources());
    let telling = connection.change_property8(
        PropMode::REPLACE,
        root,
        property,
        AtomEnum::STRING,
        resources.as_bytes(),
    )?;
    Ok(telling.check()?)
}

/// The X server has one output, which the first monitor gets; the others get none.
fn set_monitors(
    connection: &impl Connection,
    root: XWindow,
    monitors: &[Monitor],
) -> Result<(), ReplyOrIdError> {
    let mut outputs = connection.randr_get_screen_resources_current(root)?.reply()?.outputs;
    for monitor in monitors {
        let name = connection.intern_atom(false, monitor.name.as_bytes())?.reply()?.atom;
        let side = |side: u32| u16::try_from(side).unwrap_or(u16::MAX);
        // An inch has 25.4 mm.
        let millimeters = |side: u32| side.saturating_mul(254) / (10 * DOTS);
        let info = MonitorInfo {
            name,
            primary: monitor.primary,
            automatic: false,
            x: clamp(monitor.rect.x),
            y: clamp(monitor.rect.y),
            width: side(monitor.rect.width),
            height: side(monitor.rect.height),
            width_in_millimeters: millimeters(monitor.rect.width),
            height_in_millimeters: millimeters(monitor.rect.height),
            outputs: std::mem::take(&mut outputs),
        };
        connection.randr_set_monitor(root, info)?.check()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_toolkit_is_told_the_scale_in_its_own_way() {
        for (percent, gdk, qt, resources) in [
            (200, "2", "2", "Xft.dpi:\t96\n"),
            (150, "1", "1.5", "Xft.dpi:\t144\n"),
            (250, "2", "2.5", "Xft.dpi:\t120\n"),
        ] {
            let scale = Scale::percent(percent).unwrap();
            let mut environment = Environment::default();
            scale.set_variables(&mut environment);
            let values = ["GDK_SCALE", "QT_SCALE_FACTOR"].map(|name| environment.value(name));
            assert_eq!(values, [Some(gdk), Some(qt)], "{percent}");
            assert_eq!(scale.resources(), resources);
        }
        assert_eq!((Scale::percent(50), Scale::percent(900)), (None, None));
    }
}
