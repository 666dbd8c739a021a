//! The frame of coordinates: converts between Windows' screen coordinates and the desktop's. Pure.

use deskpilot_core::{Point, Rect, Size};

/// How many steps a normalized coordinate of `SendInput` has.
const STEPS: i64 = 65_536;

/// Where all monitors together are. Windows has the origin at the primary monitor's corner, so that a monitor left of it has
/// negative coordinates; the desktop has it at the top left corner of all monitors. Both count physical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    screen: Rect,
}

impl Frame {
    /// The frame of this virtual screen, given in screen coordinates.
    pub const fn of_virtual_screen(screen: Rect) -> Frame {
        Frame { screen }
    }

    /// The size of the desktop.
    pub const fn size(self) -> Size {
        self.screen.size()
    }

    /// A point of the screen on the desktop.
    pub const fn on_desktop(self, x: i32, y: i32) -> Point {
        Point { x: x.saturating_sub(self.screen.x), y: y.saturating_sub(self.screen.y) }
    }

    /// A rectangle of the screen on the desktop, from its edges: the right and the lower one are outside, as in Windows' `RECT`.
    pub fn rect_on_desktop(self, left: i32, top: i32, right: i32, bottom: i32) -> Rect {
        let corner = self.on_desktop(left, top);
        let side = |from: i32, to: i32| to.saturating_sub(from).max(0).unsigned_abs();
        Rect::new(corner.x, corner.y, side(left, right), side(top, bottom))
    }

    /// A point of the desktop on the screen.
    pub const fn on_screen(self, point: Point) -> Point {
        Point { x: point.x.saturating_add(self.screen.x), y: point.y.saturating_add(self.screen.y) }
    }

    /// The coordinates of a point of the desktop for `SendInput`, in its steps; `None` outside the desktop.
    pub fn normalized(self, point: Point) -> Option<(i32, i32)> {
        let size = self.size();
        let inside = Rect::new(0, 0, size.width, size.height).contains(point);
        inside.then(|| (step(point.x, size.width), step(point.y, size.height)))
    }
}

/// The step in the middle of a pixel, so that no rounding of Windows ends at its neighbour.
fn step(pixel: i32, side: u32) -> i32 {
    let step = (i64::from(pixel) * STEPS + STEPS / 2) / i64::from(side.max(1));
    i32::try_from(step).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A monitor of 1920 by 1080, and one left of it and a little higher.
    const TWO: Frame = Frame::of_virtual_screen(Rect::new(-1280, -100, 3200, 1180));

    #[test]
    fn the_monitor_left_of_the_primary_one_begins_at_the_desktops_corner() {
        assert_eq!(TWO.on_desktop(-1280, -100), Point { x: 0, y: 0 });
        assert_eq!(TWO.on_desktop(0, 0), Point { x: 1280, y: 100 });
        assert_eq!(TWO.rect_on_desktop(-10, 0, 20, 5), Rect::new(1270, 100, 30, 5));
        assert_eq!(TWO.rect_on_desktop(5, 5, 0, 0).size(), Size { width: 0, height: 0 });
        for (x, y) in [(-1280, -100), (0, 0), (1919, 1079)] {
            let point = TWO.on_screen(TWO.on_desktop(x, y));
            assert_eq!((point.x, point.y), (x, y));
        }
    }

    #[test]
    fn every_pixel_is_hit_however_windows_rounds() {
        for side in [1_u32, 2, 3, 640, 1366, 1921, 3840, 7680, 11_520] {
            let frame = Frame::of_virtual_screen(Rect::new(0, 0, side, 1));
            for pixel in 0..side.cast_signed() {
                let (step, _) = frame.normalized(Point { x: pixel, y: 0 }).unwrap();
                assert!(i64::from(step) < STEPS);
                let at = |steps: i64| i64::from(step) * i64::from(side) / steps;
                assert_eq!((at(STEPS), at(STEPS - 1)), (pixel.into(), pixel.into()), "{pixel} of {side}");
            }
        }
    }

    #[test]
    fn a_point_outside_the_desktop_has_no_coordinates() {
        assert_eq!(TWO.normalized(Point { x: -1, y: 0 }), None);
        assert_eq!(TWO.normalized(Point { x: 3200, y: 0 }), None);
        assert!(TWO.normalized(Point { x: 3199, y: 1179 }).is_some());
    }
}
