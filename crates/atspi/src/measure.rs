//! How an application tells places, measured against where the X server has its window. Pure.
//!
//! Toolkits count in pixels of their own where the desktop is scaled, from the corner of the window or from that of the
//! desktop, with the window manager's border or without it, and some draw a border of their own around what they count.
//! None of them says which; the size and the place of the window tell.

use deskpilot_core::{Point, Rect, Size};

/// How many pixels of the desktop are one of the application, in the order in which they are tried.
const SCALES: [f64; 9] = [1.0, 2.0, 1.5, 1.25, 1.75, 3.0, 2.5, 2.25, 4.0];
/// The widest border, in pixels of the application, that a window draws around what it counts.
const WIDEST: u32 = 32;
const CORNER: Point = Point { x: 0, y: 0 };

/// From the places that an application tells to those on the desktop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    scale: f64,
    origin: Point,
    is_sure: bool,
}

impl Measure {
    /// Places as they are told, in pixels of this size.
    pub fn as_told(scale: f64) -> Measure {
        Measure { scale, origin: CORNER, is_sure: true }
    }

    /// How a window tells places that it says is here, and that the X server has with borders and without them.
    pub fn of(told: Rect, outer: Rect, inner: Rect) -> Measure {
        let exact = SCALES.iter().flat_map(|scale| [(*scale, outer), (*scale, inner)]);
        let exact = exact.filter(|(scale, real)| is_like(told.size(), real.size(), *scale));
        let bordered = SCALES.iter().filter_map(|scale| Some((*scale, without_border(told, inner, *scale)?)));
        match exact.chain(bordered).next() {
            Some((scale, real)) => {
                let origin = origin(told, real, scale);
                // An offset that is not that of a corner may be one of a window that is on its way.
                Measure { scale, origin, is_sure: origin == CORNER || is_near(told.origin(), CORNER, WIDEST) }
            }
            None => Measure { is_sure: false, ..Measure::as_told(1.0) },
        }
    }

    /// The same for a window that always counts from its own corner, although the X server has it in another size.
    pub fn from_corner(told: Rect, inner: Rect) -> Measure {
        let margin = |whole: u32, told: u32| i32::try_from(whole.saturating_sub(told) / 2).unwrap_or(0);
        let corner = Point {
            x: inner.x + margin(inner.width, told.width),
            y: inner.y + margin(inner.height, told.height),
        };
        Measure { scale: 1.0, origin: corner, is_sure: false }
    }

    /// Whether the window is where, and as large as, its application says.
    pub fn is_sure(self) -> bool {
        self.is_sure
    }

    /// How many pixels of the desktop are one of the application.
    pub fn scale(self) -> f64 {
        self.scale
    }

    /// Whether it counts from the corner of the desktop, and not from that of its window.
    pub fn counts_from_desktop(self) -> bool {
        self.origin == CORNER
    }

    /// Where its coordinates begin.
    pub fn origin(self) -> Point {
        self.origin
    }

    /// Where on the desktop something is.
    pub fn on_desktop(self, told: Rect) -> Rect {
        let (left, right) = (grown(told.x, self.scale), grown(told.right(), self.scale));
        let (top, bottom) = (grown(told.y, self.scale), grown(told.bottom(), self.scale));
        let (x, y) = (left.saturating_add(self.origin.x), top.saturating_add(self.origin.y));
        Rect::new(x, y, right.abs_diff(left), bottom.abs_diff(top))
    }

    /// What the application calls a part of the desktop.
    pub(crate) fn rect_in_application(self, rect: Rect) -> Rect {
        let (start, end) = (rect.origin(), Point { x: rect.right(), y: rect.bottom() });
        let (start, end) = (self.in_application(start), self.in_application(end));
        Rect::new(start.x, start.y, end.x.abs_diff(start.x), end.y.abs_diff(start.y))
    }

    /// What the application calls a point on the desktop.
    pub fn in_application(self, point: Point) -> Point {
        let shrunk = |place: i32, origin: i32| (f64::from(place - origin) / self.scale).floor() as i32;
        Point { x: shrunk(point.x, self.origin.x), y: shrunk(point.y, self.origin.y) }
    }
}

fn grown(place: i32, scale: f64) -> i32 {
    (f64::from(place) * scale).round() as i32
}

/// Pixels of the application are cut off to whole ones.
fn slack(scale: f64) -> u32 {
    scale.ceil() as u32
}

fn is_like(told: Size, real: Size, scale: f64) -> bool {
    let near = |told: u32, real: u32| {
        (f64::from(told) * scale - f64::from(real)).abs() <= f64::from(slack(scale)) && told > 0
    };
    near(told.width, real.width) && near(told.height, real.height)
}

/// The window without a border that is equally wide on all sides.
fn without_border(told: Rect, inner: Rect, scale: f64) -> Option<Rect> {
    let spare = |whole: u32, told: u32| whole.checked_sub((f64::from(told) * scale).round() as u32);
    let (across, down) = (spare(inner.width, told.width)?, spare(inner.height, told.height)?);
    let widest = 2 * (f64::from(WIDEST) * scale) as u32;
    (across.abs_diff(down) <= slack(scale) && across.max(down) <= widest).then(|| {
        let border = across.min(down) / 2;
        let (x, y) = (inner.x.saturating_add_unsigned(border), inner.y.saturating_add_unsigned(border));
        Rect { x, y, width: inner.width - 2 * border, height: inner.height - 2 * border }
    })
}

/// Where the coordinates of a window begin that it says is here, and that really is there.
fn origin(told: Rect, real: Rect, scale: f64) -> Point {
    let (x, y) = (grown(told.x, scale), grown(told.y, scale));
    let by = Point { x: real.x - x, y: real.y - y };
    if is_near(by, CORNER, slack(scale)) { CORNER } else { by }
}

fn is_near(one: Point, other: Point, by: u32) -> bool {
    one.x.abs_diff(other.x) <= by && one.y.abs_diff(other.y) <= by
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seen on real windows: what they told, what the X server had, and where a control of theirs was.
    #[test]
    fn places_come_out_where_the_x_server_has_the_window() {
        let rect = |(x, y, width, height): (i32, i32, u32, u32)| Rect::new(x, y, width, height);
        let framed = rect((633, 266, 333, 368));
        for (what, told, outer, inner, control, expected) in [
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
            let measure = Measure::of(told, outer, rect(inner));
            assert_eq!(measure.is_sure(), !what.starts_with("still"), "{what}");
            assert_eq!(measure.on_desktop(rect(control)), rect(expected), "{what}");
            let inside = measure.in_application(rect(expected).center());
            assert!(rect(control).contains(inside), "{what}: {inside:?}");
        }
    }

    #[test]
    fn a_window_of_another_size_is_not_sure() {
        let inner = Rect::new(100, 100, 400, 300);
        for told in [Rect::new(100, 100, 390, 200), Rect::new(0, 0, 37, 301), Rect::default()] {
            assert!(!Measure::of(told, inner, inner).is_sure(), "{told:?}");
        }
    }
}
