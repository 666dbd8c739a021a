//! How an application tells the places of what is in a window, for tables and for those who look into a wrong click.

use super::LinuxDesktop;
use deskpilot_core::{Point, WindowId};
use deskpilot_desktop::DesktopError;

/// From the places that an application tells for a window to those on the desktop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Telling {
    /// How many pixels of the desktop are one of the application.
    pub scale: f64,
    /// What is added then: where the window's corner is, if it counts from there; zero if it counts from the desktop's.
    pub origin: Point,
    /// How much further most of what it draws itself is, in pixels of the application.
    pub sunken: Option<Point>,
    /// Whether size and place of the window fit this.
    pub is_sure: bool,
}

impl LinuxDesktop {
    /// How the application tells places in this window; `None` where it tells nothing.
    pub async fn telling(&mut self, window: WindowId) -> Result<Option<Telling>, DesktopError> {
        let family = self.family(window).await?;
        Ok(family.members.first().map(|member| {
            let (measure, sunken) = (member.top.measure, member.top.sunken.as_ref());
            Telling {
                scale: measure.scale(),
                origin: measure.origin(),
                sunken: sunken.map(|it| it.by),
                is_sure: measure.is_sure(),
            }
        }))
    }
}
