//! How an application reports coordinates in a window, for measurements and for debugging a wrong click.

use super::windows::window_group::WindowGroup;
use deskpilot_core::Point;

/// Maps the coordinates an application reports for a window to desktop coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoordinateMapping {
    /// How many desktop pixels make one application pixel.
    pub scale: f64,
    /// What to add after scaling, in desktop pixels: the window's corner if coordinates count from there, else zero.
    pub origin: Point,
    /// The extra offset of what LibreOffice draws itself, in application pixels.
    pub libreoffice_offset: Option<Point>,
    /// Whether the window's size and place confirm this.
    pub is_sure: bool,
}

impl CoordinateMapping {
    /// The mapping of this window; `None` where its application reports nothing.
    pub(super) fn of(group: &WindowGroup) -> Option<CoordinateMapping> {
        group.members.first().map(|member| {
            let (coordinates, libreoffice_offset) =
                (member.accessible.coordinates, member.accessible.libreoffice_offset.as_ref());
            CoordinateMapping {
                scale: coordinates.scale(),
                origin: coordinates.origin(),
                libreoffice_offset: libreoffice_offset.map(|it| it.by),
                is_sure: coordinates.is_sure(),
            }
        })
    }
}
