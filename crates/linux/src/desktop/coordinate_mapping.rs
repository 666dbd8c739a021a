//! How an application reports coordinates in a window, for tables and for those who look into a wrong click.

use super::window_group::WindowGroup;
use deskpilot_core::Point;

/// From the places that an application tells for a window to those on the desktop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoordinateMapping {
    /// How many pixels of the desktop are one of the application.
    pub scale: f64,
    /// What is added then: where the window's corner is, if it counts from there; zero if it counts from the desktop's.
    pub origin: Point,
    /// How much further most of what it draws itself is, in pixels of the application.
    pub libreoffice_offset: Option<Point>,
    /// Whether size and place of the window fit this.
    pub is_sure: bool,
}

impl CoordinateMapping {
    /// How the application reports places in this window; `None` where it reports nothing.
    pub(super) fn of(group: &WindowGroup) -> Option<CoordinateMapping> {
        group.members.first().map(|member| {
            let (measure, libreoffice_offset) = (member.top.measure, member.top.libreoffice_offset.as_ref());
            CoordinateMapping {
                scale: measure.scale(),
                origin: measure.origin(),
                libreoffice_offset: libreoffice_offset.map(|it| it.by),
                is_sure: measure.is_sure(),
            }
        })
    }
}
