//! Infers how a window maps reported coordinates to X11 coordinates, from its place and size on the X server. Pure.
//!
//! Where the desktop is scaled, toolkits report pixels of their own. They count from the corner of the window or of the
//! desktop, with or without the window manager's border, and some leave out a border that they draw themselves. None
//! reports which; comparing the reported rectangle with the window's own shows it.

use deskpilot_core::{Point, Rect, Size};

/// How many desktop pixels make one application pixel, in the order of the trials.
const SCALES: [f64; 9] = [1.0, 2.0, 1.5, 1.25, 1.75, 3.0, 2.5, 2.25, 4.0];
/// The widest border, in application pixels, that a window draws outside its reported rectangle.
const WIDEST: u32 = 32;
const CORNER: Point = Point { x: 0, y: 0 };

/// Maps the coordinates an application reports to desktop coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoordinateSystem {
    scale: f64,
    origin: Point,
    is_sure: bool,
}

impl CoordinateSystem {
    /// Coordinates as reported, in application pixels of `scale` desktop pixels.
    pub fn as_reported(scale: f64) -> CoordinateSystem {
        CoordinateSystem { scale, origin: CORNER, is_sure: true }
    }

    /// Infers the mapping of a window from its reported rectangle and the X server's, with the window manager's border
    /// (`outer`) and without (`inner`).
    pub fn infer(reported: Rect, outer: Rect, inner: Rect) -> CoordinateSystem {
        let exact = SCALES.iter().flat_map(|scale| [(*scale, outer), (*scale, inner)]);
        let exact = exact.filter(|(scale, real)| is_like(reported.size(), real.size(), *scale));
        let bordered =
            SCALES.iter().filter_map(|scale| Some((*scale, without_border(reported, inner, *scale)?)));
        match exact.chain(bordered).next() {
            Some((scale, real)) => {
                let origin = origin(reported, real, scale);
                // Any offset other than a corner's may come from a window that is being moved.
                CoordinateSystem {
                    scale,
                    origin,
                    is_sure: origin == CORNER || is_near(reported.origin(), CORNER, WIDEST),
                }
            }
            None => CoordinateSystem { is_sure: false, ..CoordinateSystem::as_reported(1.0) },
        }
    }

    /// The same for a window that always counts from its own corner, although its size on the X server differs.
    pub fn from_corner(reported: Rect, inner: Rect) -> CoordinateSystem {
        let margin =
            |whole: u32, reported: u32| i32::try_from(whole.saturating_sub(reported) / 2).unwrap_or(0);
        let corner = Point {
            x: inner.x + margin(inner.width, reported.width),
            y: inner.y + margin(inner.height, reported.height),
        };
        CoordinateSystem { scale: 1.0, origin: corner, is_sure: false }
    }

    /// Whether the reported place and size agree with the X server's.
    pub fn is_sure(self) -> bool {
        self.is_sure
    }

    /// How many desktop pixels make one application pixel.
    pub fn scale(self) -> f64 {
        self.scale
    }

    /// Whether it counts from the corner of the desktop rather than of its window.
    pub fn counts_from_desktop(self) -> bool {
        self.origin == CORNER
    }

    /// The origin of its coordinates, in desktop pixels.
    pub fn origin(self) -> Point {
        self.origin
    }

    /// A reported rectangle in desktop pixels.
    pub fn on_desktop(self, reported: Rect) -> Rect {
        // Scales edges and not sizes: with sizes, rounding would let neighbours overlap or leave gaps.
        let (left, right) = (grown(reported.x, self.scale), grown(reported.right(), self.scale));
        let (top, bottom) = (grown(reported.y, self.scale), grown(reported.bottom(), self.scale));
        let (x, y) = (left.saturating_add(self.origin.x), top.saturating_add(self.origin.y));
        Rect::new(x, y, right.abs_diff(left), bottom.abs_diff(top))
    }

    /// A desktop rectangle in application coordinates.
    pub(crate) fn rect_in_application(self, rect: Rect) -> Rect {
        let (start, end) = (rect.origin(), Point { x: rect.right(), y: rect.bottom() });
        let (start, end) = (self.in_application(start), self.in_application(end));
        Rect::new(start.x, start.y, end.x.abs_diff(start.x), end.y.abs_diff(start.y))
    }

    /// A desktop point in application coordinates.
    pub fn in_application(self, point: Point) -> Point {
        let shrunk = |place: i32, origin: i32| (f64::from(place - origin) / self.scale).floor() as i32;
        Point { x: shrunk(point.x, self.origin.x), y: shrunk(point.y, self.origin.y) }
    }
}

fn grown(place: i32, scale: f64) -> i32 {
    (f64::from(place) * scale).round() as i32
}

/// Tolerance in desktop pixels: applications truncate to whole pixels of their own.
fn slack(scale: f64) -> u32 {
    scale.ceil() as u32
}

fn is_like(reported: Size, real: Size, scale: f64) -> bool {
    let near = |reported: u32, real: u32| {
        (f64::from(reported) * scale - f64::from(real)).abs() <= f64::from(slack(scale)) && reported > 0
    };
    near(reported.width, real.width) && near(reported.height, real.height)
}

/// The window without a border of equal width on all sides; `None` where none fits the reported size.
fn without_border(reported: Rect, inner: Rect, scale: f64) -> Option<Rect> {
    let spare = |whole: u32, reported: u32| whole.checked_sub((f64::from(reported) * scale).round() as u32);
    let (across, down) = (spare(inner.width, reported.width)?, spare(inner.height, reported.height)?);
    let widest = 2 * (f64::from(WIDEST) * scale) as u32;
    (across.abs_diff(down) <= slack(scale) && across.max(down) <= widest).then(|| {
        let border = across.min(down) / 2;
        let (x, y) = (inner.x.saturating_add_unsigned(border), inner.y.saturating_add_unsigned(border));
        Rect { x, y, width: inner.width - 2 * border, height: inner.height - 2 * border }
    })
}

/// The origin of a window's coordinates, from its reported and its real rectangle.
fn origin(reported: Rect, real: Rect, scale: f64) -> Point {
    let (x, y) = (grown(reported.x, scale), grown(reported.y, scale));
    let by = Point { x: real.x - x, y: real.y - y };
    if is_near(by, CORNER, slack(scale)) { CORNER } else { by }
}

fn is_near(one: Point, other: Point, by: u32) -> bool {
    one.x.abs_diff(other.x) <= by && one.y.abs_diff(other.y) <= by
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Measured on real windows: the reported rectangle, the X server's, and one control's.
    #[test]
    fn places_come_out_where_the_x_server_has_the_window() {
        let rect = |(x, y, width, height): (i32, i32, u32, u32)| Rect::new(x, y, width, height);
        let framed = rect((633, 266, 333, 368));
        for (what, reported, outer, inner, control, expected) in [
            ("as it is", framed, framed, (634, 286, 331, 343), (634, 286, 39, 25), (634, 286, 39, 25)),
            (
                "without the borders",
                rect((673, 324, 253, 266)),
                rect((672, 304, 255, 291)),
                (673, 324, 253, 266),
                (694, 451, 39, 24),
                (694, 451, 39, 24),
            ),
            (
                "from the corner, inside a border of its own",
                rect((0, 0, 355, 498)),
                rect((333, 222, 365, 508)),
                (333, 222, 365, 508),
                (15, 11, 63, 24),
                (353, 238, 63, 24),
            ),
            (
                "twice as large",
                rect((166, 61, 333, 356)),
                rect((333, 122, 664, 711)),
                (334, 142, 662, 686),
                (167, 71, 39, 25),
                (334, 142, 78, 50),
            ),
            (
                "from the corner, inside a border, twice as large",
                rect((0, 0, 355, 486)),
                rect((333, 122, 730, 992)),
                (333, 122, 730, 992),
                (15, 11, 63, 24),
                (373, 154, 126, 48),
            ),
            (
                "half as large again",
                rect((222, 81, 253, 266)),
                rect((332, 102, 382, 423)),
                (333, 122, 380, 398),
                (243, 208, 40, 24),
                (365, 312, 60, 36),
            ),
            (
                "still where it was before it was moved",
                rect((60, 70, 400, 300)),
                rect((500, 200, 400, 300)),
                (500, 200, 400, 300),
                (70, 90, 5, 5),
                (510, 220, 5, 5),
            ),
            (
                "less a shadow that is wider below",
                rect((0, 0, 300, 200)),
                rect((114, 112, 300, 200)),
                (100, 100, 328, 230),
                (10, 10, 5, 5),
                (124, 122, 5, 5),
            ),
        ] {
            let coordinates = CoordinateSystem::infer(reported, outer, rect(inner));
            assert_eq!(coordinates.is_sure(), !what.starts_with("still"), "{what}");
            assert_eq!(coordinates.on_desktop(rect(control)), rect(expected), "{what}");
            let inside = coordinates.in_application(rect(expected).center());
            assert!(rect(control).contains(inside), "{what}: {inside:?}");
        }
    }

    #[test]
    fn a_window_of_another_size_is_not_sure() {
        let inner = Rect::new(100, 100, 400, 300);
        for reported in [Rect::new(100, 100, 390, 200), Rect::new(0, 0, 37, 301), Rect::default()] {
            assert!(!CoordinateSystem::infer(reported, inner, inner).is_sure(), "{reported:?}");
        }
    }
}
