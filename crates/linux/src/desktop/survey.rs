//! The properties of a desktop known from the start: its monitors, and whether the X server is Xwayland.

use super::errors::of_x_error;
use crate::{LinuxError, Ownership, Seat};
use deskpilot_core::{DesktopInfo, Monitor};
use deskpilot_desktop::DesktopError;
use deskpilot_x11::{self as x11, Display};

/// The monitors, and which windows the X server shows.
#[derive(Clone, Debug)]
pub(super) struct Survey {
    /// Empty where there is only one.
    monitors: Vec<Monitor>,
    shows: Shows,
}

/// Which windows an X server shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shows {
    /// Every window of the desktop.
    Everything,
    /// Only those of X11 applications: it is Xwayland.
    X11Only,
}

impl Survey {
    pub(super) async fn of(seat: &Seat, display: &Display) -> Result<Survey, LinuxError> {
        let failed = |error: DesktopError| LinuxError::NoDisplay {
            display: seat.display().to_owned(),
            why: error.to_string(),
        };
        let surveying = display.run(|server| Ok((x11::monitors(server)?, x11::is_xwayland(server)?)));
        let surveyed = surveying.await.map_err(failed)?;
        let nothing = || DesktopError::Lost("no monitors".into());
        let (mut monitors, is_xwayland) = surveyed.map_err(|error| failed(of_x_error(error, nothing())))?;
        if monitors.len() < 2 {
            monitors.clear();
        }
        let shows = if is_xwayland { Shows::X11Only } else { Shows::Everything };
        Ok(Survey { monitors, shows })
    }

    pub(super) fn info(&self, seat: &Seat, display: &Display) -> DesktopInfo {
        let whose = match (seat.ownership(), self.shows) {
            (Ownership::Private, _) => "private X11 desktop",
            (Ownership::Current, Shows::Everything) => "X11 desktop",
            (Ownership::Current, Shows::X11Only) => "X11 windows of the Wayland desktop",
        };
        let name = format!("{whose} {}", seat.display());
        DesktopInfo { name, size: display.size(), monitors: self.monitors.clone() }
    }
}
