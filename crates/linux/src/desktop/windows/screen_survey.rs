//! The properties of a desktop known from the start: its monitors, and whether the X server is Xwayland.

use crate::desktop::errors::of_desktop_request;
use crate::{LinuxError, Ownership, Seat};
use deskpilot_core::{DesktopInfo, Monitor};
use deskpilot_desktop::DesktopError;
use deskpilot_x11::{self as x11, Display};

/// The monitors, and which windows the X server shows.
#[derive(Clone, Debug)]
pub(in crate::desktop) struct ScreenSurvey {
    /// Empty where there is only one.
    monitors: Vec<Monitor>,
    visible_windows: VisibleWindows,
}

/// Which windows an X server shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VisibleWindows {
    /// Every window of the desktop.
    All,
    /// Only those of X11 applications: it is Xwayland.
    X11Only,
}

impl ScreenSurvey {
    pub(in crate::desktop) async fn of(seat: &Seat, display: &Display) -> Result<ScreenSurvey, LinuxError> {
        let failed = |error: DesktopError| LinuxError::NoDisplay {
            display: seat.display().to_owned(),
            why: error.to_string(),
        };
        let surveying = display.run(|server| Ok((x11::monitors(server)?, x11::is_xwayland(server)?)));
        let surveyed = surveying.await.map_err(failed)?;
        let (mut monitors, is_xwayland) = surveyed.map_err(|error| failed(of_desktop_request(error)))?;
        if monitors.len() < 2 {
            monitors.clear();
        }
        let visible_windows = if is_xwayland { VisibleWindows::X11Only } else { VisibleWindows::All };
        Ok(ScreenSurvey { monitors, visible_windows })
    }

    pub(in crate::desktop) fn info(&self, seat: &Seat, display: &Display) -> DesktopInfo {
        let whose = match (seat.ownership(), self.visible_windows) {
            (Ownership::Private, _) => "private X11 desktop",
            (Ownership::Current, VisibleWindows::All) => "X11 desktop",
            (Ownership::Current, VisibleWindows::X11Only) => "X11 windows of the Wayland desktop",
        };
        let name = format!("{whose} {}", seat.display());
        DesktopInfo { name, size: display.size(), monitors: self.monitors.clone() }
    }
}
